package contract

import (
	"encoding/json"
	"fmt"
	"slices"
	"strings"
	"testing"
)

func checkMeta(t *testing.T, s *server) {
	admin := s.as(t, "admin")
	t.Run("app", func(t *testing.T) {
		for _, account := range []string{"admin", "picker", "acme"} {
			d := s.as(t, account)
			a := d.post(t, "/api/meta/app", nil).ok().members("data", "menus", "languages", "theme", "settings", "release")
			var ids []string
			walkMenus(a.list("data.menus"), func(menu any) {
				for _, member := range []string{"path", "hidden", "alwaysShow", "meta", "children"} {
					if !slices.Contains(keys(menu), member) {
						t.Errorf("%s: menu without %s: %s", account, member, show(menu))
					}
				}
				for _, member := range []string{"title", "icon", "menu_Id", "menuName", "level", "noCache"} {
					if !slices.Contains(keys(at(menu, "meta")), member) {
						t.Errorf("%s: meta without %s: %s", account, member, show(menu))
					}
				}
				if name := show(at(menu, "meta.menuName")); name != show(at(menu, "meta.title")) {
					t.Errorf("%s: %s is called %s, which nobody reads", account, show(at(menu, "meta.title")), name)
				}
				ids = append(ids, show(at(menu, "meta.menu_Id")))
			})
			for _, id := range d.menus {
				if !slices.Contains(ids, show(id)) {
					t.Errorf("%s is granted %s, which is not drawn", account, show(id))
				}
			}
		}
	})
	t.Run("eight areas in their order", func(t *testing.T) {
		want := []string{"101", "110", "135", "495", "274", "294", "252", "1"}
		var got []string
		for _, menu := range admin.post(t, "/api/meta/app", nil).ok().list("data.menus") {
			got = append(got, show(at(menu, "meta.menu_Id")))
		}
		if !slices.Equal(got, want) {
			t.Errorf("areas = %v, want %v", got, want)
		}
	})
	t.Run("an area alone", func(t *testing.T) {
		for _, area := range admin.post(t, "/api/meta/app", nil).ok().list("data.menus") {
			var granted []any
			walkMenus([]any{area}, func(menu any) {
				granted = append(granted, map[string]any{"menu_id": at(menu, "meta.menu_Id")})
			})
			_, d := s.member(t, map[string]any{"menus": granted})
			seen := d.post(t, "/api/meta/app", nil).ok().list("data.menus")
			if len(seen) != 1 || show(at(seen[0], "path")) != show(at(area, "path")) {
				t.Errorf("with %s granted the menu is %s", show(at(area, "path")), show(seen))
			}
		}
	})
	t.Run("menuIds hold all ancestors", func(t *testing.T) {
		for _, account := range []string{"admin", "picker"} {
			a := s.as(t, account).post(t, "/api/meta/app", nil).ok()
			granted := map[string]bool{}
			for _, id := range s.as(t, account).menus {
				granted[show(id)] = true
			}
			checkAncestors(t, a.list("data.menus"), granted)
		}
	})
	t.Run("a page that reads files", func(t *testing.T) {
		_, uploader := s.member(t, map[string]any{"menus": menus(495102)})
		alone := uploader.post(t, "/api/meta/screen", map[string]any{"menuId": 495102}).ok()
		if alone.str("data.kind") != "import" || alone.str("data.import.key") != "waybill_import" {
			t.Errorf("the page is %s of %s", alone.str("data.kind"), alone.str("data.import.key"))
		}
		if route := alone.at("data.import.route"); route != nil {
			t.Errorf("it leads to %v, which is not granted", route)
		}
		_, clerk := s.member(t, map[string]any{"menus": menus(495102, 495201)})
		both := clerk.post(t, "/api/meta/screen", map[string]any{"menuId": 495102}).ok()
		if route := both.str("data.import.route"); route != "/tms/waybill-base/waybill" {
			t.Errorf("it leads to %s, not to the waybills", route)
		}
	})
	t.Run("titles are in the caller's language", func(t *testing.T) {
		titles := map[string]bool{}
		for _, language := range []string{"zh", "en", "es"} {
			a := admin.do(t, call{path: "/api/meta/app", language: language}).ok()
			titles[a.str("data.menus.0.meta.title")] = true
		}
		if len(titles) != 3 {
			t.Errorf("titles = %v", titles)
		}
	})
	t.Run("screen", func(t *testing.T) {
		a := admin.post(t, "/api/meta/app", nil).ok()
		walkMenus(a.list("data.menus"), func(menu any) {
			if children, _ := at(menu, "children").([]any); len(children) > 0 {
				return
			}
			id := at(menu, "meta.menu_Id")
			if admin.post(t, "/api/meta/screen", map[string]any{"menuId": id}).at("result") != true {
				t.Errorf("menu %s has no screen", show(id))
			}
		})
		admin.post(t, "/api/meta/screen", map[string]any{"key": "list:product"}).ok().members("data.list", "columns", "filters", "actions")
		admin.post(t, "/api/meta/screen", map[string]any{"menuId": 1}).refused(404, 404)
		admin.post(t, "/api/meta/screen", map[string]any{"menuId": 999999}).refused(404, 404)
		admin.post(t, "/api/meta/screen", map[string]any{"key": "list:ghost"}).refused(404, 404)
		admin.post(t, "/api/meta/screen", map[string]any{}).invalid("menuId")
	})
	t.Run("openapi.json", func(t *testing.T) { checkOpenAPI(t, s) })
}

