package routing

import (
	"cmp"
	"math"
	"slices"
)

const (
	Millimetres = 1000 // per metre, of every length
	minimumGap  = 1500 // millimetres between positions at a cross aisle
	usualPitch  = 1000 // millimetres, when the positions do not tell
)

// grid is what the coordinates of an area's positions tell of its aisles.
type grid struct {
	turned bool           // aisles run along x; places are turned to run along y
	aisles []aisle        // ascending in x
	codes  map[string]int // index of the aisle with a code
	depths []int64        // y of the positions, ascending, each once
	low    place          // lowest x and y
	high   place          // highest x and y
}

// aisle is the space its positions take.
type aisle struct {
	code      string
	low, high place
}

func (a aisle) middle() int64 { return a.low.x + (a.high.x-a.low.x)/2 }

func newGrid(positions []Position) grid {
	var g grid
	g.turned = runsAlongX(g.group(positions))
	g.aisles = g.group(positions)
	slices.SortFunc(g.aisles, func(a, b aisle) int {
		return cmp.Or(cmp.Compare(a.middle(), b.middle()), cmp.Compare(a.code, b.code))
	})
	g.codes = map[string]int{}
	g.low, g.high = g.aisles[0].low, g.aisles[0].high
	for i, a := range g.aisles {
		if a.code != "" {
			g.codes[a.code] = i
		}
		g.low = place{min(g.low.x, a.low.x), min(g.low.y, a.low.y)}
		g.high = place{max(g.high.x, a.high.x), max(g.high.y, a.high.y)}
	}
	g.depths = g.listDepths(positions)
	return g
}

// placeOf returns a position in millimetres, turned so that aisles run along y.
func (g *grid) placeOf(p Position) place {
	at, _ := Point{p.X, p.Y}.place()
	return g.turn(at)
}

// turn exchanges the axes where aisles run along x; done twice it changes nothing.
func (g *grid) turn(p place) place {
	if g.turned {
		return place{p.y, p.x}
	}
	return p
}

// group collects positions into aisles, by code or else by x.
func (g *grid) group(positions []Position) []aisle {
	type key struct {
		code string
		x    int64
	}
	index := map[key]int{}
	var aisles []aisle
	for _, p := range positions {
		at, k := g.placeOf(p), key{code: p.Aisle}
		if p.Aisle == "" {
			k.x = at.x
		}
		i, seen := index[k]
		if !seen {
			i, index[k] = len(aisles), len(aisles)
			aisles = append(aisles, aisle{p.Aisle, at, at})
		}
		a := &aisles[i]
		a.low = place{min(a.low.x, at.x), min(a.low.y, at.y)}
		a.high = place{max(a.high.x, at.x), max(a.high.y, at.y)}
	}
	return aisles
}

// runsAlongX reports whether more aisles are longer in x than in y. Without
// codes every aisle has one x, so that the axes stay as they are.
func runsAlongX(aisles []aisle) bool {
	votes := 0
	for _, a := range aisles {
		votes += cmp.Compare(a.high.x-a.low.x, a.high.y-a.low.y)
	}
	return votes > 0
}

func (g *grid) listDepths(positions []Position) []int64 {
	depths := make([]int64, len(positions))
	for i, p := range positions {
		depths[i] = g.placeOf(p).y
	}
	slices.Sort(depths)
	return slices.Compact(depths)
}

// layout returns the aisles and cross aisles, or false if the aisles overlap or
// there are too many cross aisles.
func (g *grid) layout() (Layout, bool) {
	var l Layout
	for i, a := range g.aisles {
		if i > 0 && a.low.x <= g.aisles[i-1].high.x {
			return Layout{}, false
		}
		l.Aisles = append(l.Aisles, a.middle())
	}
	l.Crosses = g.crosses()
	return l, len(l.Crosses) <= MaxCrosses
}

// crosses places a cross aisle into each wide gap between depths and one at
// either end, as far out as the middle of the narrowest gap.
func (g *grid) crosses() []int64 {
	pitch := g.pitch()
	first, last := g.depths[0], g.depths[len(g.depths)-1]
	crosses, margin := []int64{0}, int64(math.MaxInt64)
	for i := 1; i < len(g.depths); i++ {
		gap := g.depths[i] - g.depths[i-1]
		if gap >= minimumGap && 5*gap >= 9*pitch {
			crosses = append(crosses, g.depths[i-1]+gap/2)
			margin = min(margin, gap/2)
		}
	}
	if len(crosses) == 1 {
		margin = pitch
	}
	crosses[0] = first - margin
	return append(crosses, last+margin)
}

// pitch returns the usual, that is the median step between depths.
func (g *grid) pitch() int64 {
	if len(g.depths) < 2 {
		return usualPitch
	}
	steps := make([]int64, len(g.depths)-1)
	for i := range steps {
		steps[i] = g.depths[i+1] - g.depths[i]
	}
	slices.Sort(steps)
	return steps[len(steps)/2]
}
