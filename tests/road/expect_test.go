package road

import (
	"encoding/json"
	"maps"
	"math/rand/v2"
	"slices"
	"testing"
	"time"

	"github.com/shopspring/decimal"

	"github.com/wareloom/wareloom/engine/enginetest"
	stations "github.com/wareloom/wareloom/engine/station"
)

// device judges inputs as a handheld without a network does: by what the last
// answer said to expect.
type device struct {
	stations.Expect
	left map[string]decimal.Decimal
	dice *rand.Rand
}

// offline takes the device off the network with the screen that it has.
func offline(s *station, dice *rand.Rand) *device {
	s.Helper()
	text, err := json.Marshal(s.Screen["expect"])
	if err != nil {
		s.Fatal(err)
	}
	d := &device{left: map[string]decimal.Decimal{}, dice: dice}
	if err := json.Unmarshal(text, &d.Expect); err != nil {
		s.Fatal(err)
	}
	for pool, left := range d.Left {
		d.left[pool] = decimal.RequireFromString(left)
	}
	return d
}

// take takes from the pool of a move and goes where it leads; false when only the
// server knows where that is.
func (d *device) take(move stations.ExpectMove, qty string) bool {
	if move.Of != "" && qty != "" {
		d.left[move.Of] = d.left[move.Of].Sub(decimal.RequireFromString(qty))
	}
	d.At = move.To
	if move.Empty != "" && d.left[move.Of].IsZero() {
		d.At = move.Empty
	}
	if move.Done != "" && !slices.ContainsFunc(slices.Collect(maps.Values(d.left)), decimal.Decimal.IsPositive) {
		d.At = move.Done
	}
	return d.Nodes[d.At] != nil
}

// fits reports whether the pool of a move has what a code takes, or anything when it
// takes nothing.
func (d *device) fits(move stations.ExpectMove) bool {
	switch left := d.left[move.Of]; {
	case move.Of == "":
		return true
	case move.Qty == "":
		return left.IsPositive()
	default:
		return left.GreaterThanOrEqual(decimal.RequireFromString(move.Qty))
	}
}

// scan chooses a code that is right; false when there is none.
func (d *device) scan(node *stations.ExpectNode, want bool) (string, stations.ExpectMove, bool) {
	var codes []string
	for _, code := range slices.Sorted(maps.Keys(node.Codes)) {
		if d.fits(node.Codes[code]) == want {
			codes = append(codes, code)
		}
	}
	if len(codes) == 0 {
		return "", stations.ExpectMove{}, false
	}
	code := codes[d.dice.IntN(len(codes))]
	return code, node.Codes[code], true
}

// wrongs are inputs that the node says are wrong: codes of other nodes, more than a
// pool has, and what nothing has for a code.
func (d *device) wrongs(node *stations.ExpectNode) map[string]string {
	wrong := map[string]string{}
	if node.Number != nil && node.Number.Of != "" {
		wrong[d.left[node.Number.Of].Add(decimal.NewFromInt(1)).String()] = "key"
	}
	if code, _, over := d.scan(node, false); over {
		wrong[code] = "scan"
	}
	if node.Open || node.Any != nil || node.Number != nil {
		return wrong
	}
	wrong["NO-SUCH-CODE"] = "scan"
	for _, other := range d.Nodes {
		if code, _, found := d.scan(other, true); found {
			if _, right := node.Codes[code]; !right {
				wrong[code] = "scan"
			}
		}
	}
	return wrong
}

// play plays a task by what one answer said to expect, wrong inputs among the right
// ones, until only the server knows how it goes on. It gives how many were right.
func play(s *station, dice *rand.Rand, most int) (played int) {
	s.Helper()
	d := offline(s, dice)
	for played < most {
		node := d.Nodes[d.At]
		if node == nil || node.Step == stations.StepDone {
			break
		}
		for value, kind := range d.wrongs(node) {
			if result := s.Input(kind, value); result["ok"] != false {
				s.Fatalf("%s at %s takes the wrong %s %s", s.Key, d.At, kind, value)
			}
		}
		goes, sent := playOne(s, d, node)
		if !sent {
			return played
		}
		if played++; !goes {
			return played
		}
		if step := d.Nodes[d.At].Step; s.Screen["step"] != step {
			s.Fatalf("%s is at %v, the device at %s", s.Key, s.Screen["step"], d.At)
		}
	}
	return played
}

