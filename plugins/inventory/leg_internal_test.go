package inventory

import (
	"testing"

	"github.com/shopspring/decimal"

	"github.com/wareloom/wareloom/plugins/inventory/contract"
)

// Places of a posting: 1 and 2 are bins, 9 is outside the building.
func somewhere() map[int64]*place {
	second, outside := bin(), bin()
	second.ID, outside.ID, outside.Use = 2, 9, contract.UseCustomer
	return map[int64]*place{1: bin(), 2: second, 9: outside}
}

func fromTo(code string, from, to int64) *contract.Move {
	return &contract.Move{
		Code: code, From: contract.Place{PositionID: from}, To: contract.Place{PositionID: to}, Qty: decimal.NewFromInt(3),
		Goods: contract.Goods{ConsignorID: 1, ProductID: 1, Quality: "ZP"},
	}
}

// TestAMovementCountsOnceInFigures: where the goods are in the building or, between two places
// there, where they came to; what is taken back counts against it.
func TestAMovementCountsOnceInFigures(t *testing.T) {
	t.Parallel()
	const none = "-"
	for _, tt := range []struct {
		name     string
		code     string
		from, to int64
		reverse  bool
		out, in  string // what each leg adds to figures, in pieces and lines
	}{
		{"goods come", contract.Receipt, 9, 1, false, none, "3 1"},
		{"goods come and go back", contract.Receipt, 1, 9, true, "-3 -1", none},
		{"goods leave", contract.Ship, 1, 9, false, "3 1", none},
		{"goods leave and come back", contract.Ship, 9, 1, true, none, "-3 -1"},
		{"goods are moved", contract.Putaway, 1, 2, false, none, "3 1"},
		{"goods are moved back", contract.Putaway, 2, 1, true, "-3 -1", none},
		{"goods are counted too many", contract.CountDiff, 9, 1, false, none, "3 1"},
		{"goods are counted too few", contract.CountDiff, 1, 9, false, "-3 1", none},
		{"packing material is used", contract.Material, 1, 9, false, "3 1", none},
	} {
		p := &posting{places: somewhere()}
		ends := map[int64]*quant{1: {ID: 11, OnHand: contract.Pieces(8), Seq: 4}, 2: {ID: 12, OnHand: contract.Pieces(3), Seq: 1}}
		m := fromTo(tt.code, tt.from, tt.to)
		if tt.reverse {
			m.ReverseOf = 77
		}
		p.addLegs(m, 100, contract.Pieces(3), "2026-01-01", ends[tt.from], ends[tt.to])
		for i, want := range []string{tt.out, tt.in} {
			got := none
			if n, counts := p.legs[i].netQty().(contract.Qty); counts {
				got = n.Text() + " " + decimal.NewFromInt(int64(p.legs[i].netLines().(int))).String()
			}
			if got != want {
				t.Errorf("%s: leg %d adds %s, want %s", tt.name, i+1, got, want)
			}
		}
	}
}

// TestBothLegsSayWhatIsLeft: the two of them sum up to nothing, each with the balance behind
// it, also where goods change within one place.
func TestBothLegsSayWhatIsLeft(t *testing.T) {
	t.Parallel()
	p := &posting{places: somewhere()}
	from, to := &quant{ID: 11, OnHand: contract.Pieces(5), Seq: 4}, &quant{ID: 12, OnHand: contract.Pieces(9), Seq: 7}
	p.addLegs(fromTo(contract.Putaway, 1, 2), 100, contract.Pieces(3), "2026-01-01", from, to)
	out, in := p.legs[0], p.legs[1]
	if out.qty+in.qty != 0 || out.balance != contract.Pieces(5) || in.balance != contract.Pieces(9) || out.seq != 4 || in.seq != 7 || out.moveNo != in.moveNo {
		t.Errorf("legs %+v and %+v", out, in)
	}
	p.legs = nil
	p.addLegs(fromTo(contract.PutBack, 1, 1), 101, contract.Pieces(3), "2026-01-01", from, from) // 5 lay there, 2 meanwhile
	if out, in = p.legs[0], p.legs[1]; out.balance != contract.Pieces(2) || in.balance != contract.Pieces(5) || out.seq != 3 || in.seq != 4 {
		t.Errorf("in one place: legs %+v and %+v", out, in)
	}
	p.legs = nil
	p.addLegs(fromTo(contract.Ship, 1, 9), 102, contract.Pieces(3), "2026-01-01", from, nil)
	if in = p.legs[1]; balanceOf(&in) != nil || seqOf(&in) != nil || in.quantID != 0 {
		t.Errorf("outside the building the leg says a balance: %+v", in)
	}
}

func TestGoodsArriveAsWhatTheyBecome(t *testing.T) {
	t.Parallel()
	p := &posting{places: somewhere()}
	m := fromTo(contract.ChangeGoods, 1, 1)
	bad := m.Goods
	bad.Quality = "CC"
	m.Into = &bad
	p.addLegs(m, 100, contract.Pieces(1), "2026-01-01", &quant{ID: 11}, &quant{ID: 12})
	if p.legs[0].goods.Quality != "ZP" || p.legs[1].goods.Quality != "CC" {
		t.Errorf("the legs are of %+v and %+v", p.legs[0].goods, p.legs[1].goods)
	}
}

func TestACostIsKeptWhereItIsTold(t *testing.T) {
	t.Parallel()
	m := fromTo(contract.Receipt, 9, 1)
	if costOf(m) != nil {
		t.Error("an untold cost is kept as a number")
	}
	if m.UnitCost = decimal.NewNullDecimal(decimal.RequireFromString("2.5")); costOf(m) != int64(25000) {
		t.Errorf("2.5 is kept as %v", costOf(m))
	}
	if m.UnitCost = decimal.NewNullDecimal(decimal.Zero); costOf(m) != int64(0) {
		t.Errorf("goods that cost nothing are kept as %v", costOf(m))
	}
}
