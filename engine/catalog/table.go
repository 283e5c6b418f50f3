package catalog

import (
	"slices"

	"github.com/wareloom/wareloom/engine/expression"
	"github.com/wareloom/wareloom/engine/meta"
)

// Table is a compiled table of records.
type Table struct {
	Key    string
	Meta   *meta.Table
	Fields []*Field // all, in the order of columns: id and version first, the other system fields last
	Sorted []*Field // all, in the order of their keys

	Label     []Path            // what names a record to people
	Head      *Table            // line table: the table of its head
	HeadField *Field            // line table: the field that names the head
	Sets      []*LineSet        // head of a document: its line sets
	Document  *Document         // the document that this table is the head of; nil: none
	Owners    map[string]*Field // user type to the field that names the owner; absent: rows without owner
	Uniques   []*Unique
	Indexes   []*Index
	Checks    []*Check
	Offered   *expression.Program // which records are offered to be chosen; nil: all
	Known     *expression.Program // which records those find who may look up but not read; nil: all
	Search    []*Field            // fields marked search, in order
	Codes     []*Code             // the fields, of it or of others, by which a scan finds its records
	Leads     []*Code             // references of others by which the codes of what they refer to lead on to its records
	Locks     []*Lock             // what keeps fields of its records as they are

	byKey map[string]*Field
	shape *shape
	from  string // of an adopted table: what is read in its place
}

// Field finds a field by its key.
func (t *Table) Field(key string) (*Field, bool) {
	f, ok := t.byKey[key]
	return f, ok
}

// Columns lists the fields that are columns, in their order.
func (t *Table) Columns() []*Field {
	columns := make([]*Field, 0, len(t.Fields))
	for _, f := range t.Fields {
		if !f.Virtual {
			columns = append(columns, f)
		}
	}
	return columns
}

// Path follows references from the table to a field, as in
// "product_id.brand_id.name"; ok is false when a name on the way is unknown.
func (t *Table) Path(text string) (path Path, ok bool) { return t.path(text) }

// Unique finds a unique key by its key.
func (t *Table) Unique(key string) (*Unique, bool) {
	for _, u := range t.Uniques {
		if u.Key == key {
			return u, true
		}
	}
	return nil, false
}

// OfferField gives the switch that `offered` reads: with it off, a record is kept
// but chosen no more. It is nil where no switch that people set decides it.
func (t *Table) OfferField() *Field {
	if t.Offered == nil {
		return nil
	}
	for _, f := range t.Fields {
		if f.Family() == meta.FamilyTruth && !f.Meta.Readonly && slices.Contains(t.Offered.Refs(), "row."+f.Key) {
			return f
		}
	}
	return nil
}

// Attaches reports whether files may stand beside the records of the table.
func (t *Table) Attaches() bool {
	if t.Meta.Attach != nil {
		return *t.Meta.Attach
	}
	return t.Document != nil
}

// Shape describes the table to expressions.
func (t *Table) Shape() expression.Table { return t.shape }

// Root is the table whose rights and owner decide over this one's rows: the
// head's head of a line table, the table itself else.
func (t *Table) Root() *Table {
	for t.Head != nil {
		t = t.Head
	}
	return t
}

// Path is a field behind references: all fields but the last are references.
type Path []*Field

// String writes the path as requests do.
func (p Path) String() string {
	text := ""
	for i, f := range p {
		if i > 0 {
			text += "."
		}
		text += f.Key
	}
	return text
}

// Last is the field that the path leads to.
func (p Path) Last() *Field { return p[len(p)-1] }

// LineSet is a set of lines of a document.
type LineSet struct {
	Key   string // name of the set in requests, answers and expressions
	Meta  *meta.LineSet
	Table *Table
	Field *Field // field of the lines that names the head
}

// Lock keeps fields of a table's records as they are while rows of another stand on
// them.
type Lock struct {
	By      *Table
	Fields  []*Field
	Where   *expression.Program // which of its rows do; record is the locked one
	Message meta.Text
}

// Code is a field by which a scanned code finds the records of a table.
type Code struct {
	By     *Table // whose field it is
	Field  *Field
	Of     *Field // its reference to the record that is meant; nil: the record itself
	Counts *Field // for how many the code stands; nil: one

	Where *expression.Program // which rows of By lead on, where Field is a reference; nil: all
}

// Unique is a key of which the database keeps no two.
type Unique struct {
	Key      string
	Name     string // of the index in the database
	Fields   []*Field
	Distinct bool                // empty values differ from each other
	Where    *expression.Program // only rows for which it holds; nil: all
	Message  *meta.Text
}

// Index is an index for speed.
type Index struct {
	Key    string
	Name   string // of the index in the database
	Fields []*Field
	Where  *expression.Program
}

// Check is a condition that the database keeps for every row; null passes.
type Check struct {
	Key     string
	Name    string // of the constraint in the database
	Must    *expression.Program
	Message meta.Text
}

// shape is a table as expressions see it. Virtual and secret fields are part of
// it as far as they can be read at all.
type shape struct{ table *Table }

func (s *shape) Name() string { return s.table.Key }

func (s *shape) Field(name string) (expression.Type, bool) {
	f, ok := s.table.byKey[name]
	if !ok || f.Meta.Secret || f.Family() == meta.FamilySealed {
		return nil, false
	}
	return f.ExpressionType(), true
}

// RolledUp tells expressions of the fields that no record carries.
func (s *shape) RolledUp(name string) bool {
	f, ok := s.table.byKey[name]
	return ok && f.Rollup != nil
}

func (s *shape) FieldNames() []string {
	names := make([]string, 0, len(s.table.Fields))
	for _, f := range s.table.Fields {
		names = append(names, f.Key)
	}
	return names
}
