package query_test

import (
	"context"
	"encoding/json"
	"fmt"
	"reflect"
	"strings"
	"testing"

	"github.com/shopspring/decimal"

	"github.com/wareloom/wareloom/engine/access"
	"github.com/wareloom/wareloom/engine/access/accesstest"
	"github.com/wareloom/wareloom/engine/auth"
	"github.com/wareloom/wareloom/engine/enginetest"
	"github.com/wareloom/wareloom/engine/query"
	"github.com/wareloom/wareloom/engine/store"
)

// roads are the world's orders with steps that lead on, in which the first that holds counts.
const roads = `{
	"documents": [{"key": "order", "lines": [{"key": "lines", "table": "order_line", "field": "order_id"}],
		"states": [
			{"key": "open", "phase": "draft", "edit": ["lines"]}, {"key": "audited", "phase": "work", "edit": ["note"]}, {"key": "done", "phase": "done", "edit": false}
		],
		"actions": [
			{"key": "audit", "from": ["open"], "to": "audited", "must": "count(lines, .qty > 0) > 0", "message": {"zh": "没有明细", "en": "No lines", "es": "Sin líneas"}},
			{"key": "finish", "from": ["audited"], "to": "done", "must": "params.why != nil", "message": {"zh": "为何", "en": "Why", "es": "Por qué"}, "params": [{"key": "why", "type": "text"}]},
			{"key": "expire", "from": ["open"], "to": "done", "system": true}
		],
		"next": [
			{"key": "look", "title": {"zh": "看", "en": "Look", "es": "Ver"}, "from": ["open"], "when": "row.note == 'look'", "opens": "list:item", "with": {"customer_id": "row.customer_id"}},
			{"key": "show", "title": {"zh": "看", "en": "Show", "es": "Ver"}, "from": ["open"], "when": "count(lines) == 1", "opens": "document:order", "record": "row.id"},
			{"key": "audit", "from": ["open"], "action": "audit"},
			{"key": "finish", "from": ["audited"], "action": "finish", "with": {"why": "row.code"}}
		]}]
}`

// onRoads has such orders: one to look from, one to show, one to audit, one that is
// audited, one that is done.
func onRoads(t *testing.T) *bench {
	t.Helper()
	return onTappedRoads(t, func(string, []any) {})
}

// onTappedRoads is onRoads with what the database is asked.
func onTappedRoads(t *testing.T, tap func(text string, args []any)) *bench {
	t.Helper()
	db := enginetest.Open(t, enginetest.SQLite(t), store.Options{Tap: tap})
	w := accesstest.With(t, db, accesstest.Joined(t, roads))
	b := &bench{World: w, t: t, q: query.New(db, query.Options{}), items: map[string]int64{}, orders: map[string]int64{}}
	b.system = b.Rights(auth.System("test"))
	b.acme = b.Insert("customer", row{"code": "ACME", "name": "Acme"})
	item := b.Insert("item", row{"customer_id": b.acme, "code": "A"})
	for i, order := range []row{
		{"code": "look", "status": "open", "note": "look"},
		{"code": "show", "status": "open"},
		{"code": "audit", "status": "open"},
		{"code": "bare", "status": "open"},
		{"code": "audited", "status": "audited"},
		{"code": "done", "status": "done"},
	} {
		order["customer_id"] = b.acme
		id := b.Insert("order", order)
		b.orders[order["code"].(string)] = id
		for n := range []int{2, 1, 2, 0, 1, 1}[i] {
			b.Insert("order_line", row{"order_id": id, "line_no": int64(n), "item_id": item, "qty": decimal.NewFromInt(1)})
		}
	}
	return b
}

func (b *bench) member(rights *access.Rights, order, name string) string {
	b.t.Helper()
	page, err := b.q.Get(b.t.Context(), rights, "order", b.orders[order])
	if err != nil {
		b.t.Fatal(err)
	}
	return string(b.members(page)[name])
}

// members are those of an answer, which is given back.
func (b *bench) members(page *query.Page) (record map[string]json.RawMessage) {
	b.t.Helper()
	defer page.Release()
	if err := json.Unmarshal(page.Bytes(), &record); err != nil {
		b.t.Fatalf("the answer is no JSON: %v\n%s", err, page.Bytes())
	}
	return record
}

