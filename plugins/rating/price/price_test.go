package price_test

import (
	"errors"
	"fmt"
	"math/big"
	"math/rand/v2"
	"strings"
	"testing"

	"github.com/wareloom/wareloom/plugins/rating/price"
)

// TestASheetWithTwoPricesOrNoneIsRefused names the place of what is wrong.
func TestASheetWithTwoPricesOrNoneIsRefused(t *testing.T) {
	rate := func(zone string, from, to int64) price.Rate {
		return price.Rate{Zone: zone, From: from, To: to, First: 500, FirstPrice: 100, Step: 500, StepPrice: 10}
	}
	for name, c := range map[string]struct {
		sheet price.Sheet
		want  price.Mistake
	}{
		"overlap":    {price.Sheet{Rates: []price.Rate{rate("A", 0, 5000), rate("A", 4999, 9000)}}, price.Mistake{Kind: "overlap", Zone: "A", At: 4999, To: 5000}},
		"gap":        {price.Sheet{Rates: []price.Rate{rate("A", 5001, 9000), rate("A", 0, 5000)}}, price.Mistake{Kind: "gap", Zone: "A", At: 5000, To: 5001}},
		"beginning":  {price.Sheet{Rates: []price.Rate{rate("A", 1, 9000)}}, price.Mistake{Kind: "gap", Zone: "A", At: 0, To: 1}},
		"same twice": {price.Sheet{Rates: []price.Rate{rate("A", 0, 9), rate("A", 0, 9)}}, price.Mistake{Kind: "overlap", Zone: "A", At: 0, To: 9}},
		"prefix": {
			price.Sheet{Rates: []price.Rate{rate("A", 0, 9), rate("B", 0, 9)}, Zones: []price.Zone{{Prefix: "20 0", Zone: "A"}, {Prefix: "200", Zone: "B"}}},
			price.Mistake{Kind: "twice", Zone: "B", Text: "200"},
		},
		"no rates": {price.Sheet{Rates: []price.Rate{rate("A", 0, 9)}, Zones: []price.Zone{{Prefix: "2", Zone: "C"}}}, price.Mistake{Kind: "no_rates", Zone: "C", Text: "2"}},
		"no step":  {price.Sheet{Rates: []price.Rate{{Zone: "A", To: 9, First: 1}}}, price.Mistake{Kind: "figure", Zone: "A", To: 9}},
	} {
		_, err := price.Compile(c.sheet)
		var got *price.Mistake
		if !errors.As(err, &got) || (got.Kind != c.want.Kind || got.Zone != c.want.Zone || got.At != c.want.At || got.To != c.want.To) {
			t.Errorf("%s: %v, want %v", name, err, &c.want)
		}
	}
}

// TestAPriceEqualsANaiveScan asks for 100,000 random parcels what a scan over rationals
// finds; the parts of each add up.
func TestAPriceEqualsANaiveScan(t *testing.T) {
	seed := rand.Uint64()
	t.Logf("seed %d", seed)
	r := rand.New(rand.NewPCG(seed, 1))
	for range 20 {
		sheet := randomSheet(r, 200)
		table, err := price.Compile(sheet)
		if err != nil {
			t.Fatal(err)
		}
		for range 5000 {
			p := randomParcel(r)
			got, refused := table.Quote(p)
			want, why := scan(sheet, p)
			if told := fmt.Sprint(got.Zone, got.Chargeable, got.Amount, refused); told != fmt.Sprint(want.Zone, want.Chargeable, want.Amount, why) {
				t.Fatalf("%+v: %s, want %+v %s", p, told, want, why)
			}
			sum := int64(0)
			for _, part := range got.Parts {
				sum += part.Amount
			}
			if sum != got.Amount {
				t.Fatalf("%+v: parts of %d, price %d", p, sum, got.Amount)
			}
		}
	}
}

// scan is the price as one reads it off a sheet with a pencil.
func scan(s price.Sheet, p price.Parcel) (q price.Price, refused string) {
	q.Zone = zoneOf(s, p)
	if q.Zone == "" {
		q.Zone = price.Anywhere
		return q, price.NoZone
	}
	weight := big.NewRat(p.Gross, 1)
	if s.Divisor > 0 {
		volume := big.NewRat(p.Length*p.Width*p.Height*p.Pieces, s.Divisor)
		if volume.Cmp(weight) > 0 {
			weight = up(volume, 1)
		}
	}
	if s.Step > 0 {
		weight = up(weight, s.Step)
	}
	if least := big.NewRat(s.MinWeight, 1); weight.Cmp(least) < 0 {
		weight = least
	}
	q.Chargeable = weight.Num().Int64()
	for _, r := range s.Rates {
		if r.Zone != q.Zone || q.Chargeable < r.From || q.Chargeable >= r.To {
			continue
		}
		amount := big.NewRat(r.FirstPrice, 1)
		for w := new(big.Rat).Sub(weight, big.NewRat(r.First, 1)); w.Sign() > 0; w.Sub(w, big.NewRat(r.Step, 1)) {
			amount.Add(amount, big.NewRat(r.StepPrice, 1))
		}
		q.Amount = surcharged(s, q, amount)
		return q, ""
	}
	return q, price.NoBracket
}