// playOne sends an input that is right at the node.
func playOne(s *station, d *device, node *stations.ExpectNode) (goes, sent bool) {
	s.Helper()
	kind, value, move := "scan", "", stations.ExpectMove{}
	switch code, found, ok := d.scan(node, true); {
	case node.Number != nil:
		kind, value, move = "key", d.number(node.Number), *node.Number
	case node.Any != nil:
		value, move = "BOX-1", *node.Any
	case ok:
		value, move = code, found
	}
	if value == "" {
		return false, false
	}
	qty := move.Qty
	if kind == "key" {
		qty = value
	}
	if result := s.Input(kind, value); result["ok"] != true {
		s.Fatalf("%s at %s refuses the right %s %s: %v", s.Key, d.At, kind, value, result["message"])
	}
	return d.take(move, qty), true
}

// number is some quantity that is right; "" when nothing is left.
func (d *device) number(move *stations.ExpectMove) string {
	if move.Of == "" {
		return "1.5"
	}
	if left := d.left[move.Of].IntPart(); left > 0 {
		return decimal.NewFromInt(left - d.dice.Int64N(min(left, 2))).String()
	}
	return ""
}

// TestExpectIsWhatTheServerTakes plays every station without its answers: what a
// screen said to expect is accepted, and what it did not is refused.
func TestExpectIsWhatTheServerTakes(t *testing.T) {
	t.Parallel()
	enginetest.EachDSN(t, func(t *testing.T, dsn string) {
		seed := uint64(time.Now().UnixNano())
		t.Logf("seed %d", seed)
		f, dice := enter(t, dsn), rand.New(rand.NewPCG(seed, seed))
		f.expectInside(dice)
		f.expectOutside(dice)
	})
}

// expectInside plays receiving and shelving.
func (f *floor) expectInside(dice *rand.Rand) {
	notice := id(f.Find("asn", "ext_no", "DEMO-ASN-1"))
	f.Act("asn", notice, "arrive", m{"dock": "3"})
	f.Act("asn", notice, "unload", nil)
	s := f.Start("receive_by_order")
	s.Must("scan", "DEMO-ASN-1", "staging")
	play(s, dice, 1) // to either of two positions
	s.Must("button", "back", "staging")
	s.Must("scan", "R-01", "item")
	for s.Screen["left"] != 0.0 {
		play(s, dice, 30)
		if s.Screen["step"] == "qty" { // of goods that have all come
			s.Must("button", "back", "item")
		}
	}
	if s.Input("button", "finish"); s.Screen["step"] == "acknowledge" {
		s.Must("form", m{"confirmed": true}, "done")
	}

	s = f.Start("shelve_no_order")
	s.Must("scan", "R-01", "item")
	for s.Screen["step"] != stations.StepDone {
		if play(s, dice, 30) == 0 {
			f.Fatalf("shelving knows nothing at %v", s.Screen)
		}
	}
}

// expectOutside plays the way out, and back for a cancelled order.
func (f *floor) expectOutside(dice *rand.Rand) {
	f.order()
	s := f.Start("pick")
	s.Must("button", "next", "cart")
	s.Must("scan", "TOTE-7", "position")
	play(s, dice, 100)
	f.at(s, stations.StepDone)

	s = f.Start("verify_by_order")
	s.Must("scan", "ROAD-1", "item")
	play(s, dice, 100)
	f.at(s, "order")

	s = f.Start("send_check")
	if play(s, dice, 100) != 1 {
		f.Error("the package that waits is not expected")
	}
	f.cancelledIsPutBack(dice)
}

func (f *floor) cancelledIsPutBack(dice *rand.Rand) {
	order := f.picked("ACME", "ROAD-2", line("AC-1001", 2), line("AC-1003", 3))
	f.Act("sale_order", order, "cancel", nil)
	s := f.Start("put_back")
	s.Must("scan", "ROAD-2", "item")
	play(s, dice, 100)
	f.at(s, stations.StepDone)
}

// at wants a task to be at a step.
func (f *floor) at(s *station, step string) {
	f.Helper()
	if s.Screen["step"] != step {
		f.Fatalf("%s stopped at %v, want %s", s.Key, s.Screen["step"], step)
	}
}
