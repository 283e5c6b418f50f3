package httpapi_test

import (
	"context"
	"encoding/json"
	"fmt"
	"strings"
	"testing"

	"github.com/wareloom/wareloom/engine/cmd/wareloom/apptest"
	"github.com/wareloom/wareloom/engine/store"
)

// shown is an object as the designers read it.
type shown struct {
	Object   map[string]any
	Layer    string
	Overlay  json.RawMessage
	Hash     string
	Problems []struct{ Kind, Key, Path, Code, Message string }
}

func (p people) dev(t *testing.T, path, body string) apptest.Answer {
	t.Helper()
	return p.Do(t, apptest.Call{Path: path, Body: body, As: p.sessions["admin"], Headers: map[string]string{"Accept-Language": "en"}})
}

func (p people) object(t *testing.T, change int, kind, key string) (found shown) {
	t.Helper()
	p.dev(t, "/api/meta/"+kind+"/get", fmt.Sprintf(`{"change":%d,"key":%q}`, change, key)).Into(t, &found)
	return found
}

func (p people) openChange(t *testing.T) int {
	t.Helper()
	var made struct{ Change int }
	p.dev(t, "/api/meta/changes/open", `{"title":"words"}`).Into(t, &made)
	return made.Change
}

// draft sends an object as it shall come out.
func (p people) draft(t *testing.T, change int, kind string, of shown) (answer apptest.Answer, hash string, codes []string) {
	t.Helper()
	object, err := json.Marshal(of.Object)
	if err != nil {
		t.Fatal(err)
	}
	key, _ := of.Object["key"].(string)
	answer = p.dev(t, "/api/meta/"+kind+"/draft", fmt.Sprintf(`{"change":%d,"key":%q,"hash":%q,"object":%s}`, change, key, of.Hash, object))
	var made struct {
		Hash     string
		Problems []struct{ Code string }
	}
	if answer.Result {
		answer.Into(t, &made)
	}
	for _, one := range made.Problems {
		codes = append(codes, one.Code)
	}
	return answer, made.Hash, codes
}

