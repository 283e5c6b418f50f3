package road

import (
	"fmt"
	"slices"
	"sync"
	"testing"

	"github.com/wareloom/wareloom/engine/enginetest"
)

// inbound runs a test at the door of the demo building, on both databases.
func inbound(t *testing.T, test func(f *floor)) {
	t.Parallel()
	enginetest.EachDSN(t, func(t *testing.T, dsn string) { test(enter(t, dsn)) })
}

// unload makes a notice of an owner that is being unloaded.
func (f *floor) unload(owner, number string, lines ...m) int64 {
	f.Helper()
	var made m
	f.ask("data/asn/save", m{"consignor_id": m{"code": owner}, "warehouse_id": m{"code": "SH1"}, "ext_no": number, "lines": lines}).Into(f, &made)
	for _, action := range []string{"confirm", "arrive", "unload"} {
		f.act("asn", id(made), action, nil)
	}
	return id(made)
}

func line(sku string, qty int, more ...any) m {
	l := m{"product_id": m{"sku": sku}, "qty": qty}
	for i := 0; i+1 < len(more); i += 2 {
		l[fmt.Sprint(more[i])] = more[i+1]
	}
	return l
}

// dockAt begins to receive a notice at the staging position R-01.
func (f *floor) dockAt(number string) *station {
	f.Helper()
	s := f.start("receive_by_order")
	s.must("scan", number, "staging")
	if docks := s.screen["target"].([]any)[0].(m); docks["value"] != "R-01 · R-02" {
		f.Errorf("who does not know the docks is told %v", docks)
	}
	s.must("scan", "R-01", "item")
	return s
}

// lines wants the lines of a document to have values in a field, in their order.
func (f *floor) lines(table string, id int64, field string, want ...float64) {
	f.Helper()
	var row struct{ Lines []m }
	f.ask("data/"+table+"/get", m{"id": id}).Into(f, &row)
	var got []float64
	for _, l := range row.Lines {
		n, _ := l[field].(float64)
		got = append(got, n)
	}
	if !slices.Equal(got, want) {
		f.Errorf("%s %d has %s %v, want %v", table, id, field, got, want)
	}
}

// choose takes the choice whose second line says something.
func (s *station) choose(detail string) string {
	s.Helper()
	list, _ := s.screen["list"].([]any)
	for _, c := range list {
		if one := c.(m); one["detail"] == detail {
			return one["code"].(string)
		}
	}
	s.Fatalf("%s offers %v, want %q", s.key, list, detail)
	return ""
}

func (s *station) offers(value, most string) {
	s.Helper()
	if s.screen["default"] != value || s.screen["max"] != most {
		s.Errorf("%s offers %v of at most %v, want %s of %s", s.key, s.screen["default"], s.screen["max"], value, most)
	}
}

func TestScansAddUpAndTheToleranceIsNamed(t *testing.T) {
	inbound(t, func(f *floor) {
		f.ask("settings/save", m{"key": "over_receipt_pct", "level": "system", "value": 10})
		notice := f.unload("ACME", "IN-1", line("AC-1001", 20), line("AC-1001", 10))
		s := f.dockAt("IN-1")
		s.refused("scan", "NO-SUCH", "station.code_unknown")
		s.refused("scan", "AC-1002", "inbound.not_announced")
		s.must("scan", "6900000001001", "qty")
		s.offers("30", "33")
		s.must("scan", "6900000001001", "qty")
		s.offers("2", "33")
		s.refused("scan", "AC-1002", "inbound.qty_first")
		s.refused("key", "34", "inbound.over_receipt")
		s.refused("key", "-1", "station.bad_qty")
		s.must("scan", "25", "item") // fast fingers
		f.lines("asn", notice, "received_qty", 20, 5)
		s.must("form", m{"item": "AC-1001", "qty": 8}, "item")
		f.lines("asn", notice, "received_qty", 22, 11)
		s.refused("form", m{"item": "AC-1001", "qty": 1}, "inbound.over_receipt")
		s.must("undo", m{"seq": s.seq}, "item")
		f.lines("asn", notice, "received_qty", 20, 5)
	})
}

