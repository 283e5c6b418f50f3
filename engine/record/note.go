package record

import (
	"context"

	"github.com/wareloom/wareloom/engine/access"
	"github.com/wareloom/wareloom/engine/catalog"
	"github.com/wareloom/wareloom/engine/store"
)

// Note puts into the audit of a record that somebody did something with it that
// changed none of its fields.
func (r *Records) Note(ctx context.Context, tx *store.Tx, rights *access.Rights, table *catalog.Table, id int64, action string) error {
	return r.Together(ctx, tx, func(ctx context.Context) error {
		if u, ok := ctx.Value(unitKey{}).(*unit); ok {
			u.record(recordRef{table, id}, action, nil, Row{}, rights.Actor(), rights.Release().Number)
		}
		return nil
	})
}
