package access_test

import (
	"slices"
	"testing"

	"github.com/wareloom/wareloom/engine/access"
	"github.com/wareloom/wareloom/engine/access/accesstest"
	"github.com/wareloom/wareloom/engine/auth"
)

// want holds what some rights show and grant.
func want(t *testing.T, of string, rights *access.Rights, menus []int, can ...string) {
	t.Helper()
	if got := rights.MenuIDs(); !slices.Equal(got, menus) {
		t.Errorf("%s: menus %v, want %v", of, got, menus)
	}
	for _, right := range []string{"item.read", "item.update", "brand.read", "order.read"} {
		if rights.Can(right) != slices.Contains(can, right) {
			t.Errorf("%s: Can(%s) is %t", of, right, rights.Can(right))
		}
	}
}

func TestAGrantOfAGroupMayBeWhole(t *testing.T) {
	t.Parallel()
	each(t, func(t *testing.T, w *accesstest.World) {
		plain := w.Role("user", grant{Menus: []int{1}})
		want(t, "a group alone", w.Rights(accesstest.Office(1, plain)), []int{1})
		whole := w.Role("user", grant{})
		w.Insert("role_menu", row{"role_id": whole, "menu_id": int64(11), "whole": true})
		want(t, "with all below", w.Rights(accesstest.Office(1, whole)), []int{1, 11, 12}, "item.read", "item.update")
		foreign := w.Role("user", grant{})
		w.Insert("role_menu", row{"role_id": foreign, "menu_id": int64(91), "whole": true})
		want(t, "of another user type", w.Rights(accesstest.Office(1, foreign)), []int{})
	})
}

func TestAPersonHasGrantsOfHisOwn(t *testing.T) {
	t.Parallel()
	each(t, func(t *testing.T, w *accesstest.World) {
		goods(w)
		w.Insert("brand", row{"name": "Moon"})
		role := w.Role("user", grant{Menus: []int{12, 14}, Buttons: map[int][]string{12: {"update"}}, Rules: map[string]rule{"brand": {Rows: "row.name == 'Sun'"}}})
		person := func(name string) int64 {
			return w.Insert("user", row{"account": name, "true_name": name, "user_type": "user"})
		}
		ada, bob, cyd := person("ada"), person("bob"), person("cyd")
		w.Insert("user_menu", row{"user_id": ada, "menu_id": int64(13)})
		w.Insert("user_menu", row{"user_id": bob, "menu_id": int64(14), "withdrawn": true})
		w.Insert("user_button", row{"user_id": bob, "menu_id": int64(12), "button": "update", "withdrawn": true})
		w.Insert("user_menu", row{"user_id": cyd, "menu_id": int64(1), "whole": true})
		w.Insert("user_menu", row{"user_id": cyd, "menu_id": int64(11), "withdrawn": true})

		added := w.Rights(accesstest.Office(ada, role))
		want(t, "a menu more", added, []int{1, 11, 12, 13, 14}, "item.read", "item.update", "brand.read", "order.read")
		if all := count(t, w, added, "brand", access.Read); all != count(t, w, w.Rights(auth.System("test")), "brand", access.Read)-1 {
			t.Errorf("the rule of the role does not hold for the person's own menu: %d brands", all)
		}
		want(t, "taken away", w.Rights(accesstest.Office(bob, role)), []int{1, 11, 12}, "item.read")
		want(t, "without a role", w.Rights(accesstest.Office(cyd)), []int{1, 13, 14, 15}, "brand.read", "order.read")
		want(t, "who has none", w.Rights(accesstest.Office(99, role)), []int{1, 11, 12, 14}, "item.read", "item.update", "order.read")

		look := accesstest.Office(ada, role)
		own := look
		look.Own = &own
		want(t, "looking as a role", w.Rights(look), []int{1, 11, 12, 14}, "item.read", "item.update", "order.read")
	})
}
