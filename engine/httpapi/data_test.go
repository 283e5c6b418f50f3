package httpapi_test

import (
	"fmt"
	"testing"

	"github.com/wareloom/wareloom/engine/cmd/wareloom/apptest"
)

// idOf finds the id of the record whose field has a value.
func (p people) idOf(t *testing.T, table, field, value string) int64 {
	t.Helper()
	answer := p.Do(t, apptest.Call{
		Path: "/api/data/" + table + "/query", As: p.sessions["admin"],
		Body: fmt.Sprintf(`{"filter":{"field":%q,"op":"eq","value":%q}}`, field, value),
	})
	var page struct {
		Rows []struct {
			ID int64 `json:"id"`
		} `json:"rows"`
	}
	answer.Into(t, &page)
	if len(page.Rows) != 1 {
		t.Fatalf("%s with %s %s: %s", table, field, value, answer.Text)
	}
	return page.Rows[0].ID
}

func TestCallsHappenOnce(t *testing.T) {
	each(t, func(t *testing.T, p people) {
		save := func(code, nonce, key string) apptest.Call {
			return apptest.Call{Path: "/api/data/customer/save", Body: fmt.Sprintf(`{"code":%q,"name":"N"}`, code), Nonce: nonce, Key: key}
		}
		first := scenario{name: "first", as: "admin", call: save("C1", "nonce-000000000001", "key-1"), wantHTTP: 200, want: []string{`"code":"C1"`}}.run(t, p)
		again := scenario{name: "same key, new nonce", as: "admin", call: save("C1", "nonce-000000000002", "key-1"), wantHTTP: 200}.run(t, p)
		if again.Text != first.Text {
			t.Errorf("repeated: %s, want the first answer %s", again.Text, first.Text)
		}
		runAll(t, p, []scenario{
			{name: "replayed", as: "admin", call: save("C1", "nonce-000000000001", "key-1"), wantHTTP: 406},
			{name: "replayed under another key", as: "admin", call: save("C2", "nonce-000000000001", "key-2"), wantHTTP: 406},
			{name: "another body under the key", as: "admin", call: save("C2", "nonce-000000000003", "key-1"), wantHTTP: 200, wantStatus: 409},
			{name: "the nonce of another person", as: "acme", call: apptest.Call{Path: "/api/data/item/save", Body: `{"code":"A2"}`, Nonce: "nonce-000000000001"}, wantHTTP: 200, want: []string{`"customer_id__label":"ACME Acme"`}},
			{name: "refused", as: "admin", call: save("C1", "nonce-000000000004", "key-4"), wantHTTP: 200, wantStatus: 422},
			{name: "read", as: "admin", call: apptest.Call{Path: "/api/data/item/query", Body: `{}`, Nonce: "nonce-000000000009"}, wantHTTP: 200},
			{name: "reads store no nonce", as: "admin", call: apptest.Call{Path: "/api/data/item/query", Body: `{}`, Nonce: "nonce-000000000009"}, wantHTTP: 200},
		})
	})
}

