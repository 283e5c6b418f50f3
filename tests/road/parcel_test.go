package road

import (
	"fmt"
	"strings"
	"testing"

	"github.com/wareloom/wareloom/engine/enginetest"
)

// TestParcelRoad takes the demo's panel by air through customs to the door.
func TestParcelRoad(t *testing.T) {
	t.Parallel()
	enginetest.EachDSN(t, func(t *testing.T, dsn string) {
		f := enter(t, dsn)
		waybill := id(f.Find("waybill", "ext_no", "DEMO-WB-01"))
		f.fly(waybill)
		f.clear(waybill)
		f.Act("waybill", waybill, "hand_over", nil)
		f.Act("waybill", waybill, "deliver", nil)
		f.State("waybill", waybill, "delivered")
		var track struct{ Rows []m }
		f.Ask("data/tracking_event/query", m{"filter": m{"field": "waybill_id", "op": "eq", "value": waybill}}).Into(f, &track)
		if len(track.Rows) != 7 { // picked up, departed, arrived, declared, released, handed over, delivered
			f.Errorf("%d events: %v", len(track.Rows), track.Rows)
		}
	})
}

// fly loads the demo's closed panel on its voyage and brings it to the port.
func (f *floor) fly(waybill int64) {
	voyage, panel := id(f.Find("voyage", "master_no", "78412345675")), id(f.Find("panel", "status", "closed"))
	f.refuse("voyage", voyage, "seal") // nothing is loaded
	f.Ask("data/voyage/save", m{"id": voyage, "lines": []m{{"panel_id": panel}}})
	if answer := f.Try("data/voyage/save", m{"id": voyage, "master_no": "78412345674"}); answer.Result {
		f.Error("a master number with a wrong check digit is taken")
	}
	f.Act("voyage", voyage, "seal", nil)
	f.State("waybill", waybill, "on_board")
	f.Act("voyage", voyage, "unseal", nil)
	f.State("waybill", waybill, "bagged")
	for _, action := range []string{"seal", "depart", "arrive"} {
		f.Act("voyage", voyage, action, nil)
	}
	f.State("panel", panel, "arrived")
	f.State("waybill", waybill, "arrived")
	f.refuse("voyage", voyage, "clear") // nobody declared anything
}

// TestALostParcelHoldsNothingUp loses a parcel in the air and another at customs: the voyage
// arrives, and the bill is released, without them.
func TestALostParcelHoldsNothingUp(t *testing.T) {
	t.Parallel()
	enginetest.EachDSN(t, func(t *testing.T, dsn string) {
		f := enter(t, dsn)
		waybill := id(f.Find("waybill", "ext_no", "DEMO-WB-01"))
		voyage, panel := id(f.Find("voyage", "master_no", "78412345675")), id(f.Find("panel", "status", "closed"))
		f.Ask("data/voyage/save", m{"id": voyage, "lines": []m{{"panel_id": panel}}})
		f.Act("voyage", voyage, "seal", nil)
		f.Act("voyage", voyage, "depart", nil)
		f.Act("waybill", waybill, "lose", m{"reason": "Fell off"})
		f.Act("voyage", voyage, "arrive", nil)
		f.State("waybill", waybill, "lost")
		f.Write("UPDATE waybill SET status = 'arrived' WHERE id = ?", waybill) // found again, as nobody can say yet
		var made m
		f.Ask("data/customs_bill/save", m{"voyage_id": voyage, "port_id": m{"code": "HGH"}, "lines": []m{{"waybill_id": waybill}}}).Into(f, &made)
		f.Act("customs_bill", id(made), "check", nil)
		f.Act("customs_bill", id(made), "declare", nil)
		f.Act("waybill", waybill, "lose", m{"reason": "Gone"})
		f.Act("customs_bill", id(made), "accept", m{"customs_no": "C-1"})
		f.Act("customs_bill", id(made), "inspect", nil)
		f.Act("customs_bill", id(made), "release", nil)
		f.State("waybill", waybill, "lost")
	})
}

// clear takes a waybill that has arrived through customs.
func (f *floor) clear(waybill int64) {
	var made m
	f.Ask("data/customs_bill/save", m{
		"voyage_id": id(f.Find("voyage", "master_no", "78412345675")), "port_id": m{"code": "HGH"}, "trade_mode": "bc",
		"lines": []m{{"waybill_id": waybill, "tax": 34.4}},
	}).Into(f, &made)
	bill, voyage := id(made), int64(made["voyage_id"].(float64))
	if step := f.next("voyage", voyage); step["key"] != "customs" || !strings.Contains(fmt.Sprint(step["route"]), "customs-bill") {
		f.Errorf("a voyage with a bill that is not released leads to %v", step)
	}
	f.Act("customs_bill", bill, "check", nil)
	f.Act("customs_bill", bill, "declare", nil)
	f.Act("customs_bill", bill, "accept", m{"customs_no": "C-1"})
	f.Act("customs_bill", bill, "inspect", nil)
	f.State("waybill", waybill, "inspecting")
	f.Act("customs_bill", bill, "release", nil)
	f.State("waybill", waybill, "released")
	if step := f.next("voyage", voyage); step["key"] != "clear" {
		f.Errorf("a voyage whose bills are released leads to %v", step)
	}
}

