package routing_test

import (
	"math/rand/v2"
	"slices"
	"testing"

	"github.com/wareloom/wareloom/plugins/picking/routing"
)

const seed = 20260317

func TestRouteOfKnownWalks(t *testing.T) {
	t.Parallel()

	one := routing.Layout{Aisles: routing.Spaced(3, 5000), Crosses: []int64{0, 10000}}
	two := routing.Layout{Aisles: routing.Spaced(2, 5000), Crosses: []int64{0, 10000, 20000}}
	tests := []struct {
		name   string
		layout routing.Layout
		stops  []routing.Stop
		want   int64
		order  []int
	}{
		{name: "no stop needs no step", layout: one, order: []int{}},
		{name: "one stop is out and back", layout: one, stops: []routing.Stop{{Aisle: 1, Y: 3000}}, want: 16000, order: []int{0}},
		{name: "a stop at the depot costs nothing", layout: one, stops: []routing.Stop{{Aisle: 0, Y: 0}}, order: []int{0}},
		{
			name: "two far stops make a round trip", layout: one,
			stops: []routing.Stop{{Aisle: 0, Y: 9000}, {Aisle: 2, Y: 9000}}, want: 40000,
		},
		{
			name: "an empty lower block is passed twice", layout: two,
			stops: []routing.Stop{{Aisle: 0, Y: 12000}}, want: 24000, order: []int{0},
		},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			t.Parallel()

			tour := route(t, tt.layout, tt.stops)
			if tour.Length != tt.want {
				t.Errorf("length = %d, want %d", tour.Length, tt.want)
			}
			if tt.order != nil && !slices.Equal(tour.Order, tt.order) {
				t.Errorf("order = %v, want %v", tour.Order, tt.order)
			}
		})
	}
}

func TestRouteIsShortestAndOrderHasItsLength(t *testing.T) {
	t.Parallel()

	random := rand.New(rand.NewPCG(seed, 1))
	for n := range 2500 {
		layout := randomLayout(random)
		stops := randomStops(random, layout, random.IntN(8))
		from := layout.Depot
		if n%3 == 0 && len(stops) > 0 {
			from = randomGate(random, layout)
		}
		router, err := routing.NewRouter(layout)
		if err != nil {
			t.Fatalf("seed %d, case %d: %v", seed, n, err)
		}
		tour, err := router.RouteFrom(from, stops)
		if err != nil {
			t.Fatalf("seed %d, case %d: %v", seed, n, err)
		}
		if want := heldKarp(layout, from, stops); tour.Length != want {
			t.Fatalf("seed %d, case %d: length = %d, want %d (%+v from %+v, %v)", seed, n, tour.Length, want, layout, from, stops)
		}
		checkOrder(t, layout, from, stops, tour)
	}
}

func TestRouteOfManyStopsHasTheLengthOfItsOrder(t *testing.T) {
	t.Parallel()

	random := rand.New(rand.NewPCG(seed, 2))
	for range 300 {
		layout := randomLayout(random)
		stops := randomStops(random, layout, 60)
		tour := route(t, layout, stops)
		checkOrder(t, layout, layout.Depot, stops, tour)
		again := route(t, layout, stops)
		if !slices.Equal(tour.Order, again.Order) {
			t.Fatalf("seed %d: two runs differ: %v, %v", seed, tour.Order, again.Order)
		}
	}
}

func TestRouterRefusesWhatLiesOutside(t *testing.T) {
	t.Parallel()

	good := routing.Layout{Aisles: []int64{0, 3000}, Crosses: []int64{0, 9000}}
	for name, layout := range map[string]routing.Layout{
		"no aisle":              {Crosses: good.Crosses},
		"one cross aisle":       {Aisles: good.Aisles, Crosses: []int64{0}},
		"six cross aisles":      {Aisles: good.Aisles, Crosses: routing.Spaced(6, 1000)},
		"an aisle twice":        {Aisles: []int64{0, 0}, Crosses: good.Crosses},
		"depot on no cross":     {Aisles: good.Aisles, Crosses: good.Crosses, Depot: routing.Gate{Cross: 2}},
		"cross aisles reversed": {Aisles: good.Aisles, Crosses: []int64{9000, 0}},
	} {
		if _, err := routing.NewRouter(layout); err == nil {
			t.Errorf("%s is accepted", name)
		}
	}
	router, err := routing.NewRouter(good)
	if err != nil {
		t.Fatal(err)
	}
	for _, stop := range []routing.Stop{{Aisle: -1}, {Aisle: 2}, {Y: -1}, {Y: 9001}} {
		if _, err := router.Route([]routing.Stop{stop}); err == nil {
			t.Errorf("stop %+v is accepted", stop)
		}
	}
}

