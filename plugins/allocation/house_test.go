package allocation_test

import (
	"context"
	"slices"
	"testing"

	"github.com/shopspring/decimal"

	"github.com/wareloom/wareloom/engine/auth"
	"github.com/wareloom/wareloom/engine/enginetest"
	"github.com/wareloom/wareloom/engine/plugin"
	"github.com/wareloom/wareloom/engine/setting"
	"github.com/wareloom/wareloom/plugins/inventory/contract"
	"github.com/wareloom/wareloom/tests/world"
)

// house is the small building.
type house struct {
	*testing.T
	*world.World
}

// eachHouse runs a test in the building on either database. When it ends, every invariant
// is checked.
func eachHouse(t *testing.T, run func(h *house)) {
	t.Helper()
	t.Parallel()
	enginetest.EachDSN(t, func(t *testing.T, dsn string) { run(&house{T: t, World: world.Start(t, dsn)}) })
}

// laid is stock at a place.
type laid struct {
	place, since string // "" for today
	lot, expires string // "" for none
	quality      string // "" for good
	qty          int64
}

// lay puts stock of a product of the first owner into the building.
func (h *house) lay(product int64, stock ...laid) {
	h.Helper()
	h.Do(h.T, func(ctx context.Context, data plugin.Data) error {
		vendor, err := h.Stock.VirtualPosition(ctx, data, h.Warehouse, contract.UseVendor)
		for _, s := range stock {
			g := world.Goods(h.Owners[0], product)
			if s.quality != "" {
				g.Quality = s.quality
			}
			if err == nil {
				g.LotID, err = h.Stock.Lot(ctx, data, contract.Lot{ConsignorID: h.Owners[0], ProductID: product, No: s.lot, ExpDate: s.expires})
			}
			if err == nil {
				_, err = h.Stock.Post(ctx, data, []contract.Move{{
					Code: contract.Receipt, Goods: g, Qty: decimal.NewFromInt(s.qty), InDate: s.since,
					From: contract.Place{PositionID: vendor}, To: contract.Place{PositionID: h.Places[s.place]},
				}})
			}
		}
		return err
	})
}

// order makes an audited order of the first owner for pieces of a product.
func (h *house) order(product, qty int64, more plugin.Row) (id int64) {
	h.Helper()
	row := plugin.Row{
		"consignor_id": h.Owners[0], "warehouse_id": h.Warehouse, "receiver": "R", "country": "CN", "phone": "13900000000", "city": "上海", "detail": "1",
		"lines": []any{plugin.Row{"product_id": product, "qty": qty}},
	}
	for key, value := range more {
		row[key] = value
	}
	h.Do(h.T, func(ctx context.Context, data plugin.Data) error {
		made, err := data.Save(ctx, "sale_order", row)
		if id = plugin.ID(made); err == nil {
			_, err = data.Act(ctx, "sale_order", "audit", id, nil)
		}
		return err
	})
	return id
}

// act takes an action on an order, and gives its state.
func (h *house) act(order int64, action string) (status string) {
	h.Helper()
	h.Do(h.T, func(ctx context.Context, data plugin.Data) error {
		if _, err := data.Act(ctx, "sale_order", action, order, nil); err != nil {
			return err
		}
		head, err := data.Get(ctx, "sale_order", order)
		status = plugin.Text(head, "status")
		return err
	})
	return status
}

// allocate allocates an order, wants a state, and pieces at places in this order.
func (h *house) allocate(order int64, status string, from ...string) {
	h.Helper()
	if got := h.act(order, "allocate"); got != status {
		h.Errorf("order %d is %s, want %s", order, got, status)
	}
	if got := h.kept(order); !slices.Equal(got, from) {
		h.Errorf("order %d has %v, want %v", order, got, from)
	}
}

// kept is what an order has reserved, as place and pieces.
func (h *house) kept(order int64) (list []string) {
	h.Helper()
	var rows []struct {
		Place string       `db:"code"`
		Qty   contract.Qty `db:"qty"`
	}
	h.Do(h.T, func(ctx context.Context, data plugin.Data) error {
		return data.SQL().Select(ctx, &rows, `SELECT p.code, r.qty FROM reservation r JOIN quant q ON q.id = r.quant_id JOIN position p ON p.id = q.position_id
			WHERE r.doc_type = 'sale_order' AND r.doc_id = ? AND r.status = 'active' ORDER BY r.id`, order)
	})
	for _, r := range rows {
		list = append(list, r.Place+" "+r.Qty.Text())
	}
	return list
}

// rule says by which rule an owner's stock is taken; 0 for the whole house.
func (h *house) rule(value string, owner int64) {
	h.Helper()
	change := setting.Change{Key: "alloc_rule", Level: "system", Value: value}
	if owner != 0 {
		change.Level, change.OwnerID = "consignor", owner
	}
	h.Do(h.T, func(ctx context.Context, data plugin.Data) error {
		return h.Settings.Save(ctx, data.SQL(), h.Catalog.Current(), auth.System("test"), change)
	})
}

// text asks the database for one text.
func (h *house) text(question string, args ...any) (text string) {
	h.Helper()
	h.Do(h.T, func(ctx context.Context, data plugin.Data) error {
		return data.SQL().Get(ctx, &text, question, args...)
	})
	return text
}
