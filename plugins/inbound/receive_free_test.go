package inbound_test

import "testing"

// TestGoodsOfAnOwnerComeWithoutANotice receives, takes a scan back, matches the receipt to
// a notice that came later, and puts the goods away.
func TestGoodsOfAnOwnerComeWithoutANotice(t *testing.T) {
	each(t, func(f *floor) {
		s := f.Start("receive_no_order")
		f.Unload("ACME", "KNOWN-1", line("AC-1001", 5))
		s.Refused("scan", "KNOWN-1", "inbound.announced")
		s.Must("scan", "ACME", "staging")
		s.Refused("scan", "A-01-01-1", "inbound.other_use")
		s.Must("scan", "R-02", "item")
		s.Refused("scan", "NO-SUCH", "station.code_unknown")
		s.Refused("scan", "GX-02", "station.code_unknown") // another owner's
		s.Must("scan", "16900000001008", "qty")            // a carton of twelve
		s.Refused("key", "-2", "station.bad_qty")
		s.Must("key", "12", "item")
		s.Must("undo", m{"seq": s.Seq}, "qty")
		s.Must("key", "12", "item")
		s.Refused("form", m{"item": "AC-2001", "qty": 5, "lot": "W1"}, "inbound.expiry_needed")
		s.Must("form", m{"item": "AC-2001", "qty": 5, "lot": "W1", "expiry": "2031-01-31"}, "item")
		s.Must("button", "finish", "done")
		receipt := id(f.Find("receipt", "position_id.code", "R-02"))
		f.State("receipt", receipt, "done")
		f.Lines("receipt", receipt, "base_qty", 12, 12, 5) // the first was taken back
		small := f.Unload("ACME", "LATE-1", line("AC-1001", 10), line("AC-2001", 5))
		f.Refuses("receipt", receipt, "match", m{"asn_id": small}, "no room")
		notice := f.Unload("ACME", "LATE-2", line("AC-1001", 12), line("AC-2001", 5))
		f.Act("receipt", receipt, "match", m{"asn_id": notice})
		f.Lines("asn", notice, "received_qty", 12, 5)
		f.Refuses("receipt", receipt, "match", m{"asn_id": small}, "")
		f.Act("asn", notice, "finish", nil)
		put := f.Start("shelve_no_order")
		put.Must("scan", "R-02", "item")
		put.Must("form", m{"item": "AC-1001", "qty": 12, "position": "A-01-01-1"}, "item")
		put.Must("form", m{"item": "AC-2001", "qty": 5, "position": "A-01-02-1"}, "done")
		f.State("asn", notice, "done")
	})
}

// TestParcelsWithoutAnOwnerAreHeld holds a parcel, claims it and receives what is in it.
func TestParcelsWithoutAnOwnerAreHeld(t *testing.T) {
	each(t, func(f *floor) {
		s := f.Start("receive_no_order")
		s.Must("scan", "SF-LOST-1", "owner")
		s.Must("button", "unknown", "staging")
		s.Must("scan", "R-01", "note")
		s.Must("key", "two lanterns in brown paper", "done")
		parcel := id(f.Find("unclaimed", "tracking_no", "SF-LOST-1"))
		f.State("unclaimed", parcel, "held")
		f.Refuses("unclaimed", parcel, "claim", nil, "")
		again := f.Start("receive_no_order")
		again.Must("scan", "SF-LOST-1", "owner")
		again.Refused("button", "unknown", "inbound.parcel_held")
		again.Refused("key", "NOBODY", "station.code_unknown")
		again.Must("key", "ACME", "staging")
		f.State("unclaimed", parcel, "owned")
		again.Must("scan", "R-01", "item")
		again.Must("form", m{"item": "AC-1002", "qty": 2}, "item")
		again.Must("button", "finish", "done")
		f.State("unclaimed", parcel, "received")
		receipt := id(f.Find("receipt", "carrier_no", "SF-LOST-1"))
		f.Act("receipt", receipt, "reverse", m{"reason": "not ours"})
		f.State("receipt", receipt, "reversed")
		last := f.Start("receive_no_order")
		last.Refused("scan", "SF-LOST-1", "inbound.parcel_settled")
	})
}
