package screen_test

import (
	"slices"
	"testing"

	"github.com/wareloom/wareloom/engine/httpapi/screen"
)

func fieldNames(fields []screen.FormField) []string {
	return named(fields, func(f screen.FormField) string { return f.Field })
}

func TestAFormHasItsGroupsAndLines(t *testing.T) {
	d := open(t)
	form := compiled(t, d.office(grant{Menus: []int{oneTask, picks}}), "document:task").Form
	if form == nil || len(form.Groups) != 2 {
		t.Fatalf("the form is %+v", form)
	}
	main, money := form.Groups[0], form.Groups[1]
	same(t, "main fields", fieldNames(main.Fields), []string{"code", "customer_id", "item_id.brand_id"})
	if main.Title != "Main" || main.Folded || main.Fields[0].Span != 8 || main.Fields[0].Readonly == nil || main.Fields[0].Visible != nil {
		t.Errorf("main is %+v", main)
	}
	if money.Title != "" || !money.Folded || money.Fields[0].Visible == nil || money.Fields[0].Required == nil || money.Fields[0].Readonly != nil {
		t.Errorf("money is %+v", money)
	}
	same(t, "essential fields", form.Essential, []string{"code", "customer_id", "cost"})
	if len(form.Lines) != 1 || form.Lines[0].Set != "steps" || form.Lines[0].Title != "Step" || form.Lines[0].Scan != "item_id.code" || form.Record != 0 {
		t.Errorf("lines are %+v", form.Lines)
	}
	same(t, "columns of lines", named(form.Lines[0].Columns, func(c screen.Column) string { return c.Field }), []string{"line_no", "item_id"})
}

// TestAFormOpensOnlyWhatMayBeRead holds the lists of what refers to a record to the right
// to read them, and their way to a granted entry.
func TestAFormOpensOnlyWhatMayBeRead(t *testing.T) {
	d := open(t)
	related := func(menus ...int) []string {
		form := compiled(t, d.office(grant{Menus: append(menus, oneTask)}), "document:task").Form
		return named(form.Related, func(r screen.Related) string { return r.List + " " + r.Title + " " + r.Route })
	}
	same(t, "without a further right, related lists", related(), []string{})
	same(t, "with goods, related lists", related(picks), []string{"item Its goods "})
	same(t, "with goods and orders, related lists", related(12, 14), []string{"item Its goods /goods/items/list", "order order /goods/orders"})
}

// TestATrialIsForWhoMayTakeIt holds what a form tries on a new record to the rights to
// make one and to take the action.
func TestATrialIsForWhoMayTakeIt(t *testing.T) {
	d := open(t)
	for _, tt := range []struct {
		name    string
		buttons []string
		hide    []string
		want    []string
	}{
		{"with both", []string{"create", "start"}, nil, []string{"note", "cost"}},
		{"with both, of what he reads", []string{"create", "start"}, []string{"cost"}, []string{"note"}},
		{"without the action", []string{"create"}, nil, nil},
		{"without making one", []string{"start"}, nil, nil},
	} {
		g := grant{Menus: []int{oneTask}, Buttons: map[int][]string{oneTask: tt.buttons}, Rules: map[string]rule{"task": {Hide: tt.hide}}}
		preview := compiled(t, d.office(g), "document:task").Form.Preview
		if (preview != nil) != (tt.want != nil) || preview != nil && (preview.Action != "start" || !slices.Equal(preview.Fields, tt.want)) {
			t.Errorf("%s: the trial is %+v, want of %v", tt.name, preview, tt.want)
		}
	}
}

