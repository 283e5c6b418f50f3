package store_test

import (
	"context"
	"errors"
	"math/rand/v2"
	"sync"
	"testing"

	"github.com/wareloom/wareloom/engine/enginetest"
	"github.com/wareloom/wareloom/engine/store"
)

// TestIDsAreUnique takes ids in many transactions of four open
// databases, some of which roll back, and looks for one given out twice among
// those that were committed.
func TestIDsAreUnique(t *testing.T) {
	t.Parallel()
	seed := rand.Uint64()
	t.Logf("seed %d", seed)
	refused := errors.New("refused")
	enginetest.EachDSN(t, func(t *testing.T, dsn string) {
		var mu sync.Mutex
		seen := map[int64]bool{}
		keep := func(first int64, n int) {
			mu.Lock()
			defer mu.Unlock()
			for id := first; id < first+int64(n); id++ {
				if seen[id] {
					t.Errorf("id %d was given out twice", id)
				}
				seen[id] = true
			}
		}
		var group sync.WaitGroup
		for worker := range 4 {
			db := enginetest.Open(t, dsn, store.Options{})
			random := rand.New(rand.NewPCG(seed, uint64(worker)))
			group.Go(func() {
				for range 30 {
					n, fail := 1+random.IntN(1500), random.IntN(3) == 0
					var first int64
					err := db.Write(t.Context(), func(ctx context.Context, tx *store.Tx) (err error) {
						if first, err = tx.NextIDs(ctx, n); err == nil && fail {
							err = refused
						}
						return err
					})
					if err != nil && !errors.Is(err, refused) {
						t.Errorf("worker %d: %v", worker, err)
					}
					if err == nil {
						keep(first, n)
					}
				}
			})
		}
		group.Wait()
	})
}

func TestIDsNeedAWrite(t *testing.T) {
	t.Parallel()
	enginetest.EachDB(t, func(t *testing.T, db *store.DB) {
		err := db.Read(t.Context(), func(ctx context.Context, tx *store.Tx) error {
			_, err := tx.NextIDs(ctx, 1)
			return err
		})
		if err == nil {
			t.Error("ids in a read transaction")
		}
	})
}
