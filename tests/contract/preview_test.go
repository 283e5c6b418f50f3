package contract

import "testing"

// member makes a role with these menus and a user who has it, and signs him in.
func (s *server) member(t *testing.T, role map[string]any) (id int, d *device) {
	t.Helper()
	admin, code, account := s.as(t, "admin"), "R"+hexID(4), "u"+hexID(4)
	role["code"], role["name"], role["user_type"] = code, code, "user"
	id = admin.post(t, "/api/data/role/save", role).ok().num("data.id")
	user := admin.post(t, "/api/data/user/save", map[string]any{
		"account": account, "true_name": "U", "user_type": "user", "roles": []any{map[string]any{"role_id": id}},
	}).ok().num("data.id")
	const secret = "a long password 1"
	admin.act(t, "user", "reset_password", "id", user, "params", map[string]any{"password": secret}).ok()
	d = s.device()
	d.signIn(t, map[string]any{"account": account, "password": secret})
	return id, d
}

func menus(ids ...int) []any {
	lines := make([]any, len(ids))
	for i, id := range ids {
		lines[i] = map[string]any{"menu_id": id}
	}
	return lines
}

const (
	previewStart = "/api/preview/start"
	previewEnd   = "/api/preview/end"
)

// checkPreview: who may give a role its rights sees the product as its users do,
// changes nothing meanwhile, and sees nothing that he may not see himself.
func checkPreview(t *testing.T, s *server) {
	role, user := s.member(t, map[string]any{
		"menus": menus(1200, 1201), "buttons": []any{map[string]any{"menu_id": 1201, "button": "update"}},
		"rules": []any{map[string]any{
			"table_key": "product", "rows": "row.abc == 'A'", "hide": []string{"price"}, "mask": []string{"name"}, "readonly": []string{},
		}},
	})
	admin := s.login(t, "admin")
	t.Run("it looks as the role's users see it", func(t *testing.T) {
		admin.post(t, previewStart, map[string]any{"role": role}).ok()
		for path, body := range map[string]map[string]any{
			"/api/meta/screen":        {"menuId": 1201},
			"/api/data/product/query": {"sort": []string{"sku"}, "can": true},
			"/api/data/order/query":   {},
		} {
			if seen, want := admin.post(t, path, body), user.post(t, path, body); show(seen.at("data")) != show(want.at("data")) || seen.status != want.status {
				t.Errorf("%s: %.400s, want %.400s", path, seen.text, want.text)
			}
		}
		app, want := admin.post(t, "/api/meta/app", nil).ok(), user.post(t, "/api/meta/app", nil).ok()
		if show(app.at("data.menus")) != show(want.at("data.menus")) || len(app.list("data.menus")) == 0 {
			t.Errorf("menus %.400s, want %.400s", show(app.at("data.menus")), show(want.at("data.menus")))
		}
		app.has(map[string]any{"data.preview.role": role, "data.user.account": "admin"})
	})
	t.Run("nothing is changed", func(t *testing.T) {
		id := user.post(t, "/api/data/product/query", nil).ok().num("data.rows.0.id")
		write := call{path: "/api/data/product/save", body: map[string]any{"id": id, "remark": "seen"}}
		for language, says := range map[string]string{"zh": "结束预览", "en": "End the preview", "es": "Termine"} {
			write.language = language
			admin.do(t, write).business(423).says(says)
		}
		for path, body := range map[string]any{
			"/api/view/save": map[string]any{"screen": "list:product", "name": "x"}, "/api/auth/place": nil, "/api/notice/read": nil,
			"/api/data/product/export": nil, "/api/station/receive/start": nil, "/api/station/receive/resume": map[string]any{"session": 1},
			previewStart: map[string]any{"role": role},
		} {
			admin.post(t, path, body).business(423)
		}
		user.post(t, "/api/data/product/save", write.body).ok()
	})
	t.Run("it ends, and the role's history tells of it", func(t *testing.T) {
		s.login(t, "admin").post(t, "/api/meta/app", nil).ok().has(map[string]any{"data.preview": nil})
		admin.post(t, previewEnd, nil).ok()
		admin.post(t, previewEnd, nil).ok()
		admin.post(t, "/api/meta/app", nil).ok().has(map[string]any{"data.preview": nil})
		actions := column(admin.post(t, "/api/data/role/history", map[string]any{"id": role}).ok().list("data.rows"), "action")
		if show(actions[:2]) != `["preview_end","preview"]` {
			t.Errorf("history %v", actions)
		}
	})
	t.Run("only for who gives roles their rights", func(t *testing.T) {
		user.post(t, previewStart, map[string]any{"role": role}).business(423)
		s.as(t, "acme").post(t, previewStart, map[string]any{"role": role}).refused(403, 403)
		s.device().post(t, previewStart, map[string]any{"role": role}).refused(401, 401)
	})
	t.Run("nobody sees more than before", func(t *testing.T) { checkNoElevation(t, s) })
	t.Run("a role whose users have owners", func(t *testing.T) { checkOwnedPreview(t, s) })
}

