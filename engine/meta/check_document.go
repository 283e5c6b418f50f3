package meta

import (
	"encoding/json"
	"slices"
	"strings"
)

func (c *checker) document(d *Document) {
	c.object = &d.Object
	head := refer(c, "key", "table", c.model.Tables, d.Key)
	if head == nil {
		return
	}
	if f, ok := head.Field(StatusField); !ok || f.Type != TypeEnum {
		c.wrong("key", "meta.no_status", "table", d.Key)
	}
	once(c, "lines", d.Lines, func(s *LineSet) string { return s.Key })
	for i := range d.Lines {
		c.lineSet(d, i)
	}
	once(c, "states", d.States, func(s *State) string { return s.Key })
	for i := range d.States {
		c.state(d, head, i)
	}
	c.way(d, head)
	once(c, "actions", d.Actions, func(a *Action) string { return a.Key })
	for i := range d.Actions {
		c.action(d, i)
	}
	c.documentNext(d)
}

// reserved are the names that expressions see beside the line sets.
var reserved = []string{"row", "old", "head", "record", "line", "value", "params", "ctx", "user", "cell"}

func (c *checker) lineSet(d *Document, i int) {
	set := &d.Lines[i]
	path := at("lines", i)
	if _, field := c.model.Tables[d.Key].Field(set.Key); field || slices.Contains(reserved, set.Key) {
		c.wrong(at(path, "key"), "meta.set_name_taken", "name", set.Key)
	}
	lines := refer(c, at(path, "table"), "table", c.model.Tables, set.Table)
	if lines == nil {
		return
	}
	if lines.Head == nil || lines.Head.Table != d.Key || lines.Head.Field != set.Field {
		c.wrong(at(path, "field"), "meta.line_head", "table", lines.Key, "head", d.Key, "field", set.Field)
	}
}

func (c *checker) state(d *Document, head *Table, i int) {
	var keys []string
	if json.Unmarshal(d.States[i].Edit, &keys) != nil {
		return // true, false or nothing
	}
	for j, key := range keys {
		_, isField := head.Field(key)
		isSet := slices.ContainsFunc(d.Lines, func(s LineSet) bool { return s.Key == key })
		if !isField && !isSet {
			c.wrong(at("states", i, "edit", j), "meta.unknown_field", "table", d.Key, "name", key)
		}
	}
}

func (d *Document) hasState(key string) bool {
	return slices.ContainsFunc(d.States, func(s State) bool { return s.Key == key })
}

// Action finds an action by its key.
func (d *Document) Action(key string) (*Action, bool) {
	i := slices.IndexFunc(d.Actions, func(a Action) bool { return a.Key == key })
	if i < 0 {
		return nil, false
	}
	return &d.Actions[i], true
}

func (c *checker) action(d *Document, i int) {
	a := &d.Actions[i]
	path := at("actions", i)
	if slices.Contains(Verbs(), a.Key) {
		c.wrong(at(path, "key"), "meta.action_name_taken", "name", a.Key)
	}
	for j, state := range a.From {
		if !d.hasState(state) {
			c.wrong(at(path, "from", j), "meta.unknown", "kind", "state", "name", state)
		}
	}
	if a.To != "" && !d.hasState(a.To) {
		c.wrong(at(path, "to"), "meta.unknown", "kind", "state", "name", a.To)
	}
	if a.Must != "" && a.Message == nil {
		c.wrong(at(path, "must"), "meta.guard_without_words", "name", a.Key)
	}
	if a.Opens != "" && !c.hasEntry(a.Opens) {
		c.wrong(at(path, "opens"), "meta.unknown", "kind", "menu", "name", a.Opens)
	}
	for j, sort := range a.Sort {
		c.own(at(path, "sort", j), c.model.Tables[d.Key], strings.TrimPrefix(sort, "-"))
	}
	for j := range a.Needs {
		c.need(d, at(path, "needs", j), &a.Needs[j])
	}
	c.params(at(path, "params"), a.Params)
	for j := range a.Do {
		c.effect(at(path, "do", j), &a.Do[j])
	}
}

func (c *checker) need(d *Document, path string, n *Need) {
	_, isField := c.model.Tables[d.Key].Field(n.Field)
	isSet := slices.ContainsFunc(d.Lines, func(s LineSet) bool { return s.Key == n.Field })
	if !isField && !isSet {
		c.wrong(at(path, "field"), "meta.unknown_field", "table", d.Key, "name", n.Field)
	}
	if n.None != nil {
		refer(c, at(path, "none", "table"), "table", c.model.Tables, n.None.Table)
	}
	switch {
	case n.None != nil && n.Must != "":
		c.wrong(at(path, "none"), "meta.need_twice", "name", n.Field)
	case (n.None != nil || n.Must != "") && n.Message == nil:
		c.wrong(at(path, "message"), "meta.need_without_words", "name", n.Field)
	}
}

func (c *checker) params(path string, params []Field) {
	once(c, path, params, func(f *Field) string { return f.Key })
	for i := range params {
		c.single(at(path, i), &params[i])
	}
}
