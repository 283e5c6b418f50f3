package contract

import (
	"testing"
	"time"
)

func checkSave(t *testing.T, s *server) {
	admin := s.as(t, "admin")
	const save = "/api/data/brand/save"
	t.Run("insert, update and version", func(t *testing.T) {
		body := aBrand()
		a := admin.post(t, save, body).ok().has(map[string]any{"data.code": body["code"], "data.name": "A brand", "data.version": 1})
		id := a.num("data.id")
		b := admin.post(t, save, map[string]any{"id": id, "version": 1, "name": "Renamed"}).ok().
			has(map[string]any{"data.version": 2, "data.name": "Renamed", "data.code": body["code"]})
		stale := admin.post(t, save, map[string]any{"id": id, "version": 1, "name": "Too late"}).business(409)
		stale.has(map[string]any{"data.version": 1, "data.current": 2})
		admin.post(t, save, map[string]any{"id": id, "name": "Without version"}).ok().has(map[string]any{"data.version": 3})
		if b.at("data.created_at") != a.at("data.created_at") || b.str("data.updated_at") == "" {
			t.Errorf("times: %s", b.text)
		}
	})
	t.Run("validation names every path", func(t *testing.T) {
		admin.post(t, save, map[string]any{"code": aBrand()["code"]}).invalid("name")
		a := admin.post(t, "/api/data/product/save", map[string]any{"weight": -1, "shelf_life_days": 1.5, "abc": "ZZ", "lot_ctl": "maybe"})
		for _, path := range []string{"consignor_id", "sku", "name", "weight", "shelf_life_days", "abc", "lot_ctl"} {
			a.invalid(path)
		}
		admin.post(t, save, map[string]any{"code": "x", "name": "x", "ghost": 1}).invalid("ghost")
		admin.post(t, save, map[string]any{"code": 5, "name": "x"}).invalid("code")
	})
	t.Run("a key taken twice", func(t *testing.T) {
		body := aBrand()
		admin.post(t, save, body).ok()
		a := admin.post(t, save, body)
		if code := a.num("statusCode"); code != 409 && code != 422 {
			t.Errorf("same key twice: %s", a.text)
		}
		a.business(a.num("statusCode"))
	})
	t.Run("references by id and by key", func(t *testing.T) {
		sku := "K" + hexID(5)
		product := map[string]any{"consignor_id": map[string]any{"code": "ACME"}, "sku": sku, "name": "n", "brand_id": map[string]any{"code": "WL"}}
		a := admin.post(t, "/api/data/product/save", product).ok()
		a.num("data.brand_id")
		a.str("data.brand_id__label")
		product["sku"], product["brand_id"] = sku+"b", map[string]any{"code": "no such brand"}
		admin.post(t, "/api/data/product/save", product).invalid("brand_id")
		product["brand_id"] = 999999999
		admin.post(t, "/api/data/product/save", product).invalid("brand_id")
	})
	t.Run("a part of a key that two records have", func(t *testing.T) {
		sku := "T" + hexID(5)
		for _, owner := range []string{"ACME", "GLOBEX"} {
			admin.post(t, "/api/data/product/save", map[string]any{"consignor_id": map[string]any{"code": owner}, "sku": sku, "name": "n"}).ok()
		}
		barcode := map[string]any{"barcode": hexID(6), "unit": "pcs", "pack_qty": 1, "product_id": map[string]any{"sku": sku}}
		a := admin.post(t, "/api/data/product_barcode/save", barcode).invalid("product_id")
		a.has(map[string]any{"data.errors.0.code": "ambiguous"})
		barcode["product_id"] = map[string]any{"sku": sku, "consignor_id": map[string]any{"code": "ACME"}}
		admin.post(t, "/api/data/product_barcode/save", barcode).ok()
	})
	t.Run("decimals keep their digits", func(t *testing.T) {
		product := map[string]any{"consignor_id": map[string]any{"code": "ACME"}, "sku": "D" + hexID(5), "name": "n", "weight": 12345678901.2345}
		a := admin.post(t, "/api/data/product/save", product).ok()
		if got := show(a.at("data.weight")); got != "12345678901.2345" {
			t.Errorf("weight = %s", got)
		}
		product["sku"], product["weight"] = "D"+hexID(5), 0.00001
		admin.post(t, "/api/data/product/save", product).invalid("weight")
	})
	t.Run("history", func(t *testing.T) { checkHistory(t, admin) })
	t.Run("once", func(t *testing.T) { checkOnce(t, s) })
	t.Run("delete and restore", func(t *testing.T) { checkDelete(t, s) })
}

