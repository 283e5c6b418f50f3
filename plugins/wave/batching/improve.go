package batching

import (
	"cmp"
	"slices"
)

// candidates is the number of batches an order is tried in: those that share
// most zones with it.
const candidates = 60

// forbidden is the penalty for being beyond the limits where that is no way to a
// better plan.
const forbidden = 1e15

// improve moves and swaps orders between batches until nothing helps any more
// or the budget is used up.
func (s *search) improve(d *draft) {
	s.penalty = forbidden
	for better := true; better; {
		better = false
		for order := range s.loads {
			if s.done() {
				return
			}
			better = s.place(d, order) || better
		}
	}
}

// place moves one order to where the plan gets shorter, or swaps it with
// another, and reports whether there was such a place.
func (s *search) place(d *draft, order int) bool {
	for _, to := range s.near(d, order) {
		if s.try(d, move{order, nobody, to}, 0) {
			return true
		}
		for _, other := range d.batches[to].orders {
			if s.try(d, move{order, other, to}, 0) {
				return true
			}
		}
	}
	return false
}

// near lists the batches to try an order in, without its own and the empty one:
// all, or those that share most zones with it. A walk for one order alone never
// makes a plan shorter.
func (s *search) near(d *draft, order int) []int {
	var list []int
	for i := range len(d.batches) - 1 {
		if i != d.home[order] {
			list = append(list, i)
		}
	}
	if len(list) <= candidates {
		return list
	}
	shared := make([]int, len(d.batches))
	for _, i := range list {
		for _, other := range d.batches[i].orders {
			shared[i] += s.zones[order].shared(s.zones[other])
		}
	}
	slices.SortStableFunc(list, func(a, b int) int { return cmp.Compare(shared[b], shared[a]) })
	return list[:candidates]
}
