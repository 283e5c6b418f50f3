package picking_test

import (
	"context"
	"errors"
	"strings"
	"testing"

	"github.com/wareloom/wareloom/engine/plugin"
)

func TestPickLeadsThroughTheBill(t *testing.T) {
	eachHouse(t, func(h *house) {
		h.stock("P1", "A-01", 10)
		h.stock("P2", "A-02", 10)
		order := h.order(line{"P1", 2}, line{"P2", 3})
		wave := h.wave(nil, order)
		d := h.start("pick", h.pickers[0])
		d.refused("scan", "NO-SUCH-BILL", "station.code_unknown")
		d.refused("button", "no_cart", "station.bad_button")
		d.must("button", "next", "cart")
		h.want("wave", wave, "picking")
		d.refused("scan", "A-01", "picking.not_a_tote")
		d.refused("scan", "P1", "picking.not_a_tote")
		d.must("scan", "TOTE-1", "position")
		if d.screen.Left != 2 || d.fact("position") != "A-01" || d.screen.Target[0].Size != plugin.SizeHuge {
			t.Errorf("screen %+v, want 2 stops and A-01 huge", d.screen)
		}
		d.refused("scan", "A-02", "picking.wrong_position")
		d.must("scan", "A-01", "item")
		h.want("sale_order", order, "waved")
		d.refused("scan", "P2", "picking.wrong_item")
		d.must("scan", "P1", "qty")
		for value, code := range map[string]string{"3": "station.over", "0": "station.bad_qty", "-1": "station.bad_qty", "x": "station.bad_qty", "1e99": "station.bad_qty", "1e999999999": "station.bad_qty", "0.0001": "station.bad_qty"} {
			d.refused("key", value, code)
		}
		d.must("key", "1", "position")
		h.want("sale_order", order, "picking")
		if d.fact("position") != "A-01" || d.fact("qty") != "1" {
			t.Errorf("after a part: %v of %v, want the rest at A-01", d.fact("qty"), d.fact("position"))
		}
		d.refused("form", one("A-01", "P1", 2), "station.over")
		d.refused("form", one("A-01", "P1", "1e999999999"), "station.bad_qty")
		d.must("form", one("A-01", "P1", 1), "position")
		if end := d.input("form", one("A-02", "P2", 3)); !end.OK || !strings.Contains(end.Message, "TOTE-1") {
			t.Errorf("the end says %+v, want where TOTE-1 is taken", end)
		}
		for _, way := range d.screen.Next {
			if strings.HasPrefix(way.Label, "Show") != way.Shows {
				t.Errorf("the way %+v does not tell work from what is only shown", way)
			}
		}
		if said := d.input("scan", "A-01"); said.Code != "station.code_unknown" || !strings.Contains(said.Message, "Position A-01") {
			t.Errorf("a place where a bill is asked for: %+v, want what it is", said)
		}
		h.want("sale_order", order, "picked")
		h.want("wave", wave, "picked")
		h.wantLine(order, "P1", 2, 2)
		h.wantAt("P1", "A-01", 8, 0)
		h.wantAt("P1", "P-01", 2, 0)
	})
}

func TestUndoTakesEverythingBack(t *testing.T) {
	eachHouse(t, func(h *house) {
		h.stock("P1", "A-01", 10)
		order := h.order(line{"P1", 3})
		wave := h.wave(nil, order)
		d := h.pick(h.pickers[0])
		d.must("form", one("A-01", "P1", 1), "position")
		d.must("form", one("A-01", "P1", 2), "done")
		d.undo("position")
		h.want("sale_order", order, "picking")
		h.want("wave", wave, "picking")
		h.wantLine(order, "P1", 3, 1)
		h.Verify(t)
		d.undo("position")
		h.want("sale_order", order, "waved")
		h.wantLine(order, "P1", 3, 0)
		h.wantAt("P1", "A-01", 10, 3)
		h.Verify(t)
		d.undo("cart")
		d.undo("task")
		h.want("wave", wave, "released")
		h.act("wave", "cancel", wave, nil)
		h.want("sale_order", order, "allocated")
	})
}

