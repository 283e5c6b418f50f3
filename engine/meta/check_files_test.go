package meta_test

import (
	"testing"

	"github.com/wareloom/wareloom/engine/meta"
)

// filed is the shop with a file that comes in, one that goes out, a setting, a choice of
// records and a test.
func filed() *meta.Model {
	m := shop()
	m.Tables[meta.UserTable] = &meta.Table{Object: object(meta.UserTable), Label: []string{"name"}, Fields: []meta.Field{{Key: "name", Type: meta.TypeText}}}
	m.Tables[meta.BatchTable] = &meta.Table{Object: object(meta.BatchTable), Label: []string{"name"}, Fields: []meta.Field{{Key: "name", Type: meta.TypeText}}}
	add(m, "order", meta.Field{Key: "batch_id", Type: meta.TypeReference, To: meta.BatchTable})
	m.Mappings["orders"] = &meta.Mapping{
		Object: object("orders"), Table: "order", NaturalKey: []string{"no"}, Batch: "batch_id", Then: []string{"finish"},
		Params: []meta.Field{{Key: "who", Type: meta.TypeReference, To: "customer"}}, Columns: []meta.MappingColumn{{Key: "no"}, {Key: "customer_id.name"}},
		Lines: &meta.MappingLines{Set: "lines", Columns: []meta.MappingColumn{{Key: "line_no"}}, Merge: []string{"line_no"}, Sum: []string{"line_no"}},
	}
	m.Exports["orders"] = &meta.ExportTemplate{
		Object: object("orders"), Table: "order", Lists: []string{"order"}, Granted: true, Sort: []string{"-no"},
		Columns: []meta.ExportColumn{{Shown: shown("no")}, {Shown: meta.Shown{Key: "who", Field: "customer_id.name"}}},
		Lines:   &meta.ExportLines{Set: "lines", Columns: []meta.ExportColumn{{Shown: shown("line_no")}}},
	}
	m.Settings["most"] = &meta.Setting{Object: object("most"), Field: meta.Field{Key: "most", Type: meta.TypeInteger}, Levels: []string{"system"}}
	m.Dropdowns["customers"] = &meta.Dropdown{Object: object("customers"), Source: &meta.DropdownSource{
		Table: "customer", Value: "name", Label: []string{"name"}, Params: []meta.Field{{Key: "of", Type: meta.TypeText}},
	}}
	m.Tests["sale"] = &meta.Test{
		Object: object("sale"),
		Given: []meta.Given{
			{Key: "ann", Table: meta.UserTable, Row: map[string]any{"name": "Ann"}}, {Key: "first", Table: "order", Row: map[string]any{"no": "1", "lines": []any{}}},
		},
		When: []meta.Doing{{Key: "end", As: "ann", Of: "first", Act: "finish"}, {Key: "change", Of: "first", Set: map[string]any{"no": "2"}}, {Key: "play", As: "ann", Station: "desk"}},
		Then: []meta.Outcome{{Key: "ended", Of: "first", Must: "true"}, {Key: "one", Table: "order", Match: map[string]any{"no": "2"}, Count: 1}},
	}
	return m
}

