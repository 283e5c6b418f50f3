package openapi_test

import (
	"encoding/json"
	"net/http"
	"slices"
	"strings"
	"testing"

	"github.com/wareloom/wareloom/engine/access"
	"github.com/wareloom/wareloom/engine/access/accesstest"
	"github.com/wareloom/wareloom/engine/enginetest"
	"github.com/wareloom/wareloom/engine/httpapi/openapi"
	"github.com/wareloom/wareloom/engine/store"
)

// more is what the world is joined with: what a file and a station are called by.
const more = `{
	"mappings": [{"key": "items", "direction": "import", "table": "item", "columns": [{"key": "code"}]}],
	"stations": [{"key": "bench", "flow": "any.flow", "steps": [{"key": "scan", "kind": "scan"}]}],
	"menus": [{"key": "more", "items": [
		{"key": 81, "parent": 0, "route": "/a", "rights": ["order.read", "order.update", "order.audit"]}, {"key": 82, "parent": 0, "route": "/b", "rights": ["item.lookup"]},
		{"key": 83, "parent": 0, "route": "/c", "rights": ["item.read", "item.import", "bench.use", "dev"]}
	]}]
}`

// calls are routes of each kind.
var calls = []openapi.Call{
	{Method: http.MethodGet, Path: "/api/health", Public: true, Plain: true},
	{Method: http.MethodPost, Path: "/api/auth/login", Public: true},
	{Method: http.MethodPost, Path: "/api/view/save", Writes: true},
	{Method: http.MethodPost, Path: "/api/key/create", Right: "api_key.manage"},
	{Method: http.MethodPost, Path: "/api/meta/screen", Looks: true},
	{Method: http.MethodPost, Path: "/api/files/upload", Upload: true},
	{Method: http.MethodGet, Path: "/api/files/:key/:name"},
	{Method: http.MethodPost, Path: "/api/data/:table/query"},
	{Method: http.MethodPost, Path: "/api/data/:table/get"},
	{Method: http.MethodPost, Path: "/api/data/:table/save"},
	{Method: http.MethodPost, Path: "/api/data/:table/delete"},
	{Method: http.MethodPost, Path: "/api/data/:table/act"},
	{Method: http.MethodPost, Path: "/api/data/:table/history"},
	{Method: http.MethodPost, Path: "/api/station/:key/start"},
	{Method: http.MethodPost, Path: "/api/import/:mapping", Upload: true},
}

// with gives the caller of a role, in a world of its own; documents are made of rights and
// metadata, so one kind of database does.
func with(t *testing.T, rules map[string]accesstest.Rule, menus ...int) openapi.Caller {
	t.Helper()
	w := accesstest.With(t, enginetest.Open(t, enginetest.SQLite(t), store.Options{}), accesstest.Joined(t, more))
	return openapi.Caller{Rights: w.Rights(accesstest.Office(7, w.Role("user", accesstest.Grant{Menus: menus, Rules: rules}))), Language: "en", Version: "1.2.3"}
}

// document is a document as whoever fetches it reads it.
type document struct {
	Info       struct{ Version string }
	Paths      map[string]map[string]operation
	Components struct {
		Schemas map[string]schema
	}
}

type operation struct {
	Parameters []struct {
		Name, In string
		Required bool
	}
	Security    []map[string][]string
	Tags        []string
	OperationID string
	RequestBody *struct {
		Content map[string]struct{ Schema schema }
	}
	Responses map[string]any
}

type schema struct {
	Type       any
	Title      string
	ReadOnly   bool
	Required   []string
	Properties map[string]schema
	Enum       []any
	Ref        string `json:"$ref"`
}

func read(t *testing.T, who openapi.Caller) document {
	t.Helper()
	text, err := json.Marshal(openapi.Document(who, calls, nil))
	if err != nil {
		t.Fatal(err)
	}
	var d document
	if err := json.Unmarshal(text, &d); err != nil {
		t.Fatal(err)
	}
	return d
}

// paths spells the paths of a document below a root.
func (d document) paths(root string) string {
	var all []string
	for path := range d.Paths {
		if strings.HasPrefix(path, root) {
			all = append(all, strings.TrimPrefix(path, root))
		}
	}
	slices.Sort(all)
	return strings.Join(all, " ")
}

// TestAStrangerReadsOfPublicCalls holds the document of who is not signed in to calls that
// need no session.
func TestAStrangerReadsOfPublicCalls(t *testing.T) {
	t.Parallel()
	d := read(t, openapi.Caller{Version: "1.2.3"})
	if got := d.paths("/api/"); got != "auth/login health" || d.Info.Version != "1.2.3" {
		t.Errorf("he reads of %s in version %s", got, d.Info.Version)
	}
	if health := d.Paths["/api/health"]["get"]; health.Security != nil || health.RequestBody != nil || len(health.Responses) != 1 {
		t.Errorf("the public call is %+v", health)
	}
	if login := d.Paths["/api/auth/login"]["post"]; login.RequestBody == nil || login.RequestBody.Content["application/json"].Schema.Properties["account"].Type != "string" {
		t.Errorf("the login is %+v", login)
	}
}

