package price

import "fmt"

// Anywhere is the zone of what no prefix names.
const Anywhere = "*"

// Sheet is a price list as people write it.
type Sheet struct {
	Divisor    int64 // cubic centimetres that count as a kilogram; 0: volume does not count
	Step       int64 // weights are rounded up to a multiple of it; 0: not rounded
	MinWeight  int64
	MinCharge  int64
	Rates      []Rate
	Zones      []Zone
	Surcharges []Surcharge
}

// Rate is the price of a zone from a weight (within) to a weight (not within).
type Rate struct {
	Zone                string
	From, To            int64
	First, FirstPrice   int64 // what the first grams cost
	Step, StepPrice     int64 // what each further begun step costs
	FirstCost, StepCost int64 // the same as the house pays it
}

// Kind is what a prefix is a prefix of. A postcode goes before a city, a city before a
// country.
type Kind int

// The kinds, the strongest first.
const (
	Postcode Kind = iota
	City
	Country
	kinds
)

// Zone puts the places whose name begins with a prefix into a zone.
type Zone struct {
	Kind   Kind
	Prefix string
	Zone   string
}

// Basis is what a surcharge is counted by.
type Basis int

// The bases of surcharges.
const (
	Fixed   Basis = iota // Value is an amount
	PerKilo              // Value is an amount for each kilogram
	Percent              // Value is hundredths of a percent of all that stands before it
)

// Surcharge is added to the freight. Surcharges follow in their order, and a percentage
// counts those before it: that is what the order is for.
type Surcharge struct {
	Name        string
	Basis       Basis
	Value, Cost int64
	Zone        string // "" is every zone
	From        int64  // the weight from which it is due
}

// Limits of what can be counted without going over the ends of the numbers.
const (
	maxWeight = 100_000_000    // grams
	maxAmount = 10_000_000_000 // hundredths
)

// Mistake is why a sheet cannot be used, and where.
type Mistake struct {
	Kind string // overlap, gap, twice, no_rates, figure
	Zone string
	At   int64  // weight, of an overlap or a gap
	To   int64  // weight at which it ends
	Text string // prefix, of one that is there twice
}

// Error says it for a log; people are told by the key.
func (m *Mistake) Error() string {
	return fmt.Sprintf("%s in zone %q from %d to %d g %s", m.Kind, m.Zone, m.At, m.To, m.Text)
}
