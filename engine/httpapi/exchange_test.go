package httpapi_test

import (
	"bytes"
	"mime/multipart"
	"net/http"
	"strings"
	"testing"

	"github.com/wareloom/wareloom/engine/cmd/wareloom/apptest"
)

// sent is a form with fields, and with a file unless it has no name.
func sent(t *testing.T, path, file, content string, fields ...string) apptest.Call {
	t.Helper()
	var body bytes.Buffer
	w := multipart.NewWriter(&body)
	for i := 0; i < len(fields); i += 2 {
		if err := w.WriteField(fields[i], fields[i+1]); err != nil {
			t.Fatal(err)
		}
	}
	if file != "" {
		part, err := w.CreateFormFile("file", file)
		if err != nil {
			t.Fatal(err)
		}
		if _, err := part.Write([]byte(content)); err != nil {
			t.Fatal(err)
		}
	}
	if err := w.Close(); err != nil {
		t.Fatal(err)
	}
	return apptest.Call{Path: path, Body: body.String(), Headers: map[string]string{"Content-Type": w.FormDataContentType()}}
}

// TestFilesComeInByAMapping that the caller may bring them in by, from a form or as one that
// he gave before, and nobody else's.
func TestFilesComeInByAMapping(t *testing.T) {
	p := atHome(t)
	const rows = "code,name,customer_id\nN1,New,ACME\n"
	preview := func(fields ...string) apptest.Call {
		return sent(t, "/api/import/item_import/preview", "items.csv", rows, fields...)
	}
	shown := scenario{name: "looked at", as: "admin", call: preview(), wantHTTP: 200, want: []string{`"name":"items.csv"`, `"headers":[{"header":"code"`}}.run(t, p)
	var kept struct{ File string }
	shown.Into(t, &kept)
	again := func(path string, fields ...string) apptest.Call {
		return sent(t, path, "", "", append(fields, "fileKey", kept.File)...)
	}
	role := p.save(t, "role", map[string]any{"code": "importer", "name": "I", "user_type": "user", "menus": []any{map[string]any{"menu_id": 22, "whole": true}}})
	user := p.save(t, "user", map[string]any{"account": "importer", "true_name": "I", "user_type": "user", "roles": []any{map[string]any{"role_id": role}}})
	p.mustDo(t, "/api/data/user/act", map[string]any{"name": "reset_password", "id": user, "params": map[string]any{"password": apptest.Password}})
	p.sessions["importer"] = p.Login(t, "user", "importer")
	runAll(t, p, []scenario{
		{name: "by no mapping", as: "admin", call: sent(t, "/api/import/nope", "items.csv", rows), wantHTTP: 404},
		{name: "without the right", as: "reader", call: sent(t, "/api/import/item_import", "items.csv", rows), wantHTTP: 200, wantStatus: 423},
		{name: "without a file", as: "admin", call: sent(t, "/api/import/item_import", "", ""), wantHTTP: 400},
		{name: "without a form", as: "admin", call: post("/api/import/item_import", `{}`), wantHTTP: 415},
		{name: "with columns that are none", as: "admin", call: preview("columns", "{"), wantHTTP: 400},
		{name: "with params that are none", as: "admin", call: sent(t, "/api/import/item_import", "items.csv", rows, "params", "{"), wantHTTP: 400},
		{name: "with edits that are none", as: "admin", call: sent(t, "/api/import/item_import", "items.csv", rows, "edits", "x"), wantHTTP: 400},
		{name: "with a file of a kind that is not taken", as: "admin", call: sent(t, "/api/import/item_import", "a.html", "<html>"), wantHTTP: 415},
		{name: "as one that was given before", as: "admin", call: again("/api/import/item_import", "dryRun", "true"), wantHTTP: 200, want: []string{`"job":`}},
		{name: "looked at again", as: "admin", call: again("/api/import/item_import/preview"), wantHTTP: 200, want: []string{`"file":"` + kept.File + `"`}},
		{name: "as one that another gave", as: "importer", call: again("/api/import/item_import"), wantHTTP: 404},
		{name: "as one that nobody gave", as: "admin", call: sent(t, "/api/import/item_import", "", "", "fileKey", strings.Repeat("0", 32)), wantHTTP: 404},
		{name: "of a file, too", as: "importer", call: sent(t, "/api/import/item_import", "items.csv", rows, "params", `{}`, "only", `[1]`), wantHTTP: 200, want: []string{`"job":`}},
		{name: "a workbook of no mapping", as: "admin", call: apptest.Call{Method: http.MethodGet, Path: "/api/import/nope/template"}, wantHTTP: 404},
	})
	workbook := p.Do(t, apptest.Call{Method: http.MethodGet, Path: "/api/import/item_import/template", As: p.sessions["admin"], Headers: map[string]string{"Accept-Language": "en"}})
	if workbook.Status != 200 || !strings.HasPrefix(workbook.Text, "PK") || !strings.Contains(workbook.Header.Get("Content-Disposition"), `filename="Import items.xlsx"`) {
		t.Errorf("an empty workbook: %d, %s", workbook.Status, workbook.Header)
	}
}

// TestFilesGoOutByATemplate in a format that it offers, to who has its right.
func TestFilesGoOutByATemplate(t *testing.T) {
	p := atHome(t)
	export := func(table, body string) apptest.Call { return post("/api/data/"+table+"/export", body) }
	refused := func(name, as string, call apptest.Call, path string) scenario {
		return scenario{name: name, as: as, call: call, wantHTTP: 200, wantStatus: 422, want: []string{`"path":"` + path}}
	}
	runAll(t, p, []scenario{
		{name: "of itself a workbook", as: "admin", call: export("item", `{"fields":["code"]}`), wantHTTP: 200, want: []string{`"job":`}},
		{name: "by the template", as: "admin", call: export("item", `{"template":"item_codes","format":"csv"}`), wantHTTP: 200, want: []string{`"job":`}},
		{name: "by none", as: "admin", call: export("item", `{"template":"nope"}`), wantHTTP: 404},
		{name: "by that of another table", as: "admin", call: export("order", `{"template":"item_codes","format":"csv"}`), wantHTTP: 404},
		{name: "by the template without its right", as: "reader", call: export("item", `{"template":"item_codes","format":"csv"}`), wantHTTP: 200, wantStatus: 423},
		{name: "records without the right", as: "reader", call: export("item", `{}`), wantHTTP: 200, wantStatus: 423},
		refused("in a format that it does not offer", "admin", export("item", `{"template":"item_codes"}`), "format"),
		refused("in one that there is none of", "admin", export("item", `{"format":"pdf"}`), "format"),
		refused("of a filter that is none", "admin", export("item", `{"filter":{"and":1}}`), "filter"),
		{name: "how it looks", as: "admin", call: post("/api/export/item_codes/sample", ``), wantHTTP: 200, want: []string{`A1`}},
		{name: "how none looks", as: "admin", call: post("/api/export/nope/sample", ``), wantHTTP: 404},
		{name: "how it looks without its right", as: "reader", call: post("/api/export/item_codes/sample", ``), wantHTTP: 200, wantStatus: 423},
	})
}
