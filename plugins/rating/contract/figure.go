package contract

import (
	"github.com/shopspring/decimal"

	"github.com/wareloom/wareloom/engine/plugin"
)

// Figures as sheets and parcels keep them; see ADR 52.
type (
	// Gram is a weight, kept in grams and told in kilograms.
	Gram = plugin.Fixed[gram]
	// Side is a side of a parcel, kept in millimetres and told in centimetres.
	Side = plugin.Fixed[side]
	// Cent is an amount, kept in hundredths.
	Cent = plugin.Fixed[cent]
)

// CentDigits is how many digits of an amount are charged.
const CentDigits = 2

// sideDigits is how many of a side count.
const sideDigits = 1

type (
	gram struct{}
	side struct{}
	cent struct{}
)

func (gram) Digits() int32 { return 3 }
func (side) Digits() int32 { return sideDigits }
func (cent) Digits() int32 { return CentDigits }

// Grams is a weight as it is counted.
func Grams(of decimal.Decimal) Gram { return plugin.Fix[gram](of) }

// Sides is a side as it is counted: what is finer counts as a whole one.
func Sides(of decimal.Decimal) Side { return plugin.Fix[side](of.RoundUp(sideDigits)) }

// Cents is an amount as it is charged.
func Cents(of decimal.Decimal) Cent { return plugin.Fix[cent](of) }

// Rounded is an amount rounded to what is charged.
func Rounded(of decimal.Decimal) decimal.Decimal { return of.Round(CentDigits) }
