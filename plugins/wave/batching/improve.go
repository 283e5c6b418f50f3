package batching

import (
	"cmp"
	"slices"
)

// candidates is the number of batches an order is tried in: those that share
// most zones with it.
const candidates = 60

// spot is the place of an order in a draft.
type spot struct{ batch, at int }

// improve moves and swaps orders between batches until nothing helps any more
// or the budget is used up.
func (s *search) improve(d *draft) {
	for better := true; better; {
		better = false
		for order := range s.loads {
			if s.done() {
				return
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
		if s.relocate(d, spot{from, at}, to, without, 0) {
			return true
		}
		for i := range d.batches[to].orders {
			if s.swap(d, spot{from, at}, spot{to, i}, 0) {
				return true
			}
		}
	}
	return false
}

// relocate moves an order to another batch if it fits there and the plan gets
// longer by less than slack. Its batch costs without when it has left.
func (s *search) relocate(d *draft, from spot, to int, without int64, slack float64) bool {
	a, b := &d.batches[from.batch], &d.batches[to]
	order := a.orders[from.at]
	if !s.fits(b, order, nobody) {
		return false
	}
	with := s.costWith(b, order, nobody)
	if float64(without+with-a.cost-b.cost) >= slack {
		return false
	}
	s.remove(d, from, without)
	s.add(d, to, order, with)
	return true
}

// swap exchanges two orders of different batches if they fit and the plan gets
// longer by less than slack.
func (s *search) swap(d *draft, x, y spot, slack float64) bool {
	a, b := &d.batches[x.batch], &d.batches[y.batch]
	order, other := a.orders[x.at], b.orders[y.at]
	if !s.fits(a, other, order) || !s.fits(b, order, other) {
		return false
	}
	costA := s.costWith(a, other, order)
	if float64(costA-a.cost-b.cost) >= slack {
		return false
	}
	costB := s.costWith(b, order, other)
	if float64(costA+costB-a.cost-b.cost) >= slack {
		return false
	}
	s.remove(d, x, 0)
	s.remove(d, y, 0)
	s.add(d, x.batch, other, costA)
	s.add(d, y.batch, order, costB)
	return true
}

// near lists the batches to try an order in, without its own and the empty
// ones: all, or those that share most zones with it. A walk for one order alone
// never makes a plan shorter.
func (s *search) near(d *draft, order, own int) []int {
	var list []int
	for i := range d.batches {
		if i != own && len(d.batches[i].orders) > 0 {
			list = append(list, i)
		}
	}
	if len(list) <= candidates {
		return list
	}
	wanted := s.zones[order]
	slices.SortStableFunc(list, func(a, b int) int {
		return cmp.Compare(wanted.shared(d.batches[b].zones), wanted.shared(d.batches[a].zones))
	})
	return list[:candidates]
}
