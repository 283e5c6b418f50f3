package job

import (
	"context"
	"fmt"
	"maps"
	"slices"

	"github.com/wareloom/wareloom/engine/store"
)

// soonKey is the key under which a transaction knows what Soon was asked for in it.
type soonKey struct{}

// Soon has a job of a kind, which takes no arguments, run after the commit of the
// transaction; asked for often, it runs once. All who ask wait for its row, so the asking
// is said together with the commit, and of several kinds in their order, that two do not
// wait for each other.
func Soon(tx *store.Tx, kind string) {
	kinds, _ := store.Known(tx, soonKey{}, func() (map[string]bool, error) {
		kinds := map[string]bool{}
		tx.BeforeCommit(func(ctx context.Context) error { return enqueueAll(ctx, tx, kinds) })
		return kinds, nil
	})
	kinds[kind] = true
}

func enqueueAll(ctx context.Context, tx *store.Tx, kinds map[string]bool) error {
	id, err := tx.NextIDs(ctx, len(kinds))
	if err != nil {
		return fmt.Errorf("enqueue what is asked for: %w", err)
	}
	now := clockSQL[tx.Dialect()]
	for _, kind := range slices.Sorted(maps.Keys(kinds)) {
		text := enqueueInto + "(?, ?, 'null', ?, " + now + ", " + now + ", 0, 0)" + orJoin
		if err := tx.AtEnd(ctx, text, id, kind, kind+":now"); err != nil {
			return fmt.Errorf("enqueue %s: %w", kind, err)
		}
		id++
	}
	return nil
}
