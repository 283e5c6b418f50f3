package batching

import "math"

// How the search wanders. Temperatures are shares of the mean cost of a batch, and
// so is the penalty for as much beyond a limit as it allows in all. Between hot and cold
// lies what pays: hotter, a plan loses what it has; colder, it tries the same few moves
// again and again.
const (
	hot           = 0.012 // for many orders
	hotter        = 0.8   // for one: the fewer there are, the more a move changes
	cold          = 0.006
	firstPenalty  = 1.0
	leastPenalty  = 0.02
	mostPenalty   = 20
	penaltyFactor = 1.1
	inspection    = 1000 // tries between two looks at temperature and penalty
)

// anneal changes the plan at random until the budget is used up, accepts longer
// plans ever less, and leaves the best plan met in d. On its way it may be beyond
// the limits: where the batches are full, no single move leads to a better plan
// that keeps to them.
func (s *search) anneal(d *draft) {
	if len(s.loads) < 2 || s.done() {
		return
	}
	s.meetKin()
	var now draft
	now.copyFrom(d)
	mean, first := float64(d.cost)/float64(len(d.batches)-1), s.steps
	begin := max(hot, hotter/float64(len(s.loads)))
	s.penalty = firstPenalty * mean / full
	for !s.done() {
		spent := float64(s.steps-first) / float64(max(s.budget-first, 1))
		beyond := s.wander(&now, d, mean*begin*math.Pow(cold/begin, spent))
		s.press(beyond, mean/full)
	}
	if now.excess == 0 && now.cost < d.cost {
		d.copyFrom(&now)
	}
}

// wander tries some moves at a temperature and returns before how many of them the
// plan was beyond the limits. It keeps the best plan met when it leaves it.
func (s *search) wander(now, best *draft, heat float64) int {
	beyond := 0
	for try := 0; try < inspection && !s.done(); try++ {
		if now.excess > 0 {
			beyond++
		}
		m := s.draw(now)
		if m.to == now.home[m.order] {
			s.steps++
			continue
		}
		c, good := s.weigh(now, m, heat*s.random.ExpFloat64())
		if !good {
			continue
		}
		if now.excess == 0 && now.cost < best.cost {
			best.copyFrom(now)
		}
		s.apply(now, m, c)
	}
	return beyond
}

// press adapts the penalty so that the plan keeps to the limits half of the time.
func (s *search) press(beyond int, unit float64) {
	if beyond > inspection/2 {
		s.penalty *= penaltyFactor
	} else {
		s.penalty /= penaltyFactor
	}
	s.penalty = min(max(s.penalty, leastPenalty*unit), mostPenalty*unit)
}

// draw takes a random order to a random batch, mostly to that of an order nearby,
// with or without an order in return.
func (s *search) draw(d *draft) move {
	order, friend := s.random.IntN(len(s.loads)), nobody
	to := s.random.IntN(len(d.batches))
	if s.random.IntN(4) > 0 {
		friend = s.friend(order)
		to = d.home[friend]
	}
	orders := d.batches[to].orders
	if i := s.random.IntN(len(orders) + 1); i < len(orders) && orders[i] != friend {
		return move{order, orders[i], to}
	}
	return move{order, nobody, to}
}
