package batching_test

import (
	"context"
	"fmt"
	"math/rand/v2"
	"reflect"
	"slices"
	"testing"
	"time"

	"github.com/wareloom/wareloom/plugins/picking/routing"
	"github.com/wareloom/wareloom/plugins/wave/batching"
)

const seed = 20260318

// order is an order of this test, with stops in aisles.
type order = batching.Order[routing.Stop]

func newRouter(t testing.TB, aisles int) *routing.Router {
	t.Helper()
	router, err := routing.NewRouter(routing.Layout{Aisles: routing.Spaced(aisles, 3000), Crosses: []int64{0, 15000, 30000}})
	if err != nil {
		t.Fatal(err)
	}
	return router
}

func randomOrders(random *rand.Rand, n, aisles int) []order {
	orders := make([]order, n)
	for i := range orders {
		for range 1 + random.IntN(4) {
			stop := routing.Stop{Aisle: random.IntN(aisles), Y: random.Int64N(30001)}
			orders[i].Stops = append(orders[i].Stops, stop)
		}
		orders[i].Lines = int64(len(orders[i].Stops))
		orders[i].Units = 1 + random.Int64N(9)
	}
	return orders
}

func TestSplitOfFewOrdersIsShortest(t *testing.T) {
	t.Parallel()

	random := rand.New(rand.NewPCG(seed, 1))
	for n := range 40 {
		router := newRouter(t, 6)
		orders := randomOrders(random, 2+random.IntN(6), 6)
		limits := batching.Limits{Orders: 2 + random.Int64N(3), Lines: 4 + random.Int64N(6)}
		plan, err := batching.Split(t.Context(), router, orders, limits, batching.Effort{Seed: 1, Steps: 200_000})
		if err != nil {
			t.Fatal(err)
		}
		checkPlan(t, router, orders, limits, plan)
		if want := shortest(router, orders, limits, nil, 0); plan.Length != want {
			t.Errorf("seed %d, case %d: length = %d, want %d", seed, n, plan.Length, want)
		}
	}
}

// shortest tries all ways to put the orders from next on into bills.
func shortest(router *routing.Router, orders []order, limits batching.Limits, bills [][]int, next int) int64 {
	if next == len(orders) {
		var total int64
		for _, bill := range bills {
			total += router.Length(stopsOf(orders, bill))
		}
		return total
	}
	best := shortest(router, orders, limits, append(bills, []int{next}), next+1)
	for i, bill := range bills {
		bills[i] = append(slices.Clone(bill), next)
		if within(orders, limits, bills[i]) {
			best = min(best, shortest(router, orders, limits, bills, next+1))
		}
		bills[i] = bill
	}
	return best
}

func within(orders []order, limits batching.Limits, bill []int) bool {
	var lines, units int64
	for _, i := range bill {
		lines += orders[i].Lines
		units += orders[i].Units
	}
	below := func(value, limit int64) bool { return limit == 0 || value <= limit }
	return below(int64(len(bill)), limits.Orders) && below(lines, limits.Lines) && below(units, limits.Units)
}

func stopsOf(orders []order, bill []int) []routing.Stop {
	var stops []routing.Stop
	for _, i := range bill {
		stops = append(stops, orders[i].Stops...)
	}
	return stops
}

func checkPlan(t *testing.T, router *routing.Router, orders []order, limits batching.Limits, plan batching.Plan) {
	t.Helper()
	var placed []int
	var total int64
	for _, bill := range plan.Bills {
		placed = append(placed, bill.Orders...)
		total += router.Length(stopsOf(orders, bill.Orders))
		if bill.Over == within(orders, limits, bill.Orders) || bill.Over && len(bill.Orders) > 1 {
			t.Errorf("seed %d: bill %+v does not keep to %+v", seed, bill, limits)
		}
	}
	slices.Sort(placed)
	if len(placed) != len(orders) || len(slices.Compact(placed)) != len(orders) {
		t.Errorf("seed %d: plan holds %d orders, want each of %d once", seed, len(placed), len(orders))
	}
	if total != plan.Length || plan.Length > plan.First {
		t.Errorf("seed %d: length = %d (first %d), the walks have %d", seed, plan.Length, plan.First, total)
	}
}

func TestSplitKeepsToLimitsAndRepeats(t *testing.T) {
	t.Parallel()

	for _, n := range []int{0, 1, 60, 400} {
		t.Run(fmt.Sprint(n, " orders"), func(t *testing.T) {
			t.Parallel()

			router := newRouter(t, 12)
			orders := randomOrders(rand.New(rand.NewPCG(seed, 2)), n, 12)
			limits := batching.Limits{Orders: 12, Lines: 25, Units: 50}
			effort := batching.Effort{Seed: 7, Steps: 20_000}
			plan, err := batching.Split(t.Context(), router, orders, limits, effort)
			if err != nil {
				t.Fatal(err)
			}
			checkPlan(t, router, orders, limits, plan)
			again, err := batching.Split(t.Context(), router, orders, limits, effort)
			if err != nil || !reflect.DeepEqual(plan, again) {
				t.Errorf("seed %d: a second run has another plan (err: %v)", seed, err)
			}
		})
	}
}