func TestRecords(t *testing.T) {
	each(t, func(t *testing.T, p people) {
		item, order, acme := p.idOf(t, "item", "code", "A1"), p.idOf(t, "order", "doc_no", "O-1"), p.idOf(t, "customer", "code", "ACME")
		body := fmt.Sprintf
		runAll(t, p, []scenario{
			{name: "get", as: "admin", call: post("/api/data/item/get", body(`{"id":%d}`, item)), wantHTTP: 200, want: []string{`"price":9.5`, `"customer_id__label":"ACME Acme"`, `"_can":`}},
			{name: "get a document", as: "admin", call: post("/api/data/order/get", body(`{"id":%d}`, order)), wantHTTP: 200, want: []string{`"lines":[{`, `"qty":2`}},
			{name: "update", as: "admin", call: post("/api/data/item/save", body(`{"id":%d,"version":1,"price":10.25}`, item)), wantHTTP: 200, want: []string{`"price":10.25`}},
			{name: "stale version", as: "admin", call: post("/api/data/item/save", body(`{"id":%d,"version":1,"price":1}`, item)), wantHTTP: 200, wantStatus: 409},
			{name: "not his", as: "acme", call: post("/api/data/item/get", body(`{"id":%d}`, p.idOf(t, "item", "code", "G1"))), wantHTTP: 404, want: []string{"物品"}},
			{name: "without the right", as: "reader", call: post("/api/data/item/save", body(`{"id":%d,"price":1}`, item)), wantHTTP: 200, wantStatus: 423},
			{name: "history", as: "admin", call: post("/api/data/item/history", body(`{"id":%d}`, item)), wantHTTP: 200, want: []string{`"price":[9.5,10.25]`}},
			{name: "in use", as: "admin", call: post("/api/data/item/delete", body(`{"ids":[%d]}`, item)), wantHTTP: 200, wantStatus: 409},
			{name: "delete by filter, another count", as: "admin", call: post("/api/data/item/delete", `{"filter":{"field":"code","op":"eq","value":"G1"},"expect":2}`), wantHTTP: 200, wantStatus: 409},
			{name: "delete by filter", as: "admin", call: post("/api/data/item/delete", `{"filter":{"field":"code","op":"eq","value":"G1"},"expect":1}`), wantHTTP: 200, want: []string{`{"deleted":1}`}},
			{name: "upsert", as: "admin", call: post("/api/data/item/upsert", body(`{"key":["customer_id","code"],"mode":"each","rows":[{"customer_id":%d,"code":"A1","name":"Mug"},{"customer_id":%d,"code":"A9"},{"customer_id":%d,"code":"A8","price":-1}]}`, acme, acme, acme)), wantHTTP: 200, want: []string{`"created":false,"result":true`, `"created":true,"result":true`, `"path":"rows[2].price"`}},
			{name: "aggregate", as: "admin", call: post("/api/data/item/aggregate", `{"group":["customer_id"],"measures":[{"fn":"count","as":"n"}]}`), wantHTTP: 200, want: []string{`"n":2`}},
			{name: "within a list", as: "admin", call: post("/api/data/item/query", `{"list":"fragile_item","fields":["code"]}`), wantHTTP: 200, want: []string{`"code":"A1"`}, wantNot: []string{`"code":"A9"`}},
			{name: "within a list of another table", as: "admin", call: post("/api/data/order/query", `{"list":"fragile_item"}`), wantHTTP: 200, wantStatus: 422},
			{name: "act within a list, another count", as: "admin", call: post("/api/data/order/act", `{"name":"audit","list":"new_order","filter":{"field":"doc_no","op":"eq","value":"O-1"},"expect":2}`), wantHTTP: 200, wantStatus: 409},
			{name: "act on what is searched, another count", as: "admin", call: post("/api/data/order/act", `{"name":"audit","list":"new_order","search":"no such","filter":{"and":[]},"expect":1}`), wantHTTP: 200, wantStatus: 409},
			{name: "act on what is searched", as: "admin", call: post("/api/data/order/act", `{"name":"audit","list":"new_order","search":"O-1","filter":{"and":[]},"expect":1}`), wantHTTP: 200, want: []string{`"status":"audited"`}},
			{name: "act back from it", as: "admin", call: post("/api/data/order/act", body(`{"name":"unaudit","id":%d}`, order)), wantHTTP: 200},
			{name: "act within a list", as: "admin", call: post("/api/data/order/act", `{"name":"audit","list":"new_order","filter":{"field":"doc_no","op":"eq","value":"O-1"},"expect":1}`), wantHTTP: 200, want: []string{`"status":"audited"`}},
			{name: "act back", as: "admin", call: post("/api/data/order/act", body(`{"name":"unaudit","id":%d}`, order)), wantHTTP: 200},
			{name: "act", as: "admin", call: post("/api/data/order/act", body(`{"name":"audit","id":%d}`, order)), wantHTTP: 200, want: []string{`"result":true`, `"status":"audited"`}},
			{name: "act in a wrong state", as: "admin", call: post("/api/data/order/act", body(`{"name":"audit","id":%d}`, order)), wantHTTP: 200, wantStatus: 409},
			{name: "act on several, one refused", as: "admin", call: post("/api/data/order/act", body(`{"name":"audit","ids":[%d]}`, order)), wantHTTP: 200, wantStatus: 409, want: []string{`"data":[{"id":`}},
			{name: "act of an unknown name", as: "admin", call: post("/api/data/order/act", body(`{"name":"fly","id":%d}`, order)), wantHTTP: 404},
			{name: "act without the right", as: "reader", call: post("/api/data/order/act", body(`{"name":"audit","id":%d}`, order)), wantHTTP: 200, wantStatus: 423},
			{name: "export", as: "admin", call: post("/api/data/item/export", `{"format":"csv"}`), wantHTTP: 200, want: []string{`{"job":`}},
		})
	})
}

