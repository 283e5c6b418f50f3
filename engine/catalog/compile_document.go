package catalog

import (
	"encoding/json"

	"github.com/wareloom/wareloom/engine/expression"
	"github.com/wareloom/wareloom/engine/meta"
)

// makeDocuments makes the documents and gives the status of their heads its
// values; the expressions come when every table has its line sets.
func (c *compiler) makeDocuments() {
	for key, m := range meta.Sorted(c.model.Documents) {
		head := c.rel.Tables[key]
		d := &Document{Key: key, Meta: m, Head: head}
		for i := range m.Lines {
			lines := c.rel.Tables[m.Lines[i].Table]
			d.Sets = append(d.Sets, &LineSet{Key: m.Lines[i].Key, Meta: &m.Lines[i], Table: lines, Field: lines.byKey[m.Lines[i].Field]})
		}
		for i := range m.States {
			d.States = append(d.States, newState(&m.States[i]))
		}
		status := head.byKey[StatusField]
		status.Values = make([]string, len(d.States))
		for i, state := range d.States {
			status.Values[i] = state.Key
		}
		head.Document, head.Sets = d, d.Sets
		c.rel.Documents[key] = d
	}
}

// newState reads what may be edited: true, false or a list of keys, which the
// schema has checked.
func newState(m *meta.State) *State {
	s := &State{Key: m.Key, Meta: m, edit: map[string]bool{}}
	var keys []string
	if json.Unmarshal(m.Edit, &s.EditAll) == nil || json.Unmarshal(m.Edit, &keys) != nil {
		return s
	}
	for _, key := range keys {
		s.edit[key] = true
	}
	return s
}

// documentExpressions makes the actions of all documents.
func (c *compiler) documentExpressions() {
	for _, d := range meta.Sorted(c.rel.Documents) {
		for i := range d.Meta.Actions {
			d.Actions = append(d.Actions, c.action(d, i))
		}
		env := c.rel.env(c.rel.recordVars(d.Head), expression.Server|expression.Browser)
		for i, badge := range d.Meta.Badges {
			d.Badges = append(d.Badges, c.program(&d.Meta.Object, "badges/"+number(i)+"/when", badge.When, env, expression.Bool))
		}
	}
}

func (c *compiler) action(d *Document, i int) *Action {
	m := &d.Meta.Actions[i]
	path := "actions/" + number(i)
	a := &Action{Key: m.Key, Meta: m, Set: m.Over == "set", To: m.To, from: map[string]bool{}}
	if !m.System {
		a.Right = d.Key + "." + m.Key
	}
	for _, state := range m.From {
		a.from[state] = true
	}
	names := c.rel.recordVars(d.Head)
	a.Params = c.params(&d.Meta.Object, path+"/params", m.Params, names, d.Head.shape)
	names = names.with(paramsName, paramsOf(a.Params))
	a.Must = c.program(&d.Meta.Object, path+"/must", m.Must, c.rel.env(names, expression.Server), expression.Bool)
	for j := range m.Needs {
		a.Needs = append(a.Needs, c.need(d, path+"/needs/"+number(j), &m.Needs[j], names))
	}
	for j := range m.Do {
		a.Do = append(a.Do, c.effect(d, path+"/do/"+number(j), &m.Do[j], names))
	}
	return a
}

func (c *compiler) need(d *Document, path string, m *meta.Need, names vars) *Need {
	o, env := &d.Meta.Object, c.rel.env(names, expression.Server)
	n := &Need{
		Meta: m, When: c.program(o, path+"/when", m.When, env, expression.Bool),
		Must: c.program(o, path+"/must", m.Must, env, expression.Bool),
	}
	if m.None != nil {
		n.Of = c.rel.Tables[m.None.Table]
		rows := c.rel.rowVars(n.Of).with(recordName, expression.Record{Of: edited(d.Head)})
		n.None = c.program(o, path+"/none/where", m.None.Where, c.rel.env(rows, expression.Server|expression.SQL), expression.Bool)
	}
	return n
}

// params makes the parameters of an action, a station or a dropdown; they see
// each other as params.
func (c *compiler) params(o *meta.Object, path string, list []meta.Field, names vars, record expression.Table) []*Field {
	fields := make([]*Field, len(list))
	for i := range list {
		fields[i] = newField(&list[i])
		c.linkField(fields[i], nil)
	}
	names = names.with(paramsName, paramsOf(fields))
	for i, f := range fields {
		c.fieldExpressions(o, path+"/"+number(i), f, fieldEnvs{base: names, record: record})
	}
	return fields
}

func (c *compiler) effect(d *Document, path string, m *meta.Effect, names vars) *Effect {
	o := &d.Meta.Object
	e := &Effect{Key: m.Effect, Meta: m}
	target := d.Head
	if e.For = c.program(o, path+"/for", m.For, c.rel.env(names, expression.Server), nil); e.For != nil {
		list, ok := e.For.Type().(expression.List)
		if !ok {
			c.problem(o, path+"/for", "meta.not_a_list", "got", e.For.Type().String())
			return e
		}
		names = names.with(lineName, list.Of)
		target = c.tableOf(list.Of)
	}
	e.When = c.program(o, path+"/when", m.When, c.rel.env(names, expression.Server), expression.Bool)
	for key, source := range meta.Sorted(m.With) {
		at := path + "/with/" + key
		want := c.effectType(o, at, m, target, key)
		e.With = append(e.With, With{Key: key, Value: c.program(o, at, source, c.rel.env(names, expression.Server), want)})
	}
	return e
}

// tableOf gives the table of the records of a list; nil for other lists.
func (c *compiler) tableOf(element expression.Type) *Table {
	if record, ok := element.(expression.Record); ok {
		return c.rel.Tables[record.Of.Name()]
	}
	return nil
}

// effectType gives the type that a parameter of an effect must have: that of the field
// that set gives a value, else that of what the offer says. Nil takes any.
func (c *compiler) effectType(o *meta.Object, path string, m *meta.Effect, target *Table, key string) expression.Type {
	if m.Effect != "set" {
		return c.offeredType(m, key)
	}
	if target == nil {
		c.problem(o, path, "meta.set_without_record")
		return nil
	}
	f, ok := target.byKey[key]
	if !ok || f.System || key == StatusField || f.Meta.Derived() {
		c.problem(o, path, "meta.cannot_set", "name", key, "table", target.Key)
		return nil
	}
	return f.ExpressionType()
}

// offeredType gives the type of a parameter of an effect as its offer says it.
func (c *compiler) offeredType(m *meta.Effect, key string) expression.Type {
	offer, ok := c.model.Offer(meta.Effects, m.Effect)
	if !ok {
		return nil
	}
	param, _ := c.model.Taken(offer, m.With, key)
	if param == nil || param.Type == meta.TypeReferences || param.Type == meta.TypeParent { // whose values belong to their tables
		return nil
	}
	f := newField(param)
	c.linkField(f, nil)
	return f.ExpressionType()
}
