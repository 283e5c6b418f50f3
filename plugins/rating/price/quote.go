package price

import (
	"cmp"
	"slices"
)

// Parcel is what is to be carried: all pieces weigh Gross, each has the sides.
type Parcel struct {
	Zip, City, Country    string
	Gross, Pieces         int64
	Length, Width, Height int64
}

// Part is one step of a price. Those of one price add up to it.
type Part struct {
	Key    string // first, steps, minimum, surcharge
	Name   string // of a surcharge
	Count  int64  // steps
	Each   int64  // what one of them costs
	Amount int64
}

// Price is what a sheet asks.
type Price struct {
	Zone       string
	Volume     int64 // weight by volume
	Chargeable int64
	Amount     int64
	Cost       int64
	Parts      []Part
}

// Refusals of a sheet.
const (
	NoZone    = "no_zone"    // it does not go there
	NoBracket = "no_bracket" // it does not carry this weight
)

// Quote is the price of a parcel; or why there is none, with what is known of it.
func (t *Table) Quote(p Parcel) (Price, string) {
	zone, found := t.Zone(p)
	q := Price{Zone: zone, Volume: t.volume(p)}
	if !found {
		return q, NoZone
	}
	q.Chargeable = t.chargeable(max(p.Gross, q.Volume))
	rate, found := bracket(t.brackets[zone], q.Chargeable)
	if !found {
		return q, NoBracket
	}
	q.freight(rate)
	for i := range t.sheet.Surcharges {
		q.surcharge(&t.sheet.Surcharges[i])
	}
	if lacks := t.sheet.MinCharge - q.Amount; lacks > 0 {
		q.add(Part{Key: "minimum", Count: 1, Each: lacks, Amount: lacks})
	}
	return q, ""
}

// Zone is where a parcel goes: by the longest prefix of its postcode, else of its city,
// else of its country, else anywhere if the sheet has a price for that.
func (t *Table) Zone(p Parcel) (string, bool) {
	for kind, place := range [kinds]string{p.Zip, p.City, p.Country} {
		if len(t.places[kind]) == 0 || place == "" {
			continue
		}
		if zone, ok := t.places[kind].zone(Spelled(place)); ok {
			return zone, true
		}
	}
	return Anywhere, len(t.brackets[Anywhere]) > 0
}

// volume is the weight by volume, rounded up to a gram: cubic millimetres by the divisor.
func (t *Table) volume(p Parcel) int64 {
	const longest = 100_000 // millimetres
	if t.sheet.Divisor == 0 || p.Length > longest || p.Width > longest || p.Height > longest || p.Pieces > 1000 {
		return 0
	}
	return ceil(p.Length*p.Width*p.Height*max(p.Pieces, 1), t.sheet.Divisor)
}

func (t *Table) chargeable(weight int64) int64 {
	if t.sheet.Step > 0 {
		weight = ceil(weight, t.sheet.Step) * t.sheet.Step
	}
	return max(weight, t.sheet.MinWeight)
}

// bracket is the one whose beginning is the nearest below.
func bracket(rates []Rate, weight int64) (Rate, bool) {
	at, found := slices.BinarySearchFunc(rates, weight, func(r Rate, w int64) int { return cmp.Compare(r.From, w) })
	if !found {
		at--
	}
	if at < 0 || weight >= rates[at].To {
		return Rate{}, false
	}
	return rates[at], true
}

// freight is the first weight and the steps beyond.
func (q *Price) freight(r Rate) {
	q.Parts = make([]Part, 0, 4)
	q.add(Part{Key: "first", Count: r.First, Each: r.FirstPrice, Amount: r.FirstPrice})
	q.Cost = r.FirstCost
	if beyond := q.Chargeable - r.First; beyond > 0 {
		steps := ceil(beyond, r.Step)
		q.add(Part{Key: "steps", Count: steps, Each: r.StepPrice, Amount: steps * r.StepPrice})
		q.Cost += steps * r.StepCost
	}
}

func (q *Price) surcharge(c *Surcharge) {
	if c.Zone != "" && c.Zone != q.Zone || q.Chargeable < c.From {
		return
	}
	q.add(Part{Key: "surcharge", Name: c.Name, Count: 1, Each: c.Value, Amount: c.of(c.Value, q.Amount, q.Chargeable)})
	q.Cost += c.of(c.Cost, q.Cost, q.Chargeable)
}

// of is what a value comes to: half a hundredth is rounded up.
func (c *Surcharge) of(value, before, weight int64) int64 {
	switch c.Basis {
	case PerKilo:
		return half(value, weight, 1000)
	case Percent:
		return half(before, value, 10_000)
	default:
		return value
	}
}

func (q *Price) add(p Part) {
	q.Parts = append(q.Parts, p)
	q.Amount += p.Amount
}

// ceil is the quotient rounded up.
func ceil(n, by int64) int64 { return (n + by - 1) / by }
