package picking_test

import (
	"testing"

	"github.com/wareloom/wareloom/engine/fault"
	"github.com/wareloom/wareloom/engine/plugin"
)

// ship picks what an order is allocated of L1 at A-02, packs all and sends it.
func (h *house) ship(order int64, qty int, pack ...string) {
	h.Helper()
	h.wave(nil, order)
	d := h.pickInto("TOTE-8")
	d.must("form", one("A-02", "L1", qty), "done")
	h.pack(order, pack...).must("key", "1", "order")
	h.start("send_check", h.pickers[1]).must("scan", h.text(`SELECT package_no FROM package WHERE sale_order_id = ?`, order), "package")
	h.want("sale_order", order, "shipped")
}

func TestWhatExpiredInAPackageIsReplaced(t *testing.T) {
	eachHouse(t, func(h *house) {
		h.lots(3, 5)
		order := h.order(line{"L1", 3})
		h.wave(nil, order)
		d := h.pickInto("TOTE-7")
		d.must("form", one("A-01", "L1", 3), "done")
		h.pack(order, "L1", "L1", "L1").must("key", "1", "order")
		h.want("sale_order", order, "weighed")
		if err := h.try("sale_order", "set_aside", order, nil); !fault.IsKey(err, "picking.all_fit") {
			t.Errorf("nothing has expired: %v", err)
		}
		h.date("LOT-A", 0)
		h.start("send_check", h.pickers[1]).refused("scan", h.docNo(order), "packing.expired")
		h.act("sale_order", "set_aside", order, nil)
		h.want("sale_order", order, "allocated")
		h.wantLine(order, "L1", 3, 0)
		h.wantAt("L1", "A-01", 3, 0)
		h.wantAt("L1", "A-02", 5, 3)
		h.wantAt("L1", "P-01", 0, 0)
		h.Verify(t)
		if result := d.input("undo", map[string]int64{"seq": d.seq}); result.OK {
			t.Error("the pick of what was set aside was undone")
		}
		h.ship(order, 3, "L1", "L1", "L1")
		h.Verify(t)
	})
}

func TestWhatExpiredIsMissedWhereThereIsNoOther(t *testing.T) {
	eachHouse(t, func(h *house) {
		h.lots(3, 1)
		h.stock("P1", "A-03", 2)
		order := h.order(line{"L1", 3}, line{"P1", 2})
		h.wave(nil, order)
		d := h.pickInto("TOTE-7")
		d.must("form", one("A-01", "L1", 3), "position")
		d.must("form", one("A-03", "P1", 2), "done")
		h.date("LOT-A", 0)
		h.act("sale_order", "set_aside", order, plugin.Row{"position_id": h.Places["A-04"]})
		h.want("sale_order", order, "short")
		h.wantAt("L1", "A-04", 3, 0)
		h.wantLine(order, "L1", 0, 0)
		h.wantLine(order, "P1", 2, 2)
		if reason := h.text(`SELECT COALESCE(short_reason, '') FROM sale_order_line WHERE sale_order_id = ? AND product_id = ?`, order, h.product["L1"]); reason != `[{"key":"allocation.short_expired","params":{"expired":"3","held":"0","missing":"2"}}]` {
			t.Errorf("the line says %q", reason)
		}
		if at := h.text(`SELECT COALESCE(waits_in, '') FROM sale_order WHERE id = ?`, order); at != "TOTE-7" {
			t.Errorf("the rest waits in %q", at)
		}
		h.Verify(t)
		h.stockLot("L1", "LOT-B", "A-02", 4)
		h.act("sale_order", "allocate", order, nil)
		h.ship(order, 3, "L1", "P1", "L1", "P1", "L1")
	})
}

func TestAnOrderThatShipsWhatThereIsGoesOnWithoutWhatExpired(t *testing.T) {
	eachHouse(t, func(h *house) {
		h.lots(2, 1)
		h.add("P9", nil)
		h.stock("P9", "A-04", 1)
		order := h.orderOf(plugin.Row{"ship_policy": "available"}, line{"L1", 2}, line{"P9", 1})
		h.wave(nil, order)
		d := h.pickInto("TOTE-7")
		d.must("form", one("A-01", "L1", 2), "position")
		d.must("form", one("A-04", "P9", 1), "done")
		h.date("LOT-A", 0)
		h.date("LOT-B", 0)
		h.act("sale_order", "set_aside", order, nil)
		h.want("sale_order", order, "short")
		h.Verify(t)
		h.act("sale_order", "ship_without", order, nil)
		h.pack(order, "P9").must("key", "1", "order")
		h.Verify(t)
	})
}

func TestAStoppedLotMarksOrdersAndLetsThemGo(t *testing.T) {
	eachHouse(t, func(h *house) {
		h.lots(3, 3)
		order := h.order(line{"L1", 3})
		h.wave(nil, order)
		d := h.pickInto("TOTE-7")
		d.must("form", one("A-01", "L1", 3), "done")
		lot := h.number(`SELECT id FROM lot WHERE lot_no = 'LOT-A'`)
		said := func() string { return h.text(`SELECT COALESCE(unfit, '') FROM sale_order WHERE id = ?`, order) }
		h.act("lot", "hold", lot, plugin.Row{"reason": "smells"})
		if got := said(); got != "L1 × 3 (LOT-A)" {
			t.Errorf("the order says %q", got)
		}
		h.act("lot", "release", lot, nil)
		if got := said(); got != "" {
			t.Errorf("the lot is free, the order says %q", got)
		}
		h.act("lot", "recall", lot, plugin.Row{"reason": "maker says so"})
		h.act("sale_order", "set_aside", order, nil)
		h.want("sale_order", order, "allocated")
		if got := said(); got != "" {
			t.Errorf("the goods are set aside, the order says %q", got)
		}
		h.ship(order, 3, "L1", "L1", "L1")
	})
}