func TestPickThatWentOnIsNotUndone(t *testing.T) {
	eachHouse(t, func(h *house) {
		h.stock("P1", "A-01", 10)
		order := h.order(line{"P1", 3})
		h.wave(nil, order)
		d := h.pick(h.pickers[0])
		d.must("form", one("A-01", "P1", 3), "done")
		h.act("sale_order", "cancel", order, nil)
		d.refused("undo", map[string]int64{"seq": d.seq}, "picking.went_on")
		h.wantLine(order, "P1", 3, 3)
	})
}

func TestShortGoesElsewhereFirst(t *testing.T) {
	eachHouse(t, func(h *house) {
		h.stock("P1", "A-01", 5)
		order := h.order(line{"P1", 5})
		wave := h.wave(nil, order)
		h.stock("P1", "A-02", 2)
		h.stock("P1", "A-03", 1)
		h.stock("P1", "D-01", 9) // no place to pick from
		d := h.pick(h.pickers[0])
		d.must("form", one("A-01", "P1", 1), "position")
		d.must("button", "short", "short_reason")
		d.refused("button", "no idea", "picking.no_reason")
		d.must("button", "not_found", "position") // 4 are missing, 3 lie elsewhere
		if d.fact("position") != "A-02" || d.fact("qty") != "2" {
			t.Errorf("go to %s for %s, want A-02 for 2", d.fact("position"), d.fact("qty"))
		}
		h.wantLine(order, "P1", 4, 1)
		h.wantAt("P1", "A-01", 4, 0)
		h.Verify(t)
		d.undo("short_reason")
		h.wantLine(order, "P1", 5, 1)
		h.wantAt("P1", "A-01", 4, 4)
		h.wantAt("P1", "A-02", 2, 0)
		h.Verify(t)
		d.must("button", "damaged", "position")
		d.must("form", one("A-02", "P1", 2), "position")
		d.must("form", one("A-03", "P1", 1), "done")
		h.want("sale_order", order, "short") // it ships complete only
		h.want("wave", wave, "done")
		h.wantLine(order, "P1", 4, 4)
		if n := h.number(`SELECT total_qty - picked_qty FROM wave WHERE id = ?`, wave); n != 0 {
			t.Errorf("the wave still wants %d thousandths", n)
		}
	})
}

func TestShortAtTheEndIsUndone(t *testing.T) {
	eachHouse(t, func(h *house) {
		h.stock("P1", "A-01", 5)
		h.stock("P2", "A-02", 5)
		order := h.order(line{"P1", 5}, line{"P2", 5})
		wave := h.wave(nil, order)
		d := h.pick(h.pickers[0])
		d.must("form", one("A-01", "P1", 5), "position")
		d.must("button", "short", "short_reason")
		d.must("button", "less", "done")
		h.want("sale_order", order, "short")
		h.wantLine(order, "P2", 0, 0)
		h.Verify(t)
		d.undo("short_reason")
		h.want("sale_order", order, "picking")
		h.want("wave", wave, "picking")
		h.wantLine(order, "P2", 5, 0)
		h.Verify(t)
		d.must("button", "back", "position")
		d.must("form", one("A-02", "P2", 5), "done")
		h.want("sale_order", order, "picked")
	})
}

func TestOrderOfWhichNothingIsFoundWaits(t *testing.T) {
	eachHouse(t, func(h *house) {
		h.stock("P1", "A-01", 5)
		order := h.order(line{"P1", 5})
		wave := h.wave(nil, order)
		d := h.pick(h.pickers[0])
		d.must("button", "short", "short_reason")
		d.must("button", "not_found", "done")
		h.want("sale_order", order, "short")
		h.want("wave", wave, "done")
		h.wantLine(order, "P1", 0, 0)
		h.Verify(t)
		d.undo("short_reason")
		h.want("sale_order", order, "waved")
		h.want("wave", wave, "picking")
		h.wantLine(order, "P1", 5, 0)
		h.Verify(t)
		d.must("button", "not_found", "done")
		h.act("count_task", "found", h.countTask("open"), nil)
		h.act("sale_order", "allocate", order, nil)
		d.refused("undo", map[string]int64{"seq": d.seq}, "picking.went_on")
		h.wave(nil, order)
		again := h.pick(h.pickers[0])
		again.must("form", one("A-01", "P1", 5), "done")
		h.want("sale_order", order, "picked")
	})
}

