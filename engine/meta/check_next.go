package meta

import (
	"slices"
	"strings"
)

// documentNext checks the steps that lead on from the records of a document.
func (c *checker) documentNext(d *Document) {
	once(c, "next", d.Next, func(n *Next) string { return n.Key })
	for i := range d.Next {
		n := &d.Next[i]
		path := at("next", i)
		for j, state := range n.From {
			if !d.hasState(state) {
				c.wrong(at(path, "from", j), "meta.unknown", "kind", "state", "name", state)
			}
		}
		if n.Action == "" {
			c.nextScreen(path, n)
			continue
		}
		if n.Opens != "" {
			c.wrong(at(path, "opens"), "meta.next_twice", "name", n.Key)
		}
		if !d.offers(n.Action) {
			c.wrong(at(path, "action"), "meta.unknown", "kind", "action", "name", n.Action)
			continue
		}
		action, _ := d.Action(n.Action)
		c.carried(path, n, action.Params)
	}
}

// stationNext checks the steps that lead on from the end of a station.
func (c *checker) stationNext(s *Station) {
	once(c, "next", s.Next, func(n *Next) string { return n.Key })
	for i := range s.Next {
		path := at("next", i)
		if n := &s.Next[i]; n.Action != "" || len(n.From) > 0 {
			c.wrong(path, "meta.next_of_document", "name", n.Key)
		} else {
			c.nextScreen(path, n)
		}
	}
}

// nextScreen checks a step that opens a screen: a menu entry leads there, and it
// takes what is carried along.
func (c *checker) nextScreen(path string, n *Next) {
	if n.Title == nil {
		c.wrong(at(path, "title"), "meta.next_without_words", "name", n.Key)
	}
	if !c.hasEntry(n.Opens) {
		c.wrong(at(path, "opens"), "meta.unknown", "kind", "menu", "name", n.Opens)
		return
	}
	kind, key, _ := strings.Cut(n.Opens, ":")
	if kind != "document" && n.Record != "" {
		c.wrong(at(path, "record"), "meta.next_record", "name", n.Key)
	}
	if kind != "station" && n.Input != "" {
		c.wrong(at(path, "input"), "meta.next_input", "name", n.Key)
	}
	station := c.model.Stations[key]
	switch {
	case kind == "station" && station != nil:
		c.carried(path, n, station.Params)
	case kind == "custom": // the screen alone knows what it takes from its address
	case n.Record != "":
		c.carried(path, n, nil)
	default:
		c.carriedToRows(path, n, kind, key)
	}
}

// carried holds what is carried along to the parameters that take it.
func (c *checker) carried(path string, n *Next, params []Field) {
	for name := range Sorted(n.With) {
		if !slices.ContainsFunc(params, func(f Field) bool { return f.Key == name }) {
			c.wrong(at(path, "with", name), "meta.unknown", "kind", "parameter", "name", name)
		}
	}
}

// carriedToRows holds what is carried along to the fields of a list's rows.
func (c *checker) carriedToRows(path string, n *Next, kind, key string) {
	if tool := c.model.Tools[key]; kind == "tool" && tool != nil {
		key = tool.List
	}
	list := c.model.Lists[key]
	if list == nil || c.model.Tables[list.Table] == nil {
		return
	}
	for name := range Sorted(n.With) {
		c.path(at(path, "with", name), c.model.Tables[list.Table], name)
	}
}
