package meta

import "strings"

// exportTemplate checks what a template of files names.
func (c *checker) exportTemplate(x *ExportTemplate) {
	c.object = &x.Object
	t := refer(c, "table", "table", c.model.Tables, x.Table)
	if t == nil {
		return
	}
	if t.Head != nil {
		c.wrong("table", "meta.export_lines_table", "name", x.Table)
		return
	}
	if x.Granted && c.model.Tables[x.Key] != nil { // its right would be the table's
		c.wrong("key", "meta.export_key", "name", x.Key)
	}
	for i, key := range x.Lists {
		if list := refer(c, at("lists", i), "list", c.model.Lists, key); list != nil && !x.Offers(list) {
			c.wrong(at("lists", i), "meta.export_list", "name", key, "table", x.Table)
		}
	}
	c.exportColumns("columns", t, x.Columns)
	for i, sort := range x.Sort {
		c.path(at("sort", i), t, strings.TrimPrefix(sort, "-"))
	}
	if x.Lines == nil {
		return
	}
	if lines := c.set("lines/set", x.Table, x.Lines.Set); lines != nil {
		c.exportColumns("lines/columns", lines, x.Lines.Columns)
	}
}

func (c *checker) exportColumns(path string, t *Table, columns []ExportColumn) {
	once(c, path, columns, func(column *ExportColumn) string { return column.Key })
	for i := range columns {
		c.shown(at(path, i), t, &columns[i].Shown)
	}
}
