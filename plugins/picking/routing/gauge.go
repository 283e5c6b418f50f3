package routing

import (
	"cmp"
	"math/bits"
	"slices"
)

// gauge measures round trips past sets of groups of stops that are known
// beforehand. A set is a bit per depth that any group asks for: groups are put
// together by an or of words, and the depths of a zone come out sorted.
type gauge struct {
	program *program
	depths  []int64   // y of each bit
	first   []int     // per zone the first of its words, and the end of the last
	groups  [][]patch // per group
	words   []uint64  // of the set that is measured
	bays    []bay     // of an area with one block
}

// patch is the bits of a group in one word.
type patch struct {
	word int
	bits uint64
}

const wordSize = 64

// gauge prepares for measuring walks from a gate past sets of groups of stops,
// which are named by their indexes. What it returns serves one goroutine.
func (r *Router) gauge(e errand, groups [][]Stop) func(of []int) int64 {
	g := &gauge{program: &program{layout: &r.layout, errand: e}}
	g.listDepths(groups)
	for _, stops := range groups {
		g.groups = append(g.groups, g.patches(stops))
	}
	if len(r.layout.Crosses) > 2 {
		return g.length
	}
	g.listBays()
	return g.lengthInBlock
}

// listDepths gives each depth of a zone a bit, in words of the zone's own.
func (g *gauge) listDepths(groups [][]Stop) {
	layout := g.program.layout
	zones := make([][]int64, len(layout.Aisles)*(len(layout.Crosses)-1))
	for _, stops := range groups {
		for _, s := range stops {
			zone := layout.zone(s)
			zones[zone] = append(zones[zone], s.Y)
		}
	}
	for _, depths := range zones {
		g.first = append(g.first, len(g.depths)/wordSize)
		slices.Sort(depths)
		g.depths = append(g.depths, slices.Compact(depths)...)
		for len(g.depths)%wordSize > 0 {
			g.depths = append(g.depths, 0)
		}
	}
	g.first = append(g.first, len(g.depths)/wordSize)
	g.words = make([]uint64, len(g.depths)/wordSize)
}

// patches are the bits of some stops.
func (g *gauge) patches(stops []Stop) []patch {
	words := map[int]uint64{}
	for _, s := range stops {
		begin := g.first[g.program.layout.zone(s)] * wordSize
		bit := begin + slices.Index(g.depths[begin:], s.Y)
		words[bit/wordSize] |= 1 << (bit % wordSize)
	}
	var list []patch
	for word, set := range words {
		list = append(list, patch{word, set})
	}
	slices.SortFunc(list, func(a, b patch) int { return cmp.Compare(a.word, b.word) })
	return list
}

// gather puts groups together.
func (g *gauge) gather(of []int) {
	clear(g.words)
	for _, group := range of {
		for _, p := range g.groups[group] {
			g.words[p.word] |= p.bits
		}
	}
}

// length measures a walk through any number of blocks.
func (g *gauge) length(of []int) int64 {
	g.gather(of)
	s := &g.program.shelves
	s.picks, s.ends = s.picks[:0], s.ends[:0]
	for zone, first := range g.first[:len(g.first)-1] {
		for word, left := range g.words[first:g.first[zone+1]] {
			for ; left != 0; left &= left - 1 {
				bit := (first+word)*wordSize + bits.TrailingZeros64(left)
				s.picks = append(s.picks, pick{y: g.depths[bit]})
			}
		}
		s.ends = append(s.ends, len(s.picks))
	}
	return g.program.solve(false)
}
