package access_test

import (
	"context"
	"testing"

	"github.com/wareloom/wareloom/engine/access"
	"github.com/wareloom/wareloom/engine/access/accesstest"
	"github.com/wareloom/wareloom/engine/auth"
	"github.com/wareloom/wareloom/engine/enginetest"
	"github.com/wareloom/wareloom/engine/fault"
	"github.com/wareloom/wareloom/engine/store"
)

// peopled is the world with the roles of its people, and with lines of a person that are the
// product's own.
const peopled = `{"tables": [
	{"key": "user_role", "label": ["role_id"], "head": {"table": "user", "field": "user_id"}, "fields": [
		{"key": "user_id", "type": "reference", "to": "user", "required": true, "on_delete": "cascade"}, {"key": "role_id", "type": "reference", "to": "role", "required": true}
	]},
	{"key": "user_site", "label": ["site"], "head": {"table": "user", "field": "person_id"}, "fields": [
		{"key": "person_id", "type": "reference", "to": "user", "required": true, "on_delete": "cascade"}, {"key": "site", "type": "text"}
	]}
]}`

// TestNobodyGivesAwayMoreThanHeHas asks for each row of what decides about rights, whether
// who sees items and makes some may have a hand in it.
func TestNobodyGivesAwayMoreThanHeHas(t *testing.T) {
	t.Parallel()
	enginetest.EachDB(t, func(t *testing.T, db *store.DB) {
		w := accesstest.With(t, db, accesstest.Joined(t, peopled))
		acme := w.Insert("customer", row{"code": "ACME", "name": "Acme"})
		makes := grant{Menus: []int{12}, Buttons: map[int][]string{12: {"create"}}}
		items := w.Rights(accesstest.Office(1, w.Role("user", makes)))
		brands := w.Rights(accesstest.Office(1, w.Role("user", grant{Menus: []int{12, 13}})))
		ruled := makes
		ruled.Rules = map[string]rule{"item": {Rows: "row.code == 'A'"}}
		narrowed := w.Rights(accesstest.Office(1, w.Role("user", ruled)))
		both := w.Rights(accesstest.Office(1, w.Role("user", ruled), w.Role("user", makes)))
		client := w.Rights(accesstest.Client(7, acme, w.Role("client", grant{Menus: []int{92}})))

		same := w.Role("user", makes)
		changes := w.Role("user", grant{Buttons: map[int][]string{12: {"update"}}})
		orders := w.Role("user", grant{Menus: []int{14}})
		clients := w.Role("client", grant{Menus: []int{92, 94}})
		foreign := w.Role("user", grant{Menus: []int{93}})
		folder, whole := w.Role("user", grant{Menus: []int{1}}), w.Role("user", grant{})
		w.Insert("role_menu", row{"role_id": whole, "menu_id": int64(1), "whole": true})
		person := func(role int64) int64 {
			id := w.Insert("user", row{"account": "a", "true_name": "A", "user_type": "user"})
			if role != 0 {
				w.Insert("user_role", row{"user_id": id, "role_id": role})
			}
			return id
		}
		own, withdrawn, pressed := person(same), person(0), person(same)
		w.Insert("user_menu", row{"user_id": own, "menu_id": int64(14)})
		w.Insert("user_menu", row{"user_id": withdrawn, "menu_id": int64(14), "withdrawn": true})
		w.Insert("user_button", row{"user_id": withdrawn, "menu_id": int64(12), "button": "update", "withdrawn": true})
		w.Insert("user_button", row{"user_id": pressed, "menu_id": int64(12), "button": "update"})

		tests := []struct {
			about  string
			rights *access.Rights
			table  string
			row    row
			refuse bool
		}{
			{"a role of what he has", items, "role", row{"id": same}, false},
			{"a role of a button more", items, "role", row{"id": changes}, true},
			{"a role of a menu more", items, "role", row{"id": orders}, true},
			{"a menu of such a role", items, "role_menu", row{"role_id": orders, "id": same}, true},
			{"a button of his own role", items, "role_button", row{"role_id": same}, false},
			{"a rule of such a role", items, "role_rule", row{"role_id": orders}, true},
			{"what he could have but has not, for others", items, "role", row{"id": clients}, true},
			{"what he has, and what only others can have", brands, "role", row{"id": clients}, false},
			{"what he has, over some rows", narrowed, "role", row{"id": same}, true},
			{"what one of his roles has over all", both, "role", row{"id": same}, false},
			{"what others can have, by a client", client, "role", row{"id": orders}, true},
			{"a menu of others, which grants nothing", items, "role", row{"id": foreign}, false},
			{"a folder", items, "role", row{"id": folder}, false},
			{"the whole of it", items, "role", row{"id": whole}, true},
			{"a person with his roles", items, "user", row{"id": person(same)}, false},
			{"a person with more", items, "user", row{"id": person(orders)}, true},
			{"a person of no role", items, "user", row{"id": person(0)}, false},
			{"a person with a menu of his own", items, "user", row{"id": own}, true},
			{"a person with a button of his own", items, "user", row{"id": pressed}, true},
			{"a person of whom it is withdrawn", items, "user", row{"id": withdrawn}, false},
			{"the button of such a person", items, "user_button", row{"user_id": pressed, "id": same}, true},
			{"a role that a person gets", items, "user_role", row{"user_id": withdrawn, "role_id": orders}, true},
			{"one that he may get", items, "user_role", row{"user_id": withdrawn, "role_id": same}, false},
			{"one more of who has more", items, "user_role", row{"user_id": own, "role_id": same}, true},
			{"a line of the product's own", items, "user_site", row{"person_id": own}, true},
			{"and of who has no more", items, "user_site", row{"person_id": withdrawn}, false},
			{"what decides about nothing", items, "item", row{"id": orders}, false},
			{"the system", w.Rights(auth.System("test")), "role", row{"id": orders}, false},
		}
		for _, tt := range tests {
			err := db.Read(t.Context(), func(ctx context.Context, tx *store.Tx) error {
				return tt.rights.Within(ctx, tx, tt.table, []map[string]any{{}, tt.row})
			})
			if (err != nil) != tt.refuse || err != nil && (!fault.IsKey(err, "right.ceiling") || fault.CodeOf(err) != fault.Denied) {
				t.Errorf("%s: %v", tt.about, err)
			}
		}
		if err := items.Within(t.Context(), nil, "role", nil); err != nil {
			t.Errorf("of no rows: %v", err)
		}
	})
}

