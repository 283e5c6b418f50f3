package routing

// site is an area with its layout and its gates.
type site struct {
	grid   grid
	router *Router // nil when the positions form no rectangle
	doors  []door  // none in an area without coordinates
	sole   int     // the gate that is enough for a walk in this area alone; -1 where either may help
	zone   int     // number of its first zone
}

// door is a gate as it is walked through.
type door struct {
	at     place // in the building
	inside place // turned as the area is
	gate   Gate  // on the nearest cross aisle
	access int64 // millimetres from the gate to that cross aisle
}

func newSite(area Area, depot place) (site, error) {
	var placed []Position
	for _, p := range area.Positions {
		if _, ok := (Point{p.X, p.Y}).place(); ok && !p.Unplaced {
			placed = append(placed, p)
		}
	}
	if len(placed) == 0 {
		return site{}, nil
	}
	s := site{grid: newGrid(placed)}
	if layout, rectangular := s.grid.layout(); rectangular {
		router, err := NewRouter(layout)
		if err != nil {
			return s, err
		}
		s.router = router
	}
	for _, gate := range area.Gates[:min(len(area.Gates), maxGates)] {
		if at, ok := gate.place(); ok {
			s.doors = append(s.doors, s.door(at))
		}
	}
	if len(s.doors) == 0 {
		s.doors = []door{s.nearestDoor(depot)}
	}
	s.sole = s.soleDoor(depot)
	return s, nil
}

// soleDoor is the gate that the way to the other one leads past, where the area is
// not in the way: what comes in there may as well come in here and walk inside.
func (s *site) soleDoor(depot place) int {
	if len(s.doors) < maxGates || s.router == nil {
		return -1
	}
	a, b := s.doors[0], s.doors[1]
	inside := s.router.layout.between(a.gate, b.gate)
	outside := a.access + rectilinear(a.at, b.at) + b.access
	toA, toB := a.access+rectilinear(depot, a.at), b.access+rectilinear(depot, b.at)
	switch {
	case inside > outside:
		return -1
	case toA+inside <= toB:
		return 0
	case toB+inside <= toA:
		return 1
	default:
		return -1
	}
}

// useful reports whether a way can be best for a walk in this area alone.
func (s *site) useful(w way) bool {
	switch s.sole {
	case 0:
		return w == roundA
	case 1:
		return w == roundB
	default:
		return true
	}
}

// oneDoor is the gate that is enough for a walk in this area alone, or -1.
func (s *site) oneDoor() int {
	if len(s.doors) == 1 {
		return 0
	}
	return s.sole
}

// gauge measures walks in this area alone, from its one gate, past groups of one
// spot at least.
func (s *site) gauge(depot place, groups [][]Spot) func(of []int) int64 {
	d := s.doors[s.oneDoor()]
	outside := 2 * (rectilinear(depot, d.at) + d.access)
	stops := make([][]Stop, len(groups))
	for i, spots := range groups {
		for _, spot := range spots {
			stops[i] = append(stops[i], spot.stop)
		}
	}
	inside := s.router.gauge(errand{marks: []mark{{d.gate, touch}}}, stops)
	return func(of []int) int64 {
		if len(of) == 0 {
			return 0
		}
		return outside + inside(of)
	}
}

// door joins a place to the nearest cross aisle.
func (s *site) door(at place) door {
	d := door{at: at, inside: s.grid.turn(at)}
	if s.router != nil {
		crosses := s.router.layout.Crosses
		d.gate = Gate{X: d.inside.x, Cross: nearest(crosses, d.inside.y)}
		d.access = abs(d.inside.y - crosses[d.gate.Cross])
	}
	return d
}

// nearestDoor is the gate of an area that states none: the place nearest to the
// depot, on its cross aisles if it is rectangular.
func (s *site) nearestDoor(depot place) door {
	at := s.grid.turn(depot)
	low, high := s.grid.low, s.grid.high
	if s.router != nil {
		aisles, crosses := s.router.layout.Aisles, s.router.layout.Crosses
		at.y = crosses[nearest(crosses, at.y)]
		low.x, high.x = aisles[0], aisles[len(aisles)-1]
	} else {
		at.y = min(max(at.y, low.y), high.y)
	}
	at.x = min(max(at.x, low.x), high.x)
	return s.door(s.grid.turn(at))
}

// find is the place of a position, and the stop in its aisle: that of its code, or
// the nearest.
func (s *site) find(at place, code string) (place, Stop) {
	at = s.grid.turn(at)
	if s.router == nil {
		return at, Stop{}
	}
	crosses := s.router.layout.Crosses
	aisle, known := s.grid.codes[code]
	if !known {
		aisle = nearest(s.router.layout.Aisles, at.x)
	}
	return at, Stop{Aisle: aisle, Y: min(max(at.y, crosses[0]), crosses[len(crosses)-1])}
}

// columnWidth is the width in millimetres of a zone in an area that is not
// rectangular.
const columnWidth = 10_000

func (s *site) zones() int {
	if s.router != nil {
		return len(s.router.layout.Aisles) * (len(s.router.layout.Crosses) - 1)
	}
	return int((s.grid.high.x-s.grid.low.x)/columnWidth) + 1
}

func (s *site) zoneOf(spot Spot) int {
	if s.router != nil {
		return s.router.Zone(spot.stop)
	}
	column := (spot.at.x - s.grid.low.x) / columnWidth
	return int(min(max(column, 0), int64(s.zones()-1)))
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
