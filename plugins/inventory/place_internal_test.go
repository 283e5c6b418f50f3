package inventory

import (
	"database/sql"
	"testing"
	"time"

	"github.com/wareloom/wareloom/engine/fault"
	"github.com/wareloom/wareloom/plugins/inventory/contract"
)

func bin(more ...func(*place)) *place {
	p := &place{ID: 1, WarehouseID: 1, Code: "A-01", Use: contract.UseBin, Status: "normal"}
	for _, change := range more {
		change(p)
	}
	return p
}

// TestAClosedPositionSaysWhichWay: goods outside the building are asked no such thing.
func TestAClosedPositionSaysWhichWay(t *testing.T) {
	t.Parallel()
	for _, tt := range []struct {
		use, status string
		takes       bool
		gives       bool
	}{
		{contract.UseBin, "normal", true, true},
		{contract.UseBin, "no_in", false, true},
		{contract.UseBin, "no_out", true, false},
		{contract.UseBin, "frozen", false, false},
		{contract.UseTote, "frozen", false, false},
		{contract.UseVendor, "frozen", true, true},
		{contract.UseInTransit, "no_in", true, true},
	} {
		p := bin(func(p *place) { p.Use, p.Status = tt.use, tt.status })
		takes, gives := p.mustTake(), p.mustGive()
		if (takes == nil) != tt.takes || (gives == nil) != tt.gives {
			t.Errorf("%s that is %s: takes %v, gives %v", tt.use, tt.status, takes, gives)
		}
		for _, err := range []error{takes, gives} {
			if err != nil && (!fault.IsKey(err, "stock.position_closed") || fault.CodeOf(err) != fault.Conflict) {
				t.Errorf("refused with %v", err)
			}
		}
	}
}

func TestAnAreaIsForItsOwner(t *testing.T) {
	t.Parallel()
	of := func(owner int64) func(*place) {
		return func(p *place) { p.AreaConsignor = sql.NullInt64{Int64: owner, Valid: true} }
	}
	for _, tt := range []struct {
		name string
		p    *place
		ok   bool
	}{
		{"an area for all", bin(), true},
		{"his own", bin(of(4)), true},
		{"another's", bin(of(5)), false},
		{"outside the building", bin(of(5), func(p *place) { p.Use = contract.UseCustomer }), true},
	} {
		if err := tt.p.mustSuit(contract.Goods{ConsignorID: 4}); (err == nil) != tt.ok || err != nil && !fault.IsKey(err, "stock.area_of_other") {
			t.Errorf("%s: %v", tt.name, err)
		}
	}
}

// TestAnAreaIsForTypesAndThoseBelow: a type stands for those below it, a tree in a ring ends,
// and only bins ask.
func TestAnAreaIsForTypesAndThoseBelow(t *testing.T) {
	t.Parallel()
	tree := typeTree{1: 0, 2: 1, 3: 2, 8: 9, 9: 8}
	for _, tt := range []struct {
		name, types string
		of          int64
		use         string
		ok          bool
	}{
		{"an area for all", "", 3, contract.UseBin, true},
		{"an empty list is for all", "[]", 3, contract.UseBin, true},
		{"the type", "[3]", 3, contract.UseBin, true},
		{"the type above", "[2]", 3, contract.UseBin, true},
		{"the type at the root", "[7,1]", 3, contract.UseBin, true},
		{"a type below", "[3]", 2, contract.UseBin, false},
		{"another type", "[7]", 3, contract.UseBin, false},
		{"goods without a type", "[1]", 0, contract.UseBin, false},
		{"types in a ring", "[1]", 8, contract.UseBin, false},
		{"a staging place", "[7]", 3, contract.UseStagingIn, true},
	} {
		p := bin(func(p *place) { p.AreaTypes, p.Use = sql.NullString{String: tt.types, Valid: tt.types != ""}, tt.use })
		g := &goods{SKU: "P1", TypeID: sql.NullInt64{Int64: tt.of, Valid: tt.of != 0}}
		if err := p.mustKeep(g, tree); (err == nil) != tt.ok || err != nil && !fault.IsKey(err, "stock.area_of_types") {
			t.Errorf("%s: %v", tt.name, err)
		}
	}
}

// TestADayBeginsWhereTheWarehouseIs, and in a zone that nobody knows with that of the world.
func TestADayBeginsWhereTheWarehouseIs(t *testing.T) {
	t.Parallel()
	now := time.Date(2026, 3, 1, 20, 0, 0, 0, time.UTC)
	for zone, want := range map[string]string{"Asia/Shanghai": "2026-03-02", "America/Lima": "2026-03-01", "Pacific/Kiritimati": "2026-03-02", "Nowhere": "2026-03-01", "": "2026-03-01"} {
		p := bin(func(p *place) { p.TimeZone = sql.NullString{String: zone, Valid: true} })
		if got := p.today(now); got != want {
			t.Errorf("in %q it is %s, want %s", zone, got, want)
		}
	}
}