func TestTheFirstStepThatHoldsLeadsOn(t *testing.T) {
	t.Parallel()
	b := onRoads(t)
	buttons := map[int][]string{14: {"audit", "finish", "update"}}
	all := b.Rights(accesstest.Office(1, b.Role("user", grant{Menus: []int{12, 14}, Buttons: buttons})))
	orders := b.Rights(accesstest.Office(1, b.Role("user", grant{Menus: []int{14}, Buttons: buttons})))
	readers := b.Rights(accesstest.Office(1, b.Role("user", grant{Menus: []int{14}})))
	show := fmt.Sprintf(`{"key":"show","route":"/goods/orders/%d","label":"show"}`, b.orders["show"])
	tests := []struct {
		about, order string
		rights       *access.Rights
		want         string
	}{
		{"a list opens with what its rows have", "look", all, fmt.Sprintf(`{"key":"look","route":"/goods/items/list?where=%%7B%%22and%%22%%3A%%5B%%7B%%22field%%22%%3A%%22customer_id%%22%%2C%%22op%%22%%3A%%22eq%%22%%2C%%22value%%22%%3A%d%%7D%%5D%%7D"}`, b.acme)},
		{"not for who has no entry to it: the next one that holds", "look", orders, `{"key":"audit","action":"audit"}`},
		{"a record opens, by its label", "show", orders, show},
		{"an action is taken", "audit", all, `{"key":"audit","action":"audit"}`},
		{"not by who may not", "audit", readers, ``},
		{"nor where its guard refuses", "bare", all, ``},
		{"with parameters, about which its guard asks nothing yet", "audited", all, `{"key":"finish","action":"finish","with":{"why":"audited"}}`},
		{"from a state of none there is none", "done", all, ``},
	}
	for _, tt := range tests {
		if got := b.member(tt.rights, tt.order, "_next"); got != tt.want {
			t.Errorf("%s: %s, want %s", tt.about, got, tt.want)
		}
	}
}

// TestAPageTellsTheSteps of its rows as each record tells its own.
func TestAPageTellsTheSteps(t *testing.T) {
	t.Parallel()
	b := onRoads(t)
	rights := b.Rights(accesstest.Office(1, b.Role("user", grant{Menus: []int{12, 14}, Buttons: map[int][]string{14: {"audit", "finish", "update"}}})))
	page, err := b.q.List(t.Context(), rights, "order", query.Request{Next: true, Fields: []string{"code"}, Sort: []string{"-code"}})
	if err != nil {
		t.Fatal(err)
	}
	defer page.Release()
	var answer struct {
		Rows []struct {
			ID   int64
			Code string
		}
		Next map[string]json.RawMessage
	}
	if err := json.Unmarshal(page.Bytes(), &answer); err != nil {
		t.Fatalf("%v: %s", err, page.Bytes())
	}
	if len(answer.Rows) != 6 || len(answer.Next) != 4 {
		t.Errorf("%d rows with %d steps: %s", len(answer.Rows), len(answer.Next), page.Bytes())
	}
	for _, r := range answer.Rows {
		if got, want := string(answer.Next[fmt.Sprint(r.ID)]), b.member(rights, r.Code, "_next"); got != want {
			t.Errorf("%s: %s in the page, %s by itself", r.Code, got, want)
		}
	}
	none, err := b.decode(b.q.List(t.Context(), rights, "item", query.Request{Next: true}))
	if err != nil || len(none["next"].(map[string]any)) != 0 {
		t.Errorf("steps of what has none: %v (%v)", none["next"], err)
	}
}

