package query

import (
	"context"
	"fmt"
	"slices"

	"github.com/wareloom/wareloom/engine/access"
	"github.com/wareloom/wareloom/engine/catalog"
	"github.com/wareloom/wareloom/engine/store"
)

// largestIn bounds the ids of one statement.
const largestIn = 500

// readLabels finds what people read of the records that groups are made of, with
// one question per reference for all groups.
func (g *grouping) readLabels(ctx context.Context, tx *store.Tx, groups [][]any) error {
	for i := range g.groups {
		key := &g.groups[i]
		if key.field.To == nil {
			continue
		}
		var ids []int64
		for _, cells := range groups {
			if id, ok := cells[key.at].(int64); ok {
				ids = append(ids, id)
			}
		}
		slices.Sort(ids)
		key.labels = map[int64]string{}
		for part := range slices.Chunk(slices.Compact(ids), largestIn) {
			if err := labels(ctx, tx, g.rights, key.field.To, part, key.labels); err != nil {
				return fmt.Errorf("read labels of %s: %w", key.name, err)
			}
		}
	}
	return nil
}

// labels reads the labels, as JSON, of those records that the actor may see named.
func labels(ctx context.Context, tx *store.Tx, rights *access.Rights, table *catalog.Table, ids []int64, into map[int64]string) error {
	source, chosen := newSource(rights, table), &selection{}
	w := writer{source: source, chosen: chosen}
	at := chosen.add(raw(column(source.root.alias, "id")))
	parts := w.labelParts(nil, table)
	named := predicate(rights.RowsAs(table, access.Named, source.root.alias))
	where := every(named, fixed(column(source.root.alias, "id")+" IN ?", []any{ids}))
	text, err := written(source.read(chosen.columns, where))
	if err != nil {
		return err
	}
	rows, err := tx.Query(ctx, text.text, text.args(nil)...)
	if err != nil {
		return err
	}
	defer rows.Close()
	cells := newCells(len(chosen.columns))
	for rows.Next() {
		if err := rows.Scan(cells.into...); err != nil {
			return err
		}
		into[countOf(cells.values[at])] = string(appendLabel(nil, parts, cells.values))
	}
	return rows.Err()
}

// Label is what people read of a record, as JSON; "" for one that the actor may not
// look up.
func (q *Query) Label(ctx context.Context, tx *store.Tx, rights *access.Rights, table *catalog.Table, id int64) (string, error) {
	found := map[int64]string{}
	if err := labels(ctx, tx, rights, table, []int64{id}, found); err != nil {
		return "", fmt.Errorf("read the label of %s %d: %w", table.Key, id, err)
	}
	return found[id], nil
}
