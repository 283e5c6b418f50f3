package routing

// trip is a walk through the building under construction. Its memory is used again
// by the next one.
type trip struct {
	building *Building
	visits   []visit // per area
	open     []*visit
	unplaced []int // spots without coordinates
	kind     Kind
	legs     []leg
	search   itinerary
}

// sort puts the spots into the areas they lie in.
func (t *trip) sort(from *Spot, spots []Spot) {
	for _, v := range t.open {
		v.clear()
	}
	t.open, t.unplaced, t.legs, t.kind = t.open[:0], t.unplaced[:0], t.legs[:0], Exact
	if from != nil {
		t.enter(from.site).from = from
	}
	for i, s := range spots {
		if s.unplaced {
			t.unplaced = append(t.unplaced, i)
		} else {
			t.enter(s.site).add(i, s)
		}
	}
}

// enter is the visit of an area, which becomes part of the walk.
func (t *trip) enter(site int) *visit {
	v := &t.visits[site]
	if v.from == nil && len(v.spots) == 0 {
		t.open = append(t.open, v)
	}
	return v
}

// plan finds the order of the areas and the way to serve each, and returns what is
// walked.
func (t *trip) plan() int64 {
	if len(t.open) == 0 {
		return 0
	}
	for _, v := range t.open {
		v.measure(len(t.open) == 1)
		if v.site.router == nil {
			t.kind = Estimated
		}
	}
	var total int64
	for rest := t.open; len(rest) > 0; {
		if rest = t.search.begin(t.building.depot, rest); len(rest) > 0 {
			t.kind = Estimated
		}
		var length int64
		length, t.legs = t.search.search(t.legs)
		total += length
	}
	return total
}

// blind is what positions without coordinates count for.
func (t *trip) blind(spots []Spot) int64 {
	var last int64
	for _, i := range t.unplaced {
		last = max(last, spots[i].sequence)
	}
	return 2 * Millimetres * last
}

// order returns the spots in the order in which a walk over all edges of the
// solution meets them (those without coordinates left out).
func (t *trip) order(spots int) []int {
	if len(t.open) == 0 {
		return make([]int, 0, spots)
	}
	var g graph
	depot := g.grow(1)
	at := map[*visit]points{}
	for _, l := range t.legs {
		if l.visit != nil && !l.move.settles {
			at[l.visit] = l.visit.draw(l.move.way, &g)
		}
	}
	start, here := depot, depot
	for _, l := range t.legs {
		next, out := depot, depot
		if l.visit != nil {
			next, out = at[l.visit].doors[l.move.in], at[l.visit].doors[l.move.out]
		}
		if l.visit != nil && l.visit.from != nil && !l.move.settles {
			start = at[l.visit].from
		} else {
			g.add(here, next, 1)
		}
		here = out
	}
	return t.meet(g.euler(start), at, spots)
}

// meet lists the spots in the order in which a walk over points meets them.
func (t *trip) meet(walk []int, at map[*visit]points, spots int) []int {
	spotAt := map[int]int{}
	for v, p := range at {
		for i, point := range p.stops {
			spotAt[point] = v.spots[i]
		}
	}
	order := make([]int, 0, spots)
	for _, point := range walk {
		if spot, found := spotAt[point]; found {
			order = append(order, spot)
			delete(spotAt, point)
		}
	}
	return order
}
