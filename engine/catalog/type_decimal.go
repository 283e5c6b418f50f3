package catalog

import (
	"strconv"

	"github.com/shopspring/decimal"

	"github.com/wareloom/wareloom/engine/expression"
	"github.com/wareloom/wareloom/engine/fault"
	"github.com/wareloom/wareloom/engine/meta"
)

// LargestScaled is the largest scaled integer of a decimal column: 15 digits, so
// that the figure is exact as a JSON number everywhere.
const LargestScaled = 999_999_999_999_999

// decimalType is decimal, money, weight and length: exact in rows, a scaled
// integer in the database.
type decimalType struct {
	own     string // the member of metadata that only this type has; "": none
	example string
	cents   int // decimals that are read even where they are 0
}

func (t decimalType) traits() meta.Traits {
	members := []string{"scale", "min", "max"}
	if t.own != "" {
		members = append(members, t.own)
	}
	return meta.Traits{Family: meta.FamilyFigure, Members: members, Example: t.example, Plain: true, Adopts: true}
}

func (decimalType) schema(f *Field) Schema {
	return within(f, Schema{"type": "number"})
}

func (decimalType) expression(*Field) expression.Type { return expression.Decimal }

func (decimalType) decode(f *Field, db any) (any, error) {
	if n, ok := db.(int64); ok {
		return decimal.New(n, -int32(f.Scale)), nil
	}
	return nil, strange(db)
}

// encode refuses what the column cannot keep; computed values are rounded by
// whoever computes them.
func (decimalType) encode(f *Field, v any) (any, error) {
	n, ok := asDecimal(v)
	if !ok {
		return nil, strange(v)
	}
	if scaled, ok := shifted(n, f.Scale); ok && max(scaled, -scaled) <= LargestScaled {
		return scaled, nil
	}
	scaled := n.Shift(int32(f.Scale))
	if !scaled.IsInteger() {
		return nil, wrong("scale", "scale", f.Scale).On(f.Key)
	}
	if scaled.Abs().GreaterThan(decimal.NewFromInt(LargestScaled)) {
		return nil, inRange(f, n, LargestScaled).On(f.Key)
	}
	return scaled.IntPart(), nil
}

// shifted is a number without its point, as nearly all are: whole with so many decimals, and of
// so few digits that no big integer is needed. Of others ok is false.
func shifted(n decimal.Decimal, scale int) (scaled int64, ok bool) {
	shift := int(n.Exponent()) + scale
	if n.NumDigits() > 15 || shift > 3 || shift < -15 {
		return 0, false
	}
	if shift >= 0 {
		return n.CoefficientInt64() * tenTo(shift), true
	}
	part := tenTo(-shift)
	return n.CoefficientInt64() / part, n.CoefficientInt64()%part == 0
}

// Figure is a number of the field as people read it: amounts of money show their cents,
// so that the points of a column stand in one line.
func (f *Field) Figure(digits string) string {
	t, ok := f.kind.(decimalType)
	n, err := decimal.NewFromString(digits)
	if !ok || err != nil || -n.Exponent() >= int32(min(t.cents, f.Scale)) {
		return digits
	}
	return n.StringFixed(int32(min(t.cents, f.Scale)))
}

func asDecimal(v any) (decimal.Decimal, bool) {
	switch v := v.(type) {
	case decimal.Decimal:
		return v, true
	case int64:
		return decimal.NewFromInt(v), true
	case int:
		return decimal.NewFromInt(int64(v)), true
	}
	return decimal.Decimal{}, false
}

func (decimalType) parse(f *Field, json any) (any, *fault.Fault) {
	if json == "" {
		return nil, nil
	}
	n, bad := parseNumber(json)
	if bad != nil {
		return nil, bad
	}
	if !n.Shift(int32(f.Scale)).IsInteger() {
		return nil, wrong("scale", "scale", f.Scale)
	}
	if bad := inRange(f, n, LargestScaled); bad != nil {
		return nil, bad
	}
	return n, nil
}

func (decimalType) appendJSON(f *Field, dst []byte, db any) []byte {
	if n, ok := db.(int64); ok {
		return AppendScaled(dst, n, f.Scale)
	}
	return append(dst, "null"...)
}

// AppendScaled writes a scaled integer as a JSON number with exact digits,
// without exponent and without zeros at the end.
func AppendScaled(dst []byte, scaled int64, scale int) []byte {
	for scale > 0 && scaled%10 == 0 {
		scaled, scale = scaled/10, scale-1
	}
	if scale == 0 {
		return strconv.AppendInt(dst, scaled, 10)
	}
	magnitude := uint64(scaled)
	if scaled < 0 {
		dst, magnitude = append(dst, '-'), -magnitude
	}
	var buffer [20]byte
	digits := strconv.AppendUint(buffer[:0], magnitude, 10)
	point := len(digits) - scale
	if point <= 0 {
		dst = append(dst, '0', '.')
		for ; point < 0; point++ {
			dst = append(dst, '0')
		}
		return append(dst, digits...)
	}
	dst = append(dst, digits[:point]...)
	dst = append(dst, '.')
	return append(dst, digits[point:]...)
}
