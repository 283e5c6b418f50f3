package batching

import (
	"cmp"
	"slices"
)

// saving is what picking two orders in one walk saves.
type saving struct {
	a, b   int
	length int64
}

// startBySavings begins with a batch per order and joins the batches of the
// two orders that save most together, as long as the limits allow it.
func (s *search) startBySavings(d *draft) {
	for order := range s.loads {
		d.batches = append(d.batches, batch{})
		s.exchange(d, order, order, nobody, s.measure([]int{order}), 0)
	}
	for _, pair := range s.savings(d) {
		a, b := d.home[pair.a], d.home[pair.b]
		if a == b || !d.batches[a].load.plus(d.batches[b].load).within(s.limit) {
			continue
		}
		for _, order := range d.batches[b].orders {
			s.exchange(d, a, order, nobody, 0, 0)
		}
		d.batches[b] = batch{}
	}
	s.recostAll(d)
}

// savings lists the pairs worth joining, the best first.
func (s *search) savings(d *draft) []saving {
	var pairs []saving
	for a := range s.loads {
		for b := a + 1; b < len(s.loads); b++ {
			if !s.fits(&d.batches[a], b) {
				continue
			}
			together := s.measure([]int{a, b})
			if length := d.batches[a].cost + d.batches[b].cost - together; length > 0 {
				pairs = append(pairs, saving{a, b, length})
			}
		}
	}
	slices.SortStableFunc(pairs, func(x, y saving) int { return cmp.Compare(y.length, x.length) })
	return pairs
}

// recostAll measures every batch; the batches before were only collected.
func (s *search) recostAll(d *draft) {
	d.tidy()
	d.cost = 0
	for i := range d.batches {
		b := &d.batches[i]
		b.cost = s.measure(b.orders)
		d.cost += b.cost
	}
}

// startByZones fills one batch after the other: first the open order that
// visits most zones, then those that add fewest new ones. It measures no pair,
// so that thousands of orders take milliseconds.
func (s *search) startByZones(d *draft) {
	open := make([]int, len(s.loads))
	for i := range open {
		open[i] = i
	}
	slices.SortStableFunc(open, func(a, b int) int {
		return cmp.Compare(s.zones[b].count(), s.zones[a].count())
	})
	for len(open) > 0 {
		to := len(d.batches) - 1
		var visited zones
		for at := 0; at != nobody; at = s.bestByZones(&d.batches[to], visited, open) {
			visited = visited.merge(s.zones[open[at]])
			s.exchange(d, to, open[at], nobody, 0, 0)
			open = slices.Delete(open, at, at+1)
		}
		d.batches = append(d.batches, batch{})
	}
	s.recostAll(d)
}

// bestByZones returns the index of the open order that fits and adds fewest
// zones to a batch that visits some, of equals the one that shares most.
func (s *search) bestByZones(b *batch, visited zones, open []int) int {
	best, fewest, most := nobody, 0, 0
	for i, order := range open {
		if !s.fits(b, order) {
			continue
		}
		shared := visited.shared(s.zones[order])
		added := s.zones[order].count() - shared
		if best == nobody || added < fewest || added == fewest && shared > most {
			best, fewest, most = i, added, shared
		}
	}
	return best
}
