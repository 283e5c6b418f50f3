package rating

import (
	"errors"
	"testing"

	"github.com/shopspring/decimal"

	"github.com/wareloom/wareloom/engine/fault"
	"github.com/wareloom/wareloom/engine/plugin"
	"github.com/wareloom/wareloom/plugins/rating/contract"
	"github.com/wareloom/wareloom/plugins/rating/price"
)

var num = decimal.RequireFromString

func valid(from, to string) plugin.Row { return plugin.Row{"valid_from": from, "valid_to": to} }

// TestASheetCountsOnItsDays, the first and the last of them included; one without an end goes
// on.
func TestASheetCountsOnItsDays(t *testing.T) {
	t.Parallel()
	for _, tt := range []struct {
		from, to, day string
		want          bool
	}{
		{"2026-01-01", "2026-01-31", "2025-12-31", false},
		{"2026-01-01", "2026-01-31", "2026-01-01", true},
		{"2026-01-01", "2026-01-31", "2026-01-31", true},
		{"2026-01-01", "2026-01-31", "2026-02-01", false},
		{"2026-01-01", "", "2099-12-31", true},
		{"2026-01-01", "", "2025-12-31", false},
	} {
		if got := contract.InForce(valid(tt.from, tt.to), tt.day); got != tt.want {
			t.Errorf("from %s to %q it counts on %s: %v", tt.from, tt.to, tt.day, got)
		}
	}
}

// TestTwoSheetsMeetWhereTheyShareADay, whichever is asked.
func TestTwoSheetsMeetWhereTheyShareADay(t *testing.T) {
	t.Parallel()
	for _, tt := range []struct {
		a, b [2]string
		want bool
	}{
		{[2]string{"2026-01-01", "2026-01-31"}, [2]string{"2026-02-01", ""}, false},
		{[2]string{"2026-01-01", "2026-02-01"}, [2]string{"2026-02-01", ""}, true},
		{[2]string{"2026-01-01", ""}, [2]string{"2027-01-01", "2027-02-01"}, true},
		{[2]string{"2026-01-01", "2026-12-31"}, [2]string{"2026-03-01", "2026-03-02"}, true},
		{[2]string{"2026-01-01", ""}, [2]string{"2026-01-01", ""}, true},
	} {
		a, b := valid(tt.a[0], tt.a[1]), valid(tt.b[0], tt.b[1])
		if meet(a, b) != tt.want || meet(b, a) != tt.want {
			t.Errorf("%v and %v meet: %v and %v", tt.a, tt.b, meet(a, b), meet(b, a))
		}
	}
}

// TestASheetSaysItsFiguresElseItsPort: one that is 0 is said.
func TestASheetSaysItsFiguresElseItsPort(t *testing.T) {
	t.Parallel()
	port := plugin.Row{"vol_ratio": int64(6000)}
	for name, tt := range map[string]struct {
		head plugin.Row
		want int64
	}{"its own": {plugin.Row{"vol_ratio": int64(5000)}, 5000}, "none": {plugin.Row{"vol_ratio": int64(0)}, 0}, "nothing": {plugin.Row{}, 6000}} {
		if got := plugin.Int(own(tt.head, port, "vol_ratio"), "vol_ratio"); got != tt.want {
			t.Errorf("a sheet that says %s reckons by %d", name, got)
		}
	}
}

// TestLinesAreCountedInGramsAndCents.
func TestLinesAreCountedInGramsAndCents(t *testing.T) {
	t.Parallel()
	r := rateOf(plugin.Row{"zone": "*", "weight_from": num("0"), "weight_to": num("5"), "first_weight": num("0.5"), "first_price": num("40.25"), "step_weight": num("0.1"), "step_price": num("1.5"), "first_cost": num("30"), "cost": num("1")})
	if want := (price.Rate{Zone: "*", To: 5000, First: 500, FirstPrice: 4025, FirstCost: 3000, Step: 100, StepPrice: 150, StepCost: 100}); r != want {
		t.Errorf("the rate is %+v, want %+v", r, want)
	}
	for basis, want := range map[string]price.Basis{"fixed": price.Fixed, "per_kg": price.PerKilo, "percent": price.Percent} {
		if s := surchargeOf(plugin.Row{"surcharge_basis": basis, "value": num("10.5")}); s.Basis != want || s.Value != 1050 {
			t.Errorf("a surcharge that is %s is %+v", basis, s)
		}
	}
	for kind, want := range map[string]price.Kind{"postcode": price.Postcode, "city": price.City, "country": price.Country} {
		if z := zoneOf(plugin.Row{"zone_kind": kind, "prefix": "31", "zone": "near"}); z.Kind != want || z.Prefix != "31" || z.Zone != "near" {
			t.Errorf("a zone by %s is %+v", kind, z)
		}
	}
}

// TestAMistakeOfASheetNamesItsLines: zones where it is of a prefix, else rates; another error
// stays what it is.
func TestAMistakeOfASheetNamesItsLines(t *testing.T) {
	t.Parallel()
	for set, m := range map[string]*price.Mistake{"rates": {Kind: "gap", Zone: "near", At: 4000, To: 5000}, "zones": {Kind: "twice", Text: "31"}} {
		f, ok := fault.As(told(m))
		if !ok || f.Code != fault.Invalid || f.Key != "rating."+m.Kind || f.Path != set {
			t.Errorf("%+v is told as %+v on %s", m, f, f.Path)
		}
	}
	if f, _ := fault.As(told(&price.Mistake{Kind: "gap", At: 4000, To: 5000})); f.Params["from"].(decimal.Decimal).String() != "4" {
		t.Errorf("told are %v", f.Params)
	}
	other := errors.New("the database is away")
	if got := told(other); !errors.Is(got, other) || told(nil) != nil {
		t.Errorf("another error is told as %v", got)
	}
}

// TestAParcelIsMeasuredAsItIsCharged: grams are cut, a side that is begun is a whole one, and
// amounts are in hundredths.
func TestAParcelIsMeasuredAsItIsCharged(t *testing.T) {
	t.Parallel()
	if got := contract.Grams(num("1.2349")).Text(); got != "1.234" {
		t.Errorf("1.2349 kg are %s", got)
	}
	for side, want := range map[string]string{"20": "20", "20.01": "20.1", "20.1": "20.1"} {
		if got := contract.Sides(num(side)).Text(); got != want {
			t.Errorf("%s cm are %s, want %s", side, got, want)
		}
	}
	if kilos(1500).String() != "1.5" || money(31240).String() != "312.4" {
		t.Errorf("1500 g are %s kg, 31240 hundredths %s", kilos(1500), money(31240))
	}
	if first, pieces := counted(price.Part{Key: "first", Count: 500}), counted(price.Part{Key: "step", Count: 3}); first.String() != "0.5" || pieces.String() != "3" {
		t.Errorf("of the first weight there are %s, of steps %s", first, pieces)
	}
}
