package ddl

import (
	"context"
	"fmt"
	"slices"

	"github.com/wareloom/wareloom/engine/catalog"
	"github.com/wareloom/wareloom/engine/meta"
	"github.com/wareloom/wareloom/engine/store"
)

// meaningTable keeps what columns mean.
const meaningTable = "column_meaning"

// meaning is what the values of a column stand for. Two columns of one database type
// may differ in it.
type meaning struct {
	Table  string `db:"table_key"`
	Field  string `db:"field"`
	Type   string `db:"type"`   // of the field; foldedText for a folded column
	Scale  int    `db:"scale"`  // decimals of a figure
	Target string `db:"target"` // table that a reference leads to; "" for others
}

// foldedText is the meaning of a column that is worked out from another one.
const foldedText = "folded"

func meaningOf(t *catalog.Table, c column) meaning {
	m := meaning{Table: t.Key, Field: c.name, Type: foldedText}
	if f := c.field; f != nil {
		m.Type, m.Scale = f.Type, f.Scale
		if target := targetOf(f); target != nil {
			m.Target = target.Key
		}
	}
	return m
}

// targetOf is the table that a field's values lead to; nil for most.
func targetOf(f *catalog.Field) *catalog.Table {
	switch {
	case f.System:
		return nil
	case f.Item != nil:
		return f.Item.To
	}
	return f.To
}

// meanings reads what the columns of the database mean, by table and field. A
// database of an older version has not said it yet.
func meanings(ctx context.Context, tx *store.Tx, live map[string]store.TableInfo) (map[string]map[string]meaning, error) {
	known := map[string]map[string]meaning{}
	if _, exists := live[meaningTable]; !exists {
		return known, nil
	}
	var rows []meaning
	if err := tx.Select(ctx, &rows, "select table_key, field, type, scale, target from "+meaningTable); err != nil {
		return nil, fmt.Errorf("read what columns mean: %w", err)
	}
	for _, m := range rows {
		if known[m.Table] == nil {
			known[m.Table] = map[string]meaning{}
		}
		known[m.Table][m.Field] = m
	}
	return known, nil
}

// before is what a column that is there has meant so far. Where nobody wrote it down
// the range check of figures tells them from counts; the rest means what it should.
func (d *differ) before(w *table, c column, info store.TableInfo) meaning {
	now := meaningOf(w.of, c)
	if m, told := d.known[w.of.Key][c.name]; told {
		return m
	}
	scale := scaleOf(w.of.Key, c.name, info.Checks)
	switch {
	case scale >= 0 && c.scaled:
		now.Scale = scale
	case scale >= 0:
		now.Type, now.Scale, now.Target = meta.TypeDecimal, scale, ""
	case c.scaled:
		now.Type, now.Scale = meta.TypeInteger, 0
	}
	return now
}

// tell plans to write down what the columns of a table mean from now on.
func (d *differ) tell(w *table) {
	known := d.known[w.of.Key]
	for _, c := range w.columns {
		now := meaningOf(w.of, c)
		if before, told := known[c.name]; !told || before != now {
			d.told = append(d.told, now)
		}
	}
	for name, m := range meta.Sorted(known) {
		gone := !slices.ContainsFunc(w.columns, func(c column) bool { return c.name == name })
		if gone && m.Type == foldedText {
			d.forgotten = append(d.forgotten, m)
		}
	}
}

// bookkeeping is the step that writes down what columns mean, and which are kept without
// a field; nil when nothing changed.
func (d *differ) bookkeeping() Plan {
	if len(d.told)+len(d.forgotten)+len(d.left)+len(d.returned) == 0 {
		return nil
	}
	return Plan{{Class: Safe, Table: meaningTable, told: d.told, forgotten: d.forgotten, left: d.left, returned: d.returned}}
}

func (s Step) writeMeanings(ctx context.Context, tx *store.Tx) error {
	for _, m := range s.told {
		if _, err := tx.Exec(ctx, `insert into `+meaningTable+` (table_key, field, type, scale, target) values (?, ?, ?, ?, ?)
			on conflict (table_key, field) do update set type = excluded.type, scale = excluded.scale, target = excluded.target`,
			m.Table, m.Field, m.Type, m.Scale, m.Target); err != nil {
			return fmt.Errorf("write what %s.%s means: %w", m.Table, m.Field, err)
		}
	}
	for _, m := range s.forgotten {
		if _, err := tx.Exec(ctx, "delete from "+meaningTable+" where table_key = ? and field = ?", m.Table, m.Field); err != nil {
			return fmt.Errorf("forget what %s.%s means: %w", m.Table, m.Field, err)
		}
	}
	return nil
}
