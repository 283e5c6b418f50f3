package routing

import "fmt"

// MaxCrosses is the largest number of cross aisles an exact walk is offered for.
const MaxCrosses = 5

// Layout is a rectangular storage area: aisles run along y, cross aisles along
// x and from the first aisle to the last. All lengths are millimetres.
type Layout struct {
	Aisles  []int64 // x of each aisle, strictly ascending
	Crosses []int64 // y of each cross aisle, strictly ascending, 2 to MaxCrosses
	Depot   Gate    // where a walk begins and ends
}

// Gate is a place on a cross aisle where a walk may begin or end. It may lie
// between two aisles or outside of them.
type Gate struct {
	X     int64 // millimetres
	Cross int   // index into Layout.Crosses
}

// Stop is a place to visit inside an aisle.
type Stop struct {
	Aisle int   // index into Layout.Aisles
	Y     int64 // millimetres, between the first and the last cross aisle
}

// Spaced returns the coordinates 0, gap, 2*gap, ... of n equally spaced aisles
// or cross aisles.
func Spaced(n int, gap int64) []int64 {
	coordinates := make([]int64, n)
	for i := range coordinates {
		coordinates[i] = int64(i) * gap
	}
	return coordinates
}

// Check reports the first reason why no walk can be computed on the layout.
func (l Layout) Check() error {
	if len(l.Aisles) == 0 {
		return fmt.Errorf("layout has no aisle")
	}
	if len(l.Crosses) < 2 || len(l.Crosses) > MaxCrosses {
		return fmt.Errorf("layout has %d cross aisles, want 2 to %d", len(l.Crosses), MaxCrosses)
	}
	if !ascending(l.Aisles) || !ascending(l.Crosses) {
		return fmt.Errorf("aisles and cross aisles must be in ascending order, each once")
	}
	return l.checkGate(l.Depot)
}

// CheckStops reports the first stop that lies outside of the layout.
func (l Layout) CheckStops(stops []Stop) error {
	low, high := l.Crosses[0], l.Crosses[len(l.Crosses)-1]
	for i, s := range stops {
		if s.Aisle < 0 || s.Aisle >= len(l.Aisles) || s.Y < low || s.Y > high {
			return fmt.Errorf("stop %d (aisle %d, y %d) lies outside of the layout", i, s.Aisle, s.Y)
		}
	}
	return nil
}

// Distance returns the shortest walk between two stops in millimetres.
func (l Layout) Distance(a, b Stop) int64 {
	return l.distance(l.placeOf(a), l.placeOf(b))
}

// WalkLength returns the length in millimetres of the walk from the gate past
// the stops (one at least) in the given order to the depot, each leg on its
// shortest path. It is the independent check of a Tour.
func (l Layout) WalkLength(from Gate, stops []Stop, order []int) int64 {
	var total int64
	at := l.placeOfGate(from)
	for _, i := range order {
		next := l.placeOf(stops[i])
		total += l.distance(at, next)
		at = next
	}
	return total + l.distance(at, l.placeOfGate(l.Depot))
}

// place is a point of the area that a walk can reach.
type place struct{ x, y int64 }

func (l Layout) placeOf(s Stop) place     { return place{l.Aisles[s.Aisle], s.Y} }
func (l Layout) placeOfGate(g Gate) place { return place{g.X, l.Crosses[g.Cross]} }

// distance needs one change of aisle at most, since every cross aisle spans
// the whole area.
func (l Layout) distance(a, b place) int64 {
	if a.x == b.x {
		return abs(a.y - b.y)
	}
	best := int64(-1)
	for _, y := range l.Crosses {
		if d := abs(a.y-y) + abs(y-b.y); best < 0 || d < best {
			best = d
		}
	}
	return best + abs(a.x-b.x)
}

// between is the way from gate to gate inside the area. One that lies beside the
// aisles goes to an aisle to change its cross aisle.
func (l Layout) between(a, b Gate) int64 {
	if a.Cross == b.Cross {
		return abs(a.X - b.X)
	}
	best := int64(-1)
	for _, x := range l.Aisles {
		if d := abs(a.X-x) + abs(x-b.X); best < 0 || d < best {
			best = d
		}
	}
	return best + abs(l.Crosses[a.Cross]-l.Crosses[b.Cross])
}

func (l Layout) checkGate(g Gate) error {
	if g.Cross < 0 || g.Cross >= len(l.Crosses) {
		return fmt.Errorf("gate is on cross aisle %d of %d", g.Cross, len(l.Crosses))
	}
	return nil
}

// blockOf returns the block a depth lies in; a depth on a cross aisle belongs
// to the block above it, on the last cross aisle to the block below.
func (l Layout) blockOf(y int64) int {
	block := 0
	for block+2 < len(l.Crosses) && y >= l.Crosses[block+1] {
		block++
	}
	return block
}

// zone numbers the blocks of all aisles.
func (l *Layout) zone(s Stop) int { return s.Aisle*(len(l.Crosses)-1) + l.blockOf(s.Y) }

func ascending(values []int64) bool {
	for i := 1; i < len(values); i++ {
		if values[i] <= values[i-1] {
			return false
		}
	}
	return true
}

func abs(v int64) int64 {
	if v < 0 {
		return -v
	}
	return v
}
