package batching

import (
	"context"
	"math/rand/v2"
	"time"
)

// savingsUpTo is the number of orders up to which all pairs are measured for
// the first plan.
const savingsUpTo = 150

// measuring is what measuring a walk takes in steps, beside the look for it among
// the known ones, which is one.
const measuring = 5

// search holds the problem and what the parts of the search share.
type search struct {
	loads   []load
	zones   []zones
	limit   load
	bounded []int // the places in limit where there is one
	measure func(of []int) int64
	known   known
	kin     [][]int // per order other orders, the nearest first
	penalty float64 // per excess, in millimetres
	source  *rand.PCG
	random  *rand.Rand
	steps   int64 // taken so far
	budget  int64
	until   time.Time // of a probe; otherwise zero
	effort  Effort
	stop    <-chan struct{}
	set     []int // scratch of costWith
}

func newSearch(orders int, limits Limits, effort Effort) *search {
	s := &search{
		loads:  make([]load, orders),
		zones:  make([]zones, orders),
		effort: effort,
	}
	s.limit, s.bounded = limits.load()
	s.source = rand.NewPCG(effort.Seed, 0)
	s.random = rand.New(s.source) // a search, not a secret
	s.known = newKnown(orders, s.random)
	return s
}

func (s *search) run(ctx context.Context) Plan {
	s.stop = ctx.Done()
	d := &draft{batches: make([]batch, 1), home: make([]int, len(s.loads))}
	if len(s.loads) <= savingsUpTo {
		s.startBySavings(d)
	} else {
		s.startByZones(d)
	}
	plan := Plan{First: d.cost, FirstCome: s.firstCome(), Alone: s.alone()}
	if s.budget = s.effort.Steps; s.budget == 0 && s.effort.Patience > 0 {
		s.budget = s.affordable(d)
	}
	s.steps = 0
	clear(s.known.entries)
	s.improve(d)
	s.anneal(d)
	plan.Steps = s.budget
	return s.plan(d, plan)
}

// probe is the part of the patience in which to learn how long a step takes.
const probe = 0.02

// endless is a budget that nobody uses up.
const endless = int64(1) << 60

// affordable is how many steps can be taken in the time of the effort.
func (s *search) affordable(d *draft) int64 {
	if len(d.batches) < 3 {
		return 0
	}
	s.meetKin()
	clear(s.known.entries)
	var trial draft
	trial.copyFrom(d)
	random, begin, taken := *s.source, time.Now(), s.steps
	s.until, s.budget = begin.Add(time.Duration(probe*float64(s.effort.Patience))), endless
	s.anneal(&trial)
	*s.source, s.until = random, time.Time{}
	spent := max(time.Since(begin), time.Microsecond)
	return int64(float64(s.steps-taken) * float64(s.effort.Patience) / float64(spent))
}

// firstCome is the length of the walks that take the orders as they come.
func (s *search) firstCome() int64 {
	var total int64
	var b batch
	for order := range s.loads {
		if !s.fits(&b, order) {
			total += s.measure(b.orders)
			b = batch{}
		}
		b.orders = append(b.orders, order)
		b.load = b.load.plus(s.loads[order])
	}
	return total + s.measure(b.orders)
}

// alone is the length of a walk for each order.
func (s *search) alone() int64 {
	var total int64
	for order := range s.loads {
		total += s.measure([]int{order})
	}
	return total
}

// done reports whether the budget is used up or the caller has gone.
func (s *search) done() bool {
	if s.steps >= s.budget || !s.until.IsZero() && time.Now().After(s.until) {
		return true
	}
	select {
	case <-s.stop:
		return true
	default:
		return false
	}
}

// nobody stands for no order.
const nobody = -1

// fits reports whether a batch can take an order. An empty batch takes any.
func (s *search) fits(b *batch, order int) bool { return s.excess(b, order, nobody) == 0 }
