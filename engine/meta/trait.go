package meta

import (
	"reflect"
	"strings"
)

// Family tells the types of fields whose values are alike: kept, compared, read and
// written in the same way.
type Family int

// Families of types.
const (
	FamilyWords   Family = iota + 1 // a text
	FamilyChoice                    // a text out of a list
	FamilyFile                      // the key of a kept file
	FamilyDay                       // a plain day
	FamilyMoment                    // a point in time
	FamilyFigure                    // a number that adds up
	FamilyTruth                     // true or false
	FamilyRecord                    // the id of a record
	FamilyRecords                   // ids of records
	FamilyObject                    // a JSON value
	FamilySealed                    // a text that nobody reads back
)

// Traits is what a type of field means to those who know no type by its name. Package
// catalog gives the traits of a type in the file of the type.
type Traits struct {
	Family Family

	Members []string // of metadata: those that not every type has, and this one does
	Filter  string   // operator of a filter that names none; "": from and to
	Example string   // a value as people write it into a file; "": none needed
	Media   string   // of files: what their media type begins with

	Any     bool // every text is a value
	Code    bool // the text names a thing: it is short, and has no words
	Scanned bool // codes that are scanned may stand in it
	Adopts  bool // a column that another program made may hold such values
	Plain   bool // values read the same in any language and at any place, as they are
}

// FieldTypes are the traits of all types of fields by name.
type FieldTypes map[string]Traits

// InPeriods reports whether values lie in periods of the calendar.
func (t Traits) InPeriods() bool { return t.Family == FamilyDay || t.Family == FamilyMoment }

// AsText reports whether the database keeps a value as text.
func (f Family) AsText() bool { return !f.AsNumber() && f != FamilyTruth }

// AsNumber reports whether the database keeps a value as a whole number.
func (f Family) AsNumber() bool {
	return f == FamilyFigure || f == FamilyRecord || f == FamilyMoment
}

// Structured reports whether a value is an object, a list or sealed: it has no order and
// is not compared.
func (f Family) Structured() bool {
	return f == FamilyObject || f == FamilyRecords || f == FamilySealed
}

// Ordered reports whether of two values one is the smaller.
func (f Family) Ordered() bool { return !f.Structured() && f != FamilyTruth }

// special lists the members of metadata that some types of fields have, and not all.
func (t FieldTypes) special() map[string]bool {
	members := map[string]bool{}
	for _, traits := range t {
		for _, name := range traits.Members {
			members[name] = true
		}
	}
	return members
}

// said lists the members that a field says.
func (f *Field) said() []string {
	var names []string
	value := reflect.ValueOf(*f)
	for i := range value.NumField() {
		if name, _, _ := strings.Cut(value.Type().Field(i).Tag.Get("json"), ","); !value.Field(i).IsZero() {
			names = append(names, name)
		}
	}
	return names
}
