package store_test

import (
	"context"
	"database/sql"
	"errors"
	"fmt"
	"slices"
	"testing"

	"github.com/wareloom/wareloom/engine/store"
)

// TestAskIsOneStatementOrASnapshot: what says one statement is neither begun nor committed;
// what says more sees one snapshot, and what writes is refused.
func TestAskIsOneStatementOrASnapshot(t *testing.T) {
	t.Parallel()
	withTables(t, func(t *testing.T, db *store.DB) {
		runs := 0
		ask := func(statements int) (counts []int64, err error) {
			runs = 0
			err = db.Ask(t.Context(), func(ctx context.Context, tx *store.Tx) error {
				runs++
				counts = make([]int64, statements)
				for i := range counts {
					if err := tx.Get(ctx, &counts[i], "select count(*) from item"); err != nil {
						return err
					}
					if err := exec(t, db, "insert into item (id, no) values (?, ?)", 10*runs+i, fmt.Sprint(runs, i)); err != nil {
						return err
					}
				}
				return nil
			})
			return counts, err
		}
		if _, err := ask(1); err != nil || runs != 1 {
			t.Errorf("one statement ran %d times: %v", runs, err)
		}
		if err := exec(t, db, "delete from item where id >= 10"); err != nil {
			t.Fatal(err)
		}
		if counts, err := ask(3); err != nil || runs != 2 || counts[0] != counts[2] {
			t.Errorf("three statements ran %d times and saw %v: %v", runs, counts, err)
		}
		err := db.Ask(t.Context(), func(ctx context.Context, tx *store.Tx) error {
			_, err := tx.Exec(ctx, "delete from item")
			return err
		})
		if err == nil {
			t.Error("a question deleted")
		}
		for range 50 { // no connection is lost
			err := db.Ask(t.Context(), func(context.Context, *store.Tx) error { return sql.ErrNoRows })
			if !errors.Is(err, sql.ErrNoRows) {
				t.Fatal(err)
			}
		}
	})
}

// TestOneStatementIsWrittenByItself: it is kept, what is to follow its commit follows, and one
// that fails leaves the connection as it was.
func TestOneStatementIsWrittenByItself(t *testing.T) {
	t.Parallel()
	withTables(t, func(t *testing.T, db *store.DB) {
		followed := 0
		add := func(id int, no string) error {
			return db.WriteOne(t.Context(), func(ctx context.Context, tx *store.Tx) error {
				tx.AfterCommit(func() { followed++ })
				_, err := tx.Exec(ctx, "insert into item (id, no) values (?, ?)", id, no)
				return err
			})
		}
		if err := add(11, "eleven"); err != nil {
			t.Fatal(err)
		}
		for range 50 { // no connection is lost
			if err := add(12, "eleven"); err == nil {
				t.Fatal("a number is there twice")
			}
		}
		if err := add(13, "thirteen"); err != nil || followed != 2 {
			t.Errorf("%d were followed by what was to follow, want 2: %v", followed, err)
		}
		var ids []int64
		err := db.Read(t.Context(), func(ctx context.Context, tx *store.Tx) error {
			return tx.Select(ctx, &ids, "select id from item where id > 10 order by id")
		})
		if err != nil || !slices.Equal(ids, []int64{11, 13}) {
			t.Errorf("items %v: %v", ids, err)
		}
	})
}
