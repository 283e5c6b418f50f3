package screen_test

import (
	"slices"
	"testing"

	"github.com/wareloom/wareloom/engine/httpapi/screen"
	"github.com/wareloom/wareloom/engine/meta"
)

func TestAListSaysHowItsColumnsLook(t *testing.T) {
	d := open(t)
	list := compiled(t, d.office(grant{Menus: []int{tasks, picks}}), "list:task").List
	same(t, "columns", named(list.Columns, func(c screen.Column) string { return c.Field }), []string{"code", "item_id.brand_id", "cost", "size"})
	if c, _ := column(list, "code"); c.Title != "No" || c.Width != 90 || !c.Mono || c.Type != meta.TypeText {
		t.Errorf("the code is %+v", c)
	}
	if c, _ := column(list, "cost"); c.Currency != "CNY" || c.Scale != 2 || !c.Total {
		t.Errorf("the cost is %+v", c)
	}
	if c, _ := column(list, "item_id.brand_id"); c.To != "brand" {
		t.Errorf("the brand is %+v", c)
	}
	if list.PageSize != 20 || list.Open != "document" || list.FormKey != "task" || list.Empty != "Nothing to do" || !slices.Equal(list.Sort, []string{"-code"}) {
		t.Errorf("the list is %+v", list)
	}
}

// TestWhatAListDoesNotSayIsFilledIn holds what the browser may rely on: no list is null,
// and a page has a size.
func TestWhatAListDoesNotSayIsFilledIn(t *testing.T) {
	d := open(t)
	list := compiled(t, d.office(grant{Menus: []int{racks}}), "tree:shelf").List
	if list.PageSize != 50 || list.Open != "none" || list.ParentField != "within" {
		t.Errorf("the list is %+v", list)
	}
	for name, is := range map[string]bool{
		"sort": list.Sort == nil, "group": list.Group == nil, "edit": list.Edit == nil, "actions": list.Actions == nil, "filters": list.Filters == nil,
		"measures": list.Measures == nil, "import": list.Import == nil,
	} {
		if is {
			t.Errorf("%s is null", name)
		}
	}
	if plain := compiled(t, d.office(grant{Menus: []int{racks}}), "list:shelf").List; plain.ParentField != "" {
		t.Errorf("as a list it hangs by %q", plain.ParentField)
	}
}

// TestAHiddenFieldIsNowhere hides a field from a role, and has another one masked, which
// is shown so that people see that there is a value.
func TestAHiddenFieldIsNowhere(t *testing.T) {
	d := open(t)
	c := d.office(grant{Menus: []int{tasks, sums}, Rules: map[string]rule{"task": {Hide: []string{"cost"}, Mask: []string{"size"}}}})
	s := compiled(t, c, "list:task")
	for _, gone := range []bool{
		slices.ContainsFunc(s.List.Columns, func(c screen.Column) bool { return c.Field == "cost" }),
		slices.ContainsFunc(s.List.Filters, func(f screen.Filter) bool { return f.Field == "cost" }),
		slices.ContainsFunc(s.Tables["task"].Fields, func(f screen.Field) bool { return f.Key == "cost" }),
		slices.ContainsFunc(compiled(t, c, "list:task_sum").List.Measures, func(m screen.Measure) bool { return m.Field == "cost" }),
	} {
		if gone {
			t.Error("the cost is shown as a column, filter, field or measure")
		}
	}
	if _, shown := column(s.List, "size"); !shown {
		t.Error("a masked field is not shown")
	}
}

// TestWhatLiesBehindAReferenceAsksForItsRight holds columns and filters behind a
// reference to the right over its table: to look up for what names a record, to read for
// the rest.
func TestWhatLiesBehindAReferenceAsksForItsRight(t *testing.T) {
	d := open(t)
	for name, tt := range map[string]struct {
		menus       []int
		brand, code bool
	}{
		"the right to read": {[]int{tasks, picks}, true, true}, "the right to look up": {[]int{tasks}, false, true}, "neither": {[]int{bare}, false, false},
	} {
		list := compiled(t, d.office(grant{Menus: tt.menus}), "list:task").List
		_, brand := column(list, "item_id.brand_id")
		code := slices.ContainsFunc(list.Filters, func(f screen.Filter) bool { return f.Field == "item_id.code" })
		if brand != tt.brand || code != tt.code {
			t.Errorf("with %s the brand is shown: %t, one filters by the code: %t", name, brand, code)
		}
	}
}

