package meta_test

import (
	"encoding/json"
	"slices"
	"strings"
	"testing"

	"github.com/wareloom/wareloom/engine/catalog"
	"github.com/wareloom/wareloom/engine/meta"
)

// shop is a small sound model: orders with lines, in a module of their own.
func shop() *meta.Model {
	m := meta.NewModel()
	m.Modules["sales"] = &meta.Module{Object: object("sales"), Requires: []string{"base"}}
	m.Modules["base"] = &meta.Module{Object: object("base"), UserTypes: []meta.UserType{{Key: "user"}}, SettingLevels: []meta.SettingLevel{{Key: "system"}}}
	m.Tables["customer"] = &meta.Table{Object: object("customer"), Label: []string{"name"}, Fields: []meta.Field{{Key: "name", Type: meta.TypeText}}}
	m.Tables["order"] = &meta.Table{
		Object: object("order"), Label: []string{"no"}, Unique: []meta.Unique{{Key: "no", On: []string{"no"}}},
		Fields: []meta.Field{
			{Key: "no", Type: meta.TypeCode, CodeRule: "order_no"},
			{Key: "status", Type: meta.TypeEnum},
			{Key: "customer_id", Type: meta.TypeReference, To: "customer"},
		},
	}
	m.Tables["order_line"] = &meta.Table{
		Object: object("order_line"), Label: []string{"line_no"}, Head: &meta.Head{Table: "order", Field: "order_id"},
		Fields: []meta.Field{{Key: "order_id", Type: meta.TypeReference, To: "order", Required: true}, {Key: "line_no", Type: meta.TypeInteger}},
	}
	m.Documents["order"] = &meta.Document{
		Object: object("order"), Lines: []meta.LineSet{{Key: "lines", Table: "order_line", Field: "order_id"}},
		States:  []meta.State{{Key: "new", Edit: json.RawMessage("true")}, {Key: "done", Edit: json.RawMessage(`["no"]`)}},
		Actions: []meta.Action{{Key: "finish", From: []string{"new"}, To: "done", Do: []meta.Effect{{Effect: "bill.make", With: map[string]meta.Expression{"no": "row.no"}}}}},
	}
	m.Lists["order"] = &meta.List{Object: object("order"), Table: "order", Columns: columns("no", "customer_id.name"), Sort: []string{"-id"}}
	m.Forms["order"] = &meta.Form{Object: object("order"), Table: "order", Lines: []meta.FormLines{{Key: "lines", Columns: columns("line_no")}}}
	m.Stations["desk"] = &meta.Station{Object: object("desk"), Flow: "bill.desk", Buttons: []meta.Button{{Key: "skip"}, {Key: "stop"}}, Steps: []meta.Step{
		{Key: "a", Kind: "scan", Accept: []string{"order"}, Buttons: []string{"skip"}}, {Key: "b", Kind: "qty"},
	}}
	m.CodeRules["order_no"] = &meta.CodeRule{Object: object("order_no"), Parts: []meta.CodePart{{Seq: &meta.CodeSeq{Width: 4}}}}
	m.Dropdowns["colour"] = &meta.Dropdown{Object: object("colour"), Items: []meta.DropdownItem{{Key: "red"}}}
	m.Menus["main"] = &meta.Menu{Object: object("main"), Items: []meta.MenuItem{
		{ID: 1, Route: "/a"}, {ID: 2, Parent: 1, Route: "/a/b", Screen: "document:order", Rights: []string{"order.finish", "bill.print"}},
	}}
	m.Plugins["bill"] = &meta.Plugin{Object: object("bill"), Effects: []meta.Offer{
		{Key: "bill.make", Params: []meta.Field{{Key: "no", Type: meta.TypeText, Required: true}}},
	}}
	for _, key := range []string{"order", "order_line"} {
		m.Tables[key].Module = "sales"
	}
	m.Tables["customer"].Module = "base"
	return m
}

func object(key string) meta.Object { return meta.Object{Key: key} }

