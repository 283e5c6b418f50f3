package routing

// unreachable is the cost of what cannot be done.
const unreachable = int64(1) << 50

// visit is the part of a walk in one area.
type visit struct {
	site   *site
	from   *Spot // where the walk begins, if it does so here
	spots  []int
	stops  []Stop
	places []place
	costs  [ways]int64
}

func (v *visit) clear() {
	v.from, v.spots, v.stops, v.places = nil, v.spots[:0], v.stops[:0], v.places[:0]
}

func (v *visit) add(i int, s Spot) {
	v.spots, v.stops, v.places = append(v.spots, i), append(v.stops, s.stop), append(v.places, s.at)
}

// measure finds what the ways to serve the area cost inside it. alone says that the
// walk visits no other area.
func (v *visit) measure(alone bool) {
	first, last := roundA, along
	if v.from != nil {
		first, last = outA, backB
	}
	for w := range ways {
		v.costs[w] = unreachable
		if w >= first && w <= last && v.possible(w) && (!alone || v.from != nil || v.site.useful(w)) {
			v.costs[w] = v.length(w)
		}
	}
}

// possible reports whether the area has the gates of a way.
func (v *visit) possible(w way) bool { return len(v.site.doors) == maxGates || gateKinds[w][1] == nil }

// length is what a way walks inside the area.
func (v *visit) length(w way) int64 {
	if v.site.router == nil {
		return v.freeTour(w).Length
	}
	_, length := v.best(w)
	return length
}

// best is the shortest walk of a way. One that begins inside a block leaves it for
// good on either side.
func (v *visit) best(w way) (errand, int64) {
	e := errand{marks: v.marks(w)}
	if v.from == nil {
		return e, v.site.router.length(e, v.stops)
	}
	least := unreachable
	for _, up := range []bool{false, true} {
		one := errand{e.marks, &origin{v.from.stop, len(v.stops), up}}
		if length := v.site.router.length(one, v.allStops()); length < least {
			e, least = one, length
		}
	}
	return e, least
}

// marks are the gates that a way touches.
func (v *visit) marks(w way) []mark {
	var marks []mark
	for i, door := range v.site.doors {
		for _, k := range gateKinds[w][i] {
			marks = append(marks, mark{door.gate, k})
		}
	}
	return marks
}

// allStops are the stops and behind them the one where the walk begins.
func (v *visit) allStops() []Stop {
	if v.from == nil {
		return v.stops
	}
	return append(v.stops[:len(v.stops):len(v.stops)], v.from.stop)
}

// freeTour is a walk through an area that is not rectangular, from one place to one
// other at most.
func (v *visit) freeTour(w way) Tour {
	var ends []place
	if v.from != nil {
		ends = append(ends, v.from.at)
	}
	for i, door := range v.site.doors {
		if len(gateKinds[w][i]) > 0 {
			ends = append(ends, door.inside)
		}
	}
	if len(ends) > 2 || w == apart || w == along {
		return Tour{Length: unreachable}
	}
	return freeTour(ends[0], ends[len(ends)-1], v.places)
}

// points are where the parts of a visit lie in a graph.
type points struct {
	stops []int
	from  int // where the walk begins
	doors [maxGates]int
}

// draw adds what a way walks to a graph.
func (v *visit) draw(w way, g *graph) points {
	if v.site.router == nil {
		return v.drawFree(w, g)
	}
	e, _ := v.best(w)
	d, _ := v.site.router.draw(e, v.allStops(), g)
	defer v.site.router.spare.Put(d.program)
	at := points{from: d.stop(len(v.stops))}
	for i := range v.stops {
		at.stops = append(at.stops, d.stop(i))
	}
	for i, door := range v.site.doors {
		if len(gateKinds[w][i]) > 0 {
			at.doors[i] = d.gate(door.gate)
		}
	}
	return at
}

func (v *visit) drawFree(w way, g *graph) points {
	var at points
	for range v.places {
		at.stops = append(at.stops, g.grow(1))
	}
	var ends []int
	if v.from != nil {
		at.from = g.grow(1)
		ends = append(ends, at.from)
	}
	for i := range v.site.doors {
		if len(gateKinds[w][i]) > 0 {
			at.doors[i] = g.grow(1)
			ends = append(ends, at.doors[i])
		}
	}
	row := ends[:1:1]
	for _, i := range v.freeTour(w).Order {
		row = append(row, at.stops[i])
	}
	g.chain(append(row, ends[len(ends)-1]), 1)
	return at
}
