package code

import (
	"cmp"
	"slices"
	"strings"
	"time"

	"github.com/boombuler/barcode/code128"
	"github.com/boombuler/barcode/datamatrix"

	"github.com/wareloom/wareloom/engine/fault"
)

// mostGS1128 is how long a GS1-128 may be, in characters with identifiers and
// separators (GS1 General Specifications 5.4.4).
const mostGS1128 = 48

// Element is a value with the application identifier that says what it is.
type Element struct{ AI, Value string }

// form is what the values of an application identifier look like.
type form struct {
	number     bool // digits alone
	least, max int  // characters
	check      bool // ends with a check digit
	date       bool // YYMMDD
}

// forms are those of the identifiers in use, by identifier; 310d and the like by
// their first three digits.
var forms = map[string]form{
	"00": {number: true, least: 18, max: 18, check: true},
	"01": {number: true, least: 14, max: 14, check: true},
	"02": {number: true, least: 14, max: 14, check: true},
	"10": {least: 1, max: 20}, "21": {least: 1, max: 20},
	"11": {number: true, least: 6, max: 6, date: true}, "12": {number: true, least: 6, max: 6, date: true},
	"13": {number: true, least: 6, max: 6, date: true}, "15": {number: true, least: 6, max: 6, date: true},
	"16": {number: true, least: 6, max: 6, date: true}, "17": {number: true, least: 6, max: 6, date: true},
	"20": {number: true, least: 2, max: 2}, "30": {number: true, least: 1, max: 8}, "37": {number: true, least: 1, max: 8},
	"240": {least: 1, max: 30}, "241": {least: 1, max: 30}, "400": {least: 1, max: 30}, "401": {least: 1, max: 30},
	"403": {least: 1, max: 30}, "420": {least: 1, max: 20}, "410": {number: true, least: 13, max: 13, check: true},
	"414": {number: true, least: 13, max: 13, check: true},
	"310": {number: true, least: 6, max: 6}, "330": {number: true, least: 6, max: 6}, "316": {number: true, least: 6, max: 6},
	"90": {least: 1, max: 30}, "91": {least: 1, max: 90}, "99": {least: 1, max: 90},
}

// formOf finds the form of an identifier.
func formOf(ai string) (form, bool) {
	if len(ai) == 4 && strings.HasPrefix(ai, "3") {
		f, ok := forms[ai[:3]]
		return f, ok && ai[3] >= '0' && ai[3] <= '5'
	}
	f, ok := forms[ai]
	return f, ok && (len(ai) != 3 || ai[0] != '3')
}

// Elements reads an element string as people write it, (01)...(10)..., and puts the
// values of fixed length first, so that separators are few.
//
// The faults are Invalid: code.no_element, code.unknown_ai, code.bad_length,
// code.bad_character, code.bad_check and code.bad_date.
func Elements(text string) ([]Element, error) {
	var found []Element
	for rest := text; rest != ""; {
		ai, after, closed := strings.Cut(strings.TrimPrefix(rest, "("), ")")
		if !strings.HasPrefix(rest, "(") || !closed {
			return nil, fault.New(fault.Invalid, "code.no_element", "text", text)
		}
		value := after
		if next := nextElement(after); next >= 0 {
			value = after[:next]
		}
		rest = after[len(value):]
		e := Element{ai, value}
		if err := e.check(); err != nil {
			return nil, err
		}
		found = append(found, e)
	}
	slices.SortStableFunc(found, func(a, b Element) int {
		return cmp.Compare(boolRank(a.open()), boolRank(b.open()))
	})
	return found, nil
}

// nextElement finds where the next identifier begins: a bracket with two to four
// digits, since a value may have brackets too.
func nextElement(text string) int {
	for i := range len(text) {
		if text[i] != '(' {
			continue
		}
		ai, _, closed := strings.Cut(text[i+1:], ")")
		if _, known := formOf(ai); closed && known {
			return i
		}
	}
	return -1
}

func boolRank(open bool) int {
	if open {
		return 1
	}
	return 0
}

func (e Element) check() error {
	f, ok := formOf(e.AI)
	switch {
	case !ok:
		return fault.New(fault.Invalid, "code.unknown_ai", "ai", e.AI)
	case len(e.Value) < f.least || len(e.Value) > f.max:
		return fault.New(fault.Invalid, "code.bad_length", "text", e.Value, "length", f.max)
	case f.number && !isNumber(e.Value) || !invariant(e.Value):
		return fault.New(fault.Invalid, "code.bad_character", "text", e.Value, "character", e.Value)
	case f.check && CheckDigit(e.Value[:len(e.Value)-1]) != e.Value[len(e.Value)-1]:
		return fault.New(fault.Invalid, "code.bad_check", "text", e.Value)
	case f.date && !isDate(e.Value):
		return fault.New(fault.Invalid, "code.bad_date", "text", e.Value)
	}
	return nil
}

// invariant reports the characters that GS1 allows in values.
func invariant(text string) bool {
	return !strings.ContainsFunc(text, func(r rune) bool {
		return r <= ' ' || r > 'z' || strings.ContainsRune("#$@[\\]^`", r)
	})
}

// isDate takes YYMMDD; day 00 is the last of the month. Which century is meant does
// not matter but for 29 February, which every fourth year of both has, 2000 too.
func isDate(text string) bool {
	if strings.HasSuffix(text, "00") {
		text = text[:4] + "01"
	}
	_, err := time.Parse("20060102", "20"+text)
	return err == nil
}

// fixed are the first digits of identifiers whose values have a length that readers
// know, so that no separator follows them.
var fixed = []string{"00", "01", "02", "03", "04", "11", "12", "13", "14", "15", "16", "17", "18", "19", "20", "31", "32", "33", "34", "35", "36", "41"}

func (e Element) open() bool { return len(e.AI) < 2 || !slices.Contains(fixed, e.AI[:2]) }

// join writes elements for a reader, a separator behind each open one but the last.
func join(elements []Element, separator string) string {
	var text strings.Builder
	for i, e := range elements {
		text.WriteString(e.AI + e.Value)
		if e.open() && i < len(elements)-1 {
			text.WriteString(separator)
		}
	}
	return text.String()
}

// told writes elements for people.
func told(elements []Element) string {
	var text strings.Builder
	for _, e := range elements {
		text.WriteString("(" + e.AI + ")" + e.Value)
	}
	return text.String()
}

func elements128(text string) (content, human string, err error) {
	found, err := Elements(text)
	if err != nil {
		return "", "", err
	}
	fnc1 := string(code128.FNC1)
	content = join(found, fnc1)
	if len([]rune(content)) > mostGS1128 {
		return "", "", fault.New(fault.Invalid, "code.too_long", "text", text)
	}
	return fnc1 + content, told(found), nil
}

func elementsMatrix(text string) (content, human string, err error) {
	found, err := Elements(text)
	if err != nil {
		return "", "", err
	}
	fnc1 := string([]byte{datamatrix.FNC1})
	return fnc1 + join(found, fnc1), told(found), nil
}
