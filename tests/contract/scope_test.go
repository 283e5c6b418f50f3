package contract

import (
	"slices"
	"testing"
)

// checkScope: a user of an owner sees and changes what is his, and nothing else
// exists for him.
func checkScope(t *testing.T, s *server) {
	admin, acme, globex := s.as(t, "admin"), s.as(t, "acme"), s.as(t, "globex")
	theirs := admin.post(t, "/api/data/product/query", map[string]any{"filter": is("sku", "GX-01")}).ok().num("data.rows.0.id")
	order := admin.order(t) // of ACME
	t.Run("reading", func(t *testing.T) {
		rows := acme.post(t, "/api/data/product/query", map[string]any{"fields": []string{"consignor_id.code"}, "size": 500}).ok().list("data.rows")
		if owners := slices.Compact(column(rows, "consignor_id.code")); len(rows) == 0 || len(owners) != 1 {
			for _, row := range rows {
				if row.(map[string]any)["consignor_id.code"] != "ACME" {
					t.Errorf("acme sees %v", row)
				}
			}
		}
		acme.post(t, "/api/data/product/get", map[string]any{"id": theirs}).refused(404, 404)
		if n := acme.count(t, "product", is("sku", "GX-01")); n != 0 {
			t.Errorf("acme counts %d of globex", n)
		}
		globex.post(t, "/api/data/sale_order/get", map[string]any{"id": order}).refused(404, 404)
		globex.post(t, "/api/data/sale_order_line/query", map[string]any{"filter": is("sale_order_id", order)}).ok().has(map[string]any{"data.rows": []any{}})
		a := acme.post(t, "/api/data/product/aggregate", map[string]any{"group": []string{"consignor_id"}, "measures": []any{map[string]any{"fn": "count", "as": "n"}}})
		if a.at("result") == true && len(a.list("data.rows")) > 1 {
			t.Errorf("groups over owners: %s", a.text)
		}
	})
	t.Run("writing", func(t *testing.T) {
		for _, body := range []map[string]any{
			{"id": order, "remark": "mine now"},
			{"id": order, "lines": []any{}},
		} {
			if a := globex.post(t, "/api/data/sale_order/save", body); a.at("result") == true || a.num("statusCode") == 500 {
				t.Errorf("globex saved acme's order: %s", a.text)
			}
		}
		for _, verb := range []string{"delete", "restore"} {
			if a := globex.post(t, "/api/data/sale_order/"+verb, map[string]any{"ids": []int{order}}); a.at("result") == true {
				t.Errorf("%s: %s", verb, a.text)
			}
		}
		if a := globex.act(t, "sale_order", "audit", "id", order); a.at("result") == true {
			t.Errorf("globex audited acme's order: %s", a.text)
		}
	})
	t.Run("what one makes is one's owner's", func(t *testing.T) {
		sku := "O" + hexID(5)
		a := acme.post(t, "/api/data/product/save", map[string]any{"sku": sku, "name": "n"}).ok()
		if a.str("data.consignor_id__label")[:4] != "ACME" {
			t.Errorf("owner = %s", a.text)
		}
		rows := []any{map[string]any{"sku": sku, "name": "again"}, map[string]any{"sku": sku + "b", "name": "new"}}
		acme.post(t, "/api/data/product/upsert", map[string]any{"key": []string{"consignor_id", "sku"}, "rows": rows}).ok().
			has(map[string]any{"data.0.id": a.at("data.id"), "data.0.created": false, "data.1.created": true})
		acme.post(t, "/api/data/product/save", map[string]any{"consignor_id": map[string]any{"code": "GLOBEX"}, "sku": sku, "name": "n"}).invalid("consignor_id")
		other := admin.post(t, "/api/data/consignor/query", map[string]any{"filter": is("code", "GLOBEX")}).ok().num("data.rows.0.id")
		if a := acme.post(t, "/api/data/product/save", map[string]any{"consignor_id": other, "sku": sku + "c", "name": "n"}); a.at("result") == true {
			t.Errorf("acme made a product of globex: %s", a.text)
		}
	})
	t.Run("keys are looked up inside one's own", func(t *testing.T) {
		found := acme.post(t, "/api/data/sale_order_line/query", map[string]any{"filter": is("product_id", map[string]any{"sku": "GX-01"})})
		if found.at("result") == true && len(found.list("data.rows")) > 0 {
			t.Errorf("acme reaches %s", found.text)
		}
		ambiguous := admin.post(t, "/api/data/product_barcode/query", map[string]any{"filter": is("product_id", map[string]any{"sku": "AC-1001"})})
		if ambiguous.status != 200 {
			t.Errorf("part of a key: %s", ambiguous.text)
		}
	})
	t.Run("a user's own language, when the header names none", func(t *testing.T) {
		account := "es" + hexID(4)
		saved := admin.post(t, "/api/data/user/save", map[string]any{"account": account, "true_name": "E", "user_type": "user", "language": "es"}).ok()
		admin.act(t, "user", "reset_password", "id", saved.num("data.id"), "params", map[string]any{"password": "a long password 1"}).ok()
		d := s.device()
		d.signIn(t, map[string]any{"account": account, "password": "a long password 1"}).has(map[string]any{"data.language": "es"})
		d.do(t, call{path: "/api/data/brand/query", body: "{", language: "de"}).refused(400, 400).says("Los datos enviados no son JSON válido")
		d.do(t, call{path: "/api/data/brand/query", body: "{", language: "zh"}).refused(400, 400).says("传入的数据")
		// Nothing was granted to this account.
		d.post(t, "/api/data/brand/query", map[string]any{}).business(423).has(map[string]any{"data.reason": "right", "data.name": "brand.read"})
		d.post(t, "/api/meta/app", nil).ok().has(map[string]any{"data.menus": []any{}})
	})
	t.Run("guesses are counted", func(t *testing.T) {
		wrong := map[string]any{"account": "ghost" + hexID(4), "password": "wrong"}
		for range 10 {
			s.device().post(t, "/api/auth/login", wrong).business(422)
		}
		if a := s.device().post(t, "/api/auth/login", wrong).refused(429, 429); a.header.Get("Retry-After") == "" {
			t.Error("no Retry-After")
		}
	})
	t.Run("who is disabled is out at once", func(t *testing.T) {
		account := "off" + hexID(4)
		id := admin.post(t, "/api/data/user/save", map[string]any{"account": account, "true_name": "O", "user_type": "user"}).ok().num("data.id")
		admin.act(t, "user", "reset_password", "id", id, "params", map[string]any{"password": "a long password 1"}).ok()
		d := s.device()
		d.signIn(t, map[string]any{"account": account, "password": "a long password 1"})
		d.post(t, "/api/auth/me", nil).ok().has(map[string]any{"data.user.account": account})
		admin.post(t, "/api/data/user/save", map[string]any{"id": id, "enabled": false}).ok()
		d.post(t, "/api/auth/me", nil).refused(401, 401)
	})
}

