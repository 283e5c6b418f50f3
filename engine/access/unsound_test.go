package access_test

import (
	"fmt"
	"testing"

	"github.com/wareloom/wareloom/engine/access"
	"github.com/wareloom/wareloom/engine/access/accesstest"
)

func TestWhatARowOfRightsNamesIsThere(t *testing.T) {
	t.Parallel()
	release := accesstest.Release(t)
	of := func(table, field string, v any) row { return row{"table_key": table, field: v} }
	tests := []struct {
		about, table string
		old, row     row
		want         string // "field: fault"
	}{
		{"a rule", "role_rule", nil, of("item", "rows", "row.code == 'A'"), ""},
		{"a rule of blanks", "role_rule", nil, of("item", "rows", " "), ""},
		{"a rule that cannot be read", "role_rule", nil, of("item", "rows", "row.code =="), "rows"},
		{"a check on no field", "role_rule", nil, of("item", "check", "row.colour == 'A'"), "check"},
		{"of a fact of no user", "role_rule", nil, of("item", "rows", "row.code == user.shoe"), "rows"},
		{"of both, each told", "role_rule", nil, row{"table_key": "item", "rows": "1", "check": "1"}, "rows check"},
		{"no table", "role_rule", nil, of("itemz", "rows", "row.code =="), "table_key right.no_table"},
		{"a table that is not said", "role_rule", nil, row{"rows": "row.code =="}, ""},
		{"a table that was there before", "role_rule", of("itemz", "rows", "x"), of("itemz", "rows", "y"), ""},
		{"a broken rule that stays", "role_rule", of("item", "rows", "row.gone == 1"), of("item", "rows", "row.gone == 1"), ""},
		{"a broken rule that moves to another table", "role_rule", of("order", "rows", "row.gone == 1"), of("item", "rows", "row.gone == 1"), "rows"},
		{"a broken rule beside what changes", "role_rule", of("item", "rows", "row.gone == 1"), row{"table_key": "item", "rows": "row.gone == 1", "hide": []any{"price"}}, ""},
		{"fields", "role_rule", nil, of("item", "hide", []any{"price", "name"}), ""},
		{"no field", "role_rule", nil, of("item", "mask", []any{"price", "gone"}), "mask right.no_field"},
		{"of two that are none the first", "role_rule", nil, of("item", "readonly", []any{"gone", 5}), "readonly right.no_field"},
		{"no list", "role_rule", nil, of("item", "hide", "price"), "hide right.no_list"},
		{"a field that is gone but stays", "role_rule", of("item", "hide", []any{"gone"}), of("item", "hide", []any{"gone"}), ""},
		{"a menu", "role_menu", nil, row{"menu_id": int64(12)}, ""},
		{"no menu", "role_menu", nil, row{"menu_id": int64(1000)}, "menu_id right.no_menu"},
		{"no menu of a person", "user_menu", nil, row{"menu_id": int64(1000)}, "menu_id right.no_menu"},
		{"none at all", "role_menu", nil, row{}, ""},
		{"a menu that is gone but stays", "role_menu", row{"menu_id": int64(1000)}, row{"menu_id": int64(1000), "whole": true}, ""},
		{"a button", "role_button", nil, row{"menu_id": int64(12), "button": "create"}, ""},
		{"no button", "role_button", nil, row{"menu_id": int64(12), "button": "fly"}, "button right.no_button"},
		{"no button of a person", "user_button", nil, row{"menu_id": int64(12), "button": "fly"}, "button right.no_button"},
		{"no menu of a button", "role_button", nil, row{"menu_id": int64(1000), "button": "create"}, "menu_id right.no_menu"},
		{"a button that moves to a menu without it", "role_button", row{"menu_id": int64(14), "button": "audit"}, row{"menu_id": int64(12), "button": "audit"}, "button right.no_button"},
		{"a button that is gone but stays", "role_button", row{"menu_id": int64(12), "button": "fly"}, row{"menu_id": int64(12), "button": "fly"}, ""},
		{"what decides about nothing", "item", nil, row{"menu_id": int64(1000), "table_key": "itemz"}, ""},
	}
	for _, tt := range tests {
		var got string
		for _, f := range access.Unsound(release, tt.table, tt.old, tt.row) {
			if got != "" {
				got += " "
			}
			got += f.Path
			if tt.want == f.Path+" "+f.Key {
				got += " " + f.Key
			}
		}
		if got != tt.want {
			t.Errorf("%s: %q, want %q (%s)", tt.about, got, tt.want, fmt.Sprint(access.Unsound(release, tt.table, tt.old, tt.row)))
		}
	}
}