func TestAFileThatComesInIsHeldToItsTable(t *testing.T) {
	t.Parallel()
	mapping := func(change func(x *meta.Mapping)) func(*meta.Model) {
		return func(m *meta.Model) { change(m.Mappings["orders"]) }
	}
	told(t, filed, []spoilt{
		{"an unknown table", mapping(func(x *meta.Mapping) { x.Table = "x" }), "table: meta.unknown kind=table name=x"},
		{"a column of no field", mapping(func(x *meta.Mapping) { x.Columns[1].Key = "customer_id.x" }), "columns/1/key: meta.unknown_field"},
		{"a key that is no field", mapping(func(x *meta.Mapping) { x.NaturalKey = []string{"no", "x"} }), "natural_key/1: meta.unknown_field"},
		{"a key of another record", mapping(func(x *meta.Mapping) { x.NaturalKey = []string{"customer_id.name"} }), "natural_key/0: meta.unknown_field"},
		{"a file's name in no field", mapping(func(x *meta.Mapping) { x.Batch = "x" }), "batch: meta.unknown kind=reference to " + meta.BatchTable + " name=x"},
		{"a file's name in another reference", mapping(func(x *meta.Mapping) { x.Batch = "customer_id" }), "batch: meta.unknown"},
		{"a parameter of no table", mapping(func(x *meta.Mapping) { x.Params[0].To = "x" }), "params/0/to: meta.unknown kind=table name=x"},
		{"an action that is none", mapping(func(x *meta.Mapping) { x.Then = []string{"finish", "send"} }), "then/1: meta.unknown kind=action name=send"},
		{"an action of what is no document", func(m *meta.Model) {
			m.Mappings["orders"] = &meta.Mapping{Object: object("orders"), Table: "customer", Then: []string{"finish"}}
		}, "then/0: meta.unknown kind=action name=finish"},
		{"lines of no set", mapping(func(x *meta.Mapping) { x.Lines.Set = "x" }), "lines/set: meta.unknown"},
		{"a column of no field of a line", mapping(func(x *meta.Mapping) { x.Lines.Columns[0].Key = "no" }), "lines/columns/0/key: meta.unknown_field"},
		{"lines that are merged by nothing", mapping(func(x *meta.Mapping) { x.Lines.Merge[0] = "no" }), "lines/merge/0: meta.unknown_field"},
		{"lines that add up nothing", mapping(func(x *meta.Mapping) { x.Lines.Sum[0] = "no" }), "lines/sum/0: meta.unknown_field"},
		{"into a table of another program", func(m *meta.Model) {
			m.Tables["customer"].Adopted = &meta.Adopted{From: "crm", Key: "id"}
			m.Mappings["orders"] = &meta.Mapping{Object: object("orders"), Table: "customer"}
		}, "table: meta.adopted_read name=customer"},
	})
}

func TestAFileThatGoesOutIsHeldToItsTable(t *testing.T) {
	t.Parallel()
	export := func(change func(x *meta.ExportTemplate)) func(*meta.Model) {
		return func(m *meta.Model) { change(m.Exports["orders"]) }
	}
	told(t, filed, []spoilt{
		{"an unknown table", export(func(x *meta.ExportTemplate) { x.Table = "x" }), "table: meta.unknown kind=table name=x"},
		{"of lines alone", export(func(x *meta.ExportTemplate) { x.Table = "order_line" }), "table: meta.export_lines_table name=order_line"},
		{"a right that is a table's", func(m *meta.Model) {
			x := m.Exports["orders"]
			x.Key = "customer"
		}, "key: meta.export_key name=customer"},
		{"a name that is a table's, under its right", func(m *meta.Model) {
			x := m.Exports["orders"]
			x.Key, x.Granted = "customer", false
		}, ""},
		{"a list that is none", export(func(x *meta.ExportTemplate) { x.Lists = []string{"order", "x"} }), "lists/1: meta.unknown kind=list name=x"},
		{"a list of another table", func(m *meta.Model) {
			m.Lists["customer"] = &meta.List{Object: object("customer"), Table: "customer", Columns: columns("name")}
			m.Exports["orders"].Lists = []string{"customer"}
		}, "lists/0: meta.export_list name=customer table=order"},
		{"a list of groups", func(m *meta.Model) {
			m.Lists["order"].Group = []string{"status"}
			m.Lists["order"].Columns = nil
			m.Lists["order"].Sort = nil
		}, "lists/0: meta.export_list name=order table=order"},
		{"a column of no field", export(func(x *meta.ExportTemplate) { x.Columns[0].Key = "x" }), "columns/0/key: meta.unknown_field"},
		{"a column that names no field", export(func(x *meta.ExportTemplate) { x.Columns[1].Field = "x" }), "columns/1/field: meta.unknown_field"},
		{"a column twice", export(func(x *meta.ExportTemplate) { x.Columns[1].Key = "no" }), "columns/1: meta.twice name=no"},
		{"a sort by nothing", export(func(x *meta.ExportTemplate) { x.Sort = []string{"-x"} }), "sort/0: meta.unknown_field"},
		{"lines of no set", export(func(x *meta.ExportTemplate) { x.Lines.Set = "x" }), "lines/set: meta.unknown"},
		{"a column of no field of a line", export(func(x *meta.ExportTemplate) { x.Lines.Columns[0].Key = "no" }), "lines/columns/0/key: meta.unknown_field"},
		{"no lines", export(func(x *meta.ExportTemplate) { x.Lines = nil }), ""},
	})
}

