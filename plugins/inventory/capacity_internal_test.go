package inventory

import (
	"database/sql"
	"testing"

	"github.com/shopspring/decimal"

	"github.com/wareloom/wareloom/engine/fault"
	"github.com/wareloom/wareloom/engine/plugin"
	"github.com/wareloom/wareloom/plugins/inventory/contract"
)

// weighs is pieces of a kind: kilograms, and centimetres of equal sides, of one.
func weighs(kilos, side string) size {
	cm := contract.PieceSide(0)
	if side != "" {
		cm = contract.PieceSide(plugin.Fix[twoDigits](decimal.RequireFromString(side)))
	}
	kg := contract.PieceWeight(plugin.Fix[fourDigits](decimal.RequireFromString(kilos)))
	return size{Weight: kg, Length: cm, Width: cm, Height: cm}
}

// As the tables keep sides and weights of a piece.
type (
	twoDigits  struct{}
	fourDigits struct{}
)

func (twoDigits) Digits() int32  { return 2 }
func (fourDigits) Digits() int32 { return 4 }

func kilos(n string) func(*place) {
	return func(p *place) {
		p.MaxWeight = sql.Null[contract.Load]{V: contract.LoadOf(decimal.RequireFromString(n)), Valid: true}
	}
}

func litres(n string) func(*place) {
	return func(p *place) {
		p.MaxVolume = sql.Null[contract.Room]{V: contract.RoomOf(decimal.RequireFromString(n)), Valid: true}
	}
}

func never(rule func(*place) *sql.NullBool) func(*place) {
	return func(p *place) { *rule(p) = sql.NullBool{Valid: true} }
}

var (
	oneProduct = never(func(p *place) *sql.NullBool { return &p.MixProduct })
	oneLot     = never(func(p *place) *sql.NullBool { return &p.MixLot })
	oneOwner   = never(func(p *place) *sql.NullBool { return &p.MixConsignor })
)

// TestABinHoldsWhatItsRulesAllow: to the gram and the millilitre.
func TestABinHoldsWhatItsRulesAllow(t *testing.T) {
	t.Parallel()
	lie := func(product, lot, owner int64, pieces int, of size) lies {
		return lies{ProductID: product, LotID: lot, ConsignorID: owner, Qty: contract.Pieces(pieces), size: of}
	}
	kilo, gram := weighs("1", "10"), weighs("0.001", "1")
	for _, tt := range []struct {
		name string
		p    *place
		in   []lies
		want string // "" for none
	}{
		{"a bin without rules", bin(), []lies{lie(1, 1, 1, 999, kilo), lie(2, 2, 2, 999, kilo)}, ""},
		{"nothing in a bin of nothing", bin(kilos("0")), nil, ""},
		{"as heavy as it may be", bin(kilos("5")), []lies{lie(1, 0, 1, 5, kilo)}, ""},
		{"a gram more", bin(kilos("5")), []lies{lie(1, 0, 1, 5, kilo), lie(2, 0, 1, 1, gram)}, "stock.capacity"},
		{"as large as it may be", bin(litres("5")), []lies{lie(1, 0, 1, 5, kilo)}, ""},
		{"a millilitre more", bin(litres("5")), []lies{lie(1, 0, 1, 5, kilo), lie(2, 0, 1, 1, gram)}, "stock.capacity"},
		{"light, but too large", bin(kilos("50"), litres("1")), []lies{lie(1, 0, 1, 2, kilo)}, "stock.capacity"},
		{"nobody said what it weighs", bin(kilos("1")), []lies{lie(1, 0, 1, 999, size{})}, ""},
		{"one product of several lots", bin(oneProduct), []lies{lie(1, 1, 1, 1, kilo), lie(1, 2, 1, 1, kilo)}, ""},
		{"two products", bin(oneProduct), []lies{lie(1, 0, 1, 1, kilo), lie(2, 0, 1, 1, kilo)}, "stock.mix"},
		{"two lots", bin(oneLot), []lies{lie(1, 1, 1, 1, kilo), lie(1, 2, 1, 1, kilo)}, "stock.mix"},
		{"a lot and goods without one", bin(oneLot), []lies{lie(1, 1, 1, 1, kilo), lie(2, 0, 1, 1, kilo)}, "stock.mix"},
		{"two owners", bin(oneOwner), []lies{lie(1, 0, 1, 1, kilo), lie(2, 0, 2, 1, kilo)}, "stock.mix"},
		{"one owner with several goods", bin(oneOwner), []lies{lie(1, 0, 1, 1, kilo), lie(2, 0, 1, 1, kilo)}, ""},
	} {
		c := newContent()
		for _, l := range tt.in {
			c.add(l)
		}
		err := tt.p.holds(c)
		if tt.want == "" && err != nil || tt.want != "" && !fault.IsKey(err, tt.want) {
			t.Errorf("%s: %v, want %q", tt.name, err, tt.want)
		}
		if tt.want != "" && !tt.p.limited() {
			t.Errorf("%s: the bin is not looked at when goods come", tt.name)
		}
	}
	if bin().limited() {
		t.Error("a bin without rules is looked at")
	}
}

