package screen

import (
	"slices"

	"github.com/wareloom/wareloom/engine/catalog"
	"github.com/wareloom/wareloom/engine/exchange"
	"github.com/wareloom/wareloom/engine/expression"
	"github.com/wareloom/wareloom/engine/meta"
)

// list compiles a list for what the caller may see and do.
func (w *compiler) list(l *catalog.List) (*List, error) {
	w.table(l.Table)
	compiled := &List{
		Key: l.Key, Table: l.Table.Key, Columns: w.columns(l.Table, l.Columns), Sort: l.Meta.Sort, Group: l.Meta.Group,
		PageSize: l.Meta.PageSize, Open: l.Meta.Open, Edit: []string{}, Actions: []Action{},
		Create: w.offers(l, l.Meta.Create, "create"), Export: w.offers(l, l.Meta.Export, "export"),
		Exports: w.exports(l), Import: w.imports(l), Measures: w.measures(l), Scan: l.Meta.Scan, Filters: []Filter{}, Empty: w.text(l.Meta.Empty),
	}
	compiled.Sort, compiled.Group = notNil(compiled.Sort), notNil(compiled.Group)
	if compiled.PageSize == 0 {
		compiled.PageSize = defaultPage
	}
	if compiled.Open == "" {
		compiled.Open = "none"
	}
	for _, f := range l.Filters {
		filter, shown, err := w.filter(l, f)
		if err != nil {
			return nil, err
		}
		if shown {
			compiled.Filters = append(compiled.Filters, filter)
		}
	}
	if w.holds(l.Table, "update") {
		compiled.Edit = notNil(l.Meta.Edit)
	}
	for _, action := range l.Actions {
		if w.mayTake(action) {
			compiled.Actions = append(compiled.Actions, w.action(action))
		}
	}
	w.openings(l, compiled)
	compiled.Makes = w.makes(l)
	if l.Meta.Next {
		compiled.Next = w.steps(l.Table.Document)
	}
	var err error
	compiled.New, err = w.newValues(l)
	return compiled, err
}

// openings names what a row and a group open.
func (w *compiler) openings(l *catalog.List, compiled *List) {
	if compiled.Open == "form" || compiled.Open == "document" {
		if form := w.release.Forms[l.Meta.FormKey()]; form != nil {
			compiled.FormKey = form.Key
		}
	}
	if l.Drill == "" {
		return
	}
	compiled.Drill = &Drill{List: l.Drill}
	if item := w.menuOf("list:" + l.Drill); item != nil {
		compiled.Drill.MenuID, compiled.Drill.Route = item.ID, item.Route
	}
}

// makes are the documents that the caller may make of rows, and open.
func (w *compiler) makes(l *catalog.List) []Make {
	var all []Make
	for _, m := range l.Meta.Makes {
		head := w.release.Tables[m.Document]
		item := w.menuOf("document:" + m.Document)
		if item == nil || !w.holds(head, "create") {
			continue
		}
		made := Make{Named: Named{Key: m.Key, Title: w.text(m.Title)}, Document: m.Document, Set: m.Set, Field: m.Field, Takes: []string{}, Route: item.Route}
		for _, f := range head.Fields {
			if same, ok := l.Table.Field(f.Key); ok && !f.System && f.To != nil && same.To == f.To && w.readable(l.Table, same) {
				made.Takes = append(made.Takes, f.Key)
			}
		}
		all = append(all, made)
	}
	return all
}

// offers reports whether a list offers a verb: unless it says no, or the table is
// not for people to write, or the right is missing.
func (w *compiler) offers(l *catalog.List, said *bool, verb string) bool {
	if said != nil && !*said {
		return false
	}
	return w.holds(l.Table, verb) && (verb == "export" || l.Table.Meta.OfPeople())
}

func (w *compiler) holds(t *catalog.Table, verb string) bool {
	return w.Rights.Can(t.Root().Key + "." + verb)
}

// exports are the templates of files that the caller may use on a list.
func (w *compiler) exports(l *catalog.List) []Export {
	var offered []Export
	for _, x := range w.release.ExportsOf(l) {
		if !w.Rights.Can(x.Right()) {
			continue
		}
		formats := x.Meta.Formats
		if len(formats) == 0 {
			formats = []string{exchange.FormatXLSX, exchange.FormatCSV}
		}
		offered = append(offered, Export{Named: Named{Key: x.Key, Title: w.text(x.Meta.Title)}, Formats: formats})
	}
	return offered
}

func (w *compiler) imports(l *catalog.List) []Import {
	offered := []Import{}
	for _, key := range l.Meta.Import {
		if mapping, ok := w.release.Mappings[key]; ok && w.holds(mapping.Table, "import") {
			offered = append(offered, w.importOf(mapping))
		}
	}
	return offered
}

