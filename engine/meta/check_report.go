package meta

import (
	"slices"
	"strings"
)

func (c *checker) report(r *Report) {
	c.object = &r.Object
	t := refer(c, "table", "table", c.model.Tables, r.Table)
	if t == nil {
		return
	}
	c.values("filter", t, r.Filter)
	c.broughtForward(r, t)
	once(c, "params", r.Params, func(p *ReportParam) string { return p.Key })
	for i, param := range r.Params {
		f := c.shown(at("params", i), t, &param.Shown)
		if (param.Period != "" || len(param.Periods) > 0) && f != nil && !c.types[f.Type].InPeriods() {
			c.wrong(at("params", i, "period"), "meta.no_period", "name", param.Path())
		}
	}
	names := c.reportNames(r, t)
	for i, sort := range r.Sort {
		c.oneOf(at("sort", i), names, strings.TrimPrefix(sort, "-"))
	}
	if r.Chart != nil {
		c.chart(r, names)
	}
	if r.Drill != nil {
		c.drill(r, t)
	}
}

// reportNames checks groups and measures and lists their names.
func (c *checker) reportNames(r *Report, t *Table) []string {
	var names []string
	once(c, "group", r.Group, func(g *ReportGroup) string { return g.Name() })
	for i := range r.Group {
		group := &r.Group[i]
		f := c.shown(at("group", i), t, &group.Shown)
		if group.By != "" && f != nil && !group.groups(c.types[f.Type]) {
			c.wrong(at("group", i, "by"), "meta.no_period", "name", group.Path())
		}
		if group.Distance() != (len(group.Bounds) > 0) || !slices.IsSorted(group.Bounds) {
			c.wrong(at("group", i, "bounds"), "meta.bad_bounds", "name", group.Name())
		}
		names = append(names, group.Name())
	}
	once(c, "measures", r.Measures, func(m *ReportMeasure) string { return m.Key })
	for i, measure := range r.Measures {
		if measure.Taken != nil {
			c.taken(at("measures", i), r, &measure)
			names = append(names, measure.Key)
			continue
		}
		if measure.Value != "" || measure.Fn == "" {
			c.made(at("measures", i), &measure)
			continue
		}
		c.measure(at("measures", i), t, measure.Measure)
		c.values(at("measures", i, "filter"), t, measure.Filter)
		c.span(at("measures", i, "span"), r, measure.Span)
		names = append(names, measure.Key)
	}
	return names
}

// made checks a figure that is reckoned: it has nothing of one that is made of records.
func (c *checker) made(path string, m *ReportMeasure) {
	if m.Value == "" || m.Fn != "" || m.Field != "" || m.Less != "" || m.Span != "" || m.Filter != nil {
		c.wrong(path, "meta.value_or_fn", "name", m.Key)
	}
}

// span checks that a report with figures of other days is narrowed to days, by a field
// that none of its groups goes by.
func (c *checker) span(path string, r *Report, span string) {
	if span == "" {
		return
	}
	at := slices.IndexFunc(r.Params, func(p ReportParam) bool { return p.Period != "" })
	if at < 0 || slices.ContainsFunc(r.Group, func(g ReportGroup) bool { return g.Path() == r.Params[at].Path() }) {
		c.wrong(path, "meta.span_without_days", "name", span)
	}
}

// broughtForward checks that records which stand for others are asked for by their days, in a
// report with figures of other days.
func (c *checker) broughtForward(r *Report, t *Table) {
	if r.Carried == nil {
		return
	}
	c.values("carried/filter", t, r.Carried.Filter)
	c.days("carried/since", c.path("carried/since", t, r.Carried.Since), r.Carried.Since)
	c.span("carried", r, "carried")
}

func (c *checker) values(path string, t *Table, values Values) {
	for field := range Sorted(values) {
		c.path(at(path, field), t, field)
	}
}

func (c *checker) oneOf(path string, known []string, name string) {
	if !slices.Contains(known, name) {
		c.wrong(path, "meta.unknown", "kind", "group or measure", "name", name)
	}
}

func (c *checker) chart(r *Report, names []string) {
	groups, measures := names[:len(r.Group)], names[len(r.Group):]
	c.oneOf("chart/x", groups, r.Chart.X)
	if r.Chart.Series != "" {
		c.oneOf("chart/series", groups, r.Chart.Series)
	}
	for i, name := range r.Chart.Measures {
		c.oneOf(at("chart/measures", i), measures, name)
	}
}

// drill checks that the list shows the records of the report, or their heads.
func (c *checker) drill(r *Report, t *Table) {
	list := refer(c, "drill/list", "list", c.model.Lists, r.Drill.List)
	if list == nil || list.Table == t.Key || t.Head != nil && list.Table == t.Head.Table {
		return
	}
	c.wrong("drill/list", "meta.drill_elsewhere", "name", r.Drill.List, "table", t.Key)
}

