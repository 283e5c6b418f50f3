package meta

import "slices"

// Beside is what a grouped list says of a record while it is chosen: the group whose
// field is the record, of rows that have the same values as the head.
type Beside struct {
	List  string   `json:"list"`
	Field string   `json:"field"`
	Same  []string `json:"same,omitempty"`
}

// beside checks what a list says of the records of a column. Like related it is no need:
// the list may be of a module that this one does not require.
func (c *checker) beside(path string, column Column, lines, head *Table) {
	b := column.Beside
	if b == nil {
		return
	}
	list := c.model.Lists[b.List]
	if list == nil {
		c.wrong(at(path, "list"), "meta.unknown", "kind", "list", "name", b.List)
		return
	}
	of := c.model.Tables[list.Table]
	if of == nil {
		return
	}
	if !slices.Contains(list.Group, b.Field) {
		c.wrong(at(path, "field"), "meta.column_not_grouped", "name", b.Field)
	}
	if chosen := c.own(path, lines, column.Path()); chosen != nil {
		if to := c.model.target(lines, chosen); to != nil {
			c.refersTo(at(path, "field"), of, b.Field, to)
		} else {
			c.wrong(path, "meta.beside_of_none", "name", column.Path())
		}
	}
	for i, key := range b.Same {
		c.own(at(path, "same", i), of, key)
		c.own(at(path, "same", i), head, key)
	}
}