func TestLotsOfOneProductAreChosen(t *testing.T) {
	inbound(t, func(f *floor) {
		notice := f.unload("ACME", "IN-2", line("AC-2002", 5, "lot_no", "L1", "exp_date", "2028-01-31"), line("AC-2002", 7, "lot_no", "L2", "exp_date", "2028-02-29"))
		s := f.dockAt("IN-2")
		s.must("scan", "AC-2002", "choose")
		s.refused("key", "1", "station.choose")
		s.must("key", s.choose("0 / 7 · L2 · 2028-02-29"), "qty")
		s.must("key", "7", "item")
		f.lines("asn", notice, "received_qty", 0, 7)
		s.refused("form", m{"item": "AC-2002", "qty": 1, "lot": "L3"}, "inbound.other_lot")
		s.must("form", m{"item": "AC-2002", "qty": 2, "lot": "L1"}, "item")
		f.lines("asn", notice, "received_qty", 2, 7)
	})
}

func TestLotExpiryAndQualityAreAsked(t *testing.T) {
	inbound(t, func(f *floor) {
		notice := f.unload("ACME", "IN-3", line("AC-2002", 10), line("AC-1003", 4, "quality", "CC"))
		s := f.dockAt("IN-3")
		s.refused("form", m{"item": "AC-2002", "qty": 1, "lot": "L9"}, "inbound.expiry_needed")
		s.must("scan", "AC-2002", "qty")
		s.must("button", "quality", "quality")
		s.refused("key", "ZZ", "station.choose")
		s.must("key", "CC", "qty")
		s.must("key", "3", "lot")
		s.must("scan", "L9", "expiry")
		s.refused("key", "2027-02-30", "inbound.bad_date")
		s.must("key", "2028-06-30", "item")
		s.must("scan", "AC-1003", "qty")
		s.must("key", "4", "quality")
		s.must("key", "CC", "item")
		f.lines("asn", notice, "received_qty", 3, 4)
		f.lines("asn", notice, "damaged_qty", 3, 4)
	})
}

func TestSerialsComeOneByOne(t *testing.T) {
	inbound(t, func(f *floor) {
		f.unload("ACME", "IN-4", line("AC-3001", 3))
		s := f.dockAt("IN-4")
		s.must("scan", "AC-3001", "qty")
		s.refused("key", "1.5", "station.bad_qty")
		s.must("key", "2", "serial")
		s.must("scan", "S1", "serial")
		s.refused("scan", "S1", "inbound.serial_twice")
		s.must("scan", "S2", "item")
		s.must("scan", "AC-3001", "qty")
		s.must("key", "1", "serial")
		s.refused("scan", "S2", "stock.serial_duplicate")
		s.must("scan", "S3", "item")
		free := f.start("receive_no_order")
		free.must("scan", "ACME", "staging")
		free.must("scan", "R-02", "item")
		free.must("scan", "AC-3001", "qty")
		free.must("key", "1", "serial")
		free.refused("scan", "S2", "stock.serial_duplicate")

		put := f.start("shelve_no_order")
		put.must("scan", "R-01", "item")
		put.must("scan", "AC-3001", "qty")
		put.must("key", "2", "serial")
		put.refused("scan", "S9", "stock.serial_elsewhere")
		put.must("scan", "S3", "serial")
		put.must("scan", "S1", "position")
		put.must("scan", "A-01-01-1", "item")
	})
}

func TestFinishIsTakenBack(t *testing.T) {
	inbound(t, func(f *floor) {
		notice := f.unload("ACME", "IN-5", line("AC-1001", 2))
		s, other := f.dockAt("IN-5"), f.dockAt("IN-5")
		s.must("form", m{"item": "AC-1001", "qty": 2}, "item")
		s.must("button", "finish", "done")
		f.state("asn", notice, "counted")
		other.refused("form", m{"item": "AC-1001", "qty": 1}, "inbound.counted_already")
		other.must("button", "back", "staging")
		s.must("undo", m{"seq": s.seq}, "item")
		f.state("asn", notice, "counting")
		s.must("button", "finish", "done")
		s.refused("scan", "IN-5", "inbound.counted_already")
	})
}

