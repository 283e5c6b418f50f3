package wave

import (
	"database/sql"
	"math"
	"slices"
	"testing"

	"github.com/shopspring/decimal"

	"github.com/wareloom/wareloom/engine/plugin"
	"github.com/wareloom/wareloom/plugins/inventory/contract"
	"github.com/wareloom/wareloom/plugins/picking/routing"
)

type (
	sides   struct{}
	weights struct{}
)

func (sides) Digits() int32   { return 2 }
func (weights) Digits() int32 { return 4 }

// of is a pick of pieces that weigh two and a half kilograms and are ten centimetres a side.
func of(area int64, pieces string) pick {
	side := contract.PieceSide(plugin.Fix[sides](decimal.NewFromInt(10)))
	return pick{
		spot: spot{Area: area}, Qty: contract.QtyOf(decimal.RequireFromString(pieces)), Weight: contract.PieceWeight(plugin.Fix[weights](decimal.RequireFromString("2.5"))),
		Length: side, Width: side, Height: side,
	}
}

func TestAPickWeighsAndMeasuresAllItsPieces(t *testing.T) {
	t.Parallel()
	for pieces, want := range map[string][2]string{"4": {"10", "4"}, "0.5": {"1.25", "0.5"}, "0": {"0", "0"}} {
		p := of(1, pieces)
		if p.weight().String() != want[0] || p.volume().String() != want[1] {
			t.Errorf("%s pieces are %s kg and %s l, want %v", pieces, p.weight(), p.volume(), want)
		}
	}
}

// TestABillIsOfOneOwnerOrOfSeveral.
func TestABillIsOfOneOwnerOrOfSeveral(t *testing.T) {
	t.Parallel()
	for _, tt := range []struct {
		owners []int64
		want   int64
	}{{[]int64{4}, 4}, {[]int64{4, 4, 4}, 4}, {[]int64{4, 5}, 0}, {[]int64{4, 4, 5}, 0}} {
		var b bill
		for _, owner := range tt.owners {
			b.picks = append(b.picks, pick{ConsignorID: owner})
		}
		if got := b.owner(); got != tt.want {
			t.Errorf("a bill of %v is of %d", tt.owners, got)
		}
	}
}

// empty is a house without an area that has coordinates.
func empty(t *testing.T) building {
	t.Helper()
	b, err := routing.NewBuilding(routing.Point{}, nil)
	if err != nil {
		t.Fatal(err)
	}
	return building{Building: b, areas: map[int64]int{}}
}

// TestAnOrderTakesAsManySlotsAsItsVolumeNeeds: one at least, and to the litre.
func TestAnOrderTakesAsManySlotsAsItsVolumeNeeds(t *testing.T) {
	t.Parallel()
	for _, tt := range []struct {
		slot   any // litres; nil for none
		pieces string
		want   int64
	}{
		{nil, "99", 1},
		{decimal.NewFromInt(4), "0", 1},
		{decimal.NewFromInt(4), "3", 1},
		{decimal.NewFromInt(4), "4", 1},
		{decimal.NewFromInt(4), "4.001", 2},
		{decimal.NewFromInt(4), "8", 2},
		{decimal.RequireFromString("0.5"), "3", 6},
	} {
		d := &draft{params: plugin.Row{"slot_volume": tt.slot}, house: empty(t)}
		got := d.order(share{picks: []pick{of(1, tt.pieces)}})
		if got.Slots != tt.want || got.Lines != 1 || got.Units != measure(decimal.RequireFromString(tt.pieces)) {
			t.Errorf("%s litres in slots of %v are %+v, want %d slots", tt.pieces, tt.slot, got, tt.want)
		}
	}
}

func TestLimitsAreMeasuredAsWhatTheyLimit(t *testing.T) {
	t.Parallel()
	d := &draft{params: plugin.Row{"max_orders": int64(3), "max_lines": int64(9), "slots": int64(4), "max_qty": decimal.NewFromInt(4), "max_weight": decimal.NewFromInt(10)}, house: empty(t)}
	limits, full := d.limits(), d.order(share{picks: []pick{of(1, "4")}})
	if limits.Orders != 3 || limits.Lines != 9 || limits.Slots != 4 || limits.Units != full.Units || limits.Weight != full.Weight || limits.Volume != 0 {
		t.Errorf("limits %+v are not those of %+v", limits, full)
	}
}

