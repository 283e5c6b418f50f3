package batching

import (
	"cmp"
	"slices"
)

// mostKin is the number of other orders that an order is compared with.
const mostKin = 400

// meetKin lists for each order the others, or a sample of them, the nearest first:
// those that have the largest share of their zones in common with it.
func (s *search) meetKin() {
	if s.kin != nil {
		return
	}
	s.kin = make([][]int, len(s.loads))
	closeness := make([]float64, len(s.loads))
	for order := range s.kin {
		others := s.sample(order)
		for _, other := range others {
			together := s.zones[order].count() + s.zones[other].count()
			closeness[other] = float64(s.zones[order].shared(s.zones[other])) / float64(max(together, 1))
		}
		slices.SortStableFunc(others, func(a, b int) int { return cmp.Compare(closeness[b], closeness[a]) })
		s.kin[order] = others
	}
}

// sample is the other orders, or evenly spread ones of very many.
func (s *search) sample(order int) []int {
	stride := 1 + len(s.loads)/mostKin
	var others []int
	for other := order % stride; other < len(s.loads); other += stride {
		if other != order {
			others = append(others, other)
		}
	}
	return others
}

// friend draws another order, the more often the nearer it is.
func (s *search) friend(order int) int {
	kin := s.kin[order]
	u := s.random.Float64()
	return kin[int(float64(len(kin))*u*u)]
}
