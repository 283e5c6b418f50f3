package picking_test

import (
	"context"
	"testing"

	"github.com/shopspring/decimal"

	"github.com/wareloom/wareloom/engine/plugin"
	"github.com/wareloom/wareloom/plugins/inventory/contract"
)

func (h *house) docNo(order int64) (number string) {
	h.Helper()
	h.do(func(ctx context.Context, data plugin.Data) error {
		row, err := data.Get(ctx, "sale_order", order)
		number = plugin.Text(row, "doc_no")
		return err
	})
	return number
}

// stockSerials puts pieces with numbers at a place.
func (h *house) stockSerials(sku, place string, serials ...string) {
	h.Helper()
	h.do(func(ctx context.Context, data plugin.Data) error {
		vendor, err := h.Stock.VirtualPosition(ctx, data, h.Warehouse, contract.UseVendor)
		if err != nil {
			return err
		}
		_, err = h.Stock.Post(ctx, data, []contract.Move{{
			Code: contract.Receipt, Goods: h.goods(sku), Qty: decimal.NewFromInt(int64(len(serials))), Serials: serials,
			From: contract.Place{PositionID: vendor}, To: contract.Place{PositionID: h.Places[place]},
		}})
		return err
	})
}

// stockLot puts goods of a lot at a place.
func (h *house) stockLot(sku, lot, place string, qty int64) {
	h.Helper()
	h.do(func(ctx context.Context, data plugin.Data) error {
		vendor, err := h.Stock.VirtualPosition(ctx, data, h.Warehouse, contract.UseVendor)
		if err != nil {
			return err
		}
		g := h.goods(sku)
		if g.LotID, err = h.Stock.Lot(ctx, data, contract.Lot{ConsignorID: g.ConsignorID, ProductID: g.ProductID, No: lot}); err != nil {
			return err
		}
		_, err = h.Stock.Post(ctx, data, []contract.Move{{
			Code: contract.Receipt, Goods: g, Qty: decimal.NewFromInt(qty),
			From: contract.Place{PositionID: vendor}, To: contract.Place{PositionID: h.Places[place]},
		}})
		return err
	})
}

func TestPutBackOfACancelledOrder(t *testing.T) {
	eachHouse(t, func(h *house) {
		h.stock("P1", "A-01", 5)
		h.stock("P2", "A-02", 5)
		order := h.order(line{"P1", 3}, line{"P2", 2})
		h.wave(nil, order)
		d := h.start("pick", h.pickers[0])
		d.must("button", "next", "cart")
		d.must("scan", "TOTE-1", "position")
		d.must("form", one("A-01", "P1", 3), "position")
		d.must("form", one("A-02", "P2", 2), "done")

		back := h.start("put_back", h.pickers[1])
		back.refused("scan", "TOTE-1", "picking.nothing_to_put_back") // not cancelled yet
		back.refused("button", "back", "station.bad_button")
		h.act("sale_order", "cancel", order, nil)
		h.Verify(t)
		back.must("scan", "TOTE-1", "item")
		back.must("scan", "P1", "qty")
		back.must("button", "back", "item")
		back.must("scan", "P1", "qty")
		if back.fact("position") != "A-01" {
			t.Errorf("suggested %q, want A-01", back.fact("position"))
		}
		back.refused("key", "4", "station.over")
		back.must("key", "2", "position")
		back.refused("scan", "R-01", "picking.not_a_bin")
		back.must("scan", "A-03", "item")
		h.wantLine(order, "P1", 3, 1)
		back.undo("position")
		h.wantLine(order, "P1", 3, 3)
		h.Verify(t)
		back.must("scan", "A-01", "item")
		back.refused("form", one("A-02", "P2", 3), "station.over")
		back.must("form", one("A-02", "P2", 2), "item")
		back.must("form", one("A-01", "P1", 1), "done")
		h.wantLine(order, "P1", 3, 0)
		h.wantAt("P1", "A-01", 5, 0)
		h.wantAt("P2", "A-02", 5, 0)
		h.wantAt("P1", "P-01", 0, 0)
	})
}

func TestPutBackAsksWhatACodeMeans(t *testing.T) {
	eachHouse(t, func(h *house) {
		h.add("L1", plugin.Row{"lot_ctl": true})
		h.stockLot("L1", "LOT-A", "A-01", 1)
		h.stockLot("L1", "LOT-B", "A-02", 1)
		order := h.order(line{"L1", 2})
		h.wave(nil, order)
		d := h.pick(h.pickers[0])
		first := d.fact("lot")
		d.must("form", one(d.fact("position"), "L1", 1), "position")
		if d.fact("lot") == first {
			t.Errorf("both stops are of lot %s", first)
		}
		d.must("form", one(d.fact("position"), "L1", 1), "done")
		h.act("sale_order", "cancel", order, nil)

		back := h.start("put_back", h.pickers[0])
		back.must("scan", h.docNo(order), "item")
		back.refused("form", one("A-01", "L1", 1), "station.choose")
		back.must("scan", "L1", "choose")
		if len(back.screen.List) != 2 {
			t.Fatalf("choices %v, want the two lots", back.screen.List)
		}
		back.refused("scan", "L1", "station.choose")
		back.must("button", "back", "item")
		back.must("scan", "L1", "choose")
		back.must("scan", back.screen.List[1].Code, "qty")
		back.must("key", "1", "position")
		back.must("scan", "A-03", "item")
		back.must("scan", "L1", "qty")
		back.must("key", "1", "position")
		back.must("scan", "A-04", "done")
	})
}

func TestPutBackAsksWhichOrder(t *testing.T) {
	eachHouse(t, func(h *house) {
		h.stock("P1", "A-01", 9)
		var orders []int64
		for _, owner := range []string{"SAME", "OTHER"} {
			h.do(func(ctx context.Context, data plugin.Data) error {
				id, err := h.place(ctx, data, plugin.Row{"ext_no": owner}, line{"P1", 1})
				orders = append(orders, id)
				return err
			})
		}
		// Another number of the second order equals that of the first.
		h.do(func(ctx context.Context, data plugin.Data) error {
			_, err := data.SQL().Exec(ctx, `UPDATE sale_order SET tracking_no = 'SAME' WHERE id = ?`, orders[1])
			return err
		})
		h.wave(nil, orders...)
		d := h.pick(h.pickers[0])
		d.must("form", one("A-01", "P1", 1), "position")
		d.must("form", one("A-01", "P1", 1), "done")
		h.act("sale_order", "cancel", orders[0], nil)
		back := h.start("put_back", h.pickers[0])
		back.must("scan", "SAME", "item") // only one of them has something to put back
		h.act("sale_order", "cancel", orders[1], nil)
		back = h.start("put_back", h.pickers[0])
		back.must("scan", "SAME", "choose")
		back.must("scan", back.screen.List[1].Code, "item")
		back.must("form", one("A-01", "P1", 1), "done")
		h.wantLine(orders[0], "P1", 1, 1)
		h.wantLine(orders[1], "P1", 1, 0)
	})
}