func TestFiltersBeginWithWhatTheServerWorkedOut(t *testing.T) {
	d := open(t)
	filters := compiled(t, d.office(grant{Menus: []int{tasks}}), "list:task").List.Filters
	same(t, "filters", named(filters, func(f screen.Filter) string { return f.Key + "=" + f.Field }), []string{"mine=worker_id", "item_id.code=item_id.code", "cost=cost"})
	if f := filters[0]; f.Default != int64(office) || f.Op != "eq" || f.Hidden {
		t.Errorf("one's own is %+v", f)
	}
	if f := filters[2]; f.Default != nil || !f.Hidden {
		t.Errorf("the cost is %+v", f)
	}
}

// TestAListOffersWhatIsGranted holds each button of a list to its right.
func TestAListOffersWhatIsGranted(t *testing.T) {
	d := open(t)
	tests := []struct {
		name    string
		buttons []string
		want    []string
	}{
		{"nothing", nil, []string{}},
		{"to create", []string{"create"}, []string{"create"}},
		{"to change", []string{"update"}, []string{"edit"}},
		{"an action", []string{"close"}, []string{"close"}},
		{"the export", []string{"export"}, []string{"export", "task_csv"}},
		{"a template by itself", []string{"task_out"}, []string{"task_out"}},
		{"the import, which creates and changes", []string{"import"}, []string{"create", "edit", "task_file"}},
	}
	for _, tt := range tests {
		list := compiled(t, d.office(grant{Menus: []int{tasks}, Buttons: map[int][]string{tasks: tt.buttons}}), "list:task").List
		got := []string{}
		for name, is := range map[string]bool{"create": list.Create, "edit": len(list.Edit) > 0, "export": list.Export} {
			if is {
				got = append(got, name)
			}
		}
		got = append(got, named(list.Actions, func(a screen.Action) string { return a.Key })...)
		got = append(got, named(list.Exports, func(x screen.Export) string { return x.Key })...)
		got = append(got, named(list.Import, func(i screen.Import) string { return i.Key })...)
		slices.Sort(got)
		same(t, tt.name+": offered", got, tt.want)
	}
}

// TestAListMayOfferLess has a list say no to what its reader has the right to.
func TestAListMayOfferLess(t *testing.T) {
	d := open(t)
	all := grant{Menus: []int{tasks}, Buttons: map[int][]string{tasks: {"create", "export"}}}
	if list := compiled(t, d.office(all), "list:worker").List; list.Create || list.Export {
		t.Errorf("it offers to create (%t) and to export (%t)", list.Create, list.Export)
	}
}

func TestTemplatesComeInTheirFormats(t *testing.T) {
	d := open(t)
	c := d.office(grant{Menus: []int{tasks}, Buttons: map[int][]string{tasks: {"export", "task_out"}}})
	formats := map[string][]string{}
	for _, x := range compiled(t, c, "list:task").List.Exports {
		formats[x.Key] = x.Formats
	}
	same(t, "formats of one that says nothing", formats["task_out"], []string{"xlsx", "csv"})
	same(t, "formats of one that says csv", formats["task_csv"], []string{"csv"})
}

