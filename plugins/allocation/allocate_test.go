package allocation

import (
	"slices"
	"testing"
	"time"

	"github.com/shopspring/decimal"

	"github.com/wareloom/wareloom/engine/plugin"
	"github.com/wareloom/wareloom/plugins/inventory/contract"
)

// today is a day of the tests.
var today = time.Date(2026, 4, 1, 4, 0, 0, 0, time.UTC)

// wants is a line that still needs pieces of the product 1 in good quality.
func wants(id int64, pieces int) *need {
	line := plugin.Row{"id": id, "sale_order_id": int64(7), "product_id": int64(1), "quality": "ZP", "base_qty": decimal.NewFromInt(int64(pieces))}
	return &need{line: line, want: contract.Pieces(pieces)}
}

// kept are the pieces of each stock that a need claims, by id.
func (n *need) kept() map[int64]string {
	parts := map[int64]string{}
	for _, c := range n.claims {
		parts[c.QuantID] = c.Qty.String()
	}
	return parts
}

func TestANeedTakesWhatItMayHave(t *testing.T) {
	t.Parallel()
	held := func(c *candidate) { c.Usable = false }
	reservedOf := func(pieces int) func(*candidate) { return func(c *candidate) { c.Reserved = contract.Pieces(pieces) } }
	damaged := func(c *candidate) { c.Quality = "CC" }
	for _, tt := range []struct {
		name   string
		want   int
		lot    string
		stock  []*candidate
		got    int
		from   []int64 // in this order
		reason string
	}{
		{"all from one place", 3, "", []*candidate{lying(1, 5), lying(2, 5)}, 3, []int64{1}, ""},
		{"to the last piece", 5, "", []*candidate{lying(1, 5)}, 5, []int64{1}, ""},
		{"the rest from the next place", 7, "", []*candidate{lying(1, 5), lying(2, 5)}, 7, []int64{1, 2}, ""},
		{"what others have reserved is theirs", 4, "", []*candidate{lying(1, 5, reservedOf(3)), lying(2, 5)}, 4, []int64{1, 2}, ""},
		{"a place that is reserved altogether is passed over", 1, "", []*candidate{lying(1, 5, reservedOf(5)), lying(2, 1)}, 1, []int64{2}, ""},
		{"nothing lies there", 2, "", nil, 0, nil, "allocation.short"},
		{"too little lies there", 8, "", []*candidate{lying(1, 5)}, 5, []int64{1}, "allocation.short"},
		{"held stock is not taken, and told of", 5, "", []*candidate{lying(1, 5, held), lying(2, 2)}, 2, []int64{2}, "allocation.short_held"},
		{"held stock is not told of where nothing misses", 2, "", []*candidate{lying(1, 5, held), lying(2, 2)}, 2, []int64{2}, ""},
		{"expired stock is not taken, and told of", 5, "", []*candidate{lying(1, 5, until("2026-04-01"))}, 0, nil, "allocation.short_expired"},
		{"what expires tomorrow is", 5, "", []*candidate{lying(1, 5, until("2026-04-02"))}, 5, []int64{1}, ""},
		{"held and expired", 5, "", []*candidate{lying(1, 5, held), lying(2, 5, until("2026-03-31"))}, 0, nil, "allocation.short_held_expired"},
		{"another quality is other goods", 5, "", []*candidate{lying(1, 5, damaged)}, 0, nil, "allocation.short"},
		{"the lot that is asked for, though another comes first", 2, "L2", []*candidate{lying(1, 5, inLot("L1")), lying(2, 5, inLot("L2"))}, 2, []int64{2}, ""},
		{"another lot does not stand in", 2, "L3", []*candidate{lying(1, 5, inLot("L1")), lying(2, 5)}, 0, nil, "allocation.short"},
		{"a held part of another lot is not told of", 2, "L2", []*candidate{lying(1, 5, inLot("L1"), held)}, 0, nil, "allocation.short"},
	} {
		t.Run(tt.name, func(t *testing.T) {
			t.Parallel()
			n := wants(1, tt.want)
			n.line["lot_no"] = tt.lot
			n.take(tt.stock, plugin.Row{"id": int64(7)}, today)
			var from []int64
			for _, c := range n.claims {
				from = append(from, c.QuantID)
			}
			if n.got != contract.Pieces(tt.got) || !slices.Equal(from, tt.from) || n.reason.Key != tt.reason {
				t.Errorf("got %s from %v, told %q; want %d from %v, %q", n.got.Text(), from, n.reason.Key, tt.got, tt.from, tt.reason)
			}
		})
	}
}

