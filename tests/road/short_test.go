package road

import (
	"fmt"
	"strings"
	"testing"

	"github.com/wareloom/wareloom/engine/enginetest"
)

// TestShortPickOnTheRoad walks an order that ships complete only past a bin where
// nothing is found: it stops, the lead sees it, stock comes, the rest is picked and
// the whole is packed and sent.
func TestShortPickOnTheRoad(t *testing.T) {
	t.Parallel()
	enginetest.EachDSN(t, func(t *testing.T, dsn string) {
		f := enter(t, dsn)
		f.receive()
		f.shelve()
		order := f.order()
		f.pickShort(order)
		f.leadSees(order)
		f.verify()

		f.other("in", "found", []m{line("AC-1003", 5, "position_id", m{"code": "A-02-05-1"})}, "audit", "post")
		f.act("sale_order", order, "allocate", nil)
		f.state("sale_order", order, "allocated")
		f.ask("data/sale_order/act", m{"name": "wave", "ids": []int64{order}, "params": m{"max_orders": 20, "max_lines": 60, "release": true}})
		s := f.start("pick")
		s.must("button", "next", "cart")
		s.must("scan", "TOTE-8", "position")
		s.must("form", m{"position": "A-02-05-1", "item": "AC-1003", "qty": 2}, "done")
		f.state("sale_order", order, "picked")
		f.send(f.packShort())
		f.state("sale_order", order, "shipped")
	})
}

// pickShort picks what the order has of AC-1001 and finds nothing of AC-1003.
func (f *floor) pickShort(order int64) {
	f.Helper()
	s := f.start("pick")
	s.must("button", "next", "cart")
	s.must("scan", "TOTE-7", "position")
	s.must("form", m{"position": "A-01-01-1", "item": "AC-1001", "qty": 3}, "position")
	s.must("button", "short", "short_reason")
	result := s.input("button", "not_found")
	if text := fmt.Sprint(result["message"]); result["sound"] != "error" || !strings.Contains(text, "TOTE-7") {
		f.Errorf("the picker hears %v, want that TOTE-7 is put aside", result)
	}
	f.state("sale_order", order, "short")
}

// leadSees wants the order, its line and the stock to say what happened.
func (f *floor) leadSees(order int64) {
	f.Helper()
	var row struct {
		WaitsIn string `json:"waits_in"`
		Lines   []m
	}
	f.ask("data/sale_order/get", m{"id": order}).Into(f, &row)
	if row.WaitsIn != "TOTE-7" || row.Lines[1]["shortage"] != "not_found" || fmt.Sprint(row.Lines[1]["short_qty"]) != "2" {
		f.Errorf("the order waits in %q, its line says %v of %v", row.WaitsIn, row.Lines[1]["shortage"], row.Lines[1]["short_qty"])
	}
	task := f.find("count_task", "status", "open")
	stock := f.find("quant", "hold_reason", task["doc_no"])
	if stock["held_at"] == nil || fmt.Sprint(task["missing_qty"]) != "2" {
		f.Errorf("count task %v for stock held at %v", task, stock["held_at"])
	}
}

// packShort packs the order that was picked in two walks.
func (f *floor) packShort() string {
	f.Helper()
	s := f.start("verify_by_order")
	s.must("scan", "ROAD-1", "item")
	s.must("form", m{"item": "6900000001001", "qty": 3}, "item")
	s.must("form", m{"item": "AC-1003", "qty": 2}, "box")
	s.must("button", "skip", "weight")
	result := s.input("key", "1")
	if result["ok"] != true {
		f.Fatalf("pack: %v", result)
	}
	return fmt.Sprint(result["code"])
}
