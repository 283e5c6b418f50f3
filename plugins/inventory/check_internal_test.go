package inventory

import (
	"testing"

	"github.com/shopspring/decimal"

	"github.com/wareloom/wareloom/engine/fault"
	"github.com/wareloom/wareloom/plugins/inventory/contract"
)

// TestAMovementMakesSenseOrIsRefused before anything is locked.
func TestAMovementMakesSenseOrIsRefused(t *testing.T) {
	t.Parallel()
	qty := func(text string) func(*contract.Move, *posting) {
		return func(m *contract.Move, _ *posting) { m.Qty = decimal.RequireFromString(text) }
	}
	at := func(position int64, change func(*place)) func(*contract.Move, *posting) {
		return func(_ *contract.Move, p *posting) { change(p.places[position]) }
	}
	for _, tt := range []struct {
		name   string
		change []func(*contract.Move, *posting)
		want   string // "" for none
	}{
		{"as it should be", nil, ""},
		{"a thousandth", []func(*contract.Move, *posting){qty("0.001")}, ""},
		{"finer than a thousandth", []func(*contract.Move, *posting){qty("0.0001")}, "stock.bad_qty"},
		{"nothing", []func(*contract.Move, *posting){qty("0")}, "stock.bad_qty"},
		{"less than nothing", []func(*contract.Move, *posting){qty("-1")}, "stock.bad_qty"},
		{"of another owner", []func(*contract.Move, *posting){func(m *contract.Move, _ *posting) { m.Goods.ConsignorID = 2 }}, "stock.not_the_owner"},
		{"without its lot", []func(*contract.Move, *posting){func(_ *contract.Move, p *posting) { p.goods[1].LotCtl = true }}, "stock.lot_needed"},
		{"too few numbers", []func(*contract.Move, *posting){func(m *contract.Move, p *posting) { p.goods[1].SerialCtl, m.Serials = true, []string{"S1", "S2"} }}, "stock.serial_needed"},
		{"as many numbers as pieces", []func(*contract.Move, *posting){func(m *contract.Move, p *posting) { p.goods[1].SerialCtl, m.Serials = true, []string{"S1", "S2", "S3"} }}, ""},
		{"into another building", []func(*contract.Move, *posting){at(2, func(p *place) { p.WarehouseID = 2 })}, "stock.other_warehouse"},
		{"out of a building, on the road", []func(*contract.Move, *posting){at(2, func(p *place) { p.WarehouseID = 2 }), func(m *contract.Move, _ *posting) { m.Code = contract.TransferOut }}, ""},
		{"out of a frozen place", []func(*contract.Move, *posting){at(1, func(p *place) { p.Status = "frozen" })}, "stock.position_closed"},
		{"out of one that only takes in", []func(*contract.Move, *posting){at(1, func(p *place) { p.Status = "no_out" })}, "stock.position_closed"},
		{"out of one that only gives out", []func(*contract.Move, *posting){at(1, func(p *place) { p.Status = "no_in" })}, ""},
		{"into a frozen place", []func(*contract.Move, *posting){at(2, func(p *place) { p.Status = "frozen" })}, "stock.position_closed"},
		{"back out of a place that was closed since", []func(*contract.Move, *posting){at(1, func(p *place) { p.Status = "frozen" }), func(m *contract.Move, _ *posting) { m.ReverseOf = 7 }}, ""},
		{"into another owner's area", []func(*contract.Move, *posting){at(2, func(p *place) { p.AreaConsignor.Int64, p.AreaConsignor.Valid = 2, true })}, "stock.area_of_other"},
		{"back into an area that is another's since", []func(*contract.Move, *posting){at(2, func(p *place) { p.AreaConsignor.Int64, p.AreaConsignor.Valid = 2, true }), func(m *contract.Move, _ *posting) { m.ReverseOf = 7 }}, "stock.area_of_other"},
		{"into an area of other types", []func(*contract.Move, *posting){at(2, func(p *place) { p.AreaTypes.String, p.AreaTypes.Valid = "[4]", true })}, "stock.area_of_types"},
	} {
		p := &posting{places: somewhere(), goods: map[int64]*goods{1: {ID: 1, SKU: "P1", ConsignorID: 1}}}
		m := fromTo(contract.Putaway, 1, 2)
		for _, change := range tt.change {
			change(m, p)
		}
		if err := p.checkMove(m); tt.want == "" && err != nil || tt.want != "" && !fault.IsKey(err, tt.want) {
			t.Errorf("%s: %v, want %q", tt.name, err, tt.want)
		}
	}
}

