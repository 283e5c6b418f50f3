package record

import (
	"context"

	"github.com/wareloom/wareloom/engine/access"
	"github.com/wareloom/wareloom/engine/catalog"
	"github.com/wareloom/wareloom/engine/store"
)

// Reach refuses a caller who may not do something with a record. A change locks it.
//
// Denied: no right; NotFound: no such record for the caller.
func (r *Records) Reach(ctx context.Context, tx *store.Tx, rights *access.Rights, table *catalog.Table, op access.Op, id int64) error {
	if err := rights.RequireOn(table, op); err != nil {
		return err
	}
	rows := rights.RowsAs(table, op, access.Alias)
	found, err := r.plans.of(rights.Release(), table).byIDs(ctx, tx, []int64{id}, op != access.Read, &rows)
	if err == nil && found[id] == nil {
		return notFound(table, id)
	}
	return err
}

// Note puts into the audit of a record that somebody did something with it that
// changed none of its fields; about names what it was done with, "" for nothing.
func (r *Records) Note(ctx context.Context, tx *store.Tx, rights *access.Rights, table *catalog.Table, id int64, action, about string) error {
	return r.Together(ctx, tx, func(ctx context.Context) error {
		if u, ok := ctx.Value(unitKey{}).(*unit); ok {
			ref := recordRef{table, id}
			u.record(ref, action, nil, Row{}, rights.Actor(), rights.Release().Number)
			u.entries[ref].about = about
		}
		return nil
	})
}