// checkGrants: a role's rules hide, mask and protect fields, and narrow rows.
func checkGrants(t *testing.T, s *server) {
	admin := s.as(t, "admin")
	code, account := "R"+hexID(4), "u"+hexID(4)
	role := admin.post(t, "/api/data/role/save", map[string]any{
		"code": code, "name": code, "user_type": "user", "menus": []any{map[string]any{"menu_id": 1200}, map[string]any{"menu_id": 1201}},
		"buttons": []any{map[string]any{"menu_id": 1201, "button": "update"}},
		"rules": []any{map[string]any{
			"table_key": "product", "rows": "row.abc == 'A' or row.abc == 'B'", "hide": []string{"price"}, "mask": []string{}, "readonly": []string{"name"},
		}},
	})
	role.ok()
	user := admin.post(t, "/api/data/user/save", map[string]any{
		"account": account, "true_name": "U", "user_type": "user", "roles": []any{map[string]any{"role_id": map[string]any{"code": code}}},
	}).ok().num("data.id")
	admin.act(t, "user", "reset_password", "id", user, "params", map[string]any{"password": "a long password 1"}).ok()
	d := s.device()
	d.signIn(t, map[string]any{"account": account, "password": "a long password 1"})
	if !slices.Contains(column(wrapped(d.menus), "id"), "1") {
		t.Errorf("menuIds without ancestors: %v", d.menus)
	}
	a := d.post(t, "/api/data/product/query", map[string]any{"filter": leaf("sku", "in", []string{"AC-1001", "AC-1002", "AC-3001"}), "sort": []string{"sku"}}).ok()
	if got := column(a.list("data.rows"), "sku"); !slices.Equal(got, []string{"AC-1001", "AC-1002"}) {
		t.Errorf("rows %v", got)
	}
	if slices.Contains(keys(a.at("data.rows.0")), "price") {
		t.Error("a hidden field is read")
	}
	id := a.num("data.rows.0.id")
	for path, body := range map[string]map[string]any{
		"filter.field": {"filter": is("price", 19.9)}, "sort[0]": {"sort": []string{"price"}}, "fields[0]": {"fields": []string{"price"}}, "sums[0]": {"sums": []string{"price"}},
	} {
		b := d.post(t, "/api/data/product/query", body)
		if b.at("result") == true && (show(b.at("data.sums.price")) != "null" || slices.Contains(keys(b.at("data.rows.0")), "price")) {
			t.Errorf("%s over a hidden field: %.300s", path, b.text)
		}
	}
	d.post(t, "/api/data/product/save", map[string]any{"id": id, "remark": "seen"}).ok()
	if b := d.post(t, "/api/data/product/save", map[string]any{"id": id, "name": "changed"}); b.at("result") == true {
		t.Error("a read-only field was written")
	}
	if b := d.post(t, "/api/data/product/save", map[string]any{"id": id, "price": 1}); b.at("result") == true {
		t.Error("a hidden field was written")
	}
	d.post(t, "/api/data/product/save", map[string]any{"sku": "x"}).business(423)
	d.post(t, "/api/data/product/delete", map[string]any{"ids": []int{id}}).business(423)
	d.post(t, "/api/data/product/history", map[string]any{"id": id}).business(423)
	if b := d.post(t, "/api/data/product/get", map[string]any{"id": id}).ok(); contains(b.at("data._can"), "stop") {
		t.Errorf("_can = %v", b.at("data._can"))
	}
}

// wrapped makes objects of values.
func wrapped(values []any) []any {
	objects := make([]any, len(values))
	for i, v := range values {
		objects[i] = map[string]any{"id": v}
	}
	return objects
}