func walkMenus(menus []any, visit func(menu any)) {
	for _, menu := range menus {
		visit(menu)
		children, _ := at(menu, "children").([]any)
		walkMenus(children, visit)
	}
}

func checkAncestors(t *testing.T, menus []any, granted map[string]bool) {
	t.Helper()
	walkMenus(menus, func(menu any) {
		walkMenus([]any{menu}, func(below any) {
			if granted[show(at(below, "meta.menu_Id"))] && !granted[show(at(menu, "meta.menu_Id"))] {
				t.Errorf("%s without its ancestor %s", show(at(below, "meta.menu_Id")), show(at(menu, "meta.menu_Id")))
			}
		})
	})
}

// checkOpenAPI: the calls of the contract, and the tables that the caller may use.
func checkOpenAPI(t *testing.T, s *server) {
	read := func(account string) map[string]any {
		a := s.as(t, account).do(t, call{method: "GET", path: "/api/openapi.json"})
		if a.status != 200 || a.body == nil {
			t.Fatalf("openapi.json of %s: %d %.200s", account, a.status, a.text)
		}
		return a.body
	}
	all, few := read("admin"), read("picker")
	if version, _ := all["openapi"].(string); !strings.HasPrefix(version, "3.1") {
		t.Errorf("openapi = %v", all["openapi"])
	}
	paths := all["paths"].(map[string]any)
	for _, path := range []string{"/api/auth/login", "/api/common/loadDropDown", "/api/data/product/query", "/api/data/sale_order/act", "/api/station/pick/input", "/healthz"} {
		if paths[path] == nil {
			t.Errorf("no path %s", path)
		}
	}
	if few["paths"].(map[string]any)["/api/data/brand/save"] != nil {
		t.Error("a picker is shown how to save brands")
	}
	checkReferences(t, all, all)
	if text, err := json.Marshal(all); err != nil || len(text) < 10_000 {
		t.Errorf("%d bytes, %v", len(text), err)
	}
}

// checkReferences wants every $ref to lead somewhere.
func checkReferences(t *testing.T, whole map[string]any, part any) {
	t.Helper()
	switch v := part.(type) {
	case map[string]any:
		if ref, ok := v["$ref"].(string); ok && at(whole, strings.ReplaceAll(strings.TrimPrefix(ref, "#/"), "/", ".")) == nil {
			t.Errorf("%s leads nowhere", ref)
		}
		for _, one := range v {
			checkReferences(t, whole, one)
		}
	case []any:
		for _, one := range v {
			checkReferences(t, whole, one)
		}
	}
}

// checkNames wants everything the contract names and the product delivers under
// exactly these names.
func checkNames(t *testing.T, s *server) {
	admin := s.as(t, "admin")
	for _, table := range []string{
		"product", "product_barcode", "product_unit", "product_type", "brand", "provider", "consignor", "carrier", "warehouse",
		"storage_area", "position", "user", "department", "role", "asn", "receipt", "shelve_order", "sale_order", "wave", "pick_bill",
		"pick_task", "package", "rma", "lot", "serial", "lpn", "quant", "stock_move", "reservation", "asn_line", "receipt_line",
		"shelve_order_line", "sale_order_line", "package_line", "rma_line",
	} {
		a := admin.post(t, fmt.Sprintf("/api/data/%s/query", table), map[string]any{"size": 1})
		if a.status != 200 || a.at("result") != true {
			t.Errorf("%s: %.200s", table, a.text)
		}
	}
	for table, actions := range map[string]string{
		"sale_order": "audit unaudit allocate unallocate wave hold unhold intercept cancel",
		"asn":        "confirm arrive unload finish cancel", "receipt": "reverse", "wave": "release cancel",
		"rma": "wait receive grade dispose cancel",
	} {
		for action := range strings.FieldsSeq(actions) {
			a := admin.act(t, table, action, "id", 999999999)
			if !strings.Contains(a.text, "not found") && !strings.Contains(a.text, "not exist") && !strings.Contains(a.text, `"statusCode":422`) {
				t.Errorf("%s.%s: %.200s", table, action, a.text)
			}
		}
	}
	for _, key := range []string{"receive_by_order", "shelve_no_order", "pick", "put_back", "verify_by_order", "send_check"} {
		admin.start(t, key)
	}
}