// TestAChangeSetIsWorkedOnAndPublished takes the way of an implementer: a shipped list
// gets another word and an own list is made, wrong at first; nobody sees either before
// they are published, and both go when he goes back.
func TestAChangeSetIsWorkedOnAndPublished(t *testing.T) {
	each(t, func(t *testing.T, p people) {
		change := p.openChange(t)
		item := p.object(t, change, "list", "item")
		if item.Layer != "base" || string(item.Overlay) != "null" {
			t.Fatalf("the shipped list: %+v", item)
		}
		columns, _ := item.Object["columns"].([]any)
		column, _ := columns[0].(map[string]any)
		column["title"] = map[string]any{"zh": "货", "en": "Stuff", "es": "Cosas"}
		if answer, hash, codes := p.draft(t, change, "list", item); hash == item.Hash || len(codes) > 0 {
			t.Fatalf("the draft: %s", answer.Text)
		}
		laid := p.object(t, change, "list", "item")
		if !strings.Contains(string(laid.Overlay), `"op":"set"`) || strings.Contains(string(laid.Overlay), `"columns":`) {
			t.Errorf("the overlay says more than the edit: %s", laid.Overlay)
		}
		if answer, _, _ := p.draft(t, change, "list", item); answer.StatusCode != 409 || !strings.Contains(answer.Text, laid.Hash) {
			t.Errorf("a draft of what is not there any more: %s", answer.Text)
		}
		own := shown{Object: map[string]any{
			"kind": "list", "key": "own_items", "table": "item", "title": map[string]any{"zh": "己", "en": "Own", "es": "Propio"},
			"columns": []any{map[string]any{"key": "no_such_field"}},
		}}
		if answer, _, codes := p.draft(t, change, "list", own); len(codes) == 0 {
			t.Errorf("a list of a field that there is not: %s", answer.Text)
		}
		if refused := p.dev(t, "/api/release/publish", fmt.Sprintf(`{"change":%d,"note":"n"}`, change)); refused.StatusCode != 422 {
			t.Errorf("a change set with problems is published: %s", refused.Text)
		}
		own.Hash = p.object(t, change, "list", "own_items").Hash
		own.Object["columns"] = []any{map[string]any{"key": "code"}}
		if answer, _, codes := p.draft(t, change, "list", own); len(codes) > 0 {
			t.Errorf("the list mended: %s", answer.Text)
		}
		runAll(t, p, []scenario{
			{name: "nobody sees it yet", as: "admin", call: post("/api/meta/screen", `{"menuId":22}`), wantHTTP: 200, wantNot: []string{"货"}},
			{name: "lists under it", as: "admin", call: post("/api/meta/list/list", fmt.Sprintf(`{"change":%d,"search":"OWN"}`, change)), wantHTTP: 200, want: []string{`"key":"own_items"`, `"layer":"site"`}},
			{name: "preview", as: "admin", call: post("/api/release/preview", fmt.Sprintf(`{"change":%d}`, change)), wantHTTP: 200, want: []string{`"what":"added"`, `"item.list.overlay.json"`, `"problems":[]`, `"plan":[]`}},
			{name: "on another release", as: "admin", call: post("/api/release/publish", fmt.Sprintf(`{"change":%d,"note":"n","expect":9}`, change)), wantHTTP: 200, wantStatus: 409},
			{name: "publish", as: "admin", call: post("/api/release/publish", fmt.Sprintf(`{"change":%d,"note":"our words","expect":1}`, change)), wantHTTP: 200, want: []string{`"release":2`}},
			{name: "all see it", as: "admin", call: post("/api/meta/screen", `{"menuId":22}`), wantHTTP: 200, want: []string{`"release":2`, "货"}},
			{name: "it has ended", as: "admin", call: post("/api/release/publish", fmt.Sprintf(`{"change":%d,"note":"again"}`, change)), wantHTTP: 200, wantStatus: 409},
			{name: "what became of the list", as: "admin", call: post("/api/meta/list/diff", `{"key":"item","from":1}`), wantHTTP: 200, want: []string{"set columns/"}},
			{name: "the same for who words it", as: "admin", call: post("/api/meta/list/diff", `{"key":"item","from":1,"to":2,"ops":true}`), wantHTTP: 200, want: []string{`"op":"set","at":"columns/`}},
			{name: "what became of what there is not", as: "admin", call: post("/api/meta/list/diff", `{"key":"none","from":1}`), wantHTTP: 404, want: []string{"none"}},
			{name: "as it was", as: "admin", call: post("/api/meta/list/get", `{"key":"item","release":1}`), wantHTTP: 200, wantNot: []string{"货"}},
			{name: "the history of the list", as: "admin", call: post("/api/meta/list/history", `{"key":"item"}`), wantHTTP: 200, want: []string{`"release":2`, `"by":"admin"`, `"note":"our words"`, `"release":1`}},
			{name: "what code offers", as: "admin", call: post("/api/meta/offers", `{}`), wantHTTP: 200, want: []string{`"key":"account.set_badge"`, `"key":"badge","type":"text"`, `"further":"record"`}},
			{name: "what code offers, without the right", as: "reader", call: post("/api/meta/offers", `{}`), wantHTTP: 200, wantStatus: 423},
			{name: "what may be adopted is nothing of ours", as: "admin", call: post("/api/meta/adoptable", `{}`), wantHTTP: 200, want: []string{`"data":[]`}},
			{name: "what may be adopted, without the right", as: "reader", call: post("/api/meta/adoptable", `{}`), wantHTTP: 200, wantStatus: 423},
			{name: "what names a table", as: "admin", call: post("/api/meta/used", `{"kind":"table","key":"item"}`), wantHTTP: 200, want: []string{`"kind":"list","key":"item","path":"table","title":{`}},
			{name: "what names a field", as: "admin", call: post("/api/meta/used", `{"kind":"table","key":"item","path":"fields/code"}`), wantHTTP: 200, want: []string{`"kind":"list","key":"item","path":"columns/code/key"`}},
			{name: "what names a part that others cannot", as: "admin", call: post("/api/meta/used", `{"kind":"list","key":"item","path":"columns/code"}`), wantHTTP: 200, want: []string{`"data":[]`}},
			{name: "what names an icon", as: "admin", call: post("/api/meta/used", `{"kind":"icon","key":"setting"}`), wantHTTP: 200, want: []string{`"kind":"menu","key":"main","path":"items/1/icon"`}},
			{name: "what names nothing", as: "admin", call: post("/api/meta/used", `{"kind":"table","key":"none"}`), wantHTTP: 404, want: []string{`none`}},
			{name: "what names a table, without the right", as: "reader", call: post("/api/meta/used", `{"kind":"table","key":"item"}`), wantHTTP: 200, wantStatus: 423},
			{name: "the history of what did not change", as: "admin", call: post("/api/meta/table/history", `{"key":"item"}`), wantHTTP: 200, want: []string{`"release":1`}, wantNot: []string{`"release":2`}},
			{name: "the sets", as: "admin", call: post("/api/meta/changes/list", `{"state":"published"}`), wantHTTP: 200, want: []string{`"objects":2`, `"by":"admin"`, `"base":1`}},
			{name: "without the right", as: "reader", call: post("/api/meta/changes/list", `{}`), wantHTTP: 200, wantStatus: 423},
			{name: "bounded by an owner", as: "acme", call: post("/api/meta/list/get", `{"key":"item"}`), wantHTTP: 403},
			{name: "a key that is a path", as: "admin", call: post("/api/meta/list/draft", fmt.Sprintf(`{"change":%d,"key":"../../evil","object":{}}`, p.openChange(t))), wantHTTP: 200, wantStatus: 422, want: []string{`"path":"key"`}},
			{name: "an overlay by itself", as: "admin", call: post("/api/meta/overlay/draft", fmt.Sprintf(`{"change":%d,"key":"item","object":{}}`, p.openChange(t))), wantHTTP: 404},
			{name: "a kind that there is not", as: "admin", call: post("/api/meta/poem/list", `{}`), wantHTTP: 404},
		})
	})
}

