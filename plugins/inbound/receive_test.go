package inbound_test

import (
	"sync"
	"testing"

	"github.com/wareloom/wareloom/tests/world"
)

func TestScansAddUpAndTheToleranceIsNamed(t *testing.T) {
	each(t, func(f *floor) {
		f.Ask("settings/save", m{"key": "over_receipt_pct", "level": "system", "value": 10})
		notice := f.Unload("ACME", "IN-1", line("AC-1001", 20), line("AC-1001", 10))
		s := f.DockAt("IN-1")
		s.Refused("scan", "NO-SUCH", "station.code_unknown")
		s.Refused("scan", "AC-1002", "inbound.not_announced")
		s.Must("scan", "6900000001001", "qty")
		s.Offers("30", "33")
		s.Must("scan", "6900000001001", "qty")
		s.Offers("2", "33")
		s.Refused("scan", "AC-1002", "inbound.qty_first")
		s.Refused("key", "34", "inbound.over_receipt")
		s.Refused("key", "-1", "station.bad_qty")
		s.Must("scan", "25", "item") // fast fingers
		f.Lines("asn", notice, "received_qty", 20, 5)
		s.Must("form", m{"item": "AC-1001", "qty": 8}, "item")
		f.Lines("asn", notice, "received_qty", 22, 11)
		s.Refused("form", m{"item": "AC-1001", "qty": 1}, "inbound.over_receipt")
		s.Must("undo", m{"seq": s.Seq}, "item")
		f.Lines("asn", notice, "received_qty", 20, 5)
	})
}

func TestLotsOfOneProductAreChosen(t *testing.T) {
	each(t, func(f *floor) {
		notice := f.Unload("ACME", "IN-2", line("AC-2002", 5, "lot_no", "L1", "exp_date", "2028-01-31"), line("AC-2002", 7, "lot_no", "L2", "exp_date", "2028-02-29"))
		s := f.DockAt("IN-2")
		s.Must("scan", "AC-2002", "choose")
		s.Refused("key", "1", "station.choose")
		s.Must("key", s.Choose("0 / 7 · L2 · 2028-02-29"), "qty")
		s.Must("key", "7", "item")
		f.Lines("asn", notice, "received_qty", 0, 7)
		s.Refused("form", m{"item": "AC-2002", "qty": 1, "lot": "L3"}, "inbound.other_lot")
		s.Must("form", m{"item": "AC-2002", "qty": 2, "lot": "L1"}, "item")
		f.Lines("asn", notice, "received_qty", 2, 7)
	})
}

func TestLotExpiryAndQualityAreAsked(t *testing.T) {
	each(t, func(f *floor) {
		notice := f.Unload("ACME", "IN-3", line("AC-2002", 10), line("AC-1003", 4, "quality", "CC"))
		s := f.DockAt("IN-3")
		s.Refused("form", m{"item": "AC-2002", "qty": 1, "lot": "L9"}, "inbound.expiry_needed")
		s.Must("scan", "AC-2002", "qty")
		s.Must("button", "quality", "quality")
		s.Refused("key", "ZZ", "station.choose")
		s.Must("key", "CC", "qty")
		s.Must("key", "3", "lot")
		s.Must("scan", "L9", "expiry")
		s.Refused("key", "2027-02-30", "inbound.bad_date")
		s.Must("key", "2028-06-30", "item")
		s.Must("scan", "AC-1003", "qty")
		s.Must("key", "4", "quality")
		s.Must("key", "CC", "item")
		f.Lines("asn", notice, "received_qty", 3, 4)
		f.Lines("asn", notice, "damaged_qty", 3, 4)
	})
}

func TestSerialsComeOneByOne(t *testing.T) {
	each(t, func(f *floor) {
		f.Unload("ACME", "IN-4", line("AC-3001", 3))
		s := f.DockAt("IN-4")
		s.Must("scan", "AC-3001", "qty")
		s.Refused("key", "1.5", "station.bad_qty")
		s.Must("key", "2", "serial")
		s.Must("scan", "S1", "serial")
		s.Refused("scan", "S1", "inbound.serial_twice")
		s.Must("scan", "S2", "item")
		s.Must("scan", "AC-3001", "qty")
		s.Must("key", "1", "serial")
		s.Refused("scan", "S2", "stock.serial_duplicate")
		s.Must("scan", "S3", "item")
		free := f.Start("receive_no_order")
		free.Must("scan", "ACME", "staging")
		free.Must("scan", "R-02", "item")
		free.Must("scan", "AC-3001", "qty")
		free.Must("key", "1", "serial")
		free.Refused("scan", "S2", "stock.serial_duplicate")

		put := f.Start("shelve_no_order")
		put.Must("scan", "R-01", "item")
		put.Must("scan", "AC-3001", "qty")
		put.Must("key", "2", "serial")
		put.Refused("scan", "S9", "stock.serial_elsewhere")
		put.Must("scan", "S3", "serial")
		put.Must("scan", "S1", "position")
		put.Must("scan", "A-01-01-1", "item")
	})
}

