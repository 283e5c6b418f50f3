package httpapi_test

import (
	"encoding/json"
	"fmt"
	"io/fs"
	"os"
	"strings"
	"testing"
	"testing/fstest"

	"github.com/wareloom/wareloom/engine/cmd/wareloom/apptest"
	"github.com/wareloom/wareloom/engine/enginetest"
	"github.com/wareloom/wareloom/engine/meta"
)

// house is the small product whose customers make persons of their own and keys, whose items
// answer to codes, and whose orders bring a remark along.
var house = apptest.Beginning{Name: "house"}

// changes are what is written otherwise in a file of the small product.
var changes = map[string][2]string{
	"user/user.document.json": {`"lines": [`, `"lines": [
		{"key": "menus", "table": "user_menu", "field": "user_id", "title": {"zh": "菜单", "en": "Menus", "es": "Menús"}},
		{"key": "buttons", "table": "user_button", "field": "user_id", "title": {"zh": "按钮", "en": "Buttons", "es": "Botones"}}, `},
	"menu/main.menu.json": {`"items": [`, `"items": [
		{"key": 93, "parent": 91, "route": "/mine/people", "title": {"zh": "人员", "en": "People", "es": "Personas"}, "user_type": "customer", "screen": "custom:people", "rights": ["people.manage"]},
		{"key": 94, "parent": 91, "route": "/mine/keys", "title": {"zh": "密钥", "en": "Keys", "es": "Claves"}, "user_type": "customer", "screen": "custom:own_keys", "rights": ["own_key.manage"]},
		{"key": 24, "parent": 2, "route": "/work/department", "title": {"zh": "部门", "en": "Departments", "es": "Departamentos"}, "screen": "list:department"},`},
	"item.list.json":                   {`"open": "form"`, `"open": "form", "import": ["item_import"], "export": true`},
	"item.table.json":                  {`"unique": [`, `"codes": [{"key": "code"}], "indexes": [{"key": "code", "on": ["code"]}], "unique": [`},
	"department/department.table.json": {`{"key": "leader",`, `{"key": "plan", "type": "image", "title": {"zh": "图", "en": "Plan", "es": "Plano"}}, {"key": "leader",`},
	"order.table.json":                 {`"to": "customer"}`, `"to": "customer", "brings": {"with": {"remark": "row.name", "customer_id": "row.id"}}}`},
	"order_line.table.json":            {`"to": "item"}`, `"to": "item", "where": "row.customer_id == record.customer_id"}`},
	"order.document.json": {`"to": "audited",`, `"to": "audited", "params": [
		{"key": "item_id", "type": "reference", "to": "item", "title": {"zh": "物品", "en": "Item", "es": "Artículo"}, "where": "row.customer_id == record.customer_id"},
		{"key": "remark", "type": "text", "max_length": 20, "title": {"zh": "备注", "en": "Remark", "es": "Nota"}, "default": "row.doc_no"}],`},
}

