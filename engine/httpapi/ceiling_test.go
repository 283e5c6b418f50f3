package httpapi_test

import (
	"encoding/json"
	"fmt"
	"strings"
	"testing"

	"github.com/wareloom/wareloom/engine/cmd/wareloom/apptest"
)

// manager makes an account that may do everything to users and roles, may read
// items, and nothing else; and gives its role's id.
func (p people) manager(t *testing.T, account string, rules ...map[string]any) (role int64) {
	t.Helper()
	menus, buttons := []any{}, []any{}
	for _, menu := range []int{11, 12, 22} {
		menus = append(menus, map[string]any{"menu_id": menu})
		for _, code := range p.Catalog.Current().Buttons(menu) {
			if menu != 22 {
				buttons = append(buttons, map[string]any{"menu_id": menu, "button": code})
			}
		}
	}
	role = p.save(t, "role", map[string]any{
		"code": account, "name": account, "user_type": "user", "menus": menus, "buttons": buttons, "rules": rules,
	})
	user := p.save(t, "user", map[string]any{
		"account": account, "true_name": account, "user_type": "user", "roles": []any{map[string]any{"role_id": role}},
	})
	p.mustDo(t, "/api/data/user/act", map[string]any{"name": "reset_password", "id": user, "params": map[string]any{"password": apptest.Password}})
	p.sessions[account] = p.Login(t, "user", account)
	return role
}

// save saves a record as the administrator and gives its id.
func (p people) save(t *testing.T, table string, row map[string]any) int64 {
	t.Helper()
	var saved struct {
		ID int64 `json:"id"`
	}
	p.mustDo(t, "/api/data/"+table+"/save", row).Into(t, &saved)
	return saved.ID
}

func (p people) mustDo(t *testing.T, path string, body any) apptest.Answer {
	t.Helper()
	text, err := json.Marshal(body)
	if err != nil {
		t.Fatal(err)
	}
	answer := p.Do(t, apptest.Call{Path: path, Body: string(text), As: p.sessions["admin"]})
	if !answer.Result {
		t.Fatalf("%s %s: %s", path, text, answer.Text)
	}
	return answer
}

