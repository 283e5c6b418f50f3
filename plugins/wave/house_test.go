package wave_test

import (
	"context"
	"testing"

	"github.com/wareloom/wareloom/engine/enginetest"
	"github.com/wareloom/wareloom/engine/plugin"
	"github.com/wareloom/wareloom/tests/world"
)

// house is the small building with products P1 to P4 of one owner, each at its own
// place of one aisle, in this order from the depot.
type house struct {
	*testing.T
	*world.World
	products []int64
}

// eachHouse runs a test in a stocked building on either database. When it ends,
// every invariant is checked.
func eachHouse(t *testing.T, run func(h *house)) {
	t.Helper()
	t.Parallel()
	enginetest.EachDSN(t, func(t *testing.T, dsn string) {
		h := &house{T: t, World: world.Start(t, dsn)}
		for _, n := range []string{"1", "2", "3", "4"} {
			product := h.Product(t, h.Owners[0], "P"+n, nil)
			h.Receive(t, world.Goods(h.Owners[0], product), "A-0"+n, 100)
			h.products = append(h.products, product)
		}
		run(h)
	})
}

// order makes an allocated order of one piece of each of some products.
func (h *house) order(products ...int64) (id int64) {
	h.Helper()
	h.Do(h.T, func(ctx context.Context, data plugin.Data) error {
		var lines []any
		for _, product := range products {
			lines = append(lines, plugin.Row{"product_id": product, "qty": 1})
		}
		row, err := data.Save(ctx, "sale_order", plugin.Row{
			"consignor_id": h.Owners[0], "warehouse_id": h.Warehouse, "receiver": "R", "country": "CN", "phone": "13900000000", "city": "上海", "detail": "1", "lines": lines,
		})
		id = plugin.ID(row)
		for _, action := range []string{"audit", "allocate"} {
			if err == nil {
				_, err = data.Act(ctx, "sale_order", action, id, nil)
			}
		}
		return err
	})
	return id
}

// rows asks the database.
func (h *house) rows(into any, question string, args ...any) {
	h.Helper()
	h.Do(h.T, func(ctx context.Context, data plugin.Data) error {
		return data.SQL().Select(ctx, into, question, args...)
	})
}
