package catalog

import (
	"slices"

	"github.com/wareloom/wareloom/engine/meta"
)

// rightsCatalogue is every right there is and what each menu and button grants.
type rightsCatalogue struct {
	all     []string
	known   map[string]bool
	menus   map[int][]string
	buttons map[int]map[string][]string
	order   map[int][]string // codes of the buttons, as they are offered
}

// Rights lists every right there is, sorted: <table>.<verb>, <document>.<action>,
// <station>.use, <station>.override and those of endpoints.
func (r *Release) Rights() []string { return r.rights.all }

// HasRight reports whether a right exists.
func (r *Release) HasRight(right string) bool { return r.rights.known[right] }

// MenuRights lists the rights that granting a menu grants: those its screen needs
// to be looked at, and those its metadata adds.
func (r *Release) MenuRights(menuID int) []string { return r.rights.menus[menuID] }

// Buttons lists the codes of the buttons of a menu's screen.
func (r *Release) Buttons(menuID int) []string { return r.rights.order[menuID] }

// ButtonRights lists the rights that granting a button of a menu grants.
func (r *Release) ButtonRights(menuID int, button string) []string {
	return r.rights.buttons[menuID][button]
}

// Right names the right to a verb on the table's records; lines take the rights
// of their head.
func (t *Table) Right(verb string) string { return t.Root().Key + "." + verb }

func (c *compiler) makeRights() {
	rights := &rightsCatalogue{
		all: c.model.Rights(), known: map[string]bool{}, menus: map[int][]string{},
		buttons: map[int]map[string][]string{}, order: map[int][]string{},
	}
	for _, registry := range c.registries {
		rights.all = append(rights.all, registry.Rights()...)
	}
	rights.all = sorted(rights.all)
	for _, right := range rights.all {
		rights.known[right] = true
	}
	for _, item := range c.rel.MenuOrder {
		grant := menuGrant{buttons: map[string][]string{}}
		grant.screen(c.rel, item)
		for _, button := range item.Buttons {
			grant.button(button.Key, button.Rights...)
		}
		rights.menus[item.ID] = sorted(append(grant.rights, item.Rights...))
		rights.buttons[item.ID], rights.order[item.ID] = grant.buttons, grant.order
	}
	c.rel.rights = rights
}

func sorted(rights []string) []string {
	slices.Sort(rights)
	return slices.Compact(rights)
}

// menuGrant gathers what one menu and its buttons grant.
type menuGrant struct {
	rights  []string
	buttons map[string][]string
	order   []string
}

// button adds rights to a button, and the button when it is new.
func (g *menuGrant) button(code string, rights ...string) {
	if _, known := g.buttons[code]; !known {
		g.order = append(g.order, code)
	}
	g.buttons[code] = sorted(append(g.buttons[code], rights...))
}

// screen grants what the screen of a menu needs by itself.
func (g *menuGrant) screen(r *Release, item *meta.MenuItem) {
	key := item.ScreenKey()
	switch item.ScreenKind() {
	case "list", "tree", "document":
		if list, ok := r.Lists[key]; ok {
			g.list(r, list)
		} else if d, ok := r.Documents[key]; ok {
			g.table(r, d.Head)
		}
	case "form":
		form := r.Forms[key]
		g.record(r, form.Table, form.fields(), form.Meta.Own)
	case "tool":
		tool := r.Tools[key]
		g.read(tool.List.Table, shownFields(tool.List))
		g.action(tool.Action)
	case "import":
		g.rights = append(g.rights, importing(r.Mappings[key])...)
	case "print":
		template := r.Prints[key]
		g.rights = append(g.rights, template.Table.Right(meta.Read), template.Right())
		if reads := template.Reads(); reads != "" {
			g.rights = append(g.rights, reads)
		}
	case "report":
		report := r.Reports[key]
		g.read(report.Table, report.fields())
		g.button(meta.Export, report.Table.Right(meta.Export))
	case "board":
		g.board(r.Boards[key])
	case "station":
		station := r.Stations[key]
		g.rights = append(g.rights, station.Right)
		g.rights = append(g.rights, lookups(station.Params)...)
		if station.Waiting != nil {
			g.read(station.Waiting.Table, shownFields(station.Waiting))
		}
		g.button(meta.Override, station.Lead)
	}
}

// read grants to look at records and at the labels of what the fields refer to.
func (g *menuGrant) read(t *Table, shown []*Field) {
	g.rights = append(g.rights, t.Right(meta.Read))
	g.rights = append(g.rights, lookups(shown)...)
}

