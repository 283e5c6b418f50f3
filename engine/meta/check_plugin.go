package meta

import "slices"

// plugin holds the tables to what the code of a plugin relies on. What a table lacks
// is told at the table: there it was changed.
func (c *checker) plugin(p *Plugin) {
	for i := range p.Relies {
		c.object = &p.Object
		needed := &p.Relies[i]
		table := c.model.Tables[needed.Key]
		if table == nil {
			c.wrong(at("relies", i, "key"), "meta.relied_table", "plugin", p.Key, "table", needed.Key)
			continue
		}
		c.object = &table.Object
		for _, field := range needed.Fields {
			c.relied(p, table, field)
		}
	}
}

func (c *checker) relied(p *Plugin, table *Table, needed Relied) {
	i := slices.IndexFunc(table.Fields, func(f Field) bool { return f.Key == needed.Key })
	if i < 0 {
		c.wrong("fields", "meta.relied_field", "plugin", p.Key, "table", table.Key, "name", needed.Key)
		return
	}
	f := &table.Fields[i]
	switch is := ReliedOf(f); {
	case f.Virtual():
		c.wrong(at("fields", i, "computed"), "meta.relied_stored", "plugin", p.Key, "table", table.Key, "name", f.Key)
	case is != needed:
		c.wrong(at("fields", i, "type"), "meta.relied_type", "plugin", p.Key, "table", table.Key, "name", f.Key, "needs", needed.String(), "is", is.String())
	}
}
