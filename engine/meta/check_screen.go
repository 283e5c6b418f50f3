package meta

import (
	"cmp"
	"slices"
	"strings"
)

func (c *checker) screens() {
	for _, l := range Sorted(c.model.Lists) {
		c.list(l)
	}
	for _, f := range Sorted(c.model.Forms) {
		c.form(f)
	}
	for _, t := range Sorted(c.model.Tools) {
		c.tool(t)
	}
	for _, s := range Sorted(c.model.Stations) {
		c.station(s)
	}
	for _, r := range Sorted(c.model.Reports) {
		c.report(r)
	}
	for _, b := range Sorted(c.model.Boards) {
		c.board(b)
	}
	for _, h := range Sorted(c.model.Homes) {
		c.home(h)
	}
	for _, p := range Sorted(c.model.Prints) {
		c.print(p)
	}
}

func (c *checker) list(l *List) {
	c.object = &l.Object
	t := refer(c, "table", "table", c.model.Tables, l.Table)
	if t == nil {
		return
	}
	c.listPaths(l, t)
	c.listOpens(l)
	document := c.model.Documents[l.Table]
	for i, action := range l.Actions {
		if document == nil || !document.offers(action) {
			c.wrong(at("actions", i), "meta.unknown", "kind", "action", "name", action)
		}
	}
	for i, mapping := range l.Import {
		refer(c, at("import", i), "mapping", c.model.Mappings, mapping)
	}
	if l.Drill != nil {
		refer(c, "drill/list", "list", c.model.Lists, l.Drill.List)
	}
	if l.Next && (document == nil || len(document.Next) == 0) {
		c.wrong("next", "meta.no_next", "name", l.Table)
	}
	if l.Scan && len(t.Codes) == 0 {
		c.wrong("scan", "meta.no_codes", "name", l.Table)
	}
	once(c, "makes", l.Makes, func(m *Make) string { return m.Key })
	for i := range l.Makes {
		c.makes(at("makes", i), &l.Makes[i], t)
	}
}

// makes checks a document that is made of rows of a table.
func (c *checker) makes(path string, m *Make, of *Table) {
	if refer(c, at(path, "document"), "document", c.model.Documents, m.Document) == nil {
		return
	}
	if lines := c.set(at(path, "set"), m.Document, m.Set); lines != nil {
		c.refersTo(at(path, "field"), lines, m.Field, of)
	}
}

// offers reports whether people take an action of the document.
func (d *Document) offers(key string) bool {
	action, ok := d.Action(key)
	return ok && !action.System
}

func (c *checker) listPaths(l *List, t *Table) {
	once(c, "columns", l.Columns, func(column *Column) string { return column.Path() })
	for i, column := range l.Columns {
		f := c.shown(at("columns", i), t, &column.Shown)
		if column.Total && f != nil && (c.types[f.Type].Family != FamilyFigure || computed(f)) {
			c.wrong(at("columns", i, "total"), "meta.cannot_total", "name", column.Path())
		}
		if column.Visible != "" {
			c.wrong(at("columns", i, "visible"), "meta.column_of_lines", "name", column.Key)
		}
		if column.Beside != nil {
			c.wrong(at("columns", i, "beside"), "meta.column_of_lines", "name", column.Key)
		}
		if len(l.Group) > 0 && !slices.Contains(l.Group, column.Path()) {
			c.wrong(at("columns", i, "key"), "meta.column_not_grouped", "name", column.Path())
		}
	}
	for i, filter := range l.Filters {
		if f := c.shown(at("filters", i), t, &filter.Shown); f != nil && computed(f) {
			c.wrong(at("filters", i, "key"), "meta.no_order", "name", filter.Path())
		}
	}
	for i, group := range l.Group {
		c.path(at("group", i), t, group)
	}
	once(c, "measures", l.Measures, func(m *Measure) string { return m.Key })
	for i, measure := range l.Measures {
		c.measure(at("measures", i), t, measure)
	}
	for i, key := range l.Edit {
		c.own(at("edit", i), t, key)
	}
	for key := range Sorted(l.New) {
		c.own(at("new", key), t, key)
	}
	for i, sort := range l.Sort {
		name := strings.TrimPrefix(sort, "-")
		if !slices.ContainsFunc(l.Measures, func(m Measure) bool { return m.Key == name }) {
			if f := c.path(at("sort", i), t, name); f != nil && computed(f) {
				c.wrong(at("sort", i), "meta.no_order", "name", name)
			}
		}
	}
}

