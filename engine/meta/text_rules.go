package meta

import (
	"cmp"
	"reflect"
	"strings"
	"unicode/utf8"

	"github.com/wareloom/wareloom/engine/fault"
)

// LengthInBytes is a value of max_length_in.
const LengthInBytes = "bytes"

// TextRules are what a field of texts says of them, under the same names in metadata and in
// a compiled screen. A further rule is a member here, what Breach says of it, and its twin in
// the web app, fields/text/fault.ts.
type TextRules struct {
	MaxLength int    `json:"max_length,omitempty"`                                // in characters, or as max_length_in says
	LengthIn  string `json:"max_length_in,omitempty" ts:"'characters' | 'bytes'"` // characters (default) or bytes
}

// TextMembers are the names of the rules.
func TextMembers() (names []string) {
	of := reflect.TypeFor[TextRules]()
	for i := range of.NumField() {
		name, _, _ := strings.Cut(of.Field(i).Tag.Get("json"), ",")
		names = append(names, name)
	}
	return names
}

// Breach judges a text; nil is well. Without a length of its own the field takes so many
// characters as longest says.
func (r TextRules) Breach(title Text, text string, longest int) *fault.Fault {
	if r.LengthIn == LengthInBytes {
		if length := ByteLength(text); length > float64(r.MaxLength) {
			return fault.New(fault.Invalid, "field.too_wide", "field", title, "max", r.MaxLength, "length", length).Breaking("too_wide")
		}
		return nil
	}
	longest = cmp.Or(r.MaxLength, longest)
	if length := utf8.RuneCountInString(text); length > longest {
		return fault.New(fault.Invalid, "field.too_long", "max", longest, "length", length).Breaking("too_long")
	}
	return nil
}

// Schema says the rules in a JSON Schema, as far as it has words for them.
func (r TextRules) Schema(into map[string]any) {
	if r.MaxLength > 0 {
		into["maxLength"] = r.MaxLength
	}
	if r.LengthIn == LengthInBytes { // twice as many ASCII characters fit
		into["maxLength"] = 2 * r.MaxLength
	}
}

// ByteLength is the length of a text as labels and forms of other systems count
// it: ASCII is half, all else whole.
func ByteLength(text string) float64 {
	halves := 0
	for _, r := range text {
		halves++
		if r >= utf8.RuneSelf {
			halves++
		}
	}
	return float64(halves) / 2
}
