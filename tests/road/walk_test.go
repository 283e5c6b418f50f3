package road

import (
	"context"
	"fmt"
	"maps"
	"math"
	"math/rand/v2"
	"slices"
	"testing"

	"github.com/shopspring/decimal"

	"github.com/wareloom/wareloom/engine/auth"
	"github.com/wareloom/wareloom/engine/enginetest"
	"github.com/wareloom/wareloom/engine/plugin"
	"github.com/wareloom/wareloom/engine/store"
	"github.com/wareloom/wareloom/plugins/inventory"
	"github.com/wareloom/wareloom/plugins/inventory/contract"
)

const walkSeed = 20260401

// plan is a demo warehouse as its floor plan has it: the depot and the gates that
// are joined outside of the areas, and the areas. Lengths are in millimetres.
type plan struct {
	warehouse string
	outside   map[string][2]int64 // the depot, and gates by area and cross aisle
	halls     map[string]hall
}

// hall is an area: aisles 3.5 m apart and cross aisles at these depths.
type hall struct {
	aisles  int
	crosses []int64
}

// plans are the demo's warehouses. Shanghai has area A with ten aisles, two blocks
// and gates at both ends of the first aisle, and behind it area B with six aisles,
// one block and one gate; Mexico has one area of one block, entered where it comes
// nearest to the depot.
var plans = []plan{
	{
		"SH1",
		map[string][2]int64{"depot": {0, -4000}, "A 0 0": {0, -1800}, "A 2 0": {0, 27000}, "B 0 0": {0, 58800}},
		map[string]hall{"A": {10, []int64{-1800, 12600, 27000}}, "B": {6, []int64{58800, 84000}}},
	},
	{"MX1", map[string][2]int64{"depot": {-3000, -3000}, "A 0 0": {0, -1200}}, map[string]hall{"A": {4, []int64{-1200, 9600}}}},
}

// house is the building outside of its areas.
func (l plan) house() *house {
	h := &house{index: map[string]int{}}
	h.place("depot")
	for name, at := range l.outside {
		for other, to := range l.outside {
			if name < other {
				h.ways = append(h.ways, lane{h.place("%s", name), h.place("%s", other), abs(at[0]-to[0]) + abs(at[1]-to[1])})
			}
		}
	}
	return h
}

func abs(v int64) int64 { return max(v, -v) }

// stop is a place in an aisle.
type stop struct {
	area  string
	aisle int
	y     int64
}

// furnish adds aisles and cross aisles with the bins of a walk, and gives the places
// of the bins.
func (h *house) furnish(halls map[string]hall, bins []stop) []int {
	stops := make([]int, len(bins))
	for _, area := range slices.Sorted(maps.Keys(halls)) {
		hall := halls[area]
		for aisle := range hall.aisles {
			column := map[int]int64{}
			for c, y := range hall.crosses {
				here := h.place("%s %d %d", area, c, aisle)
				column[here] = y
				if aisle > 0 {
					h.ways = append(h.ways, lane{h.place("%s %d %d", area, c, aisle-1), here, 3500})
				}
			}
			for i, b := range bins {
				if b.area == area && b.aisle == aisle {
					stops[i] = h.place("%v", b)
					column[stops[i]] = b.y
				}
			}
			h.row(column)
		}
	}
	return stops
}

func TestTheDemosWalksAreShortest(t *testing.T) {
	t.Parallel()

	f := enter(t, enginetest.SQLite(t))
	for _, l := range plans {
		random := rand.New(rand.NewPCG(walkSeed, 1))
		for _, n := range []int{1, 4, 10, 12, 20, 40, 60} {
			f.scatter(l.warehouse, random, n, func(order int64) {
				f.Act("sale_order", order, "audit", nil)
				f.Act("sale_order", order, "allocate", nil)
				f.Ask("data/sale_order/act", m{"name": "wave", "ids": []int64{order}, "params": m{"max_orders": 1, "max_lines": 100, "release": true}})
				f.wantShortest(l, order)
			})
		}
	}
}