// TestAChangeSetKeepsToWhatMayBeChanged refuses what code relies on, edits of two
// people, and a set that somebody else's release clashes with.
func TestAChangeSetKeepsToWhatMayBeChanged(t *testing.T) {
	each(t, func(t *testing.T, p people) {
		first, second := p.openChange(t), p.openChange(t)
		if empty := p.dev(t, "/api/release/publish", fmt.Sprintf(`{"change":%d,"note":"n"}`, first)); empty.StatusCode != 409 {
			t.Errorf("an empty set: %s", empty.Text)
		}
		table := p.object(t, first, "table", "item")
		fields, _ := table.Object["fields"].([]any)
		field, _ := fields[0].(map[string]any)
		field["type"] = "integer"
		if answer, _, _ := p.draft(t, first, "table", table); answer.StatusCode != 422 || !strings.Contains(answer.Text, "fields/") {
			t.Errorf("another type of a shipped field: %s", answer.Text)
		}
		for _, change := range []int{first, second} {
			item := p.object(t, change, "list", "item")
			item.Object["title"] = map[string]any{"zh": "货", "en": fmt.Sprint("Stuff ", change), "es": "Cosas"}
			if answer, _, _ := p.draft(t, change, "list", item); !answer.Result {
				t.Fatal(answer.Text)
			}
		}
		publish := func(change int) apptest.Answer {
			return p.dev(t, "/api/release/publish", fmt.Sprintf(`{"change":%d,"note":"n"}`, change))
		}
		if done := publish(first); !done.Result {
			t.Fatal(done.Text)
		}
		if clash := publish(second); clash.StatusCode != 409 || !strings.Contains(clash.Text, "1 conflict is not decided") {
			t.Errorf("a word that another release changed: %s", clash.Text)
		}
		var told []struct {
			ID                 int
			Kind, Key, Path    string
			Base, Ours, Theirs any
			Choices            []string
		}
		p.dev(t, "/api/meta/changes/conflicts", fmt.Sprintf(`{"change":%d}`, second)).Into(t, &told)
		if len(told) != 1 || told[0].Path != "title/en" || told[0].Ours != fmt.Sprint("Stuff ", second) || told[0].Theirs != fmt.Sprint("Stuff ", first) || len(told[0].Choices) != 3 {
			t.Fatalf("the conflict: %+v", told)
		}
		decide := func(choice string) apptest.Answer {
			return p.dev(t, "/api/meta/changes/decide", fmt.Sprintf(`{"change":%d,"conflict":%d,"choice":%q}`, second, told[0].ID, choice))
		}
		if refused := decide("both"); refused.StatusCode != 422 {
			t.Errorf("a word cannot be both: %s", refused.Text)
		}
		if done := decide("keep"); !done.Result {
			t.Errorf("decided: %s", done.Text)
		}
		if done := publish(second); !done.Result {
			t.Errorf("published once decided: %s", done.Text)
		}
		second = p.openChange(t)
		p.dev(t, "/api/meta/changes/drop", fmt.Sprintf(`{"change":%d}`, second))
		if answer, _, _ := p.draft(t, second, "list", p.object(t, second, "list", "item")); answer.StatusCode != 409 {
			t.Errorf("a dropped set is worked on: %s", answer.Text)
		}
		third := p.openChange(t)
		there := p.object(t, third, "list", "item")
		p.dev(t, "/api/meta/list/draft", fmt.Sprintf(`{"change":%d,"key":"item","hash":%q,"remove":true}`, third, there.Hash))
		if back := p.object(t, third, "list", "item"); string(back.Overlay) != "null" || publish(third).StatusCode != 200 {
			t.Errorf("taken back: %+v", back)
		}
		var gone shown
		p.dev(t, "/api/meta/list/get", `{"key":"item"}`).Into(t, &gone)
		if title, _ := gone.Object["title"].(map[string]any); title["zh"] == "货" {
			t.Errorf("the overlay is still there: %v", title)
		}
	})
}

