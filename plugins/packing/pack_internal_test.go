package packing

import (
	"database/sql"
	"slices"
	"testing"

	"github.com/shopspring/decimal"

	"github.com/wareloom/wareloom/engine/plugin"
	"github.com/wareloom/wareloom/plugins/inventory/contract"
)

// TestWhatIsPackedLeavesWhereItWasPicked: each pile from its own tote, for its own line, with
// its own numbers.
func TestWhatIsPackedLeavesWhereItWasPicked(t *testing.T) {
	t.Parallel()
	first, second := has(1, 1, 2), has(2, 2, 3)
	first.PositionID, first.LpnID = 30, sql.NullInt64{Int64: 5, Valid: true}
	second.PositionID, second.LotID = 31, sql.NullInt64{Int64: 6, Valid: true}
	moves := packMoves(&order{ID: 7, ConsignorID: 4}, []item{first, second}, 40, map[int][]string{0: {"S1", "S2"}})
	if len(moves) != 2 {
		t.Fatalf("moved are %+v", moves)
	}
	for i, want := range []contract.Move{
		{Doc: contract.Doc{Type: "sale_order", ID: 7, LineID: 1}, Goods: contract.Goods{ConsignorID: 4, ProductID: 1, Quality: "ZP"}, From: contract.Place{PositionID: 30, LpnID: 5}, Qty: decimal.NewFromInt(2), Serials: []string{"S1", "S2"}},
		{Doc: contract.Doc{Type: "sale_order", ID: 7, LineID: 2}, Goods: contract.Goods{ConsignorID: 4, ProductID: 2, LotID: 6, Quality: "ZP"}, From: contract.Place{PositionID: 31}, Qty: decimal.NewFromInt(3)},
	} {
		got := moves[i]
		if got.Code != contract.Pack || got.Doc != want.Doc || got.Goods != want.Goods || got.From != want.From || got.To != (contract.Place{PositionID: 40}) || !got.Qty.Equal(want.Qty) || !slices.Equal(got.Serials, want.Serials) {
			t.Errorf("the %d. is moved as %+v", i+1, got)
		}
	}
}

func TestALineOfAPackageSaysLotAndNumbersWhereThereAre(t *testing.T) {
	t.Parallel()
	plain := lineOf(has(1, 1, 2), nil)
	if _, lot := plain["lot_id"]; lot || plain["serials"] != nil || plugin.Decimal(plain, "qty").String() != "2" {
		t.Errorf("plain goods are written as %v", plain)
	}
	of := has(1, 1, 1)
	of.LotID = sql.NullInt64{Int64: 6, Valid: true}
	if row := lineOf(of, []string{"S1"}); row["lot_id"] != int64(6) || row["serials"] == nil {
		t.Errorf("goods of a lot are written as %v", row)
	}
}

// TestANumberIsOfThePileInWhichItLies: place, container, lot and quality.
func TestANumberIsOfThePileInWhichItLies(t *testing.T) {
	t.Parallel()
	it := has(1, 1, 1)
	it.PositionID, it.LpnID, it.LotID = 30, sql.NullInt64{Int64: 5, Valid: true}, sql.NullInt64{Int64: 6, Valid: true}
	same := spot{No: "S1", PositionID: 30, LpnID: 5, LotID: 6, Quality: "ZP"}
	if !same.in(&it) {
		t.Errorf("%+v does not lie in %+v", same, it)
	}
	for name, change := range map[string]func(*spot){
		"place": func(s *spot) { s.PositionID = 31 }, "container": func(s *spot) { s.LpnID = 0 }, "lot": func(s *spot) { s.LotID = 7 }, "quality": func(s *spot) { s.Quality = "CC" },
	} {
		other := same
		if change(&other); other.in(&it) {
			t.Errorf("one of another %s lies in it", name)
		}
	}
}

// TestTheScreenCountsWhatIsLeft in whole pieces, never fewer than there are.
func TestTheScreenCountsWhatIsLeft(t *testing.T) {
	t.Parallel()
	part := has(2, 2, 0)
	part.Qty = contract.QtyOf(decimal.RequireFromString("2.5"))
	view := shown(linesOf([]item{has(1, 1, 3), part}, map[int64]contract.Qty{1: contract.Pieces(3), 2: contract.QtyOf(decimal.RequireFromString("0.7"))}))
	if view.Left != 2 || view.Done != 3 || len(view.List) != 2 || view.List[0].State != "done" || view.List[1].State != "open" || view.List[1].Detail != "0.7 / 2.5" {
		t.Errorf("shown are %+v", view)
	}
	if len(view.Target) != 1 || view.Target[0].Value != "1.8" {
		t.Errorf("big is %+v", view.Target)
	}
	if done := shown(linesOf([]item{has(1, 1, 3)}, map[int64]contract.Qty{1: contract.Pieces(3)})); len(done.Target) != 0 || done.Left != 0 {
		t.Errorf("of a complete order is shown %+v", done)
	}
}

// TestWhatIsNoListHasNoTexts: a field of JSON may hold anything.
func TestWhatIsNoListHasNoTexts(t *testing.T) {
	t.Parallel()
	for name, tt := range map[string]struct {
		value any
		want  []string
	}{"nothing": {nil, nil}, "texts": {[]any{"S1", "S2"}, []string{"S1", "S2"}}, "something else": {"S1", nil}, "mixed": {[]any{1, "S2"}, []string{"S2"}}} {
		if got := texts(tt.value); !slices.Equal(got, tt.want) {
			t.Errorf("%s: %v", name, got)
		}
	}
}
