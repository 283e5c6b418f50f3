package meta

import (
	"cmp"
	"regexp"
	"slices"
	"strings"
)

func (c *checker) table(t *Table) {
	c.object = &t.Object
	once(c, "fields", t.Fields, func(f *Field) string { return f.Key })
	for i := range t.Fields {
		c.tableField(t, i)
	}
	for i, label := range t.Label {
		c.path(at("label", i), t, label)
	}
	c.knownOnes(t)
	once(c, "unique", t.Unique, func(u *Unique) string { return u.Key })
	for i, u := range t.Unique {
		c.columns(at("unique", i, "on"), t, u.On)
	}
	once(c, "indexes", t.Indexes, func(x *Index) string { return x.Key })
	for i, x := range t.Indexes {
		c.columns(at("indexes", i, "on"), t, x.On)
	}
	once(c, "checks", t.Checks, func(k *Constraint) string { return k.Key })
	c.adopted(t)
	c.head(t)
	c.codes(t)
	c.locks(t)
	if t.Head != nil && t.Attach != nil {
		c.wrong("attachments", "meta.attachments_of_lines", "name", t.Key)
	}
	if t.Revertible && (t.Head != nil || t.InsertOnly) {
		c.wrong("revertible", "meta.revertible_alone", "name", t.Key)
	}
}

// knownOnes checks that those who only look up see less of the label, not more.
func (c *checker) knownOnes(t *Table) {
	if t.Known == nil {
		return
	}
	for i, key := range t.Known.Label {
		if !slices.Contains(t.Label, key) {
			c.wrong(at("known/label", i), "meta.known_not_label", "name", key)
		}
	}
}

// codes checks by which fields scanned codes find records.
func (c *checker) codes(t *Table) {
	for i, code := range t.Codes {
		path := at("codes", i)
		f := c.own(at(path, "key"), t, code.Key)
		leads := f != nil && f.Type == TypeReference && code.Of != "" && code.Counts == ""
		if f != nil && (f.Virtual() || !leads && (code.Where != "" || !c.types[f.Type].Scanned)) {
			c.wrong(at(path, "key"), "meta.code_field", "name", f.Key)
		} else if f != nil && !t.leads(f.Key) {
			c.wrong(at(path, "key"), "meta.code_without_index", "name", f.Key)
		}
		if code.Of != "" {
			if of := c.own(at(path, "of"), t, code.Of); of != nil && of.Type != TypeReference {
				c.wrong(at(path, "of"), "meta.code_of", "name", of.Key)
			}
		}
		if code.Counts != "" {
			if counts := c.own(at(path, "counts"), t, code.Counts); counts != nil && counts.Type != TypeDecimal && counts.Type != TypeInteger {
				c.wrong(at(path, "counts"), "meta.code_counts", "name", counts.Key)
			}
		}
	}
}

// leads reports whether a key or an index of the table begins with a field, so that
// its records are found by it.
func (t *Table) leads(key string) bool {
	leads := func(on []string, where Expression) bool { return len(on) > 0 && on[0] == key && where == "" }
	f, _ := t.Field(key)
	filled := f.Required || f.CodeRule != "" // else the key holds a value in place of null
	return slices.ContainsFunc(t.Unique, func(u Unique) bool { return (filled || u.Nulls == "distinct") && leads(u.On, u.Where) }) ||
		slices.ContainsFunc(t.Indexes, func(x Index) bool { return leads(x.On, x.Where) })
}

// tableField checks what only fields of tables must keep.
func (c *checker) tableField(t *Table, i int) {
	f := &t.Fields[i]
	path := at("fields", i)
	taken := slices.ContainsFunc(SystemFields(), func(s Field) bool { return s.Key == f.Key })
	if taken || strings.Contains(f.Key, "__") {
		c.wrong(at(path, "key"), "meta.field_name_taken", "name", f.Key)
	}
	_, document := c.model.Documents[t.Key]
	if f.Type == TypeEnum && f.Dropdown == "" && (f.Key != StatusField || !document) {
		c.wrong(path, "meta.enum_without_list", "name", f.Key)
	}
	if f.Currency != "" && !currencyCode.MatchString(f.Currency) {
		c.own(at(path, "currency"), t, f.Currency)
	}
	if f.Type == TypeReferences {
		c.references(path, f)
	}
	if f.Brings != nil {
		c.brings(at(path, "brings"), t, f)
	}
	if f.Rollup != nil {
		c.rollup(path, t, f)
	}
	c.field(path, f)
}

// brings checks what choosing a record fills in of the record that it is chosen for.
func (c *checker) brings(path string, t *Table, f *Field) {
	for key := range Sorted(f.Brings.With) {
		c.fillable(at(path, "with", key), t, key)
	}
	lines := f.Brings.Lines
	if lines == nil {
		return
	}
	var table *Table
	if document := c.model.Documents[t.Key]; document != nil {
		table = c.set(at(path, "lines", "set"), t.Key, lines.Set)
	} else {
		c.wrong(at(path, "lines", "set"), "meta.unknown", "kind", "lines", "name", lines.Set)
	}
	for key := range Sorted(lines.With) {
		if table != nil {
			c.fillable(at(path, "lines", "with", key), table, key)
		}
	}
}

