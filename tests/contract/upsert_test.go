package contract

import "testing"

func checkUpsert(t *testing.T, s *server) {
	admin, mark := s.as(t, "admin"), "U"+hexID(4)
	brand := func(n string, name any) map[string]any { return map[string]any{"code": mark + n, "name": name} }
	post := func(t *testing.T, mode string, rows ...any) answer {
		return admin.post(t, "/api/data/brand/upsert", map[string]any{"key": []string{"code"}, "rows": rows, "mode": mode})
	}
	t.Run("inserts and updates", func(t *testing.T) {
		a := post(t, "all", brand("1", "one"), brand("2", "two")).ok()
		a.has(map[string]any{"data.0.created": true, "data.0.result": true, "data.1.created": true})
		b := post(t, "all", brand("1", "uno"), brand("3", "three")).ok()
		b.has(map[string]any{"data.0.created": false, "data.1.created": true, "data.0.id": a.at("data.0.id")})
		admin.post(t, "/api/data/brand/get", map[string]any{"id": a.num("data.0.id")}).ok().has(map[string]any{"data.name": "uno"})
	})
	t.Run("all or nothing", func(t *testing.T) {
		a := post(t, "all", brand("4", "four"), brand("5", nil))
		a.business(422)
		a.invalid("rows[1].name")
		if n := admin.count(t, "brand", is("code", mark+"4")); n != 0 {
			t.Error("the good row of a refused call was kept")
		}
	})
	t.Run("each for itself", func(t *testing.T) {
		a := post(t, "each", brand("6", "six"), brand("7", nil))
		a.wantEnvelope(200, a.num("statusCode"))
		a.has(map[string]any{"data.0.result": true, "data.0.created": true, "data.1.result": false})
		if a.str("data.1.msg") == "" || a.at("data.1.errors") == nil {
			t.Errorf("refused row: %s", a.text)
		}
		if n := admin.count(t, "brand", is("code", mark+"6")); n != 1 {
			t.Error("the good row was not kept")
		}
	})
	t.Run("keys over references", func(t *testing.T) {
		row := map[string]any{
			"consignor_id": map[string]any{"code": "ACME"}, "warehouse_id": map[string]any{"code": "SH1"}, "ext_no": mark,
			"receiver": "R", "country": "CN", "phone": "13900000000", "city": "上海", "detail": "1", "lines": []any{map[string]any{"product_id": map[string]any{"sku": "AC-1001"}, "qty": 2}},
		}
		body := map[string]any{"key": []string{"consignor_id", "ext_no"}, "rows": []any{row}, "mode": "all"}
		first := admin.post(t, "/api/data/sale_order/upsert", body).ok().has(map[string]any{"data.0.created": true})
		row["receiver"] = "S"
		delete(row, "lines")
		admin.post(t, "/api/data/sale_order/upsert", body).ok().has(map[string]any{"data.0.created": false, "data.0.id": first.at("data.0.id")})
		admin.post(t, "/api/data/sale_order/get", map[string]any{"id": first.num("data.0.id")}).ok().
			has(map[string]any{"data.receiver": "S", "data.lines.0.qty": 2})
	})
	t.Run("wrong", func(t *testing.T) {
		admin.post(t, "/api/data/brand/upsert", map[string]any{"key": []string{"name"}, "rows": []any{brand("8", "x")}}).invalid("key")
		admin.post(t, "/api/data/brand/upsert", map[string]any{"key": []string{"ghost"}, "rows": []any{brand("8", "x")}}).business(422)
		rows := make([]any, 501)
		for i := range rows {
			rows[i] = brand("9", "x")
		}
		post(t, "all", rows...).refused(413, 413)
		admin.post(t, "/api/data/brand/upsert", map[string]any{"key": []string{"code"}, "rows": []any{brand("8", "x")}, "mode": "some"}).invalid("mode")
		s.as(t, "picker").post(t, "/api/data/brand/upsert", map[string]any{"key": []string{"code"}, "rows": []any{brand("8", "x")}}).business(423)
	})
}

// count gives how many records of a table a filter holds for.
func (d *device) count(t *testing.T, table string, filter any) int {
	t.Helper()
	return d.post(t, "/api/data/"+table+"/query", map[string]any{"filter": filter, "total": "exact", "size": 1}).ok().num("data.total")
}
