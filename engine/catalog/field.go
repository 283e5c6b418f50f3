package catalog

import (
	"fmt"

	"github.com/wareloom/wareloom/engine/expression"
	"github.com/wareloom/wareloom/engine/fault"
	"github.com/wareloom/wareloom/engine/meta"
	"github.com/wareloom/wareloom/engine/store"
)

// Field is a compiled field of a table, or a parameter of an action, a station
// or a dropdown. It is also the codec of its values.
type Field struct {
	Key    string
	Type   string      // one of meta.Type...
	Traits meta.Traits // of the type
	Meta   *meta.Field
	Scale  int      // digits after the point of decimal, money, weight and length
	To     *Table   // reference and parent: the table that the id belongs to
	Item   *Field   // multi_reference: each of its ids as a reference
	Values []string // enum with a closed list: the values it may take
	System bool     // made by the engine: id, version, created_at, ...

	LinkTable string // multi_reference: the table of its links in the database

	Virtual bool // worked out on reading; has no column
	Folded  bool // marked search: has a folded column beside it

	Default  *expression.Program // value of a new record; nil: none
	Computed *expression.Program // value that is always worked out; nil: none
	Rollup   *Rollup             // what records of another table make together; nil: nothing
	Where    *expression.Program // reference: which records may be chosen; nil: all
	Fits     *expression.Program // the part of Where that holds for as long as the reference stands; nil: none
	Brings   *Brings             // reference: what choosing a record fills in; nil: nothing
	Rules    []Rule
	CodeRule *CodeRule      // code: makes the value
	Dropdown *meta.Dropdown // enum: where the values come from

	spelling *spelling // of Dropdown's values

	kind fieldType
}

// Rule is a compiled condition on a value with the words for its breach.
type Rule struct {
	Must    *expression.Program
	Message meta.Text
}

// Brings is what choosing a record fills in of the record that it is chosen for:
// empty fields, and the lines of a set that has none.
type Brings struct {
	With  []With   // of the record
	Set   *LineSet // nil: no lines
	For   *expression.Program
	Lines []With // of each line
}

// fieldType is what one type of field does. The values are those of the table
// of types in package record: what Decode gives, Encode takes back.
type fieldType interface {
	// traits says what others need to know of the type.
	traits() meta.Traits
	// schema is a JSON Schema of the values that a request may give, null aside.
	schema(f *Field) Schema
	// expression gives the type that expressions see.
	expression(f *Field) expression.Type
	// decode turns a database value that is not null into a row value.
	decode(f *Field, db any) (any, error)
	// encode turns a row value that is not null into a database value.
	encode(f *Field, v any) (any, error)
	// parse reads a decoded JSON value that is not null; nil is a valid result.
	parse(f *Field, json any) (any, *fault.Fault)
	// appendJSON writes a database value that is not null.
	appendJSON(f *Field, dst []byte, db any) []byte
}

// Schema is a JSON Schema.
type Schema = map[string]any

// fieldTypes lists the types of fields; a new one is its file and its line here.
var fieldTypes = map[string]fieldType{
	meta.TypeText:       plainText,
	meta.TypeLongText:   longText,
	meta.TypeCode:       codeText,
	meta.TypeBarcode:    barcodeText,
	meta.TypeFile:       fileType,
	meta.TypeImage:      imageType,
	meta.TypeColour:     colourType{textType{longest: 255, oneLine: true}},
	meta.TypeRichText:   richTextType{textType{longest: 20_000}},
	meta.TypeSecret:     secretType{textType: textType{longest: 2_000, oneLine: true}},
	meta.TypeAddress:    addressType{},
	meta.TypeEnum:       enumType{},
	meta.TypeInteger:    integerType{},
	meta.TypeReference:  referenceType{},
	meta.TypeReferences: referencesType{},
	meta.TypeParent:     parentType{},
	meta.TypeDecimal:    decimalType{example: "1.5"},
	meta.TypeMoney:      decimalType{own: "currency", example: "19.90", cents: 2},
	meta.TypeWeight:     decimalType{own: "unit", example: "1.25"},
	meta.TypeLength:     decimalType{own: "unit", example: "30"},
	meta.TypeBoolean:    booleanType{},
	meta.TypeDate:       dateType{},
	meta.TypeInstant:    instantType{},
	meta.TypeJSON:       jsonType{},
}

// FieldTypes gives the traits of all types.
func FieldTypes() meta.FieldTypes {
	all := meta.FieldTypes{}
	for name, kind := range fieldTypes {
		all[name] = kind.traits()
	}
	return all
}

