package screen_test

import (
	"encoding/json"
	"slices"
	"strings"
	"testing"

	"github.com/shopspring/decimal"

	"github.com/wareloom/wareloom/engine/access"
	"github.com/wareloom/wareloom/engine/httpapi/screen"
)

// TestAFieldIsReadonlyWhereItCannotBeWritten holds the four reasons: the system writes
// it, it is worked out, the role may not, or it says whose the record is.
func TestAFieldIsReadonlyWhereItCannotBeWritten(t *testing.T) {
	d := open(t)
	all := map[int][]string{tasks: {"create", "update"}}
	s := compiled(t, d.office(grant{Menus: []int{tasks}, Buttons: all, Rules: map[string]rule{"task": {Readonly: []string{"note"}}}}), "list:task")
	for key, want := range map[string]bool{"code": false, "qty": false, "id": true, "created_at": true, "doubled": true, "note": true, "customer_id": false} {
		if got := field(t, s, "task", key).Readonly; got != want {
			t.Errorf("%s is read-only: %t", key, got)
		}
	}
}

// TestAnOwnersPersonIsNotAskedWhoseItIs holds that the field which names the customer is
// filled in for who belongs to one.
func TestAnOwnersPersonIsNotAskedWhoseItIs(t *testing.T) {
	d := open(t)
	house := field(t, compiled(t, d.office(grant{Menus: []int{tasks}, Buttons: map[int][]string{tasks: {"create"}}}), "list:task"), "task", "customer_id")
	if house.Readonly || !house.Required {
		t.Errorf("the house is asked %+v", house)
	}
	s := compiled(t, d.client(grant{Menus: []int{mine}, Buttons: map[int][]string{mine: {"create"}}}), "list:task")
	own := field(t, s, "task", "customer_id")
	if !own.Readonly || own.Required {
		t.Errorf("a customer is asked %+v", own)
	}
	for _, group := range s.Form.Groups {
		if slices.ContainsFunc(group.Fields, func(f screen.FormField) bool { return f.Field == "customer_id" }) {
			t.Error("the form of a customer has the customer on it")
		}
	}
	same(t, "essential fields of a customer", s.Form.Essential, []string{"code", "cost"})
}

func TestATableSaysWhatMayBeDone(t *testing.T) {
	d := open(t)
	s := compiled(t, d.office(grant{Menus: []int{tasks}, Buttons: map[int][]string{tasks: {"delete", "start", "sweep"}}}), "list:task")
	table := s.Tables["task"]
	same(t, "rights", table.Rights, []string{"read", "lookup", "delete", "start"})
	if table.Title != "Task" || !table.Revertible || !table.Files || table.Writes != "all" {
		t.Errorf("the table is %+v", table)
	}
	same(t, "what names a task", table.Label, []string{"code"})
	if lines := s.Tables["task_line"]; lines == nil || !slices.Equal(lines.Rights, []string{"read", "lookup", "delete"}) {
		t.Errorf("lines have the rights of their head: %+v", lines)
	}
}

// TestAFieldCarriesWhatItsEditorNeeds holds the shape of fields of several kinds.
func TestAFieldCarriesWhatItsEditorNeeds(t *testing.T) {
	d := open(t)
	s := compiled(t, d.office(grant{Menus: []int{tasks}}), "list:task")
	if f := field(t, s, "task", "code"); f.Title != "Code" || !f.Required || !f.Search || f.MaxLength != 20 || f.Where {
		t.Errorf("a text: %+v", f)
	}
	if f := field(t, s, "task", "qty"); f.Scale != 3 || f.Unit != "kg" || len(f.Rules) != 1 || f.Rules[0].Message != "Above zero" || f.Rules[0].Must == nil {
		t.Errorf("a figure: %+v", f)
	}
	if f := field(t, s, "task", "item_id"); f.To != "item" || !f.Where || !f.Brings || !slices.Equal(f.Fits, []string{"customer_id"}) {
		t.Errorf("a reference: %+v", f)
	}
	if f := field(t, s, "task", "doubled"); f.Computed == nil {
		t.Errorf("what is worked out: %+v", f)
	}
}

// TestWhatABrowserCannotKnowIsWorkedOut holds that a default about the user alone comes as
// what it is for him, and others as they are written.
func TestWhatABrowserCannotKnowIsWorkedOut(t *testing.T) {
	d := open(t)
	s := compiled(t, d.office(grant{Menus: []int{tasks}, Buttons: map[int][]string{tasks: {"start"}}}), "list:task")
	spelled := func(tree screen.Tree) string {
		text, err := json.Marshal(tree)
		if err != nil {
			t.Fatal(err)
		}
		return string(text)
	}
	for key, want := range map[string]string{"worker_id": `"value":"7"`, "note": `"value":"new"`, "due": "null"} {
		if got := spelled(field(t, s, "task", key).Default); !strings.Contains(got, want) {
			t.Errorf("%s begins with %s, want %s", key, got, want)
		}
	}
	start := s.List.Actions[0]
	if got := spelled(start.Params[0].Default); !start.Proposes || !strings.Contains(got, "worker_id") {
		t.Errorf("a parameter begins with %s; the server proposes: %t", got, start.Proposes)
	}
	unknown := compiled(t, caller(d, access.System(d.Release, "test").Actor()), "list:task")
	if got := spelled(field(t, unknown, "task", "worker_id").Default); got != "null" {
		t.Errorf("for who is nobody it begins with %s", got)
	}
}

func TestClosedChoicesComeWithTheScreen(t *testing.T) {
	d := open(t)
	s := compiled(t, d.office(grant{Menus: []int{tasks}}), "list:task")
	spelled := func(options []screen.Option) []string {
		return named(options, func(o screen.Option) string {
			return o.Value + "=" + o.Label + " " + o.Phase + " " + strings.Join(o.Also, ",")
		})
	}
	same(t, "sizes", spelled(s.Dropdowns["size"]), []string{"s=Small draft 小,Pequeño", "l=Large  大,Grande,XL"})
	same(t, "states", spelled(s.Dropdowns["task_status"]), []string{"open=Open draft ", "work=At work work ", "done=Done done "})
	if f := field(t, s, "task", "status"); f.Dropdown != "task_status" {
		t.Errorf("the status chooses from %q", f.Dropdown)
	}
	items := compiled(t, caller(d, access.System(d.Release, "test").Actor()), "list:item")
	same(t, "kinds, which have no other spelling", spelled(items.Dropdowns["kind"]), []string{"plain=Plain  ", "fragile=Fragile  "})
}

func TestFiguresKeepTheirDigits(t *testing.T) {
	t.Parallel()
	digits := "123456789012345678.90"
	for _, tt := range []struct {
		value any
		want  string
	}{
		{decimal.RequireFromString(digits), "123456789012345678.9"}, {int64(7), "7"}, {"text", `"text"`}, {true, "true"}, {nil, "null"},
	} {
		got, err := json.Marshal(screen.Plain(tt.value))
		if err != nil || string(got) != tt.want {
			t.Errorf("%v is %s (%v), want %s", tt.value, got, err, tt.want)
		}
	}
}
