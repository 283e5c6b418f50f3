package transfers_test

import (
	"fmt"
	"slices"
	"sync"
	"testing"

	"github.com/wareloom/wareloom/tests/world"
)

// between makes an audited transfer of AC-1002 from SH1, where twenty lie, to MX1.
func (f *floor) between(qty float64) (transfer int64, number string) {
	f.Helper()
	f.Other("in", "found", []m{{"product_id": m{"sku": "AC-1002"}, "position_id": m{"warehouse_id": m{"code": "SH1"}, "code": "B-01-01-1"}, "qty": 20}}, "audit", "post")
	var made m
	f.Ask("data/transfer/save", m{"consignor_id": m{"code": "ACME"}, "warehouse_id": m{"code": "SH1"}, "to_warehouse_id": m{"code": "MX1"}, "lines": []m{line("AC-1002", int(qty))}}).Into(f, &made)
	f.Act("transfer", id(made), "submit", nil)
	return id(made), fmt.Sprint(made["doc_no"])
}

// enterAt begins to receive transfers in MX1.
func (f *floor) enterAt() *world.Task {
	f.Helper()
	return f.StartIn("allocate_enter", m{"warehouse_id": f.Find("warehouse", "code", "MX1")["id"]})
}

// TestGoodsGoToAnotherWarehouse: kept, picked, sent, received in part, one lost; what is
// short stays in transit, and what is planted is found.
func TestGoodsGoToAnotherWarehouse(t *testing.T) {
	each(t, func(f *floor) {
		if answer := f.Try("data/transfer/save", m{"consignor_id": m{"code": "ACME"}, "warehouse_id": m{"code": "SH1"}, "to_warehouse_id": m{"code": "SH1"}}); answer.Result {
			t.Error("goods are transferred to where they are")
		}
		transfer, number := f.between(12)
		f.Act("transfer", transfer, "audit", nil)
		f.Act("transfer", transfer, "unaudit", nil)
		f.Act("transfer", transfer, "audit", nil)
		f.Act("transfer", transfer, "pick", nil)
		early := f.enterAt()
		early.Refused("scan", number, "transfers.not_on_its_way")
		f.Act("transfer", transfer, "ship", nil)
		f.State("transfer", transfer, "shipped")
		f.Lines("transfer", transfer, "transit_qty", 12)
		for key, sql := range map[string]string{
			"transfers.shipped_is_accounted": `UPDATE transfer_line SET received_qty = received_qty + 1000`,
			"transfers.in_transit_balance":   `UPDATE transfer SET status = 'closed' WHERE status = 'shipped'`,
		} {
			if broken := f.Broken(sql); !slices.Contains(broken, key) {
				t.Errorf("%s is not found: %v", key, broken)
			}
		}
		s := f.enterAt()
		s.Must("scan", number, "item")
		s.Refused("scan", "AC-1001", "transfers.not_sent")
		s.Must("scan", "AC-1002", "qty")
		s.Offers("12", "12")
		s.Refused("key", "13", "transfers.more_than_sent")
		s.Must("key", "7", "target")
		s.Refused("scan", "B-01-01-1", "station.code_unknown") // of the other warehouse
		s.Must("scan", "MX-A-01-01-1", "item")
		f.State("transfer", transfer, "partly_received")
		s.Must("undo", m{"seq": s.Seq}, "target")
		f.State("transfer", transfer, "shipped")
		s.Must("scan", "MX-R-01", "item")
		s.Must("scan", "AC-1002", "qty")
		s.Must("key", "4", "target")
		s.Must("button", "same", "item")
		s.Must("button", "finish", "done")
		f.Lines("transfer", transfer, "received_qty", 11)
		var row struct{ Lines []m }
		f.Ask("data/transfer/get", m{"id": transfer}).Into(f, &row)
		lost := func(qty float64) bool {
			return f.Try("data/transfer/act", m{"name": "lose", "id": transfer, "params": m{"line_id": row.Lines[0]["id"], "qty": qty, "reason": "lost"}}).Result
		}
		if lost(2) {
			t.Error("more is lost than is in transit")
		}
		if !lost(1) {
			t.Error("what does not come cannot be written off")
		}
		f.State("transfer", transfer, "received")
		f.Act("transfer", transfer, "close", nil)
		if got := f.Pieces("B-01-01-1", "AC-1002"); got != 8 {
			t.Errorf("%v are left where they were sent from", got)
		}
	})
}

// TestTwoReceiveOneTransfer: nothing is received twice, and a shipment that nobody
// received can be taken back.
func TestTwoReceiveOneTransfer(t *testing.T) {
	each(t, func(f *floor) {
		transfer, _ := f.between(20)
		f.Act("transfer", transfer, "audit", nil)
		f.Act("transfer", transfer, "pick", nil)
		f.Act("transfer", transfer, "ship", nil)
		f.Act("transfer", transfer, "recall", m{"reason": "wrong lorry"})
		if got := f.Pieces("B-01-01-1", "AC-1002"); got != 20 {
			t.Errorf("%v came back", got)
		}
		var made m
		f.Ask("data/transfer/save", m{"consignor_id": m{"code": "ACME"}, "warehouse_id": m{"code": "SH1"}, "to_warehouse_id": m{"code": "MX1"}, "lines": []m{line("AC-1002", 20)}}).Into(f, &made)
		for _, action := range []string{"submit", "audit", "pick", "ship"} {
			f.Act("transfer", id(made), action, nil)
		}
		number := fmt.Sprint(made["doc_no"])
		var all sync.WaitGroup
		for range 2 {
			all.Go(func() {
				s := f.enterAt()
				s.Input("scan", number)
				for range 12 {
					s.Input("form", m{"item": "AC-1002", "qty": 3, "position": "MX-A-01-02-1"})
				}
			})
		}
		all.Wait()
		f.Lines("transfer", id(made), "received_qty", 18)
	})
}
