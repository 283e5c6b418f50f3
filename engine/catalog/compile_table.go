package catalog

import (
	"slices"
	"strings"

	"github.com/wareloom/wareloom/engine/meta"
	"github.com/wareloom/wareloom/engine/store"
)

// makeTables makes every table with its fields, without what ties them.
func (c *compiler) makeTables() {
	for key, m := range meta.Sorted(c.model.Tables) {
		t := &Table{Key: key, Meta: m, byKey: map[string]*Field{}, Owners: map[string]*Field{}}
		t.shape = &shape{t}
		c.rel.Tables[key] = t
		before, after := c.systemFields(m)
		for _, f := range before {
			t.add(f)
		}
		for i := range m.Fields {
			t.add(newField(&m.Fields[i]))
		}
		for _, f := range after {
			t.add(f)
		}
		t.Sorted = slices.SortedFunc(slices.Values(t.Fields), func(a, b *Field) int { return strings.Compare(a.Key, b.Key) })
		t.adopt(store.SQLite)
	}
}

func (t *Table) add(f *Field) {
	t.Fields = append(t.Fields, f)
	t.byKey[f.Key] = f
	if f.Folded {
		t.Search = append(t.Search, f)
	}
}

func newField(m *meta.Field) *Field {
	return &Field{
		Key: m.Key, Type: m.Type, Meta: m, Scale: m.Scale, kind: fieldTypes[m.Type], Traits: TraitsOf(m.Type),
		Virtual: m.Virtual(), Folded: m.Search,
	}
}

// systemFields are the fields that a table has which the engine makes, before and behind its own.
func (c *compiler) systemFields(m *meta.Table) (before, after []*Field) {
	list := m.SystemFields()
	fields := make([]*Field, len(list))
	for i := range list {
		list[i].Title, _ = c.model.Term("system_field." + list[i].Key)
		fields[i] = newField(&list[i])
		fields[i].System = true
	}
	return fields[:2], fields[2:]
}

// linkTables ties fields to tables and dropdowns, and names what tables declare.
func (c *compiler) linkTables() {
	for _, t := range meta.Sorted(c.rel.Tables) {
		for _, f := range t.Fields {
			c.linkField(f, t)
		}
	}
	for _, t := range meta.Sorted(c.rel.Tables) {
		c.linkTable(t)
		c.linkCodes(t)
	}
}

// linkField ties a field; of is the table whose record it belongs to.
func (c *compiler) linkField(f *Field, of *Table) {
	switch f.Type {
	case meta.TypeReference:
		f.To = c.rel.Tables[f.Meta.To]
	case meta.TypeReferences:
		f.Item = &Field{Key: f.Key, Type: meta.TypeReference, Meta: f.Meta, To: c.rel.Tables[f.Meta.To]}
		f.Item.kind, f.Item.Traits = fieldTypes[meta.TypeReference], TraitsOf(meta.TypeReference)
		f.LinkTable = LinkTable(of.Key, f.Key)
	case meta.TypeParent:
		f.To = of
	case meta.TypeEnum:
		f.Dropdown = c.model.Dropdowns[f.Meta.Dropdown]
		f.Values, f.spelling = closedValues(f.Dropdown), c.spelt(f.Dropdown)
	}
}

// closedValues lists the values of a dropdown that nobody can add to; nil when
// people can, or when they come from a table.
func closedValues(d *meta.Dropdown) []string {
	if d == nil || d.Open || d.Source != nil {
		return nil
	}
	values := make([]string, len(d.Items))
	for i, item := range d.Items {
		values[i] = item.Key
	}
	return values
}

func (c *compiler) linkTable(t *Table) {
	for _, label := range t.Meta.Label {
		t.Label = append(t.Label, t.mustPath(label))
	}
	if head := t.Meta.Head; head != nil {
		t.Head, t.HeadField = c.rel.Tables[head.Table], t.byKey[head.Field]
	}
	for _, userType := range c.rel.UserTypes {
		c.linkOwner(t, userType)
	}
	for i := range t.Meta.Unique {
		u := &t.Meta.Unique[i]
		t.Uniques = append(t.Uniques, &Unique{Key: u.Key, Fields: t.fields(u.On), Distinct: u.Nulls == "distinct", Message: u.Message})
	}
	for i := range t.Meta.Indexes {
		x := &t.Meta.Indexes[i]
		t.Indexes = append(t.Indexes, &Index{Key: x.Key, Fields: t.fields(x.On)})
	}
	for i := range t.Meta.Checks {
		k := &t.Meta.Checks[i]
		t.Checks = append(t.Checks, &Check{Key: k.Key, Message: k.Message})
	}
}

// linkCodes gives every table what its records are found by.
func (c *compiler) linkCodes(by *Table) {
	for _, m := range by.Meta.Codes {
		meant, code := by, &Code{By: by, Field: by.byKey[m.Key], Of: by.byKey[m.Of], Counts: by.byKey[m.Counts]}
		if code.Of != nil {
			meant = code.Of.To
		}
		if code.Field.To != nil {
			meant.Leads = append(meant.Leads, code)
			continue
		}
		meant.Codes = append(meant.Codes, code)
	}
}

// linkOwner finds the field that names the owner of a row to a type of users.
func (c *compiler) linkOwner(t *Table, userType *meta.UserType) {
	if userType.Owner == nil {
		return
	}
	name := userType.Owner.Field
	if t.Key == userType.Owner.Table {
		name = "id"
	}
	if f, ok := t.byKey[name]; ok {
		t.Owners[userType.Key] = f
	}
}

func (t *Table) fields(keys []string) []*Field {
	fields := make([]*Field, len(keys))
	for i, key := range keys {
		fields[i] = t.byKey[key]
	}
	return fields
}

func (t *Table) path(text string) (Path, bool) {
	var path Path
	for _, name := range strings.Split(text, ".") {
		if t == nil {
			return nil, false
		}
		f, ok := t.byKey[name]
		if !ok {
			return nil, false
		}
		path, t = append(path, f), f.To
	}
	return path, len(path) <= meta.MaxHops+1
}

// mustPath follows a path that meta.Check has followed.
func (t *Table) mustPath(text string) Path {
	path, _ := t.path(text)
	return path
}
