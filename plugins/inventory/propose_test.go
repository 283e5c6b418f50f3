package inventory_test

import (
	"context"
	"fmt"
	"testing"

	"github.com/shopspring/decimal"

	"github.com/wareloom/wareloom/engine/plugin"
	"github.com/wareloom/wareloom/plugins/inventory/contract"
	"github.com/wareloom/wareloom/tests/world"
)

// goes wants the bin that is named for pieces on a walk, and how many it takes; "" for none.
func (y *yard) goes(walk, qty int64, want string) {
	y.Helper()
	var spot contract.Spot
	y.Do(y.T, func(ctx context.Context, data plugin.Data) (err error) {
		spot, err = y.Stock.Propose(ctx, data, contract.Wish{WarehouseID: y.Warehouse, Goods: y.goods, Qty: decimal.NewFromInt(qty), For: walk})
		return err
	})
	got := ""
	if spot.PositionID != 0 {
		got = spot.Code + " " + spot.Qty.String()
	}
	if got != want {
		y.Errorf("%d pieces go to %q, want %q", qty, got, want)
	}
}

// TestGoodsGoToTheirOwnThenToEmptyBins on the walk, then beside others; a bin that is on no
// walk comes last, on either database.
func TestGoodsGoToTheirOwnThenToEmptyBins(t *testing.T) {
	eachYard(t, func(y *yard) {
		y.set("position", plugin.Row{"id": y.Places["A-01"], "put_seq": nil})
		y.goes(0, 5, "A-02 5")
		y.must(y.in(1, "A-03"))
		y.goes(0, 5, "A-03 5") // where the same goods lie
		y.set("position", plugin.Row{"id": y.Places["A-03"], "status": "no_in"})
		y.goes(0, 5, "A-02 5")
		for _, code := range []string{"A-02", "A-04"} {
			y.set("position", plugin.Row{"id": y.Places[code], "status": "frozen"})
		}
		y.goes(0, 5, "A-01 5")
		other := y.in(1, "A-01")
		other.Goods = world.Goods(y.Owners[0], y.Product(y.T, y.Owners[0], "P2", nil))
		y.must(other)
		y.goes(0, 5, "A-01 5") // beside others, since none is empty
		y.set("position", plugin.Row{"id": y.Places["A-01"], "mix_product": false})
		y.goes(0, 5, "")
	})
}

// TestRoomIsKeptForWhoWalksThere: others are sent elsewhere until it is given back.
func TestRoomIsKeptForWhoWalksThere(t *testing.T) {
	eachYard(t, func(y *yard) {
		y.set("product", plugin.Row{"id": y.goods.ProductID, "weight": decimal.NewFromInt(1)})
		for _, code := range []string{"A-01", "A-02"} {
			y.set("position", plugin.Row{"id": y.Places[code], "max_weight": decimal.NewFromInt(10)})
		}
		for _, code := range []string{"A-03", "A-04"} {
			y.set("position", plugin.Row{"id": y.Places[code], "status": "frozen"})
		}
		y.goes(1, 8, "A-01 8")
		y.goes(1, 8, "A-01 8") // his own room is not in his way
		y.goes(2, 8, "A-02 8")
		y.goes(3, 8, "A-01 2") // what is left beside what is on its way
		y.Do(y.T, func(ctx context.Context, data plugin.Data) error { return y.Stock.Forget(ctx, data, 1) })
		y.goes(0, 8, "A-01 8")
		y.must(y.in(10, "A-01"))
		y.goes(2, 8, "A-02 8")
		y.goes(4, 8, "A-02 2")
	})
}

// TestDamagedGoodsGoWhereDamagedGoodsLie, and nowhere else.
func TestDamagedGoodsGoWhereDamagedGoodsLie(t *testing.T) {
	eachYard(t, func(y *yard) {
		y.goods.Quality = "CC"
		y.goes(0, 5, "D-01 5")
		y.set("position", plugin.Row{"id": y.Places["D-01"], "status": "frozen"})
		y.goes(0, 5, "")
	})
}

// TestBinsThatOthersWalkToAreNotLookedThrough: of many empty bins to which others are on
// their way, the next is found in as many statements as the first.
func TestBinsThatOthersWalkToAreNotLookedThrough(t *testing.T) {
	eachYard(t, func(y *yard) {
		const walks = 110
		rows := make([]plugin.Row, walks)
		for i := range rows {
			code := fmt.Sprintf("N-%03d", i)
			rows[i] = plugin.Row{"warehouse_id": y.Warehouse, "storage_area_id": plugin.Row{"warehouse_id": y.Warehouse, "code": "A"}, "code": code, "barcode": code, "position_use": "bin", "put_seq": i}
		}
		y.Do(t, func(ctx context.Context, data plugin.Data) error {
			_, err := data.SaveMany(ctx, "position", rows)
			return err
		})
		for _, code := range []string{"A-01", "A-02", "A-03", "A-04"} {
			y.set("position", plugin.Row{"id": y.Places[code], "status": "frozen"})
		}
		said := func(walk int64) int64 {
			before := y.Said.Load()
			y.goes(walk, 5, fmt.Sprintf("N-%03d 5", walk-1))
			return y.Said.Load() - before
		}
		first := said(1)
		for walk := int64(2); walk < walks; walk++ {
			y.goes(walk, 5, fmt.Sprintf("N-%03d 5", walk-1))
		}
		if last := said(walks); last > first+1 { // one may ask for ids to give away
			t.Errorf("the first walk is told its bin in %d statements, the last in %d", first, last)
		}
	})
}
