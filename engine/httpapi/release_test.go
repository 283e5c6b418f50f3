package httpapi_test

import (
	"fmt"
	"net/url"
	"strings"
	"testing"

	"github.com/wareloom/wareloom/engine/cmd/wareloom/apptest"
	"github.com/wareloom/wareloom/engine/release"
)

// words is a site that calls the items otherwise.
const words = `{"kind": "overlay", "of": "list", "key": "item", "title": {"zh": "词", "en": "Words", "es": "Palabras"},
	"ops": [{"op": "set", "at": "columns/code/title", "value": {"zh": "货", "en": "Stuff", "es": "Cosas"}}]}`

// bringSite sends a packed site.
func (p people) bringSite(t *testing.T, as string, files release.Folder, fields map[string]string) apptest.Answer {
	t.Helper()
	packed, err := files.Zip()
	if err != nil {
		t.Fatal(err)
	}
	body, kind := form(t, "site.zip", string(packed))
	query := url.Values{}
	for name, value := range fields {
		query.Set(name, value)
	}
	return p.Do(t, apptest.Call{Path: "/api/release/import?" + query.Encode(), Body: body, As: p.sessions[as], Headers: map[string]string{"Content-Type": kind}})
}

// TestReleasesAreManaged publishes by upload, lists, exports and goes back.
func TestReleasesAreManaged(t *testing.T) {
	each(t, func(t *testing.T, p people) {
		site := release.Folder{"item.list.overlay.json": []byte(words)}
		if tried := p.bringSite(t, "admin", site, map[string]string{"dryRun": "true"}); !strings.Contains(tried.Text, `"plan":[]`) {
			t.Errorf("a trial answers %s", tried.Text)
		}
		if untitled := p.bringSite(t, "admin", site, nil); untitled.StatusCode != 422 {
			t.Errorf("without a title: %s", untitled.Text)
		}
		var made struct{ Change int }
		p.bringSite(t, "admin", site, map[string]string{"title": "words"}).Into(t, &made)
		publish := func(expect int) apptest.Answer {
			return p.dev(t, "/api/release/publish", fmt.Sprintf(`{"change":%d,"note":"our words","expect":%d}`, made.Change, expect))
		}
		if stale := publish(9); stale.StatusCode != 409 {
			t.Errorf("decided on another release: %s", stale.Text)
		}
		if done := publish(1); !strings.Contains(done.Text, `"release":2`) {
			t.Fatalf("publishing answers %s", done.Text)
		}
		lost := release.Folder{"item.list.overlay.json": []byte(strings.Replace(words, `"item"`, `"nothing"`, 1)), "bad.list.json": []byte("{")}
		if wrong := p.bringSite(t, "admin", lost, map[string]string{"title": "lost"}); !wrong.Result || !strings.Contains(wrong.Text, `"file":"site/item.list.overlay.json"`) || !strings.Contains(wrong.Text, `"code":"meta.not_json"`) {
			t.Errorf("what is wrong is not told at its place: %s", wrong.Text)
		}
		packed := p.Do(t, apptest.Call{Method: "GET", Path: "/api/release/export", As: p.sessions["admin"]})
		if files, err := release.Unzip([]byte(packed.Text)); err != nil || len(files) != 1 {
			t.Errorf("the export has %v (%v)", files, err)
		}
		runAll(t, p, []scenario{
			{name: "list", as: "admin", call: post("/api/release/list", `{}`), wantHTTP: 200, want: []string{`"note":"our words"`, `"by":"admin"`, `"inForce":true`, `"objects":1`}},
			{name: "the screen", as: "admin", call: post("/api/meta/screen", `{"menuId":22}`), wantHTTP: 200, want: []string{`"release":2`, "货"}},
			{name: "export of none", as: "admin", call: apptest.Call{Method: "GET", Path: "/api/release/export?release=7"}, wantHTTP: 404},
			{name: "without the right", as: "reader", call: post("/api/release/list", `{}`), wantHTTP: 200, wantStatus: 423},
			{name: "bounded by an owner", as: "acme", call: post("/api/release/list", `{}`), wantHTTP: 403},
			{name: "back to none", as: "admin", call: post("/api/release/rollback", `{"to":7}`), wantHTTP: 404},
			{name: "back", as: "admin", call: post("/api/release/rollback", `{"to":1,"note":"no words"}`), wantHTTP: 200, want: []string{`"release":3`}},
			{name: "the screen as before", as: "admin", call: post("/api/meta/screen", `{"menuId":22}`), wantHTTP: 200, want: []string{`"release":3`}, wantNot: []string{"货"}},
		})
		body, kind := form(t, "site.zip", "no zip at all")
		answer := p.Do(t, apptest.Call{Path: "/api/release/import", Body: body, As: p.sessions["admin"], Headers: map[string]string{"Content-Type": kind}})
		if answer.StatusCode != 422 {
			t.Errorf("what is not packed: %s", answer.Text)
		}
	})
}
