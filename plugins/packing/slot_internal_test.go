package packing

import (
	"slices"
	"strings"
	"testing"

	"github.com/shopspring/decimal"

	"github.com/wareloom/wareloom/engine/plugin"
	"github.com/wareloom/wareloom/plugins/inventory/contract"
	lights "github.com/wareloom/wareloom/plugins/lights/contract"
)

// has is picked goods of a line.
func has(lineID, product int64, pieces int) item {
	return item{LineID: lineID, ProductID: product, SKU: "P" + string(rune('0'+product)), Qty: contract.Pieces(pieces), Quality: "ZP"}
}

// at is the order in a slot, of which all but some is scanned.
func at(no int, status string, items []item, scanned map[int64]contract.Qty) slot {
	return slot{order: order{ID: int64(100 + no), DocNo: "SO" + string(rune('0'+no)), Status: status}, No: no, list: linesOf(items, scanned)}
}

// TestALineIsWhatLiesPickedForIt, in however many totes.
func TestALineIsWhatLiesPickedForIt(t *testing.T) {
	t.Parallel()
	list := linesOf([]item{has(1, 1, 3), has(1, 1, 2), has(2, 1, 4), has(3, 2, 1)}, map[int64]contract.Qty{1: contract.Pieces(4), 3: contract.Pieces(1)})
	if len(list) != 3 || list[0].Qty != contract.Pieces(5) || list[0].left != contract.Pieces(1) || list[2].left != 0 {
		t.Errorf("the lines are %+v", list)
	}
	for product, want := range map[int64]int{1: 5, 2: 0} {
		if left, known := leftOf(list, product); left != contract.Pieces(want) || !known {
			t.Errorf("of product %d %s are missing, known %v", product, left.Text(), known)
		}
	}
	if left, known := leftOf(list, 9); left != 0 || known {
		t.Errorf("of a product that nobody picked %s are missing, known %v", left.Text(), known)
	}
}

// TestNoMoreIsPackedThanWasPicked, and numbered pieces by their numbers.
func TestNoMoreIsPackedThanWasPicked(t *testing.T) {
	t.Parallel()
	numbered := has(2, 2, 2)
	numbered.SerialCtl = true
	list := linesOf([]item{has(1, 1, 3), numbered}, map[int64]contract.Qty{1: contract.Pieces(1)})
	for _, tt := range []struct {
		name    string
		product int64
		qty     string
		serials []string
		want    string
	}{
		{"what is missing", 1, "2", nil, ""},
		{"a thousandth more", 1, "2.001", nil, "station.over"},
		{"goods of another order", 9, "1", nil, "packing.line_gone"},
		{"by their numbers", 2, "2", []string{"S1", "S2"}, ""},
		{"a number too few", 2, "2", []string{"S1"}, "stock.serial_needed"},
		{"half a numbered piece", 2, "0.5", []string{"S1"}, "stock.serial_needed"},
	} {
		if got := keyOf(mustFit(list, tt.product, decimal.RequireFromString(tt.qty), tt.serials)); got != tt.want {
			t.Errorf("%s: %q, want %q", tt.name, got, tt.want)
		}
	}
}

// TestASlotTakesWhatItsOrderStillNeeds, while it may be packed.
func TestASlotTakesWhatItsOrderStillNeeds(t *testing.T) {
	t.Parallel()
	items := []item{has(1, 1, 3), has(2, 2, 2)}
	for _, tt := range []struct {
		name                           string
		s                              slot
		needs                          int
		open, unseated, packed, wanted bool // wanted: somebody has to look after it when the wave ends
	}{
		{"picked", at(1, "picked", items, nil), 3, true, false, false, true},
		{"without a slot", at(0, "picked", items, nil), 0, false, true, false, true},
		{"being picked", at(0, "picking", items, nil), 0, false, false, false, true},
		{"packed", at(1, "packed", items, nil), 0, false, false, true, false},
		{"sent", at(1, "shipped", items, nil), 0, false, false, true, false},
		{"cancelled", at(1, "cancelled", items, nil), 0, false, false, false, true},
	} {
		if tt.s.needs(1) != contract.Pieces(tt.needs) || tt.s.open() != tt.open || tt.s.unseated() != tt.unseated || tt.s.packed() != tt.packed || tt.s.unresolved() != tt.wanted {
			t.Errorf("%s: needs %s, open %v, unseated %v, packed %v, unresolved %v", tt.name, tt.s.needs(1).Text(), tt.s.open(), tt.s.unseated(), tt.s.packed(), tt.s.unresolved())
		}
	}
	held := at(1, "packed", items, nil)
	if held.Held = true; !held.unresolved() {
		t.Error("a packed order that is held needs nobody")
	}
	if held.Status = "picked"; held.needs(1) != 0 || held.open() {
		t.Errorf("a held order takes %s", held.needs(1).Text())
	}
}

