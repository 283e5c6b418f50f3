package meta

import "strings"

// Adopted names the table or view of the database whose rows are the records of a table,
// where another program made it and writes it: it is read, and never changed.
type Adopted struct {
	From    string            `json:"from"`              // name in the database
	Key     string            `json:"key"`               // column of whole numbers that is the id
	Columns map[string]string `json:"columns,omitempty"` // field to column, where the names differ
}

// Column names the column that a field reads.
func (a *Adopted) Column(field string) string {
	if name, other := a.Columns[field]; other {
		return name
	}
	return field
}

// OfPeople reports whether people write the table, as far as they have the right.
func (t *Table) OfPeople() bool { return t.Adopted == nil && (t.Writes == "" || t.Writes == WritesAll) }

// Who writes a table.
const (
	WritesAll    = "all"    // people and plugins
	WritesSystem = "system" // the engine, or for an adopted table the program that it belongs to
)

// Writer tells who writes the table.
func (t *Table) Writer() string {
	switch {
	case t.Adopted != nil:
		return WritesSystem
	case t.Writes == "":
		return WritesAll
	}
	return t.Writes
}

// SystemFields are the fields that the engine makes which the table has: of an adopted one nobody
// knows who made a record, and when; one that is made and never changed has nobody who changed it.
func (t *Table) SystemFields() []Field {
	switch {
	case t.Adopted != nil:
		return SystemFields()[:leadingFields]
	case t.InsertOnly:
		return SystemFields()[:makingFields]
	}
	return SystemFields()
}

const (
	leadingFields = 2 // SystemFields that stand before the others of a table
	makingFields  = 4 // those, and who made the record, and when
)

// verbs are the rights that a table has.
func (t *Table) verbs() []string {
	if t.Adopted != nil {
		return []string{Read, Lookup, Export}
	}
	return Verbs()
}

// adopted checks a table that is only read.
func (c *checker) adopted(t *Table) {
	if t.Adopted == nil {
		return
	}
	for name, said := range Sorted(map[string]bool{
		"writes": t.Writes != "", "insert_only": t.InsertOnly, "of_maker": t.OfMaker, "attachments": t.Attach != nil, "revertible": t.Revertible,
		"head": t.Head != nil, "unique": len(t.Unique) > 0, "indexes": len(t.Indexes) > 0, "checks": len(t.Checks) > 0,
		"locks": len(t.Locks) > 0, "codes": len(t.Codes) > 0,
	}) {
		if said {
			c.wrong(name, "meta.adopted_member", "name", name)
		}
	}
	if own, taken := c.model.Tables[strings.ToLower(t.Adopted.From)]; taken && own.Adopted == nil {
		c.wrong("adopted/from", "meta.adopted_own", "name", t.Adopted.From)
	}
	if c.model.Documents[t.Key] != nil {
		c.wrong("adopted", "meta.adopted_read", "name", t.Key)
	}
	for key := range Sorted(t.Adopted.Columns) {
		c.own(at("adopted/columns", key), t, key)
	}
	for i := range t.Fields {
		c.adoptedField(at("fields", i), &t.Fields[i])
	}
}

// adoptedField checks a field of a table that is only read: its column is what it is.
func (c *checker) adoptedField(path string, f *Field) {
	if traits := c.types[f.Type]; !f.Virtual() && !traits.Adopts {
		c.wrong(at(path, "type"), "meta.adopted_type", "name", f.Key, "type", f.Type)
	}
	for _, name := range f.said() {
		switch name {
		case "required", "default", "stored", "code_rule", "rules", "unaudited", "brings", "on_delete":
			c.wrong(at(path, name), "meta.adopted_member", "name", name)
		}
	}
}
