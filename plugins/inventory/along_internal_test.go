package inventory

import (
	"database/sql"
	"testing"

	"github.com/wareloom/wareloom/engine/fault"
	"github.com/wareloom/wareloom/plugins/inventory/contract"
)

// moving is a posting that moves goods of which some are reserved.
func moving(kept ...*reservation) (*posting, *contract.Move, *quant) {
	q := &quant{ID: 11, WarehouseID: 1, PositionID: 1, ConsignorID: 1, ProductID: 1, Quality: "ZP", OnHand: contract.Pieces(10)}
	p := &posting{places: somewhere(), goods: map[int64]*goods{1: {ID: 1, SKU: "P1"}}, along: map[quantKey][]*reservation{}}
	for _, r := range kept {
		q.Reserved += r.left()
	}
	p.along[q.key()] = kept
	p.places[2].AreaPicks = sql.NullBool{Bool: true, Valid: true}
	m := fromTo(contract.Transfer, 1, 2)
	m.Along = true
	return p, m, q
}

// TestReservedGoodsMoveAltogether: all that lies there, with all that is reserved of it, and
// only where somebody said so.
func TestReservedGoodsMoveAltogether(t *testing.T) {
	t.Parallel()
	for _, tt := range []struct {
		name   string
		change func(p *posting, m *contract.Move, q *quant)
		qty    int
		want   bool
	}{
		{"all", func(*posting, *contract.Move, *quant) {}, 10, true},
		{"a part", func(*posting, *contract.Move, *quant) {}, 9, false},
		{"nobody said so", func(_ *posting, m *contract.Move, _ *quant) { m.Along = false }, 10, false},
		{"somebody reserved meanwhile", func(_ *posting, _ *contract.Move, q *quant) { q.Reserved += contract.Pieces(1) }, 10, false},
	} {
		p, m, q := moving(active(4, 0), active(5, 2))
		tt.change(p, m, q)
		if got := p.takesAll(m, q, contract.Pieces(tt.qty)); got != tt.want {
			t.Errorf("%s: %v", tt.name, got)
		}
	}
}

// TestReservationsFollowTheirGoods to a place that is picked from, and nowhere else.
func TestReservationsFollowTheirGoods(t *testing.T) {
	t.Parallel()
	first, second := active(4, 0), active(5, 2)
	first.ID, second.ID = 21, 22
	p, m, from := moving(first, second)
	from.OnHand = 0
	to := &quant{ID: 12, OnHand: contract.Pieces(10)}
	if err := p.follow(m, from, to); err != nil {
		t.Fatal(err)
	}
	if from.Reserved != 0 || to.Reserved != contract.Pieces(7) || first.QuantID != 12 || second.QuantID != 12 || !first.changed {
		t.Errorf("reserved are %s here and %s there, of quants %d and %d", from.Reserved.Text(), to.Reserved.Text(), first.QuantID, second.QuantID)
	}
	if len(p.followed) != 2 || p.followed[0] != (contract.Followed{ReservationID: 21, QuantID: 12, PositionID: 2}) {
		t.Errorf("told are %+v", p.followed)
	}
	for _, tt := range []struct {
		name string
		stop func(p *posting, m *contract.Move, to **quant)
	}{
		{"out of the building", func(_ *posting, _ *contract.Move, to **quant) { *to = nil }},
		{"into other goods", func(_ *posting, m *contract.Move, _ **quant) { m.Into = &contract.Goods{} }},
		{"to held stock", func(_ *posting, _ *contract.Move, to **quant) { (*to).HeldAt = sql.NullInt64{Valid: true} }},
		{"to a staging place", func(p *posting, _ *contract.Move, _ **quant) { p.places[2].Use = contract.UseStagingIn }},
		{"where nothing is picked", func(p *posting, _ *contract.Move, _ **quant) { p.places[2].AreaPicks = sql.NullBool{} }},
		{"where nothing is given out", func(p *posting, _ *contract.Move, _ **quant) { p.places[2].Status = "no_out" }},
	} {
		kept := active(4, 0)
		p, m, from := moving(kept)
		from.OnHand = 0
		to := &quant{ID: 12}
		tt.stop(p, m, &to)
		if err := p.follow(m, from, to); !fault.IsKey(err, "stock.along") || kept.QuantID != 0 || from.Reserved != contract.Pieces(4) {
			t.Errorf("%s: %v, the reservation is of quant %d", tt.name, err, kept.QuantID)
		}
	}
}

// TestReservationsStayWithWhatIsLeft: while something lies there, or nothing is reserved.
func TestReservationsStayWithWhatIsLeft(t *testing.T) {
	t.Parallel()
	p, m, from := moving(active(4, 0))
	to := &quant{ID: 12}
	if err := p.follow(m, from, to); err != nil || to.Reserved != 0 || len(p.followed) != 0 {
		t.Errorf("with 10 left: %v, %s reserved there", err, to.Reserved.Text())
	}
	p, m, from = moving()
	from.OnHand = 0
	p.places[2].Use = contract.UseStagingIn
	if err := p.follow(m, from, to); err != nil {
		t.Errorf("nothing is reserved: %v", err)
	}
}
