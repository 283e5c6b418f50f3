package catalog

import (
	"strings"

	"github.com/wareloom/wareloom/engine/expression"
	"github.com/wareloom/wareloom/engine/meta"
)

// makeNext compiles where the work goes on, when all screens are made.
func (c *compiler) makeNext() {
	for _, d := range meta.Sorted(c.rel.Documents) {
		names := c.rel.recordVars(d.Head)
		for i := range d.Meta.Next {
			d.Next = append(d.Next, c.next(&d.Meta.Object, i, &d.Meta.Next[i], d, names))
		}
	}
	for _, s := range meta.Sorted(c.rel.Stations) {
		names := c.rel.userVars().with(paramsName, paramsOf(s.Params)).with(ctxName, paramsOf(s.Facts))
		for i := range s.Meta.Next {
			s.Next = append(s.Next, c.next(&s.Meta.Object, i, &s.Meta.Next[i], nil, names))
		}
	}
}

func (c *compiler) next(o *meta.Object, i int, m *meta.Next, d *Document, names vars) *Next {
	n := &Next{Key: m.Key, Meta: m, from: map[string]bool{}}
	for _, state := range m.From {
		n.from[state] = true
	}
	if d != nil && m.Action != "" {
		n.Action, _ = d.Action(m.Action)
	}
	path, env := "next/"+number(i), c.rel.env(names, expression.Server)
	n.When = c.program(o, path+"/when", m.When, env, expression.Bool)
	n.Record = c.program(o, path+"/record", m.Record, env, expression.Int)
	n.Input = c.program(o, path+"/input", m.Input, env, expression.Text)
	for key, source := range meta.Sorted(m.With) {
		n.With = append(n.With, With{Key: key, Value: c.program(o, path+"/with/"+key, source, env, c.takenAs(n, key))})
	}
	return n
}

// takenAs is the type of what takes a value that is carried along: a parameter of
// the action or the station, or a field of a list's rows.
func (c *compiler) takenAs(n *Next, key string) expression.Type {
	if n.Action != nil {
		return typeAmong(n.Action.Params, key)
	}
	kind, screen, _ := strings.Cut(n.Meta.Opens, ":")
	switch kind {
	case "station":
		if station, ok := c.rel.Stations[screen]; ok {
			return typeAmong(station.Params, key)
		}
	case "tool":
		if tool, ok := c.rel.Tools[screen]; ok {
			return typeAt(tool.List.Table, key)
		}
	case "list", "document":
		if list, ok := c.rel.Lists[screen]; ok {
			return typeAt(list.Table, key)
		}
	}
	return nil
}

func typeAt(t *Table, path string) expression.Type {
	fields := t.mustPath(path)
	if len(fields) == 0 {
		return nil
	}
	return fields[len(fields)-1].ExpressionType()
}

func typeAmong(fields []*Field, key string) expression.Type {
	for _, f := range fields {
		if f.Key == key {
			return f.ExpressionType()
		}
	}
	return nil
}