func TestAPlanMadeWithPatienceIsFoundAgainByItsSteps(t *testing.T) {
	t.Parallel()

	router := newRouter(t, 12)
	orders := randomOrders(rand.New(rand.NewPCG(seed, 5)), 60, 12)
	limits := batching.Limits{Orders: 6, Units: 30}
	plan, err := batching.Split(t.Context(), router, orders, limits, batching.Effort{Seed: 3, Patience: 50 * time.Millisecond})
	if err != nil {
		t.Fatal(err)
	}
	again, err := batching.Split(t.Context(), router, orders, limits, batching.Effort{Seed: 3, Steps: plan.Steps})
	if err != nil || plan.Steps == 0 || !reflect.DeepEqual(plan, again) {
		t.Errorf("seed %d: %d steps give a plan of %d, want %d (err: %v)", seed, plan.Steps, again.Length, plan.Length, err)
	}
}

func TestSplitFindsItsWayThroughFullBills(t *testing.T) {
	t.Parallel()

	// Each pair of bills of 5 and 7 units is full, and so is each of two of 6: only
	// a change of several orders at a time leads from the one to the other.
	aisles := []int{0, 9, 0, 9, 0, 9, 0, 9}
	var orders []order
	for i, units := range []int64{5, 7, 6, 6, 7, 5, 6, 6} {
		orders = append(orders, order{Stops: []routing.Stop{{Aisle: aisles[i], Y: 9000}}, Units: units})
	}
	router, limits := newRouter(t, 10), batching.Limits{Units: 12}
	plan, err := batching.Split(t.Context(), router, orders, limits, batching.Effort{Seed: 1, Steps: 200_000})
	if err != nil {
		t.Fatal(err)
	}
	checkPlan(t, router, orders, limits, plan)
	if want := shortest(router, orders, limits, nil, 0); plan.Length != want {
		t.Errorf("length = %d, want %d", plan.Length, want)
	}
}

func TestSplitGivesATooLargeOrderItsOwnBill(t *testing.T) {
	t.Parallel()

	orders := []order{
		{Stops: []routing.Stop{{Aisle: 1, Y: 9000}}, Units: 3},
		{Stops: []routing.Stop{{Aisle: 1, Y: 9000}}, Units: 12},
		{Stops: []routing.Stop{{Aisle: 1, Y: 9000}}, Units: 7},
	}
	plan, err := batching.Split(t.Context(), newRouter(t, 3), orders, batching.Limits{Units: 10}, batching.Effort{Steps: 1000})
	if err != nil {
		t.Fatal(err)
	}
	want := []batching.Bill{{Orders: []int{0, 2}, Length: 24000}, {Orders: []int{1}, Length: 24000, Over: true}}
	if !reflect.DeepEqual(plan.Bills, want) {
		t.Errorf("bills = %+v, want %+v", plan.Bills, want)
	}
}

func TestSplitRefusesAStopOutside(t *testing.T) {
	t.Parallel()

	orders := []order{{Stops: []routing.Stop{{Aisle: 9}}}}
	if _, err := batching.Split(t.Context(), newRouter(t, 3), orders, batching.Limits{}, batching.Effort{}); err == nil {
		t.Error("a stop in an aisle that is not there is accepted")
	}
}

func TestSplitWithoutTimeReturnsTheFirstPlan(t *testing.T) {
	t.Parallel()

	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	router := newRouter(t, 12)
	orders := randomOrders(rand.New(rand.NewPCG(seed, 3)), 50, 12)
	limits := batching.Limits{Orders: 8}
	plan, err := batching.Split(ctx, router, orders, limits, batching.Effort{Steps: 1_000_000_000})
	if err != nil || plan.Length != plan.First {
		t.Errorf("length = %d, want the first plan's %d (err: %v)", plan.Length, plan.First, err)
	}
	checkPlan(t, router, orders, limits, plan)
}

func TestSplitOfPositionsWithCoordinates(t *testing.T) {
	t.Parallel()

	var positions []routing.Position
	for i := range 60 {
		positions = append(positions, routing.Position{X: float64(i%6) * 3, Y: float64(i / 6)})
	}
	house, err := routing.NewBuilding(routing.Point{Y: -1}, []routing.Area{{Positions: positions}})
	if err != nil {
		t.Fatal(err)
	}
	var orders []batching.Order[routing.Spot]
	for _, p := range positions {
		orders = append(orders, batching.Order[routing.Spot]{Stops: []routing.Spot{house.Spot(0, p)}})
	}
	plan, err := batching.Split(t.Context(), house, orders, batching.Limits{Orders: 20}, batching.Effort{Steps: 20_000})
	if err != nil || len(plan.Bills) != 3 {
		t.Errorf("plan = %+v, want 3 bills (err: %v)", plan, err)
	}
}

func BenchmarkFirstPlan(b *testing.B) {
	for _, n := range []int{100, 4000} {
		router := newRouter(b, 50)
		orders := randomOrders(rand.New(rand.NewPCG(seed, 4)), n, 50)
		b.Run(fmt.Sprint(n, " orders"), func(b *testing.B) {
			for b.Loop() {
				if _, err := batching.Split(b.Context(), router, orders, batching.Limits{Orders: 20}, batching.Effort{}); err != nil {
					b.Fatal(err)
				}
			}
		})
	}
}
