package routing

import (
	"cmp"
	"slices"
)

// pick is a stop as its zone sees it.
type pick struct {
	y    int64 // millimetres
	stop int   // index of the stop
}

// shelves holds the stops sorted by zone, then by depth, then by index.
type shelves struct {
	picks []pick
	ends  []int // per zone the end of its picks; they begin where the zone before ends
}

// fill sorts the stops by counting them per zone, which is faster than
// comparing them all: few stops share a zone.
func (s *shelves) fill(layout *Layout, stops []Stop) {
	blocks := len(layout.Crosses) - 1
	s.ends = cleared(s.ends, len(layout.Aisles)*blocks+1)
	for _, stop := range stops {
		s.ends[layout.zone(stop)+1]++
	}
	for z := 1; z < len(s.ends); z++ {
		s.ends[z] += s.ends[z-1]
	}
	s.picks = cleared(s.picks, len(stops))
	for i, stop := range stops {
		zone := layout.zone(stop)
		s.picks[s.ends[zone]] = pick{stop.Y, i}
		s.ends[zone]++
	}
	for zone := range len(s.ends) - 1 {
		sortPicks(s.zone(zone))
	}
}

// zone returns the picks of one zone.
func (s *shelves) zone(zone int) []pick {
	first := 0
	if zone > 0 {
		first = s.ends[zone-1]
	}
	return s.picks[first:s.ends[zone]]
}

// empty reports whether no stop lies in an aisle.
func (s *shelves) empty(aisle, blocks int) bool {
	first := 0
	if aisle > 0 {
		first = s.ends[aisle*blocks-1]
	}
	return s.ends[(aisle+1)*blocks-1] == first
}

func sortPicks(picks []pick) {
	if len(picks) < 2 {
		return
	}
	slices.SortFunc(picks, func(a, b pick) int {
		return cmp.Or(cmp.Compare(a.y, b.y), cmp.Compare(a.stop, b.stop))
	})
}

// widestGap returns the index i for which the way from pick i-1 to pick i is
// the longest, and its length. It needs two picks.
func widestGap(picks []pick) (at int, gap int64) {
	at, gap = 1, picks[1].y-picks[0].y
	for i := 2; i < len(picks); i++ {
		if d := picks[i].y - picks[i-1].y; d > gap {
			at, gap = i, d
		}
	}
	return at, gap
}

// cleared returns a slice of n zero values, in the memory of old if it suffices.
func cleared[T any](old []T, n int) []T {
	if cap(old) < n {
		return make([]T, n)
	}
	old = old[:n]
	clear(old)
	return old
}
