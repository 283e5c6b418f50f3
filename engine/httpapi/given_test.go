package httpapi_test

import (
	"context"
	"fmt"
	"net/http"
	"strings"
	"testing"
	"time"

	"github.com/wareloom/wareloom/engine/cmd/wareloom/apptest"
)

// exported has a person export the items and gives the file, and a link to it.
func (p people) exported(t *testing.T, as string) (key, link string) {
	t.Helper()
	var made struct{ Job int64 }
	p.mustDoAs(t, as, "/api/data/item/export", `{"format":"csv","fields":["code","price"]}`).Into(t, &made)
	for t.Context().Err() == nil {
		var now struct{ State, File string }
		answer := p.mustDoAs(t, as, fmt.Sprintf("/api/job/%d/get", made.Job), `{}`)
		if answer.Into(t, &now); now.State == "failed" {
			t.Fatal(answer.Text)
		}
		if now.State == "done" {
			var linked struct{ URL string }
			p.mustDoAs(t, as, "/api/files/"+now.File+"/link", `{}`).Into(t, &linked)
			return now.File, linked.URL
		}
		time.Sleep(5 * time.Millisecond)
	}
	return "", ""
}

// TestExportsAreGivenToWhoStillSeesThem has persons export items and takes away, of each
// in another way, what the file rests on: it is given no more, by link neither. What
// concerns another table changes nothing.
func TestExportsAreGivenToWhoStillSeesThem(t *testing.T) {
	each(t, func(t *testing.T, p people) {
		ctx, stop := context.WithCancel(t.Context())
		defer stop()
		go p.Run(ctx)
		acme := p.idOf(t, "user", "account", "acme")
		for name, change := range map[string]struct {
			make  func(f followed)
			given bool
		}{
			"role_disabled":  {func(f followed) { p.admin(t, "/api/data/role/save", fmt.Sprintf(`{"id":%d,"enabled":false}`, f.role)) }, false},
			"rows_narrowed":  {func(f followed) { p.rule(t, f, `"table_key":"item","rows":"row.code == 'A1'"`) }, false},
			"field_hidden":   {func(f followed) { p.rule(t, f, `"table_key":"item","hide":["price"]`) }, false},
			"renamed":        {func(f followed) { p.admin(t, "/api/data/role/save", fmt.Sprintf(`{"id":%d,"name":"New"}`, f.role)) }, true},
			"another_table":  {func(f followed) { p.rule(t, f, `"table_key":"order","rows":"row.doc_no == 'X'"`) }, true},
			"another_person": {func(followed) { p.admin(t, "/api/data/user/save", fmt.Sprintf(`{"id":%d,"true_name":"N"}`, acme)) }, true},
		} {
			f := p.exporter(t, name)
			key, link := p.exported(t, name)
			get := apptest.Call{Method: http.MethodGet, Path: "/api/files/" + key, As: p.sessions[name], Headers: map[string]string{"Accept-Language": "en"}}
			byLink := apptest.Call{Method: http.MethodGet, Path: link, Headers: get.Headers}
			for _, call := range []apptest.Call{get, byLink} {
				if answer := p.Do(t, call); !strings.Contains(answer.Text, "A1") {
					t.Errorf("%s: before, %s gives %s", name, call.Path, answer.Text)
				}
			}
			change.make(f)
			for _, call := range []apptest.Call{get, byLink} {
				answer := p.Do(t, call)
				if given := strings.Contains(answer.Text, "A1"); given != change.given || !given && answer.StatusCode != 423 {
					t.Errorf("%s: %s gives %s", name, call.Path, answer.Text)
				}
			}
		}
	})
}

// rule gives the role of a person a rule.
func (p people) rule(t *testing.T, f followed, members string) {
	t.Helper()
	p.admin(t, "/api/data/role_rule/save", fmt.Sprintf(`{"role_id":%d,%s}`, f.role, members))
}

// exporter is a person who may export items.
func (p people) exporter(t *testing.T, account string) followed {
	t.Helper()
	f := p.followed(t, account, "user", true)
	p.admin(t, "/api/data/role_button/save", fmt.Sprintf(`{"role_id":%d,"menu_id":22,"button":"export"}`, f.role))
	return f
}