// broughtIn are the files that the small product has not.
var broughtIn = map[string]string{
	"item_import.mapping.json": `{"kind": "mapping", "key": "item_import", "title": {"zh": "导入物品", "en": "Import items", "es": "Importar artículos"}, "direction": "import", "table": "item",
		"columns": [{"key": "code", "required": true}, {"key": "name"}, {"key": "customer_id", "required": true}], "on_duplicate": "update", "mode": "all", "natural_key": ["customer_id", "code"]}`,
	"item_codes.export.json": `{"kind": "export", "key": "item_codes", "title": {"zh": "物品编码", "en": "Codes of items", "es": "Códigos"}, "table": "item", "lists": ["item"], "columns": [{"key": "code"}], "formats": ["csv"]}`,
	"goods.page.json": `{"kind": "page", "key": "goods", "title": {"zh": "物品", "en": "Goods", "es": "Artículos"}, "about": {"zh": "物品", "en": "All goods", "es": "Todo"}, "route": "/p/goods", "order": 1, "blocks": [
		{"key": "list", "kind": "rows", "table": "item", "where": "row.kind == 'fragile'", "find": ["name"], "sort": ["code"], "opens": "good", "shows": [{"key": "name", "as": "heading"}], "empty": {"zh": "无", "en": "None", "es": "Nada"}}]}`,
	"good.page.json": `{"kind": "page", "key": "good", "title": {"zh": "一物", "en": "A good", "es": "Un artículo"}, "about": {"zh": "物", "en": "One", "es": "Uno"}, "route": "/p/good/{code}", "order": 2, "blocks": [
		{"key": "it", "kind": "record", "table": "item", "where": "row.kind == 'fragile'", "by": ["code"], "shows": [{"key": "name", "as": "heading"}]}]}`,
	"write.page.json": `{"kind": "page", "key": "write", "title": {"zh": "写", "en": "Write", "es": "Escribir"}, "about": {"zh": "写", "en": "To us", "es": "A"}, "route": "/p/write", "order": 3, "blocks": [
		{"key": "form", "kind": "form", "table": "department", "fields": ["code", "name"], "submit": {"zh": "发", "en": "Send", "es": "Enviar"}, "done": {"zh": "谢", "en": "Thank you", "es": "Gracias"}}]}`,
	"own.page.json": `{"kind": "page", "key": "own", "title": {"zh": "改", "en": "Change", "es": "Cambiar"}, "about": {"zh": "改", "en": "Yours", "es": "Suyo"}, "route": "/p/own/{code}", "private": true, "blocks": [
		{"key": "form", "kind": "form", "table": "department", "where": "row.enabled == true", "by": ["code"], "fields": ["name", "plan"], "submit": {"zh": "发", "en": "Send", "es": "Enviar"}, "done": {"zh": "谢", "en": "Kept", "es": "Hecho"}}]}`,
}

// atHome is a server of the house with its people.
func atHome(t *testing.T) people {
	t.Helper()
	product := apptest.Product(t)
	product.Sources[0] = meta.Source{Name: "product", Layer: meta.LayerBase, FS: changed(t, os.DirFS("../cmd/wareloom/apptest/product"))}
	p := people{house.Start(t, enginetest.SQLite(t), product, os.DirFS("../cmd/wareloom/apptest/seeds")), map[string]*apptest.Session{}}
	for account, userType := range map[string]string{"admin": "user", "reader": "user", "acme": "customer"} {
		p.sessions[account] = p.Login(t, userType, account)
	}
	p.sessions["old"] = p.Login(t, "user", "admin")
	return p
}

func changed(t *testing.T, from fs.FS) fs.FS {
	t.Helper()
	made, found := fstest.MapFS{}, 0
	err := fs.WalkDir(from, ".", func(path string, entry fs.DirEntry, err error) error {
		if err != nil || entry.IsDir() {
			return err
		}
		text, err := fs.ReadFile(from, path)
		if change, known := changes[path]; known && strings.Contains(string(text), change[0]) {
			text, found = []byte(strings.Replace(string(text), change[0], change[1], 1)), found+1
		}
		made[path] = &fstest.MapFile{Data: text}
		return err
	})
	for path, text := range broughtIn {
		made[path] = &fstest.MapFile{Data: []byte(text)}
	}
	if err != nil || found != len(changes) {
		t.Fatalf("%d of %d files are changed (%v)", found, len(changes), err)
	}
	return made
}

// known is what the list of one's people tells of one.
type known struct {
	ID      int64
	Account string
	Enabled bool
	Self    bool
	Beyond  bool
	May     map[string]string
}

func (p people) own(t *testing.T, as string) map[string]known {
	t.Helper()
	var list struct{ Rows []known }
	scenario{name: "list", as: as, call: post("/api/people/list", ""), wantHTTP: 200}.run(t, p).Into(t, &list)
	all := map[string]known{}
	for _, one := range list.Rows {
		all[one.Account] = one
	}
	return all
}

