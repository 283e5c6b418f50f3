package batching

import "math"

// How the search wanders. Temperatures are shares of the mean cost of a batch.
const (
	hot    = 0.03
	cold   = 0.0005
	nudges = 0.9 // share of small changes; the rest are ruins
)

// anneal changes the plan at random until the budget is used up, accepts longer
// plans ever less, and leaves the best plan met in d.
func (s *search) anneal(d *draft) {
	if len(s.loads) < 2 || s.done() {
		return
	}
	d.tidy()
	var now, spare draft
	now.copyFrom(d)
	mean, first := float64(d.cost)/float64(len(d.batches)-1), s.steps
	for !s.done() {
		spent := float64(s.steps-first) / float64(s.budget-first)
		heat := mean * hot * math.Pow(cold/hot, spent)
		slack := -heat * math.Log(1-s.random.Float64())
		if s.random.Float64() < nudges {
			s.nudge(&now, slack)
		} else {
			s.rebuild(&now, &spare, slack)
		}
		if now.cost < d.cost {
			now.tidy()
			d.copyFrom(&now)
		}
	}
}

// nudge moves a random order to a random batch, or swaps it with an order
// there, if the plan gets longer by less than slack. Each try is a step, so
// that the search ends even if nothing fits.
func (s *search) nudge(d *draft, slack float64) {
	s.steps++
	from, at := d.find(s.random.IntN(len(s.loads)))
	to := s.random.IntN(len(d.batches) - 1)
	if from == to || len(d.batches[to].orders) == 0 {
		return
	}
	if i := s.random.IntN(len(d.batches[to].orders) + 1); i < len(d.batches[to].orders) {
		s.swap(d, spot{from, at}, spot{to, i}, slack)
		return
	}
	without := s.costWith(&d.batches[from], nobody, d.batches[from].orders[at])
	s.relocate(d, spot{from, at}, to, without, slack)
}

// rebuild ruins a copy of the plan, puts the orders back, and keeps the copy if
// it is longer by less than slack.
func (s *search) rebuild(now, spare *draft, slack float64) {
	now.tidy()
	spare.copyFrom(now)
	s.recreate(spare, s.ruin(spare))
	if float64(spare.cost-now.cost) < slack {
		*now, *spare = *spare, *now
	}
}
