package access_test

import (
	"context"
	"slices"
	"testing"

	"github.com/wareloom/wareloom/engine/access"
	"github.com/wareloom/wareloom/engine/access/accesstest"
	"github.com/wareloom/wareloom/engine/auth"
	"github.com/wareloom/wareloom/engine/fault"
	"github.com/wareloom/wareloom/engine/store"
)

// as is an actor who looks as a role of his own user type.
func as(own auth.Actor, role int64) auth.Actor {
	actor := own
	actor.Own, actor.Roles = &own, []int64{role}
	return actor
}

func TestWhoLooksAsARoleSeesWhatBothShow(t *testing.T) {
	t.Parallel()
	each(t, func(t *testing.T, w *accesstest.World) {
		goods(w)
		whole := w.Role("user", grant{Menus: []int{12, 13}, Buttons: map[int][]string{12: {"update"}}})
		narrow := w.Role("user", grant{Menus: []int{12}, Rules: map[string]rule{
			"item": {Rows: "row.code == 'A' or row.code == 'B'", Hide: []string{"kind"}},
		}})
		other := w.Role("user", grant{Menus: []int{12}, Rules: map[string]rule{"item": {Rows: "row.code != 'A'"}}})

		for _, tt := range []struct {
			name    string
			own, as int64
			rows    int
			kind    bool
			update  bool
			menus   []int
		}{
			{"a narrow role by who has all", whole, narrow, 4, false, false, []int{1, 11, 12}},
			{"a wide role by who has little", narrow, whole, 4, false, false, []int{1, 11, 12}},
			{"roles that overlap", narrow, other, 2, false, false, []int{1, 11, 12}},
			{"one's own role", whole, whole, 6, true, true, w.Rights(accesstest.Office(1, whole)).MenuIDs()},
		} {
			rights := w.Rights(as(accesstest.Office(1, tt.own), tt.as))
			if n := count(t, w, rights, "item", access.Read); n != tt.rows {
				t.Errorf("%s: %d items, want %d", tt.name, n, tt.rows)
			}
			item := w.Table("item")
			kind, _ := item.Field("kind")
			if seen := !rights.FieldRead(item, kind).Never(); seen != tt.kind {
				t.Errorf("%s: the hidden field is seen: %t", tt.name, seen)
			}
			if rights.Can("item.update") != tt.update || !slices.Equal(rights.MenuIDs(), tt.menus) {
				t.Errorf("%s: update %t, menus %v, want %v", tt.name, rights.Can("item.update"), rights.MenuIDs(), tt.menus)
			}
			err := w.DB.Read(t.Context(), func(ctx context.Context, tx *store.Tx) error {
				return rights.CheckWrite(ctx, tx, item, row{"id": int64(1)})
			})
			if f, ok := fault.As(err); !ok || f.Key != "preview.read_only" {
				t.Errorf("%s: CheckWrite = %v", tt.name, err)
			}
			if own := w.Rights(accesstest.Office(1, tt.own)); own.Can("item.update") != (tt.own == whole) {
				t.Errorf("%s: the rights kept for himself changed", tt.name)
			}
		}
	})
}
