package routing_test

import (
	"math/rand/v2"
	"slices"
	"testing"

	"github.com/wareloom/wareloom/plugins/picking/routing"
)

// randomGroups are groups of up to four things, and sets of groups to measure.
func randomGroups[S any](random *rand.Rand, draw func() S) (groups [][]S, sets [][]int) {
	groups = make([][]S, 1+random.IntN(30))
	for i := range groups {
		for range 1 + random.IntN(4) {
			groups[i] = append(groups[i], draw())
		}
	}
	for range 20 {
		sets = append(sets, random.Perm(len(groups))[:random.IntN(len(groups)+1)])
	}
	return groups, sets
}

func together[S any](groups [][]S, set []int) []S {
	var all []S
	for _, group := range set {
		all = append(all, groups[group]...)
	}
	return all
}

func TestAGaugeMeasuresTheShortestWalk(t *testing.T) {
	t.Parallel()

	random := rand.New(rand.NewPCG(seed, 4))
	for n := range 1000 {
		layout := randomLayout(random)
		router, err := routing.NewRouter(layout)
		if err != nil {
			t.Fatal(err)
		}
		groups, sets := randomGroups(random, func() routing.Stop { return randomStops(random, layout, 1)[0] })
		gauge := router.Gauge(groups)
		for _, set := range sets {
			stops := together(groups, set)
			want := router.Length(stops)
			if len(stops) < 7 {
				want = heldKarp(layout, layout.Depot, stops)
			}
			if got := gauge(set); got != want {
				t.Fatalf("seed %d, case %d: gauge = %d, want %d (%+v, %v)", seed, n, got, want, layout, stops)
			}
		}
	}
}

func TestAGaugeOfManyDepthsMeasuresTheShortestWalk(t *testing.T) {
	t.Parallel()

	random := rand.New(rand.NewPCG(seed, 5))
	for crosses := 2; crosses <= 4; crosses++ {
		layout := routing.Layout{Aisles: routing.Spaced(3, 4000), Crosses: routing.Spaced(crosses, 90_000)}
		router, err := routing.NewRouter(layout)
		if err != nil {
			t.Fatal(err)
		}
		groups := make([][]routing.Stop, 200)
		for i := range groups {
			groups[i] = randomStops(random, layout, 5)
		}
		gauge := router.Gauge(groups)
		for n := range 200 {
			set := random.Perm(len(groups))[:n]
			if got, want := gauge(set), router.Length(together(groups, set)); got != want {
				t.Fatalf("seed %d, %d crosses, %d groups: gauge = %d, want %d", seed, crosses, n, got, want)
			}
		}
	}
}

func TestAGaugeOfABuildingMeasuresItsWalks(t *testing.T) {
	t.Parallel()

	random := rand.New(rand.NewPCG(seed, 6))
	for n := range 400 {
		m := randomModel(random)
		house, err := routing.NewBuilding(m.point(m.depot), m.areas)
		if err != nil {
			t.Fatal(err)
		}
		groups, sets := randomGroups(random, func() routing.Spot {
			spot, _ := m.draw(random, house)
			return spot
		})
		gauge := house.Gauge(groups)
		for _, set := range slices.Concat(sets, [][]int{nil}) {
			if got, want := gauge(set), house.Length(together(groups, set)); got != want {
				t.Fatalf("seed %d, case %d: gauge = %d, want %d", seed, n, got, want)
			}
		}
	}
}

// TestAGaugeTakesSpotsOfNoArea: a house whose positions have no coordinates has no
// areas at all.
func TestAGaugeTakesSpotsOfNoArea(t *testing.T) {
	t.Parallel()

	house, err := routing.NewBuilding(routing.Point{}, nil)
	if err != nil {
		t.Fatal(err)
	}
	groups := [][]routing.Spot{{house.Spot(0, routing.Position{Unplaced: true})}, {house.Spot(-1, routing.Position{Unplaced: true})}}
	gauge := house.Gauge(groups)
	for _, set := range [][]int{nil, {0}, {0, 1}} {
		if got, want := gauge(set), house.Length(together(groups, set)); got != want {
			t.Errorf("gauge of %v = %d, want %d", set, got, want)
		}
	}
}

func BenchmarkGauge(b *testing.B) {
	for _, blocks := range []int{1, 2, 3, 4} {
		layout := routing.Layout{Aisles: routing.Spaced(20, 3000), Crosses: routing.Spaced(blocks+1, 30000)}
		random := rand.New(rand.NewPCG(seed, 3))
		groups := make([][]routing.Stop, 10)
		for i := range groups {
			groups[i] = randomStops(random, layout, 5)
		}
		router, err := routing.NewRouter(layout)
		if err != nil {
			b.Fatal(err)
		}
		gauge, all := router.Gauge(groups), []int{0, 1, 2, 3, 4, 5, 6, 7, 8, 9}
		b.Run([]string{"", "1 block", "2 blocks", "3 blocks", "4 blocks"}[blocks], func(b *testing.B) {
			for b.Loop() {
				gauge(all)
			}
		})
	}
}
