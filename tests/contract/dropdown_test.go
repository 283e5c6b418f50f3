package contract

import (
	"slices"
	"testing"
)

func checkDropdowns(t *testing.T, s *server) {
	const load = "/api/common/loadDropDown"
	admin := s.as(t, "admin")
	t.Run("several codes in one call, with spaces between", func(t *testing.T) {
		a := admin.post(t, load, map[string]any{"where": "unit, currency,consignor"}).ok().members("data", "unit", "currency", "consignor")
		if !slices.Contains(column(a.list("data.currency"), "value"), "CNY") || a.str("data.currency.0.label") == "" {
			t.Errorf("currency: %s", show(a.at("data.currency")))
		}
		a.members("data.consignor.0", "value", "label")
	})
	t.Run("labels are in the caller's language", func(t *testing.T) {
		labels := map[string]string{}
		for _, language := range []string{"zh", "en", "es"} {
			a := admin.do(t, call{path: load, body: map[string]any{"where": "ship_policy"}, language: language}).ok()
			labels[show(column(a.list("data.ship_policy"), "label"))] = language
		}
		if len(labels) != 3 {
			t.Errorf("labels = %v", labels)
		}
	})
	t.Run("an unknown code is left out", func(t *testing.T) {
		a := admin.post(t, load, map[string]any{"where": "ghost,unit"}).ok().members("data", "unit")
		if slices.Contains(keys(a.at("data")), "ghost") {
			t.Errorf("ghost: %s", a.text)
		}
		admin.post(t, load, map[string]any{"where": "id from user; --"}).ok().has(map[string]any{"data": map[string]any{}})
	})
	t.Run("parameters narrow", func(t *testing.T) {
		areas := func(warehouse string) []any {
			id := admin.post(t, "/api/data/warehouse/query", map[string]any{"filter": is("code", warehouse)}).ok().num("data.rows.0.id")
			return admin.post(t, load, map[string]any{"where": "storage_area", "warehouse_id": id}).ok().list("data.storage_area")
		}
		if many, few := areas("SH1"), areas("MX1"); len(many) <= len(few) {
			t.Errorf("%d areas and %d", len(many), len(few))
		}
		if found := admin.post(t, load, map[string]any{"where": "warehouse", "search": "México"}).ok().list("data.warehouse"); len(found) != 1 {
			t.Errorf("search finds %v", found)
		}
	})
	t.Run("rows are the caller's own", func(t *testing.T) {
		if owners := s.as(t, "acme").post(t, load, map[string]any{"where": "consignor"}).ok().list("data.consignor"); len(owners) > 1 {
			t.Errorf("acme sees %v", owners)
		}
	})
	t.Run("without a session only public ones", func(t *testing.T) {
		s.device().post(t, load, map[string]any{"where": "language"}).ok().members("data", "language")
		s.device().post(t, load, map[string]any{"where": "consignor"}).refused(401, 401)
		s.device().post(t, load, map[string]any{"where": "language,consignor"}).refused(401, 401)
	})
	t.Run("wrong", func(t *testing.T) {
		admin.post(t, load, map[string]any{}).invalid("where")
		admin.post(t, load, map[string]any{"where": 5}).invalid("where")
	})
	t.Run("hasSaasAuth names the licensed modules", func(t *testing.T) {
		a := admin.post(t, "/api/auth/hasSaasAuth", map[string]any{"IDs": "outbound,ghost, storage"}).ok()
		if got := column(a.list("data"), "moduleName"); !slices.Equal(got, []string{"outbound", "storage"}) {
			t.Errorf("modules = %v", got)
		}
		admin.post(t, "/api/auth/hasSaasAuth", map[string]any{"IDs": "ghost"}).ok().has(map[string]any{"data": []any{}})
	})
	t.Run("an unlicensed module opens no screen", func(t *testing.T) {
		menu := map[string]any{"menuId": 110201} // create wave
		admin.post(t, "/api/meta/screen", menu).ok()
		setting := map[string]any{"key": "unlicensed_modules", "level": "system", "value": "ghost, wave"}
		admin.post(t, "/api/settings/save", setting).ok()
		admin.post(t, "/api/auth/hasSaasAuth", map[string]any{"IDs": "wave"}).ok().has(map[string]any{"data": []any{}})
		admin.post(t, "/api/meta/screen", menu).business(423).has(map[string]any{"data": map[string]any{"reason": "module", "name": "wave"}})
		setting["value"] = nil
		admin.post(t, "/api/settings/save", setting).ok()
		admin.post(t, "/api/meta/screen", menu).ok()
	})
}