func TestNobodyGrantsWhatHeLacks(t *testing.T) {
	each(t, func(t *testing.T, p people) {
		own := p.manager(t, "maria")
		admin, adminRole := p.idOf(t, "user", "account", "admin"), p.idOf(t, "role", "code", "admin")
		self, reader := p.idOf(t, "user", "account", "maria"), p.idOf(t, "role", "code", "reader")
		user := p.idOf(t, "user", "account", "reader")
		bigger := p.save(t, "role", map[string]any{"code": "bigger", "name": "B", "user_type": "user", "menus": []any{map[string]any{"menu_id": 23}}})
		p.mustDo(t, "/api/data/role/delete", map[string]any{"ids": []int64{bigger}})
		gone := bigger
		grown := p.save(t, "role", map[string]any{"code": "grown", "name": "G", "user_type": "user", "menus": []any{map[string]any{"menu_id": 22}}})
		deleted := func(account string, role int64, menus ...int) int64 {
			user := p.save(t, "user", map[string]any{"account": account, "true_name": account, "user_type": "user", "roles": []any{map[string]any{"role_id": role}}})
			for _, menu := range menus {
				p.save(t, "user_menu", map[string]any{"user_id": user, "menu_id": menu})
			}
			p.mustDo(t, "/api/data/user/delete", map[string]any{"ids": []int64{user}})
			return user
		}
		strong, weak, risen := deleted("strong", adminRole), deleted("weak", reader), deleted("risen", grown)
		granted := deleted("granted", reader, 21)
		p.save(t, "role_menu", map[string]any{"role_id": grown, "menu_id": 21})
		grant := p.save(t, "role_menu", map[string]any{"role_id": adminRole, "menu_id": 91})
		refused := map[string]apptest.Call{
			"a menu for the own role":       post("/api/data/role_menu/save", fmt.Sprintf(`{"role_id":%d,"menu_id":21}`, own)),
			"a button for the own role":     post("/api/data/role_button/save", fmt.Sprintf(`{"role_id":%d,"menu_id":22,"button":"create"}`, own)),
			"a menu through the role":       post("/api/data/role/save", fmt.Sprintf(`{"id":%d,"menus":[{"menu_id":21}]}`, own)),
			"a new role":                    post("/api/data/role/save", `{"code":"X","name":"X","user_type":"user","menus":[{"menu_id":23}]}`),
			"a new role by upsert":          post("/api/data/role/upsert", `{"key":["code"],"rows":[{"code":"X","name":"X","user_type":"user","menus":[{"menu_id":23}]}]}`),
			"a menu of his own":             post("/api/data/user_menu/save", fmt.Sprintf(`{"user_id":%d,"menu_id":21}`, self)),
			"a button of his own":           post("/api/data/user_button/save", fmt.Sprintf(`{"user_id":%d,"menu_id":22,"button":"create"}`, self)),
			"the whole of a group":          post("/api/data/role_menu/save", fmt.Sprintf(`{"role_id":%d,"menu_id":2,"whole":true}`, own)),
			"less for a stronger user":      post("/api/data/user_menu/save", fmt.Sprintf(`{"user_id":%d,"menu_id":21,"withdrawn":true}`, admin)),
			"a role of a stronger one":      post("/api/data/user_role/save", fmt.Sprintf(`{"user_id":%d,"role_id":%d}`, self, adminRole)),
			"a stronger role to a new user": post("/api/data/user/save", fmt.Sprintf(`{"account":"x","true_name":"x","user_type":"user","roles":[{"role_id":%d}]}`, adminRole)),
			"a stronger role, renamed":      post("/api/data/role/save", fmt.Sprintf(`{"id":%d,"name":"X"}`, adminRole)),
			"a stronger role, reduced":      post("/api/data/role_menu/delete", fmt.Sprintf(`{"ids":[%d]}`, grant)),
			"a stronger role, deleted":      post("/api/data/role/delete", fmt.Sprintf(`{"ids":[%d]}`, adminRole)),
			"a stronger role from the bin":  post("/api/data/role/restore", fmt.Sprintf(`{"ids":[%d]}`, gone)),
			"a stronger user from the bin":  post("/api/data/user/restore", fmt.Sprintf(`{"ids":[%d]}`, strong)),
			"a user who is stronger now":    post("/api/data/user/restore", fmt.Sprintf(`{"ids":[%d]}`, risen)),
			"a user with rights of his own": post("/api/data/user/restore", fmt.Sprintf(`{"ids":[%d]}`, granted)),
			"one of them beside a weaker":   post("/api/data/user/restore", fmt.Sprintf(`{"ids":[%d,%d]}`, weak, strong)),
			"a stronger user, disabled":     post("/api/data/user/save", fmt.Sprintf(`{"id":%d,"enabled":false}`, admin)),
			"a stronger user, deleted":      post("/api/data/user/delete", fmt.Sprintf(`{"ids":[%d]}`, admin)),
			"a stronger user's password":    post("/api/data/user/act", fmt.Sprintf(`{"name":"reset_password","id":%d,"params":{"password":"hijacked-123"}}`, admin)),
			"a stronger user's sessions":    post("/api/data/user/act", fmt.Sprintf(`{"name":"force_logout","id":%d}`, admin)),
		}
		for name, call := range refused {
			scenario{name: name, as: "maria", call: call, wantHTTP: 200, wantStatus: 423, want: []string{"您自己没有完整的权限"}}.run(t, p)
		}
		allowed := map[string]apptest.Call{
			"a role of what he has":       post("/api/data/role/save", `{"code":"Y","name":"Y","user_type":"user","menus":[{"menu_id":22}]}`),
			"a role of another user type": post("/api/data/role/save", `{"code":"Z","name":"Z","user_type":"customer","menus":[{"menu_id":92}]}`),
			"a weaker role to a new user": post("/api/data/user/save", fmt.Sprintf(`{"account":"y","true_name":"y","user_type":"user","roles":[{"role_id":%d}]}`, reader)),
			"a weaker user's password":    post("/api/data/user/act", fmt.Sprintf(`{"name":"reset_password","id":%d,"params":{"password":"changed-12345"}}`, user)),
			"a menu for a weaker user":    post("/api/data/user_menu/save", fmt.Sprintf(`{"user_id":%d,"menu_id":22}`, user)),
			"a weaker user from the bin":  post("/api/data/user/restore", fmt.Sprintf(`{"ids":[%d]}`, weak)),
			"less for himself":            post("/api/data/user_menu/save", fmt.Sprintf(`{"user_id":%d,"menu_id":21,"withdrawn":true}`, self)),
			"his own name":                post("/api/data/user/save", fmt.Sprintf(`{"id":%d,"true_name":"Maria"}`, self)),
		}
		for name, call := range allowed {
			scenario{name: name, as: "maria", call: call, wantHTTP: 200}.run(t, p)
		}
	})
}

