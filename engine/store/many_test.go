package store_test

import (
	"context"
	"slices"
	"testing"

	"github.com/wareloom/wareloom/engine/enginetest"
	"github.com/wareloom/wareloom/engine/store"
)

// TestManyValuesAreOneArgument asks for rows by none, one and many numbers and texts.
func TestManyValuesAreOneArgument(t *testing.T) {
	t.Parallel()
	enginetest.EachDB(t, func(t *testing.T, db *store.DB) {
		err := db.Alter(t.Context(), func(ctx context.Context, tx *store.Tx) error {
			if _, err := tx.Exec(ctx, "create table thing (id bigint primary key, name text)"); err != nil {
				return err
			}
			_, err := tx.Exec(ctx, `insert into thing values (1, 'a'), (2, 'it''s "b", é'), (3, null), (9007199254740993, '1')`)
			return err
		})
		if err != nil {
			t.Fatal(err)
		}
		find := func(condition string, list any) (found []int64) {
			t.Helper()
			err := db.Read(t.Context(), func(ctx context.Context, tx *store.Tx) error {
				return tx.Select(ctx, &found, "select id from thing where "+condition+" order by id", list)
			})
			if err != nil {
				t.Fatal(condition, err)
			}
			return found
		}
		const large = 9007199254740993 // no float holds it
		for _, tt := range []struct {
			ids     []int64
			in, out []int64
		}{
			{nil, nil, []int64{1, 2, 3, large}},
			{[]int64{2}, []int64{2}, []int64{1, 3, large}},
			{[]int64{large, 1, 1, 77}, []int64{1, large}, []int64{2, 3}},
		} {
			if got := find("id in ?", tt.ids); !slices.Equal(got, tt.in) {
				t.Errorf("in %v: %v", tt.ids, got)
			}
			if got := find("id NOT IN ?", tt.ids); !slices.Equal(got, tt.out) {
				t.Errorf("not in %v: %v", tt.ids, got)
			}
		}
		for _, tt := range []struct {
			names   []string
			in, out []int64
		}{
			{nil, nil, []int64{1, 2, 3, large}},
			{[]string{`it's "b", é`, "1"}, []int64{2, large}, []int64{1}},
		} {
			if got := find("name IN ?", tt.names); !slices.Equal(got, tt.in) {
				t.Errorf("in %q: %v", tt.names, got)
			}
			if got := find("name not in ?", tt.names); !slices.Equal(got, tt.out) {
				t.Errorf("not in %q: %v", tt.names, got)
			}
		}
	})
}