// TestACallOnATableIsThereForWhoMayMakeIt holds each verb to its right.
func TestACallOnATableIsThereForWhoMayMakeIt(t *testing.T) {
	t.Parallel()
	for name, tt := range map[string]struct {
		menus []int
		want  string
	}{
		"nothing":              {nil, ""},
		"to look up":           {[]int{82}, "item/query"},
		"orders, and to act":   {[]int{81}, "order/act order/get order/query order/save order_line/get order_line/query order_line/save"},
		"to read and bring in": {[]int{83}, "item/get item/query"},
	} {
		if got := read(t, with(t, nil, tt.menus...)).paths("/api/data/"); got != tt.want {
			t.Errorf("%s: %s, want %s", name, got, tt.want)
		}
	}
	d := read(t, with(t, nil, 83))
	if got := d.paths("/api/station/") + " " + d.paths("/api/import/"); got != "bench/start items" {
		t.Errorf("stations and imports are %s", got)
	}
	if d := read(t, with(t, nil, 81)); d.paths("/api/station/")+d.paths("/api/import/")+d.paths("/api/key/") != "" {
		t.Errorf("without the rights there are %v", d.Paths)
	}
}

// TestARecordIsDescribedAsItsReaderSeesIt holds fields to the rights of who reads: hidden
// and secret ones are not there, others are read-only.
func TestARecordIsDescribedAsItsReaderSeesIt(t *testing.T) {
	t.Parallel()
	rules := map[string]accesstest.Rule{"order": {Hide: []string{"department_id"}, Readonly: []string{"note"}}}
	d := read(t, with(t, rules, 81))
	order := d.Components.Schemas["order"]
	for key, want := range map[string]bool{"code": false, "note": true, "id": true, "created_at": true} {
		if field, there := order.Properties[key]; !there || field.ReadOnly != want {
			t.Errorf("%s is there %t, read-only %t", key, there, field.ReadOnly)
		}
	}
	if _, there := order.Properties["department_id"]; there {
		t.Error("a hidden field is described")
	}
	if lines := order.Properties["lines"]; lines.Type != "array" || d.Components.Schemas["order_line"].Properties["qty"].Type == nil {
		t.Errorf("lines are %+v", lines)
	}
	act := d.Paths["/api/data/order/act"]["post"].RequestBody.Content["application/json"].Schema
	if names := act.Properties["name"].Enum; !slices.Equal(names, []any{"audit"}) || !slices.Equal(act.Required, []string{"name"}) {
		t.Errorf("actions are %v", names)
	}
	items := read(t, openapi.Caller{Rights: access.System(accesstest.Joined(t, more), "test"), Language: "en"}).Components.Schemas["item"]
	if _, there := items.Properties["pin"]; there {
		t.Error("a secret is described")
	}
}

// TestACallSaysWhatItTakes holds path names, headers and bodies to what the route says.
func TestACallSaysWhatItTakes(t *testing.T) {
	t.Parallel()
	dev := read(t, with(t, nil, 83))
	plain := read(t, with(t, nil, 81))
	headers := func(d document, path, method string) string {
		var names []string
		for _, p := range d.Paths[path][method].Parameters {
			names = append(names, p.In+" "+p.Name)
		}
		return strings.Join(names, ", ")
	}
	for _, tt := range []struct {
		d                  document
		path, method, want string
	}{
		{plain, "/api/files/{key}/{name}", "get", "path key, path name"}, {plain, "/api/view/save", "post", "header Idempotency-Key"}, {plain, "/api/meta/screen", "post", ""}, {dev, "/api/meta/screen", "post", "header change"},
	} {
		if got := headers(tt.d, tt.path, tt.method); got != tt.want {
			t.Errorf("%s takes %q, want %q", tt.path, got, tt.want)
		}
	}
	if op := plain.Paths["/api/files/{key}/{name}"]["get"]; op.OperationID != "get_api_files_key_name" || len(op.Security) != 1 || op.Tags[0] != "files" {
		t.Errorf("the operation is %+v", op)
	}
	if form := dev.Paths["/api/import/items"]["post"].RequestBody.Content["multipart/form-data"].Schema; form.Properties["dryRun"].Type != "boolean" || len(form.Required) > 0 {
		t.Errorf("the form of an import is %+v", form)
	}
	if form := dev.Paths["/api/files/upload"]["post"].RequestBody.Content["multipart/form-data"].Schema; !slices.Equal(form.Required, []string{"file"}) {
		t.Errorf("the form of a file is %+v", form)
	}
}

// TestOneDocumentDoesNotChangeTheNext holds what calls share to stay as it is.
func TestOneDocumentDoesNotChangeTheNext(t *testing.T) {
	t.Parallel()
	who := with(t, nil, 81)
	first, err := json.Marshal(openapi.Document(who, calls, nil))
	if err != nil {
		t.Fatal(err)
	}
	made := openapi.Document(who, calls, nil)
	made["paths"].(map[string]any)["/api/auth/login"].(map[string]any)["post"].(map[string]any)["requestBody"].(map[string]any)["content"].(map[string]any)["application/json"].(map[string]any)["schema"].(map[string]any)["type"] = "spoilt"
	again, err := json.Marshal(openapi.Document(who, calls, nil))
	if err != nil || string(first) != string(again) {
		t.Errorf("the next document is another one (%v)", err)
	}
}