func TestWhatMayBeDoneAndWhyNot(t *testing.T) {
	t.Parallel()
	b := onRoads(t)
	buttons := map[int][]string{14: {"audit", "finish", "update", "delete"}}
	all := b.Rights(accesstest.Office(1, b.Role("user", grant{Menus: []int{14}, Buttons: buttons})))
	reads := b.Role("user", grant{Menus: []int{14}})
	some := b.Rights(accesstest.Office(1, reads, b.Role("user", grant{Menus: []int{14}, Buttons: buttons, Rules: map[string]rule{"order": {Rows: "row.code != 'audit'"}}})))
	tests := []struct {
		order       string
		rights      *access.Rights
		can, cannot string
	}{
		{"audit", all, `["update","delete","audit"]`, `{"finish":"state"}`},
		{"bare", all, `["update","delete"]`, `{"audit":"guard","finish":"state"}`},
		{"audited", all, `["update","finish"]`, `{"audit":"state"}`},
		{"done", all, `[]`, `{"audit":"state","finish":"state"}`},
		{"audit", some, `[]`, `{"audit":"right","finish":"state"}`},
		{"show", some, `["update","delete","audit"]`, `{"finish":"state"}`},
	}
	for _, tt := range tests {
		if can, cannot := b.member(tt.rights, tt.order, "_can"), b.member(tt.rights, tt.order, "_cannot"); can != tt.can || cannot != tt.cannot {
			t.Errorf("%s: may %s, may not %s; want %s and %s", tt.order, can, cannot, tt.can, tt.cannot)
		}
	}
}

// TestGuardsSeeWhatThePersonDoesNot: they are asked about the whole record, and what the
// answer shows whole is not read again for them.
func TestGuardsSeeWhatThePersonDoesNot(t *testing.T) {
	t.Parallel()
	asked := 0
	b := onTappedRoads(t, func(string, []any) { asked++ })
	buttons := map[int][]string{14: {"audit"}}
	person := func(rules map[string]rule, more ...int64) *access.Rights {
		return b.Rights(accesstest.Office(1, append(more, b.Role("user", grant{Menus: []int{12, 14}, Buttons: buttons, Rules: rules}))...))
	}
	firstLine := b.Role("user", grant{Menus: []int{14}, Rules: map[string]rule{"order_line": {Rows: "row.line_no == 0"}}})
	tests := []struct {
		about  string
		rights *access.Rights
		asked  int
	}{
		{"all", person(nil), 2},
		{"one of two lines", person(map[string]rule{"order_line": {Rows: "row.line_no == 1"}}), 3},
		{"no quantities", person(map[string]rule{"order_line": {Mask: []string{"qty"}}}), 3},
		{"the quantity of the first line", person(map[string]rule{"order_line": {Mask: []string{"qty"}}}, firstLine), 3},
		{"no notes", person(map[string]rule{"order": {Hide: []string{"note"}}}), 3},
	}
	for _, tt := range tests {
		b.member(tt.rights, "audit", "_can") // whatever is read once
		asked = 0
		if can := b.member(tt.rights, "audit", "_can"); can != `["audit"]` || asked != tt.asked {
			t.Errorf("who sees %s may %s, after %d statements; want audit after %d", tt.about, can, asked, tt.asked)
		}
		if next := b.member(tt.rights, "audit", "_next"); next != `{"key":"audit","action":"audit"}` {
			t.Errorf("who sees %s is led on by %s, as if the order had one line", tt.about, next)
		}
		if next := b.member(tt.rights, "look", "_next"); !strings.Contains(next, `"key":"look"`) {
			t.Errorf("who sees %s is led on by %s", tt.about, next)
		}
	}
}

// TestAHeadIsToldAsWithItsLines: guards and steps over lines that it does not show hold alike.
func TestAHeadIsToldAsWithItsLines(t *testing.T) {
	t.Parallel()
	b := onRoads(t)
	rights := b.Rights(accesstest.Office(1, b.Role("user", grant{Menus: []int{12, 14}, Buttons: map[int][]string{14: {"audit", "finish", "update"}}})))
	err := b.DB.Read(t.Context(), func(ctx context.Context, tx *store.Tx) error {
		for order, id := range b.orders {
			whole, err := b.q.GetIn(ctx, tx, rights, "order", id)
			if err != nil {
				return err
			}
			head, err := b.q.HeadIn(ctx, tx, rights, "order", id)
			if err != nil {
				return err
			}
			want, told := b.members(whole), b.members(head)
			if want["lines"] == nil {
				t.Errorf("%s has no lines to leave out", order)
			}
			delete(want, "lines")
			if !reflect.DeepEqual(told, want) {
				t.Errorf("the head of %s is told as %s, want %s", order, told, want)
			}
		}
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
}
