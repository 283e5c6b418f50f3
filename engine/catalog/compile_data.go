package catalog

import (
	"github.com/wareloom/wareloom/engine/expression"
	"github.com/wareloom/wareloom/engine/meta"
)

// makeDropdowns makes the lists of choices.
func (c *compiler) makeDropdowns() {
	for key, m := range meta.Sorted(c.model.Dropdowns) {
		d := &Dropdown{Key: key, Meta: m}
		if m.Source != nil {
			c.source(d, m.Source)
		}
		c.rel.Dropdowns[key] = d
	}
}

func (c *compiler) source(d *Dropdown, m *meta.DropdownSource) {
	d.Table = c.rel.Tables[m.Table]
	value := m.Value
	if value == "" {
		value = "id"
	}
	d.Value, d.Label = d.Table.byKey[value], d.Table.Label
	if m.Label != nil {
		d.Label = nil
	}
	for _, label := range m.Label {
		d.Label = append(d.Label, d.Table.mustPath(label))
	}
	o := &d.Meta.Object
	d.Params = c.params(o, "source/params", m.Params, c.rel.userVars(), nil)
	names := c.rel.rowVars(d.Table).with(paramsName, paramsOf(d.Params))
	d.Where = c.program(o, "source/where", m.Where, c.rel.env(names, expression.Server|expression.SQL), expression.Bool)
}

// makeMappings makes the mappings between files and records.
func (c *compiler) makeMappings() {
	names := c.rel.userVars().with(cellName, expression.JSON).with(rowName, expression.JSON).with(valueName, expression.Text)
	for key, m := range meta.Sorted(c.model.Mappings) {
		t := c.rel.Tables[m.Table]
		mapping := &Mapping{Key: key, Meta: m, Table: t, Params: c.params(&m.Object, "params", m.Params, c.rel.userVars(), nil)}
		env := c.rel.env(names.with(paramsName, paramsOf(mapping.Params)), expression.Server)
		mapping.Where = c.program(&m.Object, "where", m.Where, env, expression.Bool)
		for i, m := range m.Reject {
			never := c.program(&mapping.Meta.Object, "reject/"+number(i)+"/never", m.Never, env, expression.Bool)
			mapping.Reject = append(mapping.Reject, Rejection{Never: never, Message: m.Message})
		}
		mapping.Columns = c.mappingColumns(&m.Object, "columns", t, m.Columns, env)
		if m.Lines != nil {
			mapping.Set, _ = t.Document.Set(m.Lines.Set)
			mapping.Lines = c.mappingColumns(&m.Object, "lines/columns", mapping.Set.Table, m.Lines.Columns, env)
		}
		c.rel.Mappings[key] = mapping
	}
}

func (c *compiler) mappingColumns(o *meta.Object, path string, t *Table, list []meta.MappingColumn, env expression.Env) []MappingColumn {
	made := make([]MappingColumn, len(list))
	for i := range list {
		value := c.program(o, path+"/"+number(i)+"/value", list[i].Value, env, nil)
		fallback := c.program(o, path+"/"+number(i)+"/fallback", list[i].Fallback, env, nil)
		made[i] = MappingColumn{Meta: &list[i], Path: t.mustPath(list[i].Key), Value: value, Fallback: fallback}
	}
	return made
}

// makeSettings makes the settings and reads their default values.
func (c *compiler) makeSettings() {
	for key, m := range meta.Sorted(c.model.Settings) {
		f := newField(&m.Field)
		c.linkField(f, nil)
		c.fieldExpressions(&m.Object, "field", f, fieldEnvs{base: c.rel.userVars()})
		value, bad := f.Parse(m.Default)
		if bad != nil {
			c.problem(&m.Object, "default", "meta.bad_default", "code", bad.Rule)
		}
		c.rel.Settings[key] = &Setting{Key: key, Meta: m, Field: f, Default: value}
	}
}
