package packing_test

import (
	"context"
	"fmt"
	"testing"

	"github.com/shopspring/decimal"

	"github.com/wareloom/wareloom/engine/cmd/wareloom/apptest"
	"github.com/wareloom/wareloom/engine/enginetest"
	"github.com/wareloom/wareloom/engine/plugin"
	"github.com/wareloom/wareloom/plugins/inventory/contract"
	"github.com/wareloom/wareloom/tests/world"
)

// house is the small building with one product P1 of ten centimetres a side, 100 of it on
// a shelf, and a person who packs.
type house struct {
	*testing.T
	*world.World
	packer  *apptest.Session
	product int64
}

// eachHouse runs a test in the building on either database. When it ends, every invariant
// is checked.
func eachHouse(t *testing.T, run func(h *house)) {
	t.Helper()
	t.Parallel()
	enginetest.EachDSN(t, func(t *testing.T, dsn string) {
		h := &house{T: t, World: world.StartWith(t, dsn)}
		h.packer = h.Login(t, "user", world.Administrator)
		side := decimal.NewFromInt(10)
		h.product = h.Product(t, h.Owners[0], "P1", plugin.Row{"length": side, "width": side, "height": side, "weight": decimal.NewFromInt(1)})
		h.Receive(t, world.Goods(h.Owners[0], h.product), "A-01", 100)
		run(h)
	})
}

// picked makes an order of so many pieces of P1 and picks it.
func (h *house) picked(qty int) (id int64, number string) {
	h.Helper()
	id, number = h.ordered(qty)
	h.pick(id)
	return id, number
}

// pick picks orders in one wave, and gives its number.
func (h *house) pick(orders ...int64) (wave string) {
	h.Helper()
	if _, err := h.Wave(h.Context(), nil, orders...); err != nil {
		h.Fatal(err)
	}
	pick := h.Scanner(h.T, h.packer, "pick", nil)
	pick.Want(h.T, "button", "next", "cart", "")
	pick.Want(h.T, "scan", "TOTE-1", "position", "")
	for pick.Screen.Step == "position" {
		if given := pick.Give(h.T, "form", map[string]any{"position": "A-01", "item": "P1", "qty": pick.Screen.Max}); !given.OK {
			h.Fatal(given.Message)
		}
	}
	h.Do(h.T, func(ctx context.Context, data plugin.Data) error {
		return data.SQL().QueryRow(ctx, `SELECT w.doc_no FROM wave w JOIN sale_order o ON o.wave_id = w.id WHERE o.id = ?`, orders[0]).Scan(&wave)
	})
	return wave
}

// ordered makes an allocated order of so many pieces of P1.
func (h *house) ordered(qty int) (id int64, number string) {
	h.Helper()
	h.Do(h.T, func(ctx context.Context, data plugin.Data) error {
		row, err := data.Save(ctx, "sale_order", plugin.Row{
			"consignor_id": h.Owners[0], "warehouse_id": h.Warehouse, "receiver": "R", "country": "CN", "phone": "13900000000", "city": "上海", "detail": "1",
			"lines": []any{plugin.Row{"product_id": h.product, "qty": qty}},
		})
		id, number = plugin.ID(row), plugin.Text(row, "doc_no")
		for _, action := range []string{"audit", "allocate"} {
			if err == nil {
				_, err = data.Act(ctx, "sale_order", action, id, nil)
			}
		}
		return err
	})
	return id, number
}

// carton makes a type of carton with equal sides, and puts some of it at a place.
func (h *house) carton(code string, side, stock int64) (product int64) {
	h.Helper()
	product = h.Product(h.T, h.Owners[1], "BOX-"+code, plugin.Row{"price": decimal.NewFromInt(2), "currency": "CNY"})
	h.Do(h.T, func(ctx context.Context, data plugin.Data) error {
		row := plugin.Row{"code": code, "name": code, "product_id": product}
		for _, key := range []string{"length", "width", "height"} {
			row[key] = decimal.NewFromInt(side)
		}
		_, err := data.Save(ctx, "carton_type", row)
		return err
	})
	if stock > 0 {
		h.Receive(h.T, world.Goods(h.Owners[1], product), "A-04", stock)
	}
	return product
}

// left is how many pieces of a product lie at A-04.
func (h *house) left(product int64) (n int64) {
	h.Helper()
	h.Do(h.T, func(ctx context.Context, data plugin.Data) error {
		return data.SQL().QueryRow(ctx, `SELECT COALESCE(SUM(on_hand), 0) FROM quant WHERE product_id = ? AND position_id = ?`, product, h.Places["A-04"]).Scan(&n)
	})
	return n / int64(contract.Pieces(1))
}

// usage is the report of cartons as text, a row a line: used, as suggested, cost.
func (h *house) usage() (rows []string) {
	h.Helper()
	var answer struct{ Rows []map[string]any }
	h.Ask(h.T, h.packer, "/api/report/packaging_usage/query", map[string]any{"params": map[string]any{}}, &answer)
	for _, r := range answer.Rows {
		rows = append(rows, fmt.Sprint(r["carton_type_id__label"], " ", r["used"], " ", r["suggested"], " ", r["cost"], " ", r["currency"]))
	}
	return rows
}
