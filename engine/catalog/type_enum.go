package catalog

import (
	"slices"
	"unicode/utf8"

	"github.com/wareloom/wareloom/engine/expression"
	"github.com/wareloom/wareloom/engine/fault"
	"github.com/wareloom/wareloom/engine/meta"
)

// longestValue bounds a value of a list that is not closed.
const longestValue = 64 // characters

// enumType is a text out of a list: the values of a closed dropdown or the
// states of the document, else whatever the open dropdown holds as data.
type enumType struct{}

func (enumType) traits() meta.Traits {
	return meta.Traits{Family: meta.FamilyChoice, Members: []string{"dropdown"}, Filter: "in", Plain: true, Adopts: true}
}

func (enumType) schema(f *Field) Schema {
	if f.Meta.Required && f.Values != nil {
		return Schema{"type": "string", "enum": f.Values}
	}
	return Schema{"type": "string"}
}

func (enumType) expression(f *Field) expression.Type {
	if f.Values == nil {
		return expression.Text
	}
	return expression.Enum{Values: f.Values}
}

func (enumType) decode(_ *Field, db any) (any, error) { return decodeText(db) }

func (enumType) encode(_ *Field, v any) (any, error) { return encodeText(v) }

func (enumType) parse(f *Field, json any) (any, *fault.Fault) {
	text, bad := parseText(json, true)
	if bad != nil || text == "" {
		return nil, bad
	}
	if f.Values == nil && utf8.RuneCountInString(text) > longestValue {
		return nil, wrong("too_long", "max", longestValue, "length", utf8.RuneCountInString(text))
	}
	if f.Values == nil || slices.Contains(f.Values, text) {
		return text, nil
	}
	return namedValue(f, text)
}

// namedValue takes other spellings of a value where the dropdown has such.
func namedValue(f *Field, text string) (any, *fault.Fault) {
	if f.spelling == nil || !f.spelling.loose {
		return nil, wrong("not_in_list", "value", text)
	}
	if value, known := f.Named(text); known {
		return value, nil
	}
	return nil, wrong("not_spelt", "value", text).Breaking("not_in_list")
}

func (enumType) appendJSON(_ *Field, dst []byte, db any) []byte { return appendText(dst, db) }
