package road

import (
	"strings"
	"testing"
)

// freezes makes a document that holds stock of an owner.
func (f *floor) freezes(owner string, quants ...m) int64 {
	f.Helper()
	var lines []m
	for _, q := range quants {
		lines = append(lines, m{"quant_id": q["id"]})
	}
	var made m
	f.Ask("data/stock_hold/save", m{"consignor_id": m{"code": owner}, "warehouse_id": m{"code": "SH1"}, "lines": lines}).Into(f, &made)
	return id(made)
}

// lot gives the stock of a lot.
func (f *floor) lot(number string) m {
	f.Helper()
	return f.Find("quant", "lot_id", f.Find("lot", "lot_no", number)["id"])
}

// TestHeldBinsAreNotProposed: neither to who puts away nor to who puts back; the old
// position is named all the same.
func TestHeldBinsAreNotProposed(t *testing.T) {
	each(t, func(f *floor) {
		f.HeartHolders()
		put := f.Staged("IN-2", []m{line("AC-1001", 5)}, m{"item": "AC-1001", "qty": 5})
		put.Takes("AC-1001", "A-01-01-1", "5")
		f.Act("sale_order", f.picked("ACME", "BACK-1", line("AC-1001", 2)), "cancel", nil)
		at := f.Find("position", "code", "A-01-01-1")
		hold := f.freezes("ACME", f.Find("quant", "position_id", at["id"]))
		f.Act("stock_hold", hold, "freeze", m{"reason": "Wet"})

		again := f.Start("shelve_no_order")
		again.Must("scan", "R-01", "item")
		again.Must("scan", "AC-1001", "qty")
		if bin := again.Proposed(); bin == "A-01-01-1" || bin == "" {
			t.Errorf("goods are to be put away to %q", bin)
		}
		back := f.Start("put_back")
		back.Must("scan", "BACK-1", "item")
		back.Must("scan", "AC-1001", "qty")
		if bin := back.Proposed(); bin == "A-01-01-1" || bin == "" {
			t.Errorf("goods are to be put back to %q", bin)
		}
		if from := back.Fact("came_from"); from != "A-01-01-1" {
			t.Errorf("the goods came from %q", from)
		}
		f.Act("stock_hold", hold, "release", nil)
		back.Must("button", "back", "item")
		back.Must("scan", "AC-1001", "qty")
		if bin := back.Proposed(); bin != "A-01-01-1" {
			t.Errorf("once it is released, goods are to be put back to %q", bin)
		}
	})
}

// told gives the first notice of a person.
func (f *floor) told() m {
	f.Helper()
	var page struct{ Rows []m }
	f.Ask("notice/list", m{}).Into(f, &page)
	if len(page.Rows) == 0 {
		f.Fatal("nobody was told")
	}
	return page.Rows[0]
}

// TestStockIsFrozen: what is frozen is not reserved until it is released; what is
// reserved or frozen already is refused by name; the owner and a role are told.
func TestStockIsFrozen(t *testing.T) {
	each(t, func(f *floor) {
		f.Ask("data/product/save", m{"consignor_id": m{"code": "ACME"}, "sku": "ICE", "name": "Ice", "base_unit": "pcs", "lot_ctl": true, "expiry_ctl": true})
		for _, number := range []string{"ICE-1", "ICE-2"} {
			f.Other("in", "opening", []m{line("ICE", 5, "position_id", m{"code": "A-01-01-1"}, "lot_no", number, "exp_date", "2031-01-31")}, "audit", "post")
		}
		lead := f.as("lead")
		hold := lead.freezes("ACME", f.lot("ICE-1"), f.lot("ICE-2"))
		f.Wont("data/stock_hold/act", m{"name": "freeze", "id": hold}, "reason")
		lead.Act("stock_hold", hold, "freeze", m{"reason": "Thawed"})
		f.State("stock_hold", hold, "held")
		if q := f.lot("ICE-1"); q["hold_reason"] != "Thawed" || q["available"] != 0.0 {
			t.Errorf("the stock is %v", q)
		}
		second := f.freezes("ACME", f.lot("ICE-1"))
		f.Wont("data/stock_hold/act", m{"name": "freeze", "id": second, "params": m{"reason": "Again"}}, "ICE at A-01-01-1 is frozen already (Thawed)")

		order := f.asks("COLD", line("ICE", 6))
		f.Ask("data/sale_order/act", m{"name": "allocate", "id": order})
		f.State("sale_order", order, "short")

		role := f.Find("role", "code", "lead")
		lead.Wont("data/stock_hold/act", m{"name": "notify", "id": hold, "params": m{"owner": false, "text": "Look"}}, "Choose the owner or a role")
		f.Act("stock_hold", hold, "notify", m{"owner": true, "role_id": role["id"], "text": "Please look"})
		if told := lead.told(); !strings.Contains(told["text"].(string), "Please look") || !strings.HasPrefix(told["link"].(string), "document:stock_hold/") {
			t.Errorf("the lead is told %v", told)
		}
		acme := f.owner("acme")
		if told := acme.told(); !strings.Contains(told["text"].(string), "Please look") || told["link"] != "list:portal_stock" {
			t.Errorf("the owner is told %v", told)
		}

		lead.Act("stock_hold", hold, "release", nil)
		f.State("stock_hold", hold, "released")
		f.Work()
		f.State("sale_order", order, "allocated")
		f.Wont("data/stock_hold/act", m{"name": "freeze", "id": second, "params": m{"reason": "Again"}}, "ICE at A-01-01-1 is reserved")
		globex := f.owner("globex")
		globex.Wont("data/stock_hold/get", m{"id": hold}, "")
	})
}
