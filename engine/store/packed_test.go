package store_test

import (
	"bytes"
	"context"
	"crypto/rand"
	"strings"
	"testing"

	"github.com/wareloom/wareloom/engine/enginetest"
	"github.com/wareloom/wareloom/engine/store"
)

// TestPackedBytesComeBack: short and long ones, those that cannot be made shorter, none, and
// those that were kept before there was packing.
func TestPackedBytesComeBack(t *testing.T) {
	t.Parallel()
	noise := make([]byte, 5000)
	_, err := rand.Read(noise)
	keep(t, err)
	long := []byte(`{"lines":[` + strings.Repeat(`{"name":"A-1","size":5},`, 500) + `{}]}`)
	enginetest.EachDB(t, func(t *testing.T, db *store.DB) {
		bytea := map[store.Dialect]string{store.SQLite: "blob", store.Postgres: "bytea"}
		keep(t, db.Alter(t.Context(), func(ctx context.Context, tx *store.Tx) error {
			_, err := tx.Exec(ctx, "create table kept (id bigint primary key, what "+bytea[db.Dialect()]+")")
			return err
		}))
		for id, want := range [][]byte{nil, []byte("{}"), long, noise} {
			keep(t, exec(t, db, "insert into kept (id, what) values (?, ?)", id, store.Packed(want)))
			if got, size := packed(t, db, id); !bytes.Equal(got, want) || (got == nil) != (want == nil) || size > len(want) {
				t.Errorf("%d bytes came back as %d, and were kept as %d", len(want), len(got), size)
			}
		}
		if _, size := packed(t, db, 2); size > len(long)/20 {
			t.Errorf("%d bytes that repeat themselves are kept as %d", len(long), size)
		}
		keep(t, exec(t, db, "insert into kept (id, what) values (9, ?)", long))
		if got, _ := packed(t, db, 9); !bytes.Equal(got, long) {
			t.Errorf("what was kept as it is came back as %d bytes", len(got))
		}
		keep(t, exec(t, db, "insert into kept (id, what) values (10, ?)", []byte{0x28, 0xb5, 0x2f, 0xfd, 1}))
		var row store.Packed
		err := db.Read(t.Context(), func(ctx context.Context, tx *store.Tx) error {
			return tx.Get(ctx, &row, "select what from kept where id = 10")
		})
		if err == nil {
			t.Error("a damaged frame is read")
		}
	})
}

// keep fails the test where what it keeps was not kept.
func keep(t *testing.T, err error) {
	t.Helper()
	if err != nil {
		t.Fatal(err)
	}
}

// packed reads what is kept under an id, and how many bytes it takes.
func packed(t *testing.T, db *store.DB, id int) (store.Packed, int) {
	t.Helper()
	var row struct {
		What store.Packed `db:"what"`
		Size *int         `db:"size"`
	}
	keep(t, db.Read(t.Context(), func(ctx context.Context, tx *store.Tx) error {
		return tx.Get(ctx, &row, "select what, length(what) as size from kept where id = ?", id)
	}))
	if row.Size == nil {
		return row.What, 0
	}
	return row.What, *row.Size
}
