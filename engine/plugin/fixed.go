package plugin

import (
	"math"

	"github.com/shopspring/decimal"
)

// Digits says how many digits after the point a kind of figure has.
type Digits interface{ Digits() int32 }

// Fixed is a figure as its column keeps it, a whole number of its smallest parts: what a
// statement reads and writes, and what adds up without a decimal for each row. D names
// the kind: a figure of one does not add to a figure of another.
type Fixed[D Digits] int64

// Fix is a decimal as a column keeps it. What the column has no digits for is cut off.
func Fix[D Digits](of decimal.Decimal) Fixed[D] {
	var kind D
	return Fixed[D](of.Shift(kind.Digits()).IntPart())
}

// Whole is so many whole ones, such as pieces.
func Whole[D Digits, N ~int | ~int64](of N) Fixed[D] { return Fix[D](decimal.NewFromInt(int64(of))) }

// Decimal is the figure as records tell it.
func (f Fixed[D]) Decimal() decimal.Decimal {
	var kind D
	return decimal.New(int64(f), -kind.Digits())
}

// Text is the figure as people read it. It is no String: what prints a value by itself
// must print what the column keeps.
func (f Fixed[D]) Text() string { return f.Decimal().String() }

// Float is the figure for a search that reckons in floating point.
func (f Fixed[D]) Float() float64 {
	var kind D
	return float64(f) / math.Pow10(int(kind.Digits()))
}

// Floor is how many whole ones there are.
func (f Fixed[D]) Floor() int { return int(f.Decimal().Floor().IntPart()) }

// Ceil is how many whole ones hold it.
func (f Fixed[D]) Ceil() int { return int(f.Decimal().Ceil().IntPart()) }
