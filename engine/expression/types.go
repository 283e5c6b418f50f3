package expression

import (
	"slices"
	"strings"
)

// Type is the declared type of a name, a field or an expression: one of the
// Scalar constants, Enum, Reference, Record or List.
type Type interface {
	// String names the type as people and the browser's tree know it.
	String() string
}

// Scalar is a type without parts.
type Scalar uint8

// The scalar types and the Go values that stand for them.
const (
	Bool    Scalar = iota + 1 // bool
	Text                      // string
	Int                       // int64
	Decimal                   // decimal.Decimal
	Date                      // string "YYYY-MM-DD"
	Instant                   // time.Time, to the millisecond
	JSON                      // any decoded JSON; its types show only at run time
	Any                       // argument of a function that takes every type
	null                      // the literal nil
)

// String implements Type.
func (s Scalar) String() string {
	names := [...]string{"", "bool", "text", "int", "decimal", "date", "instant", "json", "any", "nil"}
	if int(s) >= len(names) {
		return ""
	}
	return names[s]
}

// Enum is a text out of a closed list. A literal outside the list is refused
// when it is compared with an Enum.
type Enum struct{ Values []string }

// String implements Type.
func (Enum) String() string { return "text" }

// Reference is the id of a record of another table: an integer that can also
// be followed to the record's fields.
type Reference struct{ To Table }

// String implements Type.
func (Reference) String() string { return "int" }

// Record is a record with the fields of a table.
type Record struct{ Of Table }

// String implements Type.
func (Record) String() string { return "record" }

// List is a list of records or of plain values.
type List struct{ Of Type }

// String implements Type.
func (List) String() string { return "list" }

// Table describes the fields of a record. It is asked only for the names that
// an expression uses, so tables may refer to each other in circles.
type Table interface {
	// Name is the key of the table, given to the resolver of a Scope.
	Name() string
	// Field gives the type of a field.
	Field(name string) (Type, bool)
	// FieldNames lists the fields, to suggest the nearest to a misspelt one.
	FieldNames() []string
}

// Rolling is a Table some of whose fields no record carries: what other records make
// together is asked for when it is read.
type Rolling interface {
	Table
	// RolledUp reports whether a field is one of them.
	RolledUp(name string) bool
}

// Shape is a Table written down as a map, for records that no table describes,
// such as user, params or ctx.
type Shape struct {
	Key    string
	Fields map[string]Type
}

// Name implements Table.
func (s Shape) Name() string { return s.Key }

// Field implements Table.
func (s Shape) Field(name string) (Type, bool) {
	t, ok := s.Fields[name]
	return t, ok
}

// FieldNames implements Table.
func (s Shape) FieldNames() []string { return sortedKeys(s.Fields) }

// Target is a set of places where an expression is evaluated.
type Target uint8

// The places. In SQL the parts of an expression that do not depend on the row
// are evaluated on the server and bound.
const (
	Server Target = 1 << iota
	Browser
	SQL
)

// String names the targets of the set.
func (t Target) String() string {
	var names []string
	for i, name := range []string{"server", "browser", "sql"} {
		if t&(1<<i) != 0 {
			names = append(names, name)
		}
	}
	return strings.Join(names, ", ")
}

// Env is what a slot declares: the names in scope, the functions, and the
// places where the expression has to work.
type Env struct {
	Vars      map[string]Type
	Functions *Registry // nil = the base functions
	Targets   Target    // 0 = Server
}

func sortedKeys[V any](m map[string]V) []string {
	keys := make([]string, 0, len(m))
	for key := range m {
		keys = append(keys, key)
	}
	slices.Sort(keys)
	return keys
}

func isNumber(t Type) bool {
	_, reference := t.(Reference)
	return reference || t == Int || t == Decimal
}

// isDynamic reports whether values of the type are known only at run time.
func isDynamic(t Type) bool { return t == JSON || t == null || t == Any }

func isText(t Type) bool {
	_, enum := t.(Enum)
	return enum || t == Text
}

func is(t Type, want Scalar) bool { return t == want || isDynamic(t) }

// sameFamily reports whether values of the two types can be compared.
func sameFamily(a, b Type) bool {
	switch {
	case isDynamic(a) || isDynamic(b):
		return !isComposite(a) && !isComposite(b) || a == null || b == null
	case isNumber(a):
		return isNumber(b)
	case isText(a):
		return isText(b)
	case isComposite(a):
		return false
	}
	return a == b
}

func isComposite(t Type) bool {
	switch t.(type) {
	case Record, List:
		return true
	}
	return false
}

// accepts reports whether a value of type got may stand where want is declared.
func accepts(want, got Type) bool {
	switch {
	case want == nil || want == Any || isDynamic(got):
		return true
	case isText(want):
		return isText(got)
	case want == Decimal, isNumber(want) && got != Decimal:
		return isNumber(got)
	}
	switch w := want.(type) {
	case Record:
		g, ok := got.(Record)
		return ok && g.Of.Name() == w.Of.Name()
	case List:
		g, ok := got.(List)
		return ok && accepts(w.Of, g.Of)
	case Scalar:
		return got == w || w == JSON && !isRecordOrListOfRecords(got)
	}
	return false
}

func isRecordOrListOfRecords(t Type) bool {
	if list, ok := t.(List); ok {
		t = list.Of
	}
	_, ok := t.(Record)
	return ok
}

// common gives the type that holds values of both types, nil when none does.
func common(a, b Type) Type {
	switch {
	case a == null:
		return b
	case b == null:
		return a
	case isDynamic(a) || isDynamic(b):
		return JSON
	case isNumber(a) && isNumber(b):
		return numberOf(a, b)
	case isText(a) && isText(b):
		return Text
	case accepts(a, b):
		return a
	}
	return nil
}

// numberOf is the type of arithmetic with two numbers.
func numberOf(a, b Type) Type {
	switch {
	case a == Decimal || b == Decimal:
		return Decimal
	case isDynamic(a) || isDynamic(b):
		return JSON
	}
	return Int
}
