package scale

import (
	"errors"
	"fmt"

	"github.com/shopspring/decimal"
)

// Conditions of a scale.
const (
	Stable = "stable"
	Moving = "moving"
	Over   = "over"  // more than it can weigh
	Under  = "under" // less than nothing, or off its feet
	Broken = "broken"
	Silent = "silent" // nothing comes
)

// Reading is what a scale said last.
type Reading struct {
	Condition string
	Weight    decimal.Decimal // in Unit; as it is shown, net where there is a tare
	Unit      string          // kg, g, lb, oz, t
	Net       bool
	Tare      decimal.Decimal // 0: none, or not told
	Raw       string          // as it came, in hexadecimal digits where it is no text
}

// errFrame says that bytes are no frame of a protocol: the reader goes on to the next.
var errFrame = errors.New("no frame of this scale")

// kilos are the units in kg.
var kilos = map[string]decimal.Decimal{
	"kg": decimal.NewFromInt(1), "g": decimal.New(1, -3), "t": decimal.New(1, 3),
	"lb": decimal.RequireFromString("0.45359237"), "oz": decimal.RequireFromString("0.028349523125"),
}

// gram is to how many digits of a kg weights are taken.
const gram = 3

// Kilos gives a weight in kg, to the gram; an error for a unit that is not known.
func (r Reading) Kilos() (weight, tare decimal.Decimal, err error) {
	kilo, ok := kilos[r.Unit]
	if !ok {
		return weight, tare, fmt.Errorf("unit %q of a scale is not known", r.Unit)
	}
	return r.Weight.Mul(kilo).Round(gram), r.Tare.Mul(kilo).Round(gram), nil
}