func (c *checker) home(h *Home) {
	c.object = &h.Object
	if h.UserType != "" && !slices.ContainsFunc(c.model.UserTypes(), func(u *UserType) bool { return u.Key == h.UserType }) {
		c.wrong("user_type", "meta.unknown", "kind", "user type", "name", h.UserType)
	}
	if h.Needs != "" && c.ownRight(h.Needs) && !slices.Contains(c.model.Rights(), h.Needs) {
		c.wrong("needs", "meta.unknown", "kind", "right", "name", h.Needs)
	}
	once(c, "cards", h.Cards, func(card *HomeCard) string { return card.Key })
	for i := range h.Cards {
		c.homeCard(at("cards", i), &h.Cards[i])
	}
}

func (c *checker) homeCard(path string, card *HomeCard) {
	once(c, at(path, "figures"), card.Figures, func(f *Figure) string { return f.Key })
	for i := range card.Figures {
		c.figure(at(path, "figures", i), &card.Figures[i])
	}
	if card.List != "" {
		c.homeList(path, card)
	}
	if card.Report != "" {
		refer(c, at(path, "report"), "report", c.model.Reports, card.Report)
	}
	if card.Page != "" {
		c.homePage(at(path, "page"), card.Page)
	}
	for i, id := range card.Menus {
		c.homeMenu(at(path, "menus", i), id)
	}
}

// homePage checks that a page has rows that a card can show.
func (c *checker) homePage(path, key string) {
	page := refer(c, path, "page", c.model.Pages, key)
	if page != nil && page.Rows() < 0 {
		c.wrong(path, "meta.no_rows", "name", key)
	}
}

func (c *checker) homeMenu(path string, id int) {
	if !slices.ContainsFunc(c.model.MenuItems(), func(item *MenuItem) bool { return item.ID == id && item.Screen != "" }) {
		c.wrong(path, "meta.unknown", "kind", "menu", "name", id)
	}
}

func (c *checker) figure(path string, f *Figure) {
	if f.Menu != 0 {
		c.homeMenu(at(path, "menu"), f.Menu)
	}
	t := c.listTable(path, f.List)
	if t == nil {
		return
	}
	c.values(at(path, "filter"), t, f.Filter)
	if f.Field != "" || f.Fn == "sum" {
		c.path(at(path, "field"), t, f.Field)
	}
	if f.Moment != nil {
		c.days(at(path, "moment/field"), c.path(at(path, "moment/field"), t, f.Moment.Field), f.Moment.Field)
	}
	if _, _, ok := f.Filter.Stretch(); f.Compare != nil && !ok {
		c.wrong(at(path, "compare"), "meta.no_stretch", "name", f.Key)
	}
}

// days checks that a field has periods.
func (c *checker) days(path string, f *Field, name string) {
	if f != nil && !c.types[f.Type].InPeriods() {
		c.wrong(path, "meta.no_period", "name", name)
	}
}

// listTable is the table of a list; nil when either is unknown.
func (c *checker) listTable(path, key string) *Table {
	list := refer(c, at(path, "list"), "list", c.model.Lists, key)
	if list == nil {
		return nil
	}
	return c.model.Tables[list.Table]
}

func (c *checker) homeList(path string, card *HomeCard) {
	t := c.listTable(path, card.List)
	if t == nil {
		return
	}
	c.values(at(path, "filter"), t, card.Filter)
	for i, column := range card.Columns {
		c.path(at(path, "columns", i), t, column)
	}
	list := c.model.Lists[card.List]
	for i, sort := range card.Sort {
		if list.measures(strings.TrimPrefix(sort, "-")) {
			continue
		}
		c.path(at(path, "sort", i), t, strings.TrimPrefix(sort, "-"))
	}
}

// measure checks what a figure is made of: a sum may take off a field that counts in
// the same steps.
func (c *checker) measure(path string, t *Table, m Measure) {
	if m.Field == "" && m.Fn == "count" {
		return
	}
	field := c.path(at(path, "field"), t, m.Field)
	if m.Less == "" {
		return
	}
	less := c.path(at(path, "less"), t, m.Less)
	if m.Fn == "hours" {
		c.moments(path, m, field, less)
		return
	}
	if field != nil && less != nil && (m.Fn != "sum" || field.Type != less.Type || field.Scale != less.Scale) {
		c.wrong(at(path, "less"), "meta.not_taken_off", "name", m.Less, "from", m.Field)
	}
}

// moments checks that hours are counted from one moment to another.
func (c *checker) moments(path string, m Measure, field, less *Field) {
	for name, f := range map[string]*Field{"field": field, "less": less} {
		if f != nil && f.Type != TypeInstant {
			c.wrong(at(path, name), "meta.not_taken_off", "name", m.Less, "from", m.Field)
		}
	}
}