func TestShelvingBesideReceiving(t *testing.T) {
	inbound(t, func(f *floor) {
		notice := f.unload("ACME", "IN-6", line("AC-1001", 2))
		s := f.dockAt("IN-6")
		s.must("form", m{"item": "AC-1001", "qty": 2}, "item")
		put := f.start("shelve_no_order")
		put.must("scan", "R-01", "item")
		put.must("form", m{"item": "AC-1001", "qty": 2, "position": "A-01-01-1"}, "done")
		s.refused("undo", m{"seq": s.seq}, "stock.not_enough")
		s.must("button", "finish", "done")
		f.state("asn", notice, "done")
		put.must("undo", m{"seq": put.seq}, "item")
		f.state("asn", notice, "counted")
		put.must("form", m{"item": "AC-1001", "qty": 1, "position": "A-01-01-1"}, "item")
		f.state("asn", notice, "shelving")
		put.must("form", m{"item": "AC-1001", "qty": 1, "position": "A-01-01-2"}, "done")
		f.state("asn", notice, "done")
	})
}

func TestShelvingOrderIsReversed(t *testing.T) {
	inbound(t, func(f *floor) {
		first := f.unload("ACME", "IN-7", line("AC-1001", 2))
		second := f.unload("GLOBEX", "IN-8", line("GX-01", 3))
		for number, form := range map[string]m{"IN-7": {"item": "AC-1001", "qty": 2}, "IN-8": {"item": "GX-01", "qty": 3}} {
			s := f.dockAt(number)
			s.must("form", form, "item")
			s.must("button", "finish", "done")
		}
		put := f.start("shelve_no_order")
		put.refused("scan", "A-01-01-1", "inbound.other_use")
		put.must("scan", "R-01", "item")
		put.refused("form", m{"item": "6900000001001", "qty": 2, "position": "A-01-01-1"}, "station.choose")
		put.must("scan", "6900000001001", "choose") // of both owners
		put.must("key", put.choose("Globex Imports × 3"), "qty")
		put.offers("3", "3")
		put.must("key", "3", "position")
		put.must("scan", "A-01-01-1", "item")
		put.must("form", m{"item": "6900000001001", "qty": 2, "position": "A-01-01-2"}, "done")
		f.state("asn", first, "done")
		f.state("asn", second, "done")

		order := f.find("shelve_order", "consignor_id.code", "GLOBEX")
		f.act("shelve_order", id(order), "reverse", m{"reason": "wrong bin"})
		f.state("asn", second, "counted")
		f.state("asn", first, "done")
		receipt := f.find("receipt", "asn_id", second)
		f.act("receipt", id(receipt), "reverse", m{"reason": "wrong goods"})
		f.lines("asn", second, "received_qty", 0)
		f.state("asn", second, "unloading")
		again := f.dockAt("IN-8")
		again.must("form", m{"item": "GX-01", "qty": 3}, "item")
		again.must("button", "finish", "done")
		f.state("asn", second, "counted")
		other := f.find("receipt", "asn_id", first)
		if answer := f.try("data/receipt/act", m{"name": "reverse", "id": id(other), "params": m{"reason": "late"}}); answer.Result {
			f.Error("a receipt whose goods are shelved is reversed")
		}
	})
}

func TestNoticesOfOneNumberAreChosen(t *testing.T) {
	inbound(t, func(f *floor) {
		f.unload("ACME", "IN-9", line("AC-1001", 1))
		f.unload("GLOBEX", "IN-9", line("GX-02", 1))
		s := f.start("receive_by_order")
		s.must("scan", "IN-9", "choose")
		s.must("button", "back", "order")
		s.must("scan", "IN-9", "choose")
		s.must("key", s.choose("Globex Imports"), "staging")
		s.must("scan", "R-01", "item")
		s.refused("scan", "AC-1001", "station.code_unknown")
		s.must("scan", "GX-02", "qty")
	})
}

func TestPickedGoodsAreNotShelved(t *testing.T) {
	inbound(t, func(f *floor) {
		f.receive()
		f.shelve()
		f.pick(f.order())
		f.start("shelve_no_order").refused("scan", "TOTE-7", "inbound.empty_source")
	})
}

func TestManyReceiveOneLine(t *testing.T) {
	inbound(t, func(f *floor) {
		notice := f.unload("ACME", "IN-10", line("AC-1001", 10))
		stations := make([]*station, 5)
		for i := range stations {
			stations[i] = f.dockAt("IN-10")
		}
		var done sync.WaitGroup
		for _, s := range stations {
			done.Go(func() { s.input("form", m{"item": "AC-1001", "qty": 3}) })
		}
		done.Wait()
		f.lines("asn", notice, "received_qty", 9)
	})
}
