package road

import (
	"fmt"
	"slices"
	"sync"
	"testing"
)

// between makes an audited transfer of AC-1002 from SH1, where twenty lie, to MX1.
func (f *floor) between(qty float64) (transfer int64, number string) {
	f.Helper()
	f.other("in", "found", []m{{"product_id": m{"sku": "AC-1002"}, "position_id": m{"warehouse_id": m{"code": "SH1"}, "code": "B-01-01-1"}, "qty": 20}}, "audit", "post")
	var made m
	f.ask("data/transfer/save", m{"consignor_id": m{"code": "ACME"}, "warehouse_id": m{"code": "SH1"}, "to_warehouse_id": m{"code": "MX1"}, "lines": []m{line("AC-1002", int(qty))}}).Into(f, &made)
	f.act("transfer", id(made), "submit", nil)
	return id(made), fmt.Sprint(made["doc_no"])
}

// enterAt begins to receive transfers in MX1.
func (f *floor) enterAt() *station {
	f.Helper()
	return f.startIn("allocate_enter", m{"warehouse_id": f.find("warehouse", "code", "MX1")["id"]})
}

// TestGoodsGoToAnotherWarehouse: kept, picked, sent, received in part, one lost; what is
// short stays in transit, and what is planted is found.
func TestGoodsGoToAnotherWarehouse(t *testing.T) {
	inbound(t, func(f *floor) {
		if answer := f.try("data/transfer/save", m{"consignor_id": m{"code": "ACME"}, "warehouse_id": m{"code": "SH1"}, "to_warehouse_id": m{"code": "SH1"}}); answer.Result {
			t.Error("goods are transferred to where they are")
		}
		transfer, number := f.between(12)
		f.act("transfer", transfer, "audit", nil)
		f.act("transfer", transfer, "unaudit", nil)
		f.act("transfer", transfer, "audit", nil)
		f.act("transfer", transfer, "pick", nil)
		early := f.enterAt()
		early.refused("scan", number, "transfers.not_on_its_way")
		f.act("transfer", transfer, "ship", nil)
		f.state("transfer", transfer, "shipped")
		f.lines("transfer", transfer, "transit_qty", 12)
		for key, sql := range map[string]string{
			"transfers.shipped_is_accounted": `UPDATE transfer_line SET received_qty = received_qty + 1000`,
			"transfers.in_transit_balance":   `UPDATE transfer SET status = 'closed' WHERE status = 'shipped'`,
		} {
			if broken := f.broken(sql); !slices.Contains(broken, key) {
				t.Errorf("%s is not found: %v", key, broken)
			}
		}
		s := f.enterAt()
		s.must("scan", number, "item")
		s.refused("scan", "AC-1001", "transfers.not_sent")
		s.must("scan", "AC-1002", "qty")
		s.offers("12", "12")
		s.refused("key", "13", "transfers.more_than_sent")
		s.must("key", "7", "target")
		s.refused("scan", "B-01-01-1", "station.code_unknown") // of the other warehouse
		s.must("scan", "MX-A-01-01-1", "item")
		f.state("transfer", transfer, "partly_received")
		s.must("undo", m{"seq": s.seq}, "target")
		f.state("transfer", transfer, "shipped")
		s.must("scan", "MX-R-01", "item")
		s.must("scan", "AC-1002", "qty")
		s.must("key", "4", "target")
		s.must("button", "same", "item")
		s.must("button", "finish", "done")
		f.lines("transfer", transfer, "received_qty", 11)
		var row struct{ Lines []m }
		f.ask("data/transfer/get", m{"id": transfer}).Into(f, &row)
		lost := func(qty float64) bool {
			return f.try("data/transfer/act", m{"name": "lose", "id": transfer, "params": m{"line_id": row.Lines[0]["id"], "qty": qty, "reason": "lost"}}).Result
		}
		if lost(2) {
			t.Error("more is lost than is in transit")
		}
		if !lost(1) {
			t.Error("what does not come cannot be written off")
		}
		f.state("transfer", transfer, "received")
		f.act("transfer", transfer, "close", nil)
		if got := f.pieces("B-01-01-1", "AC-1002"); got != 8 {
			t.Errorf("%v are left where they were sent from", got)
		}
	})
}

// TestTwoReceiveOneTransfer: nothing is received twice, and a shipment that nobody
// received can be taken back.
func TestTwoReceiveOneTransfer(t *testing.T) {
	inbound(t, func(f *floor) {
		transfer, _ := f.between(20)
		f.act("transfer", transfer, "audit", nil)
		f.act("transfer", transfer, "pick", nil)
		f.act("transfer", transfer, "ship", nil)
		f.act("transfer", transfer, "recall", m{"reason": "wrong lorry"})
		if got := f.pieces("B-01-01-1", "AC-1002"); got != 20 {
			t.Errorf("%v came back", got)
		}
		var made m
		f.ask("data/transfer/save", m{"consignor_id": m{"code": "ACME"}, "warehouse_id": m{"code": "SH1"}, "to_warehouse_id": m{"code": "MX1"}, "lines": []m{line("AC-1002", 20)}}).Into(f, &made)
		for _, action := range []string{"submit", "audit", "pick", "ship"} {
			f.act("transfer", id(made), action, nil)
		}
		number := fmt.Sprint(made["doc_no"])
		var all sync.WaitGroup
		for range 2 {
			all.Go(func() {
				s := f.enterAt()
				s.input("scan", number)
				for range 12 {
					s.input("form", m{"item": "AC-1002", "qty": 3, "position": "MX-A-01-02-1"})
				}
			})
		}
		all.Wait()
		f.lines("transfer", id(made), "received_qty", 18)
	})
}
