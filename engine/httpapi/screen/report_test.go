package screen_test

import (
	"testing"

	"github.com/wareloom/wareloom/engine/httpapi/screen"
)

func TestAReportAsksByWhatIsReadable(t *testing.T) {
	d := open(t)
	spelled := func(r *screen.Report) []string {
		return named(r.Params, func(f screen.Filter) string { return f.Key + " " + f.Type })
	}
	all := grant{Menus: []int{months, 12}, Buttons: map[int][]string{months: {"export"}}}
	r := compiled(t, d.office(all), "report:items_per_month").Report
	same(t, "questions", spelled(r), []string{"seen_at instant", "kind enum", "customer_id reference"})
	if !r.Export || r.Drill == nil || *r.Drill != (screen.Drill{List: "item", MenuID: 12, Route: "/goods/items/list"}) {
		t.Errorf("the report is %+v, drill %+v", r, r.Drill)
	}
	some := grant{Menus: []int{months}, Rules: map[string]rule{"item": {Hide: []string{"kind"}}}}
	r = compiled(t, d.office(some), "report:items_per_month").Report
	same(t, "questions of who does not read one", spelled(r), []string{"seen_at instant", "customer_id reference"})
	if r.Export || r.Drill == nil || r.Drill.Route != "" {
		t.Errorf("without the rights it is %+v, drill %+v", r, r.Drill)
	}
}

// TestTheWayToAListIsAnEntryThatShowsIt holds that lists are found as lists, documents
// and trees, in this order, and only where they are granted.
func TestTheWayToAListIsAnEntryThatShowsIt(t *testing.T) {
	d := open(t)
	c := d.office(grant{Menus: []int{tasks, racks, oneTask, months, 14}})
	for list, want := range map[string]string{"task": "/tasks/all", "shelf": "/tasks/racks", "order": "/goods/orders", "item": "", "none": ""} {
		if _, got := c.WayTo(list); got != want {
			t.Errorf("the way to %s is %q, want %q", list, got, want)
		}
	}
	if id, route := c.WayToReport("items_per_month"); id != months || route != "/tasks/months" {
		t.Errorf("the way to the report is %d %q", id, route)
	}
	if id, route := c.WayToReport("items_left"); id != 0 || route != "" {
		t.Errorf("the way to a report without an entry is %d %q", id, route)
	}
	for entry, want := range map[int]string{tasks: "/tasks/all", board: "", 30: "/tasks", 999: ""} {
		if got := c.RouteOf(entry); got != want {
			t.Errorf("the address of %d is %q, want %q", entry, got, want)
		}
	}
}
