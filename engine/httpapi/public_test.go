package httpapi_test

import (
	"net/http"
	"net/url"
	"strings"
	"testing"

	"github.com/wareloom/wareloom/engine/cmd/wareloom/apptest"
)

func (p people) page(t *testing.T, path string, headers ...string) apptest.Answer {
	t.Helper()
	call := apptest.Call{Method: http.MethodGet, Path: path, Headers: map[string]string{}}
	for i := 0; i < len(headers); i += 2 {
		call.Headers[headers[i]] = headers[i+1]
	}
	return p.Do(t, call)
}

// TestAPageForStrangers is in the language that they read, kept by its tag, and runs nothing.
func TestAPageForStrangers(t *testing.T) {
	p := atHome(t)
	tests := []struct {
		about, path string
		headers     []string
		status      int
		want, not   string
	}{
		{"what it shows", "/p/goods?lang=en", nil, 200, "Cup", "Plate"},
		{"in the language that is asked for", "/p/goods?lang=es", []string{"Accept-Language", "en"}, 200, "Artículos", "Goods"},
		{"in that of the browser", "/p/goods", []string{"Accept-Language", "fr, es-MX;q=0.8"}, 200, "Artículos", "Goods"},
		{"in that which is kept", "/p/goods", []string{"Cookie", "language=es", "Accept-Language", "en"}, 200, "Artículos", "Goods"},
		{"in the first one otherwise", "/p/goods", []string{"Accept-Language", "fr"}, 200, "物品", "Goods"},
		{"what is looked for", "/p/goods?q=cup&lang=en", nil, 200, "Cup", "None"},
		{"what is not there", "/p/goods?q=pot&lang=en", nil, 200, "None", "Cup"},
		{"one of them", "/p/good/A1?lang=en", nil, 200, "Cup", ""},
		{"one that is not shown", "/p/good/G1?lang=en", nil, 404, "", "Plate"},
		{"one that is not there", "/p/good/Z9?lang=en", nil, 404, "", "Cup"},
	}
	for _, tt := range tests {
		got := p.page(t, tt.path, tt.headers...)
		if got.Status != tt.status || !strings.Contains(got.Text, tt.want) || tt.not != "" && strings.Contains(got.Text, tt.not) {
			t.Errorf("%s: %d %s", tt.about, got.Status, got.Text)
		}
		if !strings.HasPrefix(got.Header.Get("Content-Security-Policy"), "default-src 'none'") || got.Header.Get("Cache-Control") != "no-cache" {
			t.Errorf("%s: it may run something, or is kept: %v", tt.about, got.Header)
		}
		if kept := strings.Contains(got.Header.Get("Set-Cookie"), "language="); kept != strings.Contains(tt.path, "lang=") {
			t.Errorf("%s: its language is kept: %v", tt.about, kept)
		}
	}
	first := p.page(t, "/p/goods?lang=en")
	tag := first.Header.Get("ETag")
	if same := p.page(t, "/p/goods?lang=en", "If-None-Match", tag); tag == "" || same.Status != http.StatusNotModified || same.Text != "" {
		t.Errorf("with its tag %q: %d %q", tag, same.Status, same.Text)
	}
	if other := p.page(t, "/p/goods?lang=es", "If-None-Match", tag); other.Status != 200 {
		t.Errorf("in another language: %d", other.Status)
	}
	p.save(t, "item", map[string]any{"id": p.idOf(t, "item", "code", "A1"), "name": "Bowl"})
	if changed := p.page(t, "/p/goods?lang=en", "If-None-Match", tag); changed.Status != 200 || !strings.Contains(changed.Text, "Bowl") {
		t.Errorf("when it has changed: %d %s", changed.Status, changed.Text)
	}
	if asked := p.page(t, "/p/goods?lang=en&q=bowl"); asked.Header.Get("ETag") != "" {
		t.Error("what one visitor asks is kept for all")
	}
	for range 40 {
		if first = p.page(t, "/p/good/A1?lang=en"); first.Status != 200 {
			break
		}
	}
	if still := p.page(t, "/p/goods?lang=en"); first.Status != http.StatusTooManyRequests || still.Status != 200 {
		t.Errorf("who looks for many records: %d; and for none: %d", first.Status, still.Status)
	}
}

