package meta

import (
	"slices"
	"strings"
)

// SystemFields lists the fields that tables have beside their own, all but those that
// Table.SystemFields leaves out: the first two before them, the others behind. They have no
// titles of their own.
func SystemFields() []Field {
	return []Field{
		{Key: "id", Type: TypeInteger, Readonly: true, System: true},
		{Key: "version", Type: TypeInteger, Readonly: true, System: true},
		{Key: "created_at", Type: TypeInstant, Readonly: true, System: true},
		{Key: "created_by", Type: TypeReference, To: UserTable, Readonly: true, System: true},
		{Key: "updated_at", Type: TypeInstant, Readonly: true, System: true},
		{Key: "updated_by", Type: TypeReference, To: UserTable, Readonly: true, System: true},
	}
}

// UserTable is the table of the people who sign in.
const UserTable = "user"

// BatchTable is the table of the files that were imported.
const BatchTable = "import_batch"

// StatusField is the field of a document's head that holds its state.
const StatusField = "status"

// FoldSuffix ends the name of the column that keeps the folded text of a field
// marked search.
const FoldSuffix = "__fold"

// Field finds a field of the table, its own or one of the system's.
func (t *Table) Field(key string) (*Field, bool) {
	for i := range t.Fields {
		if t.Fields[i].Key == key {
			return &t.Fields[i], true
		}
	}
	fields := t.SystemFields()
	if i := slices.IndexFunc(fields, func(f Field) bool { return f.Key == key }); i >= 0 {
		return &fields[i], true
	}
	return nil, false
}

// Virtual reports whether the field is worked out on reading and has no column.
func (f *Field) Virtual() bool { return f.Derived() && !f.Stored }

// Path follows references from a table to a field, as in
// "product_id.brand_id.name".
func (m *Model) Path(table *Table, path string) (*Field, bool) {
	names := strings.Split(path, ".")
	if len(names) > MaxHops+1 {
		return nil, false
	}
	var field *Field
	for _, name := range names {
		if table == nil {
			return nil, false
		}
		found, ok := table.Field(name)
		if !ok {
			return nil, false
		}
		field, table = found, m.target(table, found)
	}
	return field, true
}

// target gives the table that a field of a table leads to; nil for none.
func (m *Model) target(of *Table, f *Field) *Table {
	switch f.Type {
	case TypeReference:
		return m.Tables[f.To]
	case TypeParent:
		return of
	}
	return nil
}