// TestAnOwnerMakesPersonsOfHisOwn who may do what he lets them, and never more than he.
func TestAnOwnerMakesPersonsOfHisOwn(t *testing.T) {
	p := atHome(t)
	save := func(body string) apptest.Call { return post("/api/people/save", body) }
	listed := scenario{
		name: "list", as: "acme", call: post("/api/people/list", ""), wantHTTP: 200,
		want: []string{`"suffix":"@acme"`, `{"id":92,"parent":91,`, `"group":true`, `"account":"acme"`}, wantNot: []string{"admin", `"id":22`},
	}.run(t, p)
	if me := p.own(t, "acme")["acme"]; !me.Self || me.Beyond || me.May["92"] != "all" || me.May["91"] != "" {
		t.Errorf("oneself: %+v in %s", me, listed.Text)
	}
	runAll(t, p, []scenario{
		{name: "the back office has no owner", as: "admin", call: post("/api/people/list", ""), wantHTTP: 200, wantStatus: 423},
		{name: "made without the right", as: "reader", call: save(`{"name":"bob","true_name":"Bob"}`), wantHTTP: 200, wantStatus: 423},
		{name: "no name of an account", as: "acme", call: save(`{"name":"Bob!","true_name":"Bob"}`), wantHTTP: 200, wantStatus: 422, want: []string{`"path":"name"`}},
		{name: "too long a one", as: "acme", call: save(`{"name":"` + strings.Repeat("b", 31) + `","true_name":"Bob"}`), wantHTTP: 200, wantStatus: 422, want: []string{`"path":"name"`}},
		{name: "no name of a person", as: "acme", call: save(`{"name":"bob"}`), wantHTTP: 200, wantStatus: 422, want: []string{`"path":"true_name"`}},
		{name: "made", as: "acme", call: save(`{"name":"bob","true_name":"Bob","may":{"92":"look","93":"none","94":"all"}}`), wantHTTP: 200, want: []string{`"account":"bob@acme"`, `"code":"`}},
		{name: "made again", as: "acme", call: save(`{"name":"bob","true_name":"Bob"}`), wantHTTP: 200, wantStatus: 422, want: []string{`"path":"account"`}},
		{name: "the way to a password", as: "acme", call: post("/api/people/code", fmt.Sprintf(`{"id":%d}`, p.own(t, "acme")["acme"].ID)), wantHTTP: 200, wantStatus: 423},
	})
	bob := p.own(t, "acme")["bob@acme"]
	if bob.Self || bob.Beyond || !bob.Enabled || fmt.Sprint(bob.May) != "map[92:look 94:all]" {
		t.Errorf("he is known as %+v", bob)
	}
	var way struct{ Account, Code string }
	scenario{name: "his way to a password", as: "acme", call: post("/api/people/code", fmt.Sprintf(`{"id":%d}`, bob.ID)), wantHTTP: 200}.run(t, p).Into(t, &way)
	scenario{name: "he sets one", call: post("/api/auth/resetPwd", fmt.Sprintf(`{"token":%q,"password":%q}`, way.Code, apptest.Password)), wantHTTP: 200}.run(t, p)
	p.sessions["bob"] = p.Login(t, "customer", "bob@acme")
	key := scenario{name: "a key of his", as: "bob", call: post("/api/own_key/create", `{"name":"shop","expires_at":"`+p.Clock.Now().AddDate(0, 1, 0).UTC().Format("2006-01-02T15:04:05Z")+`"}`), wantHTTP: 200}.run(t, p)
	runAll(t, p, []scenario{
		{name: "he looks", as: "bob", call: post("/api/data/item/query", `{}`), wantHTTP: 200, want: []string{`"A1"`}, wantNot: []string{`"G1"`}},
		{name: "and does nothing more", as: "bob", call: post("/api/data/item/save", `{"code":"B1"}`), wantHTTP: 200, wantStatus: 423},
		{name: "nor makes others", as: "bob", call: save(`{"name":"eve","true_name":"Eve"}`), wantHTTP: 200, wantStatus: 423},
		{name: "his own maker has more than he", as: "bob", call: post("/api/people/list", ""), wantHTTP: 200, wantStatus: 423},
	})

	admin := p.idOf(t, "user", "account", "admin")
	change := func(id int64, body string) apptest.Call {
		return save(fmt.Sprintf(`{"id":%d,"true_name":"Bob",%s}`, id, body))
	}
	runAll(t, p, []scenario{
		{name: "who is of nobody's", as: "acme", call: change(admin, `"may":{}`), wantHTTP: 404},
		{name: "who is not there", as: "acme", call: change(4711, `"may":{}`), wantHTTP: 404},
		{name: "oneself", as: "acme", call: change(p.own(t, "acme")["acme"].ID, `"may":{}`), wantHTTP: 200, wantStatus: 423},
		{name: "he gets more", as: "acme", call: change(bob.ID, `"may":{"92":"all","93":"all"}`), wantHTTP: 200, want: []string{`"code":null`}},
	})
	if bob = p.own(t, "acme")["bob@acme"]; fmt.Sprint(bob.May) != "map[92:all 93:all]" {
		t.Errorf("he is changed to %+v", bob)
	}
	if keys, err := p.Keys(t.Context()); err != nil || len(keys) != 0 {
		t.Errorf("the key of who may have none is left: %v (%v) of %s", keys, err, key.Text)
	}
	p.sessions["bob"] = p.Login(t, "customer", "bob@acme")
	runAll(t, p, []scenario{
		{name: "he does more", as: "bob", call: post("/api/data/item/save", `{"code":"B1"}`), wantHTTP: 200},
		{name: "and leaves alone who has more than he", as: "bob", call: change(p.own(t, "bob")["acme"].ID, `"may":{}`), wantHTTP: 200, wantStatus: 423},
		{name: "he is shut out", as: "acme", call: change(bob.ID, `"enabled":false,"may":{"92":"look"}`), wantHTTP: 200},
		{name: "at once", as: "bob", call: post("/api/data/item/query", `{}`), wantHTTP: 401},
		{name: "and let in again", as: "acme", call: change(bob.ID, `"enabled":true,"may":{"92":"look"}`), wantHTTP: 200},
	})
	if beyond := p.own(t, "acme"); beyond["bob@acme"].Beyond || !beyond["bob@acme"].Enabled {
		t.Errorf("in the end: %+v", beyond)
	}
}