func checkNoElevation(t *testing.T, s *server) {
	_, clerk := s.member(t, map[string]any{"menus": menus(1400, 1403, 1404), "buttons": []any{map[string]any{"menu_id": 1403, "button": "update"}}})
	admin := s.as(t, "admin")
	all := admin.post(t, "/api/data/role/query", map[string]any{"filter": is("code", "admin")}).ok().num("data.rows.0.id")
	before, people := clerk.post(t, "/api/meta/app", nil).ok(), clerk.post(t, "/api/data/user/query", nil).ok()
	clerk.post(t, previewStart, map[string]any{"role": all}).ok()
	clerk.post(t, "/api/data/product/query", nil).business(423)
	if seen := clerk.post(t, "/api/data/user/query", nil).ok(); seen.text != people.text {
		t.Errorf("users %.400s, want %.400s", seen.text, people.text)
	}
	if after := clerk.post(t, "/api/meta/app", nil).ok(); show(after.at("data.menus")) != show(before.at("data.menus")) {
		t.Errorf("menus %.400s, want %.400s", show(after.at("data.menus")), show(before.at("data.menus")))
	}
	clerk.post(t, "/api/auth/logout", nil).ok()
}

func checkOwnedPreview(t *testing.T, s *server) {
	admin, acme := s.login(t, "admin"), s.as(t, "acme")
	role := admin.post(t, "/api/data/role/query", map[string]any{"filter": is("user_type", "consignor")}).ok().num("data.rows.0.id")
	owner := admin.post(t, "/api/data/consignor/query", map[string]any{"filter": is("code", "ACME")}).ok().num("data.rows.0.id")
	admin.post(t, previewStart, map[string]any{"role": role}).invalid("owner")
	admin.post(t, previewStart, map[string]any{"role": role, "owner": 1}).refused(404, 404)
	admin.post(t, previewStart, map[string]any{"role": role, "owner": owner}).ok()
	app, want := admin.post(t, "/api/meta/app", nil).ok(), acme.post(t, "/api/meta/app", nil).ok()
	if show(app.at("data.menus")) != show(want.at("data.menus")) {
		t.Errorf("menus %.400s, want %.400s", show(app.at("data.menus")), show(want.at("data.menus")))
	}
	rows := map[string]any{"sort": []string{"id"}, "total": true}
	if got, want := admin.post(t, "/api/data/product/query", rows).ok(), acme.post(t, "/api/data/product/query", rows).ok(); got.num("data.total") != want.num("data.total") {
		t.Errorf("%d products, want %d", got.num("data.total"), want.num("data.total"))
	}
	admin.post(t, "/api/data/role/query", nil).refused(403, 403)
	admin.post(t, "/api/auth/logout", nil).ok()
}
