package routing

import (
	"cmp"
	"fmt"
	"math"
	"slices"
	"sync"
)

// Kind tells how a walk was found.
type Kind int

// Kinds of walks, the best first.
const (
	Exact     Kind = iota // no walk is shorter
	Estimated             // over an area that is no rectangle, or over very many areas: good, not shortest
	Sequence              // past positions without coordinates, in their pick sequence: of no known length
)

// Point is a place in the building, in metres.
type Point struct{ X, Y float64 }

// Position is a place in a storage area as the product stores it.
type Position struct {
	Aisle    string // code of the aisle; "" if the area names none
	X, Y     float64
	Sequence int64 // in which the positions of the area are picked, where coordinates are missing
	Unplaced bool  // has no coordinates
}

// Area is a storage area: its positions and the one or two gates that join it to
// the rest of the building. Without a stated gate it has one, where its cross
// aisles come nearest to the depot.
type Area struct {
	Positions []Position
	Gates     []Point
}

// maxGates is the number of gates an area may have.
const maxGates = 2

// Building is the storage areas of a warehouse and its depot, the place where
// walks begin and end. Between gates and depot one walks along the axes. It may be
// used from several goroutines at a time.
type Building struct {
	depot place
	sites []site
	spare sync.Pool // of *trip
}

// NewBuilding derives the layout of each area from its positions.
//
// The positions of one aisle code are one aisle; without a code those of one x
// are. An aisle stands at the middle of its positions, so that the racks at its
// left and right share it. If the aisles run along x instead of y the axes are
// exchanged. A step along the aisles of at least 1.5 m and 1.8 times the usual
// step is a cross aisle, at its middle; one more lies before the first and one
// behind the last position. A gate or depot is joined to the nearest cross aisle.
//
// Walks in an area are exact if its aisles lie apart from each other and there are
// at most MaxCrosses cross aisles. Otherwise they come from nearest neighbour and
// 2-opt over rectilinear distances, which takes no notice of racks in the way.
//
// It fails for coordinates that are not numbers.
func NewBuilding(depot Point, areas []Area) (*Building, error) {
	b := &Building{sites: make([]site, len(areas))}
	var ok bool
	if b.depot, ok = depot.place(); !ok {
		return nil, fmt.Errorf("depot has the coordinates %g, %g", depot.X, depot.Y)
	}
	zones := 0
	for i, area := range areas {
		s, err := newSite(area, b.depot)
		if err != nil {
			return nil, fmt.Errorf("lay out area %d: %w", i, err)
		}
		s.zone = zones
		zones += s.zones()
		b.sites[i] = s
	}
	return b, nil
}

// place is the point in millimetres, if its coordinates are numbers and less than
// a thousand kilometres away.
func (p Point) place() (place, bool) {
	const far = 1e6
	reach := math.Hypot(p.X, p.Y)
	return place{int64(math.Round(p.X * Millimetres)), int64(math.Round(p.Y * Millimetres))}, reach < far
}

// Layout returns the derived layout of an area and whether it is rectangular. Its x
// runs across the aisles, whichever way they lie.
func (b *Building) Layout(area int) (Layout, bool) {
	if b.sites[area].router == nil {
		return Layout{}, false
	}
	return b.sites[area].router.layout, true
}

// Spot is a position as a building sees it.
type Spot struct {
	site     int
	stop     Stop  // in a rectangular area
	at       place // turned as the area is
	sequence int64
	unplaced bool
}

// Spot finds a position of an area (by its index). A position off the derived
// aisles is visited from the place nearest to it.
func (b *Building) Spot(area int, p Position) Spot {
	s := Spot{site: area, sequence: p.Sequence, unplaced: true}
	at, ok := Point{p.X, p.Y}.place()
	if p.Unplaced || !ok || area < 0 || area >= len(b.sites) || len(b.sites[area].doors) == 0 {
		return s
	}
	s.unplaced = false
	s.at, s.stop = b.sites[area].find(at, p.Aisle)
	return s
}

