package meta

import (
	"slices"
	"strings"
)

func (c *checker) dropdown(d *Dropdown) {
	c.object = &d.Object
	once(c, "items", d.Items, func(i *DropdownItem) string { return i.Key })
	c.aliases(d)
	if d.Source == nil {
		if len(d.Items) == 0 && !d.Open && d.Of == "" {
			c.wrong("", "meta.dropdown_empty", "name", d.Key)
		}
		return
	}
	if len(d.Items) > 0 || d.Open || d.Of != "" {
		c.wrong("source", "meta.dropdown_two_sources", "name", d.Key)
	}
	t := refer(c, "source/table", "table", c.model.Tables, d.Source.Table)
	if t == nil {
		return
	}
	if d.Source.Value != "" {
		c.own("source/value", t, d.Source.Value)
	}
	for i, label := range d.Source.Label {
		c.path(at("source/label", i), t, label)
	}
	c.params("source/params", d.Source.Params)
}

// aliases holds every spelling to one value.
func (c *checker) aliases(d *Dropdown) {
	means := map[string]string{}
	for i, item := range d.Items {
		for j, alias := range item.Aliases {
			alias = strings.ToLower(alias)
			if other, taken := means[alias]; taken {
				c.wrong(at("items", i, "aliases", j), "meta.alias_twice", "name", alias, "value", other)
			}
			means[alias] = item.Key
		}
	}
}

func (c *checker) codeRule(r *CodeRule) {
	c.object = &r.Object
	counters := 0
	for i, part := range r.Parts {
		members := 0
		for _, given := range []bool{part.Text != "", part.Date != "", part.Value != "", part.Seq != nil} {
			if given {
				members++
			}
		}
		if members != 1 {
			c.wrong(at("parts", i), "meta.code_part")
		}
		if (part.Value != "") != (part.MaxLength > 0) {
			c.wrong(at("parts", i, "max_length"), "meta.code_value_length")
		}
		if part.Seq != nil {
			counters++
		}
	}
	if counters != 1 {
		c.wrong("parts", "meta.code_counter", "count", counters)
	}
}

func (c *checker) mapping(m *Mapping) {
	c.object = &m.Object
	t := refer(c, "table", "table", c.model.Tables, m.Table)
	if t == nil {
		return
	}
	if t.Adopted != nil {
		c.wrong("table", "meta.adopted_read", "name", t.Key)
	}
	c.params("params", m.Params)
	for i, column := range m.Columns {
		c.path(at("columns", i, "key"), t, column.Key)
	}
	for i, key := range m.NaturalKey {
		c.own(at("natural_key", i), t, key)
	}
	if m.Batch != "" {
		c.batchField(t, m.Batch)
	}
	document := c.model.Documents[m.Table]
	for i, action := range m.Then {
		if document == nil || !document.offers(action) {
			c.wrong(at("then", i), "meta.unknown", "kind", "action", "name", action)
		}
	}
	if m.Lines != nil {
		c.mappingLines(m)
	}
}

// batchField checks that the field by which a file's records are found names the file.
func (c *checker) batchField(t *Table, key string) {
	i := slices.IndexFunc(t.Fields, func(f Field) bool { return f.Key == key })
	if i < 0 || t.Fields[i].To != BatchTable {
		c.wrong("batch", "meta.unknown", "kind", "reference to "+BatchTable, "name", key)
	}
}

func (c *checker) mappingLines(m *Mapping) {
	set := c.set("lines/set", m.Table, m.Lines.Set)
	if set == nil {
		return
	}
	for i, column := range m.Lines.Columns {
		c.path(at("lines/columns", i, "key"), set, column.Key)
	}
	for i, key := range m.Lines.Merge {
		c.own(at("lines/merge", i), set, key)
	}
	for i, key := range m.Lines.Sum {
		c.own(at("lines/sum", i), set, key)
	}
}

func (c *checker) setting(s *Setting) {
	c.object = &s.Object
	if s.Field.Key != s.Key {
		c.wrong("field/key", "meta.setting_key", "name", s.Field.Key, "key", s.Key)
	}
	c.single("field", &s.Field)
	known := map[string]bool{}
	for _, level := range c.model.SettingLevels() {
		known[level.Key] = true
	}
	for i, level := range s.Levels {
		if !known[level] {
			c.wrong(at("levels", i), "meta.unknown", "kind", "level", "name", level)
		}
	}
}
