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
		f.Receive()
		f.Shelve()
		order := f.order()
		f.pickShort(order)
		f.leadSees(order)
		f.Verify()

		f.Other("in", "found", []m{line("AC-1003", 5, "position_id", m{"code": "A-02-05-1"})}, "audit", "post")
		f.Act("sale_order", order, "allocate", nil)
		f.State("sale_order", order, "allocated")
		f.Ask("data/sale_order/act", m{"name": "wave", "ids": []int64{order}, "params": m{"max_orders": 20, "max_lines": 60, "release": true}})
		s := f.Start("pick")
		s.Must("button", "next", "cart")
		s.Must("scan", "TOTE-8", "position")
		s.Must("form", m{"position": "A-02-05-1", "item": "AC-1003", "qty": 2}, "done")
		f.State("sale_order", order, "picked")
		f.send(f.packShort())
		f.State("sale_order", order, "shipped")
	})
}

// pickShort picks what the order has of AC-1001 and finds nothing of AC-1003.
func (f *floor) pickShort(order int64) {
	f.Helper()
	s := f.Start("pick")
	s.Must("button", "next", "cart")
	s.Must("scan", "TOTE-7", "position")
	s.Must("form", m{"position": "A-01-01-1", "item": "AC-1001", "qty": 3}, "position")
	s.Must("button", "short", "short_reason")
	result := s.Input("button", "not_found")
	if text := fmt.Sprint(result["message"]); result["sound"] != "error" || !strings.Contains(text, "TOTE-7") {
		f.Errorf("the picker hears %v, want that TOTE-7 is put aside", result)
	}
	f.State("sale_order", order, "short")
}

// leadSees wants the order, its line and the stock to say what happened.
func (f *floor) leadSees(order int64) {
	f.Helper()
	var row struct {
		WaitsIn string `json:"waits_in"`
		Lines   []m
	}
	f.Ask("data/sale_order/get", m{"id": order}).Into(f, &row)
	if row.WaitsIn != "TOTE-7" || row.Lines[1]["shortage"] != "not_found" || fmt.Sprint(row.Lines[1]["short_qty"]) != "2" {
		f.Errorf("the order waits in %q, its line says %v of %v", row.WaitsIn, row.Lines[1]["shortage"], row.Lines[1]["short_qty"])
	}
	task := f.Find("count_task", "status", "open")
	stock := f.Find("quant", "hold_reason", task["doc_no"])
	if stock["held_at"] == nil || fmt.Sprint(task["missing_qty"]) != "2" {
		f.Errorf("count task %v for stock held at %v", task, stock["held_at"])
	}
}

// packShort packs the order that was picked in two walks.
func (f *floor) packShort() string {
	f.Helper()
	s := f.Start("verify_by_order")
	s.Must("scan", "ROAD-1", "item")
	s.Must("form", m{"item": "6900000001001", "qty": 3}, "item")
	s.Must("form", m{"item": "AC-1003", "qty": 2}, "box")
	s.Must("button", "skip", "weight")
	result := s.Input("key", "1")
	if result["ok"] != true {
		f.Fatalf("pack: %v", result)
	}
	return fmt.Sprint(result["code"])
}
