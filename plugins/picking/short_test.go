package picking_test

import (
	"context"
	"strings"
	"testing"

	"github.com/wareloom/wareloom/engine/plugin"
)

// countTask is the newest count task in a state.
func (h *house) countTask(status string) int64 {
	h.Helper()
	return h.number(`SELECT COALESCE(MAX(id), 0) FROM count_task WHERE status = ?`, status)
}

// held is how many thousandths of a product at a place are held.
func (h *house) held(sku, place string) int64 {
	h.Helper()
	return h.number(`SELECT COALESCE(SUM(on_hand), 0) FROM quant WHERE product_id = ? AND position_id = ? AND held_at IS NOT NULL`, h.product[sku], h.Places[place])
}

func (h *house) text(question string, args ...any) (text string) {
	h.Helper()
	h.do(func(ctx context.Context, data plugin.Data) error {
		return data.SQL().Get(ctx, &text, question, args...)
	})
	return text
}

func (h *house) orderOf(more plugin.Row, lines ...line) (id int64) {
	h.Helper()
	h.do(func(ctx context.Context, data plugin.Data) (err error) {
		id, err = h.place(ctx, data, more, lines...)
		return err
	})
	return id
}

// pickInto starts picking the next bill into a tote.
func (h *house) pickInto(tote string) *desk {
	h.Helper()
	d := h.start("pick", h.pickers[0])
	d.must("button", "next", "cart")
	d.must("scan", tote, "position")
	return d
}

// short says that the rest of the stop is short, and wants the step that follows.
func (d *desk) short(reason, next string) {
	d.Helper()
	d.must("button", "short", "short_reason")
	d.must("button", reason, next)
}

// pack packs an order whose goods are scanned one by one.
func (h *house) pack(order int64, skus ...string) *desk {
	h.Helper()
	d := h.start("verify_by_order", h.pickers[1])
	d.must("scan", h.docNo(order), "item")
	for i, sku := range skus {
		next := "item"
		if i == len(skus)-1 {
			next = "box"
		}
		d.must("scan", sku, next)
	}
	d.must("button", "skip", "weight")
	return d
}

func TestCompleteOnlyStopsAndGoesOnWhenStockComes(t *testing.T) {
	eachHouse(t, func(h *house) {
		h.stock("P1", "A-01", 2)
		h.stock("P2", "A-02", 1)
		order := h.order(line{"P1", 2}, line{"P2", 1})
		wave := h.wave(nil, order)
		d := h.pickInto("TOTE-7")
		d.must("form", one("A-01", "P1", 2), "position")
		d.must("button", "short", "short_reason")
		result := d.input("button", "not_found")
		if !result.OK || result.Sound != "error" || !strings.Contains(result.Message, "TOTE-7") {
			t.Errorf("the picker hears %+v, want where the goods wait", result)
		}
		h.want("sale_order", order, "short")
		h.want("wave", wave, "done")
		if at := h.text(`SELECT waits_in FROM sale_order WHERE id = ?`, order); at != "TOTE-7" {
			t.Errorf("what is picked waits in %q, want TOTE-7", at)
		}
		if why := h.text(`SELECT short_reason FROM sale_order WHERE id = ?`, order); why != "P2 × 1 (A-02)" {
			t.Errorf("the order says %q", why)
		}
		h.wantLine(order, "P2", 0, 0)
		h.Verify(t)
		h.start("verify_by_order", h.pickers[1]).refused("scan", h.docNo(order), "packing.waits_for_rest")

		h.stock("P2", "A-03", 5)
		h.act("sale_order", "allocate", order, nil)
		h.want("sale_order", order, "allocated")
		h.Verify(t)
		second := h.wave(nil, order)
		h.Verify(t)
		again := h.pickInto("TOTE-8")
		again.must("form", one("A-03", "P2", 1), "done")
		h.want("sale_order", order, "picked")
		again.undo("position")
		h.want("sale_order", order, "waved")
		h.want("wave", second, "picking")
		h.Verify(t)
		again.must("form", one("A-03", "P2", 1), "done")
		h.pack(order, "P1", "P1", "P2").must("key", "1", "order")
		h.want("sale_order", order, "weighed")
	})
}

