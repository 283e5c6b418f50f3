package batching

import (
	"math"
	"math/bits"
)

// load is what orders take of each limit: orders, lines, slots, units, weight, volume.
type load [6]int64

func (l load) plus(other load) load {
	for i := range l {
		l[i] += other[i]
	}
	return l
}

func (l load) minus(other load) load {
	for i := range l {
		l[i] -= other[i]
	}
	return l
}

func (l load) within(limit load) bool {
	for i := range l {
		if l[i] > limit[i] {
			return false
		}
	}
	return true
}

// load is the limits as a load, and the places in it where there is one.
func (l Limits) load() (limit load, bounded []int) {
	limit = load{l.Orders, l.Lines, l.Slots, l.Units, l.Weight, l.Volume}
	for i := range limit {
		if limit[i] == 0 {
			limit[i] = math.MaxInt64
		} else {
			bounded = append(bounded, i)
		}
	}
	return limit, bounded
}

// zones is the set of the zones that an order or a batch visits, a bit each.
type zones []uint64

func (z zones) with(zone int) zones {
	word := zone / 64
	for len(z) <= word {
		z = append(z, 0)
	}
	z[word] |= 1 << (zone % 64)
	return z
}

// merge adds the zones of another set, in place if there is room.
func (z zones) merge(other zones) zones {
	for i, word := range other {
		if i == len(z) {
			z = append(z, 0)
		}
		z[i] |= word
	}
	return z
}

func (z zones) count() int {
	n := 0
	for _, word := range z {
		n += bits.OnesCount64(word)
	}
	return n
}

// shared counts the zones in both sets.
func (z zones) shared(other zones) int {
	n := 0
	for i := range min(len(z), len(other)) {
		n += bits.OnesCount64(z[i] & other[i])
	}
	return n
}
