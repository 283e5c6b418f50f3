package returns

import (
	"slices"
	"testing"

	"github.com/shopspring/decimal"

	"github.com/wareloom/wareloom/engine/catalog"
	"github.com/wareloom/wareloom/engine/fault"
	"github.com/wareloom/wareloom/engine/plugin"
	"github.com/wareloom/wareloom/plugins/inventory/contract"
)

// TestGoodsComeBackOnTheFirstLineThatSentEnough: nothing comes back that was not sent, and
// who asks for more is told how much may.
func TestGoodsComeBackOnTheFirstLineThatSentEnough(t *testing.T) {
	t.Parallel()
	left := func(pieces ...int) (lines []shippedLine) {
		for i, n := range pieces {
			lines = append(lines, shippedLine{ID: int64(i + 1), Left: contract.Pieces(n)})
		}
		return lines
	}
	for _, tt := range []struct {
		name  string
		lines []shippedLine
		qty   int
		want  int64
		key   string
		max   any
	}{
		{"the only line", left(2), 2, 1, "", nil},
		{"the first of several", left(5, 5), 2, 1, "", nil},
		{"the first that has enough", left(1, 3, 9), 3, 2, "", nil},
		{"none has enough alone", left(1, 2), 3, 0, "returns.too_many", "2"},
		{"all came back before", left(0), 1, 0, "returns.too_many", "0"},
		{"not of that order", nil, 1, 0, "returns.not_in_order", nil},
	} {
		got, err := enough(tt.lines, 10, contract.Pieces(tt.qty))
		if got != tt.want || tt.key == "" && err != nil || tt.key != "" && !fault.IsKey(err, tt.key) {
			t.Errorf("%s: line %d, %v; want %d, %q", tt.name, got, err, tt.want, tt.key)
		}
		if f, refused := fault.As(err); refused && (f.Params["max"] != tt.max || f.Params["line"] != int64(10)) {
			t.Errorf("%s: told %v", tt.name, f.Params)
		}
	}
}

func TestALineSaysWhereItsGoodsGo(t *testing.T) {
	t.Parallel()
	for _, tt := range []struct{ own, asked, want int64 }{{7, 0, 7}, {7, 9, 7}, {0, 9, 9}, {0, 0, 0}} {
		got, err := placeOf(plugin.Row{"line_no": int64(10), "position_id": tt.own}, tt.asked)
		if got != tt.want || (err != nil) != (tt.want == 0) || err != nil && !fault.IsKey(err, "returns.where_to") {
			t.Errorf("its own %d, asked %d: %d, %v", tt.own, tt.asked, got, err)
		}
	}
}

// TestGradedGoodsBecomeWhatTheyAreBeforeTheyAreMoved: what came as it is moves at once.
func TestGradedGoodsBecomeWhatTheyAreBeforeTheyAreMoved(t *testing.T) {
	t.Parallel()
	e := &plugin.EffectEvent{Document: &catalog.Document{Key: "rma"}, Head: plugin.Row{"id": int64(5)}}
	line := plugin.Row{"id": int64(6), "received_qty": decimal.NewFromInt(2), "serials": []any{"S1", "S2"}}
	good := contract.Goods{ConsignorID: 1, ProductID: 2, Quality: "ZP"}
	bad := good
	bad.Quality = "CC"
	same := putBack(e, line, good, good, 30, 40)
	if len(same) != 1 || same[0].Code != contract.Putaway || same[0].Into != nil || same[0].From.PositionID != 30 || same[0].To.PositionID != 40 {
		t.Errorf("what came as it is goes by %+v", same)
	}
	graded := putBack(e, line, good, bad, 30, 40)
	if len(graded) != 2 {
		t.Fatalf("graded goods go by %+v", graded)
	}
	change, move := graded[0], graded[1]
	if change.Code != contract.ChangeGoods || change.Goods != good || *change.Into != bad || change.From != change.To || change.From.PositionID != 30 {
		t.Errorf("they are changed by %+v", change)
	}
	if move.Code != contract.Putaway || move.Goods != bad || move.Into != nil || move.To.PositionID != 40 {
		t.Errorf("and moved by %+v", move)
	}
	for _, m := range graded {
		if !m.Qty.Equal(decimal.NewFromInt(2)) || !slices.Equal(m.Serials, []string{"S1", "S2"}) || m.Doc != (contract.Doc{Type: "rma", ID: 5, LineID: 6}) {
			t.Errorf("%s is of %+v", m.Code, m)
		}
	}
}

func TestSerialsAreTexts(t *testing.T) {
	t.Parallel()
	for name, tt := range map[string]struct {
		value any
		want  []string
	}{"none": {nil, nil}, "two": {[]any{"S1", "S2"}, []string{"S1", "S2"}}, "something else among them": {[]any{"S1", 7, nil}, []string{"S1"}}, "no list": {"S1", nil}} {
		if got := serialsOf(plugin.Row{"serials": tt.value}); !slices.Equal(got, tt.want) {
			t.Errorf("%s: %v", name, got)
		}
	}
}

// TestReceivedLinesAreOnlyGraded: lot, quality and place may change; what came may not.
func TestReceivedLinesAreOnlyGraded(t *testing.T) {
	t.Parallel()
	had := func() plugin.Row {
		return plugin.Row{
			"product_id": int64(1), "unit": "box", "sale_order_line_id": int64(3), "qty": decimal.NewFromInt(2), "received_qty": decimal.NewFromInt(2),
			"quality": "ZP", "lot_no": "L1", "position_id": nil,
		}
	}
	for _, tt := range []struct {
		name   string
		status string
		old    plugin.Row // nil for a line that is added
		field  string
		value  any
		ok     bool
	}{
		{"another quality", "received", had(), "quality", "CC", true},
		{"another lot", "received", had(), "lot_no", "L2", true},
		{"a place", "graded", had(), "position_id", int64(9), true},
		{"the same quantity written otherwise", "received", had(), "qty", decimal.RequireFromString("2.000"), true},
		{"another quantity", "received", had(), "qty", decimal.NewFromInt(3), false},
		{"another product", "received", had(), "product_id", int64(2), false},
		{"another unit", "received", had(), "unit", nil, false},
		{"another line of the order", "received", had(), "sale_order_line_id", int64(4), false},
		{"added after the goods came", "received", nil, "", nil, false},
		{"added after they were graded", "graded", nil, "", nil, false},
		{"added while they are awaited", "waiting", nil, "", nil, true},
	} {
		e := &plugin.SaveEvent{Old: tt.old, New: had(), Head: plugin.Row{"status": tt.status}}
		if tt.field != "" {
			e.New[tt.field] = tt.value
		}
		if err := keepReceived(t.Context(), e); (err == nil) != tt.ok || err != nil && !fault.IsKey(err, "returns.received_already") {
			t.Errorf("%s: %v", tt.name, err)
		}
	}
	awaited := had()
	awaited["received_qty"] = decimal.Zero
	if err := keepReceived(t.Context(), &plugin.SaveEvent{Old: awaited, New: plugin.Row{"qty": decimal.NewFromInt(9)}}); err != nil {
		t.Errorf("a line whose goods have not come is fixed: %v", err)
	}
}