func TestStopIsUndone(t *testing.T) {
	eachHouse(t, func(h *house) {
		h.stock("P1", "A-01", 2)
		h.stock("P2", "A-02", 1)
		order := h.order(line{"P1", 2}, line{"P2", 1})
		wave := h.wave(nil, order)
		d := h.pickInto("TOTE-7")
		d.must("button", "skip", "position")
		d.short("not_found", "position")
		h.want("sale_order", order, "waved") // the rest of the walk goes on
		if h.held("P2", "A-02") != 1000 || h.countTask("open") == 0 {
			t.Errorf("held %d thousandths, want what was not found", h.held("P2", "A-02"))
		}
		d.must("form", one("A-01", "P1", 2), "done") // the pick that stops the order
		h.want("sale_order", order, "short")
		h.Verify(t)
		d.undo("position")
		h.want("sale_order", order, "waved")
		h.want("wave", wave, "picking")
		h.Verify(t)
		d.undo("short_reason")
		if h.held("P2", "A-02") != 0 || h.countTask("open") != 0 || h.countTask("withdrawn") == 0 {
			t.Errorf("after the undo %d thousandths are held", h.held("P2", "A-02"))
		}
		if n := h.number(`SELECT COUNT(*) FROM sale_order_line WHERE shortage IS NOT NULL OR short_qty IS NOT NULL OR short_at IS NOT NULL`); n != 0 {
			t.Errorf("%d lines still say that they are short", n)
		}
		h.wantAt("P2", "A-02", 1, 1)
		h.Verify(t)
		d.must("button", "back", "position")
		d.must("form", one("A-02", "P2", 1), "position")
		d.must("form", one("A-01", "P1", 2), "done")
		h.want("sale_order", order, "picked")
	})
}

func TestLeadShipsWithoutTheRest(t *testing.T) {
	eachHouse(t, func(h *house) {
		h.stock("P1", "A-01", 2)
		h.stock("P2", "A-02", 1)
		order := h.order(line{"P1", 1}, line{"P2", 1})
		h.wave(nil, order)
		d := h.pickInto("TOTE-7")
		d.must("form", one("A-01", "P1", 1), "position")
		d.short("not_found", "done")
		h.act("sale_order", "ship_without", order, nil)
		h.want("sale_order", order, "picked")
		h.pack(order, "P1").must("key", "1", "order")
		h.want("sale_order", order, "weighed")
	})
}

func TestPartialGoesOnAndSaysWhatIsMissing(t *testing.T) {
	eachHouse(t, func(h *house) {
		h.stock("P1", "A-01", 3)
		h.stock("P2", "A-02", 1)
		order := h.orderOf(plugin.Row{"ship_policy": "available"}, line{"P1", 3}, line{"P2", 1})
		h.wave(nil, order)
		d := h.pickInto("TOTE-7")
		d.must("form", one("A-01", "P1", 2), "position")
		d.short("less", "position")
		d.short("not_found", "done")
		h.want("sale_order", order, "picked")
		v := h.start("verify_by_order", h.pickers[1])
		v.must("scan", h.docNo(order), "item")
		var said []string
		for _, c := range v.screen.List {
			if c.State == "short" {
				said = append(said, c.Detail)
			}
		}
		if len(said) != 2 || !strings.HasPrefix(said[0], "1 of 3 short at A-01") || !strings.HasPrefix(said[1], "1 of 1 not found at A-02") {
			t.Errorf("the packer reads %q", said)
		}
		v.refused("scan", "P2", "packing.was_short")
		v.must("scan", "P1", "item")
		v.must("scan", "P1", "box")
		v.must("button", "skip", "weight")
		v.must("key", "1", "order")
		h.want("sale_order", order, "weighed")
	})
}

func TestNothingShipsLessThanOrderedUnderCompleteOnly(t *testing.T) {
	eachHouse(t, func(h *house) {
		h.stock("P1", "A-01", 3)
		h.stock("P2", "A-02", 1)
		order := h.orderOf(plugin.Row{"ship_policy": "available"}, line{"P1", 1}, line{"P2", 1})
		h.wave(nil, order)
		d := h.pickInto("TOTE-7")
		d.must("form", one("A-01", "P1", 1), "position")
		d.short("not_found", "done")
		v := h.pack(order, "P1")
		policy := func(value string) {
			h.do(func(ctx context.Context, data plugin.Data) error {
				_, err := data.SQL().Exec(ctx, `UPDATE sale_order SET ship_policy = ? WHERE id = ?`, value, order)
				return err
			})
		}
		policy("complete") // as an order that was picked short before there was a rule
		v.refused("key", "1", "record.said")
		h.want("sale_order", order, "picked")
		policy("available")
		v.must("key", "1", "order")
		policy("complete")
		h.start("send_check", h.pickers[1]).refused("scan", h.text(`SELECT package_no FROM package WHERE sale_order_id = ?`, order), "record.said")
		policy("available")
	})
}