func TestAShortageTellsItsFigures(t *testing.T) {
	t.Parallel()
	n := wants(1, 10)
	n.take([]*candidate{lying(1, 4), lying(2, 3, until("2026-01-01")), lying(3, 2, func(c *candidate) { c.Usable = false })}, plugin.Row{"id": int64(7)}, today)
	told := n.reason.Params
	if told["missing"] != "6" || told["held"] != "2" || told["expired"] != "3" {
		t.Errorf("told %v, want 6 missing, 2 held, 3 expired", told)
	}
}

// TestAClaimIsOfItsLine: what is reserved says for which line of which order it is, and how
// urgent that is.
func TestAClaimIsOfItsLine(t *testing.T) {
	t.Parallel()
	n := wants(42, 2)
	n.take([]*candidate{lying(5, 2)}, plugin.Row{"id": int64(7), "priority": int64(9)}, today)
	want := contract.Claim{Doc: contract.Doc{Type: "sale_order", ID: 7, LineID: 42}, QuantID: 5, Qty: contract.Pieces(2).Decimal(), Priority: 9}
	if len(n.claims) != 1 || n.claims[0].Doc != want.Doc || n.claims[0].QuantID != 5 || !n.claims[0].Qty.Equal(want.Qty) || n.claims[0].Priority != 9 {
		t.Errorf("claims %+v, want %+v", n.claims, want)
	}
}

// TestTwoLinesOfOneProductShareItsStock: what the first takes is gone for the second, and
// there again when the first gives it back.
func TestTwoLinesOfOneProductShareItsStock(t *testing.T) {
	t.Parallel()
	stock := []*candidate{lying(1, 3), lying(2, 4)}
	first, second, third := wants(1, 5), wants(2, 5), wants(3, 7)
	head := plugin.Row{"id": int64(7)}
	first.take(stock, head, today)
	second.take(stock, head, today)
	if first.kept()[1] != "3" || first.kept()[2] != "2" || second.kept()[2] != "2" || second.got != contract.Pieces(2) {
		t.Errorf("the lines have %v and %v", first.kept(), second.kept())
	}
	first.giveBack()
	second.giveBack()
	if third.take(stock, head, today); third.got != contract.Pieces(7) {
		t.Errorf("after both gave back, the third has %s of 7", third.got.Text())
	}
}

func TestALineThatHasAllNeedsNothing(t *testing.T) {
	t.Parallel()
	line := func(id int64, ordered, has string) plugin.Row {
		return plugin.Row{"id": id, "base_qty": decimal.RequireFromString(ordered), "allocated_qty": decimal.RequireFromString(has)}
	}
	needs := needsOf([]plugin.Row{line(1, "5", "0"), line(2, "5", "5"), line(3, "5", "4.999"), line(4, "5", "6"), line(5, "0", "0"), {"id": int64(6), "base_qty": decimal.NewFromInt(2)}})
	want := map[int64]string{1: "5", 3: "0.001", 6: "2"}
	for _, n := range needs {
		if id := plugin.ID(n.line); n.want.Text() != want[id] {
			t.Errorf("line %d needs %s, want %q", id, n.want.Text(), want[id])
		}
	}
	if len(needs) != len(want) {
		t.Errorf("%d lines need something, want %d", len(needs), len(want))
	}
}

// TestAnOrderGoesOnAsItsPolicySays: complete alone, or with what there is.
func TestAnOrderGoesOnAsItsPolicySays(t *testing.T) {
	t.Parallel()
	for _, tt := range []struct {
		policy string
		got    []int // of 2 each
		want   bool
	}{
		{"complete", []int{2, 2}, true},
		{"complete", []int{2, 1}, false},
		{"complete", nil, true},
		{"", []int{2, 0}, false},
		{"available", []int{2, 0}, true},
		{"available", []int{1, 0}, true},
		{"available", []int{0, 0}, false},
		{"available", nil, true},
	} {
		var needs []*need
		for i, got := range tt.got {
			n := wants(int64(i), 2)
			n.got = contract.Pieces(got)
			needs = append(needs, n)
		}
		if got := goesOn(plugin.Row{"ship_policy": tt.policy}, needs); got != tt.want {
			t.Errorf("%q with %v of 2 goes on: %v", tt.policy, tt.got, got)
		}
	}
}

func TestAnOrderThatWaitedTellsThatItIsServed(t *testing.T) {
	t.Parallel()
	for status, want := range map[string]string{"audited": "mark_allocated", "short": "mark_served"} {
		if got := allocated(plugin.Row{"status": status}); got != want {
			t.Errorf("an order that is %s is moved by %s, want %s", status, got, want)
		}
	}
}
