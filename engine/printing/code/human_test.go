package code

import (
	"strings"
	"testing"

	"github.com/wareloom/wareloom/engine/fault"
)

// TestUnderACodeStandsWhatItSays: elements with their identifiers in brackets, in the order in
// which the code has them; under squares stands nothing of a plain text.
func TestUnderACodeStandsWhatItSays(t *testing.T) {
	t.Parallel()
	for _, tt := range []struct{ kind, text, want string }{
		{GS1128, "(10)AB(C)(01)04012345678901", "(01)04012345678901(10)AB(C)"},
		{GS1DataMatrix, "(21)S1(10)L", "(21)S1(10)L"},
		{Code128, "a~ b", "a~ b"},
		{EAN8, "96385074", "96385074"},
		{QR, "A", ""},
	} {
		if s, err := Make(tt.kind, tt.text); err != nil || s.Human != tt.want {
			t.Errorf("%s of %s: %q (%v), want %q", tt.kind, tt.text, s.Human, err, tt.want)
		}
	}
}

// same reports whether two symbols have the same modules.
func same(a, b *Symbol) bool {
	if a.Columns != b.Columns || a.Rows != b.Rows {
		return false
	}
	for row := range a.Rows {
		for column := range a.Columns {
			if a.Dark(column, row) != b.Dark(column, row) {
				return false
			}
		}
	}
	return true
}

// TestAGS1CodeIsToldFromAPlainOne by what it begins with, and an open element from the next
// one by a separator.
func TestAGS1CodeIsToldFromAPlainOne(t *testing.T) {
	t.Parallel()
	made := func(kind, text string) *Symbol {
		s, err := Make(kind, text)
		if err != nil {
			t.Fatal(err)
		}
		return s
	}
	for marked, plain := range map[string]string{GS1128: Code128, GS1DataMatrix: DataMatrix} {
		if same(made(marked, "(10)ABC"), made(plain, "10ABC")) {
			t.Errorf("a %s looks like a %s", marked, plain)
		}
		if same(made(marked, "(10)A(21)B"), made(marked, "(10)A21B")) {
			t.Errorf("of a %s nobody tells where an element ends", marked)
		}
		if !same(made(marked, "(10)A(11)260101"), made(marked, "(11)260101(10)A")) {
			t.Errorf("the order in which elements are written makes another %s", marked)
		}
	}
}

// TestBoundsOfCodes: the last that passes and the first that does not.
func TestBoundsOfCodes(t *testing.T) {
	t.Parallel()
	for _, tt := range []struct{ name, kind, text, want string }{
		{"five digits behind the point", GS1DataMatrix, "(3105)000001", ""},
		{"six", GS1DataMatrix, "(3106)000001", "code.unknown_ai"},
		{"a weight without its digits", GS1DataMatrix, "(310)000001", "code.unknown_ai"},
		{"a place beside weights", GS1DataMatrix, "(414)4006381333931", ""},
		{"the longest batch", GS1DataMatrix, "(10)" + strings.Repeat("A", 20), ""},
		{"a longer one", GS1DataMatrix, "(10)" + strings.Repeat("A", 21), "code.bad_length"},
		{"none", GS1DataMatrix, "(10)", "code.bad_length"},
		{"the last letter that there is", GS1DataMatrix, "(10)z", ""},
		{"what is behind it", GS1DataMatrix, "(10){", "code.bad_character"},
		{"a QR that is longest", QR, strings.Repeat("1", longest), ""},
		{"a longer one", QR, strings.Repeat("1", longest+1), "code.too_long"},
		{"a matrix that is too long", DataMatrix, strings.Repeat("1", longest+1), "code.too_long"},
		{"the first and the last character of bars", Code128, " ~", ""},
	} {
		_, err := Make(tt.kind, tt.text)
		got := ""
		if f, ok := fault.As(err); ok {
			got = f.Key
		}
		if got != tt.want {
			t.Errorf("%s: %v, want %q", tt.name, err, tt.want)
		}
	}
}