// worked adds a figure that is worked out on reading and changes the list of orders.
func worked(change func(*meta.List)) func(*meta.Model) {
	return func(m *meta.Model) {
		m.Tables["order"].Fields = append(m.Tables["order"].Fields, meta.Field{Key: "twice", Type: meta.TypeInteger, Computed: "2 * 2"})
		change(m.Lists["order"])
	}
}

// page adds a page of one block.
func page(route string, block meta.PageBlock) func(*meta.Model) {
	return func(m *meta.Model) {
		block.Key = "b"
		m.Pages["x"] = &meta.Page{Object: object("x"), Route: route, Blocks: []meta.PageBlock{block}}
	}
}

func columns(keys ...string) (made []meta.Column) {
	for _, key := range keys {
		made = append(made, meta.Column{Shown: meta.Shown{Key: key}})
	}
	return made
}

// offers is what code offers in these tests.
type offers struct{}

func (offers) Effect(name string) bool { return name == "bill.make" }
func (offers) Flow(name string) (*meta.Flow, bool) {
	return &meta.Flow{Steps: []meta.FlowStep{
		{Key: "a", Kind: "scan", Accept: []string{"order"}, To: []string{"b", "done"}, Buttons: []meta.FlowButton{{Code: "skip"}}},
		{Key: "b", Kind: "qty", To: []string{"done"}},
	}}, name == "bill.desk"
}
func (offers) CodeKind(name string) bool { return name == "order" }
func (offers) Rights() []string          { return []string{"bill.print"} }

func TestASoundModelHasNoProblems(t *testing.T) {
	t.Parallel()
	if problems := meta.Check(shop(), catalog.FieldTypes(), offers{}); problems != nil {
		t.Error(problems)
	}
}

