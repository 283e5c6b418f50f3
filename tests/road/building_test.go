package road

import (
	"cmp"
	"fmt"
	"slices"
)

// house is a building as a graph: places joined by ways, of which a walk from the
// depot (place 0) takes each any number of times. It knows nothing of how the
// product finds walks.
type house struct {
	index map[string]int
	ways  []lane
}

// lane is a way between two places, in millimetres.
type lane struct {
	a, b   int
	length int64
}

func (h *house) place(format string, args ...any) int {
	name := fmt.Sprintf(format, args...)
	if _, known := h.index[name]; !known {
		h.index[name] = len(h.index)
	}
	return h.index[name]
}

// row joins places along a line, in the order of their coordinates.
func (h *house) row(places map[int]int64) {
	var sorted []int
	for p := range places {
		sorted = append(sorted, p)
	}
	slices.SortFunc(sorted, func(a, b int) int { return cmp.Compare(places[a], places[b]) })
	for i := 1; i < len(sorted); i++ {
		h.ways = append(h.ways, lane{sorted[i-1], sorted[i], places[sorted[i]] - places[sorted[i-1]]})
	}
}

// distances are the shortest ways between all places (Floyd 1962).
func (h *house) distances() [][]int64 {
	const far = int64(1) << 40
	n := len(h.index)
	d := make([][]int64, n)
	for i := range d {
		d[i] = slices.Repeat([]int64{far}, n)
		d[i][i] = 0
	}
	for _, w := range h.ways {
		d[w.a][w.b], d[w.b][w.a] = min(d[w.a][w.b], w.length), min(d[w.b][w.a], w.length)
	}
	for via := range n {
		for a := range n {
			for b := range n {
				d[a][b] = min(d[a][b], d[a][via]+d[via][b])
			}
		}
	}
	return d
}

// heldKarp is the shortest round from the depot past all stops, by trying all orders
// over sets.
func heldKarp(d [][]int64, stops []int) int64 {
	n := len(stops)
	best := make([][]int64, 1<<n)
	for set := 1; set < 1<<n; set++ {
		best[set] = slices.Repeat([]int64{1 << 40}, n)
		for last := range n {
			rest := set &^ (1 << last)
			if rest == set {
				continue
			}
			if rest == 0 {
				best[set][last] = d[0][stops[last]]
			}
			for before := range n {
				if rest>>before&1 == 1 {
					best[set][last] = min(best[set][last], best[rest][before]+d[stops[before]][stops[last]])
				}
			}
		}
	}
	shortest := int64(1) << 40
	for last := range n {
		shortest = min(shortest, best[1<<n-1][last]+d[stops[last]][0])
	}
	return shortest
}

// shortestRound is the shortest round from the depot past all stops, for any number
// of them: the cheapest even and connected set of ways, found way by way over all
// that can be true of the places with ways on both sides.
func (h *house) shortestRound(stops []int) int64 {
	last := map[int]int{}
	for i, w := range h.ways {
		last[w.a], last[w.b] = i, i
	}
	last[0] = len(h.ways)
	active := []int{0}
	states := map[string]int64{string([]byte{0, 1}): 0}
	for i, w := range h.ways {
		for _, p := range []int{w.a, w.b} {
			if !slices.Contains(active, p) {
				active = append(active, p)
				states = grown(states)
			}
		}
		states = walkedOrNot(states, slices.Index(active, w.a), slices.Index(active, w.b), w.length)
		for _, p := range []int{w.a, w.b} {
			if last[p] == i {
				at := slices.Index(active, p)
				active = slices.Delete(active, at, at+1)
				states = left(states, at, slices.Contains(stops, p))
			}
		}
	}
	return states[string([]byte{0, 1})]
}

// A state is two bytes per place: odd or even, and the number of its piece.

func grown(states map[string]int64) map[string]int64 {
	more := make(map[string]int64, len(states))
	for s, cost := range states {
		more[s+string([]byte{0, 0})] = cost
	}
	return more
}

// walkedOrNot takes a way never, once, or there and back.
func walkedOrNot(states map[string]int64, a, b int, length int64) map[string]int64 {
	next := make(map[string]int64, 2*len(states))
	keep := func(s []byte, cost int64) {
		key := string(named(s))
		if old, known := next[key]; !known || cost < old {
			next[key] = cost
		}
	}
	for s, cost := range states {
		keep([]byte(s), cost)
		for times := range 2 {
			t := joined([]byte(s), a, b)
			if times == 0 {
				t[2*a] ^= 1
				t[2*b] ^= 1
			}
			keep(t, cost+int64(times+1)*length)
		}
	}
	return next
}

// joined makes one piece of those of two places.
func joined(s []byte, a, b int) []byte {
	const fresh = 100
	for i, p := range []int{a, b} {
		if s[2*p+1] == 0 {
			s[2*p+1] = byte(fresh + i)
		}
	}
	kept, gone := s[2*a+1], s[2*b+1]
	for p := 1; p < len(s); p += 2 {
		if s[p] == gone {
			s[p] = kept
		}
	}
	return s
}

// named numbers the pieces in the order of their places.
func named(s []byte) []byte {
	names := map[byte]byte{0: 0}
	for p := 1; p < len(s); p += 2 {
		if _, known := names[s[p]]; !known {
			names[s[p]] = byte(len(names))
		}
		s[p] = names[s[p]]
	}
	return s
}

// left takes a place off: it must be even, met if it is a stop, and its piece must
// go on elsewhere.
func left(states map[string]int64, at int, stop bool) map[string]int64 {
	next := make(map[string]int64, len(states))
	for s, cost := range states {
		odd, piece := s[2*at], s[2*at+1]
		rest := []byte(s[:2*at] + s[2*at+2:])
		goesOn := piece == 0 && !stop
		for p := 1; p < len(rest); p += 2 {
			goesOn = goesOn || piece != 0 && rest[p] == piece
		}
		if odd == 1 || !goesOn {
			continue
		}
		key := string(named(rest))
		if old, known := next[key]; !known || cost < old {
			next[key] = cost
		}
	}
	return next
}