func TestOtherPositionAndLot(t *testing.T) {
	eachHouse(t, func(h *house) {
		h.stock("P1", "A-01", 5)
		order := h.order(line{"P1", 5})
		h.wave(nil, order)
		d := h.pick(h.pickers[0])
		d.refused("button", "other_position", "picking.nowhere_else")
		h.stock("P1", "A-02", 3)
		d.refused("button", "other_position", "picking.nowhere_else")
		h.stock("P1", "A-03", 3)
		d.refused("button", "other_lot", "picking.nowhere_else")
		d.must("form", one("A-01", "P1", 1), "position")
		d.must("button", "other_position", "position")
		if d.fact("position") != "A-02" || d.fact("qty") != "3" {
			t.Errorf("go to %s for %s, want A-02 for 3", d.fact("position"), d.fact("qty"))
		}
		h.wantAt("P1", "A-01", 4, 0)
		h.wantAt("P1", "A-03", 3, 1)
		h.wantLine(order, "P1", 5, 1)
		h.Verify(t)
		d.undo("position")
		h.wantAt("P1", "A-01", 4, 4)
		h.Verify(t)
		d.must("form", one("A-01", "P1", 4), "done")
		h.want("sale_order", order, "picked")
	})
}

func TestSkipAndPause(t *testing.T) {
	eachHouse(t, func(h *house) {
		h.stock("P1", "A-01", 5)
		h.stock("P2", "A-02", 5)
		order := h.order(line{"P1", 1}, line{"P2", 1})
		h.wave(nil, order)
		d := h.pick(h.pickers[0])
		d.must("button", "skip", "position")
		if d.fact("position") != "A-02" {
			t.Errorf("after skip go to %s, want A-02", d.fact("position"))
		}
		d.must("form", one("A-02", "P2", 1), "position")
		d.must("button", "pause", "task")
		other := h.pick(h.pickers[1])
		if other.screen.Left != 1 || other.fact("position") != "A-01" {
			t.Errorf("the other picks %d at %s, want 1 at A-01", other.screen.Left, other.fact("position"))
		}
		d.refused("undo", map[string]int64{"seq": d.seq}, "picking.bill_taken")
		d.refused("button", "next", "picking.nothing_to_pick")
		other.must("form", one("A-01", "P1", 1), "done")
		h.want("sale_order", order, "picked")
	})
}

func TestBillOfSomeoneElseIsRefused(t *testing.T) {
	eachHouse(t, func(h *house) {
		h.stock("P1", "A-01", 5)
		order := h.order(line{"P1", 1})
		h.wave(nil, order)
		first, second := h.pick(h.pickers[0]), h.start("pick", h.pickers[0])
		number, wave := "", ""
		h.do(func(ctx context.Context, data plugin.Data) error {
			return errors.Join(data.SQL().Get(ctx, &number, `SELECT doc_no FROM pick_bill`), data.SQL().Get(ctx, &wave, `SELECT doc_no FROM wave`))
		})
		h.start("pick", h.pickers[1]).refused("scan", number, "picking.bill_taken")
		second.refused("button", "next", "picking.own_is_open")
		second.refused("scan", wave, "picking.nothing_to_pick") // of that wave, and no word of others
		second.must("scan", number, "cart")                     // the same person on another device
		second.must("button", "no_cart", "position")
		second.must("button", "pause", "task")
		first.refused("scan", "A-01", "picking.bill_taken")
		third := h.pick(h.pickers[1])
		first.refused("form", one("A-01", "P1", 1), "picking.bill_taken")
		third.must("form", one("A-01", "P1", 1), "done")
	})
}