func TestASettingAndAChoiceAreHeldToTheModel(t *testing.T) {
	t.Parallel()
	setting := func(change func(s *meta.Setting)) func(*meta.Model) {
		return func(m *meta.Model) { change(m.Settings["most"]) }
	}
	source := func(change func(s *meta.DropdownSource)) func(*meta.Model) {
		return func(m *meta.Model) { change(m.Dropdowns["customers"].Source) }
	}
	colour := func(change func(d *meta.Dropdown)) func(*meta.Model) {
		return func(m *meta.Model) { change(m.Dropdowns["colour"]) }
	}
	told(t, filed, []spoilt{
		{"a setting of another name", setting(func(s *meta.Setting) { s.Field.Key = "least" }), "field/key: meta.setting_key key=most name=least"},
		{"a setting at no level", setting(func(s *meta.Setting) { s.Levels = []string{"system", "branch"} }), "levels/1: meta.unknown kind=level name=branch"},
		{"a setting of several records", setting(func(s *meta.Setting) { s.Field.Type, s.Field.To = meta.TypeReferences, "customer" }), "field/type: meta.type_of_tables"},
		{"a choice of no table", source(func(s *meta.DropdownSource) { s.Table = "x" }), "source/table: meta.unknown kind=table name=x"},
		{"a choice of no value", source(func(s *meta.DropdownSource) { s.Value = "x" }), "source/value: meta.unknown_field"},
		{"a choice that is called nothing", source(func(s *meta.DropdownSource) { s.Label = []string{"name", "x"} }), "source/label/1: meta.unknown_field"},
		{"a choice with a wrong parameter", source(func(s *meta.DropdownSource) { s.Params[0].Scale = 2 }), "source/params/0/scale: meta.member_not_for_type"},
		{"values and records", func(m *meta.Model) { m.Dropdowns["customers"].Items = []meta.DropdownItem{{Key: "a"}} }, "source: meta.dropdown_two_sources name=customers"},
		{"an open list of records", func(m *meta.Model) { m.Dropdowns["customers"].Open = true }, "source: meta.dropdown_two_sources"},
		{"languages and records", func(m *meta.Model) { m.Dropdowns["customers"].Of = meta.LanguageKind }, "source: meta.dropdown_two_sources"},
		{"nothing to choose", colour(func(d *meta.Dropdown) { d.Items = nil }), "meta.dropdown_empty name=colour"},
		{"nothing yet", colour(func(d *meta.Dropdown) { d.Items, d.Open = nil, true }), ""},
		{"a value twice", colour(func(d *meta.Dropdown) { d.Items = append(d.Items, d.Items[0]) }), "items/1: meta.twice name=red"},
		{"a spelling of two values", colour(func(d *meta.Dropdown) {
			d.Items = []meta.DropdownItem{{Key: "red", Aliases: []string{"r", "Rot"}}, {Key: "rust", Aliases: []string{"ROT"}}}
		}), "items/1/aliases/0: meta.alias_twice name=rot value=red"},
		{"two spellings", colour(func(d *meta.Dropdown) { d.Items[0].Aliases = []string{"r", "rot"} }), ""},
		{"a number that does not run", func(m *meta.Model) { m.CodeRules["order_no"].Parts = []meta.CodePart{{Text: "A"}} }, "parts: meta.code_counter count=0"},
		{"a number that runs twice", func(m *meta.Model) {
			m.CodeRules["order_no"].Parts = append(m.CodeRules["order_no"].Parts, meta.CodePart{Seq: &meta.CodeSeq{Width: 2}})
		}, "parts: meta.code_counter count=2"},
		{"a part of two kinds", func(m *meta.Model) { m.CodeRules["order_no"].Parts[0].Text = "A" }, "parts/0: meta.code_part"},
		{"a part of none", func(m *meta.Model) {
			m.CodeRules["order_no"].Parts = append(m.CodeRules["order_no"].Parts, meta.CodePart{})
		}, "parts/1: meta.code_part"},
		{"a length of what is no value", func(m *meta.Model) { m.CodeRules["order_no"].Parts[0].MaxLength = 3 }, "parts/0/max_length: meta.code_value_length"},
	})
}

