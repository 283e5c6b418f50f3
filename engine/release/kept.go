package release

import (
	"context"

	"github.com/wareloom/wareloom/engine/catalog"
	"github.com/wareloom/wareloom/engine/ddl"
	"github.com/wareloom/wareloom/engine/store"
)

// Kept lists the columns and tables that the release in force does without and whose
// values are kept.
func (r *Releases) Kept(ctx context.Context) ([]ddl.Kept, error) {
	rel, err := r.inForceNow(ctx)
	if err != nil {
		return nil, err
	}
	return ddl.ListKept(ctx, r.DB, rel)
}

// DropKept takes one of them out of the database for good, with who consented; also runs
// in its transaction. The faults are those of ddl.Drop, and release.moved where another
// release came into force meanwhile.
func (r *Releases) DropKept(ctx context.Context, of ddl.Kept, also store.Func) (ddl.Kept, error) {
	r.mu.Lock()
	defer r.mu.Unlock()
	rel, err := r.inForceNow(ctx)
	if err != nil {
		return ddl.Kept{}, err
	}
	plan, err := ddl.PreviewDrop(ctx, r.DB, rel, of)
	if err != nil {
		return ddl.Kept{}, err
	}
	if tables := plan.Rebuilt(); len(tables) > 0 {
		if err := r.BackUp(ctx, tables); err != nil {
			return ddl.Kept{}, err
		}
	}
	gone, err := ddl.Drop(ctx, r.DB, rel, of, func(ctx context.Context, tx *store.Tx) error {
		newest, err := Newest(ctx, tx)
		if err == nil && newest.Number != rel.Number {
			err = moved(newest.Number)
		}
		if err != nil || also == nil {
			return err
		}
		return also(ctx, tx)
	})
	return gone, inUse(err, plan)
}

// inForceNow is the newest release, compiled.
func (r *Releases) inForceNow(ctx context.Context) (*catalog.Release, error) {
	there, newest, err := r.read(ctx, nil)
	if err != nil {
		return nil, err
	}
	return r.inForce(there, newest)
}
