package batching

import (
	"cmp"
	"slices"
)

// candidates is the number of batches an order is tried in: those that share
// most zones with it.
const candidates = 24

// improve moves and swaps orders between batches until nothing helps any more
// or the budget is used up.
func (s *search) improve(d *draft) {
	for better := true; better && !s.done(); {
		better = false
		for order := range s.loads {
			if s.done() {
				break
			}
			better = s.place(d, order) || better
		}
		d.tidy()
	}
}

// place moves one order to where the plan gets shorter, or swaps it with
// another, and reports whether there was such a place.
func (s *search) place(d *draft, order int) bool {
	from, at := d.find(order)
	without := s.costWith(&d.batches[from], nobody, order)
	for _, to := range s.near(d, order, from) {
		if s.relocate(d, from, at, to, without) || s.swap(d, from, at, to) {
			return true
		}
	}
	return false
}

func (s *search) relocate(d *draft, from, at, to int, without int64) bool {
	a, b := &d.batches[from], &d.batches[to]
	order := a.orders[at]
	if !s.fits(b, order, nobody) {
		return false
	}
	with := s.costWith(b, order, nobody)
	if without+with >= a.cost+b.cost {
		return false
	}
	s.remove(d, from, at, without)
	s.add(d, to, order, with)
	return true
}

func (s *search) swap(d *draft, from, at, to int) bool {
	a, b := &d.batches[from], &d.batches[to]
	order := a.orders[at]
	for i, other := range b.orders {
		if !s.fits(a, other, order) || !s.fits(b, order, other) {
			continue
		}
		costA := s.costWith(a, other, order)
		if costA >= a.cost+b.cost {
			continue
		}
		if costB := s.costWith(b, order, other); costA+costB < a.cost+b.cost {
			s.exchange(d, [2]int{from, to}, [2]int{at, i}, [2]int64{costA, costB})
			return true
		}
	}
	return false
}

// exchange swaps the orders at two places of two batches, whose costs become
// the given ones.
func (s *search) exchange(d *draft, batches, at [2]int, costs [2]int64) {
	a, b := d.batches[batches[0]].orders[at[0]], d.batches[batches[1]].orders[at[1]]
	s.remove(d, batches[0], at[0], 0)
	s.remove(d, batches[1], at[1], 0)
	s.add(d, batches[0], b, costs[0])
	s.add(d, batches[1], a, costs[1])
}

// find returns the batch of an order and the place in it.
func (d *draft) find(order int) (in, at int) {
	for in := range d.batches {
		if at := slices.Index(d.batches[in].orders, order); at >= 0 {
			return in, at
		}
	}
	return nobody, nobody
}

// near lists the batches to try an order in, without its own and the empty one:
// all, or those that share most zones with it. A walk for one order alone never
// makes a plan shorter.
func (s *search) near(d *draft, order, own int) []int {
	var list []int
	for i := range len(d.batches) - 1 {
		if i != own && len(d.batches[i].orders) > 0 {
			list = append(list, i)
		}
	}
	if len(list) <= candidates {
		return list
	}
	slices.SortStableFunc(list, func(a, b int) int {
		shared := s.zones[order]
		return cmp.Compare(shared.shared(d.batches[b].zones), shared.shared(d.batches[a].zones))
	})
	return list[:candidates]
}
