package query

import (
	"context"
	"fmt"
	"slices"

	"github.com/wareloom/wareloom/engine/access"
	"github.com/wareloom/wareloom/engine/catalog"
	"github.com/wareloom/wareloom/engine/expression"
	"github.com/wareloom/wareloom/engine/fault"
	"github.com/wareloom/wareloom/engine/store"
)

// Row is a record for Go code: values by field, of the exact types of package
// catalog; null is nil.
type Row = map[string]any

// Where chooses records for Go code.
type Where struct {
	Filter    *Filter             // nil: all
	Fields    []string            // nil: all that are stored; the id is always there
	Sort      []string            // "-created_at", "code"; the id decides last
	Limit     int                 // 0: all
	Condition *expression.Program // of metadata, over row and user; nil: all
	Lock      bool                // PostgreSQL keeps the rows locked until the transaction ends; SQLite has one writer
}

// Rows reads the records that a condition chooses, with the fields asked for. A
// field that the actor may not read on a row is absent from it.
func (q *Query) Rows(ctx context.Context, tx *store.Tx, rights *access.Rights, table string, where Where) ([]Row, error) {
	t, err := q.table(rights, table)
	if err != nil {
		return nil, err
	}
	r := Request{Where: where.Filter, Condition: where.Condition, Sort: where.Sort, Fields: where.Fields}
	if len(where.Sort) == 0 {
		r.Sort = []string{"id"}
	}
	p, err := q.prepare(ctx, rights, t, &r, forCode)
	if err != nil {
		return nil, err
	}
	text := p.page.text
	if where.Limit > 0 {
		text += limitText(where.Limit, 0)
	}
	if where.Lock {
		text += tx.ForUpdate(access.Alias)
	}
	return p.read(ctx, tx, t, text, p.page.args(p.values))
}

// One reads a record by its id. The fault record.not_found (NotFound) says that
// there is none, or none that the actor may see.
func (q *Query) One(ctx context.Context, tx *store.Tx, rights *access.Rights, table string, id int64) (Row, error) {
	rows, err := q.Rows(ctx, tx, rights, table, Where{Filter: Is("id", Eq, id)})
	if err != nil {
		return nil, err
	}
	if len(rows) == 0 {
		return nil, unknownRecord(rights.Release().Tables[table], id)
	}
	return rows[0], nil
}

func unknownRecord(table *catalog.Table, id int64) error {
	return fault.New(fault.NotFound, "record.not_found", "table", table.Meta.Title, "id", id)
}

// read runs a statement and decodes its rows.
func (p *prepared) read(ctx context.Context, tx *store.Tx, table *catalog.Table, text string, args []any) ([]Row, error) {
	found, err := tx.Query(ctx, text, args...)
	if err != nil {
		return nil, fmt.Errorf("read %s: %w", table.Key, err)
	}
	defer found.Close()
	cells := newCells(p.columns)
	var rows []Row
	for found.Next() {
		if err := found.Scan(cells.into...); err != nil {
			return nil, fmt.Errorf("read %s: %w", table.Key, err)
		}
		row, err := p.answer.row(cells.values)
		if err != nil {
			return nil, fmt.Errorf("read %s: %w", table.Key, err)
		}
		rows = append(rows, row)
	}
	if err := found.Err(); err != nil {
		return nil, fmt.Errorf("read %s: %w", table.Key, err)
	}
	return rows, nil
}

// row decodes the outputs of a row.
func (a *answer) row(cells []any) (Row, error) {
	row := make(Row, len(a.outputs))
	for i := range a.outputs {
		out := &a.outputs[i]
		if out.computed != nil || !out.shown(cells) {
			continue
		}
		v, err := out.field.Decode(cells[out.at])
		if err != nil {
			return nil, err
		}
		row[out.key] = v
	}
	return row, nil
}

// values finds the outputs that are the values of fields; nil when one of them is not
// among the answer.
func (a *answer) values(fields []string) []*output {
	found := make([]*output, 0, len(fields))
	for _, field := range fields {
		at := slices.IndexFunc(a.outputs, func(out output) bool { return out.key == field && out.field != nil && out.computed == nil })
		if at < 0 {
			return nil
		}
		found = append(found, &a.outputs[at])
	}
	return found
}

// pick decodes the values of outputs; nil when the actor may not read one of them on this
// row.
func pick(outputs []*output, cells []any) (Row, error) {
	row := make(Row, len(outputs))
	for _, out := range outputs {
		if !out.shown(cells) {
			return nil, nil
		}
		v, err := out.field.Decode(cells[out.at])
		if err != nil {
			return nil, err
		}
		row[out.key] = v
	}
	return row, nil
}
