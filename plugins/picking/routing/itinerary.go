package routing

// mostSituations bounds the search for the order of the areas: five areas with two
// gates each fit, or eleven with one. A walk past more goes out several times.
const mostSituations = 3200

// itinerary is the search for the order of the areas: shortest ways between all
// situations, each a status per area and the gate where the walk is.
type itinerary struct {
	visits []*visit
	worth  []int     // of one step of an area's status in the number of a situation
	full   int       // the number of the situation in which all is done
	nodes  []doorway // the depot, then the gates of the areas
	first  []int     // node of the first gate per area
	costs  []int64   // per situation and node
	steps  []passage
}

// doorway is a gate or the depot, seen from outside of the areas.
type doorway struct {
	at     place
	access int64 // from it to the cross aisle
}

// passage is how a situation was reached.
type passage struct {
	before int // situation and node
	leg    leg
}

// leg is a step of the walk from area to area, behind a way outside of them.
type leg struct {
	visit *visit // nil for the depot
	move  move
}

// begin takes as many visits as can be searched and returns the others.
func (it *itinerary) begin(depot place, open []*visit) []*visit {
	*it = itinerary{
		visits: it.visits[:0], worth: it.worth[:0], nodes: append(it.nodes[:0], doorway{at: depot}), first: it.first[:0],
		costs: it.costs[:0], steps: it.steps[:0],
	}
	situations := 1
	for i, v := range open {
		if situations*v.statuses() > mostSituations {
			return open[i:]
		}
		it.visits, it.worth, it.first = append(it.visits, v), append(it.worth, situations), append(it.first, len(it.nodes))
		for _, d := range v.site.doors {
			it.nodes = append(it.nodes, doorway{d.at, d.access})
		}
		it.full += situations * v.code(served)
		situations *= v.statuses()
	}
	return nil
}

// statuses is how many statuses an area can have: with one gate it is fresh or
// served.
func (v *visit) statuses() int {
	if len(v.site.doors) < maxGates {
		return 2
	}
	return int(statuses)
}

// code numbers a status of the area.
func (v *visit) code(s status) int { return min(int(s), v.statuses()-1) }

func (v *visit) status(code int) status {
	if code == v.statuses()-1 {
		return served
	}
	return status(code)
}

// search returns the length of the shortest walk past the visits to the depot and
// appends its legs. Every step raises the number of the situation.
func (it *itinerary) search(legs []leg) (int64, []leg) {
	n := len(it.nodes)
	for range (it.full + 1) * n {
		it.costs, it.steps = append(it.costs, unreachable), append(it.steps, passage{})
	}
	it.start()
	for at := range it.full * n {
		if it.costs[at] < unreachable {
			it.goOn(at/n, at%n)
		}
	}
	best, total := 0, unreachable
	for node := range n {
		at := it.full*n + node
		if length := it.costs[at] + it.distance(node, 0); length < total {
			best, total = at, length
		}
	}
	return total, append(it.trace(legs, best), leg{})
}

// start begins at the depot, or with the first steps out of the area that the walk
// begins in.
func (it *itinerary) start() {
	v := it.visits[0]
	if v.from == nil {
		it.costs[0] = 0
		return
	}
	for _, m := range starts {
		if cost := v.costs[m.way]; cost < unreachable {
			it.reach(v.code(m.next), it.first[0]+m.out, cost, passage{-1, leg{v, m}})
		}
	}
}

// goOn does all that can be done in a situation.
func (it *itinerary) goOn(situation, node int) {
	cost := it.costs[situation*len(it.nodes)+node]
	for i, v := range it.visits {
		code := situation / it.worth[i] % v.statuses()
		for _, m := range moves[v.status(code)] {
			inside := int64(0)
			if !m.settles {
				inside = v.costs[m.way]
			}
			if inside >= unreachable {
				continue
			}
			total := cost + it.distance(node, it.first[i]+m.in) + inside
			after := situation + (v.code(m.next)-code)*it.worth[i]
			it.reach(after, it.first[i]+m.out, total, passage{situation*len(it.nodes) + node, leg{v, m}})
		}
	}
}

func (it *itinerary) reach(situation, node int, cost int64, by passage) {
	at := situation*len(it.nodes) + node
	if cost < it.costs[at] {
		it.costs[at], it.steps[at] = cost, by
	}
}

// distance is the way from node to node outside of the areas.
func (it *itinerary) distance(a, b int) int64 {
	if a == b {
		return 0
	}
	from, to := it.nodes[a], it.nodes[b]
	return from.access + rectilinear(from.at, to.at) + to.access
}

// trace appends the legs that lead to a situation.
func (it *itinerary) trace(legs []leg, at int) []leg {
	if at < 0 || it.steps[at].leg.visit == nil {
		return legs
	}
	return append(it.trace(legs, it.steps[at].before), it.steps[at].leg)
}
