package catalog

import (
	"encoding/json"
	"strconv"

	"github.com/shopspring/decimal"

	"github.com/wareloom/wareloom/engine/expression"
	"github.com/wareloom/wareloom/engine/fault"
	"github.com/wareloom/wareloom/engine/meta"
)

// largestInteger is what a JSON number holds exactly in every language.
const largestInteger = 1<<53 - 1

// integerType is a whole number: int64 in rows and in the database.
type integerType struct{}

func (integerType) traits() meta.Traits {
	return meta.Traits{Family: meta.FamilyFigure, Members: []string{"min", "max"}, Example: "10", Plain: true, Adopts: true}
}

func (integerType) schema(f *Field) Schema {
	return within(f, Schema{"type": "integer"})
}

func (integerType) expression(*Field) expression.Type { return expression.Int }

func (integerType) decode(_ *Field, db any) (any, error) { return decodeInteger(db) }

func (integerType) encode(_ *Field, v any) (any, error) { return encodeInteger(v) }

func (integerType) parse(f *Field, json any) (any, *fault.Fault) {
	if json == "" {
		return nil, nil
	}
	n, bad := parseNumber(json)
	if bad != nil {
		return nil, bad
	}
	if !n.IsInteger() {
		return nil, wrong("not_integer")
	}
	if bad := inRange(f, n, largestInteger); bad != nil {
		return nil, bad
	}
	return n.IntPart(), nil
}

func (integerType) appendJSON(_ *Field, dst []byte, db any) []byte { return appendInteger(dst, db) }

// longestNumber bounds the digits that are read at all, so that an exponent
// cannot ask for a number of a billion digits.
const longestNumber = 40

// parseNumber takes a JSON number; forms and files also give it as a text.
func parseNumber(v any) (decimal.Decimal, *fault.Fault) {
	switch v := v.(type) {
	case json.Number:
		return readNumber(string(v))
	case string:
		return readNumber(v)
	case float64:
		return readNumber(strconv.FormatFloat(v, 'f', -1, 64))
	case int:
		return decimal.NewFromInt(int64(v)), nil
	case int64:
		return decimal.NewFromInt(v), nil
	case decimal.Decimal:
		return v, nil
	}
	return decimal.Decimal{}, wrong("not_number")
}

func readNumber(text string) (decimal.Decimal, *fault.Fault) {
	if len(text) > longestNumber {
		return decimal.Decimal{}, wrong("not_number")
	}
	n, err := decimal.NewFromString(text)
	if err != nil || n.Exponent() > longestNumber || n.Exponent() < -longestNumber {
		return decimal.Decimal{}, wrong("not_number")
	}
	return n, nil
}

// inRange checks the limits of metadata and the largest figure that is kept.
func inRange(f *Field, n decimal.Decimal, largest int64) *fault.Fault {
	low, high := decimal.New(-largest, -int32(f.Scale)), decimal.New(largest, -int32(f.Scale))
	if f.Meta.Min != nil {
		low = decimal.Max(low, decimal.NewFromFloat(*f.Meta.Min))
	}
	if f.Meta.Max != nil {
		high = decimal.Min(high, decimal.NewFromFloat(*f.Meta.Max))
	}
	if n.LessThan(low) || n.GreaterThan(high) {
		return wrong("out_of_range", "min", low.String(), "max", high.String())
	}
	return nil
}

func decodeInteger(db any) (any, error) {
	if _, ok := db.(int64); ok {
		return db, nil
	}
	return nil, strange(db)
}

func encodeInteger(v any) (any, error) {
	switch n := v.(type) {
	case int64:
		return v, nil
	case int:
		return int64(n), nil
	}
	return nil, strange(v)
}

func appendInteger(dst []byte, db any) []byte {
	if n, ok := db.(int64); ok {
		return strconv.AppendInt(dst, n, 10)
	}
	return append(dst, "null"...)
}

// within adds the limits of metadata.
func within(f *Field, schema Schema) Schema {
	for name, limit := range map[string]*float64{"minimum": f.Meta.Min, "maximum": f.Meta.Max} {
		if limit != nil {
			schema[name] = *limit
		}
	}
	return schema
}
