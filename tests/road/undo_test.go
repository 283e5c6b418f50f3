package road

import "testing"

// TestAReceiptIsNotUndoneOnceItsGoodsArePutAway has two people receive, and other goods lie
// at the dock, so that there is enough to take away.
func TestAReceiptIsNotUndoneOnceItsGoodsArePutAway(t *testing.T) {
	each(t, func(f *floor) {
		f.Other("in", "found", []m{line("AC-1001", 50, "position_id", m{"warehouse_id": m{"code": "SH1"}, "code": "R-01"})}, "audit", "post")
		notice := f.Unload("ACME", "IN-A", line("AC-1001", 20))
		s := f.DockAt("IN-A")
		s.Must("form", m{"item": "AC-1001", "qty": 5}, "item")
		f.DockAt("IN-A").Must("form", m{"item": "AC-1001", "qty": 7}, "item")
		put := f.Start("shelve_no_order")
		put.Must("scan", "R-01", "item")
		put.Must("form", m{"item": "AC-1001", "qty": 2, "position": "A-01-01-1"}, "item")
		s.Refused("undo", nil, "inbound.shelved_already")
		f.Lines("asn", notice, "received_qty", 12)
		put.Must("undo", nil, "item")
		s.Must("undo", nil, "item")
		f.Lines("asn", notice, "received_qty", 7)
	})
}

// TestAFreeReceiptIsNotUndoneOnceItsGoodsArePutAway is the same of goods that nobody
// announced.
func TestAFreeReceiptIsNotUndoneOnceItsGoodsArePutAway(t *testing.T) {
	each(t, func(f *floor) {
		f.Other("in", "found", []m{line("AC-1001", 50, "position_id", m{"warehouse_id": m{"code": "SH1"}, "code": "R-01"})}, "audit", "post")
		s := f.Start("receive_no_order")
		s.Must("scan", "ACME", "staging")
		s.Must("scan", "R-01", "item")
		s.Must("form", m{"item": "AC-1001", "qty": 5}, "item")
		put := f.Start("shelve_no_order")
		put.Must("scan", "R-01", "item")
		put.Must("form", m{"item": "AC-1001", "qty": 2, "position": "A-01-01-1"}, "item")
		s.Refused("undo", nil, "inbound.shelved_already")
	})
}