// TraitsOf gives the traits of a type by its name; none of an unknown one.
func TraitsOf(name string) meta.Traits {
	if kind, known := fieldTypes[name]; known {
		return kind.traits()
	}
	return meta.Traits{}
}

// ExpressionTypeOf gives the type that expressions see of a field of a type where nothing
// more is known of the field.
func ExpressionTypeOf(name string) expression.Type {
	if kind, known := fieldTypes[name]; known {
		return kind.expression(&Field{})
	}
	return expression.Text
}

// Decode turns a database value into the value that a row holds; null is nil.
func (f *Field) Decode(db any) (any, error) {
	if db == nil {
		return nil, nil
	}
	v, err := f.kind.decode(f, db)
	if err != nil {
		return nil, fmt.Errorf("decode field %s: %w", f.Key, err)
	}
	return v, nil
}

// Encode turns the value of a row into the value that the database takes.
func (f *Field) Encode(v any) (any, error) {
	if v == nil {
		return nil, nil
	}
	db, err := f.kind.encode(f, v)
	if err != nil {
		return nil, fmt.Errorf("encode field %s: %w", f.Key, err)
	}
	return db, nil
}

// Parse reads a value of a request, as encoding/json decodes it (numbers as
// json.Number or float64). An empty text is null. A reference that is given by a
// key of its table is resolved by the caller before.
//
// Every fault is Invalid, names the field and has a key of its own:
// field.not_text, field.bad_text, field.too_long, field.not_number,
// field.not_integer, field.out_of_range, field.scale, field.not_boolean,
// field.bad_date, field.bad_instant, field.not_in_list, field.not_reference,
// field.bad_colour, field.bad_address, field.not_list, field.twice, field.too_many,
// field.hint_as_secret.
func (f *Field) Parse(json any) (any, *fault.Fault) {
	if json == nil {
		return nil, nil
	}
	v, bad := f.kind.parse(f, json)
	if bad != nil {
		return nil, bad.On(f.Key)
	}
	return v, nil
}

// AppendJSON writes a database value as JSON, without a detour over a row value.
func (f *Field) AppendJSON(dst []byte, db any) []byte {
	if db == nil {
		return append(dst, "null"...)
	}
	return f.kind.appendJSON(f, dst, db)
}

// ColumnType names the type of the field's column in a database.
func (f *Field) ColumnType(dialect store.Dialect) string {
	family := f.Family()
	switch {
	case dialect == store.SQLite && !family.AsText(): // strict tables know no other word for 64 bits
		return "INTEGER"
	case dialect == store.SQLite:
		return "TEXT"
	case family.AsNumber():
		return "bigint"
	case family == meta.FamilyTruth:
		return "boolean"
	}
	return `text COLLATE "C"` // compared by bytes, as SQLite does
}

// Schema is a JSON Schema of the values that a request may give, null aside.
func (f *Field) Schema() Schema { return f.kind.schema(f) }

// SchemaOf is the schema of a field of no table.
func SchemaOf(f *meta.Field) Schema { return newField(f).Schema() }

// Family tells the types whose values are alike.
func (f *Field) Family() meta.Family { return f.Traits.Family }

// ExpressionType gives the type that expressions see.
func (f *Field) ExpressionType() expression.Type { return f.kind.expression(f) }

// FoldColumn names the column of the folded text of a field marked search.
func (f *Field) FoldColumn() string { return f.Key + FoldSuffix }

// Required reports whether the column takes no null: in metadata, or because the
// engine itself always fills it.
func (f *Field) Required() bool {
	return f.Meta.Required || f.System && f.Key != "created_by" && f.Key != "updated_by"
}

// HoldsFile reports whether the value is the key of a kept file.
func (f *Field) HoldsFile() bool { return f.Family() == meta.FamilyFile }

// Structured reports whether the value is an object, a list or sealed: it has no
// order and is not compared.
func (f *Field) Structured() bool { return f.Family().Structured() }

// Filled reports whether every saved record has a value in the field, also where
// the column would take null: a code rule gives one.
func (f *Field) Filled() bool { return f.Required() || f.Meta.CodeRule != "" }

// wrong makes the fault of a value that the field does not take.
func wrong(key string, pairs ...any) *fault.Fault {
	return fault.New(fault.Invalid, "field."+key, pairs...).Breaking(key)
}

// strange is the error of a value that neither a database nor a row holds.
func strange(v any) error { return fmt.Errorf("unexpected %T", v) }