func TestTheRightThatIsLackingIsNamed(t *testing.T) {
	t.Parallel()
	w := one(t)
	rights := w.Rights(accesstest.Office(1, w.Role("user", grant{Menus: []int{12}})))
	for right, want := range map[string]bool{"item.read": true, "item.update": false, "order.read": false, "secret_plan.read": false} {
		if got := rights.MayGrant("user", right); got != want {
			t.Errorf("may grant %s to his like: %v", right, got)
		}
	}
	if !rights.MayGrant("client", "secret_plan.read") || rights.MayGrant("client", "order.read") || !w.Rights(auth.System("x")).MayGrant("user", "any") {
		t.Error("what only clients can have is granted to them, what he could have is not, and all by the system")
	}
	if f, ok := fault.As(rights.Require("order.read")); !ok || f.Code != fault.Denied || f.Key != "right.missing" || f.Params["right"] != "order.read" {
		t.Errorf("what is required is named: %v", f)
	}
	if got := w.Rights(accesstest.Office(1, w.Role("user", grant{Menus: []int{15}}))).Granted(); len(got) != 1 || got[0] != "item.lookup" {
		t.Errorf("granted: %v", got)
	}
}

// one is the world where the database is not the point.
func one(t *testing.T) *accesstest.World {
	t.Helper()
	return accesstest.New(t, enginetest.Open(t, enginetest.SQLite(t), store.Options{}))
}