// TestWhatMayBeChosenAndWhatComesAlong asks as a form does while a record is made.
func TestWhatMayBeChosenAndWhatComesAlong(t *testing.T) {
	p := atHome(t)
	acme, globex, order := p.idOf(t, "customer", "code", "ACME"), p.idOf(t, "customer", "code", "GLOBEX"), p.idOf(t, "order", "doc_no", "O-1")
	ask := func(table, of string) apptest.Call {
		return post("/api/data/"+table+"/query", `{"fields":["code"],"choose":true,"for":`+of+`}`)
	}
	line := func(record string) string { return `{"table":"order_line","field":"item_id","record":` + record + `}` }
	param := func(field, ids string) string {
		return `{"table":"order","action":"audit","field":"` + field + `","ids":` + ids + `}`
	}
	bad := func(name string, call apptest.Call, path string) scenario {
		return scenario{name: name, as: "admin", call: call, wantHTTP: 200, wantStatus: 422, want: []string{`"path":"` + path + `"`}}
	}
	runAll(t, p, []scenario{
		{name: "of the record's customer", as: "admin", call: ask("item", line(fmt.Sprintf(`{"customer_id":%d}`, acme))), wantHTTP: 200, want: []string{`"A1"`}, wantNot: []string{`"G1"`}},
		{name: "of another", as: "admin", call: ask("item", line(fmt.Sprintf(`{"customer_id":%d}`, globex))), wantHTTP: 200, want: []string{`"G1"`}, wantNot: []string{`"A1"`}},
		{name: "of none yet", as: "admin", call: ask("item", line(`{}`)), wantHTTP: 200, want: []string{`"rows":[]`}},
		{name: "a customer says no customer", as: "acme", call: ask("item", line(`{}`)), wantHTTP: 200, want: []string{`"A1"`}},
		{name: "for an action, on its record", as: "admin", call: ask("item", param("item_id", fmt.Sprintf(`[%d]`, order))), wantHTTP: 200, want: []string{`"A1"`}, wantNot: []string{`"G1"`}},
		{name: "for an action on a record that is not there", as: "admin", call: ask("item", param("item_id", `[4711]`)), wantHTTP: 404},
		{name: "in no table", as: "admin", call: ask("item", `{"table":"nope","field":"item_id"}`), wantHTTP: 404},
		bad("in no field", ask("item", `{"table":"order_line","field":"nope"}`), "for.field"),
		bad("in a field of another table", ask("customer", line(`{}`)), "for.field"),
		bad("in no parameter", ask("item", param("nope", `[]`)), "for.field"),
		bad("in one that is no reference", ask("item", param("remark", `[]`)), "for.field"),
		bad("for no action", ask("item", `{"table":"order","action":"nope","field":"customer_id"}`), "for.field"),
		bad("for an action of what has none", ask("item", `{"table":"item","action":"audit","field":"customer_id"}`), "for.field"),

		{name: "what comes along", as: "admin", call: post("/api/data/order/brings", fmt.Sprintf(`{"field":"customer_id","id":%d}`, acme)), wantHTTP: 200, want: []string{fmt.Sprintf(`{"values":{"customer_id":%d,"customer_id__label":"ACME Acme","remark":"Acme"},"lines":{}}`, acme)}},
		{name: "with what is not there", as: "admin", call: post("/api/data/order/brings", `{"field":"customer_id","id":4711}`), wantHTTP: 404},
		bad("with what brings nothing", post("/api/data/order/brings", fmt.Sprintf(`{"field":"remark","id":%d}`, acme)), "field"),
		bad("with no field", post("/api/data/order/brings", fmt.Sprintf(`{"field":"nope","id":%d}`, acme)), "field"),
		{name: "without the right to make one", as: "reader", call: post("/api/data/order/brings", fmt.Sprintf(`{"field":"customer_id","id":%d}`, acme)), wantHTTP: 200, wantStatus: 423},

		{name: "what an action begins with", as: "admin", call: post("/api/data/order/params", fmt.Sprintf(`{"name":"audit","id":%d}`, order)), wantHTTP: 200, want: []string{`"data":{"remark":"O-1"}`}},
		{name: "what none begins with", as: "admin", call: post("/api/data/order/params", fmt.Sprintf(`{"name":"nope","id":%d}`, order)), wantHTTP: 404},
		{name: "what one does of a record that is not there", as: "admin", call: post("/api/data/order/params", `{"name":"audit","id":4711}`), wantHTTP: 404},
	})
}

