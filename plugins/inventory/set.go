package inventory

import (
	"slices"
	"strings"
)

// set is a set of ids, in order, for lists in statements.
type set struct {
	list []int64
	has  map[int64]bool
}

func newSet(ids ...int64) *set {
	s := &set{has: map[int64]bool{}}
	for _, id := range ids {
		s.add(id)
	}
	return s
}

func (s *set) add(id int64) {
	if id != 0 && !s.has[id] {
		s.has[id] = true
		s.list = append(s.list, id)
	}
}

// sort puts the ids in ascending order, the order in which rows are locked.
func (s *set) sort() *set {
	slices.Sort(s.list)
	return s
}

// marks are the placeholders of a row of n values.
func marks(n int) string { return strings.TrimSuffix(strings.Repeat("?, ", n), ", ") }
