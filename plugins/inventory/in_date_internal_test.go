package inventory

import (
	"database/sql"
	"testing"
	"time"

	"github.com/wareloom/wareloom/plugins/inventory/contract"
)

// TestGoodsFromOutsideCameToday on the warehouse's day, unless they say their own.
func TestGoodsFromOutsideCameToday(t *testing.T) {
	t.Parallel()
	p := &posting{places: somewhere(), now: time.Date(2026, 3, 1, 20, 0, 0, 0, time.UTC)}
	p.places[1].TimeZone = sql.NullString{String: "Asia/Shanghai", Valid: true}
	m := fromTo(contract.Receipt, 9, 1)
	if got := p.arrival(m); got != "2026-03-02" {
		t.Errorf("goods came on %s, want the day in Shanghai", got)
	}
	if m.InDate = "2025-12-31"; p.arrival(m) != "2025-12-31" {
		t.Errorf("goods that came back are of %s, want their own day", p.arrival(m))
	}
}

// TestTheOldestOfThisPosting is of what came to the quant since it was empty.
func TestTheOldestOfThisPosting(t *testing.T) {
	t.Parallel()
	came := func(quant int64, pieces, left int, since string) leg {
		return leg{quantID: quant, qty: contract.Pieces(pieces), balance: contract.Pieces(left), inDate: since}
	}
	for _, tt := range []struct {
		name    string
		legs    []leg
		want    string
		emptied bool
	}{
		{"nothing came", nil, "", false},
		{"only elsewhere", []leg{came(2, 5, 5, "2020-01-01")}, "", false},
		{"the older of two", []leg{came(1, 5, 5, "2026-02-01"), came(1, 5, 10, "2026-01-01")}, "2026-01-01", false},
		{"what left says nothing", []leg{came(1, 5, 5, "2026-02-01"), came(1, -2, 3, "2020-01-01")}, "2026-02-01", false},
		{"before it was emptied does not count", []leg{came(1, 5, 5, "2020-01-01"), came(1, -5, 0, "2020-01-01"), came(1, 3, 3, "2026-02-01")}, "2026-02-01", true},
		{"what came back says nothing", []leg{came(1, 5, 5, "2026-02-01"), {quantID: 1, qty: contract.Pieces(1), balance: contract.Pieces(6), inDate: "2020-01-01", back: true}}, "2026-02-01", false},
		{"emptied at last", []leg{came(1, 5, 5, "2026-02-01"), came(1, -5, 0, "2026-02-01")}, "", true},
	} {
		p := &posting{legs: tt.legs}
		if got, emptied := p.oldestHere(&quant{ID: 1}); got != day(tt.want) || emptied != tt.emptied {
			t.Errorf("%s: %v, emptied %v; want %q, %v", tt.name, got, emptied, tt.want, tt.emptied)
		}
	}
}

// TestAnEmptiedQuantForgetsItsDate, and what is left of others keeps it.
func TestAnEmptiedQuantForgetsItsDate(t *testing.T) {
	t.Parallel()
	p := &posting{}
	q := &quant{ID: 1, InDate: day("2026-01-01")}
	if err := p.dateRest(t.Context(), fromTo(contract.Ship, 1, 9), q); err != nil || q.InDate.Valid {
		t.Errorf("an empty quant is of %v: %v", q.InDate, err)
	}
	q = &quant{ID: 1, OnHand: contract.Pieces(1), InDate: day("2026-01-01")}
	if err := p.dateRest(t.Context(), fromTo(contract.Ship, 1, 9), q); err != nil || q.InDate != day("2026-01-01") {
		t.Errorf("what is left is of %v: %v", q.InDate, err)
	}
	back := fromTo(contract.Putaway, 1, 2)
	back.ReverseOf, back.InDate = 77, "2026-02-01" // younger than what lies there: it says nothing of the rest
	if err := p.dateRest(t.Context(), back, q); err != nil || q.InDate != day("2026-01-01") {
		t.Errorf("after younger goods went back the rest is of %v: %v", q.InDate, err)
	}
}

func TestTheOlderOfTwoDays(t *testing.T) {
	t.Parallel()
	for _, tt := range [][3]string{{"", "", ""}, {"", "2026-01-01", "2026-01-01"}, {"2026-01-01", "", "2026-01-01"}, {"2026-01-02", "2026-01-01", "2026-01-01"}, {"2026-01-01", "2026-01-02", "2026-01-01"}} {
		if got := older(day(tt[0]), day(tt[1])); got != day(tt[2]) {
			t.Errorf("of %q and %q the older is %v", tt[0], tt[1], got)
		}
	}
}
