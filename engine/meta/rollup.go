package meta

import "slices"

// Rollup is a value that the records of another table make together which refer to a
// record: how many they are, what they add up to, the first or the last of them.
type Rollup struct {
	Of    string     `json:"of"`
	By    string     `json:"by"`
	Fn    string     `json:"fn"`
	Field string     `json:"field,omitempty"`
	Where Expression `json:"where,omitempty"`
}

// The figures of a roll-up, named as those of measures.
const (
	RollCount    = "count"
	RollDistinct = "count_distinct"
	RollSum      = "sum"
	RollMin      = "min"
	RollMax      = "max"
)

// Derived reports whether the value is worked out and never given.
func (f *Field) Derived() bool { return f.Computed != "" || f.Rollup != nil }

// rolledMembers are what a field says that is a roll-up: what its values look like, and
// nothing of how they are given or kept.
var rolledMembers = []string{"key", "element", "type", "title", "help", "rollup", "scale", "currency", "unit", "min", "max", "readonly", "system"}

// rollup checks what a field rolls up. The table that it looks into refers to this one, and
// so needs it: whoever is needed may look at who needs it.
func (c *checker) rollup(path string, t *Table, f *Field) {
	for _, name := range f.said() {
		if !slices.Contains(rolledMembers, name) {
			c.wrong(at(path, name), "meta.rollup_member", "name", name, "field", f.Key)
		}
	}
	path = at(path, "rollup")
	of, known := c.model.Tables[f.Rollup.Of]
	if !known {
		c.wrong(at(path, "of"), "meta.unknown", "kind", "table", "name", f.Rollup.Of)
		return
	}
	if by := c.own(at(path, "by"), of, f.Rollup.By); by != nil {
		c.rolledBy(at(path, "by"), t, of, by)
	}
	c.rolled(path, of, f)
}

// rolledBy holds a roll-up to references to its records by which they are found.
func (c *checker) rolledBy(path string, t, of *Table, by *Field) {
	switch leads := c.model.target(of, by); {
	case leads != t || by.Virtual():
		c.wrong(path, "meta.rollup_by", "name", by.Key, "table", t.Key)
	case !of.leads(by.Key):
		c.wrong(path, "meta.rollup_without_index", "name", by.Key, "table", of.Key)
	}
}

// rolled checks the figure and the field that it is of.
func (c *checker) rolled(path string, of *Table, f *Field) {
	r := f.Rollup
	if (r.Field == "") != (r.Fn == RollCount) {
		c.wrong(at(path, "field"), "meta.rollup_field", "fn", r.Fn)
		return
	}
	figure := Field{Type: TypeInteger}
	if r.Field != "" {
		from := c.own(at(path, "field"), of, r.Field)
		if from == nil {
			return
		}
		if family := c.types[from.Type].Family; from.Virtual() || from.Secret || r.Fn != RollDistinct && !c.rolls(r.Fn, from) || family.Structured() {
			c.wrong(at(path, "field"), "meta.rollup_of", "name", from.Key, "fn", r.Fn)
			return
		}
		if r.Fn != RollDistinct {
			figure = *from
		}
	}
	if f.Type != figure.Type || f.Scale != figure.Scale || f.Unit != figure.Unit || currencyCode.MatchString(figure.Currency) && f.Currency != figure.Currency {
		c.wrong(path, "meta.rollup_type", "name", f.Key, "type", figure.Type, "scale", figure.Scale)
	}
}

// rolls reports whether the values of a field add up, or one of them is the first.
func (c *checker) rolls(fn string, f *Field) bool {
	traits := c.types[f.Type]
	return traits.Family == FamilyFigure || fn != RollSum && traits.InPeriods()
}
