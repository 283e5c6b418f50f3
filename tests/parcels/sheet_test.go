package parcels

import (
	"math/big"
	"strings"
)

// Freight sheets as they are saved, and the price of a parcel as one reads it off them:
// grams, millimetres and hundredths, whole numbers all of them.

type rate struct {
	zone                                   string
	from, to, first, price, step, stepMore int64
}

type surcharge struct {
	name, basis string // fixed, per_kg, percent
	value       int64  // hundredths
	from        int64
}

type sheet struct {
	code, currency string
	port, owner    int // of owner -1: everybody's
	carrier        bool
	minimum        int64
	rates          []rate
	prefix         map[string]string // zone by the beginning of a postcode
	surcharges     []surcharge
}

var sheets = []*sheet{
	{
		code: "NEAR", currency: "CNY", port: 0, owner: -1, minimum: 2000,
		rates: []rate{
			{"*", 0, 5000, 500, 1800, 500, 420},
			{"*", 5000, 90000, 1000, 5600, 1000, 735},
			{"near", 0, 3000, 1000, 1250, 500, 305},
			{"near", 3000, 90000, 3000, 2330, 500, 277},
		},
		prefix:     map[string]string{"31": "near", "3100": "*"},
		surcharges: []surcharge{{"Fuel", "percent", 775, 0}, {"Heavy", "per_kg", 33, 4000}},
	},
	{
		code: "OWN", currency: "CNY", port: 0, owner: 1,
		rates:      []rate{{"*", 0, 90000, 500, 1499, 250, 199}},
		surcharges: []surcharge{{"Door", "fixed", 125, 0}},
	},
	{code: "DOLLAR", currency: "USD", port: 0, owner: -1, carrier: true, rates: []rate{{"*", 0, 90000, 500, 333, 500, 71}}},
	{
		code: "FAR", currency: "USD", port: 1, owner: -1,
		rates:      []rate{{"*", 0, 2000, 100, 311, 100, 37}, {"*", 2000, 90000, 1000, 640, 1000, 219}},
		surcharges: []surcharge{{"Fuel", "percent", 1250, 0}, {"Line", "per_kg", 55, 2000}},
	},
}

// freight is the cheapest price of a parcel in its currency, and the weight that it is for.
func (y *yard) freight(p *parcel) (amount, chargeable int64) {
	amount = -1
	for _, s := range sheets {
		if s.port != p.port || s.owner >= 0 && s.owner != p.owner || s.code == "NEAR" && p.owner == 1 {
			continue
		}
		asks, weight := s.asks(p)
		if in := exchanged(asks, s.currency, p.currency, y.today); amount < 0 || in < amount {
			amount, chargeable = in, weight
		}
	}
	return amount, chargeable
}

// asks is what a sheet wants for a parcel.
func (s *sheet) asks(p *parcel) (amount, weight int64) {
	port := ports[s.port]
	volume := up(p.length*p.width*p.height*p.pieces, port.ratio)
	weight = up(max(p.gross, volume), port.step) * port.step
	for _, r := range s.rates {
		if r.zone != s.zone(zips[p.receiver]) || weight < r.from || weight >= r.to {
			continue
		}
		amount = r.price
		if weight > r.first {
			amount += up(weight-r.first, r.step) * r.stepMore
		}
	}
	for _, c := range s.surcharges {
		if weight < c.from {
			continue
		}
		switch c.basis {
		case "fixed":
			amount += c.value
		case "per_kg":
			amount += nearest(big.NewRat(c.value*weight, 1000))
		case "percent":
			amount += nearest(big.NewRat(amount*c.value, 10_000))
		}
	}
	return max(amount, s.minimum), weight
}

func (s *sheet) zone(zip string) string {
	zone, longest := "*", -1
	for prefix, of := range s.prefix {
		if strings.HasPrefix(zip, prefix) && len(prefix) > longest {
			zone, longest = of, len(prefix)
		}
	}
	return zone
}

// exchangeRate is what one of a currency is in another, in millionths, from a day of the month.
type exchangeRate struct {
	from, to string
	day      int
	rate     int64
}

var exchangeRates = []exchangeRate{
	{"USD", "CNY", 1, 7_123_456}, {"USD", "CNY", 3, 7_199_995}, {"CNY", "USD", 1, 139_915}, {"CNY", "USD", 4, 141_377},
}

// exchanged is an amount in another currency by the rate of a day.
func exchanged(amount int64, from, to string, day int) int64 {
	if from == to {
		return amount
	}
	found := exchangeRate{}
	for _, r := range exchangeRates {
		if r.from == from && r.to == to && r.day <= day {
			found = r
		}
	}
	return nearest(big.NewRat(amount*found.rate, 1_000_000))
}

// up is a quotient rounded up.
func up(n, by int64) int64 { return (n + by - 1) / by }

// nearest is a rational rounded to a whole number, halves away from nothing.
func nearest(r *big.Rat) int64 {
	twice := new(big.Int).Add(new(big.Int).Mul(new(big.Int).Abs(r.Num()), big.NewInt(2)), r.Denom())
	whole := twice.Div(twice, new(big.Int).Mul(r.Denom(), big.NewInt(2))).Int64()
	if r.Sign() < 0 {
		return -whole
	}
	return whole
}
