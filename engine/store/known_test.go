package store_test

import (
	"context"
	"errors"
	"testing"

	"github.com/wareloom/wareloom/engine/enginetest"
	"github.com/wareloom/wareloom/engine/store"
)

// TestWhatIsKnownIsAskedOnce counts how often a value is loaded in one transaction.
func TestWhatIsKnownIsAskedOnce(t *testing.T) {
	enginetest.EachDB(t, func(t *testing.T, db *store.DB) {
		asked := 0
		want := func(tx *store.Tx, n int) {
			t.Helper()
			got, err := store.Known(tx, "key", func() (int, error) { asked++; return asked, nil })
			if err != nil || got != n {
				t.Errorf("known %d, %v; want %d", got, err, n)
			}
		}
		back := errors.New("taken back")
		for range 2 { // nothing goes from one transaction to the next
			asked = 0
			err := db.Write(t.Context(), func(ctx context.Context, tx *store.Tx) error {
				if _, err := store.Known(tx, "key", func() (int, error) { return 0, back }); !errors.Is(err, back) {
					t.Errorf("a load that fails gives %v", err)
				}
				want(tx, 1)
				want(tx, 1)
				tx.Forget("key")
				want(tx, 2)
				err := tx.Savepoint(ctx, func(context.Context) error {
					tx.Forget("key")
					want(tx, 3)
					return back
				})
				want(tx, 4)
				if !errors.Is(err, back) {
					return err
				}
				return nil
			})
			if err != nil {
				t.Fatal(err)
			}
		}
	})
}
