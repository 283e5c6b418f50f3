package road

import "testing"

// TestAnOwnerLooksOnInThePortal: the portal's list of orders finds an owner's own by
// what he knows of them, and grants nothing else.
func TestAnOwnerLooksOnInThePortal(t *testing.T) {
	inbound(t, func(f *floor) {
		own, other := f.find("sale_order", "ext_no", "DEMO-SO-02"), f.find("sale_order", "ext_no", "DEMO-SO-01")
		draft := f.find("sale_order", "ext_no", "DEMO-SO-12")
		f.session = f.server.Login(t, "consignor", "acme")
		for _, words := range []any{own["doc_no"], "demo-so-02", own["receiver"]} {
			if n := f.searched("sale_order", words.(string)); n == 0 {
				t.Errorf("nothing is found by %s", words)
			}
		}
		if n := f.searched("sale_order", other["doc_no"].(string)); n != 0 {
			t.Error("another owner's order is found")
		}
		for _, action := range []string{"audit", "allocate", "hold", "cancel"} {
			f.wont("data/sale_order/act", m{"name": action, "id": id(draft)}, "right")
		}
		f.wont("data/sale_order/save", m{"id": id(draft), "receiver": "Me"}, "right")
		f.wont("data/sale_order/delete", m{"ids": []int64{id(draft)}}, "right")
	})
}
