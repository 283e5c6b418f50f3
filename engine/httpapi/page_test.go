package httpapi_test

import (
	"bytes"
	"mime/multipart"
	"strings"
	"testing"

	"github.com/wareloom/wareloom/engine/cmd/wareloom/apptest"
)

func TestPages(t *testing.T) {
	each(t, func(t *testing.T, p people) {
		html := map[string]string{"Accept": "text/html"}
		packed := map[string]string{"Accept-Encoding": "gzip"}
		tests := []struct {
			name, method, path string
			headers            map[string]string
			wantStatus         int
			wantText           string
			wantHeaders        map[string]string
		}{
			{"front page", "GET", "/", html, 200, "<title>page", map[string]string{"Cache-Control": "no-cache", "X-Content-Type-Options": "nosniff", "X-Frame-Options": "DENY"}},
			{"an address of the app", "GET", "/sys/user/12", html, 200, "<title>page", nil},
			{"an address under api", "GET", "/api/data/item/query", html, 200, "<title>page", nil},
			{"head", "HEAD", "/sys/user", html, 200, "", nil},
			{"no page for a program", "GET", "/sys/user", nil, 404, `"statusCode":404`, nil},
			{"script, packed", "GET", "/assets/app-1.js", packed, 200, "", map[string]string{"Content-Encoding": "gzip", "Cache-Control": "public, max-age=31536000, immutable"}},
			{"script, packed as today's browsers take it", "GET", "/assets/app-1.js", map[string]string{"Accept-Encoding": "gzip, deflate, br"}, 200, "br", map[string]string{"Content-Encoding": "br", "Vary": "Accept-Encoding"}},
			{"script, unpacked", "GET", "/assets/app-1.js", nil, 200, "run()", map[string]string{"Content-Type": "text/javascript; charset=utf-8"}},
			{"the packed file itself", "GET", "/assets/app-1.js.gz", nil, 404, "", nil},
			{"the other packed file itself", "GET", "/assets/app-1.js.br", nil, 404, "", nil},
			{"missing script", "GET", "/assets/gone.js", nil, 404, "", nil},
			{"out of the folder", "GET", "/assets/../../server.go", nil, 404, "", nil},
			{"health", "GET", "/healthz", nil, 200, "ok", nil},
			{"readiness", "GET", "/readyz", nil, 200, "ready", nil},
			{"metrics, from outside", "GET", "/metrics", nil, 401, "", nil},
			{"texts", "GET", "/api/i18n/es.json", nil, 200, `"msg.not_logged_in":"No ha iniciado sesión en el sistema"`, nil},
			{"texts, packed", "GET", "/api/i18n/en.json", packed, 200, "", map[string]string{"Content-Encoding": "gzip"}},
			{"a short answer, unpacked", "POST", "/api/sys/basicInfo/getInfo", packed, 200, `"sysName"`, map[string]string{"Content-Encoding": ""}},
			{"texts of no language", "GET", "/api/i18n/fr.json", nil, 404, "", nil},
		}
		for _, tt := range tests {
			got := p.Do(t, apptest.Call{Method: tt.method, Path: tt.path, Headers: tt.headers})
			if got.Status != tt.wantStatus || !strings.Contains(got.Text, tt.wantText) {
				t.Errorf("%s: %d %s, want %d %s", tt.name, got.Status, got.Text, tt.wantStatus, tt.wantText)
			}
			for name, want := range tt.wantHeaders {
				if got.Header.Get(name) != want {
					t.Errorf("%s: %s = %q, want %q", tt.name, name, got.Header.Get(name), want)
				}
			}
			policy := got.Header.Get("Content-Security-Policy")
			if part := strings.HasPrefix(tt.path, "/assets/") || strings.HasPrefix(got.Header.Get("Content-Type"), "application/json"); part != (policy == "") {
				t.Errorf("%s: policy %q of what is a part of a page: %t", tt.name, policy, part)
			}
			if policy != "" && (!strings.Contains(policy, "script-src 'self'") || strings.Contains(policy, "unsafe-eval'") && !strings.Contains(policy, "wasm-unsafe-eval'")) {
				t.Errorf("%s: policy %q", tt.name, policy)
			}
			if got.Header.Get("X-Content-Type-Options") != "nosniff" {
				t.Errorf("%s: may be taken for something else", tt.name)
			}
		}
	})
}

