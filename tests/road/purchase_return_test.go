package road

import (
	"fmt"
	"slices"
	"strings"
	"testing"
)

// codesOf says what a document posted, by the leg in the building that figures count.
func (f *floor) codesOf(table string, document int64) string {
	f.Helper()
	var page struct{ Rows []m }
	f.ask("data/stock_move/query", m{"filter": m{"and": []m{
		{"field": "doc_type", "op": "eq", "value": table}, {"field": "doc_id", "op": "eq", "value": document}, {"field": "net_qty", "op": "notnull"},
	}}, "sort": []string{"id"}}).Into(f, &page)
	var said []string
	for _, row := range page.Rows {
		said = append(said, fmt.Sprintf("%v %v %v", row["code"], row["quality"], row["qty"]))
	}
	slices.Sort(said)
	return strings.Join(said, ", ")
}

// stockAt finds the stock of a product at a position.
func (f *floor) stockAt(sku, code string) m {
	f.Helper()
	var page struct{ Rows []m }
	f.ask("data/quant/query", m{"filter": m{"and": []m{
		{"field": "product_id.sku", "op": "eq", "value": sku}, {"field": "position_id.code", "op": "eq", "value": code},
	}}}).Into(f, &page)
	if len(page.Rows) != 1 {
		f.Fatalf("there are %d of %s at %s", len(page.Rows), sku, code)
	}
	return page.Rows[0]
}

// TestPurchaseReturnGoesBackToTheVendor reserves, picks, puts back, picks again and ships.
func TestPurchaseReturnGoesBackToTheVendor(t *testing.T) {
	inbound(t, func(f *floor) {
		f.receive()
		f.shelve()
		quant := f.stockAt("AC-1002", "A-02-01-1")
		var made m
		save := func(qty any) m {
			return m{"consignor_id": m{"code": "ACME"}, "warehouse_id": m{"code": "SH1"}, "provider_id": m{"code": "V001"}, "reason": "cracked", "lines": []m{{"quant_id": quant["id"], "qty": qty}}}
		}
		f.mustNot("data/purchase_return/save", save(0), "greater than 0")
		f.ask("data/purchase_return/save", save(61)).Into(f, &made)
		f.refuses("purchase_return", id(made), "audit", nil, "")
		_, lines := f.read("purchase_return", id(made))
		f.ask("data/purchase_return/save", m{"id": made["id"], "lines": []m{{"id": lines[0]["id"], "qty": 25}}})
		reserved := func(want float64) {
			t.Helper()
			if got := f.stockAt("AC-1002", "A-02-01-1")["reserved"]; got != want {
				t.Errorf("reserved are %v, want %v", got, want)
			}
		}
		f.act("purchase_return", id(made), "audit", nil)
		reserved(25)
		f.mustNot("data/purchase_return/save", m{"id": made["id"], "lines": []m{{"id": lines[0]["id"], "qty": 5}}}, "")
		f.act("purchase_return", id(made), "unaudit", nil)
		reserved(0)
		f.act("purchase_return", id(made), "audit", nil)
		f.act("purchase_return", id(made), "start", nil)
		f.act("purchase_return", id(made), "pick", nil)
		reserved(0)
		f.act("purchase_return", id(made), "unpick", nil)
		reserved(25)
		f.act("purchase_return", id(made), "pick", nil)
		f.refuses("purchase_return", id(made), "cancel", nil, "")
		f.act("purchase_return", id(made), "ship", m{"tracking_no": "SF100"})
		f.act("purchase_return", id(made), "close", nil)
		if codes := f.codesOf("purchase_return", id(made)); !strings.Contains(codes, "RTV ZP -25") {
			t.Errorf("posted are %s", codes)
		}
		if left := f.stockAt("AC-1002", "A-02-01-1")["on_hand"]; left != 35.0 {
			t.Errorf("%v are left, want 35", left)
		}
	})
}

// TestTheDemosPurchaseReturnIsShipped: the return that the demo shows meets no dead end.
func TestTheDemosPurchaseReturnIsShipped(t *testing.T) {
	inbound(t, func(f *floor) {
		back := id(f.find("purchase_return", "ext_no", "DEMO-PR-1"))
		for _, action := range []string{"audit", "start", "pick", "ship"} {
			f.act("purchase_return", back, action, nil)
		}
		f.state("purchase_return", back, "shipped")
	})
}