func TestUrgentBillsComeFirst(t *testing.T) {
	eachHouse(t, func(h *house) {
		h.stock("P1", "A-01", 5)
		calm := h.order(line{"P1", 1})
		h.wave(nil, calm)
		var urgent int64
		h.do(func(ctx context.Context, data plugin.Data) (err error) {
			urgent, err = h.place(ctx, data, plugin.Row{"priority": 9}, line{"P1", 2})
			return err
		})
		h.wave(nil, urgent)
		d := h.pick(h.pickers[0])
		d.must("form", one("A-01", "P1", 2), "done")
		h.want("sale_order", urgent, "picked")
		h.want("sale_order", calm, "waved")
	})
}

func TestCancelWhilePicking(t *testing.T) {
	eachHouse(t, func(h *house) {
		h.stock("P1", "A-01", 9)
		h.stock("P2", "A-02", 9)
		gone, stays := h.order(line{"P1", 2}, line{"P2", 2}), h.order(line{"P2", 3})
		wave := h.wave(nil, gone, stays)
		d := h.pick(h.pickers[0])
		d.must("form", one("A-01", "P1", 1), "position")
		d.must("scan", "A-01", "item")
		h.act("sale_order", "cancel", gone, nil)
		h.Verify(t)
		result := d.input("scan", "P1")
		if !result.OK || result.Sound != "error" || result.Message == "" || d.screen.Step != "position" || d.fact("position") != "A-02" {
			t.Errorf("scan for a cancelled order: %+v at %s %s, want to be sent on to A-02", result, d.screen.Step, d.fact("position"))
		}
		d.must("form", one("A-02", "P2", 3), "done")
		h.want("sale_order", stays, "picked")
		h.want("wave", wave, "picked")
		h.wantLine(gone, "P1", 1, 1)
		h.wantAt("P1", "A-01", 8, 0)
	})
}

func TestCancelOfTheOnlyOrderEndsItsWave(t *testing.T) {
	for _, released := range []bool{false, true} {
		t.Run(map[bool]string{true: "released", false: "new"}[released], func(t *testing.T) {
			eachHouse(t, func(h *house) {
				h.stock("P1", "A-01", 5)
				order := h.order(line{"P1", 2})
				wave := h.wave(plugin.Row{"release": released}, order)
				h.act("sale_order", "cancel", order, nil)
				h.want("wave", wave, "cancelled")
				h.wantAt("P1", "A-01", 5, 0)
				h.start("pick", h.pickers[0]).refused("button", "next", "picking.nothing_to_pick")
			})
		})
	}
}

func TestSerialsAreCheckedAtOnce(t *testing.T) {
	eachHouse(t, func(h *house) {
		h.add("S1", plugin.Row{"serial_ctl": true})
		h.stockSerials("S1", "A-01", "N1", "N2", "N3")
		h.stockSerials("S1", "A-02", "N4")
		order := h.order(line{"S1", 3})
		h.wave(nil, order)
		d := h.pick(h.pickers[0])
		d.must("scan", "A-01", "item")
		d.must("scan", "S1", "serial")
		d.refused("scan", "N9", "station.code_unknown")
		d.refused("scan", "N4", "picking.serial_elsewhere")
		d.must("scan", "N1", "serial")
		d.refused("scan", "N1", "picking.serial_twice")
		d.must("button", "enough", "position")
		h.wantLine(order, "S1", 3, 1)
		d.refused("form", one("A-01", "S1", 0.5), "station.bad_qty")
		pick := one("A-01", "S1", 2)
		d.refused("form", pick, "stock.serial_needed")
		pick["serials"] = []string{"N2", "N3"}
		d.must("form", pick, "done")
		d.undo("position")
		h.Verify(t)
		d.must("scan", "A-01", "item")
		d.must("scan", "S1", "serial")
		d.must("scan", "N3", "serial")
		d.must("scan", "N2", "done")
		h.act("sale_order", "cancel", order, nil)
		back := h.start("put_back", h.pickers[1])
		back.must("scan", h.docNo(order), "item")
		back.must("scan", "S1", "serial")
		back.refused("scan", "N4", "picking.serial_elsewhere")
		back.must("scan", "N1", "serial")
		back.must("scan", "N2", "serial")
		back.must("scan", "N3", "position")
		back.must("scan", "A-02", "done")
	})
}