func TestMeta(t *testing.T) {
	each(t, func(t *testing.T, p people) {
		english := map[string]string{"Accept-Language": "en"}
		runAll(t, p, []scenario{
			{name: "app", as: "acme", call: apptest.Call{Path: "/api/meta/app", Headers: english}, wantHTTP: 200, want: []string{
				`"path":"/mine"`, `"redirect":"/mine/item"`, `"menu_Id":92`, `"screen":"list:item"`, `"title":"My items"`, `"system_name":"Wareloom"`,
			}, wantNot: []string{"/sys"}},
			{name: "list", as: "admin", call: apptest.Call{Path: "/api/meta/screen", Body: `{"menuId":22}`, Headers: english}, wantHTTP: 200, want: []string{
				`"kind":"list"`, `"route":"/work/item"`, `"title":"Items"`, `"dropdowns":{"item_kind":[{"value":"plain","label":"Plain"}`, `"create":true`, `"form":{`,
			}},
			{name: "list of who only reads", as: "reader", call: apptest.Call{Path: "/api/meta/screen", Body: `{"key":"list:item"}`, Headers: english}, wantHTTP: 200, want: []string{`"create":false`, `"rights":["read","lookup"]`}},
			{name: "the owner is asked for", as: "admin", call: post("/api/meta/screen", `{"menuId":22}`), wantHTTP: 200, want: []string{`{"field":"customer_id"}`}},
			{name: "but not of an owner's person", as: "acme", call: post("/api/meta/screen", `{"menuId":92}`), wantHTTP: 200, want: []string{`{"field":"code"}`}, wantNot: []string{`{"field":"customer_id"}`}},
			{name: "document", as: "admin", call: apptest.Call{Path: "/api/meta/screen", Body: `{"menuId":21}`, Headers: english}, wantHTTP: 200, want: []string{
				`"document":{`, `"phase":"draft","edit":true`, `"order_status":[{"value":"draft","label":"Draft","phase":"draft"}`, `"key":"audit","title":"Audit"`, `"lines":[{"set":"lines"`, `"list":{`,
			}},
			{name: "settings", as: "admin", call: apptest.Call{Path: "/api/meta/screen", Body: `{"menuId":13}`, Headers: english}, wantHTTP: 200, want: []string{`"key":"sign_required"`, `"value":"writes"`}},
			{name: "not granted", as: "reader", call: post("/api/meta/screen", `{"menuId":21}`), wantHTTP: 200, wantStatus: 423},
			{name: "not granted by key", as: "reader", call: post("/api/meta/screen", `{"key":"document:order"}`), wantHTTP: 200, wantStatus: 423},
			{name: "unknown", as: "admin", call: post("/api/meta/screen", `{"key":"list:nothing"}`), wantHTTP: 404},
			{name: "nothing", as: "admin", call: post("/api/meta/screen", `{}`), wantHTTP: 200, wantStatus: 422},
			{name: "set a setting", as: "admin", call: post("/api/settings/save", `{"key":"sign_required","level":"system","value":"all"}`), wantHTTP: 200},
			{name: "it counts", as: "admin", call: apptest.Call{Path: "/api/data/item/query", Body: `{}`, Sign: -1}, wantHTTP: 406},
			{name: "set it back", as: "admin", call: post("/api/settings/save", `{"key":"sign_required","level":"system","value":null}`), wantHTTP: 200},
			{name: "read settings", as: "admin", call: post("/api/settings/get", `{}`), wantHTTP: 200, want: []string{`"sign_required":"writes"`}},
			{name: "public settings", as: "reader", call: post("/api/settings/get", `{}`), wantHTTP: 200, want: []string{`"system_name":"Wareloom"`}},
			{name: "save a view", as: "reader", call: post("/api/view/save", `{"screen":"item","name":"mine","content":{"sort":["name"]}}`), wantHTTP: 200, want: []string{`"mine":true`}},
			{name: "one's own view", as: "reader", call: post("/api/view/list", `{"screen":"item"}`), wantHTTP: 200, want: []string{`"name":"mine"`, `"mayShare":false`}},
			{name: "nobody else's view", as: "admin", call: post("/api/view/list", `{"screen":"item"}`), wantHTTP: 200, want: []string{`"views":[]`}},
			{name: "no sharing without the right", as: "reader", call: post("/api/view/save", `{"screen":"item","name":"all","roleId":1,"content":{}}`), wantHTTP: 200, wantStatus: 423},
		})
	})
}

// TestChoosingLeavesOutWhatIsSetAside: a record that is not offered is found and
// read as before, but not where one is chosen anew.
func TestChoosingLeavesOutWhatIsSetAside(t *testing.T) {
	each(t, func(t *testing.T, p people) {
		p.save(t, "customer", map[string]any{"code": "OLD-1", "name": "closed"})
		p.save(t, "customer", map[string]any{"code": "OLD-2", "name": "open"})
		runAll(t, p, []scenario{
			{name: "found", as: "admin", call: post("/api/data/customer/query", `{"search":"OLD"}`), wantHTTP: 200, want: []string{"OLD-1", "OLD-2"}},
			{name: "chosen", as: "admin", call: post("/api/data/customer/query", `{"search":"OLD","choose":true}`), wantHTTP: 200, want: []string{"OLD-2"}, wantNot: []string{"OLD-1"}},
		})
	})
}