// refuse wants an action refused by its guard.
func (f *floor) refuse(table string, id int64, name string) {
	f.Helper()
	if answer := f.Try("data/"+table+"/act", m{"name": name, "id": id}); answer.Result {
		f.Errorf("%s %d may %s", table, id, name)
	}
}

// TestTroubleHolds holds the waybill of a case until it is solved.
func TestTroubleHolds(t *testing.T) {
	t.Parallel()
	enginetest.EachDSN(t, func(t *testing.T, dsn string) {
		f := enter(t, dsn)
		waybill := f.Find("waybill", "ext_no", "DEMO-WB-04")
		if waybill["held_at"] == nil {
			t.Fatalf("the demo's case holds nothing: %v", waybill)
		}
		weigh := m{"name": "measure", "id": id(waybill), "params": m{"gross_weight": 0.4}}
		if f.Try("data/waybill/act", weigh).Result {
			t.Error("a held waybill is weighed")
		}
		trouble := id(f.Find("abnormal", "waybill_id", id(waybill)))
		f.Act("abnormal", trouble, "answer", m{"answer": "Repack"})
		f.Act("abnormal", trouble, "solve", m{"solution": "Repacked"})
		f.Ask("data/waybill/act", weigh)
	})
}

// TestClaimBecomesAFee pays a claim and voids the bill that took fees.
func TestClaimBecomesAFee(t *testing.T) {
	t.Parallel()
	enginetest.EachDSN(t, func(t *testing.T, dsn string) {
		f := enter(t, dsn)
		claim := f.Find("claim", "status", "accepted")
		f.Act("claim", id(claim), "investigate", nil)
		offer := m{"name": "offer", "id": id(claim), "params": m{"duty": "ours", "amount": 181}}
		if f.Try("data/claim/act", offer).Result {
			t.Error("more is offered than was claimed")
		}
		f.Act("claim", id(claim), "offer", m{"duty": "ours", "amount": 150})
		f.Act("claim", id(claim), "agree", nil)
		f.Act("claim", id(claim), "pay", m{"fee_item_id": m{"code": "CL-01"}})
		if fee := f.Find("fee_row", "source_no", claim["doc_no"]); fee["total"] != -150.0 {
			t.Errorf("fee = %v", fee)
		}
		bill := f.Find("bill", "status", "sent")
		if bill["total"] != 203.52 {
			t.Errorf("bill = %v", bill)
		}
		f.Act("bill", id(bill), "void", m{"reason": "Wrong month"})
		f.State("fee_row", id(f.Find("fee_row", "source_no", "DEMO-WB-01")), "confirmed")
	})
}

// TestClientOpensAConsignor gives a client under contract an account for goods.
func TestClientOpensAConsignor(t *testing.T) {
	t.Parallel()
	enginetest.EachDSN(t, func(t *testing.T, dsn string) {
		f := enter(t, dsn)
		f.refuse("client", id(f.Find("client", "code", "C004")), "follow") // no salesperson
		client := f.Find("client", "code", "C002")
		f.Act("client", id(client), "open_account", m{"code": "GX2"})
		if made := f.Find("consignor", "code", "GX2"); made["name"] != client["name"] || made["client_id"] != client["id"] {
			t.Errorf("consignor = %v", made)
		}
	})
}

// TestRefusedPush sends what one account would not take through another.
func TestRefusedPush(t *testing.T) {
	t.Parallel()
	enginetest.EachDSN(t, func(t *testing.T, dsn string) {
		f := enter(t, dsn)
		push := f.Find("carrier_push", "status", "failed")
		same := m{"name": "other_account", "id": id(push), "params": m{"carrier_account_id": push["carrier_account_id"]}}
		if f.Try("data/carrier_push/act", same).Result {
			t.Error("the account that refused is another one")
		}
		f.Act("carrier_push", id(push), "other_account", m{"carrier_account_id": m{"code": "SF-TEST"}})
		f.Act("carrier_push", id(push), "send", nil)
		f.Act("carrier_push", id(push), "fail", m{"reason": "Still out of area"})
		f.Act("carrier_push", id(push), "force", m{"carrier_ref": "BY-HAND-1"})
		f.State("carrier_push", id(push), "ok")
		waybill := f.Find("waybill", "ext_no", "DEMO-WB-01")
		again := m{"name": "push", "id": id(waybill), "params": m{"carrier_account_id": m{"code": "ZTO-TEST"}}}
		if f.Try("data/waybill/act", again).Result {
			t.Error("a waybill is pushed twice to an account")
		}
	})
}