// TestAMovementTakesFreeStockOrItsReservation: never what is kept for others.
func TestAMovementTakesFreeStockOrItsReservation(t *testing.T) {
	t.Parallel()
	for _, tt := range []struct {
		name  string
		qty   int
		of    int64 // reservation; 0 for none
		want  string
		kept  int // reserved afterwards
		taken int // of the reservation
	}{
		{"free", 6, 0, "", 4, 0},
		{"more than is free", 7, 0, "stock.reserved", 4, 0},
		{"more than lies there", 11, 0, "stock.not_enough", 4, 0},
		{"reserved", 3, 21, "", 1, 3},
		{"all that is reserved", 4, 21, "", 0, 4},
		{"more than is reserved", 5, 21, "stock.reservation_gone", 4, 0},
		{"a reservation of other stock", 1, 22, "stock.reservation_gone", 4, 0},
		{"a reservation that is gone", 1, 23, "stock.reservation_gone", 4, 0},
	} {
		own, other := active(4, 0), active(4, 0)
		own.QuantID, other.QuantID = 11, 12
		p := &posting{places: somewhere(), goods: map[int64]*goods{1: {ID: 1, SKU: "P1", ConsignorID: 1}}, reserved: map[int64]*reservation{21: own, 22: other}}
		q := &quant{ID: 11, OnHand: contract.Pieces(10), Reserved: contract.Pieces(4)}
		m := fromTo(contract.Pick, 1, 2)
		m.Qty, m.ReservationID = decimal.NewFromInt(int64(tt.qty)), tt.of
		err := p.mustHave(m, q, contract.Pieces(tt.qty))
		if tt.want == "" && err != nil || tt.want != "" && !fault.IsKey(err, tt.want) {
			t.Errorf("%s: %v, want %q", tt.name, err, tt.want)
		}
		if q.Reserved != contract.Pieces(tt.kept) || own.Consumed != contract.Pieces(tt.taken) {
			t.Errorf("%s: %s reserved, %s consumed", tt.name, q.Reserved.Text(), own.Consumed.Text())
		}
	}
}

// TestWhoseStockBecameFree: the owners to whose bins goods came, each once; staging places
// serve nobody.
func TestWhoseStockBecameFree(t *testing.T) {
	t.Parallel()
	p := &posting{places: somewhere()}
	p.places[3] = bin(func(p *place) { p.ID, p.Use = 3, contract.UseStagingIn })
	theirs := contract.Goods{ConsignorID: 2, ProductID: 2, Quality: "ZP"}
	sold := fromTo(contract.ChangeOwner, 1, 1)
	sold.Into = &theirs
	staged := fromTo(contract.Receipt, 9, 3)
	staged.Goods.ConsignorID = 3 // his goods come no further
	for _, m := range []*contract.Move{staged, fromTo(contract.Receipt, 9, 3), fromTo(contract.Putaway, 3, 1), fromTo(contract.Putaway, 3, 2), fromTo(contract.Ship, 1, 9), sold} {
		p.moves = append(p.moves, *m)
	}
	got := p.brought()
	if len(got) != 2 || got[0] != (contract.Owned{WarehouseID: 1, ConsignorID: 1}) || got[1] != (contract.Owned{WarehouseID: 1, ConsignorID: 2}) {
		t.Errorf("stock became free of %+v", got)
	}
}