func TestCheckFindsWrongNames(t *testing.T) {
	t.Parallel()
	tests := []struct {
		name  string
		spoil func(m *meta.Model)
		want  string // part of the one problem
	}{
		{"module unknown", func(m *meta.Model) { m.Modules["sales"].Requires = append(m.Modules["sales"].Requires, "basis") }, "requires/1: meta.unknown kind=module"},
		{"module not required", func(m *meta.Model) { m.Modules["sales"].Requires = nil }, "fields/2/to: meta.not_required"},
		{"labels larger than their sheet", func(m *meta.Model) {
			sheet := meta.Paper{Width: 210, Height: 297, Labels: &meta.Labels{Across: 6, Down: 2, GapX: 50}}
			m.Prints["sheet"] = &meta.Print{Object: meta.Object{Kind: "print", Key: "sheet"}, Table: "customer", Paper: sheet, Bands: []meta.PrintBand{{Key: "all", Kind: meta.BandBody}}}
		}, "paper: meta.print_no_room name=sheet"},
		{"a template of nothing", func(m *meta.Model) {
			m.Prints["sheet"] = &meta.Print{Object: meta.Object{Kind: "print", Key: "sheet"}, Table: "customer", Paper: meta.Paper{Width: 100, Height: 150}}
		}, "bands: meta.print_empty name=sheet"},
		{"a template of a file that is none", func(m *meta.Model) {
			m.Prints["sheet"] = &meta.Print{Object: meta.Object{Kind: "print", Key: "sheet"}, Table: "customer", Paper: meta.Paper{Width: 100, Height: 150}, File: "name"}
		}, "file: meta.print_no_file name=name"},
		{"a template of a file and of bands", func(m *meta.Model) {
			add(m, "customer", meta.Field{Key: "paper", Type: meta.TypeFile})
			m.Prints["sheet"] = &meta.Print{
				Object: meta.Object{Kind: "print", Key: "sheet"}, Table: "customer", Paper: meta.Paper{Width: 100, Height: 150}, File: "paper",
				Bands: []meta.PrintBand{{Key: "all", Kind: meta.BandBody}},
			}
		}, "file: meta.print_two_contents name=sheet"},
		{"a page where a menu entry is", page("/a/b", meta.PageBlock{Kind: meta.BlockText, Text: &meta.Text{}}), "route: meta.page_route route=/a/b"},
		{"a page where the app signs in", page("/login", meta.PageBlock{Kind: meta.BlockText, Text: &meta.Text{}}), "route: meta.page_route route=/login"},
		{"an address that names nothing", page("/x/{no}", meta.PageBlock{Kind: meta.BlockText, Text: &meta.Text{}}), "route: meta.page_names_nothing"},
		{"a page that shows all rows", page("/x", meta.PageBlock{Kind: meta.BlockRows, Table: "customer", Shows: []meta.PageField{{Key: "name"}}}), "blocks/0/where: meta.page_lacks member=where"},
		{"a form that asks for a code", page("/x", meta.PageBlock{Kind: meta.BlockForm, Table: "order", Fields: []string{"no"}, Done: &meta.Text{}}), "blocks/0/fields/0: meta.page_asks name=no"},
		{"a way to a page that finds nothing", page("/x", meta.PageBlock{Kind: meta.BlockAsk, Opens: "x"}), "blocks/0/opens: meta.page_opens"},
		{"field twice", func(m *meta.Model) { add(m, "customer", meta.Field{Key: "name", Type: meta.TypeText}) }, "fields/1: meta.twice name=name"},
		{"name of the system", func(m *meta.Model) { add(m, "customer", meta.Field{Key: "version", Type: meta.TypeText}) }, "meta.field_name_taken"},
		{"enum without list", func(m *meta.Model) { add(m, "customer", meta.Field{Key: "size", Type: meta.TypeEnum}) }, "meta.enum_without_list"},
		{"dropdown unknown", func(m *meta.Model) {
			add(m, "customer", meta.Field{Key: "size", Type: meta.TypeEnum, Dropdown: "size"})
		}, "fields/1/dropdown: meta.unknown"},
		{"member of another type", func(m *meta.Model) { m.Tables["customer"].Fields[0].Unit = "kg" }, "fields/0/unit: meta.member_not_for_type"},
		{"a field that people write, unaudited", func(m *meta.Model) { m.Tables["customer"].Fields[0].Unaudited = true }, "fields/0/unaudited: meta.unaudited_open"},
		{"label unknown", func(m *meta.Model) { m.Tables["order"].Label = []string{"customer_id.nam"} }, "label/0: meta.unknown_field"},
		{"key over a value that is not stored", func(m *meta.Model) {
			m.Tables["order"].Fields[0] = meta.Field{Key: "no", Type: meta.TypeText, Computed: "'a'"}
		}, "unique/0/on/0: meta.no_column"},
		{"total of words", func(m *meta.Model) { m.Lists["order"].Columns[0].Total = true }, "columns/0/total: meta.cannot_total"},
		{"total of what is worked out on reading", worked(func(l *meta.List) {
			l.Columns = columns("twice")
			l.Columns[0].Total = true
		}), "columns/0/total: meta.cannot_total"},
		{"sort by what is worked out on reading", worked(func(l *meta.List) { l.Sort = []string{"-twice"} }), "sort/0: meta.no_order"},
		{"filter by what is worked out on reading", worked(func(l *meta.List) {
			l.Filters = []meta.Filter{{Shown: meta.Shown{Key: "twice"}}}
		}), "filters/0/key: meta.no_order"},
		{"head field optional", func(m *meta.Model) { m.Tables["order_line"].Fields[0].Required = false }, "head/field: meta.head_field"},
		{"no status", func(m *meta.Model) {
			m.Tables["order"].Fields[1].Key = "colour"
			m.Tables["order"].Fields[1].Type = meta.TypeText
		}, "meta.no_status"},
		{"lines of another head", func(m *meta.Model) { m.Tables["order_line"].Head = nil }, "lines/0/field: meta.line_head"},
		{"set named like a field", func(m *meta.Model) { m.Documents["order"].Lines[0].Key = "no"; m.Forms["order"].Lines[0].Key = "no" }, "lines/0/key: meta.set_name_taken"},
		{"state unknown", func(m *meta.Model) { m.Documents["order"].Actions[0].To = "finished" }, "actions/0/to: meta.unknown"},
		{"sort of an action unknown", func(m *meta.Model) { m.Documents["order"].Actions[0].Sort = []string{"-urgency"} }, "actions/0/sort/0: meta.unknown_field"},
		{"screen without an entry", func(m *meta.Model) { m.Documents["order"].Actions[0].Opens = "list:nowhere" }, "actions/0/opens: meta.unknown"},
		{"edit unknown", func(m *meta.Model) { m.Documents["order"].States[1].Edit = json.RawMessage(`["nn"]`) }, "states/1/edit/0: meta.unknown_field"},
		{"guard without words", func(m *meta.Model) { m.Documents["order"].Actions[0].Must = "true" }, "meta.guard_without_words"},
		{"relied on table is gone", relies(meta.Reliance{Key: "van"}), "relies/0/key: meta.relied_table plugin=van table=van"},
		{"relied on field is gone", relies(meta.Reliance{Key: "order", Fields: []meta.Relied{{Key: "van"}}}), "fields: meta.relied_field name=van plugin=van table=order"},
		{"relied on field has another type", relies(meta.Reliance{Key: "order", Fields: []meta.Relied{{Key: "no", Type: meta.TypeInteger}}}), "fields/0/type: meta.relied_type is="},
		{"need of an unknown field", func(m *meta.Model) { m.Documents["order"].Actions[0].Needs = []meta.Need{{Field: "nr"}} }, "actions/0/needs/0/field: meta.unknown_field"},
		{"need without words", func(m *meta.Model) {
			m.Documents["order"].Actions[0].Needs = []meta.Need{{Field: "no", Must: "true"}}
		}, "needs/0/message: meta.need_without_words"},
		{"need of rows of an unknown table", func(m *meta.Model) {
			m.Documents["order"].Actions[0].Needs = []meta.Need{{Field: "no", Message: &meta.Text{}, None: &meta.None{Table: "x"}}}
		}, "needs/0/none/table: meta.unknown"},
		{"effect unknown", func(m *meta.Model) { m.Documents["order"].Actions[0].Do[0].Effect = "bill.send" }, "do/0/effect: meta.unknown kind=effect"},
		{"parameter unknown", func(m *meta.Model) { m.Documents["order"].Actions[0].Do[0].With["nr"] = "1" }, "do/0/with/nr: meta.unknown"},
		{"parameter missing", func(m *meta.Model) { m.Documents["order"].Actions[0].Do[0].With = nil }, "meta.missing_parameter"},
		{"column unknown", func(m *meta.Model) { m.Lists["order"].Columns[0].Field = "nr" }, "columns/0/field: meta.unknown_field"},
		{"a maximum with something taken off", func(m *meta.Model) {
			m.Lists["order"].Measures = []meta.Measure{{Key: "late", Field: "no", Less: "no", Fn: "max"}}
		}, "measures/0/less: meta.not_taken_off"},
		{"drill unknown", func(m *meta.Model) { m.Lists["order"].Drill = &meta.Drill{List: "x"} }, "drill/list: meta.unknown"},
		{"action of a list unknown", func(m *meta.Model) { m.Lists["order"].Actions = []string{"x"} }, "actions/0: meta.unknown"},
		{"form of another table", func(m *meta.Model) {
			m.Forms["customer"] = &meta.Form{Object: object("customer"), Table: "customer"}
			m.Lists["order"].Open, m.Lists["order"].Form = "form", "customer"
		}, "form: meta.form_of_other name=customer"},
		{"line set unknown", func(m *meta.Model) { m.Forms["order"].Lines[0].Key = "x" }, "lines/0/key: meta.unknown"},
		{"step of the flow missing", func(m *meta.Model) { m.Stations["desk"].Steps = m.Stations["desk"].Steps[:1] }, "steps: meta.step_missing"},
		{"step that the flow has not", func(m *meta.Model) { m.Stations["desk"].Steps = append(m.Stations["desk"].Steps, meta.Step{Key: "c"}) }, "steps/2/key: meta.step_unknown"},
		{"another step first", func(m *meta.Model) { slices.Reverse(m.Stations["desk"].Steps) }, "steps/0/key: meta.step_first"},
		{"step asks in another way", func(m *meta.Model) { m.Stations["desk"].Steps[1].Kind = "scan" }, "steps/1/kind: meta.step_kind"},
		{"codes that the step does not take", func(m *meta.Model) { m.Stations["desk"].Steps[1].Accept = []string{"order"} }, "steps/1/accept/0: meta.step_accept"},
		{"button that the step does not take", func(m *meta.Model) { m.Stations["desk"].Steps[0].Buttons = []string{"stop"} }, "steps/0/buttons/0: meta.step_button"},
		{"flow unknown", func(m *meta.Model) { m.Stations["desk"].Flow = "x.y" }, "flow: meta.unknown"},
		{"code kind unknown", func(m *meta.Model) { m.Stations["desk"].Steps[0].Accept[0] = "x" }, "steps/0/accept/0: meta.unknown"},
		{"two counters", func(m *meta.Model) {
			m.CodeRules["order_no"].Parts = append(m.CodeRules["order_no"].Parts, m.CodeRules["order_no"].Parts[0])
		}, "meta.code_counter"},
		{"code longer than its field", func(m *meta.Model) {
			rule := m.CodeRules["order_no"]
			rule.Parts = append(rule.Parts, meta.CodePart{Text: "O"}, meta.CodePart{Date: "yyMMdd"}, meta.CodePart{Value: "row.no", MaxLength: meta.LongestCode - 10})
		}, "meta.code_too_long"},
		{"value of a code without a length", func(m *meta.Model) {
			m.CodeRules["order_no"].Parts = append(m.CodeRules["order_no"].Parts, meta.CodePart{Value: "row.no"})
		}, "parts/1/max_length: meta.code_value_length"},
		{"more than the label for those who look up", func(m *meta.Model) { m.Tables["order"].Known = &meta.Known{Rows: "true", Label: []string{"status"}} }, "known/label/0: meta.known_not_label"},
		{"menu id twice", func(m *meta.Model) { item(m, meta.MenuItem{ID: 2, Parent: 1, Route: "/x"}) }, "items/2/key: meta.menu_id_twice"},
		{"menu in a circle", func(m *meta.Model) { item(m, meta.MenuItem{ID: 3, Parent: 3, Route: "/x"}) }, "items/2/parent: meta.menu_parent"},
		{"screen unknown", func(m *meta.Model) { item(m, meta.MenuItem{ID: 3, Route: "/x", Screen: "list:x"}) }, "items/2/screen: meta.unknown"},
		{"right unknown", func(m *meta.Model) { item(m, meta.MenuItem{ID: 3, Route: "/x", Rights: []string{"order.send"}}) }, "items/2/rights/0: meta.unknown"},
		{"arguments differ", func(m *meta.Model) {
			m.Texts["x"] = &meta.Texts{Terms: map[string]meta.Text{"a": {"zh": "{a}", "en": "{a}", "es": "{b}"}}}
		}, "terms/a: meta.arguments_differ"},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			t.Parallel()
			m := shop()
			tt.spoil(m)
			problems := meta.Check(m, catalog.FieldTypes(), offers{})
			if len(problems) != 1 || !strings.Contains(problems[0].String(), tt.want) {
				t.Errorf("got %v, want %s", problems, tt.want)
			}
		})
	}
}

func add(m *meta.Model, table string, f meta.Field) {
	m.Tables[table].Fields = append(m.Tables[table].Fields, f)
}

func item(m *meta.Model, i meta.MenuItem) { m.Menus["main"].Items = append(m.Menus["main"].Items, i) }

func TestMenusStandInTheirOrder(t *testing.T) {
	t.Parallel()
	m := shop()
	m.Menus["first"] = &meta.Menu{Object: object("first"), Order: -1, Items: []meta.MenuItem{{ID: 9, Route: "/z"}, {ID: 7, Parent: 9}, {ID: 8, Parent: 1}}}
	var ids []int
	for _, item := range m.MenuItems() {
		ids = append(ids, item.ID)
	}
	if want := []int{9, 7, 1, 8, 2}; !slices.Equal(ids, want) {
		t.Errorf("got %v, want %v", ids, want)
	}
}

// relies has the plugin van rely on a table.
func relies(on meta.Reliance) func(m *meta.Model) {
	return func(m *meta.Model) {
		m.Plugins["van"] = &meta.Plugin{Object: meta.Object{Key: "van"}, Relies: []meta.Reliance{on}}
	}
}
