package store_test

import (
	"context"
	"database/sql"
	"testing"

	"github.com/wareloom/wareloom/engine/enginetest"
	"github.com/wareloom/wareloom/engine/store"
)

// TestRowsAreReadLikeATable joins, updates and sorts by rows of values, nothing among them.
func TestRowsAreReadLikeATable(t *testing.T) {
	t.Parallel()
	const large = 9007199254740993 // no float holds it
	enginetest.EachDB(t, func(t *testing.T, db *store.DB) {
		err := db.Alter(t.Context(), func(ctx context.Context, tx *store.Tx) error {
			_, err := tx.Exec(ctx, "create table thing (id bigint primary key, n bigint, name text)")
			if err == nil {
				_, err = tx.Exec(ctx, "insert into thing values (1, 1, 'a'), (2, 2, 'b'), (3, 3, 'c')")
			}
			return err
		})
		if err != nil {
			t.Fatal(err)
		}
		kinds := []store.Kind{store.Integers, store.Integers, store.Texts}
		for _, rows := range [][][]any{
			{{int64(2), int64(large), sql.NullString{String: `it's "b"`, Valid: true}}},
			{{int64(1), sql.NullInt64{}, nil}, {int64(3), nil, "é"}, {int64(77), int64(0), "nobody"}},
		} {
			err := db.Write(t.Context(), func(ctx context.Context, tx *store.Tx) error {
				from, args := tx.Listed(kinds, rows)
				changed, err := tx.Exec(ctx, "update thing set n = coalesce(v.column2, ?), name = v.column3 from "+from+" where thing.id = v.column1",
					append([]any{int64(-1)}, args...)...)
				if changed > 2 {
					t.Errorf("%d rows changed", changed)
				}
				return err
			})
			if err != nil {
				t.Fatal(err)
			}
		}
		var found []struct {
			ID   int64
			N    int64
			Name sql.NullString
		}
		err = db.Read(t.Context(), func(ctx context.Context, tx *store.Tx) error {
			from, args := tx.Listed([]store.Kind{store.Integers, store.Texts}, [][]any{{int64(3), "é"}, {int64(1), "x"}, {int64(2), `it's "b"`}})
			return tx.Select(ctx, &found, "select thing.id, n, name from "+from+` cross join thing
				where thing.id = v.column1 and coalesce(name, 'x') = v.column2 order by thing.id`, args...)
		})
		if err != nil || len(found) != 3 || found[0].N != -1 || found[0].Name.Valid || found[1].N != large || found[1].Name.String != `it's "b"` || found[2].Name.String != "é" {
			t.Errorf("found %+v, %v", found, err)
		}
	})
}
