package catalog_test

import (
	"fmt"
	"net/url"
	"strings"
	"testing"

	"github.com/wareloom/wareloom/engine/catalog"
	"github.com/wareloom/wareloom/engine/expression"
	"github.com/wareloom/wareloom/engine/meta"
)

// leading compiles steps that lead on from an order.
func leading(t *testing.T, steps ...meta.Next) []*catalog.Next {
	t.Helper()
	m := shop()
	for i := range steps {
		steps[i].Key, steps[i].Title = "on", &meta.Text{}
	}
	m.Documents["order"].Next = steps
	m.Menus["main"].Items = append(m.Menus["main"].Items, meta.MenuItem{ID: 3, Route: "/desk", Screen: "custom:desk"})
	return compile(t, m).Documents["order"].Next
}

// TestAStepCarriesWhatItSays holds what a step takes along, when it does not lead on, and the
// address that comes of it.
func TestAStepCarriesWhatItSays(t *testing.T) {
	t.Parallel()
	rows := func(filter string) string { return "/to?where=" + url.QueryEscape(filter) }
	for _, tt := range []struct {
		name string
		step meta.Next
		want string // address; "-": it does not lead on
	}{
		{"nothing", meta.Next{Opens: "list:picker"}, "/to"},
		{"a record", meta.Next{Opens: "document:order", Record: "row.id"}, "/to/7"},
		{"no record", meta.Next{Opens: "document:order", Record: "row.customer_id"}, "-"},
		{"while it holds", meta.Next{Opens: "document:order", Record: "row.id", When: "row.no == 'A 1'"}, "/to/7"},
		{"while it does not", meta.Next{Opens: "document:order", Record: "row.id", When: "row.no == 'B'"}, "-"},
		{
			"values that rows have",
			meta.Next{Opens: "list:picker", With: map[string]meta.Expression{"customer_id": "row.customer_id", "code": "row.no"}},
			rows(`{"and":[{"field":"code","op":"eq","value":"A 1"},{"field":"customer_id","op":"null"}]}`),
		},
		{"what a screen of a plugin is told", meta.Next{Opens: "custom:desk", With: map[string]meta.Expression{"b": "row.no", "a": "row.id", "none": "row.customer_id"}}, "/to?a=7&b=A+1"},
		{"nothing to tell", meta.Next{Opens: "custom:desk", With: map[string]meta.Expression{"none": "row.customer_id"}}, "/to"},
	} {
		step := leading(t, tt.step)[0]
		row := map[string]any{"id": int64(7), "no": "A 1", "customer_id": nil}
		carried, leads, err := step.Carry(t.Context(), expression.Scope{Vars: map[string]any{"row": row}})
		got := "-"
		if leads {
			got, err = carried.Address("/to")
		}
		if err != nil || got != tt.want {
			t.Errorf("%s: %s (%v), want %s", tt.name, got, err, tt.want)
		}
		if shows := step.Shows(); (shows == "order") != (tt.step.Record != "") {
			t.Errorf("%s: it shows %q", tt.name, shows)
		}
		programs := 0
		for _, program := range step.Programs() {
			if program != nil {
				programs++
			}
		}
		said := len(tt.step.With)
		for _, source := range []meta.Expression{tt.step.When, tt.step.Record} {
			if source != "" {
				said++
			}
		}
		if programs != said {
			t.Errorf("%s: it has %d expressions of %d", tt.name, programs, said)
		}
	}
}

// TestAStepStopsAtAWrongValue holds that each expression of a step tells its fault.
func TestAStepStopsAtAWrongValue(t *testing.T) {
	t.Parallel()
	for name, step := range map[string]meta.Next{
		"when": {Opens: "list:picker", When: "row.id > 1"}, "record": {Opens: "document:order", Record: "row.id"}, "with": {Opens: "list:picker", With: map[string]meta.Expression{"code": "text(row.id)"}},
	} {
		wrong := map[string]any{"id": "x"}
		if carried, leads, err := leading(t, step)[0].Carry(t.Context(), expression.Scope{Vars: map[string]any{"row": wrong}}); err == nil || leads {
			t.Errorf("%s: it carries %v (%v)", name, carried, leads)
		}
	}
}

// TestARecordIsCalledByItsOwnName holds which part of a label a row itself has.
func TestARecordIsCalledByItsOwnName(t *testing.T) {
	t.Parallel()
	r := compile(t, shop())
	for _, tt := range []struct {
		row  map[string]any
		want string
	}{
		{map[string]any{"no": "A1", "customer_id": int64(7)}, "A1"}, {map[string]any{"no": nil}, ""}, {map[string]any{}, ""},
	} {
		if got := r.Tables["order"].Called(tt.row); got != tt.want {
			t.Errorf("%v is called %q, want %q", tt.row, got, tt.want)
		}
	}
}

// TestAPlaceForAnExpressionIsFound holds the names that are seen where an expression is
// written, also where none stands yet.
func TestAPlaceForAnExpressionIsFound(t *testing.T) {
	t.Parallel()
	m := shop()
	for _, d := range m.Documents {
		d.Kind = "document"
	}
	m.Tables["order"].Kind, m.Tables["order_line"].Kind = "table", "table"
	m.Documents["order"].Actions[0].Must = "row.nothing == 1" // who writes one makes mistakes
	slots, err := catalog.FindSlots(m, nil)
	if err != nil {
		t.Fatal(err)
	}
	for _, tt := range []struct{ kind, key, path, want string }{
		{"table", "order", "fields/2/default", "int: lines old row user"},
		{"table", "order", "fields/3/computed", "decimal: lines old row user"},
		{"table", "order_line", "fields/2/rules/0/must", "bool: head old row user value"},
		{"table", "order_line", "fields/1/where", "bool: record row user"},
		{"table", "order_line", "checks/0/must", "bool: row"},
		{"document", "order", "actions/0/must", "bool: lines old params row user"},
		{"document", "order", "actions/0/do/1/when", "bool: line lines old params row user"},
		{"document", "order", "actions/0/do/1/with/note", "any: line lines old params row user"},
		{"document", "order", "nowhere", "none"},
		{"document", "nothing", "actions/0/must", "none"},
		{"table", "order_lines", "fields/1/where", "none"},
	} {
		slot, found := slots.Find(tt.kind, tt.key, tt.path)
		got := "none"
		if found {
			var names []string
			for name := range meta.Sorted(slot.Env.Vars) {
				names = append(names, name)
			}
			got = strings.Replace(fmt.Sprint(slot.Want), "<nil>", "any", 1) + ": " + strings.Join(names, " ")
			if reference, ok := slot.Want.(expression.Reference); ok {
				got = reference.String() + ": " + strings.Join(names, " ")
			}
		}
		if got != tt.want {
			t.Errorf("%s %s %s: %s, want %s", tt.kind, tt.key, tt.path, got, tt.want)
		}
	}
	m.Tables["order"].Fields[2].To = "nothing"
	if _, err := catalog.FindSlots(m, nil); err == nil {
		t.Error("a model with wrong names has places")
	}
}
