package picking_test

import (
	"context"
	"fmt"
	"testing"
	"time"

	"github.com/wareloom/wareloom/engine/plugin"
)

// lots is goods of two lots, the first of which the next order gets.
func (h *house) lots(first, second int64) {
	h.Helper()
	h.add("L1", plugin.Row{"lot_ctl": true})
	h.stockLot("L1", "LOT-A", "A-01", first)
	h.stockLot("L1", "LOT-B", "A-02", second)
}

// date gives a lot, and the stock of it, another expiry date: days from today, as
// the warehouse counts them, whose day may be another than that of this machine.
func (h *house) date(lot string, days int) {
	h.Helper()
	zone, err := time.LoadLocation(h.text(`SELECT MIN(time_zone) FROM warehouse`))
	if err != nil {
		h.Fatal(err)
	}
	date := h.Clock.Now().In(zone).AddDate(0, 0, days).Format(time.DateOnly)
	h.do(func(ctx context.Context, data plugin.Data) error {
		_, err := data.SQL().Exec(ctx, `UPDATE lot SET exp_date = ? WHERE lot_no = ?`, date, lot)
		if err == nil {
			_, err = data.SQL().Exec(ctx, `UPDATE quant SET exp_date = ?, ship_until = NULL WHERE lot_id IN (SELECT id FROM lot WHERE lot_no = ?)`, date, lot)
		}
		return err
	})
}

func TestOtherLotTakesWhatItHasAndLeavesTheRest(t *testing.T) {
	eachHouse(t, func(h *house) {
		h.lots(10, 8)
		order := h.order(line{"L1", 10})
		h.wave(nil, order)
		d := h.pick(h.pickers[0])
		d.must("button", "other_lot", "position")
		if d.screen.Left != 2 || d.fact("position") != "A-01" || d.fact("qty") != "2" {
			t.Errorf("%d stops, first %s for %s, want 2 pieces left at A-01", d.screen.Left, d.fact("position"), d.fact("qty"))
		}
		h.wantAt("L1", "A-01", 10, 2)
		h.wantAt("L1", "A-02", 8, 8)
		h.Verify(t)
		d.undo("position")
		h.wantAt("L1", "A-01", 10, 10)
		h.wantAt("L1", "A-02", 8, 0)
		h.Verify(t)
		d.must("button", "other_lot", "position")
		for d.screen.Step == "position" {
			d.input("form", one(d.fact("position"), "L1", d.fact("qty")))
		}
		h.want("sale_order", order, "picked")
		h.wantAt("L1", "A-01", 8, 0)
		h.wantAt("L1", "A-02", 0, 0)
	})
}

func TestOtherLotIsSwappedWithAnOrderThatIsNotPicked(t *testing.T) {
	for _, waved := range []bool{false, true} {
		t.Run(map[bool]string{false: "allocated", true: "waved"}[waved], func(t *testing.T) {
			eachHouse(t, func(h *house) {
				h.lots(5, 5)
				order, other := h.order(line{"L1", 5}), h.order(line{"L1", 3})
				h.wave(nil, order)
				if waved {
					h.wave(nil, other)
				}
				d := h.pick(h.pickers[0])
				d.must("button", "other_lot", "position") // 2 of the other lot are free, 3 are swapped
				h.wantAt("L1", "A-01", 5, 3)
				h.wantAt("L1", "A-02", 5, 5)
				h.wantLine(other, "L1", 3, 0)
				h.Verify(t)
				d.undo("position")
				h.wantAt("L1", "A-01", 5, 5)
				h.wantAt("L1", "A-02", 5, 3)
				h.Verify(t)
				d.must("button", "other_lot", "position")
				for d.screen.Step == "position" {
					d.input("form", one("A-02", "L1", d.fact("qty")))
				}
				h.want("sale_order", order, "picked")
				if !waved {
					h.wave(nil, other)
				}
				e := h.pick(h.pickers[1])
				e.must("form", one("A-01", "L1", 3), "done")
				h.want("sale_order", other, "picked")
			})
		})
	}
}

// TestExpiredGoodsAreNotPicked runs at noon in UTC and in its evening, when the
// warehouse in Shanghai has tomorrow's date.
func TestExpiredGoodsAreNotPicked(t *testing.T) {
	for _, hour := range []int{12, 17} {
		t.Run(fmt.Sprintf("%d UTC", hour), func(t *testing.T) {
			eachHouse(t, func(h *house) {
				h.Clock.Put(time.Now().UTC().Truncate(24 * time.Hour).Add(time.Duration(hour) * time.Hour))
				expiredGoodsAreNotPicked(h)
			})
		})
	}
}