// fillable holds a field to those that a person may fill.
func (c *checker) fillable(path string, t *Table, key string) {
	if f, ok := t.Field(key); !ok || f.System || f.Readonly || f.Derived() {
		c.wrong(path, "meta.cannot_set", "name", key, "table", t.Key)
	}
}

// references checks a list of references, which is given and never worked out.
func (c *checker) references(path string, f *Field) {
	for name, given := range map[string]bool{"default": f.Default != "", "computed": f.Computed != ""} {
		if given {
			c.wrong(at(path, name), "meta.member_not_for_type", "name", name, "type", f.Type)
		}
	}
	if f.Max != nil && (*f.Max < 1 || *f.Max > MostReferences) {
		c.wrong(at(path, "max"), "meta.most_references", "max", MostReferences)
	}
}

// MostReferences bounds the records that one field of a record may refer to.
const MostReferences = 200

var currencyCode = regexp.MustCompile(`^[A-Z]{3}$`)

// codeFits checks that every number of a field's code rule has room in the field.
func (c *checker) codeFits(path string, f *Field) {
	rule := refer(c, at(path, "code_rule"), "code_rule", c.model.CodeRules, f.CodeRule)
	if rule == nil {
		return
	}
	room := cmp.Or(f.MaxLength, LongestCode)
	if longest := rule.Longest(); longest > room {
		c.wrong(at(path, "max_length"), "meta.code_too_long", "name", f.Key, "length", longest, "max", room)
	}
}

// field checks a field of a table, an action, a station, a dropdown or a setting.
func (c *checker) field(path string, f *Field) {
	for _, name := range f.said() {
		if c.special[name] && !slices.Contains(c.types[f.Type].Members, name) {
			c.wrong(at(path, name), "meta.member_not_for_type", "name", name, "type", f.Type)
		}
	}
	if f.Element != "" {
		refer(c, at(path, "element"), ElementKind, c.model.Elements, f.Element)
	}
	switch {
	case (f.Type == TypeReference || f.Type == TypeReferences) && f.To != "":
		refer(c, at(path, "to"), "table", c.model.Tables, f.To)
	case f.Type == TypeEnum && f.Dropdown != "":
		refer(c, at(path, "dropdown"), "dropdown", c.model.Dropdowns, f.Dropdown)
	case f.CodeRule != "":
		c.codeFits(path, f)
	case f.Type == TypeMoney && f.Scale > moneyScale:
		c.wrong(at(path, "scale"), "meta.scale", "max", moneyScale)
	}
	if f.LengthIn != "" && f.MaxLength == 0 {
		c.wrong(at(path, "max_length_in"), "meta.length_unit_alone", "name", f.Key)
	}
	if f.Computed != "" && f.Default != "" {
		c.wrong(at(path, "default"), "meta.computed_and_default", "name", f.Key)
	}
	if f.Stored && f.Computed == "" {
		c.wrong(at(path, "stored"), "meta.stored_not_computed", "name", f.Key)
	}
	if f.Unaudited && !f.Readonly && !f.Stored {
		c.wrong(at(path, "unaudited"), "meta.unaudited_open", "name", f.Key)
	}
}

// single checks a field of no table, which has nowhere to keep several records.
func (c *checker) single(path string, f *Field) {
	if f.Type == TypeReferences {
		c.wrong(at(path, "type"), "meta.type_of_tables", "type", f.Type)
	}
	for name, said := range map[string]bool{"brings": f.Brings != nil, "rollup": f.Rollup != nil} {
		if said {
			c.wrong(at(path, name), "meta.member_not_for_type", "name", name, "type", f.Type)
		}
	}
	c.field(path, f)
}

// moneyScale is the most digits behind the point that money has.
const moneyScale = 4

// columns checks the fields of a key or an index.
func (c *checker) columns(path string, t *Table, keys []string) {
	once(c, path, keys, func(key *string) string { return *key })
	for i, key := range keys {
		if f := c.own(at(path, i), t, key); f != nil && (f.Virtual() || f.Type == TypeReferences) {
			c.wrong(at(path, i), "meta.no_column", "name", key)
		}
	}
}

// head checks how a line table names its head.
func (c *checker) head(t *Table) {
	if t.Head == nil {
		return
	}
	head := refer(c, "head/table", "table", c.model.Tables, t.Head.Table)
	f := c.own("head/field", t, t.Head.Field)
	if head != nil && f != nil && (f.Type != TypeReference || f.To != head.Key || !f.Required) {
		c.wrong("head/field", "meta.head_field", "name", f.Key, "table", head.Key)
	}
	if f != nil && f.Unaudited { // the history of a line leads through the heads that it had
		c.wrong("head/field", "meta.head_unaudited", "name", f.Key)
	}
	if head != nil && head.Adopted != nil {
		c.wrong("head/table", "meta.adopted_read", "name", head.Key)
	}
	if head != nil && c.circle(t) {
		c.wrong("head/table", "meta.head_circle", "name", t.Key)
	}
}

// circle reports whether a table is a head of its own head.
func (c *checker) circle(t *Table) bool {
	seen := map[*Table]bool{}
	for t != nil && t.Head != nil {
		if seen[t] {
			return true
		}
		seen[t] = true
		t = c.model.Tables[t.Head.Table]
	}
	return false
}
