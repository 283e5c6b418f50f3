package job

import (
	"context"
	"maps"
	"slices"

	"github.com/wareloom/wareloom/engine/store"
)

// soonKey is the key under which a transaction knows what Soon was asked for in it.
type soonKey struct{}

// Soon has a job of a kind, which takes no arguments, run after the commit of the
// transaction; asked for often, it runs once. All who ask wait for its row, so the asking
// is done last, and of several kinds in their order, that two do not wait for each other.
func Soon(tx *store.Tx, kind string) {
	kinds, _ := store.Known(tx, soonKey{}, func() (map[string]bool, error) {
		kinds := map[string]bool{}
		tx.BeforeCommit(func(ctx context.Context) error { return enqueueAll(ctx, tx, kinds) })
		return kinds, nil
	})
	kinds[kind] = true
}

func enqueueAll(ctx context.Context, tx *store.Tx, kinds map[string]bool) error {
	for _, kind := range slices.Sorted(maps.Keys(kinds)) {
		if _, err := Enqueue(ctx, tx, New{Kind: kind, UniqueKey: kind + ":now"}); err != nil {
			return err
		}
	}
	return nil
}
