package routing

import "slices"

// freeTour returns a short walk from one place past all others to a last one over
// rectilinear distances: nearest neighbour, then 2-opt until no exchange of two
// legs helps (Croes 1958). Ties go to the lower index.
func freeTour(from, to place, places []place) Tour {
	w := freeWalk{from: from, to: to, places: places}
	w.order = w.nearestNeighbours()
	for better := true; better; {
		better = w.improve()
	}
	return Tour{Length: w.length(), Order: w.order}
}

// freeWalk is a walk under construction.
type freeWalk struct {
	from, to place
	places   []place
	order    []int
}

func (w *freeWalk) nearestNeighbours() []int {
	order := make([]int, 0, len(w.places))
	met := make([]bool, len(w.places))
	for at := w.from; len(order) < len(w.places); {
		next := -1
		for i, p := range w.places {
			if !met[i] && (next < 0 || rectilinear(at, p) < rectilinear(at, w.places[next])) {
				next = i
			}
		}
		met[next] = true
		order = append(order, next)
		at = w.places[next]
	}
	return order
}

// improve turns round each part of the walk that is better walked backwards
// and reports whether there was one.
func (w *freeWalk) improve() bool {
	improved := false
	for first := range w.order {
		for last := first + 1; last < len(w.order); last++ {
			if w.gain(first, last) > 0 {
				slices.Reverse(w.order[first : last+1])
				improved = true
			}
		}
	}
	return improved
}

// gain is what turning the part from first to last saves.
func (w *freeWalk) gain(first, last int) int64 {
	before, begin, end, after := w.at(first-1), w.at(first), w.at(last), w.at(last+1)
	return rectilinear(before, begin) + rectilinear(end, after) - rectilinear(before, end) - rectilinear(begin, after)
}

// at returns the i-th place of the walk; before and behind it are its ends.
func (w *freeWalk) at(i int) place {
	switch {
	case i < 0:
		return w.from
	case i == len(w.order):
		return w.to
	default:
		return w.places[w.order[i]]
	}
}

func (w *freeWalk) length() int64 {
	var total int64
	for i := 0; i <= len(w.order); i++ {
		total += rectilinear(w.at(i-1), w.at(i))
	}
	return total
}

func rectilinear(a, b place) int64 { return abs(a.x-b.x) + abs(a.y-b.y) }
