package inbound_test

import (
	"strings"
	"testing"
)

// TestPurchaseReturnGoesBackToTheVendor reserves, picks, puts back, picks again and ships.
func TestPurchaseReturnGoesBackToTheVendor(t *testing.T) {
	each(t, func(f *floor) {
		f.Receive()
		f.Shelve()
		quant := f.StockAt("AC-1002", "A-02-01-1")
		var made m
		save := func(qty any) m {
			return m{"consignor_id": m{"code": "ACME"}, "warehouse_id": m{"code": "SH1"}, "provider_id": m{"code": "V001"}, "reason": "cracked", "lines": []m{{"quant_id": quant["id"], "qty": qty}}}
		}
		f.MustNot("data/purchase_return/save", save(0), "greater than 0")
		f.Ask("data/purchase_return/save", save(61)).Into(f, &made)
		f.Refuses("purchase_return", id(made), "audit", nil, "")
		_, lines := f.Read("purchase_return", id(made))
		f.Ask("data/purchase_return/save", m{"id": made["id"], "lines": []m{{"id": lines[0]["id"], "qty": 25}}})
		reserved := func(want float64) {
			t.Helper()
			if got := f.StockAt("AC-1002", "A-02-01-1")["reserved"]; got != want {
				t.Errorf("reserved are %v, want %v", got, want)
			}
		}
		f.Act("purchase_return", id(made), "audit", nil)
		reserved(25)
		f.MustNot("data/purchase_return/save", m{"id": made["id"], "lines": []m{{"id": lines[0]["id"], "qty": 5}}}, "")
		f.Act("purchase_return", id(made), "unaudit", nil)
		reserved(0)
		f.Act("purchase_return", id(made), "audit", nil)
		f.Act("purchase_return", id(made), "start", nil)
		f.Act("purchase_return", id(made), "pick", nil)
		reserved(0)
		f.Act("purchase_return", id(made), "unpick", nil)
		reserved(25)
		f.Act("purchase_return", id(made), "pick", nil)
		f.Refuses("purchase_return", id(made), "cancel", nil, "")
		f.Act("purchase_return", id(made), "ship", m{"tracking_no": "SF100"})
		f.Act("purchase_return", id(made), "close", nil)
		if codes := f.CodesOf("purchase_return", id(made)); !strings.Contains(codes, "RTV ZP -25") {
			t.Errorf("posted are %s", codes)
		}
		if left := f.StockAt("AC-1002", "A-02-01-1")["on_hand"]; left != 35.0 {
			t.Errorf("%v are left, want 35", left)
		}
	})
}

// TestTheDemosPurchaseReturnIsShipped: the return that the demo shows meets no dead end.
func TestTheDemosPurchaseReturnIsShipped(t *testing.T) {
	each(t, func(f *floor) {
		back := id(f.Find("purchase_return", "ext_no", "DEMO-PR-1"))
		for _, action := range []string{"audit", "start", "pick", "ship"} {
			f.Act("purchase_return", back, action, nil)
		}
		f.State("purchase_return", back, "shipped")
	})
}