// form is a multipart body with one file.
func form(t *testing.T, name, content string) (body, contentType string) {
	t.Helper()
	var b bytes.Buffer
	w := multipart.NewWriter(&b)
	part, err := w.CreateFormFile("file", name)
	if err != nil {
		t.Fatal(err)
	}
	if _, err := part.Write([]byte(content)); err != nil {
		t.Fatal(err)
	}
	if err := w.Close(); err != nil {
		t.Fatal(err)
	}
	return b.String(), w.FormDataContentType()
}

func TestFiles(t *testing.T) {
	each(t, func(t *testing.T, p people) {
		body, contentType := form(t, "发票.pdf", "%PDF-1.7 content")
		upload := func(body string, sign int) apptest.Call {
			return apptest.Call{Path: "/api/files/upload", Body: body, Sign: sign, Headers: map[string]string{"Content-Type": contentType}}
		}
		page, _ := form(t, "a.pdf", "<html>")
		runAll(t, p, []scenario{
			{name: "by version 1, body signed", as: "acme", call: upload(body, 1), wantHTTP: 200},
			{name: "a page", as: "acme", call: apptest.Call{Path: "/api/files/upload", Body: "x", Headers: map[string]string{"Content-Type": "text/html"}}, wantHTTP: 415},
			{name: "no form", as: "acme", call: upload(page, 0), wantHTTP: 400},
			{name: "unsigned", as: "acme", call: upload(body, -1), wantHTTP: 406},
		})
		kept := scenario{name: "upload", as: "acme", call: upload(body, 0), wantHTTP: 200, want: []string{`"type":"application/pdf"`}}.run(t, p)
		var file struct{ Key string }
		kept.Into(t, &file)

		get := apptest.Call{Method: "GET", Path: "/api/files/" + file.Key, As: p.sessions["acme"]}
		if got := p.Do(t, get); got.Status != 200 || got.Text != "%PDF-1.7 content" ||
			!strings.HasPrefix(got.Header.Get("Content-Disposition"), "attachment") || !strings.Contains(got.Header.Get("Content-Security-Policy"), "sandbox") {
			t.Errorf("download: %d %q %v", got.Status, got.Text, got.Header)
		}
		get.As = p.sessions["reader"]
		if got := p.Do(t, get); got.Status != 404 {
			t.Errorf("another's file: %d, want 404", got.Status)
		}
		get.As = nil
		if got := p.Do(t, get); got.Status != 401 {
			t.Errorf("without a session: %d, want 401", got.Status)
		}
		link := scenario{name: "link", as: "acme", call: post("/api/files/"+file.Key+"/link", `{}`), wantHTTP: 200}.run(t, p)
		var linked struct{ URL string }
		link.Into(t, &linked)
		if got := p.Do(t, apptest.Call{Method: "GET", Path: linked.URL}); got.Status != 200 {
			t.Errorf("by link: %d, want 200", got.Status)
		}
		if got := p.Do(t, apptest.Call{Method: "GET", Path: linked.URL + "0"}); got.Status != 401 {
			t.Errorf("by a forged link: %d, want 401", got.Status)
		}
		runAll(t, p, []scenario{{
			name: "held by a record", as: "acme", wantHTTP: 200,
			call: post("/api/data/item/save", `{"code":"A3","customer_id":{"code":"ACME"},"picture":"`+file.Key+`"}`),
		}})
		get.As = p.sessions["reader"]
		if got := p.Do(t, get); got.Status != 200 {
			t.Errorf("through a record: %d, want 200", got.Status)
		}
	})
}
