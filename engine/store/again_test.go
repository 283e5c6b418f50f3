package store_test

import (
	"context"
	"testing"

	"github.com/wareloom/wareloom/engine/enginetest"
	"github.com/wareloom/wareloom/engine/fault"
	"github.com/wareloom/wareloom/engine/store"
)

// TestAPlanThatFailsIsMadeAgain has a transaction say that its plan does not hold: it
// runs anew from the start, nothing of the first run stays, also out of a savepoint.
func TestAPlanThatFailsIsMadeAgain(t *testing.T) {
	enginetest.EachDB(t, func(t *testing.T, db *store.DB) {
		write := func(ctx context.Context, tx *store.Tx) error {
			_, err := tx.Exec(ctx, "create table plan (try integer)")
			return err
		}
		if err := db.Alter(t.Context(), write); err != nil {
			t.Fatal(err)
		}
		err := db.Write(t.Context(), func(ctx context.Context, tx *store.Tx) error {
			return tx.Savepoint(ctx, func(ctx context.Context) error {
				if _, err := tx.Exec(ctx, "insert into plan (try) values (?)", tx.Tries()); err != nil {
					return err
				}
				if tx.Tries() < 2 {
					return tx.Again(fault.New(fault.Conflict, "plan.taken"))
				}
				return nil
			})
		})
		if err != nil {
			t.Fatal(err)
		}
		var rows, last int
		err = db.Read(t.Context(), func(ctx context.Context, tx *store.Tx) error {
			return tx.QueryRow(ctx, "select count(*), max(try) from plan").Scan(&rows, &last)
		})
		if err != nil || rows != 1 || last != 2 {
			t.Errorf("%d rows, the last of try %d, %v; want 1 of try 2", rows, last, err)
		}
	})
}