func TestNobodyIsSentToStockThatWasNotFound(t *testing.T) {
	eachHouse(t, func(h *house) {
		h.stock("P1", "A-01", 9)
		first, second, third := h.order(line{"P1", 2}), h.order(line{"P1", 3}), h.order(line{"P1", 1})
		h.wave(nil, first)
		other := h.wave(nil, second)
		h.stock("P1", "A-02", 4)
		d := h.pick(h.pickers[0])
		e := h.pick(h.pickers[1]) // stands before the same bin
		d.short("not_found", "position")
		if d.fact("position") != "A-02" || d.fact("qty") != "2" {
			t.Errorf("go to %s for %s, want A-02 for 2", d.fact("position"), d.fact("qty"))
		}
		h.wantAt("P1", "A-01", 9, 0)
		h.wantAt("P1", "A-02", 4, 4)
		h.Verify(t)
		e.must("form", one("A-02", "P1", 2), "done") // 2 of his 3 are elsewhere
		h.want("sale_order", second, "short")
		h.want("wave", other, "done")
		h.want("sale_order", third, "short") // was only allocated
		d.undo("short_reason")
		h.wantAt("P1", "A-01", 9, 2)
		h.Verify(t)
		d.must("button", "less", "position")
		h.act("count_task", "count", h.countTask("open"), plugin.Row{"counted_qty": 1})
		h.wantAt("P1", "A-01", 1, 0)
		if h.held("P1", "A-01") != 0 {
			t.Error("counted stock is still held")
		}
		d.refused("undo", map[string]int64{"seq": d.seq}, "counting.settled")
	})
}

func TestSoundPiecesBesideDamagedOnesAreTaken(t *testing.T) {
	eachHouse(t, func(h *house) {
		h.stock("P1", "A-01", 9)
		first, second := h.order(line{"P1", 3}), h.order(line{"P1", 4})
		h.wave(nil, first)
		d := h.pick(h.pickers[0])
		d.must("form", one("A-01", "P1", 1), "position")
		d.short("damaged", "position")
		if d.fact("position") != "A-01" || d.fact("qty") != "2" {
			t.Errorf("go to %s for %s, want 2 sound pieces at A-01", d.fact("position"), d.fact("qty"))
		}
		if h.held("P1", "A-01") != 2000 {
			t.Errorf("held %d thousandths, want the 2 damaged pieces", h.held("P1", "A-01"))
		}
		h.want("sale_order", second, "allocated")
		h.Verify(t)
		d.undo("short_reason")
		h.wantAt("P1", "A-01", 8, 6)
		h.Verify(t)
		d.must("button", "damaged", "position")
		d.must("form", one("A-01", "P1", 2), "done")
		h.want("sale_order", first, "picked")
	})
}

func TestDamagedPiecesOfTwoPicksAreOneCount(t *testing.T) {
	eachHouse(t, func(h *house) {
		h.stock("P1", "A-01", 9)
		first, second := h.order(line{"P1", 3}), h.order(line{"P1", 4})
		h.wave(nil, first)
		d := h.pick(h.pickers[0])
		d.must("form", one("A-01", "P1", 1), "position")
		d.short("damaged", "position")
		d.must("form", one("A-01", "P1", 2), "done")
		h.wave(nil, second)
		d = h.pick(h.pickers[0])
		d.must("form", one("A-01", "P1", 1), "position")
		d.short("damaged", "done")
		tasks := `SELECT COUNT(*) * 100000 + SUM(missing_qty) FROM count_task WHERE status = 'open'`
		if n := h.number(tasks); n != 105000 {
			t.Errorf("count tasks and what they miss are %d, want one task of 2 + 3 pieces", n)
		}
		h.Verify(t)
		d.undo("short_reason")
		if n := h.number(tasks); n != 102000 || h.held("P1", "A-01") != 2000 {
			t.Errorf("after the undo %d and %d held, want one task of 2 pieces", n, h.held("P1", "A-01"))
		}
	})
}
