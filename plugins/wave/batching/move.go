package batching

import "slices"

// move takes an order to another batch, and an order from there, or nobody, to
// where it was.
type move struct {
	order, other int
	to           int
}

// change is what a move makes of the batch that the order leaves and of the one it
// comes to.
type change struct {
	from, to             int
	costFrom, costTo     int64
	excessFrom, excessTo int64
}

// weigh works out a move and reports whether the plan gets longer by less than
// slack with it. What it is further beyond the limits counts as length, too.
func (s *search) weigh(d *draft, m move, slack float64) (change, bool) {
	s.steps++
	c := change{from: d.home[m.order], to: m.to}
	a, b := &d.batches[c.from], &d.batches[c.to]
	c.excessFrom, c.excessTo = s.excess(a, m.other, m.order), s.excess(b, m.order, m.other)
	slack -= s.penalty * float64(c.excessFrom+c.excessTo-a.excess-b.excess)
	before := a.cost + b.cost
	if slack <= -float64(before) {
		return c, false
	}
	c.costFrom = s.costWith(a, m.other, m.order)
	if float64(c.costFrom-before) >= slack {
		return c, false
	}
	c.costTo = s.costWith(b, m.order, m.other)
	return c, float64(c.costFrom+c.costTo-before) < slack
}

// try makes a move if the plan gets longer by less than slack.
func (s *search) try(d *draft, m move, slack float64) bool {
	c, good := s.weigh(d, m, slack)
	if good {
		s.apply(d, m, c)
	}
	return good
}

func (s *search) apply(d *draft, m move, c change) {
	s.exchange(d, c.from, m.other, m.order, c.costFrom, c.excessFrom)
	s.exchange(d, c.to, m.order, m.other, c.costTo, c.excessTo)
	if c.to == len(d.batches)-1 {
		d.batches = append(d.batches, batch{})
	}
	if len(d.batches[c.from].orders) == 0 {
		d.closeAt(c.from)
	}
}

// exchange lets an order come to a batch and another one leave it, which costs cost
// then.
func (s *search) exchange(d *draft, i, come, gone int, cost, excess int64) {
	b := &d.batches[i]
	b.key = s.known.key(b, come, gone)
	if gone != nobody {
		at := slices.Index(b.orders, gone)
		b.orders = slices.Delete(b.orders, at, at+1)
		b.load = b.load.minus(s.loads[gone])
	}
	if come != nobody {
		b.orders = append(b.orders, come)
		b.load = b.load.plus(s.loads[come])
		d.home[come] = i
	}
	d.cost += cost - b.cost
	d.excess += excess - b.excess
	b.cost, b.excess = cost, excess
}

// costWith returns the cost of a batch after one order has come and one has left.
func (s *search) costWith(b *batch, come, gone int) int64 {
	s.steps++
	key := s.known.key(b, come, gone)
	e := s.known.at(key)
	if e.key != key {
		s.steps += measuring
		*e = entry{key, s.measure(s.members(b, come, gone))}
	}
	return e.cost
}

func (s *search) members(b *batch, come, gone int) []int {
	s.set = s.set[:0]
	for _, order := range b.orders {
		if order != gone {
			s.set = append(s.set, order)
		}
	}
	if come != nobody {
		s.set = append(s.set, come)
	}
	return s.set
}

// full is an excess of as much as a limit allows in all.
const full = 1_000_000

// excess says how far a batch is beyond the limits after one order has come and one
// has left. One order alone never is: it has to be picked somehow.
func (s *search) excess(b *batch, come, gone int) int64 {
	orders := len(b.orders)
	if gone != nobody {
		orders--
	}
	if orders == 0 || orders == 1 && come == nobody {
		return 0
	}
	var total int64
	for _, i := range s.bounded {
		over := b.load[i] - s.limit[i]
		if come != nobody {
			over += s.loads[come][i]
		}
		if gone != nobody {
			over -= s.loads[gone][i]
		}
		if over > 0 {
			total += 1 + int64(full*float64(over)/float64(s.limit[i]))
		}
	}
	return total
}