// recordFields lists the fields with which people work on the records of a list: those
// of the form that the list names, else all of the table.
func (r *Release) recordFields(l *List) []*Field {
	if l.Meta.Form == "" {
		return l.Table.withLines()
	}
	return append(shownFields(l), r.Forms[l.Meta.Form].fields()...)
}

// fields lists the fields that a form shows, with the references on the way to them.
func (f *Form) fields() []*Field {
	var fields []*Field
	for _, group := range f.Groups {
		for _, field := range group.Fields {
			fields = append(fields, field.Path...)
		}
	}
	for _, lines := range f.Lines {
		for _, column := range lines.Columns {
			fields = append(fields, column.Path...)
		}
	}
	return fields
}

// list grants what a list needs, and offers the buttons of the records that its
// rows open or that it edits in place.
func (g *menuGrant) list(r *Release, l *List) {
	ofRecord := r.recordFields(l)
	m := l.Meta
	off := func(choice *bool) bool { return choice != nil && !*choice }
	if m.Open == "none" && len(m.Edit) == 0 {
		g.read(l.Table, shownFields(l))
	} else {
		g.read(l.Table, ofRecord)
		g.writes(l.Table, ofRecord, off(m.Create))
	}
	if !off(m.Export) {
		g.button(meta.Export, l.Table.Right(meta.Export))
	}
	for _, key := range m.Import {
		g.button(meta.Import, importing(r.Mappings[key])...)
	}
	for _, action := range l.Actions {
		g.action(action)
	}
	for _, template := range r.ExportsOf(l) {
		g.template(template)
	}
	g.prints(r, l.Table)
}

// template offers to take records out by a template that is granted by itself.
func (g *menuGrant) template(x *Export) {
	if x.Meta.Granted {
		g.button(x.Key, x.Right())
	}
}

// importing lists what it takes to read a file through a mapping: to find what its
// columns and parameters refer to, and to write the records.
func importing(m *Mapping) []string {
	fields := slices.Clone(m.Params)
	for _, column := range slices.Concat(m.Columns, m.Lines) {
		fields = append(fields, column.Path...)
	}
	return append(lookups(fields), m.Table.Right(meta.Import), m.Table.Right(meta.Create), m.Table.Right(meta.Update))
}

// table grants what the page of a record needs that shows all its fields.
func (g *menuGrant) table(r *Release, t *Table) { g.record(r, t, t.withLines(), false) }

// record grants what a record's page needs.
func (g *menuGrant) record(r *Release, t *Table, shown []*Field, noCreate bool) {
	g.read(t, shown)
	g.writes(t, shown, noCreate)
	for _, action := range offered(t, nil) {
		g.action(action)
	}
	g.prints(r, t)
}

// writes offers the buttons that change records, as far as people may write
// them, and the one that shows the changes.
func (g *menuGrant) writes(t *Table, ofRecord []*Field, noCreate bool) {
	edits := lookups(ofRecord)
	if t.Meta.OfPeople() {
		if !noCreate {
			g.button(meta.Create, append(edits, t.Right(meta.Create))...)
		}
		if !t.Meta.InsertOnly {
			g.button(meta.Update, append(edits, t.Right(meta.Update))...)
			g.button(meta.Delete, t.Right(meta.Delete))
		}
	}
	if !t.Adopted() {
		g.button(meta.History, t.Right(meta.History))
	}
}

// prints offers to print the records of a table that has templates.
func (g *menuGrant) prints(r *Release, t *Table) {
	if len(r.PrintsOf(t.Key)) > 0 {
		g.button(meta.PrintVerb, t.Right(meta.PrintVerb))
	}
}

func (g *menuGrant) action(a *Action) {
	if a.Right != "" {
		g.button(a.Key, append(lookups(a.Params), a.Right)...)
	}
}

// shownFields lists the fields that a list shows, sums or filters by, with the
// references on the way to them.
func shownFields(l *List) []*Field {
	var fields []*Field
	for _, column := range l.Columns {
		fields = append(fields, column.Path...)
	}
	for _, filter := range l.Filters {
		fields = append(fields, filter.Path...)
	}
	for _, measure := range l.Measures {
		fields = append(fields, measure.Path...)
	}
	return fields
}

// withLines lists the fields of a table and of its lines.
func (t *Table) withLines() []*Field {
	fields := slices.Clone(t.Fields)
	for _, set := range t.Sets {
		fields = append(fields, set.Table.Fields...)
	}
	return fields
}

// lookups lists the rights to choose what the fields refer to.
func lookups(fields []*Field) []string {
	var rights []string
	for _, f := range fields {
		if f.To != nil {
			rights = append(rights, f.To.Right(meta.Lookup))
		}
	}
	return sorted(rights)
}
