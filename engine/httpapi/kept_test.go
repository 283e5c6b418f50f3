package httpapi_test

import (
	"fmt"
	"strings"
	"testing"

	"github.com/wareloom/wareloom/engine/cmd/wareloom/apptest"
	"github.com/wareloom/wareloom/engine/ddl"
	"github.com/wareloom/wareloom/engine/release"
)

// rack is a field of a site.
const rack = `{"kind": "overlay", "of": "table", "key": "item", "title": {"zh": "架", "en": "Rack", "es": "Estante"},
	"ops": [{"op": "add", "at": "fields", "value": {"key": "x_rack", "type": "text", "title": {"zh": "架", "en": "Rack", "es": "Estante"}}}]}`

// TestAKeptColumnGoesByConsent takes a field away, and drops its column 30 days later.
func TestAKeptColumnGoesByConsent(t *testing.T) {
	each(t, func(t *testing.T, p people) {
		publish := func(site release.Folder) {
			t.Helper()
			var made struct{ Change int }
			p.bringSite(t, "admin", site, map[string]string{"title": "racks"}).Into(t, &made)
			if done := p.dev(t, "/api/release/publish", fmt.Sprintf(`{"change":%d,"note":"racks"}`, made.Change)); !done.Result {
				t.Fatalf("publishing answers %s", done.Text)
			}
		}
		publish(release.Folder{"item.table.overlay.json": []byte(rack)})
		publish(release.Folder{"item.list.overlay.json": []byte(words)})
		const drop = "/api/release/columns/drop"
		consent := post(drop, `{"table":"item","field":"x_rack","consent":"item.x_rack"}`)
		runAll(t, p, []scenario{
			{name: "list", as: "admin", call: post("/api/release/columns/list", `{}`), wantHTTP: 200, want: []string{`"column":"item.x_rack"`, `"type":"text"`, `"values":0`, `"release":3`, `"mayGo":false`}},
			{name: "the list without the right", as: "reader", call: post("/api/release/columns/list", `{}`), wantHTTP: 200, wantStatus: 423},
			{name: "without the right", as: "reader", call: consent, wantHTTP: 200, wantStatus: 423},
			{name: "bounded by an owner", as: "acme", call: consent, wantHTTP: 403},
			{name: "too early", as: "admin", call: consent, wantHTTP: 200, wantStatus: 409, want: []string{"item.x_rack"}},
		})
		p.Clock.Put(p.Clock.Now().Add(ddl.KeptFor))
		again := p.Login(t, "user", "admin")
		ask := func(body string) apptest.Answer { return p.Do(t, apptest.Call{Path: drop, Body: body, As: again}) }
		for body, status := range map[string]int{
			`{"table":"item","field":"x_rack"}`:                               422,
			`{"table":"item","field":"x_rack","consent":"item.x_rac"}`:        422,
			`{"field":"x_rack","consent":".x_rack"}`:                          422,
			`{"table":"item","field":"code","consent":"item.code"}`:           404,
			`{"table":"release_history","consent":"release_history"}`:         404,
			`{"table":"item\"; drop","field":"x","consent":"item\"; drop.x"}`: 404,
		} {
			if answer := ask(body); answer.StatusCode != status {
				t.Errorf("%s: %d %s", body, answer.StatusCode, answer.Text)
			}
		}
		if done := ask(`{"table":"item","field":"x_rack","consent":"item.x_rack"}`); !done.Result {
			t.Fatalf("dropping answers %s", done.Text)
		}
		if left := p.Do(t, apptest.Call{Path: "/api/release/columns/list", Body: `{}`, As: again}); strings.Contains(left.Text, "x_rack") {
			t.Errorf("it is still kept: %s", left.Text)
		}
		if log := p.Do(t, apptest.Call{Path: "/api/log/list", Body: `{"kind":"change"}`, As: again}); !strings.Contains(log.Text, "drop_column") {
			t.Errorf("the log does not tell who dropped it: %s", log.Text)
		}
	})
}
