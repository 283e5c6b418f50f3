package batching

import (
	"context"
	"math/rand/v2"
	"slices"
)

// savingsUpTo is the number of orders up to which all pairs are measured for
// the first plan.
const savingsUpTo = 150

// memory is the number of batches whose cost is remembered at a time.
const memory = 1 << 20

// search holds the problem and what the parts of the search share.
type search struct {
	loads   []load
	zones   []zones
	keys    []uint64 // random per order; the key of a set is their exclusive or
	limit   load
	measure func(batch []int) int64

	costs  map[uint64]int64 // per key of a set
	random *rand.Rand
	steps  int // asked so far
	budget int
	stop   <-chan struct{}
	set    []int // scratch of costWith
}

func newSearch(orders int, limit load, effort Effort) *search {
	s := &search{
		loads:  make([]load, orders),
		zones:  make([]zones, orders),
		keys:   make([]uint64, orders),
		limit:  limit,
		costs:  map[uint64]int64{0: 0},
		random: rand.New(rand.NewPCG(effort.Seed, 0)), //nolint:gosec // a search, not a secret
		budget: effort.Steps,
	}
	for i := range s.keys {
		s.keys[i] = s.random.Uint64()
	}
	return s
}

func (s *search) run(ctx context.Context) Plan {
	s.stop = ctx.Done()
	d := &draft{}
	if len(s.loads) <= savingsUpTo {
		s.startBySavings(d)
	} else {
		s.startByZones(d)
	}
	first := d.cost
	s.steps = 0
	s.improve(d)
	s.anneal(d)
	return s.plan(d, first)
}

// done reports whether the budget is used up or the caller has gone.
func (s *search) done() bool {
	if s.steps >= s.budget {
		return true
	}
	select {
	case <-s.stop:
		return true
	default:
		return false
	}
}

// nobody stands for no order in costWith.
const nobody = -1

// costWith returns the cost of a batch after one order has come and one has
// left. Sets met before are remembered.
func (s *search) costWith(b *batch, come, gone int) int64 {
	s.steps++
	key := b.key
	if come != nobody {
		key ^= s.keys[come]
	}
	if gone != nobody {
		key ^= s.keys[gone]
	}
	if cost, known := s.costs[key]; known {
		return cost
	}
	return s.remember(key, s.measure(s.members(b, come, gone)))
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

func (s *search) remember(key uint64, cost int64) int64 {
	if len(s.costs) >= memory {
		clear(s.costs)
		s.costs[0] = 0
	}
	s.costs[key] = cost
	return cost
}

// fits reports whether a batch can take an order after another has left. An
// empty batch takes any order.
func (s *search) fits(b *batch, come, gone int) bool {
	after := b.load.plus(s.loads[come])
	if gone != nobody {
		after = after.minus(s.loads[gone])
	}
	return len(b.orders) == 0 || after.within(s.limit)
}

// add puts an order into a batch, which costs cost with it.
func (s *search) add(d *draft, to, order int, cost int64) {
	b := &d.batches[to]
	b.orders = append(b.orders, order)
	b.load = b.load.plus(s.loads[order])
	b.zones = b.zones.merge(s.zones[order])
	s.recost(d, b, order, cost)
	if to == len(d.batches)-1 {
		d.batches = append(d.batches, batch{})
	}
}

// remove takes an order out of its batch, which costs cost without it.
func (s *search) remove(d *draft, from spot, cost int64) {
	b := &d.batches[from.batch]
	order := b.orders[from.at]
	b.orders = slices.Delete(b.orders, from.at, from.at+1)
	b.load = b.load.minus(s.loads[order])
	b.zones = b.zones[:0]
	for _, other := range b.orders {
		b.zones = b.zones.merge(s.zones[other])
	}
	s.recost(d, b, order, cost)
}

// recost notes the cost of a batch whose set an order has entered or left.
func (s *search) recost(d *draft, b *batch, order int, cost int64) {
	d.cost += cost - b.cost
	b.cost = cost
	b.key ^= s.keys[order]
}
