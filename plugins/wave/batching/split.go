package batching

import (
	"context"
	"fmt"
	"time"
)

// Walker measures walks past stops; routing.Router and routing.Building are Walkers.
type Walker[S any] interface {
	// Check reports a stop no walk can reach.
	Check(stops []S) error
	// Gauge returns the lengths of the best walks past the checked stops of the
	// groups with the given indexes. What it returns serves one goroutine.
	Gauge(groups [][]S) func(of []int) int64
	// Zone numbers the part of the area a stop lies in, from 0.
	Zone(stop S) int
}

// Order is what has to be picked together. The unit of each quantity is the
// caller's choice, the same as in Limits.
type Order[S any] struct {
	Stops                 []S
	Lines, Slots          int64
	Units, Weight, Volume int64
}

// Limits bound one pick bill. 0 is no limit.
type Limits struct {
	Orders, Lines, Slots  int64
	Units, Weight, Volume int64
}

// Effort says how hard to search: a number of steps, or as many as can be taken in
// the time that one has patience for. The first plan alone costs neither.
type Effort struct {
	Seed     uint64 // of the random choices
	Steps    int64  // 0: as many as patience allows
	Patience time.Duration
}

// Bill is a set of orders picked in one walk.
type Bill struct {
	Orders []int // indexes of the orders, ascending
	Length int64 // of its best walk
	Over   bool  // a single order that alone is beyond the limits
}

// Plan puts every order into one bill.
type Plan struct {
	Bills     []Bill // in the order of their first orders
	Length    int64  // of all walks
	First     int64  // length of the plan before it was improved
	FirstCome int64  // length of walks that take the orders as they come, while they fit
	Alone     int64  // length of a walk for each order
	Steps     int64  // that were taken; with them and the seed, the plan is found again
}

// Split makes pick bills of orders. An order that alone is beyond the limits
// gets a bill of its own. When the context ends, the best plan so far is
// returned. It fails only for a stop that the walker refuses.
func Split[S any](ctx context.Context, walker Walker[S], orders []Order[S], limits Limits, effort Effort) (Plan, error) {
	s := newSearch(len(orders), limits, effort)
	groups := make([][]S, len(orders))
	for i, order := range orders {
		if err := walker.Check(order.Stops); err != nil {
			return Plan{}, fmt.Errorf("batch order %d: %w", i, err)
		}
		groups[i], s.loads[i] = order.Stops, order.load()
		s.zones[i] = zonesOf(walker, order.Stops)
	}
	s.measure = walker.Gauge(groups)
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
	return load{1, o.Lines, o.Slots, o.Units, o.Weight, o.Volume}
}
