package road

import "testing"

// TestAnOwnerSendsParcels: an owner announces a parcel, follows it as far as the house
// shows it, and takes back only what has not come yet.
func TestAnOwnerSendsParcels(t *testing.T) {
	portal(t, func(house, f *floor) {
		first, second := f.announces("MINE-W1"), f.announces("MINE-W2")
		f.Act("waybill", first, "cancel", m{"reason": "twice"})
		f.State("waybill", first, "cancelled")
		house.Act("waybill", second, "receive", nil)
		f.Wont("data/waybill/act", m{"name": "cancel", "id": second, "params": m{"reason": "late"}}, "ask it to cancel")
		f.Wont("data/waybill/save", m{"id": second, "receiver": "Bea"}, "right")
		house.Act("waybill", second, "measure", m{"gross_weight": 2})
		if seen := f.trail(second); len(seen) != 1 {
			t.Errorf("of his parcel the owner sees %v", seen)
		}
		house.Ask("data/tracking_event/save", m{"waybill_id": second, "tracking_code": "on_hold", "visible": false})
		if seen := f.trail(second); len(seen) != 1 {
			t.Errorf("the owner sees what the house keeps to itself: %v", seen)
		}
		other := f.owner("globex")
		if seen := other.trail(second); len(seen) != 0 {
			t.Errorf("another owner sees %v", seen)
		}
		for _, action := range []string{"receive", "measure", "price", "pay", "hold", "lose"} {
			f.Wont("data/waybill/act", m{"name": action, "id": second, "params": m{}}, "right")
		}
	})
}

// announces makes a waybill as an owner enters it and gives its id.
func (f *floor) announces(number string) int64 {
	f.Helper()
	var made m
	f.Ask("data/waybill/save", m{
		"ext_no": number, "warehouse_id": m{"code": "SH1"}, "port_id": m{"code": "CAN"}, "receiver": "Ana", "phone": "13800000000",
		"city": "广州", "detail": "中山路 1", "lines": []m{{"name": "杯子", "qty": 2, "price": 30}},
	}).Into(f, &made)
	return id(made)
}

// trail are the events of a waybill that a person sees.
func (f *floor) trail(waybill int64) []m {
	f.Helper()
	var page struct{ Rows []m }
	f.Ask("data/tracking_event/query", m{"list": "portal_tracking", "filter": m{"field": "waybill_id", "op": "eq", "value": waybill}}).Into(f, &page)
	return page.Rows
}

// TestAnOwnerClaims: what an owner claims is his until he submits it, and his again when
// the house has made an offer.
func TestAnOwnerClaims(t *testing.T) {
	portal(t, func(house, f *floor) {
		var made m
		f.Ask("data/claim/save", m{"waybill_id": f.announces("MINE-W3"), "claim_kind": "damaged", "claimed": 40, "note": "broken"}).Into(f, &made)
		f.Act("claim", id(made), "submit", nil)
		f.Wont("data/claim/save", m{"id": id(made), "claimed": 50}, "Submitted")
		f.Wont("data/claim/act", m{"name": "offer", "id": id(made), "params": m{"duty": "carrier", "amount": 40}}, "right")
		house.Act("claim", id(made), "accept", nil)
		house.Act("claim", id(made), "investigate", nil)
		house.Act("claim", id(made), "offer", m{"duty": "carrier", "amount": 30})
		var seen m
		f.Ask("data/claim/get", m{"id": id(made)}).Into(f, &seen)
		if _, told := seen["claim_duty"]; told || seen["offered"] != 30.0 {
			t.Errorf("the owner sees %v", seen)
		}
		f.Act("claim", id(made), "agree", nil)
		f.State("claim", id(made), "agreed")
	})
}

// TestAnOwnerAnswersHisStatement: an owner sees what was sent, disputes and confirms it,
// and knows nothing of drafts or of others' statements.
func TestAnOwnerAnswersHisStatement(t *testing.T) {
	portal(t, func(house, f *floor) {
		fee := house.charges("ACME", 12)
		var bill m
		house.Ask("data/bill/save", m{
			"consignor_id": m{"code": "ACME"}, "period_from": "2026-10-01", "period_to": "2026-10-31", "lines": []m{{"fee_row_id": fee}},
		}).Into(f, &bill)
		f.unseen("bill", id(bill))
		house.Act("bill", id(bill), "send", nil)
		f.owner("globex").unseen("bill", id(bill))
		var seen struct{ Lines []m }
		f.Ask("data/bill/get", m{"id": id(bill)}).Into(f, &seen)
		if len(seen.Lines) != 1 || seen.Lines[0]["fee_item"] == nil || seen.Lines[0]["amount"] == nil {
			t.Errorf("the owner's lines are %v", seen.Lines)
		}
		f.Act("bill", id(bill), "dispute", m{"dispute": "not ordered"})
		house.Act("bill", id(bill), "resend", nil)
		f.Act("bill", id(bill), "confirm", nil)
		f.State("bill", id(bill), "confirmed")
		f.Wont("data/bill/act", m{"name": "void", "id": id(bill), "params": m{"reason": "x"}}, "right")
	})
}

// charges makes a confirmed fee of an owner and gives its id.
func (f *floor) charges(owner string, price float64) int64 {
	f.Helper()
	var fee m
	item := f.Find("fee_item", "code", "CL-01")
	f.Ask("data/fee_row/save", m{"consignor_id": m{"code": owner}, "fee_item_id": id(item), "qty": 1, "price": price, "reason": "agreed"}).Into(f, &fee)
	f.Act("fee_row", id(fee), "confirm", nil)
	return id(fee)
}

// unseen wants a record not to be there for a person.
func (f *floor) unseen(table string, record int64) {
	f.Helper()
	if answer := f.Try("data/"+table+"/get", m{"id": record}); answer.StatusCode != 404 {
		f.Errorf("%s %d: %s", table, record, answer.Text)
	}
}

// owner has another owner of goods at the door of the portal.
func (f *floor) owner(account string) *floor {
	f.Helper()
	return &floor{f.As("consignor", account)}
}
