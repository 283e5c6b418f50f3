package contract

import "testing"

func checkAggregate(t *testing.T, s *server) {
	sh := stocked(t, s)
	ask := func(t *testing.T, body map[string]any) answer {
		t.Helper()
		body["filter"] = leaf("sku", "starts", sh.mark)
		return sh.post(t, "/api/data/product/aggregate", body)
	}
	measures := []any{
		map[string]any{"fn": "count", "as": "n"},
		map[string]any{"field": "weight", "fn": "sum", "as": "total"},
		map[string]any{"field": "weight", "fn": "min", "as": "least"},
		map[string]any{"field": "weight", "fn": "max", "as": "most"},
		map[string]any{"field": "shelf_life_days", "fn": "avg", "as": "mean"},
	}
	t.Run("groups", func(t *testing.T) {
		a := ask(t, map[string]any{"group": []string{"brand_id.code"}, "measures": measures, "sort": []string{"brand_id.code"}}).ok()
		a.has(map[string]any{"data.rows.0.n": 2, "data.rows.1.n": 2, "data.rows.2.n": 2, "data.rows.0.mean": 15, "data.rows.0.most": 2})
		if show(a.at("data.rows.0.total")) != "2.1" || show(a.at("data.rows.1.least")) != "0.0001" {
			t.Errorf("rows = %s", a.text)
		}
		if len(a.list("data.rows")) != 3 {
			t.Errorf("rows = %s", a.text)
		}
	})
	t.Run("a reference as group", func(t *testing.T) {
		a := ask(t, map[string]any{"group": []string{"brand_id"}, "measures": measures[:1], "sort": []string{"brand_id"}}).ok()
		a.members("data.rows.0", "brand_id", "brand_id__label", "n")
	})
	t.Run("no group is one row", func(t *testing.T) {
		ask(t, map[string]any{"measures": measures}).ok().has(map[string]any{"data.rows.0.n": 6})
	})
	t.Run("having and sort by a measure", func(t *testing.T) {
		a := ask(t, map[string]any{
			"group": []string{"lot_ctl"}, "measures": measures, "sort": []string{"-total"}, "having": leaf("total", "gt", 5),
		}).ok().has(map[string]any{"data.rows.0.lot_ctl": true, "data.rows.0.n": 3})
		if len(a.list("data.rows")) != 1 {
			t.Errorf("rows = %s", a.text)
		}
	})
	t.Run("size", func(t *testing.T) {
		a := ask(t, map[string]any{"group": []string{"sku"}, "measures": measures[:1], "sort": []string{"sku"}, "size": 4}).ok()
		if len(a.list("data.rows")) != 4 {
			t.Errorf("rows = %s", a.text)
		}
	})
	t.Run("wrong", func(t *testing.T) {
		ask(t, map[string]any{"group": []string{"ghost"}, "measures": measures}).invalid("group[0]")
		ask(t, map[string]any{"measures": []any{map[string]any{"field": "ghost", "fn": "sum", "as": "x"}}}).invalid("measures[0]")
		ask(t, map[string]any{"measures": []any{map[string]any{"field": "weight", "fn": "ghost", "as": "x"}}}).invalid("measures[0]")
		ask(t, map[string]any{"measures": []any{map[string]any{"field": "name", "fn": "sum", "as": "x"}}}).invalid("measures[0]")
	})
}
