package counting

import (
	"database/sql"
	"slices"
	"testing"
	"time"

	"github.com/shopspring/decimal"

	"github.com/wareloom/wareloom/engine/plugin"
	stock "github.com/wareloom/wareloom/plugins/inventory/contract"
)

// n is a figure that was counted; -1 for none.
func n(pieces int) *stock.Qty {
	if pieces < 0 {
		return nil
	}
	qty := stock.Pieces(pieces)
	return &qty
}

// TestTheLastCountSaysTheDifference: against the book of its own time, and none where nothing
// was counted.
func TestTheLastCountSaysTheDifference(t *testing.T) {
	t.Parallel()
	for _, tt := range []struct {
		name                         string
		book1, count1, book2, count2 int
		want                         string // "" for none
	}{
		{"nothing is counted", 5, -1, -1, -1, ""},
		{"all are there", 5, 5, -1, -1, "0"},
		{"two are missing", 5, 3, -1, -1, "-2"},
		{"two are found", 0, 2, -1, -1, "2"},
		{"the second count goes over the first", 5, 3, 5, 5, "0"},
		{"goods left between the two", 5, 3, 4, 4, "0"},
		{"the second is not counted yet", 5, 3, -1, -1, "-2"},
		{"nobody knew of it", -1, 3, -1, -1, ""},
		{"none are there", 5, 0, -1, -1, "-5"},
	} {
		got := ""
		if diff, ok := diffOf(n(tt.book1), n(tt.count1), n(tt.book2), n(tt.count2)).(decimal.Decimal); ok {
			got = diff.String()
		}
		if got != tt.want {
			t.Errorf("%s: the difference is %q, want %q", tt.name, got, tt.want)
		}
	}
}

// TestACountWritesItsOwnFigures: the second leaves the first as it is.
func TestACountWritesItsOwnFigures(t *testing.T) {
	t.Parallel()
	for status, want := range map[string][2]string{
		open: {"book_qty", "count1"}, underCount: {"book_qty", "count1"}, recount: {"book2_qty", "count2"}, recounting: {"book2_qty", "count2"}, recounted: {"book2_qty", "count2"},
	} {
		row := figures(&spot{Status: status}, &tallied{ID: 7}, stock.Pieces(5), decimal.NewFromInt(3))
		if len(row) != 4 || plugin.ID(row) != 7 || plugin.Decimal(row, want[0]).String() != "5" || plugin.Decimal(row, want[1]).String() != "3" || plugin.Decimal(row, "diff_qty").String() != "-2" {
			t.Errorf("one that is %s writes %v", status, row)
		}
	}
}

// TestAPositionIsCountedByWhoHasIt now: the first or the second counter, else nobody.
func TestAPositionIsCountedByWhoHasIt(t *testing.T) {
	t.Parallel()
	for status, want := range map[string]struct {
		by     int64
		second bool
	}{open: {0, false}, underCount: {4, false}, counted: {0, false}, recount: {0, true}, recounting: {5, true}, recounted: {0, true}} {
		s := &spot{Status: status, By: 4, Again: 5}
		if s.counter() != want.by || s.second() != want.second {
			t.Errorf("one that is %s is counted by %d, the second time %v", status, s.counter(), s.second())
		}
	}
	l := &tallied{Book: n(5), Count1: n(3), Book2: n(4), Count2: n(2)}
	if was, so := l.now(false); *was != stock.Pieces(5) || *so != stock.Pieces(3) {
		t.Errorf("the first count says %v of %v", so, was)
	}
	if was, so := l.now(true); *was != stock.Pieces(4) || *so != stock.Pieces(2) {
		t.Errorf("the second count says %v of %v", so, was)
	}
}

// TestALineIsTakenBackToWhatItSaid: every figure, who counted and when, and the numbers.
func TestALineIsTakenBackToWhatItSaid(t *testing.T) {
	t.Parallel()
	at := time.Date(2026, 3, 1, 8, 0, 0, 0, time.UTC)
	full := (&tallied{ID: 7, Book: n(5), Count1: n(3), Seq: 9, By: 4, At: at.UnixMilli(), Seen: sql.NullString{String: `["S1","S2"]`, Valid: true}}).state()
	serials, _ := full["serials"].([]string)
	if plugin.Decimal(full, "diff_qty").String() != "-2" || full["count2"] != nil || full["book2_qty"] != nil || full["book_seq"] != int64(9) || full["counted_by"] != int64(4) || !slices.Equal(serials, []string{"S1", "S2"}) {
		t.Errorf("a counted line is %v", full)
	}
	if back, _ := full["counted_at"].(time.Time); !back.Equal(at) {
		t.Errorf("it was counted at %v", full["counted_at"])
	}
	for _, field := range []string{"book_qty", "count1", "diff_qty", "counted_at", "counted_by", "serials"} {
		value, said := (&tallied{ID: 7}).state()[field]
		if !said || value != nil {
			t.Errorf("a line that nobody counted says %s %v", field, value)
		}
	}
}

// TestAPileIsReadAsItWasWritten, and what is no pile is none.
func TestAPileIsReadAsItWasWritten(t *testing.T) {
	t.Parallel()
	for _, p := range []pile{{0, 1, 2, 0, "ZP"}, {3, 1, 2, 4, "CC"}, {9007199254740991, 1, 2, 3, "XS"}} {
		if got, err := pileOf(keyOf(p)); err != nil || got != p {
			t.Errorf("%+v is read as %+v, %v", p, got, err)
		}
	}
	for _, bad := range []string{"", "1.2.3", "a.b.c.d.e"} {
		if got, err := pileOf(bad); err == nil {
			t.Errorf("%q is the pile %+v", bad, got)
		}
	}
}

func TestAPileTellsWhatItDiffersIn(t *testing.T) {
	t.Parallel()
	for want, b := range map[string]*book{
		"ZP · ACME":               {pile: pile{Quality: "ZP"}, Owner: "ACME"},
		"L1 · CC · CART-1 · ACME": {pile: pile{Quality: "CC"}, Owner: "ACME", LotNo: "L1", Lpn: "CART-1"},
	} {
		if got := b.detail(); got != want {
			t.Errorf("it is told as %q, want %q", got, want)
		}
	}
}
