package store_test

import (
	"context"
	"errors"
	"fmt"
	"testing"

	"github.com/wareloom/wareloom/engine/enginetest"
	"github.com/wareloom/wareloom/engine/fault"
	"github.com/wareloom/wareloom/engine/store"
)

// TestNoRoomIsTold lets a SQLite file grow no further: whatever a transaction makes of
// it, it is told that there is no room and keeps nothing, reading goes on, and with room
// the same transaction goes through.
func TestNoRoomIsTold(t *testing.T) {
	t.Parallel()
	large := func(ctx context.Context, tx *store.Tx) error {
		_, err := tx.Exec(ctx, "insert into kept (text) values (zeroblob(4000000))")
		return err
	}
	for name, grow := range map[string]store.Func{
		"as it is": large,
		"kept to itself": func(ctx context.Context, tx *store.Tx) error {
			_ = large(ctx, tx)
			return nil
		},
		"worded otherwise": func(ctx context.Context, tx *store.Tx) error {
			if large(ctx, tx) != nil {
				return fault.New(fault.Conflict, "test.other")
			}
			return nil
		},
		"behind a savepoint": func(ctx context.Context, tx *store.Tx) error {
			err := tx.Savepoint(ctx, func(ctx context.Context) error { return large(ctx, tx) })
			if err != nil {
				_, err = tx.Exec(ctx, "insert into kept (text) values ('instead')")
			}
			if err != nil {
				return fault.New(fault.Conflict, "test.other")
			}
			return nil
		},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			db := enginetest.Open(t, enginetest.SQLite(t), store.Options{})
			if err := exec(t, db, "create table kept (text blob)"); err != nil {
				t.Fatal(err)
			}
			save := func(ctx context.Context, tx *store.Tx) error {
				if _, err := tx.Exec(ctx, "insert into kept (text) values ('before')"); err != nil {
					return err
				}
				return grow(ctx, tx)
			}
			bound := func(more int) {
				t.Helper()
				err := db.Write(t.Context(), func(ctx context.Context, tx *store.Tx) error {
					var pages, most int
					return errors.Join(tx.Get(ctx, &pages, "pragma page_count"), tx.Get(ctx, &most, fmt.Sprintf("pragma max_page_count = %d", pages+more)))
				})
				if err != nil {
					t.Fatal(err)
				}
			}
			rows := func() (n int) {
				t.Helper()
				err := db.Read(t.Context(), func(ctx context.Context, tx *store.Tx) error { return tx.Get(ctx, &n, "select count(*) from kept") })
				if err != nil {
					t.Fatal(err)
				}
				return n
			}
			bound(4)
			if err := db.Write(t.Context(), save); !fault.IsKey(err, store.Full) || fault.CodeOf(err) != fault.Unavailable {
				t.Errorf("%v, want that there is no room", err)
			}
			if n := rows(); n != 0 {
				t.Errorf("%d rows were kept of what was refused", n)
			}
			bound(1 << 20)
			if err := db.Write(t.Context(), save); err != nil {
				t.Errorf("with room: %v", err)
			}
			if n := rows(); n != 2 {
				t.Errorf("%d rows, want 2", n)
			}
		})
	}
}
