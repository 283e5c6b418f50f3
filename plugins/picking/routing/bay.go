package routing

import (
	"math/bits"
	"slices"
)

// bay is a column of an area with one block, as a gauge sees it.
type bay struct {
	x         int64
	from, to  int   // its words
	through   int64 // the length of its aisle; unreachable without one
	needed    bool  // without stops, too
	low, high bool  // the walk touches a gate at its lower or its upper end
}

// listBays lists the columns that any set of groups can need.
func (g *gauge) listBays() {
	p := g.program
	p.shelves.fill(p.layout, nil)
	p.listColumns()
	needed := slices.Clone(p.columns)
	for aisle, x := range p.layout.Aisles {
		if c := (column{x, aisle}); g.first[aisle] < g.first[aisle+1] && !slices.Contains(p.columns, c) {
			p.columns = append(p.columns, c)
		}
	}
	p.sortColumns()
	for _, c := range p.columns {
		b := bay{x: c.x, through: unreachable, needed: slices.Contains(needed, c)}
		if c.aisle >= 0 {
			b.from, b.to = g.first[c.aisle], g.first[c.aisle+1]
			b.through = p.layout.Crosses[1] - p.layout.Crosses[0]
		}
		for _, m := range p.errand.marks {
			b.low = b.low || m.gate == Gate{c.x, 0}
			b.high = b.high || m.gate == Gate{c.x, 1}
		}
		g.bays = append(g.bays, b)
	}
}

// lengthInBlock measures a walk through one block, with the states of Ratliff &
// Rosenthal written out.
func (g *gauge) lengthInBlock(of []int) int64 {
	g.gather(of)
	r, x := unbegun, g.bays[0].x
	for i := range g.bays {
		b := &g.bays[i]
		e := g.effort(b)
		if e.stay == 0 && !b.needed {
			continue
		}
		r.follow(b.x - x)
		r.serve(e, b.through)
		if b.low {
			r.touchLow()
		}
		if b.high {
			r.touchHigh()
		}
		x = b.x
	}
	return r.closed()
}

// effort is what the ways to serve the picks of a bay cost.
type effort struct {
	low, high int64 // all from the one end
	ends      int64 // from both, leaving the widest gap
	stay      int64 // nothing
}

// effort works out what the ways to serve a bay cost for the set.
func (g *gauge) effort(b *bay) effort {
	bottom, top := g.program.layout.Crosses[0], g.program.layout.Crosses[1]
	lowest, highest, gap := top, bottom, int64(-1)
	for word := b.from; word < b.to; word++ {
		depths := (*[wordSize]int64)(g.depths[word*wordSize:])
		for left := g.words[word]; left != 0; left &= left - 1 {
			y := depths[bits.TrailingZeros64(left)%wordSize]
			if gap < 0 {
				lowest, gap = y, 0
			} else {
				gap = max(gap, y-highest)
			}
			highest = y
		}
	}
	if gap < 0 {
		return effort{unreachable, unreachable, unreachable, 0}
	}
	return effort{2 * (highest - bottom), 2 * (top - lowest), 2 * (top - bottom - gap), unreachable}
}

// rim is the shortest begun walks by what they do at the rim of what they have
// covered: where they are followed to the next column, and what hangs together.
type rim struct {
	none      int64 // not begun
	odd       int64 // an odd number of times at both cross aisles
	low, high int64 // an even number of times at one of them
	joined    int64 // an even number of times at both
	apart     int64 // the same, in two pieces
	done      int64 // not followed any more
}

var unbegun = rim{0, unreachable, unreachable, unreachable, unreachable, unreachable, unreachable}

// closed is the shortest walk that ends here.
func (r *rim) closed() int64 { return min(r.low, r.high, r.joined, r.done) }

// serve goes through a bay. What is never shorter is left out: twice through where
// the walk need not be joined, and more than once touching.
func (r *rim) serve(e effort, through int64) {
	none, odd, low, high, joined, apart := r.none, r.odd, r.low, r.high, r.joined, r.apart
	rest := min(e.low, e.high, e.ends, e.stay)
	begin := min(none, low, high, apart)
	r.none = none + e.stay
	r.odd = min(begin+through, joined+through, odd+rest)
	r.low = min(none+e.low, low+min(e.low, e.stay))
	r.high = min(none+e.high, high+min(e.high, e.stay))
	r.joined = min(odd+through, begin+2*through, joined+rest)
	r.apart = min(none+e.ends, low+min(e.high, e.ends), high+min(e.low, e.ends), apart+rest)
	r.done += e.stay
}

// touchLow makes the walk touch the lower cross aisle.
func (r *rim) touchLow() {
	r.low, r.apart = min(r.low, r.none), min(r.apart, r.high)
	r.none, r.high, r.done = unreachable, unreachable, unreachable
}

// touchHigh makes the walk touch the upper cross aisle.
func (r *rim) touchHigh() {
	r.high, r.apart = min(r.high, r.none), min(r.apart, r.low)
	r.none, r.low, r.done = unreachable, unreachable, unreachable
}

// follow goes along the cross aisles to the next column.
func (r *rim) follow(width int64) {
	r.done = r.closed()
	r.odd += 2 * width
	r.low = min(r.low, r.joined) + 2*width
	r.high = min(r.high, r.joined) + 2*width
	r.joined += 4 * width
	r.apart += 4 * width
}