func TestFiguresHaveTheShapeOfWhatTheyAre(t *testing.T) {
	d := open(t)
	list := compiled(t, d.office(grant{Menus: []int{sums, tasks}}), "list:task_sum").List
	want := map[string]screen.Measure{
		"n":    {As: "n", Fn: "count", Shape: screen.Shape{Type: meta.TypeInteger, Title: "Count"}},
		"cost": {As: "cost", Fn: "sum", Field: "cost", Total: true, Shape: screen.Shape{Type: meta.TypeDecimal, Title: "Cost", Scale: 2}},
		"last": {As: "last", Fn: "max", Field: "due", Shape: screen.Shape{Type: meta.TypeDate, Title: "Last"}},
	}
	for _, m := range list.Measures {
		if m != want[m.As] {
			t.Errorf("%s is %+v, want %+v", m.As, m, want[m.As])
		}
	}
	if len(list.Measures) != len(want) {
		t.Errorf("%d figures, want %d", len(list.Measures), len(want))
	}
	if list.Drill == nil || *list.Drill != (screen.Drill{List: "task", MenuID: tasks, Route: "/tasks/all"}) {
		t.Errorf("a group opens %+v", list.Drill)
	}
	if drill := compiled(t, d.office(grant{Menus: []int{sums}}), "list:task_sum").List.Drill; drill == nil || drill.Route != "" || drill.MenuID != 0 {
		t.Errorf("without the entry a group opens %+v", drill)
	}
}

// TestRowsBecomeADocumentThatOneMayMake holds that an offer leads to a page that is
// granted, and takes over what rows and document refer to alike.
func TestRowsBecomeADocumentThatOneMayMake(t *testing.T) {
	d := open(t)
	makes := func(g grant) []screen.Make { return compiled(t, d.office(g), "list:item_pick").List.Makes }
	may := grant{Menus: []int{picks, oneTask}, Buttons: map[int][]string{oneTask: {"create"}}}
	made := makes(may)
	if len(made) != 1 || made[0].Document != "task" || made[0].Set != "steps" || made[0].Field != "item_id" || made[0].Route != "/tasks/one" || made[0].Title != "Make a task" {
		t.Fatalf("offered is %+v", made)
	}
	same(t, "taken over", made[0].Takes, []string{"customer_id"})
	may.Rules = map[string]rule{"item": {Hide: []string{"customer_id"}}}
	same(t, "of what is hidden, taken over", makes(may)[0].Takes, []string{})
	for name, g := range map[string]grant{
		"without the right to create": {Menus: []int{picks, oneTask}},
		"without the page":            {Menus: []int{picks, tasks}, Buttons: map[int][]string{tasks: {"create"}}},
	} {
		if made := makes(g); len(made) > 0 {
			t.Errorf("%s: offered is %+v", name, made)
		}
	}
}

func TestAListSaysWhatANewRecordBeginsWith(t *testing.T) {
	d := open(t)
	list := compiled(t, d.office(grant{Menus: []int{tasks}}), "list:task").List
	if len(list.New) != 1 || list.New["note"] != "made here" {
		t.Errorf("it begins with %v", list.New)
	}
	same(t, "steps that lead on", named(list.Next, func(n screen.Next) string { return n.Key + " " + n.Action + " " + n.Title }), []string{"go start Start", "see  See {label}"})
	if plain := compiled(t, d.office(grant{Menus: []int{racks}}), "list:shelf").List; len(plain.Next) > 0 || len(plain.New) > 0 {
		t.Errorf("a list that says nothing: %+v %v", plain.Next, plain.New)
	}
}

func TestAFileIsReadOnAPageOfItsOwn(t *testing.T) {
	d := open(t)
	c := d.office(grant{Menus: []int{fromFile}})
	s := compiled(t, c, "import:task_file")
	if s.Import == nil || s.Import.Key != "task_file" || s.Import.Title != "Tasks from a file" || len(s.Import.Params) != 1 || !s.Import.Params[0].Required {
		t.Fatalf("the page is %+v", s.Import)
	}
	for want, menus := range map[string][]int{"": {fromFile}, "/tasks/all": {fromFile, tasks}, "/tasks/one": {fromFile, tasks, oneTask}} {
		if got := compiled(t, d.office(grant{Menus: menus}), "import:task_file").Import.Route; got != want {
			t.Errorf("with %v the records are at %q, want %q", menus, got, want)
		}
	}
}