// computed reports whether a field is worked out of others on reading, so that no
// database can sort, narrow or add up by it.
func computed(f *Field) bool { return f.Computed != "" && !f.Stored }

func (c *checker) listOpens(l *List) {
	switch l.Open {
	case "document":
		refer(c, "open", "document", c.model.Documents, l.Table)
		c.listForm(l)
	case "form":
		c.listForm(l)
	}
}

// listForm checks that the form which records open in is one of their table.
func (c *checker) listForm(l *List) {
	path := "open"
	if l.Form != "" {
		path = "form"
	}
	if f := refer(c, path, "form", c.model.Forms, l.FormKey()); f != nil && f.Table != l.Table {
		c.wrong(path, "meta.form_of_other", "name", f.Key, "table", l.Table)
	}
}

func (c *checker) form(f *Form) {
	c.object = &f.Object
	t := refer(c, "table", "table", c.model.Tables, f.Table)
	if t == nil {
		return
	}
	once(c, "groups", f.Groups, func(g *FormGroup) string { return g.Key })
	for i, group := range f.Groups {
		for j, field := range group.Fields {
			c.shown(at("groups", i, "fields", j), t, &field.Shown)
		}
	}
	for i := range f.Lines {
		c.formLines(f, i)
	}
	c.essential(f, t)
	c.preview(f, t)
	c.ownForm(f)
	for i := range f.Related {
		c.related(at("related", i), &f.Related[i], t)
	}
}

// shown checks that a place of a screen or a report leads to a field.
func (c *checker) shown(path string, t *Table, s *Shown) *Field {
	member := "key"
	if s.Field != "" {
		member = "field"
	}
	return c.path(at(path, member), t, s.Path())
}

// refersTo checks that a field of a table refers to another table.
func (c *checker) refersTo(path string, from *Table, key string, to *Table) {
	if f := c.own(path, from, key); f != nil && c.model.target(from, f) != to {
		c.wrong(path, "meta.refers_elsewhere", "name", key, "table", to.Key)
	}
}

func (c *checker) formLines(f *Form, i int) {
	lines := &f.Lines[i]
	set := c.set(at("lines", i, "key"), f.Table, lines.Key)
	if set == nil {
		return
	}
	for j, column := range lines.Columns {
		c.shown(at("lines", i, "columns", j), set, &column.Shown)
		c.beside(at("lines", i, "columns", j, "beside"), column, set, c.model.Tables[f.Table])
	}
	if lines.Scan != "" {
		c.path(at("lines", i, "scan"), set, lines.Scan)
	}
}

// set finds the table of a line set of a document.
func (c *checker) set(path, document, key string) *Table {
	if d := c.model.Documents[document]; d != nil {
		for _, set := range d.Lines {
			if set.Key == key {
				return c.model.Tables[set.Table]
			}
		}
	}
	c.wrong(path, "meta.unknown", "kind", "line set", "name", key)
	return nil
}

func (c *checker) tool(t *Tool) {
	c.object = &t.Object
	list := refer(c, "list", "list", c.model.Lists, t.List)
	if list == nil {
		return
	}
	document := c.model.Documents[list.Table]
	if document == nil || !document.offers(t.Action) {
		c.wrong("action", "meta.unknown", "kind", "action", "name", t.Action)
	}
}

// waiting checks that the named columns are those of the list.
func (c *checker) waiting(w *Waiting) {
	if w == nil {
		return
	}
	list := refer(c, "waiting/list", "list", c.model.Lists, w.List)
	if list == nil {
		return
	}
	for path, name := range map[string]string{"waiting/code": w.Code, "waiting/due": w.Due} {
		if name != "" && !list.shows(name) {
			c.wrong(path, "meta.unknown", "kind", "column", "name", name)
		}
	}
}

// FormKey names the form that the records of the list open in.
func (l *List) FormKey() string { return cmp.Or(l.Form, l.Table) }

// shows reports whether the list has a column or a measure of that name.
func (l *List) shows(name string) bool {
	return slices.ContainsFunc(l.Columns, func(column Column) bool { return column.Path() == name }) || l.measures(name)
}

// measures reports whether the list has a measure of that name.
func (l *List) measures(name string) bool {
	return slices.ContainsFunc(l.Measures, func(m Measure) bool { return m.Key == name })
}

// known reports whether a registry knows a name; without registries all are.
func (c *checker) known(knows func(Registry) bool) bool {
	return len(c.registries) == 0 || slices.ContainsFunc(c.registries, knows)
}
