package instances_test

import (
	"maps"
	"path/filepath"
	"slices"
	"strconv"
	"testing"

	"github.com/wareloom/wareloom/plugins/picking/routing"
)

// layout builds the area of an instance: its cells as one block, or cut into
// equal blocks with a cross aisle between them.
func (in *instance) layout(blocks int) routing.Layout {
	n := in.numbers
	cells := n["NUM_CELLS"] / int64(blocks)
	block := n["DISTANCE_BOTTOM_TO_CELL"] + (cells-1)*n["DISTANCE_CELL_TO_CELL"] + n["DISTANCE_TOP_TO_CELL"]
	layout := routing.Layout{
		Aisles:  routing.Spaced(int(n["NUM_AISLES"]), n["DISTANCE_AISLE_TO_AISLE"]),
		Crosses: routing.Spaced(blocks+1, block),
	}
	layout.Depot.X = layout.Aisles[n["DEPOT_AISLE"]]
	if in.depot == "top" {
		layout.Depot.Cross = blocks
	}
	return layout
}

// stop places an article; cell 0 is the one nearest the top cross aisle.
func (in *instance) stop(article sku, blocks int) routing.Stop {
	n := in.numbers
	cells := n["NUM_CELLS"] / int64(blocks)
	fromBottom := n["NUM_CELLS"] - 1 - int64(article.cell)
	block, cell := fromBottom/cells, fromBottom%cells
	start := in.layout(blocks).Crosses[block]
	y := start + n["DISTANCE_BOTTOM_TO_CELL"] + cell*n["DISTANCE_CELL_TO_CELL"]
	return routing.Stop{Aisle: article.aisle, Y: y}
}

// stops places the articles of an order in the order of their ids.
func (in *instance) stops(order map[string]int64, blocks int) []routing.Stop {
	var stops []routing.Stop
	for _, id := range slices.Sorted(maps.Keys(order)) {
		stops = append(stops, in.stop(in.skus[id], blocks))
	}
	return stops
}

func TestRoutingReachesEveryPublishedOptimum(t *testing.T) {
	t.Parallel()

	path := folder(t, "routing")
	checked := 0
	for _, row := range table(t, filepath.Join(path, "optima.csv")) {
		in := read(t, filepath.Join(path, row[0]))
		for blocks := 1; blocks <= 2; blocks++ {
			want, err := strconv.ParseInt(row[blocks], 10, 64)
			if err != nil {
				t.Fatal(err)
			}
			checkOptimum(t, row[0], in, blocks, want*1000)
			checked++
		}
	}
	t.Logf("%d published optima checked", checked)
}

func checkOptimum(t *testing.T, name string, in *instance, blocks int, want int64) {
	t.Helper()
	layout := in.layout(blocks)
	router, err := routing.NewRouter(layout)
	if err != nil {
		t.Fatal(err)
	}
	stops := in.stops(in.orders[0], blocks)
	tour, err := router.Route(stops)
	if err != nil {
		t.Fatal(err)
	}
	if tour.Length != want {
		t.Errorf("%s, %d blocks: length = %d, want %d", name, blocks, tour.Length, want)
	}
	if walked := layout.WalkLength(layout.Depot, stops, tour.Order); walked != tour.Length {
		t.Errorf("%s, %d blocks: the order is %d long, the tour says %d", name, blocks, walked, tour.Length)
	}
}