func TestADocumentTellsItsWay(t *testing.T) {
	d := open(t)
	document := compiled(t, d.office(grant{Menus: []int{oneTask}, Buttons: map[int][]string{oneTask: {"start", "close"}}}), "document:task").Document
	same(t, "states", named(document.States, func(s screen.State) string { return s.Key + " " + s.Title + " " + s.Phase + " " + string(s.Edit) }),
		[]string{"open Open draft true", `work At work work ["note"]`, "done Done done false"})
	if len(document.Stages) != 1 || document.Stages[0].Title != "Doing" || !slices.Equal(document.Stages[0].States, []string{"open", "work"}) {
		t.Errorf("stages are %+v", document.Stages)
	}
	if len(document.Badges) != 1 || document.Badges[0].Title != "Dear" || document.Badges[0].When == nil || document.Badges[0].Tip != "note" {
		t.Errorf("badges are %+v", document.Badges)
	}
	if len(document.Lines) != 1 || document.Lines[0] != (screen.LineSet{Key: "steps", Table: "task_line", Field: "task_id", Title: "Step", Min: 1, Max: 9}) {
		t.Errorf("lines are %+v", document.Lines)
	}
	same(t, "actions", named(document.Actions, func(a screen.Action) string { return a.Key }), []string{"start", "close"})
	same(t, "what leads on", named(document.Next, func(n screen.Next) string { return n.Title }), []string{"Start", "See {label}"})
}

func TestAnActionSaysWhatItAsksAndWhereItLeads(t *testing.T) {
	d := open(t)
	g := grant{Menus: []int{oneTask, sweep}, Buttons: map[int][]string{oneTask: {"start", "close"}, sweep: {"sweep"}}}
	actions := map[string]screen.Action{}
	for _, a := range compiled(t, d.office(g), "document:task").Document.Actions {
		actions[a.Key] = a
	}
	start, shut, all := actions["start"], actions["close"], actions["sweep"]
	if start.Over != "each" || start.To != "work" || start.Confirm != "Sure?" || !start.Primary || start.Refusal != "" || len(start.Params) != 1 || start.Params[0].To != "user" {
		t.Errorf("start is %+v", start)
	}
	if start.Opens != "" {
		t.Errorf("start opens %q, which is not granted", start.Opens)
	}
	if shut.Refusal != "No quantity" || !shut.Danger || shut.Params == nil || shut.Proposes {
		t.Errorf("close is %+v", shut)
	}
	if all.Over != "set" || len(all.Params) != 1 {
		t.Errorf("sweep is %+v", all)
	}
	g.Menus = append(g.Menus, tasks)
	if opens := compiled(t, d.office(g), "document:task").Document.Actions[0].Opens; opens != "/tasks/all" {
		t.Errorf("with the entry start opens %q", opens)
	}
}

// TestAToolOffersNothingElse holds that the list of a tool has the tool's action alone.
func TestAToolOffersNothingElse(t *testing.T) {
	d := open(t)
	g := grant{Menus: []int{sweep, tasks}, Buttons: map[int][]string{sweep: {"sweep"}, tasks: {"create", "import", "start"}}}
	tool := compiled(t, d.office(g), "tool:sweeping").Tool
	if tool.Action.Key != "sweep" || !tool.Preview || tool.Help != "Choose" {
		t.Errorf("the tool is %+v", tool)
	}
	if tool.List.Create || len(tool.List.Actions) > 0 || len(tool.List.Import) > 0 {
		t.Errorf("its list offers %+v", tool.List)
	}
}

// TestAStationShowsWhatWaits holds a station's steps, and its cards to the right to read
// them.
func TestAStationShowsWhatWaits(t *testing.T) {
	d := open(t)
	s := compiled(t, d.office(grant{Menus: []int{bench}}), "station:bench").Station
	if !s.Undo || s.Counts || s.Hears != "task" || len(s.Params) != 1 || s.Params[0].To != "shelf" {
		t.Errorf("the station is %+v", s)
	}
	if len(s.Steps) != 2 || s.Steps[0].Prompt != "Scan a task" || !slices.Equal(s.Steps[0].Buttons, []string{"skip"}) || s.Steps[1].Buttons == nil {
		t.Errorf("its steps are %+v", s.Steps)
	}
	if len(s.Buttons) != 1 || s.Buttons[0] != (screen.Button{Code: "skip", Label: "Skip", Key: "F2", Danger: true}) {
		t.Errorf("its buttons are %+v", s.Buttons)
	}
	if s.Waiting == nil || s.Waiting.Code != "code" || s.Waiting.Title != "Waiting" || s.Waiting.Take != "" || s.Waiting.List.Key != "task" {
		t.Errorf("what waits is %+v", s.Waiting)
	}
}
