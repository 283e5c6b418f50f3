package road

import "testing"

// TestGoodsOfAnOwnerComeWithoutANotice receives, takes a scan back, matches the receipt to
// a notice that came later, and puts the goods away.
func TestGoodsOfAnOwnerComeWithoutANotice(t *testing.T) {
	inbound(t, func(f *floor) {
		s := f.start("receive_no_order")
		f.unload("ACME", "KNOWN-1", line("AC-1001", 5))
		s.refused("scan", "KNOWN-1", "inbound.announced")
		s.must("scan", "ACME", "staging")
		s.refused("scan", "A-01-01-1", "inbound.other_use")
		s.must("scan", "R-02", "item")
		s.refused("scan", "NO-SUCH", "station.code_unknown")
		s.refused("scan", "GX-02", "station.code_unknown") // another owner's
		s.must("scan", "16900000001008", "qty")            // a carton of twelve
		s.refused("key", "-2", "station.bad_qty")
		s.must("key", "12", "item")
		s.must("undo", m{"seq": s.seq}, "qty")
		s.must("key", "12", "item")
		s.refused("form", m{"item": "AC-2001", "qty": 5, "lot": "W1"}, "inbound.expiry_needed")
		s.must("form", m{"item": "AC-2001", "qty": 5, "lot": "W1", "expiry": "2031-01-31"}, "item")
		s.must("button", "finish", "done")
		receipt := id(f.find("receipt", "position_id.code", "R-02"))
		f.state("receipt", receipt, "done")
		f.lines("receipt", receipt, "base_qty", 12, 12, 5) // the first was taken back
		small := f.unload("ACME", "LATE-1", line("AC-1001", 10), line("AC-2001", 5))
		f.refuses("receipt", receipt, "match", m{"asn_id": small}, "no room")
		notice := f.unload("ACME", "LATE-2", line("AC-1001", 12), line("AC-2001", 5))
		f.act("receipt", receipt, "match", m{"asn_id": notice})
		f.lines("asn", notice, "received_qty", 12, 5)
		f.refuses("receipt", receipt, "match", m{"asn_id": small}, "")
		f.act("asn", notice, "finish", nil)
		put := f.start("shelve_no_order")
		put.must("scan", "R-02", "item")
		put.must("form", m{"item": "AC-1001", "qty": 12, "position": "A-01-01-1"}, "item")
		put.must("form", m{"item": "AC-2001", "qty": 5, "position": "A-01-02-1"}, "done")
		f.state("asn", notice, "done")
	})
}

// TestParcelsWithoutAnOwnerAreHeld holds a parcel, claims it and receives what is in it.
func TestParcelsWithoutAnOwnerAreHeld(t *testing.T) {
	inbound(t, func(f *floor) {
		s := f.start("receive_no_order")
		s.must("scan", "SF-LOST-1", "owner")
		s.must("button", "unknown", "staging")
		s.must("scan", "R-01", "note")
		s.must("key", "two lanterns in brown paper", "done")
		parcel := id(f.find("unclaimed", "tracking_no", "SF-LOST-1"))
		f.state("unclaimed", parcel, "held")
		f.refuses("unclaimed", parcel, "claim", nil, "")
		again := f.start("receive_no_order")
		again.must("scan", "SF-LOST-1", "owner")
		again.refused("button", "unknown", "inbound.parcel_held")
		again.refused("key", "NOBODY", "station.code_unknown")
		again.must("key", "ACME", "staging")
		f.state("unclaimed", parcel, "owned")
		again.must("scan", "R-01", "item")
		again.must("form", m{"item": "AC-1002", "qty": 2}, "item")
		again.must("button", "finish", "done")
		f.state("unclaimed", parcel, "received")
		receipt := id(f.find("receipt", "carrier_no", "SF-LOST-1"))
		f.act("receipt", receipt, "reverse", m{"reason": "not ours"})
		f.state("receipt", receipt, "reversed")
		last := f.start("receive_no_order")
		last.refused("scan", "SF-LOST-1", "inbound.parcel_settled")
	})
}