// TestWhatACodeMeans to who scans it, and into a field.
func TestWhatACodeMeans(t *testing.T) {
	p := atHome(t)
	acme, globex := p.idOf(t, "customer", "code", "ACME"), p.idOf(t, "customer", "code", "GLOBEX")
	code := func(body map[string]any) apptest.Call {
		text, err := json.Marshal(body)
		if err != nil {
			t.Fatal(err)
		}
		return post("/api/code", string(text))
	}
	into := func(customer int64) map[string]any {
		return map[string]any{"code": "A1", "into": "order_line.item_id", "record": map[string]any{"customer_id": customer}}
	}
	runAll(t, p, []scenario{
		{name: "a code", as: "admin", call: code(map[string]any{"code": " A1\r\n"}), wantHTTP: 200, want: []string{`{"found":[{"table":"item","id":`, `"label":"A1 Cup"`}},
		{name: "of somebody else", as: "acme", call: code(map[string]any{"code": "G1"}), wantHTTP: 200, want: []string{`"found":[]`}},
		{name: "into a line of its customer", as: "admin", call: code(into(acme)), wantHTTP: 200, want: []string{`"label":"A1 Cup"`}},
		{name: "into a line of another", as: "admin", call: code(into(globex)), wantHTTP: 200, want: []string{`"found":[]`}},
		{name: "as long as may be", as: "admin", call: code(map[string]any{"code": strings.Repeat("x", 400)}), wantHTTP: 200, want: []string{`"found":[]`}},
		{name: "longer", as: "admin", call: code(map[string]any{"code": strings.Repeat("x", 401)}), wantHTTP: 200, wantStatus: 422, want: []string{`"path":"code"`}},
		{name: "nothing", as: "admin", call: code(map[string]any{"code": " "}), wantHTTP: 200, wantStatus: 422, want: []string{`"path":"code"`}},
		{name: "into no table", as: "admin", call: code(map[string]any{"code": "A1", "into": "nope.item_id"}), wantHTTP: 200, wantStatus: 422, want: []string{`"path":"into"`}},
		{name: "into no field", as: "admin", call: code(map[string]any{"code": "A1", "into": "order_line"}), wantHTTP: 200, wantStatus: 422, want: []string{`"path":"into"`}},
		{name: "into no reference", as: "admin", call: code(map[string]any{"code": "A1", "into": "order_line.qty"}), wantHTTP: 200, wantStatus: 422, want: []string{`"path":"into"`}},
	})
}
