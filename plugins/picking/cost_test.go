package picking_test

import (
	"fmt"
	"slices"
	"syscall"
	"testing"
	"time"

	"github.com/wareloom/wareloom/engine/plugin"
)

// TestAPickCostsTheSameOnEveryBill counts what a confirmed pick asks the database: no
// more on a long bill than on a short one.
func TestAPickCostsTheSameOnEveryBill(t *testing.T) {
	eachHouse(t, func(h *house) {
		few, many := h.statementsOfPick(12), h.statementsOfPick(200)
		if many > few {
			h.Errorf("a pick says %d statements on a bill of 200 stops, %d on one of 12", many, few)
		}
	})
}

// statementsOfPick is how many statements the picks in the middle of a bill say, as the
// median: now and then one takes new ids as well.
func (h *house) statementsOfPick(stops int) int64 {
	h.Helper()
	d, picks := h.longBill(stops)
	d.must("form", one("A-01", picks[0], 1), "position") // begins the order
	var said []int64
	spent := spentBySelf()
	middle := picks[1 : stops-listed]
	for _, sku := range middle {
		before := h.Said.Load()
		d.must("form", one("A-01", sku, 1), "position")
		said = append(said, h.Said.Load()-before)
		if d.screen.Expect == nil || !d.screen.Expect.Rest || d.screen.Left == 0 {
			h.Fatalf("the device that knows the bill is told %+v, left %d", d.screen.Expect, d.screen.Left)
		}
	}
	slices.Sort(said)
	median := said[len(said)/2]
	h.Logf("%d stops: %d statements and %v of this process's time a pick", stops, median, (spentBySelf()-spent)/time.Duration(len(middle)))
	return median
}

// listed is how many stops a screen lists; at the end of a bill there are fewer.
const listed = 5

// longBill begins a bill of one order whose lines lie at one place.
func (h *house) longBill(stops int) (*desk, []string) {
	h.Helper()
	var lines []line
	var picks []string
	for i := range stops {
		sku := fmt.Sprintf("L%d-%03d", stops, i)
		h.add(sku, nil)
		h.stock(sku, "A-01", 5)
		lines, picks = append(lines, line{sku, 1}), append(picks, sku)
	}
	h.wave(plugin.Row{"max_lines": stops}, h.order(lines...))
	return h.pick(h.pickers[0]), picks
}

func spentBySelf() time.Duration {
	var used syscall.Rusage
	_ = syscall.Getrusage(syscall.RUSAGE_SELF, &used)
	return time.Duration(used.Utime.Nano() + used.Stime.Nano())
}