func (w *compiler) importOf(m *catalog.Mapping) Import {
	return Import{Named: Named{Key: m.Key, Title: w.text(m.Meta.Title)}, Params: w.fields(m.Params)}
}

// fillImport compiles the page that reads files through a mapping, and what leads on to
// the records.
func (w *compiler) fillImport(key string) error {
	mapping, ok := w.release.Mappings[key]
	if !ok {
		return w.unknown(key)
	}
	if err := w.Rights.Require(mapping.Table.Right(meta.Import)); err != nil {
		return err
	}
	w.entitle(mapping.Meta.Title)
	compiled := w.importOf(mapping)
	compiled.Route = w.recordsRoute(mapping.Table)
	w.screen.Import = &compiled
	return nil
}

// recordsRoute is where the caller finds the records of a table; "" for nowhere.
func (w *compiler) recordsRoute(t *catalog.Table) string {
	if route := w.routeOf("document:" + t.Key); route != "" {
		return route
	}
	for _, list := range meta.Sorted(w.release.Lists) {
		if route := w.routeOf("list:" + list.Key); list.Table == t && route != "" {
			return route
		}
	}
	return ""
}

func (w *compiler) columns(t *catalog.Table, all []catalog.Column) []Column {
	columns := []Column{}
	for _, c := range all {
		if !w.readablePath(t, c.Path) {
			continue
		}
		f := c.Path.Last()
		column := Column{
			Field: c.Path.String(), Shape: w.shape(tableOf(t, c.Path), f), Width: c.Meta.Width, Hidden: c.Meta.Hidden, Total: c.Meta.Total,
			Mono: c.Meta.Mono, Visible: w.tree(c.Visible), Beside: w.beside(c.Meta.Beside),
		}
		column.Title = w.textOr(c.Meta.Title, column.Title)
		columns = append(columns, column)
	}
	return columns
}

// filter compiles a filter; its default is worked out now, by the server's clock.
func (w *compiler) filter(l *catalog.List, f catalog.Filter) (Filter, bool, error) {
	if !w.readablePath(l.Table, f.Path) {
		return Filter{}, false, nil
	}
	compiled := Filter{
		Key: f.Meta.Key, Field: f.Path.String(), Shape: w.shape(tableOf(l.Table, f.Path), f.Path.Last()),
		Op: f.Meta.Op, Hidden: f.Meta.Hidden,
	}
	compiled.Title = w.textOr(f.Meta.Title, compiled.Title)
	if f.Default == nil {
		return compiled, true, nil
	}
	value, err := w.value(f.Default)
	compiled.Default = value
	return compiled, true, err
}

// value works out an expression over the caller.
func (w *compiler) value(p *expression.Program) (any, error) {
	value, err := p.Eval(w.ctx, expression.Scope{Vars: map[string]any{"user": w.Rights.Actor().Values}})
	return Plain(value), err
}

// newValues works out what a record made on the list begins with.
func (w *compiler) newValues(l *catalog.List) (map[string]any, error) {
	values := map[string]any{}
	for field, program := range l.New {
		value, err := w.value(program)
		if err != nil {
			return nil, err
		}
		values[field] = value
	}
	return values, nil
}

func (w *compiler) measures(l *catalog.List) []Measure {
	measures := []Measure{}
	for _, m := range l.Measures {
		measure := Measure{As: m.Meta.Key, Fn: m.Meta.Fn, Field: m.Meta.Field, Less: m.Meta.Less, Total: m.Meta.Total}
		measure.Type, measure.Title = figureType(m.Meta.Fn), w.text(m.Meta.Title)
		if len(m.Path) > 0 {
			if !w.readablePath(l.Table, m.Path) {
				continue
			}
			measure.Scale = m.Path.Last().Scale
			if m.Meta.Fn == "min" || m.Meta.Fn == "max" { // one of the values themselves
				measure.Type = m.Path.Last().Type
			}
		}
		measures = append(measures, measure)
	}
	return measures
}

// figureType is the type of what a function works out.
func figureType(fn string) string {
	if fn == "count" {
		return meta.TypeInteger
	}
	return meta.TypeDecimal
}

func (w *compiler) action(a *catalog.Action) Action {
	over := "each"
	if a.Set {
		over = "set"
	}
	return Action{
		Opens: w.routeOf(a.Meta.Opens), Key: a.Key, Title: w.text(a.Meta.Title), Icon: a.Meta.Icon, From: slices.Clone(a.Meta.From), To: a.To, Over: over,
		Confirm: w.textOr(a.Meta.Confirm, ""), Refusal: w.textOr(a.Meta.Message, ""), Primary: a.Meta.Primary, Danger: a.Meta.Danger, Params: w.fields(a.Params),
		Proposes: slices.ContainsFunc(a.Params, w.proposed),
	}
}

// notNil gives an empty list for none, which is how the browser expects it.
func notNil(list []string) []string {
	if list == nil {
		return []string{}
	}
	return list
}