// TestAFormOfAStranger is taken from a page of this server, and from no machine.
func TestAFormOfAStranger(t *testing.T) {
	p := atHome(t)
	send := func(path string, fields url.Values, headers ...string) apptest.Answer {
		call := apptest.Call{Path: path, Body: fields.Encode(), Headers: map[string]string{"Content-Type": "application/x-www-form-urlencoded"}}
		for i := 0; i < len(headers); i += 2 {
			call.Headers[headers[i]] = headers[i+1]
		}
		return p.Do(t, call)
	}
	form := func(code, name, trap string) url.Values {
		return url.Values{"_block": {"form"}, "code": {code}, "name": {name}, "_url": {trap}}
	}
	tests := []struct {
		about  string
		answer apptest.Answer
		status int
		want   string
	}{
		{"from another server", send("/p/write?lang=en", form("X", "X", ""), "Origin", "https://elsewhere.example"), 400, ""},
		{"as JSON", send("/p/write?lang=en", form("X", "X", ""), "Content-Type", "application/json"), 400, ""},
		{"with pictures for a page without", send("/p/write?lang=en", form("X", "X", ""), "Content-Type", "multipart/form-data; boundary=b"), 400, ""},
		{"taken", send("/p/write?lang=en", form("D1", "Dock", ""), "Origin", "http://example.com"), http.StatusSeeOther, ""},
		{"by a machine", send("/p/write?lang=en", form("D2", "Trap", "http://x")), http.StatusSeeOther, ""},
		{"refused", send("/p/write?lang=en", form("", "Typed", "")), 422, `value="Typed"`},
		{"to a page that takes none", send("/p/goods?lang=en", form("X", "X", "")), 404, ""},
		{"too much", send("/p/write?lang=en", form("X", strings.Repeat("x", 65<<10), "")), 413, ""},
		{"too often", send("/p/write?lang=en", form("D3", "Late", "")), http.StatusTooManyRequests, ""},
	}
	for _, tt := range tests {
		if tt.answer.Status != tt.status || !strings.Contains(tt.answer.Text, tt.want) {
			t.Errorf("%s: %d, want %d: %s", tt.about, tt.answer.Status, tt.status, tt.answer.Text)
		}
	}
	if to := tests[3].answer.Header.Get("Location"); to != "/p/write?lang=en&sent=form" {
		t.Errorf("it leads to %s", to)
	}
	if thanks := p.page(t, "/p/write?lang=en&sent=form"); !strings.Contains(thanks.Text, "Thank you") || thanks.Header.Get("ETag") != "" {
		t.Errorf("thanks: %s", thanks.Text)
	}
	kept := p.mustDo(t, "/api/data/department/query", map[string]any{"fields": []string{"code"}})
	if !strings.Contains(kept.Text, `"D1"`) || strings.Contains(kept.Text, `"D2"`) || strings.Contains(kept.Text, `"X"`) || strings.Contains(kept.Text, `"D3"`) {
		t.Errorf("kept: %s", kept.Text)
	}
}

// TestAFormWithAPicture changes the record of its address, of which nobody keeps a copy.
func TestAFormWithAPicture(t *testing.T) {
	p := atHome(t)
	p.save(t, "department", map[string]any{"code": "D0", "name": "Dock"})
	const gif = "GIF89a\x01\x00\x01\x00\x00\x00\x00;"
	send := func(code, file, content string, fields ...string) apptest.Answer {
		call := sent(t, "/p/own/"+code+"?lang=en", file, content, append([]string{"_block", "form"}, fields...)...)
		call.Body = strings.Replace(call.Body, `name="file"`, `name="plan"`, 1)
		return p.Do(t, call)
	}
	kept := func() (name, plan string) {
		t.Helper()
		var page struct{ Rows []struct{ Name, Plan string } }
		if p.mustDo(t, "/api/data/department/query", map[string]any{}).Into(t, &page); len(page.Rows) != 1 {
			t.Fatalf("kept are %+v", page)
		}
		return page.Rows[0].Name, page.Rows[0].Plan
	}
	if shown := p.page(t, "/p/own/D0?lang=en"); shown.Status != 200 || shown.Header.Get("Cache-Control") != "no-store" || shown.Header.Get("ETag") != "" {
		t.Errorf("it is kept: %d %v", shown.Status, shown.Header)
	}
	if got := send("D0", "a.gif", gif, "name", "Ramp"); got.Status != http.StatusSeeOther {
		t.Errorf("taken: %d %s", got.Status, got.Text)
	}
	name, plan := kept()
	if name != "Ramp" || len(plan) != 32 {
		t.Errorf("changed to %s with %q", name, plan)
	}
	for about, tt := range map[string]struct {
		code, file, content string
		status              int
	}{
		"a page as picture": {"D0", "a.html", "<html>", 415}, "a paper as picture": {"D0", "a.pdf", "%PDF-1.7", 422}, "of no record": {"Z9", "a.gif", gif, 404},
	} {
		if got := send(tt.code, tt.file, tt.content, "name", "Gone"); got.Status != tt.status {
			t.Errorf("%s: %d %s", about, got.Status, got.Text)
		}
	}
	if got := send("D0", "", "", "plan", strings.Repeat("0", 32), "name", "Gate"); got.Status != http.StatusSeeOther {
		t.Errorf("without a picture: %d %s", got.Status, got.Text)
	}
	if name, same := kept(); name != "Gate" || same != plan {
		t.Errorf("words that name a file are no picture: %s with %q", name, same)
	}
}
