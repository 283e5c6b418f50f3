package inventory

import "github.com/shopspring/decimal"

// scale is the number of decimals of quantities in this plugin's tables.
const scale = 3

// thousandths gives a quantity as the database keeps it; false when it has more
// decimals than are kept.
func thousandths(q decimal.Decimal) (int64, bool) {
	scaled := q.Shift(scale)
	return scaled.IntPart(), scaled.IsInteger()
}

// quantity is a figure of the database as a decimal.
func quantity(n int64) decimal.Decimal { return decimal.New(n, -scale) }
