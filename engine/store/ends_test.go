package store_test

import (
	"context"
	"errors"
	"slices"
	"testing"

	"github.com/wareloom/wareloom/engine/enginetest"
	"github.com/wareloom/wareloom/engine/store"
)

const noteSQL = "insert into note (id) values (?)"

// TestWhatWaitsForTheEnd: it is written last, goes with what it belongs to, and its failure
// undoes everything.
func TestWhatWaitsForTheEnd(t *testing.T) {
	errNo := errors.New("no")
	for _, c := range []struct {
		name  string
		write store.Func
		fails bool
		want  []int64
	}{
		{"last, in order", func(ctx context.Context, tx *store.Tx) error {
			if err := tx.AtEnd(ctx, noteSQL, 1); err != nil {
				return err
			}
			_, err := tx.Exec(ctx, "insert into note (id) select 10 + count(*) from note where id > ?", 0)
			return errors.Join(err, tx.AtEnd(ctx, "insert into note (id) select 20 + count(*) from note where id > ?", 0))
		}, false, []int64{1, 10, 22}},
		{"by itself", func(ctx context.Context, tx *store.Tx) error { return tx.AtEnd(ctx, noteSQL, 1) }, false, []int64{1}},
		{"not when the rest fails", func(ctx context.Context, tx *store.Tx) error {
			return errors.Join(tx.AtEnd(ctx, noteSQL, 1), errNo)
		}, true, nil},
		{"its failure undoes all", func(ctx context.Context, tx *store.Tx) error {
			_, err := tx.Exec(ctx, noteSQL, 1)
			return errors.Join(err, tx.AtEnd(ctx, noteSQL, 2), tx.AtEnd(ctx, noteSQL, 1))
		}, true, nil},
		{"with its savepoint, and not with another", func(ctx context.Context, tx *store.Tx) error {
			err := tx.AtEnd(ctx, noteSQL, 1)
			undone := tx.Savepoint(ctx, func(ctx context.Context) error { return errors.Join(tx.AtEnd(ctx, noteSQL, 2), errNo) })
			if !errors.Is(undone, errNo) {
				return undone
			}
			return errors.Join(err, tx.Savepoint(ctx, func(ctx context.Context) error { return tx.AtEnd(ctx, noteSQL, 3) }))
		}, false, []int64{1, 3}},
		{"nothing at all", func(context.Context, *store.Tx) error { return nil }, false, nil},
	} {
		t.Run(c.name, func(t *testing.T) {
			enginetest.EachDB(t, func(t *testing.T, db *store.DB) {
				makeNotes(t, db)
				if err := db.Write(t.Context(), c.write); (err != nil) != c.fails {
					t.Errorf("error %v, want one: %v", err, c.fails)
				}
				if found := notes(t, db); !slices.Equal(found, c.want) {
					t.Errorf("found %v, want %v", found, c.want)
				}
			})
		})
	}
}

// TestManyWaitForTheEnd: more than are held back are said meanwhile.
func TestManyWaitForTheEnd(t *testing.T) {
	enginetest.EachDB(t, func(t *testing.T, db *store.DB) {
		makeNotes(t, db)
		err := db.Write(t.Context(), func(ctx context.Context, tx *store.Tx) (err error) {
			for i := range 1_000 {
				err = errors.Join(err, tx.AtEnd(ctx, noteSQL, i))
			}
			return err
		})
		if found := notes(t, db); err != nil || len(found) != 1_000 {
			t.Errorf("%d notes, %v", len(found), err)
		}
	})
}

// TestWhatWaitsSaysWhatItBroke: a constraint is named as it is by any other statement.
func TestWhatWaitsSaysWhatItBroke(t *testing.T) {
	enginetest.EachDB(t, func(t *testing.T, db *store.DB) {
		makeNotes(t, db)
		err := db.Write(t.Context(), func(ctx context.Context, tx *store.Tx) error {
			return errors.Join(tx.AtEnd(ctx, noteSQL, 1), tx.AtEnd(ctx, noteSQL, 1))
		})
		if name, broken := store.IsUnique(err); !broken || name != "note_pkey" {
			t.Errorf("broke %q (%v): %v", name, broken, err)
		}
	})
}

func makeNotes(t *testing.T, db *store.DB) {
	t.Helper()
	err := db.Alter(t.Context(), func(ctx context.Context, tx *store.Tx) error {
		_, err := tx.Exec(ctx, "create table note (id BIGINT primary key)")
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
}

func notes(t *testing.T, db *store.DB) (ids []int64) {
	t.Helper()
	err := db.Read(t.Context(), func(ctx context.Context, tx *store.Tx) error {
		return tx.Select(ctx, &ids, "select id from note order by id")
	})
	if err != nil {
		t.Fatal(err)
	}
	return ids
}
