package road

import (
	"testing"

	"github.com/wareloom/wareloom/engine/enginetest"
)

// TestParcelRoad takes the demo's panel by air through customs to the door.
func TestParcelRoad(t *testing.T) {
	t.Parallel()
	enginetest.EachDSN(t, func(t *testing.T, dsn string) {
		f := enter(t, dsn)
		waybill := id(f.find("waybill", "ext_no", "DEMO-WB-01"))
		f.fly(waybill)
		f.clear(waybill)
		f.act("waybill", waybill, "hand_over", nil)
		f.act("waybill", waybill, "deliver", nil)
		f.state("waybill", waybill, "delivered")
		var track struct{ Rows []m }
		f.ask("data/tracking_event/query", m{"filter": m{"field": "waybill_id", "op": "eq", "value": waybill}}).Into(f, &track)
		if len(track.Rows) != 7 { // picked up, departed, arrived, declared, released, handed over, delivered
			f.Errorf("%d events: %v", len(track.Rows), track.Rows)
		}
	})
}

// fly loads the demo's closed panel on its voyage and brings it to the port.
func (f *floor) fly(waybill int64) {
	voyage, panel := id(f.find("voyage", "master_no", "78412345675")), id(f.find("panel", "status", "closed"))
	f.refuse("voyage", voyage, "seal") // nothing is loaded
	f.ask("data/voyage/save", m{"id": voyage, "lines": []m{{"panel_id": panel}}})
	if answer := f.try("data/voyage/save", m{"id": voyage, "master_no": "78412345674"}); answer.Result {
		f.Error("a master number with a wrong check digit is taken")
	}
	f.act("voyage", voyage, "seal", nil)
	f.state("waybill", waybill, "on_board")
	f.act("voyage", voyage, "unseal", nil)
	f.state("waybill", waybill, "bagged")
	for _, action := range []string{"seal", "depart", "arrive"} {
		f.act("voyage", voyage, action, nil)
	}
	f.state("panel", panel, "arrived")
	f.state("waybill", waybill, "arrived")
}

// clear takes a waybill that has arrived through customs.
func (f *floor) clear(waybill int64) {
	var made m
	f.ask("data/customs_bill/save", m{
		"voyage_id": id(f.find("voyage", "master_no", "78412345675")), "port_id": m{"code": "HGH"}, "trade_mode": "bc",
		"lines": []m{{"waybill_id": waybill, "tax": 34.4}},
	}).Into(f, &made)
	bill := id(made)
	f.act("customs_bill", bill, "check", nil)
	f.act("customs_bill", bill, "declare", nil)
	f.act("customs_bill", bill, "accept", m{"customs_no": "C-1"})
	f.act("customs_bill", bill, "inspect", nil)
	f.state("waybill", waybill, "inspecting")
	f.act("customs_bill", bill, "release", nil)
	f.state("waybill", waybill, "released")
}

// refuse wants an action refused by its guard.
func (f *floor) refuse(table string, id int64, name string) {
	f.Helper()
	if answer := f.try("data/"+table+"/act", m{"name": name, "id": id}); answer.Result {
		f.Errorf("%s %d may %s", table, id, name)
	}
}

// TestTroubleHolds holds the waybill of a case until it is solved.
func TestTroubleHolds(t *testing.T) {
	t.Parallel()
	enginetest.EachDSN(t, func(t *testing.T, dsn string) {
		f := enter(t, dsn)
		waybill := f.find("waybill", "ext_no", "DEMO-WB-04")
		if waybill["held_at"] == nil {
			t.Fatalf("the demo's case holds nothing: %v", waybill)
		}
		weigh := m{"name": "measure", "id": id(waybill), "params": m{"gross_weight": 0.4}}
		if f.try("data/waybill/act", weigh).Result {
			t.Error("a held waybill is weighed")
		}
		trouble := id(f.find("abnormal", "waybill_id", id(waybill)))
		f.act("abnormal", trouble, "answer", m{"answer": "Repack"})
		f.act("abnormal", trouble, "solve", m{"solution": "Repacked"})
		f.ask("data/waybill/act", weigh)
	})
}

// TestClaimBecomesAFee pays a claim and voids the bill that took fees.
func TestClaimBecomesAFee(t *testing.T) {
	t.Parallel()
	enginetest.EachDSN(t, func(t *testing.T, dsn string) {
		f := enter(t, dsn)
		claim := f.find("claim", "status", "accepted")
		f.act("claim", id(claim), "investigate", nil)
		offer := m{"name": "offer", "id": id(claim), "params": m{"duty": "ours", "amount": 181}}
		if f.try("data/claim/act", offer).Result {
			t.Error("more is offered than was claimed")
		}
		f.act("claim", id(claim), "offer", m{"duty": "ours", "amount": 150})
		f.act("claim", id(claim), "agree", nil)
		f.act("claim", id(claim), "pay", m{"fee_item_id": m{"code": "CL-01"}})
		if fee := f.find("fee_row", "source_no", claim["doc_no"]); fee["total"] != -150.0 {
			t.Errorf("fee = %v", fee)
		}
		bill := f.find("bill", "status", "sent")
		if bill["total"] != 203.52 {
			t.Errorf("bill = %v", bill)
		}
		f.act("bill", id(bill), "void", m{"reason": "Wrong month"})
		f.state("fee_row", id(f.find("fee_row", "source_no", "DEMO-WB-01")), "confirmed")
	})
}

// TestClientOpensAConsignor gives a client under contract an account for goods.
func TestClientOpensAConsignor(t *testing.T) {
	t.Parallel()
	enginetest.EachDSN(t, func(t *testing.T, dsn string) {
		f := enter(t, dsn)
		f.refuse("client", id(f.find("client", "code", "C004")), "follow") // no salesperson
		client := f.find("client", "code", "C002")
		f.act("client", id(client), "open_account", m{"code": "GX2"})
		if made := f.find("consignor", "code", "GX2"); made["name"] != client["name"] || made["client_id"] != client["id"] {
			t.Errorf("consignor = %v", made)
		}
	})
}

// TestRefusedPush sends what one account would not take through another.
func TestRefusedPush(t *testing.T) {
	t.Parallel()
	enginetest.EachDSN(t, func(t *testing.T, dsn string) {
		f := enter(t, dsn)
		push := f.find("carrier_push", "status", "failed")
		same := m{"name": "other_account", "id": id(push), "params": m{"carrier_account_id": push["carrier_account_id"]}}
		if f.try("data/carrier_push/act", same).Result {
			t.Error("the account that refused is another one")
		}
		f.act("carrier_push", id(push), "other_account", m{"carrier_account_id": m{"code": "SF-TEST"}})
		f.act("carrier_push", id(push), "send", nil)
		f.act("carrier_push", id(push), "fail", m{"reason": "Still out of area"})
		f.act("carrier_push", id(push), "force", m{"carrier_ref": "BY-HAND-1"})
		f.state("carrier_push", id(push), "ok")
		waybill := f.find("waybill", "ext_no", "DEMO-WB-01")
		again := m{"name": "push", "id": id(waybill), "params": m{"carrier_account_id": m{"code": "ZTO-TEST"}}}
		if f.try("data/waybill/act", again).Result {
			t.Error("a waybill is pushed twice to an account")
		}
	})
}