func TestFinishIsTakenBack(t *testing.T) {
	each(t, func(f *floor) {
		notice := f.Unload("ACME", "IN-5", line("AC-1001", 2))
		s, other := f.DockAt("IN-5"), f.DockAt("IN-5")
		s.Must("form", m{"item": "AC-1001", "qty": 2}, "item")
		s.Must("button", "finish", "done")
		f.State("asn", notice, "counted")
		other.Refused("form", m{"item": "AC-1001", "qty": 1}, "inbound.counted_already")
		other.Must("button", "back", "staging")
		s.Must("undo", m{"seq": s.Seq}, "item")
		f.State("asn", notice, "counting")
		s.Must("button", "finish", "done")
		s.Refused("scan", "IN-5", "inbound.counted_already")
	})
}

func TestShelvingBesideReceiving(t *testing.T) {
	each(t, func(f *floor) {
		notice := f.Unload("ACME", "IN-6", line("AC-1001", 2))
		s := f.DockAt("IN-6")
		s.Must("form", m{"item": "AC-1001", "qty": 2}, "item")
		put := f.Start("shelve_no_order")
		put.Must("scan", "R-01", "item")
		put.Must("form", m{"item": "AC-1001", "qty": 2, "position": "A-01-01-1"}, "done")
		s.Refused("undo", m{"seq": s.Seq}, "stock.not_enough")
		s.Must("button", "finish", "done")
		f.State("asn", notice, "done")
		put.Must("undo", m{"seq": put.Seq}, "item")
		f.State("asn", notice, "counted")
		put.Must("form", m{"item": "AC-1001", "qty": 1, "position": "A-01-01-1"}, "item")
		f.State("asn", notice, "shelving")
		put.Must("form", m{"item": "AC-1001", "qty": 1, "position": "A-01-01-2"}, "done")
		f.State("asn", notice, "done")
	})
}

func TestShelvingOrderIsReversed(t *testing.T) {
	each(t, func(f *floor) {
		first := f.Unload("ACME", "IN-7", line("AC-1001", 2))
		second := f.Unload("GLOBEX", "IN-8", line("GX-01", 3))
		for number, form := range map[string]m{"IN-7": {"item": "AC-1001", "qty": 2}, "IN-8": {"item": "GX-01", "qty": 3}} {
			s := f.DockAt(number)
			s.Must("form", form, "item")
			s.Must("button", "finish", "done")
		}
		put := f.Start("shelve_no_order")
		put.Refused("scan", "A-01-01-1", "inbound.other_use")
		put.Must("scan", "R-01", "item")
		put.Refused("form", m{"item": "6900000001001", "qty": 2, "position": "A-01-01-1"}, "station.choose")
		put.Must("scan", "6900000001001", "choose") // of both owners
		put.Must("key", put.Choose("Globex Imports × 3"), "qty")
		put.Offers("3", "3")
		put.Must("key", "3", "position")
		put.Must("scan", "A-01-01-1", "item")
		put.Must("form", m{"item": "6900000001001", "qty": 2, "position": "A-01-01-2"}, "done")
		f.State("asn", first, "done")
		f.State("asn", second, "done")

		order := f.Find("shelve_order", "consignor_id.code", "GLOBEX")
		f.Act("shelve_order", id(order), "reverse", m{"reason": "wrong bin"})
		f.State("asn", second, "counted")
		f.State("asn", first, "done")
		receipt := f.Find("receipt", "asn_id", second)
		f.Act("receipt", id(receipt), "reverse", m{"reason": "wrong goods"})
		f.Lines("asn", second, "received_qty", 0)
		f.State("asn", second, "unloading")
		again := f.DockAt("IN-8")
		again.Must("form", m{"item": "GX-01", "qty": 3}, "item")
		again.Must("button", "finish", "done")
		f.State("asn", second, "counted")
		other := f.Find("receipt", "asn_id", first)
		if answer := f.Try("data/receipt/act", m{"name": "reverse", "id": id(other), "params": m{"reason": "late"}}); answer.Result {
			f.Error("a receipt whose goods are shelved is reversed")
		}
	})
}

func TestNoticesOfOneNumberAreChosen(t *testing.T) {
	each(t, func(f *floor) {
		f.Unload("ACME", "IN-9", line("AC-1001", 1))
		f.Unload("GLOBEX", "IN-9", line("GX-02", 1))
		s := f.Start("receive_by_order")
		s.Must("scan", "IN-9", "choose")
		s.Must("button", "back", "order")
		s.Must("scan", "IN-9", "choose")
		s.Must("key", s.Choose("Globex Imports"), "staging")
		s.Must("scan", "R-01", "item")
		s.Refused("scan", "AC-1001", "station.code_unknown")
		s.Must("scan", "GX-02", "qty")
	})
}

func TestManyReceiveOneLine(t *testing.T) {
	each(t, func(f *floor) {
		notice := f.Unload("ACME", "IN-10", line("AC-1001", 10))
		stations := make([]*world.Task, 5)
		for i := range stations {
			stations[i] = f.DockAt("IN-10")
		}
		var done sync.WaitGroup
		for _, s := range stations {
			done.Go(func() { s.Input("form", m{"item": "AC-1001", "qty": 3}) })
		}
		done.Wait()
		f.Lines("asn", notice, "received_qty", 9)
	})
}
