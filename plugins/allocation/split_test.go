package allocation

import (
	"strings"
	"testing"
	"unicode/utf8"

	"github.com/shopspring/decimal"

	"github.com/wareloom/wareloom/engine/plugin"
	"github.com/wareloom/wareloom/plugins/inventory/contract"
)

// TestTheRestOfAnOrderIsNumberedWithinItsField cuts the order's own number, never the
// part that tells the rest apart.
func TestTheRestOfAnOrderIsNumberedWithinItsField(t *testing.T) {
	t.Parallel()
	long := "SO" + strings.Repeat("O", 32) + "251122000001"
	for _, tt := range []struct{ extNo, docNo, want string }{
		{"A-1", "SO1", "A-1/SO1"},
		{strings.Repeat("单", 64), "SO1", strings.Repeat("单", 60) + "/SO1"},
		{strings.Repeat("A", 64), long, strings.Repeat("A", 17) + "/" + long},
	} {
		if got := restOf(tt.extNo, tt.docNo); got != tt.want || utf8.RuneCountInString(got) > longestExtNo {
			t.Errorf("the rest of %s in %s is %s, want %s", tt.extNo, tt.docNo, got, tt.want)
		}
	}
}

// TestALineKeepsWhatItGotBeforeAndNow: one that got nothing goes, and what is left is said in
// pieces, since a unit may not hold it.
func TestALineKeepsWhatItGotBeforeAndNow(t *testing.T) {
	t.Parallel()
	for _, tt := range []struct {
		before, now, want string // "" for a line that goes
	}{
		{"0", "0", ""},
		{"0", "2", "2"},
		{"3", "0", "3"},
		{"3", "2", "5"},
		{"0", "0.001", "0.001"},
	} {
		n := &need{line: plugin.Row{"id": int64(4), "unit": "box", "allocated_qty": decimal.RequireFromString(tt.before)}, got: contract.QtyOf(decimal.RequireFromString(tt.now))}
		row := shrunk(n)
		if tt.want == "" {
			if row["_delete"] != true || plugin.ID(row) != 4 {
				t.Errorf("a line without anything is left as %v", row)
			}
			continue
		}
		if unit, said := row["unit"]; plugin.Decimal(row, "qty").String() != tt.want || row["_delete"] != nil || !said || unit != nil {
			t.Errorf("a line with %s and %s is left as %v, want %s pieces", tt.before, tt.now, row, tt.want)
		}
	}
}
