package query

import (
	"context"
	"fmt"
	"slices"
	"strconv"

	"github.com/wareloom/wareloom/engine/store"
)

// standing is a row of a page as it was read: where the next step of it is asked from
// when the page is whole.
type standing struct {
	id    int64
	cells cells
}

// stand keeps a row; its id is the last of the keys that order the page.
func (l *listing) stand(values []any) {
	id, _ := values[l.keys[len(l.keys)-1].at].(int64)
	l.standing = append(l.standing, standing{id, cells{values: slices.Clone(values)}})
}

// writeNext adds in next, by the id of the row, the step that leads on from each row that
// has one: what Get says of a record as _next.
func (l *listing) writeNext(ctx context.Context, tx *store.Tx) error {
	dst, separator := append(l.page.data, `,"next":`...), byte('{')
	for _, row := range l.standing {
		g := getting{q: l.q, prepared: l.prepared, rights: l.rights, table: l.table, id: row.id, lines: map[string][]Row{}}
		names, _, err := g.allowed(ctx, tx, row.cells)
		if err != nil {
			return fmt.Errorf("judge the actions of %s %d: %w", l.table.Key, row.id, err)
		}
		step, err := g.next(ctx, tx, row.cells, names)
		if err != nil {
			return fmt.Errorf("find what comes after %s %d: %w", l.table.Key, row.id, err)
		}
		if step == nil {
			continue
		}
		dst = append(strconv.AppendInt(append(dst, separator, '"'), row.id, 10), `":`...)
		if dst, err = appendStep(dst, step); err != nil {
			return err
		}
		separator = ','
	}
	if separator == '{' {
		dst = append(dst, '{')
	}
	l.page.data = append(dst, '}')
	return nil
}
