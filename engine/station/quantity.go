package station

import (
	"github.com/shopspring/decimal"

	"github.com/wareloom/wareloom/engine/fault"
)

// longest is the most characters of a quantity that anybody means.
const longest = 20

// ReadQuantity reads a quantity above 0 with at most scale digits after the point,
// as it was typed or stood in a form.
//
// Invalid station.bad_qty: it is none.
func ReadQuantity(text string, scale int32) (decimal.Decimal, error) {
	n, err := decimal.NewFromString(text)
	// A short text can still ask for a number of a million digits, as 1e999999.
	if err != nil || len(text) > longest || n.Exponent() > longest || n.Exponent() < -longest || n.Sign() <= 0 || !n.Shift(scale).IsInteger() {
		return decimal.Zero, fault.New(fault.Invalid, "station.bad_qty", "value", clipped(text))
	}
	return n, nil
}

func clipped(text string) string {
	if runes := []rune(text); len(runes) > longest {
		return string(runes[:longest]) + "…"
	}
	return text
}
