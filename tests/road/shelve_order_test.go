package road

import (
	"testing"
)

// shelveOrder makes a shelving order of what a notice left at staging.
func (f *floor) shelveOrder(notice int64) int64 {
	f.Helper()
	f.act("asn", notice, "create_shelving", nil)
	var page struct{ Rows []m }
	f.ask("data/shelve_order/query", m{"filter": m{"field": "asn_id", "op": "eq", "value": notice}, "sort": []string{"-id"}}).Into(f, &page)
	return id(page.Rows[0])
}

// field gives a field of each line of a document.
func (f *floor) field(table string, id int64, field string) (list []any) {
	f.Helper()
	_, lines := f.read(table, id)
	for _, l := range lines {
		list = append(list, l[field])
	}
	return list
}

// TestShelveByOrder plans the way of received goods into bins and walks it, with another
// bin than the suggested, a part, an undo and a rest that stays.
func TestShelveByOrder(t *testing.T) {
	inbound(t, func(f *floor) {
		notice := f.unload("ACME", "SO-1", line("AC-1001", 30), line("AC-1002", 20))
		f.receiveAll(notice, m{"item": "AC-1001", "qty": 30}, m{"item": "AC-1002", "qty": 20})
		order := f.shelveOrder(notice)
		f.state("shelve_order", order, "draft")
		bins := f.field("shelve_order", order, "suggested_position_id__label")
		if len(bins) != 2 || bins[0] == nil || bins[0] == bins[1] {
			t.Fatalf("suggested are %v, want two bins: room is kept for each line", bins)
		}
		f.refuses("asn", notice, "create_shelving", nil, "without an order")
		_, lines := f.read("shelve_order", order)
		row, _ := f.read("shelve_order", order)
		f.mustNot("data/shelve_order/save", m{"warehouse_id": row["warehouse_id"], "consignor_id": row["consignor_id"], "lines": []m{{"quant_id": lines[0]["quant_id"]}}}, "is on shelving order")
		f.mustNot("data/shelve_order/save", m{"id": order, "lines": []m{{"id": lines[0]["id"], "qty": 31}}}, "At most 30")
		picker := id(f.find("user", "account", "picker"))
		f.act("shelve_order", order, "assign", m{"assigned_id": picker})
		s := f.start("shelve_by_order")
		s.refused("scan", row["doc_no"], "inbound.order_of_other")
		f.act("shelve_order", order, "assign", m{"assigned_id": id(f.find("user", "account", "admin"))})
		s.refused("scan", "NO-SUCH", "station.code_unknown")
		s.must("scan", row["doc_no"], "item")
		s.refused("scan", "AC-1003", "inbound.not_on_order")
		s.must("scan", "6900000001001", "qty")
		s.refused("key", "31", "station.over")
		s.must("key", "10", "position")
		s.refused("scan", "R-02", "inbound.other_use")
		s.must("scan", "B-01-01-1", "reason")
		s.refused("key", "because", "station.choose")
		s.must("key", "nearer", "item")
		f.state("shelve_order", order, "shelving")
		s.must("undo", m{"seq": s.seq}, "reason")
		f.state("shelve_order", order, "assigned")
		s.must("button", "back", "position")
		s.must("scan", bins[0], "item")
		s.refused("form", m{"item": "AC-1002", "qty": 20, "position": "B-01-02-1"}, "inbound.reason_needed")
		s.must("form", m{"item": "AC-1002", "qty": 20, "position": "B-01-02-1", "reason": "full"}, "item")
		s.must("button", "finish", "done")
		f.state("shelve_order", order, "partly")
		if row, _ := f.read("shelve_order", order); row["put_qty"] != 30.0 || row["total_qty"] != 50.0 {
			t.Errorf("put away are %v of %v, want 30 of 50", row["put_qty"], row["total_qty"])
		}
		f.act("shelve_order", order, "close", nil)
		f.state("shelve_order", order, "done")
		rest := f.shelveOrder(notice)
		f.lines("shelve_order", rest, "base_qty", 20)
		f.act("shelve_order", order, "reverse", m{"reason": "wrong aisle"})
		f.act("shelve_order", rest, "cancel", nil)
		all := f.shelveOrder(notice)
		row, _ = f.read("shelve_order", all)
		again := f.start("shelve_by_order")
		again.must("scan", row["doc_no"], "item")
		for _, l := range f.putTasks(all) {
			if result := again.input("form", l); result["ok"] != true {
				t.Fatalf("put %v: %v", l, result["message"])
			}
		}
		f.state("shelve_order", all, "done")
		f.state("asn", notice, "done")
	})
}

// putTasks are the open lines of a shelving order as inputs that put each where it was
// suggested.
func (f *floor) putTasks(order int64) (list []m) {
	f.Helper()
	_, lines := f.read("shelve_order", order)
	for _, l := range lines {
		product, _ := f.read("product", int64(l["product_id"].(float64)))
		list = append(list, m{"item": product["sku"], "qty": l["base_qty"], "position": l["suggested_position_id__label"]})
	}
	return list
}
