package httpapi_test

import (
	"context"
	"encoding/json"
	"fmt"
	"strings"
	"testing"

	"github.com/wareloom/wareloom/engine/cmd/wareloom/apptest"
	"github.com/wareloom/wareloom/engine/store"
)

// unsound is what no role may be saved with: the line set, the line, and where the
// refusal lies.
var unsound = []struct{ name, set, line, path string }{
	{"a condition that cannot be read", "rules", `{"table_key":"item","rows":"row.code =="}`, "rows"},
	{"a condition on no field", "rules", `{"table_key":"item","rows":"row.colour == 'red'"}`, "rows"},
	{"a condition on no fact of a user", "rules", `{"table_key":"item","rows":"row.code == user.shoe"}`, "rows"},
	{"a condition that is none", "rules", `{"table_key":"item","rows":"row.code"}`, "rows"},
	{"a condition that no query can ask", "rules", `{"table_key":"item","rows":"upper(row.code) == 'A'"}`, "rows"},
	{"a check on no field", "rules", `{"table_key":"item","check":"row.colour == 'red'"}`, "check"},
	{"no table", "rules", `{"table_key":"itemz","rows":"row.code == 'A'"}`, "table_key"},
	{"no field to hide", "rules", `{"table_key":"item","hide":["price","colour"]}`, "hide"},
	{"no field to mask", "rules", `{"table_key":"item","mask":["colour"]}`, "mask"},
	{"no field to keep", "rules", `{"table_key":"item","readonly":["colour"]}`, "readonly"},
	{"fields that are no list", "rules", `{"table_key":"item","hide":"price"}`, "hide"},
	{"fields that are numbers", "rules", `{"table_key":"item","hide":[1]}`, "hide"},
	{"no menu", "menus", `{"menu_id":1000}`, "menu_id"},
	{"no menu of a button", "buttons", `{"menu_id":1000,"button":"create"}`, "menu_id"},
	{"no button", "buttons", `{"menu_id":22,"button":"fly"}`, "button"},
}

// TestRolesAreSoundWhenSaved has roles with rules and grants that nothing could follow
// refused by every door, in three languages, and nothing kept of them.
func TestRolesAreSoundWhenSaved(t *testing.T) {
	each(t, func(t *testing.T, p people) {
		role, user := p.idOf(t, "role", "code", "reader"), p.idOf(t, "user", "account", "reader")
		for _, tt := range unsound {
			one := map[string]string{"rules": "role_rule", "menus": "role_menu", "buttons": "role_button"}[tt.set]
			doors := map[string]apptest.Call{
				"/api/data/role/save":        post("", fmt.Sprintf(`{"code":"BAD","name":"Bad","user_type":"user",%q:[%s]}`, tt.set, tt.line)),
				"/api/data/role/upsert":      post("", fmt.Sprintf(`{"key":["code"],"rows":[{"code":"BAD","name":"Bad","user_type":"user",%q:[%s]}]}`, tt.set, tt.line)),
				"/api/data/" + one + "/save": post("", strings.Replace(tt.line, "{", fmt.Sprintf(`{"role_id":%d,`, role), 1)),
			}
			if own := map[string]string{"menus": "user_menu", "buttons": "user_button"}[tt.set]; own != "" {
				doors["/api/data/"+own+"/save"] = post("", strings.Replace(tt.line, "{", fmt.Sprintf(`{"user_id":%d,`, user), 1))
			}
			for path, call := range doors {
				call.Path = path
				p.wantUnsound(t, tt.name, call, tt.path)
			}
		}
		kept := p.mustDo(t, "/api/data/role/query", map[string]any{"filter": map[string]any{"field": "code", "op": "eq", "value": "BAD"}})
		if !strings.Contains(kept.Text, `"rows":[]`) {
			t.Errorf("something was kept: %s", kept.Text)
		}
	})
}

