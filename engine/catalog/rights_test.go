package catalog_test

import (
	"strings"
	"testing"

	"github.com/wareloom/wareloom/engine/catalog"
	"github.com/wareloom/wareloom/engine/meta"
)

func shownAs(key string) meta.Shown { return meta.Shown{Key: key} }

// screens is the shop with a screen of each kind, at an entry of the menu.
func screens() *meta.Model {
	m := shop()
	object := func(key string) meta.Object { return meta.Object{Key: key} }
	m.Reports["sold"] = &meta.Report{
		Object: object("sold"), Table: "order", Params: []meta.ReportParam{{Shown: shownAs("created_by")}}, Group: []meta.ReportGroup{{Shown: shownAs("customer_id.name")}},
		Measures: []meta.ReportMeasure{{Measure: meta.Measure{Key: "n", Fn: "count"}}},
	}
	m.Lists["items"] = &meta.List{Object: object("items"), Table: "item", Open: "none", Columns: []meta.Column{{Shown: shownAs("code")}}, Filters: []meta.Filter{{Shown: shownAs("customer_id")}}, Sort: []string{"-code"}}
	m.Boards["work"] = &meta.Board{
		Object: object("work"), By: []meta.BoardWay{{Key: "who", Also: &meta.BoardAlso{List: "items", Value: "customer_id"}}},
		Sources: []meta.BoardSource{{Key: "orders", List: "order", Columns: []meta.BoardColumn{{Key: "who", Field: "customer_id", Action: "finish", Param: "item"}}}},
	}
	m.Tools["finish"] = &meta.Tool{Object: object("finish"), List: "order", Action: "finish"}
	m.Mappings["orders"] = &meta.Mapping{
		Object: object("orders"), Table: "order", Columns: []meta.MappingColumn{{Key: "no"}}, Params: []meta.Field{{Key: "who", Type: meta.TypeReference, To: "customer"}},
	}
	m.Prints["slip"] = &meta.Print{Object: meta.Object{Kind: "print", Key: "slip"}, Table: "order", Paper: meta.Paper{Width: 100, Height: 150}, Bands: []meta.PrintBand{{Key: "all", Kind: meta.BandBody}}}
	for i, screen := range []string{"report:sold", "board:work", "form:order", "tool:finish", "import:orders", "print:slip", "list:items"} {
		m.Menus["main"].Items = append(m.Menus["main"].Items, meta.MenuItem{ID: 10 + i, Route: "/x" + screen + "/" + meta.IDsOfRoute, Screen: screen})
	}
	return m
}

// granted is what an entry grants, and behind it each button with its rights.
func granted(r *catalog.Release, id int) string {
	text := strings.Join(r.MenuRights(id), " ")
	for _, button := range r.Buttons(id) {
		text += "; " + button + ": " + strings.Join(r.ButtonRights(id, button), " ")
	}
	return text
}

// TestAScreenGrantsWhatItNeeds holds what each kind of screen grants and offers.
func TestAScreenGrantsWhatItNeeds(t *testing.T) {
	t.Parallel()
	r := compile(t, screens())
	for id, want := range map[int]string{
		10: "customer.lookup order.read user.lookup; export: order.export",
		11: "customer.lookup item.read order.read; finish: item.lookup order.finish",
		12: "order.read; create: order.create; update: order.update; delete: order.delete; history: order.history; finish: item.lookup order.finish; print: order.print",
		13: "customer.lookup order.read; finish: item.lookup order.finish",
		15: "order.print order.read",
		16: "customer.lookup item.read; export: item.export",
	} {
		if got := granted(r, id); got != want {
			t.Errorf("entry %d grants\n     %s,\nwant %s", id, got, want)
		}
	}
	if got := granted(r, 14); !strings.Contains(got, "customer.lookup") || !strings.Contains(got, "order.create") {
		t.Errorf("an import grants %s", got)
	}
}

// TestAListOffersWhatItsTableLets holds the buttons to what people may do with the records.
func TestAListOffersWhatItsTableLets(t *testing.T) {
	t.Parallel()
	no, yes := false, true
	for name, tt := range map[string]struct {
		change func(m *meta.Model)
		want   string
	}{
		"all":              {func(*meta.Model) {}, "create update delete history export finish print"},
		"nothing is made":  {func(m *meta.Model) { m.Lists["order"].Create = &no }, "update delete history export finish print"},
		"something is":     {func(m *meta.Model) { m.Lists["order"].Create, m.Lists["order"].Export = &yes, &yes }, "create update delete history export finish print"},
		"nothing goes out": {func(m *meta.Model) { m.Lists["order"].Export = &no }, "create update delete history finish print"},
		"only added to":    {func(m *meta.Model) { m.Tables["order"].InsertOnly = true }, "create history export finish print"},
		"of the system":    {func(m *meta.Model) { m.Tables["order"].Writes = meta.WritesSystem }, "history export finish print"},
		"looked at":        {func(m *meta.Model) { m.Lists["order"].Open = "none" }, "export finish print"},
		"edited in place":  {func(m *meta.Model) { m.Lists["order"].Open, m.Lists["order"].Edit = "none", []string{"no"} }, "create update delete history export finish print"},
		"without a paper":  {func(m *meta.Model) { delete(m.Prints, "slip"); m.Menus["main"].Items = m.Menus["main"].Items[:2] }, "create update delete history export finish"},
		"with a file":      {func(m *meta.Model) { m.Lists["order"].Import = []string{"orders"} }, "create update delete history export import finish print"},
		"with templates": {func(m *meta.Model) {
			for i, key := range []string{"late", "early"} {
				m.Exports[key] = &meta.ExportTemplate{Object: meta.Object{Key: key}, Table: "order", Order: 2 - i, Granted: key == "early", Columns: []meta.ExportColumn{{Shown: shownAs("no")}}}
			}
		}, "create update delete history export finish early print"},
	} {
		m := screens()
		m.Lists["order"].Actions = []string{"finish"}
		m.Menus["main"].Items[0].Buttons, m.Menus["main"].Items[0].Screen = nil, "list:order"
		tt.change(m)
		r := compile(t, m)
		if got := strings.Join(r.Buttons(1), " "); got != tt.want {
			t.Errorf("%s: it offers %s, want %s", name, got, tt.want)
		}
		if name == "with templates" {
			exports := r.ExportsOf(r.Lists["order"])
			if len(exports) != 2 || exports[0].Key != "early" || exports[0].Right() != "early.export" || exports[1].Right() != "order.export" {
				t.Errorf("the templates are %v", exports)
			}
		}
	}
}