func expiredGoodsAreNotPicked(h *house) {
	h.Helper()
	h.lots(5, 2)
	order := h.orderOf(plugin.Row{"ship_policy": "available"}, line{"L1", 4})
	h.wave(nil, order)
	d := h.pick(h.pickers[0])
	d.must("form", one("A-01", "L1", 1), "position")
	h.date("LOT-A", 0) // today is too late
	result := d.input("scan", "A-01")
	if !result.OK || result.Sound != "error" || d.fact("position") != "A-02" || d.fact("qty") != "2" {
		h.Errorf("%+v, go to %s for %s: want to be led to 2 at A-02", result, d.fact("position"), d.fact("qty"))
	}
	if h.held("L1", "A-01") != 0 {
		h.Error("expired stock is there: nothing is to be counted")
	}
	h.wantLine(order, "L1", 3, 1)
	h.Verify(h.T)
	d.undo("position")
	h.wantLine(order, "L1", 4, 1)
	h.Verify(h.T)
	d.input("scan", "A-01")
	d.must("form", one("A-02", "L1", 2), "done")
	h.want("sale_order", order, "picked") // one piece is missing
	v := h.start("verify_by_order", h.pickers[1])
	v.refused("scan", h.docNo(order), "packing.expired") // the piece that was picked before
	h.date("LOT-A", 30)
	v.must("scan", h.docNo(order), "item")
	for _, next := range []string{"item", "item", "box"} {
		v.must("scan", "L1", next)
	}
	v.must("button", "skip", "weight")
	h.date("LOT-B", -1)
	v.refused("key", "1", "packing.expired")
	h.date("LOT-B", 30)
	v.must("key", "1", "order")
	h.date("LOT-B", 0)
	number := h.text(`SELECT package_no FROM package WHERE sale_order_id = ?`, order)
	send := h.start("send_check", h.pickers[1])
	send.refused("scan", number, "packing.expired")
	h.date("LOT-B", 1)
	send.must("scan", number, "package")
	h.want("sale_order", order, "shipped")
}

func TestNobodyWalksToGoodsThatExpiredBefore(t *testing.T) {
	eachHouse(t, func(h *house) {
		h.lots(5, 5)
		order := h.order(line{"L1", 4})
		h.wave(nil, order)
		h.do(func(ctx context.Context, data plugin.Data) error {
			_, err := data.SQL().Exec(ctx, `UPDATE product SET min_ship_days = 10`)
			return err
		})
		h.date("LOT-A", 10)
		h.date("LOT-B", 12)
		d := h.pick(h.pickers[0])
		if d.screen.Left != 1 || d.fact("position") != "A-02" {
			t.Errorf("%d stops, first %s, want A-02 alone", d.screen.Left, d.fact("position"))
		}
		d.must("form", one("A-02", "L1", 4), "done")
	})
}

func TestAWaveWhoseOnlyPickWasUndoneIsCancelled(t *testing.T) {
	eachHouse(t, func(h *house) {
		h.stock("P1", "A-01", 5)
		order := h.order(line{"P1", 2})
		wave := h.wave(nil, order)
		d := h.pick(h.pickers[0])
		d.must("form", one("A-01", "P1", 1), "position")
		if err := h.try("wave", "cancel", wave, nil); err == nil {
			t.Error("a wave with a pick was cancelled")
		}
		d.undo("position")
		h.act("wave", "cancel", wave, nil)
		h.want("sale_order", order, "allocated")
		h.Verify(t)
		result := d.input("scan", "A-01")
		if result.Sound != "error" || d.screen.Step != "done" {
			t.Errorf("the picker hears %+v at %s, want that nothing is to be picked", result, d.screen.Step)
		}
		h.wave(nil, order)
		h.pick(h.pickers[0]).must("form", one("A-01", "P1", 2), "done")
	})
}

func TestTheRestIsWalkedFromWhereThePickerStands(t *testing.T) {
	eachHouse(t, func(h *house) {
		h.stock("P1", "A-03", 3)
		h.stock("P2", "A-04", 3)
		h.wave(nil, h.order(line{"P1", 2}, line{"P2", 2}))
		h.stock("P1", "A-01", 5)
		d := h.pick(h.pickers[0])
		d.short("not_found", "position")
		if d.fact("position") != "A-04" {
			t.Errorf("from A-03 go to %s, want A-04 before A-01 at the gate", d.fact("position"))
		}
	})
}