func checkHistory(t *testing.T, admin *device) {
	id := admin.post(t, "/api/data/brand/save", aBrand()).ok().num("data.id")
	admin.post(t, "/api/data/brand/save", map[string]any{"id": id, "name": "Other"}).ok()
	a := admin.post(t, "/api/data/brand/history", map[string]any{"id": id}).ok()
	rows := a.list("data.rows")
	if len(rows) == 0 {
		t.Fatalf("no history: %s", a.text)
	}
	for _, row := range rows {
		if changes, ok := at(row, "changes").(map[string]any); ok && show(changes["name"]) == `["A brand","Other"]` {
			if at(row, "at") == nil || at(row, "user") == nil || at(row, "release") == nil {
				t.Errorf("who, when and release: %v", row)
			}
			if _, err := time.Parse(time.RFC3339, show(at(row, "at"))[1:len(show(at(row, "at")))-1]); err != nil {
				t.Errorf("at = %v", at(row, "at"))
			}
			return
		}
	}
	t.Errorf("no change of name: %s", a.text)
}

// checkOnce proves that a write under a key happens once.
func checkOnce(t *testing.T, s *server) {
	const save = "/api/data/brand/save"
	admin, key, body := s.as(t, "admin"), hexID(16), aBrand()
	first := admin.do(t, call{path: save, body: body, key: key}).ok()
	again := admin.do(t, call{path: save, body: body, key: key}).ok()
	if first.text != again.text {
		t.Errorf("first %s, again %s", first.text, again.text)
	}
	admin.do(t, call{path: save, body: aBrand(), key: key}).business(409)
	admin.do(t, call{path: "/api/data/provider/save", body: body, key: key}).business(409)
	s.as(t, "lead").do(t, call{path: "/api/data/brand/query", body: map[string]any{}, key: key}).ok()
	refused, retry := hexID(16), aBrand()
	admin.do(t, call{path: save, body: map[string]any{"code": retry["code"]}, key: refused}).invalid("name")
	admin.do(t, call{path: save, body: retry, key: refused}).ok() // a refused call did nothing, so its key is free
	for sign, d := range map[signature]*device{version1: s.login(t, "admin"), version2: admin} {
		other, otherKey := aBrand(), hexID(16)
		d.do(t, call{path: save, body: other, key: otherKey, sign: sign}).ok()
		d.do(t, call{path: save, body: other, key: otherKey, sign: sign}).ok()
	}
	admin.do(t, call{path: save, body: aBrand(), key: hexID(300)}).refused(400, 400)
}

func checkDelete(t *testing.T, s *server) {
	admin := s.as(t, "admin")
	post := func(verb string, body any) answer { return admin.post(t, "/api/data/brand/"+verb, body) }
	mark := "DEL" + hexID(4)
	ids := make([]int, 3)
	for i := range ids {
		ids[i] = post("save", map[string]any{"code": mark + string(rune('a'+i)), "name": mark}).ok().num("data.id")
	}
	post("delete", map[string]any{"ids": ids[:1]}).ok().has(map[string]any{"data.deleted": 1})
	post("get", map[string]any{"id": ids[0]}).refused(404, 404)
	post("restore", map[string]any{"ids": ids[:1]}).ok()
	post("get", map[string]any{"id": ids[0]}).ok().has(map[string]any{"data.code": mark + "a"})

	filter := leaf("code", "starts", mark)
	post("delete", map[string]any{"filter": filter, "expect": 2}).business(409).has(map[string]any{"data.count": 3})
	post("delete", map[string]any{"filter": filter}).invalid("expect")
	post("delete", map[string]any{"filter": filter, "expect": 3}).ok().has(map[string]any{"data.deleted": 3})

	post("save", map[string]any{"code": mark + "a", "name": "taken"}).ok()
	post("restore", map[string]any{"ids": ids[:1]}).business(409)
	post("restore", map[string]any{"ids": ids[1:]}).ok()
	used := admin.post(t, "/api/data/brand/query", map[string]any{"filter": is("code", "WL")}).ok().num("data.rows.0.id")
	post("delete", map[string]any{"ids": []int{ids[1], used}}).business(409)
	post("get", map[string]any{"id": ids[1]}).ok() // refused whole
	post("delete", map[string]any{"ids": []int{999999999}}).refused(404, 404)
	post("delete", map[string]any{}).invalid("ids")

	draft := admin.post(t, "/api/data/sale_order/save", order("D"+hexID(6), line("AC-1001", 1), line("AC-1002", 2))).ok()
	admin.post(t, "/api/data/sale_order/delete", map[string]any{"ids": []int{draft.num("data.id")}}).ok()
	if n := admin.count(t, "sale_order_line", is("sale_order_id", draft.num("data.id"))); n != 0 {
		t.Errorf("%d lines are left", n)
	}
	admin.post(t, "/api/data/sale_order/restore", map[string]any{"ids": []int{draft.num("data.id")}}).ok()
	admin.post(t, "/api/data/sale_order/get", map[string]any{"id": draft.num("data.id")}).ok().
		has(map[string]any{"data.doc_no": draft.at("data.doc_no"), "data.lines.1.id": draft.at("data.lines.1.id"), "data.lines.1.qty": 2})
}