// TestWithMoreGoodsAContentIsAnother: trying them leaves what lies there as it was.
func TestWithMoreGoodsAContentIsAnother(t *testing.T) {
	t.Parallel()
	c := newContent()
	c.add(lies{ProductID: 1, ConsignorID: 1, Qty: contract.Pieces(2), size: weighs("1.5", "10")})
	more := c.with(lies{ProductID: 2, ConsignorID: 1, LotID: 7, Qty: contract.Pieces(1), size: weighs("0.5", "20")})
	if got := more.String(); got != "2 products, 2 lots, 1 consignors, 3.5 kg, 10 l" {
		t.Errorf("with more: %s", got)
	}
	if got := c.String(); got != "1 products, 1 lots, 1 consignors, 3 kg, 2 l" {
		t.Errorf("without: %s", got)
	}
}

// TestABinIsFilledWithWholePieces: as many as its room takes, none where there is none.
func TestABinIsFilledWithWholePieces(t *testing.T) {
	t.Parallel()
	for _, tt := range []struct{ qty, room, piece, want string }{
		{"10", "100", "1", "10"},   // all
		{"10", "10", "1", "10"},    // just all
		{"10", "9.9", "1", "9"},    // a piece is not cut
		{"10", "7", "2.5", "2"},    //
		{"10", "2", "2.5", "0"},    // not one
		{"10", "-3", "2.5", "0"},   // it is overfull
		{"10", "0", "2.5", "0"},    // it is full
		{"10", "0", "0", "10"},     // what weighs nothing, or nobody said
		{"2.5", "2.2", "1", "2"},   // a quantity with digits
		{"2.5", "2.5", "1", "2.5"}, //
	} {
		d := decimal.RequireFromString
		if got := most(d(tt.qty), d(tt.room), d(tt.piece)); !got.Equal(d(tt.want)) {
			t.Errorf("of %s with room for %s of %s each go %s, want %s", tt.qty, tt.room, tt.piece, got, tt.want)
		}
	}
}

// TestAProposalFitsWhatTheScanTakes: no bin is named that refuses the goods.
func TestAProposalFitsWhatTheScanTakes(t *testing.T) {
	t.Parallel()
	p := &proposal{
		wish:  contract.Wish{Goods: contract.Goods{ConsignorID: 1, ProductID: 1, LotID: 1, Quality: "ZP"}, Qty: decimal.NewFromInt(10)},
		goods: &goods{ID: 1, SKU: "P1", TypeID: sql.NullInt64{Int64: 3, Valid: true}, size: weighs("1", "10")}, types: typeTree{3: 0},
	}
	other := newContent()
	other.add(lies{ProductID: 2, LotID: 2, ConsignorID: 2, Qty: contract.Pieces(4), size: weighs("1", "10")})
	for _, tt := range []struct {
		name string
		at   *place
		c    *content
		want int64
	}{
		{"an empty bin", bin(), newContent(), 10},
		{"beside others", bin(), other, 10},
		{"a part by weight", bin(kilos("7.5")), newContent(), 7},
		{"a part by what others leave", bin(kilos("7.5")), other, 3},
		{"a part by volume", bin(kilos("100"), litres("6")), other, 2},
		{"the narrower of both", bin(kilos("5"), litres("8")), newContent(), 5},
		{"full", bin(kilos("4")), other, 0},
		{"no other product", bin(oneProduct), other, 0},
		{"no other lot", bin(oneLot), other, 0},
		{"no other owner", bin(oneOwner), other, 0},
		{"takes nothing in", bin(func(p *place) { p.Status = "no_in" }), newContent(), 0},
		{"of another owner", bin(func(p *place) { p.AreaConsignor = sql.NullInt64{Int64: 9, Valid: true} }), newContent(), 0},
		{"of other types", bin(func(p *place) { p.AreaTypes = sql.NullString{String: "[4]", Valid: true} }), newContent(), 0},
	} {
		if got := p.fits(tt.at, tt.c); !got.Equal(decimal.NewFromInt(tt.want)) {
			t.Errorf("%s takes %s, want %d", tt.name, got, tt.want)
		}
	}
}
