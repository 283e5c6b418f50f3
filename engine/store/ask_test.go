package store_test

import (
	"context"
	"database/sql"
	"errors"
	"fmt"
	"slices"
	"testing"

	"github.com/wareloom/wareloom/engine/enginetest"
	"github.com/wareloom/wareloom/engine/store"
)

// taking gathers the numbers of a question.
func taking(into *[]int64) func(*sql.Rows) error {
	return func(rows *sql.Rows) error {
		for rows.Next() {
			var n int64
			if err := rows.Scan(&n); err != nil {
				return err
			}
			*into = append(*into, n)
		}
		return rows.Err()
	}
}

// TestQuestionsAreAskedTogether: each gets its own rows, what was put before is seen, and what
// is asked afterwards is answered.
func TestQuestionsAreAskedTogether(t *testing.T) {
	const some = "select id from note where id > ? order by id"
	enginetest.EachDB(t, func(t *testing.T, db *store.DB) {
		makeNotes(t, db)
		work := func(ctx context.Context, tx *store.Tx) error {
			var high, none, first, all []int64
			err := tx.Ask(ctx,
				store.Question{Text: some, Args: []any{2}, Take: taking(&high)},
				store.Question{Text: some, Args: []any{9}, Take: taking(&none)},
				store.Question{Text: some, Args: []any{0}, Take: func(rows *sql.Rows) error { // and leaves the rest
					var n int64
					rows.Next()
					err := rows.Scan(&n)
					first = append(first, n)
					return err
				}},
				store.Question{Text: "select count(*) from note", Take: taking(&all)})
			if err = errors.Join(err, tx.Ask(ctx), tx.Select(ctx, &all, some, 1)); err != nil {
				return err
			}
			if !slices.Equal(high, []int64{3}) || none != nil || !slices.Equal(first, []int64{1}) || !slices.Equal(all, []int64{2, 3}) {
				return fmt.Errorf("found %v, %v, %v, %v", high, none, first, all)
			}
			return nil
		}
		err := db.Write(t.Context(), func(ctx context.Context, tx *store.Tx) error {
			for n := range 3 {
				if err := tx.Put(ctx, nil, noteSQL, n+1); err != nil {
					return err
				}
			}
			return work(ctx, tx)
		})
		if err != nil {
			t.Errorf("writing: %v", err)
		}
		if err := db.Read(t.Context(), work); err != nil {
			t.Errorf("reading: %v", err)
		}
		if err := db.Ask(t.Context(), work); err != nil {
			t.Errorf("asking: %v", err)
		}
	})
}

// TestAQuestionAmongOthersThatFails fails the transaction, whichever it is.
func TestAQuestionAmongOthersThatFails(t *testing.T) {
	enginetest.EachDB(t, func(t *testing.T, db *store.DB) {
		makeNotes(t, db)
		var found []int64
		good := store.Question{Text: "select count(*) from note", Take: taking(&found)}
		bad := store.Question{Text: "select id from missing", Take: taking(&found)}
		odd := store.Question{Text: "select 1 where 1 = ?", Args: []any{1}, Take: func(*sql.Rows) error { return errors.New("no") }}
		for name, questions := range map[string][]store.Question{"first": {bad, good}, "last": {good, bad}, "taking it": {good, odd, good}} {
			err := db.Write(t.Context(), func(ctx context.Context, tx *store.Tx) error {
				return errors.Join(tx.Put(ctx, nil, noteSQL, 1), tx.Ask(ctx, questions...))
			})
			if err == nil || store.IsMissing(err) != (name != "taking it") {
				t.Errorf("%s: %v", name, err)
			}
			if kept := notes(t, db); kept != nil {
				t.Errorf("%s: kept %v", name, kept)
			}
		}
	})
}