func surcharged(s price.Sheet, q price.Price, amount *big.Rat) int64 {
	for _, c := range s.Surcharges {
		if c.Zone != "" && c.Zone != q.Zone || q.Chargeable < c.From {
			continue
		}
		more := big.NewRat(c.Value, 1)
		switch c.Basis {
		case price.PerKilo:
			more.Mul(more, big.NewRat(q.Chargeable, 1000))
		case price.Fixed: // as it is
		case price.Percent:
			more.Mul(amount, big.NewRat(c.Value, 10_000))
		}
		amount.Add(amount, nearest(more))
	}
	return max(amount.Num().Int64(), s.MinCharge)
}

func zoneOf(s price.Sheet, p price.Parcel) string {
	for kind, place := range []string{p.Zip, p.City, p.Country} {
		best, zone := -1, ""
		for _, z := range s.Zones {
			if prefix := price.Spelled(z.Prefix); int(z.Kind) == kind && place != "" && strings.HasPrefix(price.Spelled(place), prefix) && len(prefix) > best {
				best, zone = len(prefix), z.Zone
			}
		}
		if zone != "" {
			return zone
		}
	}
	for _, r := range s.Rates {
		if r.Zone == price.Anywhere {
			return r.Zone
		}
	}
	return ""
}

func up(weight *big.Rat, step int64) *big.Rat {
	n := new(big.Rat).Quo(weight, big.NewRat(step, 1))
	whole := new(big.Int).Div(new(big.Int).Add(n.Num(), new(big.Int).Sub(n.Denom(), big.NewInt(1))), n.Denom())
	return new(big.Rat).Mul(new(big.Rat).SetInt(whole), big.NewRat(step, 1))
}

func nearest(r *big.Rat) *big.Rat {
	twice := new(big.Int).Add(new(big.Int).Mul(r.Num(), big.NewInt(2)), r.Denom())
	return new(big.Rat).SetInt(twice.Div(twice, new(big.Int).Mul(r.Denom(), big.NewInt(2))))
}

// randomSheet has zones A to F and sometimes anywhere, with brackets that meet, and
// prefixes that begin with one another.
func randomSheet(r *rand.Rand, prefixes int) price.Sheet {
	s := price.Sheet{Divisor: []int64{0, 5000, 6000, 8000}[r.IntN(4)], Step: []int64{0, 100, 500, 1000}[r.IntN(4)], MinWeight: r.Int64N(800), MinCharge: r.Int64N(3000)}
	zones := []string{"A", "B", "C", "D", "E", "F", price.Anywhere}[:6+r.IntN(2)]
	for _, zone := range zones {
		from := int64(0)
		for range 1 + r.IntN(4) {
			to := from + 500*(1+r.Int64N(30))
			s.Rates = append(s.Rates, price.Rate{
				Zone: zone, From: from, To: to, First: 1 + r.Int64N(1000), FirstPrice: r.Int64N(9000),
				Step: 100 + r.Int64N(900), StepPrice: r.Int64N(4000),
			})
			from = to
		}
	}
	r.Shuffle(len(s.Rates), func(i, k int) { s.Rates[i], s.Rates[k] = s.Rates[k], s.Rates[i] })
	seen := map[string]bool{}
	for range prefixes {
		z := price.Zone{Kind: price.Kind(r.IntN(3)), Prefix: digits(r, 1+r.IntN(6)), Zone: zones[r.IntN(6)]}
		if key := fmt.Sprint(z.Kind, z.Prefix); !seen[key] {
			seen[key] = true
			s.Zones = append(s.Zones, z)
		}
	}
	for range r.IntN(5) {
		s.Surcharges = append(s.Surcharges, price.Surcharge{
			Name: "S", Basis: price.Basis(r.IntN(3)), Value: r.Int64N(2500),
			Zone: []string{"", "", "A", "B"}[r.IntN(4)], From: r.Int64N(5000),
		})
	}
	return s
}

func randomParcel(r *rand.Rand) price.Parcel {
	gross := r.Int64N(40_000)
	if r.IntN(3) == 0 {
		gross = 500 * r.Int64N(80) // on the edge of a bracket
	}
	return price.Parcel{
		Zip: digits(r, r.IntN(7)), City: digits(r, r.IntN(4)), Country: digits(r, r.IntN(3)), Gross: gross, Pieces: 1 + r.Int64N(3),
		Length: r.Int64N(600), Width: r.Int64N(500), Height: r.Int64N(400),
	}
}

func digits(r *rand.Rand, n int) string {
	var b strings.Builder
	for range n {
		b.WriteByte(byte('0' + r.IntN(4)))
	}
	return b.String()
}

// BenchmarkQuote asks a sheet of 50,000 zone rows.
func BenchmarkQuote(b *testing.B) {
	r := rand.New(rand.NewPCG(1, 2))
	s := randomSheet(r, 0)
	for i := range 50_000 {
		s.Zones = append(s.Zones, price.Zone{Prefix: fmt.Sprintf("%05d", i), Zone: []string{"A", "B", "C"}[i%3]})
	}
	table, err := price.Compile(s)
	if err != nil {
		b.Fatal(err)
	}
	parcels := make([]price.Parcel, 1024)
	for i := range parcels {
		parcels[i] = randomParcel(r)
		parcels[i].Zip = fmt.Sprintf("%06d", r.IntN(600_000))
	}
	b.ReportAllocs()
	for i := 0; b.Loop(); i++ {
		table.Quote(parcels[i%len(parcels)])
	}
	b.ReportMetric(float64(b.N)/b.Elapsed().Seconds(), "quotes/s")
}
