package batching

import (
	"cmp"
	"math"
	"slices"
)

// Orders taken out by one ruin.
const (
	fewestOut = 3
	mostOut   = 14
)

// ruin takes some orders out of their batches and returns them: any orders,
// those that visit the same zones, or those of a few batches.
func (s *search) ruin(d *draft) []int {
	n := fewestOut + s.random.IntN(mostOut-fewestOut+1)
	out := s.random.Perm(len(s.loads))
	switch s.random.IntN(3) {
	case 1:
		s.sortByRelation(out, out[0])
	case 2:
		out = s.neighbours(d, out[0])
	}
	out = out[:min(n, len(out))]
	for _, order := range out {
		from, at := d.find(order)
		s.remove(d, spot{from, at}, s.costWith(&d.batches[from], nobody, order))
	}
	return out
}

// sortByRelation puts those orders first that share zones with one of them.
func (s *search) sortByRelation(orders []int, with int) {
	wanted := s.zones[with]
	slices.SortStableFunc(orders, func(a, b int) int {
		return cmp.Compare(wanted.shared(s.zones[b]), wanted.shared(s.zones[a]))
	})
}

// neighbours returns the orders of the batch of one order and of one or two
// near it, in random order.
func (s *search) neighbours(d *draft, order int) []int {
	own, _ := d.find(order)
	out := slices.Clone(d.batches[own].orders)
	near := s.near(d, order, own)
	s.shuffle(near)
	for _, other := range near[:min(1+s.random.IntN(2), len(near))] {
		out = append(out, d.batches[other].orders...)
	}
	s.shuffle(out)
	return out
}

func (s *search) shuffle(list []int) {
	s.random.Shuffle(len(list), func(i, j int) { list[i], list[j] = list[j], list[i] })
}

// closed is what an order would cost where it does not fit.
const closed = int64(math.MaxInt64)

// guest is an order without a batch, and what it would add to each.
type guest struct {
	order int
	alone int64   // cost of a batch of its own
	added []int64 // per batch
}

// recreate puts orders back where they add least. The next is always the one
// that would lose most by not getting its best place, since the last ones find
// the batches full (regret; Ropke & Pisinger 2006).
func (s *search) recreate(d *draft, out []int) {
	guests := make([]guest, len(out))
	for i, order := range out {
		guests[i] = s.invite(d, order)
	}
	for len(guests) > 0 {
		next, to := s.mostRegretted(guests)
		if to == nobody {
			to = len(d.batches) - 1
		}
		order := guests[next].order
		s.add(d, to, order, s.costWith(&d.batches[to], order, nobody))
		guests = slices.Delete(guests, next, next+1)
		for i := range guests {
			s.quote(d, &guests[i], to)
		}
	}
}

func (s *search) invite(d *draft, order int) guest {
	g := guest{order: order, added: slices.Repeat([]int64{closed}, len(d.batches))}
	g.alone = s.costWith(&batch{}, order, nobody)
	for _, to := range s.near(d, order, nobody) {
		s.quote(d, &g, to)
	}
	return g
}

// quote works out what a guest would add to a batch that has changed.
func (s *search) quote(d *draft, g *guest, to int) {
	if to == len(g.added)-1 {
		g.added = append(g.added, closed)
	}
	b := &d.batches[to]
	g.added[to] = closed
	if s.fits(b, g.order, nobody) {
		g.added[to] = s.costWith(b, g.order, nobody) - b.cost
	}
}

// mostRegretted returns the guest to place next and its best batch, nobody for
// one of its own. A random factor keeps the search from repeating itself.
func (s *search) mostRegretted(guests []guest) (next, to int) {
	most := -1.0
	for i := range guests {
		best, regret := guests[i].choose()
		if weighed := float64(regret+1) * (0.5 + s.random.Float64()); weighed > most {
			most, next, to = weighed, i, best
		}
	}
	return next, to
}

// choose returns the batch that a guest adds least to and how much worse the
// second best is.
func (g *guest) choose() (to int, regret int64) {
	to = nobody
	first, second := g.alone, g.alone
	for i, added := range g.added {
		if added < first {
			first, second, to = added, first, i
		} else if added < second {
			second = added
		}
	}
	return to, second - first
}
