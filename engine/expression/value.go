package expression

import (
	"encoding/json"
	"fmt"
	"reflect"
	"strings"
	"time"

	"github.com/shopspring/decimal"

	"github.com/wareloom/wareloom/engine/fault"
)

// normal brings a value from outside into one of the forms that the
// interpreter knows; t is its declared type.
func normal(given any, t Type) (any, error) {
	switch v := given.(type) {
	case nil, bool, int64, []any, map[string]any:
		return given, nil
	case string:
		return normalText(v, t)
	case decimal.Decimal:
		n, ok := plain(v)
		if ok && n == v { // as most are
			return given, nil
		}
		return checked(n, ok, t, given)
	case time.Time:
		return v.UTC().Truncate(time.Millisecond), nil
	case int:
		return int64(v), nil
	case float64:
		n, ok := fromFloat(v)
		return checked(n, ok, t, given)
	case json.Number:
		n, ok := fromJSON(v)
		return checked(n, ok, t, given)
	}
	return normalOther(given, t)
}

// checked passes a converted value on, or a fault that names the original.
func checked(converted any, ok bool, t Type, original any) (any, error) {
	if !ok {
		return nil, badValue(t, original)
	}
	return converted, nil
}

// normalText reads the numbers and instants that JSON spells as strings.
func normalText(text string, t Type) (any, error) {
	switch {
	case t == Instant:
		instant, err := time.Parse(time.RFC3339, text)
		return checked(instant.UTC().Truncate(time.Millisecond), err == nil, t, text)
	case isNumber(t):
		n, ok := parseNumber(text)
		return checked(n, ok, t, text)
	}
	return text, nil
}

// normalOther takes named map types and lists of any element type.
func normalOther(v any, t Type) (any, error) {
	r := reflect.ValueOf(v)
	switch {
	case r.Kind() == reflect.Map && r.CanConvert(reflect.TypeFor[map[string]any]()):
		return r.Convert(reflect.TypeFor[map[string]any]()).Interface(), nil
	case r.Kind() == reflect.Slice && r.Len() > MaxGiven:
		return nil, tooCostly("list", MaxGiven)
	case r.Kind() == reflect.Slice:
		list := make([]any, r.Len())
		for i := range list {
			list[i] = r.Index(i).Interface()
		}
		return list, nil
	}
	return nil, badValue(t, v)
}

// badValue refuses a value that is not of the type that an operation needs.
func badValue(want Type, got any) error {
	return fault.New(fault.Invalid, "expression.bad_value", "want", want.String(), "got", fmt.Sprintf("%T", got))
}

// integer reads a whole number, which may be kept as a decimal.
func integer(v any) (n int64, ok bool) {
	if d, isDecimal := v.(decimal.Decimal); isDecimal && d.IsInteger() {
		v = whole(d)
	}
	n, ok = v.(int64)
	return n, ok
}

// conform gives the result of an expression the Go type that was wanted.
func conform(v any, want Type) (any, error) {
	ok := true
	switch {
	case v == nil || want == nil:
		return v, nil
	case want == Bool:
		_, ok = v.(bool)
	case isText(want) || want == Date:
		_, ok = v.(string)
	case want == Instant:
		_, ok = v.(time.Time)
	case want == Decimal:
		if _, ok = v.(decimal.Decimal); !ok {
			return checked(toDecimal(v), isNumeric(v), want, v)
		}
	case isNumber(want):
		if _, ok = v.(int64); !ok {
			n, whole := integer(v)
			return checked(n, whole, want, v)
		}
	}
	return checked(v, ok, want, v)
}

// equalValues compares two values that are not null; values of different kinds
// are not equal, and records and lists never are.
func equalValues(a, b any) bool {
	if isNumeric(a) && isNumeric(b) {
		return compareNumbers(a, b) == 0
	}
	switch a := a.(type) {
	case string:
		text, ok := b.(string)
		return ok && a == text
	case bool:
		other, ok := b.(bool)
		return ok && a == other
	case time.Time:
		other, ok := b.(time.Time)
		return ok && a.Equal(other)
	}
	return false
}

// compareValues orders two values that are not null.
func compareValues(a, b any) (int, error) {
	if isNumeric(a) && isNumeric(b) {
		return compareNumbers(a, b), nil
	}
	switch a := a.(type) {
	case string:
		if text, ok := b.(string); ok {
			return strings.Compare(a, text), nil
		}
		return 0, badValue(Text, b)
	case time.Time:
		if other, ok := b.(time.Time); ok {
			return a.Compare(other), nil
		}
		return 0, badValue(Instant, b)
	}
	return 0, badValue(Decimal, a)
}
