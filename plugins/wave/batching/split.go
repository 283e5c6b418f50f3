package batching

import (
	"context"
	"fmt"
)

// Walker measures walks past stops; routing.Router and routing.Area are Walkers.
type Walker[S any] interface {
	// Check reports a stop no walk can reach.
	Check(stops []S) error
	// Length returns the length of the best walk past checked stops.
	Length(stops []S) int64
	// Zone numbers the part of the area a stop lies in, from 0.
	Zone(stop S) int
}

// Order is what has to be picked together. The unit of each quantity is the
// caller's choice, the same as in Limits.
type Order[S any] struct {
	Stops                 []S
	Lines                 int64
	Units, Weight, Volume int64
}

// Limits bound one pick bill. 0 is no limit.
type Limits struct {
	Orders, Lines         int64
	Units, Weight, Volume int64
}

// Effort says how hard to search.
type Effort struct {
	Seed  uint64 // of the random choices
	Steps int    // walks to measure after the first plan; 0 keeps the first plan
}

// Bill is a set of orders picked in one walk.
type Bill struct {
	Orders []int // indexes of the orders, ascending
	Length int64 // of its best walk
	Over   bool  // a single order that alone is beyond the limits
}

// Plan puts every order into one bill.
type Plan struct {
	Bills  []Bill // in the order of their first orders
	Length int64  // of all walks
	First  int64  // length of the plan before it was improved
}

// Split makes pick bills of orders. An order that alone is beyond the limits
// gets a bill of its own. When the context ends, the best plan so far is
// returned. It fails only for a stop that the walker refuses.
func Split[S any](ctx context.Context, walker Walker[S], orders []Order[S], limits Limits, effort Effort) (Plan, error) {
	s := newSearch(len(orders), limits.load(), effort)
	for i, order := range orders {
		if err := walker.Check(order.Stops); err != nil {
			return Plan{}, fmt.Errorf("batch order %d: %w", i, err)
		}
		s.loads[i] = order.load()
		s.zones[i] = zonesOf(walker, order.Stops)
	}
	var stops []S // used again by every call, so that measuring does not allocate
	s.measure = func(batch []int) int64 {
		stops = stops[:0]
		for _, i := range batch {
			stops = append(stops, orders[i].Stops...)
		}
		return walker.Length(stops)
	}
	return s.run(ctx), nil
}

func zonesOf[S any](walker Walker[S], stops []S) zones {
	var z zones
	for _, stop := range stops {
		z = z.with(walker.Zone(stop))
	}
	return z
}

func (o Order[S]) load() load {
	return load{1, o.Lines, o.Units, o.Weight, o.Volume}
}
