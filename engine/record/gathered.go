package record

import (
	"bytes"
	"context"
	"encoding/json"
	"fmt"
	"slices"
	"strconv"

	"github.com/Masterminds/squirrel"

	"github.com/wareloom/wareloom/engine/catalog"
	"github.com/wareloom/wareloom/engine/store"
)

// gathered is a row of the audit in the making: of one record, or of several lines of one
// head of which the same is told. Such a row names the head and no record, and each change in
// it has an id of its own, which follow one another from that of the row. It lists columns:
// first the ids of the lines, each but the first as what it is more than the one before; then,
// for each value that its phrase lists, those of the lines, or one that is that of all.
type gathered struct {
	kind  changeKind
	trail int64 // the head under which a single line is found when it is gone; 0 for none
	ids   []int64
	lists [][][]byte // of each record its values as JSON
}

// changeKind is what the changes in one row have in common.
type changeKind struct {
	phrase  phrase
	head    int64 // 0 of what has a row of its own
	user    int64
	release int64
}

// mostGathered bounds the changes in a row, so that who reads a page of them reads little more.
const mostGathered = 100

// gather puts the changes of a unit into rows, in the order in which they were first touched.
func (u *unit) gather(source string) ([]*gathered, error) {
	var rows []*gathered
	open := map[changeKind]*gathered{}
	for _, ref := range u.order {
		e := u.entries[ref]
		fields, values, err := e.said(ref.table)
		if err != nil {
			return nil, err
		}
		said := phrase{ref.table.Key, e.action, e.actor.System, source, fields}
		kind := changeKind{said, e.stayedUnder(ref.table), e.actor.UserID, e.release}
		row := open[kind]
		if row == nil || kind.head == 0 || len(row.ids) == mostGathered {
			row = &gathered{kind: kind, trail: e.trailedHead(ref.table)}
			rows, open[kind] = append(rows, row), row
		}
		row.ids, row.lists = append(row.ids, ref.id), append(row.lists, values)
	}
	return rows, nil
}

// stayedUnder is the head of a line; 0 of one that was moved from another, which is told by
// itself, so that its history leads to the head before.
func (e *entry) stayedUnder(table *catalog.Table) int64 {
	if table.Head == nil {
		return 0
	}
	from, to := Int(e.from, table.HeadField.Key), Int(e.to, table.HeadField.Key)
	if from != 0 && to != 0 && from != to {
		return 0
	}
	return e.head
}

// trailedHead is the head of a line whose head may be taken back; 0 of others.
func (e *entry) trailedHead(table *catalog.Table) int64 {
	if table.Head == nil || !table.Head.Meta.Revertible {
		return 0
	}
	return e.head
}

// columns are the record, the head and the changes of a row.
func (g *gathered) columns() (record, head int64, changes string) {
	if len(g.ids) == 1 {
		return g.ids[0], g.trail, string(appendList(nil, g.lists[0]))
	}
	steps := make([][]byte, len(g.ids))
	before := int64(0)
	for i, id := range g.ids {
		steps[i] = strconv.AppendInt(nil, id-before, 10)
		before = id
	}
	text := appendList([]byte{'['}, steps)
	for i := range g.lists[0] {
		text = appendList(append(text, ','), g.column(i))
	}
	return 0, g.kind.head, string(append(text, ']'))
}

// column has a value of all records; one if they agree.
func (g *gathered) column(i int) [][]byte {
	column, alike := make([][]byte, len(g.lists)), true
	for row, values := range g.lists {
		column[row] = values[i]
		alike = alike && bytes.Equal(values[i], column[0])
	}
	if alike {
		return column[:1]
	}
	return column
}

func appendList(dst []byte, values [][]byte) []byte {
	return append(append(append(dst, '['), bytes.Join(values, []byte{','})...), ']')
}

// ofLines reports whether a row tells of several lines.
func (row *auditRow) ofLines() bool { return row.RecordID == 0 && row.HeadID != 0 }

// spread gives each change of the rows a row of its own. One that is damaged is left as it is,
// so that whoever reads it fails, and its seal does not fit.
func spread(rows []auditRow) []auditRow {
	out := make([]auditRow, 0, len(rows))
	for _, row := range rows {
		if changes, ok := row.spread(); ok {
			out = append(out, changes...)
			continue
		}
		row.Folded = row.Folded && !row.ofLines()
		out = append(out, row)
	}
	return out
}

func (row *auditRow) spread() (changes []auditRow, ok bool) {
	var columns [][]json.RawMessage
	if !row.ofLines() || json.Unmarshal([]byte(row.Changes), &columns) != nil || len(columns) == 0 {
		return nil, false
	}
	id := int64(0)
	for i, step := range columns[0] {
		n, err := strconv.ParseInt(string(step), 10, 64)
		if err != nil {
			return nil, false
		}
		id += n
		values := make([][]byte, 0, len(columns)-1)
		for _, column := range columns[1:] {
			switch len(column) {
			case 1:
				values = append(values, column[0])
			case len(columns[0]):
				values = append(values, column[i])
			default:
				return nil, false
			}
		}
		one := *row
		one.shared, one.ID, one.RecordID, one.Changes = true, row.ID+int64(i), id, string(appendList(nil, values))
		changes = append(changes, one)
	}
	return changes, true
}

// auditOfLines reads what the audit has of lines, whose ids are sorted: rows of their own, and
// those that they share with others under their heads. A line that was moved has a row of
// its own that names the head before.
func auditOfLines(ctx context.Context, tx *store.Tx, t *catalog.Table, ids, heads []int64) (rows []auditRow, err error) {
	for part := range slices.Chunk(ids, largestIn) {
		more, err := auditOf(ctx, tx, t, part, largestTrail)
		if err != nil {
			return nil, err
		}
		rows = append(rows, more...)
	}
	for i := range rows {
		named, err := rows[i].heads(t.HeadField)
		if err != nil {
			return nil, err
		}
		heads = append(heads, named...)
	}
	shared, err := auditUnder(ctx, tx, t, sorted(heads))
	for _, row := range shared {
		if _, asked := slices.BinarySearch(ids, row.RecordID); asked || row.ofLines() {
			rows = append(rows, row)
		}
	}
	slices.SortFunc(rows, newestFirst)
	return rows, err
}

// heads are those that a change of a line names.
func (row *auditRow) heads(field *catalog.Field) ([]int64, error) {
	var changes map[string]json.RawMessage
	if err := json.Unmarshal([]byte(row.whole()), &changes); err != nil {
		return nil, fmt.Errorf("read change %d: %w", row.ID, err)
	}
	pair := []int64{} // of null: 0, which is no record
	if change, ok := changes[field.Key]; ok {
		if err := json.Unmarshal(change, &pair); err != nil {
			return nil, fmt.Errorf("read change %d: %w", row.ID, err)
		}
	}
	return pair, nil
}

// auditUnder reads what lines of heads share in the audit. The plus keeps SQLite from the index
// of records, in which all shared rows are alike.
func auditUnder(ctx context.Context, tx *store.Tx, t *catalog.Table, heads []int64) (rows []auditRow, err error) {
	text, args, err := squirrel.Select(auditRowColumns).From(auditRows).Where(squirrel.Eq{auditTable: t.Key}).
		Where("a.head_id in ? and a.head_id <> 0 and +a.record_id = 0", heads).OrderBy("a.at desc", "a.id desc").Limit(largestTrail).ToSql()
	if err == nil {
		err = tx.Select(ctx, &rows, text, args...)
	}
	if err != nil {
		return nil, fmt.Errorf("read what lines of %s share: %w", t.Key, err)
	}
	return spread(rows), nil
}