// TestPiecesAreCountedOnTheLinesInTheirOrder, with as many numbers as pieces.
func TestPiecesAreCountedOnTheLinesInTheirOrder(t *testing.T) {
	t.Parallel()
	s := at(1, "picked", []item{has(1, 1, 2), has(2, 2, 9), has(3, 1, 3)}, nil)
	did := &sorted{Scanned: map[int64]contract.Qty{}, Serials: map[int64][]string{}}
	s.count(did, 1, contract.Pieces(4), []string{"S1", "S2", "S3", "S4"})
	if did.Scanned[1] != contract.Pieces(2) || did.Scanned[3] != contract.Pieces(2) || did.Scanned[2] != 0 {
		t.Errorf("scanned are %v", did.Scanned)
	}
	if !slices.Equal(did.Serials[1], []string{"S1", "S2"}) || !slices.Equal(did.Serials[3], []string{"S3", "S4"}) {
		t.Errorf("numbers are %v", did.Serials)
	}
	if s.missing() != contract.Pieces(10) || s.scanned() != contract.Pieces(4) {
		t.Errorf("%s are missing and %s scanned", s.missing().Text(), s.scanned().Text())
	}
	if got := s.serials(did); len(got) != 1 || !slices.Equal(got[1], []string{"S1", "S2", "S3", "S4"}) {
		t.Errorf("numbers by product are %v", got)
	}
	s.count(did, 1, contract.Pieces(1), nil)
	if needs := s.needs(1); needs != 0 || did.Scanned[3] != contract.Pieces(3) {
		t.Errorf("%s are missing with %v scanned", needs.Text(), did.Scanned)
	}
}

// TestAnOrderIsSeatedInTheFirstFreeSlot of the wall; without one there is always another.
func TestAnOrderIsSeatedInTheFirstFreeSlot(t *testing.T) {
	t.Parallel()
	loose := &sorting{}
	for _, id := range []int64{7, 8} {
		loose.seat(id)
	}
	if !slices.Equal(loose.Slots, []int64{7, 8}) {
		t.Errorf("without a wall they sit in %v", loose.Slots)
	}
	walled := &sorting{wall: &lights.Wall{Slots: []lights.Slot{{No: 1}, {No: 3}}}}
	for _, id := range []int64{7, 8, 9} {
		walled.seat(id)
	}
	if !slices.Equal(walled.Slots, []int64{7, 0, 8}) {
		t.Errorf("at a wall with the slots 1 and 3 they sit in %v", walled.Slots)
	}
	walled.Slots[0] = 0 // it is taken away
	if walled.seat(9); !slices.Equal(walled.Slots, []int64{9, 0, 8}) {
		t.Errorf("where one became free they sit in %v", walled.Slots)
	}
}

// TestASlotTellsHowFarItIs, and what it lacks when the wave ends.
func TestASlotTellsHowFarItIs(t *testing.T) {
	t.Parallel()
	items := []item{has(1, 1, 3), has(2, 2, 2)}
	part := map[int64]contract.Qty{1: contract.Pieces(3), 2: contract.Pieces(1)}
	stop := func(s slot, change func(*slot)) slot { change(&s); return s }
	for _, tt := range []struct {
		name                string
		s                   slot
		ends                bool
		code, state, detail string
		says                string
	}{
		{"half of it", at(2, "picked", items, part), false, "2", "open", "4 / 5", ""},
		{"half of it, at the end", at(2, "picked", items, part), true, "2", "short", "P2 × 1", ""},
		{"packed", at(2, "packed", items, part), false, "2", "done", "4 / 5", "packing.slot.packed"},
		{"cancelled", at(2, "cancelled", items, nil), true, "2", "wrong", "0 / 5", "packing.slot.cancelled"},
		{"held though packed", stop(at(2, "packed", items, nil), func(s *slot) { s.Held = true }), false, "2", "wrong", "0 / 5", "packing.slot.held"},
		{"intercepted over held", stop(at(2, "packed", items, nil), func(s *slot) { s.Held, s.Intercepted = true, true }), false, "2", "wrong", "0 / 5", "packing.slot.intercepted"},
		{"it waits for a slot", at(0, "picked", items, nil), false, "SO0", "open", "0 / 5", "packing.slot.waits"},
		{"it is not picked", at(0, "picking", nil, nil), false, "SO0", "short", "0 / 0", "packing.slot.not_picked"},
	} {
		c := tt.s.choice(tt.ends)
		if c.Code != tt.code || c.State != tt.state || c.Detail != tt.detail || c.Says != tt.says || !strings.Contains(c.Label, tt.s.DocNo) {
			t.Errorf("%s: %+v", tt.name, c)
		}
	}
}

// TestGoodsThatNoSlotTakesAreRefusedForTheirReason: an order that is stopped before a wall that
// is full, and that before a piece too many.
func TestGoodsThatNoSlotTakesAreRefusedForTheirReason(t *testing.T) {
	t.Parallel()
	items := []item{has(1, 1, 1)}
	all := map[int64]contract.Qty{1: contract.Pieces(1)}
	held := at(1, "picked", items, nil)
	held.Held = true
	task := &sorting{}
	for _, tt := range []struct {
		name  string
		slots []slot
		want  string
	}{
		{"of no order of the wave", []slot{at(1, "picked", []item{has(1, 2, 1)}, nil)}, "packing.not_in_wave"},
		{"all are there", []slot{at(1, "picked", items, all)}, overScanned},
		{"their order is held", []slot{held, at(2, "picked", items, all)}, "packing.held"},
		{"no slot is free", []slot{at(0, "picked", items, nil), at(2, "packed", items, all)}, "packing.wall_full"},
		{"the order was cancelled", []slot{at(1, "cancelled", items, nil)}, overScanned},
		{"an empty wave", nil, "packing.not_in_wave"},
	} {
		if got := keyOf(task.noneNeeds(tt.slots, []plugin.Candidate{{ID: 1, Label: "P1"}})); got != tt.want {
			t.Errorf("%s: %q, want %q", tt.name, got, tt.want)
		}
	}
}
