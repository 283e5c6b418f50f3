package routing_test

import (
	"fmt"
	"math"
	"math/rand/v2"
	"slices"
	"testing"

	"github.com/wareloom/wareloom/plugins/picking/routing"
)

// racks returns the positions of three aisles 4 m apart, racks on both sides,
// two blocks of ten bays of 1 m with a cross aisle of 3 m between them.
func racks() []routing.Position {
	var positions []routing.Position
	for aisle := range 3 {
		for bay := range 20 {
			y := float64(bay) + float64(bay/10)*2
			for _, side := range []float64{-0.8, 0.8} {
				positions = append(positions, routing.Position{Aisle: fmt.Sprint("A", aisle), X: float64(aisle)*4 + side, Y: y})
			}
		}
	}
	return positions
}

func turned(positions []routing.Position) []routing.Position {
	turned := slices.Clone(positions)
	for i, p := range positions {
		turned[i].X, turned[i].Y = p.Y, p.X
	}
	return turned
}

func withoutCodes(positions []routing.Position) []routing.Position {
	bare := slices.Clone(positions)
	for i := range bare {
		bare[i].Aisle = ""
	}
	return bare
}

func TestNewBuildingFindsTheLayout(t *testing.T) {
	t.Parallel()

	crosses := []int64{-1500, 10500, 22500}
	oneBlock := []routing.Position{{X: 0, Y: 0}, {X: 0, Y: 1}, {X: 3, Y: 0}, {X: 3, Y: 2}}
	tests := []struct {
		name      string
		positions []routing.Position
		aisles    []int64
		crosses   []int64
	}{
		{"aisles by code", racks(), []int64{0, 4000, 8000}, crosses},
		{"aisles along x", turned(racks()), []int64{0, 4000, 8000}, crosses},
		{"aisles by x", withoutCodes(racks()), []int64{-800, 800, 3200, 4800, 7200, 8800}, crosses},
		{"one block", oneBlock, []int64{0, 3000}, []int64{-1000, 3000}},
		{"one position", []routing.Position{{X: 2, Y: 5}}, []int64{2000}, []int64{4000, 6000}},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			t.Parallel()

			layout, exact := area(t, tt.positions).Layout(0)
			if !exact || !slices.Equal(layout.Aisles, tt.aisles) || !slices.Equal(layout.Crosses, tt.crosses) {
				t.Errorf("layout = %+v, exact %v, want aisles %v, cross aisles %v", layout, exact, tt.aisles, tt.crosses)
			}
		})
	}
}

func TestAreaRoute(t *testing.T) {
	t.Parallel()

	positions := racks()
	tests := []struct {
		name  string
		stops []int
		want  int64
	}{
		{"nothing", nil, 0},
		{"the first bay", []int{0}, 3000},
		{"both sides of an aisle", []int{4, 5}, 7000},
		{"next aisle", []int{40}, 11000},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			t.Parallel()

			house := area(t, positions)
			var stops []routing.Spot
			for _, i := range tt.stops {
				stops = append(stops, house.Spot(0, positions[i]))
			}
			tour := house.Route(stops)
			if tour.Length != tt.want || len(tour.Order) != len(stops) || tour.Kind != routing.Exact {
				t.Errorf("tour = %+v, want length %d", tour, tt.want)
			}
		})
	}
}

func TestDepotAwayFromTheCrossAislesIsWalkedTo(t *testing.T) {
	t.Parallel()

	away, err := routing.NewBuilding(routing.Point{X: -10, Y: -11.5}, []routing.Area{{Positions: racks()}})
	if err != nil {
		t.Fatal(err)
	}
	first := []routing.Spot{away.Spot(0, routing.Position{Aisle: "A0", X: 0, Y: 0})}
	if length := away.Length(first); length != 2*(10000+11500) {
		t.Errorf("length = %d, want 43000", length)
	}
}

func TestScatteredPositionsHaveAFreeWalk(t *testing.T) {
	t.Parallel()

	random := rand.New(rand.NewPCG(seed, 4))
	positions := make([]routing.Position, 60)
	for i := range positions {
		positions[i] = routing.Position{Aisle: fmt.Sprint(i % 7), X: random.Float64() * 50, Y: random.Float64() * 50}
	}
	free := area(t, positions)
	tour := free.Route(spots(free, positions))
	if tour.Kind != routing.Estimated {
		t.Fatalf("seed %d: kind %v, want estimated", seed, tour.Kind)
	}
	sorted := slices.Sorted(slices.Values(tour.Order))
	if len(sorted) != len(positions) || sorted[0] != 0 || len(slices.Compact(sorted)) != len(positions) {
		t.Errorf("seed %d: order %v does not hold each of %d stops once", seed, tour.Order, len(positions))
	}
	if tour.Length != free.Length(spots(free, positions)) || tour.Length > 900_000 {
		t.Errorf("seed %d: length = %d", seed, tour.Length)
	}
}

func TestWithoutCoordinatesThePickSequenceDecides(t *testing.T) {
	t.Parallel()

	house := area(t, racks())
	far := routing.Position{Unplaced: true, Sequence: 9}
	near := routing.Position{X: math.NaN(), Sequence: 2}
	tour := house.Route([]routing.Spot{house.Spot(0, far), house.Spot(0, racks()[0]), house.Spot(0, near), house.Spot(7, far)})
	if !slices.Equal(tour.Order, []int{1, 2, 0, 3}) || tour.Kind != routing.Sequence {
		t.Errorf("tour = %+v, want the placed one, then by sequence", tour)
	}
	blind := area(t, []routing.Position{near, far})
	if tour := blind.Route(spots(blind, []routing.Position{far, near})); !slices.Equal(tour.Order, []int{1, 0}) {
		t.Errorf("tour = %+v, want by sequence", tour)
	}
}

func TestNewBuildingRefusesADepotThatIsNoPlace(t *testing.T) {
	t.Parallel()

	if _, err := routing.NewBuilding(routing.Point{X: math.Inf(1)}, nil); err == nil {
		t.Error("a depot without coordinates is accepted")
	}
}

// area is a building of one area.
func area(t *testing.T, positions []routing.Position) *routing.Building {
	t.Helper()
	first := positions[0]
	house, err := routing.NewBuilding(routing.Point{Y: min(first.Y-1.5, -1.5)}, []routing.Area{{Positions: positions}})
	if err != nil {
		t.Fatal(err)
	}
	return house
}

func spots(house *routing.Building, positions []routing.Position) []routing.Spot {
	spots := make([]routing.Spot, len(positions))
	for i, p := range positions {
		spots[i] = house.Spot(0, p)
	}
	return spots
}