func TestATestNamesWhatItIsAbout(t *testing.T) {
	t.Parallel()
	test := func(change func(x *meta.Test)) func(*meta.Model) {
		return func(m *meta.Model) { change(m.Tests["sale"]) }
	}
	told(t, filed, []spoilt{
		{"a record of no table", test(func(x *meta.Test) {
			x.Given = append(x.Given, meta.Given{Key: "more", Table: "x", Row: map[string]any{"y": 1}})
		}), "given/2/table: meta.unknown kind=table name=x"},
		{"a value of no field", test(func(x *meta.Test) { x.Given[1].Row["x"] = 1 }), "given/1/row/x: meta.unknown_field name=x table=order"},
		{"lines of what has none", test(func(x *meta.Test) { x.Given[0].Row["lines"] = []any{} }), "given/0/row/lines: meta.unknown_field"},
		{"somebody who is none", test(func(x *meta.Test) { x.When[0].As = "first" }), "when/0/as: meta.test_no_person name=first"},
		{"somebody unknown", test(func(x *meta.Test) { x.When[0].As = "bob" }), "when/0/as: meta.unknown kind=given name=bob"},
		{"an action on nothing", test(func(x *meta.Test) { x.When[0].Of = "second" }), "when/0/of: meta.unknown kind=given name=second"},
		{"an action that is none", test(func(x *meta.Test) { x.When[0].Act = "send" }), "when/0/act: meta.unknown kind=action name=order.send"},
		{"an action on what is no document", test(func(x *meta.Test) { x.When[0].Of = "ann" }), "when/0/act: meta.unknown kind=action name=user.finish"},
		{"a change of no field", test(func(x *meta.Test) { x.When[1].Set = map[string]any{"x": 1} }), "when/1/set/x: meta.unknown_field"},
		{"a task at no station", test(func(x *meta.Test) { x.When[2].Station = "x" }), "when/2/station: meta.unknown kind=station name=x"},
		{"a task that nobody does", test(func(x *meta.Test) { x.When[2].As = "" }), "when/2: meta.test_nobody name=play"},
		{"an outcome of nothing", test(func(x *meta.Test) { x.Then[0].Of = "second" }), "then/0/of: meta.unknown kind=given name=second"},
		{"an outcome that asks nothing", test(func(x *meta.Test) { x.Then[0].Must = "" }), "then/0: meta.test_asks_nothing name=ended"},
		{"a count in no table", test(func(x *meta.Test) { x.Then[1].Table = "x" }), "then/1/table: meta.unknown kind=table name=x"},
		{"a count by no field", test(func(x *meta.Test) { x.Then[1].Match["x"] = 1 }), "then/1/match/x: meta.unknown_field"},
	})
}
