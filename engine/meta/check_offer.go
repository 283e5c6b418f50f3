package meta

import (
	"slices"
	"strings"
)

// offers checks what a plugin offers: each thing under a name of its own, over tables
// that there are, with an example that could stand in a document.
func (c *checker) offers(p *Plugin) {
	c.object = &p.Object
	for kind, list := range Sorted(p.Offers()) {
		for i := range list {
			o := &list[i]
			path := at(kind, i)
			if found, _ := c.model.Offer(kind, o.Key); found != o {
				c.wrong(at(path, "key"), "meta.twice", "name", o.Key)
			}
			c.params(at(path, "params"), o.Params)
			c.tablesOf(at(path, "reads"), o.Reads)
			if o.Example != nil {
				c.effect(at(path, "example"), o.Example)
			}
		}
	}
}

func (c *checker) tablesOf(path string, keys []string) {
	for i, key := range keys {
		if c.model.Tables[key] == nil {
			c.wrong(at(path, i), "meta.unknown", "kind", "table", "name", key)
		}
	}
}

// engineEffects are the effects that need no plugin.
var engineEffects = []string{"set", "create", "act", "job", "token"}

// effect checks the name of an effect and the names of its parameters; their types are
// checked where they are compiled.
func (c *checker) effect(path string, e *Effect) {
	isEngines := slices.Contains(engineEffects, e.Effect)
	if !isEngines && !c.known(func(r Registry) bool { return r.Effect(e.Effect) }) {
		c.wrong(at(path, "effect"), "meta.unknown", "kind", "effect", "name", e.Effect)
		return
	}
	offer, ok := c.model.Offer(Effects, e.Effect)
	if !ok { // said by the registry, or by nobody in a part of a product
		return
	}
	for name := range Sorted(e.With) {
		if _, unknown := c.model.Taken(offer, e.With, name); unknown {
			c.wrong(at(path, "with", name), "meta.unknown", "kind", "parameter", "name", name)
		}
	}
	for _, f := range offer.Params {
		if _, given := e.With[f.Key]; f.Required && !given {
			c.wrong(at(path, "with"), "meta.missing_parameter", "name", f.Key, "effect", e.Effect)
		}
	}
	c.namedBy(path, offer, e.With)
}

// namedBy checks what the parameters name by which further ones are known.
func (c *checker) namedBy(path string, offer *Offer, with map[string]Expression) {
	named := func(param, kind string, known func(name string) bool) bool {
		name, ok := literal(with[param])
		if ok && !known(name) {
			c.wrong(at(path, "with", param), "meta.unknown", "kind", kind, "name", name)
		}
		return ok && known(name)
	}
	switch offer.Further {
	case FurtherRecord:
		named("table", "table", func(name string) bool { return c.model.Tables[name] != nil })
	case FurtherAction:
		if named("table", "document", func(name string) bool { return c.model.Documents[name] != nil }) {
			table, _ := literal(with["table"])
			named("action", "action", func(name string) bool { _, ok := c.model.Documents[table].Action(name); return ok })
		}
	case FurtherJob:
		named("kind", "job", func(name string) bool { _, ok := c.model.Offer(Jobs, name); return ok })
	case FurtherText:
		named("text", "text", func(name string) bool { _, ok := c.model.Term(name); return ok })
		c.argumentsGiven(path, with)
	}
}

// argumentsGiven checks that a text that is named gets all that it tells.
func (c *checker) argumentsGiven(path string, with map[string]Expression) {
	name, _ := literal(with["text"])
	text, ok := c.model.Term(name)
	if !ok {
		return
	}
	for _, argument := range arguments(text[English]) {
		if _, given := with[strings.TrimSpace(argument)]; !given {
			c.wrong(at(path, "with"), "meta.missing_parameter", "name", argument, "effect", name)
		}
	}
}