func route(t *testing.T, layout routing.Layout, stops []routing.Stop) routing.Tour {
	t.Helper()
	router, err := routing.NewRouter(layout)
	if err != nil {
		t.Fatal(err)
	}
	tour, err := router.Route(stops)
	if err != nil {
		t.Fatal(err)
	}
	if length := router.Length(stops); length != tour.Length {
		t.Fatalf("Length = %d, Route has %d", length, tour.Length)
	}
	return tour
}

func checkOrder(t *testing.T, layout routing.Layout, from routing.Gate, stops []routing.Stop, tour routing.Tour) {
	t.Helper()
	sorted := slices.Sorted(slices.Values(tour.Order))
	for i, stop := range sorted {
		if i != stop || len(sorted) != len(stops) {
			t.Fatalf("seed %d: order %v does not hold each of %d stops once", seed, tour.Order, len(stops))
		}
	}
	if len(stops) == 0 {
		return
	}
	if walked := layout.WalkLength(from, stops, tour.Order); walked != tour.Length {
		t.Fatalf("seed %d: the order is %d long, the tour says %d (%+v, %v, %v)", seed, walked, tour.Length, layout, stops, tour.Order)
	}
}

func randomLayout(random *rand.Rand) routing.Layout {
	crosses := 2 + random.IntN(3)
	if random.IntN(20) == 0 {
		crosses = routing.MaxCrosses // seldom: its tables take long to build
	}
	layout := routing.Layout{
		Aisles:  randomCoordinates(random, 1+random.IntN(6)),
		Crosses: randomCoordinates(random, crosses),
	}
	layout.Depot = randomGate(random, layout)
	return layout
}

func randomCoordinates(random *rand.Rand, n int) []int64 {
	coordinates := make([]int64, n)
	at := random.Int64N(5)
	for i := range coordinates {
		coordinates[i] = at
		at += 1 + random.Int64N(12)
	}
	return coordinates
}

// randomGate often stands at an aisle, sometimes between or outside of them.
func randomGate(random *rand.Rand, layout routing.Layout) routing.Gate {
	x := layout.Aisles[random.IntN(len(layout.Aisles))]
	if random.IntN(3) == 0 {
		x += random.Int64N(9) - 4
	}
	return routing.Gate{X: x, Cross: random.IntN(len(layout.Crosses))}
}

func randomStops(random *rand.Rand, layout routing.Layout, n int) []routing.Stop {
	low, high := layout.Crosses[0], layout.Crosses[len(layout.Crosses)-1]
	stops := make([]routing.Stop, n)
	for i := range stops {
		stops[i] = routing.Stop{Aisle: random.IntN(len(layout.Aisles)), Y: low + random.Int64N(high-low+1)}
	}
	return stops
}

// heldKarp is the length of the shortest order by trying all of them over sets.
func heldKarp(layout routing.Layout, from routing.Gate, stops []routing.Stop) int64 {
	n := len(stops)
	if n == 0 {
		return 0
	}
	best := make([][]int64, 1<<n)
	for set := 1; set < 1<<n; set++ {
		best[set] = make([]int64, n)
		for last := range n {
			best[set][last] = shortestTo(layout, from, stops, best, set, last)
		}
	}
	shortest := int64(-1)
	for last := range n {
		home := layout.WalkLength(layout.Depot, stops, []int{last}) / 2
		if d := best[1<<n-1][last] + home; shortest < 0 || d < shortest {
			shortest = d
		}
	}
	return shortest
}

const unreachable = int64(1) << 40

// shortestTo is the shortest way from the gate past a set of stops to its last.
func shortestTo(layout routing.Layout, from routing.Gate, stops []routing.Stop, best [][]int64, set, last int) int64 {
	rest := set &^ (1 << last)
	if rest == set {
		return unreachable
	}
	if rest == 0 {
		home := layout.WalkLength(layout.Depot, stops, []int{last}) / 2
		return layout.WalkLength(from, stops, []int{last}) - home
	}
	shortest := unreachable
	for before := range stops {
		shortest = min(shortest, best[rest][before]+layout.Distance(stops[before], stops[last]))
	}
	return shortest
}

func BenchmarkRoute(b *testing.B) {
	for _, blocks := range []int{1, 2, 3, 4} {
		layout := routing.Layout{Aisles: routing.Spaced(20, 3000), Crosses: routing.Spaced(blocks+1, 30000)}
		stops := randomStops(rand.New(rand.NewPCG(seed, 3)), layout, 50)
		router, err := routing.NewRouter(layout)
		if err != nil {
			b.Fatal(err)
		}
		b.Run([]string{"", "1 block", "2 blocks", "3 blocks", "4 blocks"}[blocks]+", length", func(b *testing.B) {
			for b.Loop() {
				router.Length(stops)
			}
		})
		b.Run([]string{"", "1 block", "2 blocks", "3 blocks", "4 blocks"}[blocks]+", order", func(b *testing.B) {
			for b.Loop() {
				if _, err := router.Route(stops); err != nil {
					b.Fatal(err)
				}
			}
		})
	}
}