// TestOrdersAreSharedByAreaWhereThatIsAsked: each area has the part of every order that lies
// in it, with the order's urgency.
func TestOrdersAreSharedByAreaWhereThatIsAsked(t *testing.T) {
	t.Parallel()
	d := &draft{
		orders: []plugin.Row{{"id": int64(1), "priority": int64(5)}, {"id": int64(2)}},
		picks:  map[int64][]pick{1: {of(20, "1"), of(10, "2"), of(20, "3")}, 2: {of(20, "4")}},
	}
	shape := func(groups [][]share) (list [][]int) {
		for _, group := range groups {
			var sizes []int
			for _, s := range group {
				sizes = append(sizes, len(s.picks), int(s.priority))
			}
			list = append(list, sizes)
		}
		return list
	}
	for apart, want := range map[bool][][]int{false: {{3, 5, 1, 0}}, true: {{1, 5}, {2, 5, 1, 0}}} {
		d.params = plugin.Row{"by_area": apart}
		got := shape(d.groups())
		if !slices.EqualFunc(got, want, slices.Equal) {
			t.Errorf("by area %v: picks and priorities %v, want %v", apart, got, want)
		}
	}
}

// TestWhatWasForeseenHoldsWhileNothingChanged: another quantity, place or order is foreseen
// anew.
func TestWhatWasForeseenHoldsWhileNothingChanged(t *testing.T) {
	t.Parallel()
	draftOf := func() *draft {
		return &draft{warehouse: 1, picks: map[int64][]pick{1: {of(10, "2")}, 2: {of(20, "1")}}}
	}
	if !draftOf().holds(draftOf()) {
		t.Error("nothing changed, and it does not hold")
	}
	for name, change := range map[string]func(*draft){
		"another building": func(d *draft) { d.warehouse = 2 }, "another quantity": func(d *draft) { d.picks[1][0].Qty++ }, "another place": func(d *draft) { d.picks[1][0].PositionID = 9 },
		"a reservation more": func(d *draft) { d.picks[2] = append(d.picks[2], of(20, "1")) }, "an order less": func(d *draft) { delete(d.picks, 2) },
	} {
		now := draftOf()
		if change(now); now.holds(draftOf()) {
			t.Errorf("%s: what was foreseen holds", name)
		}
	}
}

// TestAPlaceWithoutASequenceIsPickedLast, and one without coordinates has no place to walk to.
func TestAPlaceWithoutASequenceIsPickedLast(t *testing.T) {
	t.Parallel()
	metre := func(n int64) sql.Null[contract.Metre] {
		return sql.Null[contract.Metre]{V: contract.Metre(n), Valid: true}
	}
	known := spot{X: metre(1500), Y: metre(-250), Sequence: sql.NullInt64{Int64: 7, Valid: true}, Aisle: sql.NullString{String: "3", Valid: true}}.position()
	if known.X != 1.5 || known.Y != -0.25 || known.Sequence != 7 || known.Aisle != "3" || known.Unplaced {
		t.Errorf("the place is %+v", known)
	}
	if bare := (spot{X: metre(1500)}).position(); bare.Sequence != math.MaxInt32 || !bare.Unplaced {
		t.Errorf("a place that nobody placed is %+v", bare)
	}
	if _, stated := (place{metre(0), metre(0)}).point(); !stated {
		t.Error("the origin is no point")
	}
	if _, stated := (place{x: metre(1)}).point(); stated {
		t.Error("half a point is one")
	}
}

// TestAWalkIsToldInMetresAndPercent: past places without coordinates it has no length.
func TestAWalkIsToldInMetresAndPercent(t *testing.T) {
	t.Parallel()
	for _, tt := range []struct{ from, to, want int64 }{{1000, 750, 25}, {3, 2, 33}, {3, 1, 67}, {100, 100, 0}, {0, 50, 0}, {100, 150, -50}} {
		if got := saved(tt.from, tt.to); !got.Equal(decimal.NewFromInt(tt.want)) {
			t.Errorf("%d for %d saves %s %%, want %d", tt.to, tt.from, got, tt.want)
		}
	}
	for length, want := range map[int64]string{0: "0", 1234: "1.23", 1235: "1.24", 100_000: "100"} {
		if got := walked(length); !got.Equal(decimal.RequireFromString(want)) {
			t.Errorf("%d mm are %s m, want %s", length, got, want)
		}
	}
	for kind, want := range map[routing.Kind]string{routing.Exact: "exact", routing.Estimated: "estimated", routing.Sequence: "sequence"} {
		row := walkOf(1500, kind)
		if row["walk_kind"] != want || (row["walk"] == nil) != (kind == routing.Sequence) {
			t.Errorf("a walk that is %s is written as %v", want, row)
		}
	}
}

func TestALotIsWrittenWhereThereIsOne(t *testing.T) {
	t.Parallel()
	if lot(pick{}) != nil || lot(pick{LotID: sql.NullInt64{Int64: 4, Valid: true}}) != int64(4) {
		t.Errorf("lots are written as %v and %v", lot(pick{}), lot(pick{LotID: sql.NullInt64{Int64: 4, Valid: true}}))
	}
}