// wantUnsound wants a 422 on a field, worded in each language.
func (p people) wantUnsound(t *testing.T, name string, call apptest.Call, path string) {
	t.Helper()
	said := map[string]string{}
	for _, language := range []string{"zh", "en", "es"} {
		call.As, call.Headers = p.sessions["admin"], map[string]string{"Accept-Language": language}
		answer := p.Do(t, call)
		var data struct {
			Errors []struct{ Path, Message string }
		}
		if json.Unmarshal(answer.Data, &data) != nil || answer.StatusCode != 422 || len(data.Errors) != 1 || !strings.HasSuffix("."+data.Errors[0].Path, "."+path) {
			t.Errorf("%s by %s: %s, want 422 on %s", name, call.Path, answer.Text, path)
			return
		}
		said[data.Errors[0].Message] = language
	}
	if len(said) != 3 {
		t.Errorf("%s by %s is not told in three languages: %v", name, call.Path, said)
	}
}

// TestARoleThatLostSomethingCanBeSaved has a role whose release lost a menu saved
// under another name: only what changes is judged.
func TestARoleThatLostSomethingCanBeSaved(t *testing.T) {
	each(t, func(t *testing.T, p people) {
		role := p.save(t, "role", map[string]any{
			"code": "OLD", "name": "Old", "user_type": "user", "menus": []any{map[string]any{"menu_id": 22}},
			"rules": []any{map[string]any{"table_key": "item", "rows": "row.code == 'A'"}},
		})
		p.alter(t, `update role_menu set menu_id = 1000 where role_id = ?`, role)
		p.alter(t, `update role_rule set "rows" = 'row.gone == 1' where role_id = ?`, role)
		var old struct{ Menus, Rules []map[string]any }
		p.mustDo(t, "/api/data/role/get", map[string]any{"id": role}).Into(t, &old)
		p.save(t, "role", map[string]any{"id": role, "name": "Older", "menus": []any{map[string]any{"id": old.Menus[0]["id"], "menu_id": 1000}}})
		call := post("/api/data/role/save", fmt.Sprintf(`{"id":%d,"rules":[{"id":%v,"rows":"row.gone == 2"}]}`, role, old.Rules[0]["id"]))
		p.wantUnsound(t, "a rule that changes", call, "rows")
	})
}

// alter writes into the database what no door takes.
func (p people) alter(t *testing.T, text string, args ...any) {
	t.Helper()
	err := p.DB.Write(t.Context(), func(ctx context.Context, tx *store.Tx) error {
		_, err := tx.Exec(ctx, text, args...)
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
}

// TestARoleThatLostSomethingStaysInTheBin has a role deleted whose release loses what it
// grants: like a save, its restoring is refused, and it comes back when all is there.
func TestARoleThatLostSomethingStaysInTheBin(t *testing.T) {
	each(t, func(t *testing.T, p people) {
		for _, tt := range []struct{ name, set, line, had, has, path string }{
			{"a menu", "menus", `{"menu_id":22}`, `"menu_id":22`, `"menu_id":1000`, "menu_id"},
			{"a button", "buttons", `{"menu_id":22,"button":"create"}`, `"button":"create"`, `"button":"flyyyy"`, "button"},
			{"a table", "rules", `{"table_key":"item","rows":"row.code == 'A'"}`, `"table_key":"item"`, `"table_key":"itez"`, "table_key"},
			{"a field of a condition", "rules", `{"table_key":"item","rows":"row.code == 'A'"}`, `row.code`, `row.cods`, "rows"},
			{"a field that it hides", "rules", `{"table_key":"item","hide":["code"]}`, `["code"]`, `["cods"]`, "hide"},
		} {
			var role struct{ ID int64 }
			p.mustDo(t, "/api/data/role/save", json.RawMessage(fmt.Sprintf(`{"code":"LOST","name":"Lost","user_type":"user",%q:[%s]}`, tt.set, tt.line))).Into(t, &role)
			p.mustDo(t, "/api/data/role/delete", map[string]any{"ids": []int64{role.ID}})
			const change = "update record_bin set content = replace(content, ?, ?) where record_id = ?"
			p.alter(t, change, tt.had, tt.has, role.ID)
			back := post("/api/data/role/restore", fmt.Sprintf(`{"ids":[%d]}`, role.ID))
			p.wantUnsound(t, "a role that lost "+tt.name, back, tt.path)
			p.alter(t, change, tt.has, tt.had, role.ID)
			p.mustDo(t, "/api/data/role/restore", map[string]any{"ids": []int64{role.ID}})
			p.mustDo(t, "/api/data/role/delete", map[string]any{"ids": []int64{role.ID}})
		}
	})
}
