package record

import (
	"cmp"
	"context"
	"fmt"
	"slices"

	"github.com/Masterminds/squirrel"

	"github.com/wareloom/wareloom/engine/catalog"
	"github.com/wareloom/wareloom/engine/store"
)

// largestTrail bounds the rows of the audit that are read for one table of a record.
const largestTrail = 5_000

// trail reads what the audit has of a record, newest first; of one that may be taken back
// to an earlier state, what it has of its lines, too.
func (r *Records) trail(ctx context.Context, tx *store.Tx, release *catalog.Release, t *catalog.Table, id int64) ([]auditRow, error) {
	if t.Head != nil {
		return r.lineTrail(ctx, tx, release, t, id)
	}
	if !t.Meta.Revertible {
		return auditOf(ctx, tx, t, []int64{id}, largestHistory)
	}
	rows, err := auditOf(ctx, tx, t, []int64{id}, largestTrail)
	if err != nil {
		return nil, err
	}
	for _, set := range t.Sets {
		ids, err := r.lineIDs(ctx, tx, release, set, id)
		if err != nil {
			return nil, err
		}
		more, err := auditOfLines(ctx, tx, set.Table, ids, []int64{id})
		if err != nil {
			return nil, err
		}
		rows = append(rows, more...)
	}
	slices.SortFunc(rows, newestFirst)
	return rows, nil
}

// lineTrail is the trail of a line.
func (r *Records) lineTrail(ctx context.Context, tx *store.Tx, release *catalog.Release, t *catalog.Table, id int64) ([]auditRow, error) {
	found, err := r.plans.of(release, t).byIDs(ctx, tx, []int64{id}, false, nil)
	if err != nil {
		return nil, err
	}
	var heads []int64
	if row, there := found[id]; there {
		heads = append(heads, Int(row, t.HeadField.Key))
	}
	return auditOfLines(ctx, tx, t, []int64{id}, heads)
}

// newestFirst goes by time: replicas take ids in blocks.
func newestFirst(a, b auditRow) int { return cmp.Or(cmp.Compare(b.At, a.At), cmp.Compare(b.ID, a.ID)) }

func auditOf(ctx context.Context, tx *store.Tx, t *catalog.Table, ids []int64, most uint64) (rows []auditRow, err error) {
	text, args, err := squirrel.Select(auditRowColumns).From(auditRows).
		Where(squirrel.Eq{auditTable: t.Key}).Where("a.record_id in ?", ids).OrderBy("a.at desc", "a.id desc").Limit(most).ToSql()
	if err == nil {
		err = tx.Select(ctx, &rows, text, args...)
	}
	if err != nil {
		return nil, fmt.Errorf("read history of %s: %w", t.Key, err)
	}
	return rows, nil
}

// lineIDs are the lines that a head has and had.
func (r *Records) lineIDs(ctx context.Context, tx *store.Tx, release *catalog.Release, set *catalog.LineSet, head int64) ([]int64, error) {
	there, err := r.plans.of(release, set.Table).linesOf(ctx, tx, set, []int64{head})
	if err != nil {
		return nil, err
	}
	var ids []int64
	const text = "select distinct a.record_id from " + auditRows + " where a.head_id = ? and " + auditTable + " = ? and a.head_id <> 0 and a.record_id <> 0"
	if err := tx.Select(ctx, &ids, text, head, set.Table.Key); err != nil {
		return nil, fmt.Errorf("read the lines that %s %d had: %w", set.Table.Key, head, err)
	}
	shared, err := auditUnder(ctx, tx, set.Table, []int64{head})
	if err != nil {
		return nil, err
	}
	for _, row := range shared {
		ids = append(ids, row.RecordID)
	}
	for _, row := range there[head] {
		ids = append(ids, ID(row))
	}
	return sorted(ids), nil
}

// setOf finds the line set of a head that a table holds.
func setOf(head *catalog.Table, lines string) *catalog.LineSet {
	i := slices.IndexFunc(head.Sets, func(set *catalog.LineSet) bool { return set.Table.Key == lines })
	return head.Sets[i]
}