// spoilHistory has the history of an item say what nobody can read, and gives its id.
func (p people) spoilHistory(t *testing.T) (item int64) {
	t.Helper()
	err := p.DB.Write(t.Context(), func(ctx context.Context, tx *store.Tx) error {
		if err := tx.Get(ctx, &item, "select min(a.record_id) from record_audit a join record_phrase p on p.id = a.phrase where p.table_key = 'item'"); err != nil {
			return err
		}
		_, err := tx.Exec(ctx, "update record_audit set changes = '{' where record_id = ?", item)
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
	return item
}

// TestAChangeSetIsLookedAt shows the product as it would be to who works on it, and to
// nobody else; what is looked at is not written to, and tables that are not built say so.
func TestAChangeSetIsLookedAt(t *testing.T) {
	each(t, func(t *testing.T, p people) {
		change := p.openChange(t)
		item := p.object(t, change, "list", "item")
		columns, _ := item.Object["columns"].([]any)
		column, _ := columns[0].(map[string]any)
		column["title"] = map[string]any{"zh": "货", "en": "Stuff", "es": "Cosas"}
		p.draft(t, change, "list", item)
		under := func(c apptest.Call) apptest.Call {
			c.Headers = map[string]string{"change": fmt.Sprint(change), "Accept-Language": "en"}
			return c
		}
		query := post("/api/data/item/query", `{"list":"item","size":5}`)
		runAll(t, p, []scenario{
			{name: "its word", as: "admin", call: under(post("/api/meta/screen", `{"menuId":22}`)), wantHTTP: 200, want: []string{"Stuff"}},
			{name: "nobody else's", as: "admin", call: post("/api/meta/screen", `{"menuId":22}`), wantHTTP: 200, wantNot: []string{"Stuff"}},
			{name: "its rows", as: "admin", call: under(query), wantHTTP: 200, want: []string{`"rows":[`}},
			{name: "without the right", as: "reader", call: under(query), wantHTTP: 200, wantStatus: 423},
			{name: "nothing is saved", as: "admin", call: under(post("/api/data/item/save", `{"id":0,"code":"X"}`)), wantHTTP: 200, wantStatus: 409, want: []string{"You are looking at a change set"}},
			{name: "the calls on change sets go on", as: "admin", call: under(post("/api/meta/changes/list", `{}`)), wantHTTP: 200, want: []string{`"state":"open"`}},
		})
		table := p.object(t, change, "table", "item")
		fields, _ := table.Object["fields"].([]any)
		table.Object["fields"] = append(fields, map[string]any{"key": "x_colour", "type": "text", "title": map[string]any{"zh": "色", "en": "Colour", "es": "Color"}})
		if _, _, codes := p.draft(t, change, "table", table); len(codes) > 0 {
			t.Fatalf("a field of the site: %v", codes)
		}
		runAll(t, p, []scenario{
			{name: "a table that is not built", as: "admin", call: under(query), wantHTTP: 200, wantStatus: 409, want: []string{"as the change set says: item."}},
			{name: "another failure", as: "admin", call: under(post("/api/data/item/history", fmt.Sprintf(`{"id":%d}`, p.spoilHistory(t)))), wantHTTP: 500, want: []string{`"errorId":`}},
			{name: "the product goes on", as: "admin", call: query, wantHTTP: 200, want: []string{`"rows":[`}},
			{name: "a set that there is not", as: "admin", call: apptest.Call{Method: "POST", Path: "/api/data/item/query", Body: `{}`, Headers: map[string]string{"change": "x"}}, wantHTTP: 404},
		})
	})
}
