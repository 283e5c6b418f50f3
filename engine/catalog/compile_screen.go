package catalog

import (
	"strings"

	"github.com/wareloom/wareloom/engine/expression"
	"github.com/wareloom/wareloom/engine/meta"
)

// makeScreens makes lists, forms, tools and stations.
func (c *compiler) makeScreens() {
	for key, m := range meta.Sorted(c.model.Lists) {
		c.rel.Lists[key] = c.list(m)
	}
	for key, m := range meta.Sorted(c.model.Forms) {
		c.rel.Forms[key] = c.form(m)
	}
	for key, m := range meta.Sorted(c.model.Tools) {
		list := c.rel.Lists[m.List]
		action, _ := list.Table.Document.Action(m.Action)
		c.rel.Tools[key] = &Tool{Key: key, Meta: m, List: list, Action: action}
	}
	for key, m := range meta.Sorted(c.model.Stations) {
		params := c.params(&m.Object, "params", m.Params, c.rel.userVars(), nil)
		facts := c.params(&m.Object, "facts", m.Facts, c.rel.userVars(), nil)
		station := &Station{Key: key, Meta: m, Right: meta.UseRight(key), Lead: meta.LeadRight(key), Params: params, Facts: facts}
		if m.Waiting != nil {
			station.Waiting = c.rel.Lists[m.Waiting.List]
		}
		c.rel.Stations[key] = station
	}
}

func (c *compiler) list(m *meta.List) *List {
	t := c.rel.Tables[m.Table]
	l := &List{Key: m.Key, Meta: m, Table: t, Columns: columns(t, m.Columns), Actions: offered(t, m.Actions), New: map[string]*expression.Program{}}
	l.Where = c.program(&m.Object, "where", m.Where, c.rel.RowEnv(t), expression.Bool)
	for i := range m.Filters {
		filter := Filter{Meta: &m.Filters[i], Path: t.mustPath(m.Filters[i].Path())}
		filter.Default = c.program(&m.Object, "filters/"+number(i)+"/default", filter.Meta.Default, c.rel.env(c.rel.userVars(), expression.Server), nil)
		l.Filters = append(l.Filters, filter)
	}
	for _, sort := range m.Sort {
		name, descending := strings.CutPrefix(sort, "-")
		if path := t.mustPath(name); path != nil {
			l.Sort = append(l.Sort, Sort{Path: path, Descending: descending})
		}
	}
	for _, group := range m.Group {
		l.Group = append(l.Group, t.mustPath(group))
	}
	for i := range m.Measures {
		l.Measures = append(l.Measures, Measure{Meta: &m.Measures[i], Path: t.mustPath(m.Measures[i].Field)})
	}
	if m.Drill != nil {
		l.Drill = m.Drill.List
	}
	for field, value := range meta.Sorted(m.New) {
		l.New[field] = c.program(&m.Object, "new/"+field, value, c.rel.env(c.rel.userVars(), expression.Server), nil)
	}
	return l
}

func columns(t *Table, list []meta.Column) []Column {
	columns := make([]Column, len(list))
	for i := range list {
		columns[i] = Column{Meta: &list[i], Path: t.mustPath(list[i].Path())}
	}
	return columns
}

// offered lists the actions that a list offers: those it names, else all that
// people take.
func offered(t *Table, named []string) []*Action {
	if t.Document == nil {
		return nil
	}
	var actions []*Action
	for _, key := range named {
		action, _ := t.Document.Action(key)
		actions = append(actions, action)
	}
	if named != nil {
		return actions
	}
	for _, action := range t.Document.Actions {
		if !action.Meta.System {
			actions = append(actions, action)
		}
	}
	return actions
}

func (c *compiler) form(m *meta.Form) *Form {
	t := c.rel.Tables[m.Table]
	f := &Form{Key: m.Key, Meta: m, Table: t}
	for i := range m.Groups {
		f.Groups = append(f.Groups, c.formGroup(m, i, t))
	}
	for i := range m.Lines {
		f.Lines = append(f.Lines, c.formLines(m, i, t))
	}
	env := c.rel.env(c.rel.recordVars(t), expression.Server|expression.Browser)
	for i, related := range m.Related {
		f.Values = append(f.Values, c.program(&m.Object, "related/"+number(i)+"/value", related.Value, env, nil))
	}
	return f
}

func (c *compiler) formLines(m *meta.Form, i int, t *Table) FormLines {
	lines := &m.Lines[i]
	set, _ := t.Document.Set(lines.Key)
	made := FormLines{Meta: lines, Set: set, Columns: columns(set.Table, lines.Columns), Scan: set.Table.mustPath(lines.Scan)}
	made.Raises = c.program(&m.Object, "lines/"+number(i)+"/raises", lines.Raises, c.rel.env(c.rel.rowVars(set.Table), expression.Server|expression.Browser), expression.Bool)
	env := c.rel.env(c.rel.recordVars(t), expression.Server|expression.Browser)
	made.Visible = c.program(&m.Object, "lines/"+number(i)+"/visible", lines.Visible, env, expression.Bool)
	for j := range made.Columns {
		path := "lines/" + number(i) + "/columns/" + number(j) + "/visible"
		made.Columns[j].Visible = c.program(&m.Object, path, lines.Columns[j].Visible, env, expression.Bool)
	}
	return made
}

func (c *compiler) formGroup(m *meta.Form, i int, t *Table) FormGroup {
	group := FormGroup{Meta: &m.Groups[i]}
	env := c.rel.env(c.rel.recordVars(t), expression.Server|expression.Browser)
	for j := range group.Meta.Fields {
		field := &group.Meta.Fields[j]
		path := "groups/" + number(i) + "/fields/" + number(j)
		condition := func(name string, source meta.Expression) *expression.Program {
			return c.program(&m.Object, path+"/"+name, source, env, expression.Bool)
		}
		group.Fields = append(group.Fields, FormField{
			Meta: field, Path: t.mustPath(field.Path()), Visible: condition("visible", field.Visible),
			Required: condition("required", field.Required), Readonly: condition("readonly", field.Readonly),
		})
	}
	return group
}