// Check accepts every spot; see batching.Walker.
func (b *Building) Check([]Spot) error { return nil }

// Zone numbers the part of the building a spot lies in: a block of an aisle, or a
// column of width 10 m in an area that is not rectangular.
func (b *Building) Zone(s Spot) int {
	if s.unplaced {
		const bays, most = 8, 1000
		return int(min(max(s.sequence/bays, 0), most))
	}
	return b.sites[s.site].zone + b.sites[s.site].zoneOf(s)
}

// Length returns the length in millimetres of the walk that Route finds. Positions
// without coordinates count as if each took a metre, in their sequence.
func (b *Building) Length(spots []Spot) int64 {
	t := b.trip()
	defer b.spare.Put(t)
	t.sort(nil, spots)
	return t.plan() + t.blind(spots)
}

// Gauge prepares for measuring many walks past the same spots. What it returns is
// Length for the spots of the groups with the given indexes, many times as fast
// where all lie in one rectangular area that is best walked from one gate. It
// serves one goroutine.
func (b *Building) Gauge(groups [][]Spot) func(of []int) int64 {
	if s, ok := b.soleSite(groups); ok {
		return s.gauge(b.depot, groups)
	}
	var spots []Spot
	return func(of []int) int64 {
		spots = spots[:0]
		for _, group := range of {
			spots = append(spots, groups[group]...)
		}
		return b.Length(spots)
	}
}

// soleSite is the area in which all spots lie.
func (b *Building) soleSite(groups [][]Spot) (s *site, ok bool) {
	for _, spots := range groups {
		for _, spot := range spots {
			if spot.unplaced { // in no site at all
				return nil, false
			}
			if at := &b.sites[spot.site]; s == nil {
				s = at
			} else if s != at {
				return nil, false
			}
		}
		if len(spots) == 0 {
			return nil, false
		}
	}
	return s, s != nil && s.router != nil && s.oneDoor() >= 0
}

// Route returns a shortest walk from the depot past the spots and back.
func (b *Building) Route(spots []Spot) Tour { return b.route(nil, spots) }

// RouteFrom is Route from a spot instead of the depot, for a picker who is on his
// way. The walk ends at the depot. Spots where he stands come first.
func (b *Building) RouteFrom(from Spot, spots []Spot) Tour {
	if from.unplaced {
		return b.route(nil, spots)
	}
	var here, there []int
	var rest []Spot
	for i, s := range spots {
		if !s.unplaced && s.site == from.site && s.at == from.at {
			here = append(here, i)
		} else {
			there, rest = append(there, i), append(rest, s)
		}
	}
	tour := b.route(&from, rest)
	for _, i := range tour.Order {
		here = append(here, there[i])
	}
	tour.Order = here
	return tour
}

func (b *Building) route(from *Spot, spots []Spot) Tour {
	t := b.trip()
	defer b.spare.Put(t)
	t.sort(from, spots)
	tour := Tour{Length: t.plan(), Order: t.order(len(spots)), Kind: t.kind}
	if len(t.unplaced) > 0 {
		tour.Kind = Sequence
		tour.Order = append(tour.Order, inSequence(spots, t.unplaced)...)
	}
	return tour
}

// inSequence sorts spots without coordinates by area and sequence.
func inSequence(spots []Spot, unplaced []int) []int {
	sorted := slices.Clone(unplaced)
	slices.SortStableFunc(sorted, func(a, b int) int {
		return cmp.Or(cmp.Compare(spots[a].site, spots[b].site), cmp.Compare(spots[a].sequence, spots[b].sequence))
	})
	return sorted
}

func (b *Building) trip() *trip {
	t, ok := b.spare.Get().(*trip)
	if !ok {
		t = &trip{building: b, visits: make([]visit, len(b.sites))}
		for i := range t.visits {
			t.visits[i].site = &b.sites[i]
		}
	}
	return t
}