// scatter stocks new products in bins of a warehouse chosen at random, each in one,
// and orders a piece of each.
func (f *floor) scatter(code string, random *rand.Rand, n int, then func(order int64)) {
	f.Helper()
	var bins []int64
	owner, warehouse := id(f.Find("consignor", "code", "ACME")), id(f.Find("warehouse", "code", code))
	var order int64
	f.do(func(ctx context.Context, data plugin.Data) error {
		err := data.SQL().Select(ctx, &bins, `SELECT p.id FROM position p JOIN storage_area a ON a.id = p.storage_area_id
			WHERE p.warehouse_id = ? AND a.pick_allowed AND p.position_use = 'bin' ORDER BY p.id`, warehouse)
		if err != nil {
			return err
		}
		vendor, err := inventory.Ledger{}.VirtualPosition(ctx, data, warehouse, contract.UseVendor)
		if err != nil {
			return err
		}
		var lines []any
		var moves []contract.Move
		for i := range n {
			sku := fmt.Sprintf("WALK-%s-%d-%d", code, n, i)
			product, err := data.Save(ctx, "product", plugin.Row{"consignor_id": owner, "sku": sku, "name": sku})
			if err != nil {
				return err
			}
			lines = append(lines, plugin.Row{"product_id": plugin.ID(product), "qty": 1})
			moves = append(moves, contract.Move{
				Code: contract.Receipt, Goods: contract.Goods{ConsignorID: owner, ProductID: plugin.ID(product), Quality: "ZP"}, Qty: decimal.NewFromInt(1),
				From: contract.Place{PositionID: vendor}, To: contract.Place{PositionID: bins[random.IntN(len(bins))]},
			})
		}
		if _, err := (inventory.Ledger{}).Post(ctx, data, moves); err != nil {
			return err
		}
		row, err := data.Save(ctx, "sale_order", plugin.Row{
			"consignor_id": owner, "warehouse_id": warehouse, "ext_no": fmt.Sprint("WALK-", code, n), "receiver": "Walk", "country": "CN", "phone": "13900000000", "city": "上海", "detail": "1", "lines": lines,
		})
		order = plugin.ID(row)
		return err
	})
	then(order)
}

// do runs a function in a transaction as the system.
func (f *floor) do(fn func(ctx context.Context, data plugin.Data) error) {
	f.Helper()
	err := f.Server.DB.Write(f.Context(), func(ctx context.Context, tx *store.Tx) error {
		data, err := f.Server.Documents.Open(ctx, tx, f.Server.Catalog.Current(), auth.System("test"))
		if err != nil {
			return err
		}
		return fn(ctx, data)
	})
	if err != nil {
		f.Fatal(err)
	}
}

// task is a stop of a pick bill, and what the bill says of the walk.
type task struct {
	Area  string `db:"code"`
	Aisle int    `db:"aisle"`
	Y     int64  `db:"y"`
	Walk  int64  `db:"walk"` // hundredths of a metre
	Kind  string `db:"walk_kind"`
}

// wantShortest wants the one pick bill of an order to lead along a walk as short as
// there is, and to say how long it is.
func (f *floor) wantShortest(l plan, order int64) {
	f.Helper()
	var tasks []task
	f.do(func(ctx context.Context, data plugin.Data) error {
		return data.SQL().Select(ctx, &tasks, `SELECT a.code, CAST(p.aisle AS INTEGER) AS aisle, p.y, b.walk, b.walk_kind
			FROM pick_task t JOIN pick_bill b ON b.id = t.pick_bill_id JOIN position p ON p.id = t.position_id
			JOIN storage_area a ON a.id = p.storage_area_id WHERE t.sale_order_id = ? ORDER BY t.Seq`, order)
	})
	bins := make([]stop, len(tasks))
	for i, t := range tasks {
		bins[i] = stop{t.Area, t.Aisle - 1, t.Y}
	}
	h := l.house()
	stops := h.furnish(l.halls, bins)
	d := h.distances()
	want := h.shortestRound(stops)
	const few = 12
	if len(stops) <= few {
		if byOrders := heldKarp(d, stops); byOrders != want {
			f.Fatalf("seed %d, %d stops: the two oracles say %d and %d", walkSeed, len(stops), byOrders, want)
		}
	}
	walked, here := int64(0), 0
	for _, next := range stops {
		walked, here = walked+d[here][next], next
	}
	walked += d[here][0]
	said := tasks[0].Walk * 10
	if walked != want || math.Abs(float64(said-want)) > 5 || tasks[0].Kind != "exact" {
		f.Errorf("%s, seed %d, %d stops: walked %d mm, the bill says %d (%s), the shortest is %d", l.warehouse, walkSeed, len(stops), walked, said, tasks[0].Kind, want)
	}
}
