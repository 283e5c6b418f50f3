package catalog

import (
	"strings"

	"github.com/wareloom/wareloom/engine/expression"
	"github.com/wareloom/wareloom/engine/meta"
)

// Rollup is what the records of a table make together that refer to a record.
type Rollup struct {
	Of    *Table
	By    *Field // its reference to the record
	Fn    string
	Field *Field              // whose values are added up or compared; nil: records are counted
	Where *expression.Program // which of the records count; nil: all
}

// InSQL reports whether the database itself gives the field's values: they stand in a
// column, or it rolls them up.
func (f *Field) InSQL() bool { return !f.Virtual || f.Rollup != nil }

// rollup compiles what a field rolls up.
func (c *compiler) rollup(o *meta.Object, path string, f *Field) {
	m := f.Meta.Rollup
	if m == nil {
		return
	}
	of := c.rel.Tables[m.Of]
	f.Rollup = &Rollup{Of: of, By: of.byKey[m.By], Fn: m.Fn, Field: of.byKey[m.Field]}
	env := c.rel.env(vars{rowName: expression.Record{Of: of.shape}}, expression.Server|expression.SQL)
	path += "/rollup/where"
	f.Rollup.Where = c.program(o, path, m.Where, env, expression.Bool)
	if f.Rollup.Where == nil {
		return
	}
	for _, ref := range f.Rollup.Where.Refs() {
		if read, known := of.path(strings.TrimPrefix(ref, rowName+".")); known && read.Last().Virtual {
			c.problem(o, path, "meta.not_own_column", "name", ref)
		}
	}
}

// keepsRollups refuses a value that is kept and would not follow what it was rolled up from.
func (c *compiler) keepsRollups() {
	for _, t := range meta.Sorted(c.rel.Tables) {
		for i := range t.Meta.Fields {
			if f := t.byKey[t.Meta.Fields[i].Key]; f.Meta.Stored && f.Computed != nil {
				c.keepsRollup(t, "fields/"+number(i)+"/computed", f)
			}
		}
	}
}

func (c *compiler) keepsRollup(t *Table, path string, f *Field) {
	for _, ref := range f.Computed.Refs() {
		root, rest, _ := strings.Cut(ref, ".")
		of := map[string]*Table{rowName: t, oldName: t, headName: t.Head}[root]
		for _, set := range t.Sets {
			if set.Key == root {
				of = set.Table
			}
		}
		if read, known := of.path(rest); known && read.Last().Rollup != nil {
			c.problem(&t.Meta.Object, path, "meta.rollup_kept", "name", ref)
		}
	}
}
