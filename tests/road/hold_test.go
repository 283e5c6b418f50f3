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
	f.ask("data/stock_hold/save", m{"consignor_id": m{"code": owner}, "warehouse_id": m{"code": "SH1"}, "lines": lines}).Into(f, &made)
	return id(made)
}

// lot gives the stock of a lot.
func (f *floor) lot(number string) m {
	f.Helper()
	return f.find("quant", "lot_id", f.find("lot", "lot_no", number)["id"])
}

// TestHeldBinsAreNotProposed: neither to who puts away nor to who puts back; the old
// position is named all the same.
func TestHeldBinsAreNotProposed(t *testing.T) {
	inbound(t, func(f *floor) {
		f.heartHolders()
		put := f.staged("IN-2", []m{line("AC-1001", 5)}, m{"item": "AC-1001", "qty": 5})
		put.takes("AC-1001", "A-01-01-1", "5")
		f.act("sale_order", f.picked("ACME", "BACK-1", line("AC-1001", 2)), "cancel", nil)
		at := f.find("position", "code", "A-01-01-1")
		hold := f.freezes("ACME", f.find("quant", "position_id", at["id"]))
		f.act("stock_hold", hold, "freeze", m{"reason": "Wet"})

		again := f.start("shelve_no_order")
		again.must("scan", "R-01", "item")
		again.must("scan", "AC-1001", "qty")
		if bin := again.proposed(); bin == "A-01-01-1" || bin == "" {
			t.Errorf("goods are to be put away to %q", bin)
		}
		back := f.start("put_back")
		back.must("scan", "BACK-1", "item")
		back.must("scan", "AC-1001", "qty")
		if bin := back.proposed(); bin == "A-01-01-1" || bin == "" {
			t.Errorf("goods are to be put back to %q", bin)
		}
		if from := back.fact("came_from"); from != "A-01-01-1" {
			t.Errorf("the goods came from %q", from)
		}
		f.act("stock_hold", hold, "release", nil)
		back.must("button", "back", "item")
		back.must("scan", "AC-1001", "qty")
		if bin := back.proposed(); bin != "A-01-01-1" {
			t.Errorf("once it is released, goods are to be put back to %q", bin)
		}
	})
}

// fact is a fact that a station shows.
func (s *station) fact(field string) string {
	s.Helper()
	for _, target := range s.screen["target"].([]any) {
		if fact := target.(m); fact["field"] == field {
			return fact["value"].(string)
		}
	}
	return ""
}

// told gives the first notice of a person.
func (f *floor) told() m {
	f.Helper()
	var page struct{ Rows []m }
	f.ask("notice/list", m{}).Into(f, &page)
	if len(page.Rows) == 0 {
		f.Fatal("nobody was told")
	}
	return page.Rows[0]
}

// TestStockIsFrozen: what is frozen is not reserved until it is released; what is
// reserved or frozen already is refused by name; the owner and a role are told.
func TestStockIsFrozen(t *testing.T) {
	inbound(t, func(f *floor) {
		f.ask("data/product/save", m{"consignor_id": m{"code": "ACME"}, "sku": "ICE", "name": "Ice", "base_unit": "pcs", "lot_ctl": true, "expiry_ctl": true})
		for _, number := range []string{"ICE-1", "ICE-2"} {
			f.other("in", "opening", []m{line("ICE", 5, "position_id", m{"code": "A-01-01-1"}, "lot_no", number, "exp_date", "2031-01-31")}, "audit", "post")
		}
		lead := f.as("lead")
		hold := lead.freezes("ACME", f.lot("ICE-1"), f.lot("ICE-2"))
		f.wont("data/stock_hold/act", m{"name": "freeze", "id": hold}, "reason")
		lead.act("stock_hold", hold, "freeze", m{"reason": "Thawed"})
		f.state("stock_hold", hold, "held")
		if q := f.lot("ICE-1"); q["hold_reason"] != "Thawed" || q["available"] != 0.0 {
			t.Errorf("the stock is %v", q)
		}
		second := f.freezes("ACME", f.lot("ICE-1"))
		f.wont("data/stock_hold/act", m{"name": "freeze", "id": second, "params": m{"reason": "Again"}}, "ICE at A-01-01-1 is frozen already (Thawed)")

		order := f.asks("COLD", line("ICE", 6))
		f.ask("data/sale_order/act", m{"name": "allocate", "id": order})
		f.state("sale_order", order, "short")

		role := f.find("role", "code", "lead")
		lead.wont("data/stock_hold/act", m{"name": "notify", "id": hold, "params": m{"owner": false, "text": "Look"}}, "Choose the owner or a role")
		f.act("stock_hold", hold, "notify", m{"owner": true, "role_id": role["id"], "text": "Please look"})
		if told := lead.told(); !strings.Contains(told["text"].(string), "Please look") || !strings.HasPrefix(told["link"].(string), "document:stock_hold/") {
			t.Errorf("the lead is told %v", told)
		}
		acme := &floor{T: t, server: f.server, session: f.server.Login(t, "consignor", "acme")}
		if told := acme.told(); !strings.Contains(told["text"].(string), "Please look") || told["link"] != "list:portal_stock" {
			t.Errorf("the owner is told %v", told)
		}

		lead.act("stock_hold", hold, "release", nil)
		f.state("stock_hold", hold, "released")
		f.work()
		f.state("sale_order", order, "allocated")
		f.wont("data/stock_hold/act", m{"name": "freeze", "id": second, "params": m{"reason": "Again"}}, "ICE at A-01-01-1 is reserved")
		globex := &floor{T: t, server: f.server, session: f.server.Login(t, "consignor", "globex")}
		globex.wont("data/stock_hold/get", m{"id": hold}, "")
	})
}
