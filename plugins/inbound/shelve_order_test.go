package inbound_test

import (
	"testing"
)

// shelveOrder makes a shelving order of what a notice left at staging.
func (f *floor) shelveOrder(notice int64) int64 {
	f.Helper()
	f.Act("asn", notice, "create_shelving", nil)
	var page struct{ Rows []m }
	f.Ask("data/shelve_order/query", m{"filter": m{"field": "asn_id", "op": "eq", "value": notice}, "sort": []string{"-id"}}).Into(f, &page)
	return id(page.Rows[0])
}

// field gives a field of each line of a document.
func (f *floor) field(table string, id int64, field string) (list []any) {
	f.Helper()
	_, lines := f.Read(table, id)
	for _, l := range lines {
		list = append(list, l[field])
	}
	return list
}

// TestShelveByOrder plans the way of received goods into bins and walks it, with another
// bin than the suggested, a part, an undo and a rest that stays.
func TestShelveByOrder(t *testing.T) {
	each(t, func(f *floor) {
		notice := f.Unload("ACME", "SO-1", line("AC-1001", 30), line("AC-1002", 20))
		f.ReceiveAll(notice, m{"item": "AC-1001", "qty": 30}, m{"item": "AC-1002", "qty": 20})
		order := f.shelveOrder(notice)
		f.State("shelve_order", order, "draft")
		bins := f.field("shelve_order", order, "suggested_position_id__label")
		if len(bins) != 2 || bins[0] == nil || bins[0] == bins[1] {
			t.Fatalf("suggested are %v, want two bins: room is kept for each line", bins)
		}
		f.Refuses("asn", notice, "create_shelving", nil, "without an order")
		_, lines := f.Read("shelve_order", order)
		row, _ := f.Read("shelve_order", order)
		f.MustNot("data/shelve_order/save", m{"warehouse_id": row["warehouse_id"], "consignor_id": row["consignor_id"], "lines": []m{{"quant_id": lines[0]["quant_id"]}}}, "is on shelving order")
		f.MustNot("data/shelve_order/save", m{"id": order, "lines": []m{{"id": lines[0]["id"], "qty": 31}}}, "At most 30")
		picker := id(f.Find("user", "account", "picker"))
		f.Act("shelve_order", order, "assign", m{"assigned_id": picker})
		s := f.Start("shelve_by_order")
		s.Refused("scan", row["doc_no"], "inbound.order_of_other")
		f.Act("shelve_order", order, "assign", m{"assigned_id": id(f.Find("user", "account", "admin"))})
		s.Refused("scan", "NO-SUCH", "station.code_unknown")
		s.Must("scan", row["doc_no"], "item")
		s.Refused("scan", "AC-1003", "inbound.not_on_order")
		s.Must("scan", "6900000001001", "qty")
		s.Refused("key", "31", "station.over")
		s.Must("key", "10", "position")
		s.Refused("scan", "R-02", "inbound.other_use")
		s.Must("scan", "B-01-01-1", "reason")
		s.Refused("key", "because", "station.choose")
		s.Must("key", "nearer", "item")
		f.State("shelve_order", order, "shelving")
		s.Must("undo", m{"seq": s.Seq}, "reason")
		f.State("shelve_order", order, "assigned")
		s.Must("button", "back", "position")
		s.Must("scan", bins[0], "item")
		s.Refused("form", m{"item": "AC-1002", "qty": 20, "position": "B-01-02-1"}, "inbound.reason_needed")
		s.Must("form", m{"item": "AC-1002", "qty": 20, "position": "B-01-02-1", "reason": "full"}, "item")
		var made m
		f.Ask("data/fee_template/save", m{"code": "OWN", "name": "Own", "consignor_id": m{"code": "ACME"}, "valid_from": "2026-01-01", "rules": []m{
			{"fee_item_id": m{"code": "IN-01"}, "fee_trigger": "shelving", "fee_unit": "piece", "price": 0.1},
		}}).Into(f, &made)
		f.Act("fee_template", id(made), "activate", nil)
		s.Must("button", "finish", "done")
		f.State("shelve_order", order, "partly")
		if row, _ := f.Read("shelve_order", order); row["put_qty"] != 30.0 || row["total_qty"] != 50.0 {
			t.Errorf("put away are %v of %v, want 30 of 50", row["put_qty"], row["total_qty"])
		}
		f.Act("shelve_order", order, "close", nil)
		f.State("shelve_order", order, "done")
		if fee := f.Find("fee_row", "fee_trigger", "shelving"); fee["amount"] != 3.0 {
			t.Errorf("30 pieces at 0.10 that were put away cost %v, want 3", fee["amount"])
		}
		rest := f.shelveOrder(notice)
		f.Lines("shelve_order", rest, "base_qty", 20)
		f.Act("shelve_order", order, "reverse", m{"reason": "wrong aisle"})
		f.Act("shelve_order", rest, "cancel", nil)
		all := f.shelveOrder(notice)
		row, _ = f.Read("shelve_order", all)
		again := f.Start("shelve_by_order")
		again.Must("scan", row["doc_no"], "item")
		for _, l := range f.putTasks(all) {
			if result := again.Input("form", l); result["ok"] != true {
				t.Fatalf("put %v: %v", l, result["message"])
			}
		}
		f.State("shelve_order", all, "done")
		f.State("asn", notice, "done")
	})
}

// putTasks are the open lines of a shelving order as inputs that put each where it was
// suggested.
func (f *floor) putTasks(order int64) (list []m) {
	f.Helper()
	_, lines := f.Read("shelve_order", order)
	for _, l := range lines {
		product, _ := f.Read("product", int64(l["product_id"].(float64)))
		list = append(list, m{"item": product["sku"], "qty": l["base_qty"], "position": l["suggested_position_id__label"]})
	}
	return list
}
