package batching

import (
	"cmp"
	"math"
	"slices"
)

// How the search wanders. Temperatures are shares of the mean cost of a batch.
const (
	fewestOut = 3
	mostOut   = 14
	hot       = 0.03
	cold      = 0.0005
	blink     = 0.02 // chance to overlook a batch, so that greedy does not repeat itself
)

// anneal takes orders out and puts them back until the budget is used up, and
// leaves the best plan met in d.
func (s *search) anneal(d *draft) {
	if len(s.loads) < 2 {
		return
	}
	d.tidy()
	var now, trial draft
	now.copyFrom(d)
	mean := float64(d.cost) / float64(len(d.batches)-1)
	first := s.steps
	for !s.done() {
		spent := float64(s.steps-first) / float64(s.budget-first)
		heat := mean * hot * math.Pow(cold/hot, spent)
		trial.copyFrom(&now)
		s.insertAll(&trial, s.ruin(&trial))
		trial.tidy()
		if float64(trial.cost-now.cost) < -heat*math.Log(1-s.random.Float64()) {
			now, trial = trial, now
		}
		if now.cost < d.cost {
			d.copyFrom(&now)
		}
	}
}

// ruin takes some orders out of their batches and returns them.
func (s *search) ruin(d *draft) []int {
	n := min(fewestOut+s.random.IntN(mostOut-fewestOut+1), len(s.loads))
	out := s.random.Perm(len(s.loads))
	if s.random.IntN(2) == 0 {
		s.sortByRelation(out, out[0])
	}
	out = out[:n]
	for _, order := range out {
		from, at := d.find(order)
		s.remove(d, from, at, s.costWith(&d.batches[from], nobody, order))
	}
	return out
}

// sortByRelation puts those orders first that share zones with one of them.
func (s *search) sortByRelation(orders []int, with int) {
	slices.SortStableFunc(orders, func(a, b int) int {
		return cmp.Compare(s.zones[with].shared(s.zones[b]), s.zones[with].shared(s.zones[a]))
	})
}

// insertAll puts orders back where they cost least, in random order or the
// largest first.
func (s *search) insertAll(d *draft, out []int) {
	s.random.Shuffle(len(out), func(i, j int) { out[i], out[j] = out[j], out[i] })
	if s.random.IntN(2) == 0 {
		slices.SortStableFunc(out, func(a, b int) int { return s.compareLoads(b, a) })
	}
	for _, order := range out {
		s.insert(d, order)
	}
}

// compareLoads compares what two orders take, limit by limit from the last.
func (s *search) compareLoads(a, b int) int {
	for i := len(load{}) - 1; i >= 0; i-- {
		if c := cmp.Compare(s.loads[a][i], s.loads[b][i]); c != 0 {
			return c
		}
	}
	return 0
}

func (s *search) insert(d *draft, order int) {
	best := len(d.batches) - 1
	bestCost := s.costWith(&d.batches[best], order, nobody)
	least := bestCost
	for _, to := range s.near(d, order, best) {
		b := &d.batches[to]
		if !s.fits(b, order, nobody) || s.random.Float64() < blink {
			continue
		}
		if cost := s.costWith(b, order, nobody); cost-b.cost < least {
			best, bestCost, least = to, cost, cost-b.cost
		}
	}
	s.add(d, best, order, bestCost)
}
