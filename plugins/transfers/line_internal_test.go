package transfers

import (
	"slices"
	"testing"

	"github.com/shopspring/decimal"

	"github.com/wareloom/wareloom/engine/fault"
	"github.com/wareloom/wareloom/engine/plugin"
	stock "github.com/wareloom/wareloom/plugins/inventory/contract"
)

// moves is a line by its quantity, what left its place and what came to where it goes.
func moves(qty, lifted, moved string) plugin.Row {
	d := decimal.RequireFromString
	return plugin.Row{"id": int64(7), "qty": d(qty), "lifted_qty": d(lifted), "moved_qty": d(moved)}
}

// TestALineLiesAtItsPlaceOnACartOrWhereItGoes: the three are its quantity, and what was not
// found is at none of them.
func TestALineLiesAtItsPlaceOnACartOrWhereItGoes(t *testing.T) {
	t.Parallel()
	for _, tt := range []struct {
		name          string
		line          plugin.Row
		short         string
		open, carried string
	}{
		{"nobody began", moves("5", "0", "0"), "", "5", "0"},
		{"a part on the cart", moves("5", "3", "0"), "", "2", "3"},
		{"a part put down", moves("5", "3", "2"), "", "2", "1"},
		{"done", moves("5", "5", "5"), "", "0", "0"},
		{"the rest was not found", moves("5", "3", "2"), "not_found", "0", "1"},
		{"parts of a piece", moves("2.5", "0.125", "0"), "", "2.375", "0.125"},
	} {
		if tt.short != "" {
			tt.line["short_reason"] = tt.short
		}
		if open(tt.line).String() != tt.open || carried(tt.line).String() != tt.carried {
			t.Errorf("%s: %s lies there and %s on the cart", tt.name, open(tt.line), carried(tt.line))
		}
	}
}

// TestALineIsTakenBackOnlyWhileNobodyChangedIt: any figure counts, however it is written.
func TestALineIsTakenBackOnlyWhileNobodyChangedIt(t *testing.T) {
	t.Parallel()
	line := func(change plugin.Row) figures {
		row := moves("5", "3", "2")
		row["to_position_id"], row["lpn_id"] = int64(30), int64(40)
		for key, value := range change {
			row[key] = value
		}
		return figuresOf(row)
	}
	if !line(nil).same(line(plugin.Row{"qty": decimal.RequireFromString("5.000")})) {
		t.Error("five are not five")
	}
	for key, value := range map[string]any{
		"qty": decimal.NewFromInt(6), "lifted_qty": decimal.NewFromInt(4), "moved_qty": decimal.NewFromInt(3), "to_position_id": int64(31), "lpn_id": nil, "short_reason": "less",
	} {
		if line(nil).same(line(plugin.Row{key: value})) {
			t.Errorf("another %s is the same", key)
		}
	}
}

// TestFiguresAreWrittenAsTheyWere, what is empty as nothing.
func TestFiguresAreWrittenAsTheyWere(t *testing.T) {
	t.Parallel()
	row := moves("5", "3", "2")
	row["to_position_id"], row["lpn_id"], row["short_reason"], row["serials"] = int64(30), int64(40), "less", []any{"S1"}
	got := figuresOf(row).row(7)
	if plugin.ID(got) != 7 || got["to_position_id"] != int64(30) || got["lpn_id"] != int64(40) || got["short_reason"] != "less" || got["serials"] == nil {
		t.Errorf("written is %v", got)
	}
	for _, field := range []string{"to_position_id", "lpn_id", "short_reason", "serials"} {
		if value, said := figuresOf(moves("5", "0", "0")).row(7)[field]; !said || value != nil {
			t.Errorf("an empty %s is written as %v", field, value)
		}
	}
}

func TestOnlyReleasedPlansAreWorked(t *testing.T) {
	t.Parallel()
	for status, works := range map[string]bool{"draft": false, "released": true, "working": true, "done": false, "cancelled": false, "": false} {
		err := mustWork(plugin.Row{"status": status, "doc_no": "PT1"})
		if (err == nil) != works || err != nil && !fault.IsKey(err, "transfers.not_released") {
			t.Errorf("one that is %q: %v", status, err)
		}
	}
}

// TestWhatMayBeCarriedIsFree: neither reserved nor held, with what is left of it.
func TestWhatMayBeCarriedIsFree(t *testing.T) {
	t.Parallel()
	lies := func(id int64, onHand, kept int, held bool) *goods {
		return &goods{QuantID: id, OnHand: stock.Pieces(onHand), Reserved: stock.Pieces(kept), Held: held}
	}
	var ids []int64
	for _, g := range free([]*goods{lies(1, 5, 0, false), lies(2, 5, 5, false), lies(3, 5, 2, false), lies(4, 5, 0, true)}) {
		ids = append(ids, g.QuantID, int64(g.most.Floor()))
	}
	if !slices.Equal(ids, []int64{1, 5, 3, 3}) {
		t.Errorf("free are (stock and pieces) %v", ids)
	}
	if list := free(nil); list != nil {
		t.Errorf("of nothing %v is free", list)
	}
}

// TestNumberedPiecesAreCarriedWhole, others in thousandths, and no more than there are.
func TestNumberedPiecesAreCarriedWhole(t *testing.T) {
	t.Parallel()
	if whole, parts := (&goods{SerialCtl: true}).digits(), (&goods{}).digits(); whole != 0 || parts != stock.QtyDigits {
		t.Errorf("numbered pieces have %d digits, others %d", whole, parts)
	}
	g := &goods{most: stock.Pieces(3)}
	if err := g.mustFit(decimal.NewFromInt(3)); err != nil {
		t.Errorf("three of three: %v", err)
	}
	if err := g.mustFit(decimal.RequireFromString("3.001")); !fault.IsKey(err, "station.over") {
		t.Errorf("more than three of three: %v", err)
	}
}

func TestWhatDoesNotExpireGoesLast(t *testing.T) {
	t.Parallel()
	list := []*goods{{QuantID: 1}, {QuantID: 2, ExpDate: "2027-01-01"}, {QuantID: 3, ExpDate: "2026-12-31"}}
	slices.SortFunc(list, func(a, b *goods) int {
		if a.expiry() < b.expiry() {
			return -1
		}
		return 1
	})
	if list[0].QuantID != 3 || list[2].QuantID != 1 {
		t.Errorf("first goes %d, last %d", list[0].QuantID, list[2].QuantID)
	}
}

// TestNumbersThatWentAreGone from a list, in its order.
func TestNumbersThatWentAreGone(t *testing.T) {
	t.Parallel()
	for _, tt := range []struct {
		all  any
		some []string
		want []string
	}{
		{[]any{"S1", "S2", "S3"}, []string{"S2"}, []string{"S1", "S3"}},
		{[]any{"S1"}, nil, []string{"S1"}},
		{[]any{"S1"}, []string{"S1"}, nil},
		{nil, []string{"S1"}, nil},
	} {
		if got := listOf(without(tt.all, tt.some)); !slices.Equal(got, tt.want) {
			t.Errorf("of %v without %v is left %v, want %v", tt.all, tt.some, got, tt.want)
		}
	}
}