func TestNobodyGrantsMoreRowsThanHeSees(t *testing.T) {
	each(t, func(t *testing.T, p people) {
		p.manager(t, "nora", map[string]any{"table_key": "item", "rows": `row.kind == "plain"`})
		scenario{
			name: "all items by one who sees the plain ones", as: "nora", wantHTTP: 200, wantStatus: 423, want: []string{"item.read"},
			call: post("/api/data/role/save", `{"code":"Y","name":"Y","user_type":"user","menus":[{"menu_id":22}]}`),
		}.run(t, p)
	})
}

// TestNobodyGivesByAReleaseWhatHeLacks has an implementer who may not delete customers
// put that right on an entry that his role has: publishing his set is refused.
// What he has himself, and what nobody had, he may put there.
func TestNobodyGivesByAReleaseWhatHeLacks(t *testing.T) {
	each(t, func(t *testing.T, p people) {
		role := p.manager(t, "builder")
		p.mustDo(t, "/api/data/role_menu/save", map[string]any{"role_id": role, "menu_id": 15})
		carrying := func(rights ...any) apptest.Answer {
			change := p.openChange(t)
			p.change(t, change, "menu", "main", func(object map[string]any) {
				items, _ := object["items"].([]any)
				for _, item := range items {
					entry, _ := item.(map[string]any)
					if fmt.Sprint(entry["key"]) == "15" {
						entry["rights"] = append([]any{"dev"}, rights...)
					}
				}
			})
			return p.Do(t, apptest.Call{Path: "/api/release/publish", Body: fmt.Sprintf(`{"change":%d,"note":"n"}`, change), As: p.sessions["builder"]})
		}
		before := p.Catalog.Current().Number
		if got := carrying("customer.delete"); got.StatusCode != 423 || !strings.Contains(got.Text, "customer.delete") {
			t.Errorf("a right that he lacks: %s", got.Text)
		}
		if now := p.Catalog.Current().Number; now != before {
			t.Errorf("release %d is in force", now)
		}
		if got := carrying("item.read", "user.delete"); !got.Result {
			t.Errorf("rights that he has: %s", got.Text)
		}
		shown := func(table, field string) apptest.Answer {
			change := p.openChange(t)
			page := fmt.Sprintf(`{"kind":"page","key":"leak","title":{"zh":"a","en":"a","es":"a"},"about":{"zh":"a","en":"a","es":"a"},"route":"/leak",
				"blocks":[{"key":"all","kind":"rows","table":%q,"where":"true","shows":[{"key":%q}]}]}`, table, field)
			p.mustDo(t, "/api/meta/page/draft", map[string]any{"change": change, "key": "leak", "object": json.RawMessage(page)})
			return p.Do(t, apptest.Call{Path: "/api/release/publish", Body: fmt.Sprintf(`{"change":%d,"note":"n"}`, change), As: p.sessions["builder"]})
		}
		if got := shown("customer", "name"); got.StatusCode != 423 || !strings.Contains(got.Text, "customer.read") {
			t.Errorf("a page that shows strangers what he may not see: %s", got.Text)
		}
		if got := shown("item", "code"); !got.Result {
			t.Errorf("a page that shows strangers what he sees: %s", got.Text)
		}
		if got := p.Do(t, apptest.Call{Path: "/api/data/customer/delete", Body: `{"ids":[1]}`, As: p.sessions["builder"]}); got.StatusCode != 423 {
			t.Errorf("he may delete customers: %s", got.Text)
		}
	})
}
