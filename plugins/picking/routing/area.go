package routing

import (
	"fmt"
	"math"
)

// Position is a place in a storage area as the product stores it.
type Position struct {
	Aisle string  // code of the aisle; "" if the area names none
	X, Y  float64 // metres
}

// Area is a storage area of which only the coordinates of its positions are
// known. It may be used from several goroutines at a time.
type Area struct {
	grid   grid
	router *Router // nil when the positions form no rectangle
	depot  place
	access int64 // millimetres from the depot to the cross aisle and back
}

// FromCoordinates derives aisles and cross aisles from all positions of an
// area, and walks from and to the depot.
//
// The positions of one aisle code are one aisle; without a code those of one x
// are. An aisle stands at the middle of its positions, so that the racks at its
// left and right share it. If the aisles run along x instead of y the axes are
// exchanged. A step along the aisles of at least 1.5 m and 1.8 times the usual
// step is a cross aisle, at its middle; one more lies before the first and one
// behind the last position. The depot is joined to the nearest cross aisle.
//
// Walks are exact if the aisles lie apart from each other and there are at most
// MaxCrosses cross aisles. Otherwise Exact is false: walks then come from
// nearest neighbour and 2-opt over rectilinear distances, which takes no notice
// of racks in the way.
//
// It fails for an area without positions and for coordinates that are not
// numbers.
func FromCoordinates(positions []Position, depot Position) (*Area, error) {
	if len(positions) == 0 {
		return nil, fmt.Errorf("area has no position")
	}
	area := &Area{}
	if err := area.Check(append([]Position{depot}, positions...)); err != nil {
		return nil, err
	}
	area.grid = newGrid(positions)
	area.depot = area.grid.placeOf(depot)
	layout, rectangular := area.grid.layout()
	if !rectangular {
		return area, nil
	}
	layout.Depot, area.access = nearestGate(layout, area.depot)
	router, err := NewRouter(layout)
	if err != nil {
		return nil, fmt.Errorf("derive layout: %w", err)
	}
	area.router = router
	return area, nil
}

// Exact reports whether the area is rectangular, so that walks are shortest.
func (a *Area) Exact() bool { return a.router != nil }

// Layout returns the derived layout and whether there is one. Its x runs across
// the aisles, whichever way they lie in the area.
func (a *Area) Layout() (Layout, bool) {
	if a.router == nil {
		return Layout{}, false
	}
	return a.router.layout, true
}

// Check reports the first position whose coordinates are not numbers, or
// farther than a thousand kilometres away.
func (a *Area) Check(positions []Position) error {
	const far = 1e6
	for i, p := range positions {
		if reach := math.Hypot(p.X, p.Y); math.IsNaN(reach) || reach > far {
			return fmt.Errorf("position %d has the coordinates %g, %g", i, p.X, p.Y)
		}
	}
	return nil
}

// Route returns a walk from the depot past the positions and back, and fails
// like Check. A position off the derived aisles is visited from the place
// nearest to it.
func (a *Area) Route(positions []Position) (Tour, error) {
	if err := a.Check(positions); err != nil {
		return Tour{}, err
	}
	if len(positions) == 0 {
		return Tour{}, nil
	}
	if a.router == nil {
		return freeTour(a.depot, a.places(positions)), nil
	}
	tour, err := a.router.Route(a.stops(positions))
	tour.Length += a.access
	return tour, err
}

// Length returns the length in millimetres of the walk that Route finds. The
// positions must have passed Check.
func (a *Area) Length(positions []Position) int64 {
	if len(positions) == 0 {
		return 0
	}
	if a.router == nil {
		return freeTour(a.depot, a.places(positions)).Length
	}
	return a.router.Length(a.stops(positions)) + a.access
}

// Zone numbers the part of the area a position lies in: a block of an aisle,
// or a column of width 10 m if the area is not rectangular.
func (a *Area) Zone(p Position) int {
	if a.router != nil {
		return a.router.Zone(a.stop(p))
	}
	const width = 10_000
	return int((a.grid.placeOf(p).x - a.grid.low.x) / width)
}

func (a *Area) stops(positions []Position) []Stop {
	stops := make([]Stop, len(positions))
	for i, p := range positions {
		stops[i] = a.stop(p)
	}
	return stops
}

// stop puts a position into its aisle: that of its code, or the nearest.
func (a *Area) stop(p Position) Stop {
	at := a.grid.placeOf(p)
	crosses := a.router.layout.Crosses
	aisle, known := a.grid.codes[p.Aisle]
	if !known {
		aisle = nearest(a.router.layout.Aisles, at.x)
	}
	return Stop{Aisle: aisle, Y: min(max(at.y, crosses[0]), crosses[len(crosses)-1])}
}

func (a *Area) places(positions []Position) []place {
	places := make([]place, len(positions))
	for i, p := range positions {
		places[i] = a.grid.placeOf(p)
	}
	return places
}

// nearestGate returns the gate on the cross aisle nearest to a place and the
// way there and back.
func nearestGate(layout Layout, at place) (Gate, int64) {
	cross := nearest(layout.Crosses, at.y)
	return Gate{X: at.x, Cross: cross}, 2 * abs(at.y-layout.Crosses[cross])
}

// nearest returns the index of the value nearest to v, the first of equals.
func nearest(values []int64, v int64) int {
	best := 0
	for i, value := range values {
		if abs(value-v) < abs(values[best]-v) {
			best = i
		}
	}
	return best
}
