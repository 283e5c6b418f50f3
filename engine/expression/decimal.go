package expression

import (
	"encoding/json"
	"math"
	"math/big"
	"strings"

	"github.com/shopspring/decimal"
)

// isNumeric reports whether a value is an integer or a decimal.
func isNumeric(v any) bool {
	switch v.(type) {
	case int64, decimal.Decimal:
		return true
	}
	return false
}

// toDecimal gives an integer or decimal as decimal, zero for anything else.
func toDecimal(v any) decimal.Decimal {
	switch n := v.(type) {
	case int64:
		return decimal.NewFromInt(n)
	case decimal.Decimal:
		return n
	}
	return decimal.Decimal{}
}

// compareNumbers orders two numbers exactly.
func compareNumbers(a, b any) int {
	x, ok := a.(int64)
	y, both := b.(int64)
	if !ok || !both {
		return toDecimal(a).Cmp(toDecimal(b))
	}
	switch {
	case x < y:
		return -1
	case x > y:
		return 1
	}
	return 0
}

// arithmetic adds, subtracts or multiplies two numbers exactly. Integers give
// an integer as long as it fits 64 bits.
func arithmetic(operation op, a, b any) (any, error) {
	x, ok := a.(int64)
	y, both := b.(int64)
	if ok && both {
		if n, fits := integerArithmetic(operation, x, y); fits {
			return n, nil
		}
	}
	l, r := toDecimal(a), toDecimal(b)
	switch operation {
	case opAdd:
		return limited(l.Add(r))
	case opSub:
		return limited(l.Sub(r))
	default:
		return limited(l.Mul(r))
	}
}

func integerArithmetic(operation op, x, y int64) (n int64, fits bool) {
	switch operation {
	case opAdd:
		n = x + y
		return n, (n > x) == (y > 0)
	case opSub:
		n = x - y
		return n, (n < x) == (y > 0)
	default:
		if x == 0 || y == 0 {
			return 0, true
		}
		n = x * y
		return n, n/y == x && (x != -1 || y != math.MinInt64) && (y != -1 || x != math.MinInt64)
	}
}

// limited refuses a number with too many digits.
func limited(d decimal.Decimal) (any, error) {
	if d.NumDigits() > MaxDigits {
		return nil, tooCostly("digits", MaxDigits)
	}
	return d, nil
}

// whole gives a decimal without fraction as integer if it fits 64 bits.
func whole(d decimal.Decimal) any {
	if n := d.BigInt(); n.IsInt64() {
		return n.Int64()
	}
	return d
}

// parseNumber reads digits with an optional sign and fraction, as many as
// MaxDigits; ok is false for anything else.
func parseNumber(text string) (n any, ok bool) {
	digits := strings.TrimPrefix(text, "-")
	before, after, dotted := strings.Cut(digits, ".")
	if !isDigits(before) || dotted && !isDigits(after) || len(before)+len(after) > MaxDigits {
		return nil, false
	}
	d, err := decimal.NewFromString(text)
	if err != nil {
		return nil, false
	}
	if dotted {
		return d, true
	}
	return whole(d), true
}

func isDigits(s string) bool {
	return s != "" && strings.Trim(s, "0123456789") == ""
}

// plain gives a decimal without positive exponent; ok is false when it has too
// many digits.
func plain(d decimal.Decimal) (decimal.Decimal, bool) {
	if d.IsZero() {
		return decimal.Decimal{}, true
	}
	if e := d.Exponent(); e > MaxDigits || e < -MaxDigits {
		return d, false
	}
	if e := d.Exponent(); e > 0 {
		scale := new(big.Int).Exp(big.NewInt(10), big.NewInt(int64(e)), nil)
		d = decimal.NewFromBigInt(scale.Mul(scale, d.Coefficient()), 0)
	}
	return d, d.NumDigits() <= MaxDigits
}

// fromFloat reads a number of decoded JSON by its shortest spelling.
func fromFloat(f float64) (any, bool) {
	if math.IsNaN(f) || math.IsInf(f, 0) {
		return nil, false
	}
	return fromPlain(decimal.NewFromFloat(f))
}

func fromJSON(n json.Number) (any, bool) {
	d, err := decimal.NewFromString(n.String())
	if err != nil {
		return nil, false
	}
	return fromPlain(d)
}

func fromPlain(d decimal.Decimal) (any, bool) {
	d, ok := plain(d)
	if ok && d.IsInteger() {
		return whole(d), true
	}
	return d, ok
}
