package transfers_test

import (
	"fmt"
	"testing"
)

// lots stocks two lots of AC-2002 in one bin, of which the second expires first.
func (f *floor) lots() {
	f.Helper()
	f.Stocked("ACME", "IN-L", []m{line("AC-2002", 4, "lot_no", "L1", "exp_date", "2031-01-31"), line("AC-2002", 5, "lot_no", "L2", "exp_date", "2030-01-31")},
		m{"item": "AC-2002", "qty": 4, "lot": "L1", "position": "A-01-01-2"}, m{"item": "AC-2002", "qty": 5, "lot": "L2", "position": "A-01-01-2"})
}

// toMexico makes a transfer of ACME from SH1 to MX1, and takes actions on it.
func (f *floor) toMexico(lines []m, actions ...string) (transfer int64, number string) {
	f.Helper()
	var made m
	f.Ask("data/transfer/save", m{"consignor_id": m{"code": "ACME"}, "warehouse_id": m{"code": "SH1"}, "to_warehouse_id": m{"code": "MX1"}, "lines": lines}).Into(f, &made)
	for _, action := range actions {
		f.Act("transfer", id(made), action, nil)
	}
	return id(made), fmt.Sprint(made["doc_no"])
}

// reserved is how many pieces of a lot are kept for a document.
func (f *floor) reserved(lot string) int64 {
	f.Helper()
	return f.Count(`SELECT CAST(COALESCE(SUM(q.reserved), 0) AS BIGINT) FROM quant q JOIN lot l ON l.id = q.lot_id WHERE l.lot_no = ?`, lot) / 1000
}

func (f *floor) keeps(first, second int64) {
	f.Helper()
	if a, b := f.reserved("L1"), f.reserved("L2"); a != first || b != second {
		f.Errorf("kept are %d of L1 and %d of L2, want %d and %d", a, b, first, second)
	}
}

// TestATransferKeepsWhatExpiresFirst: or the lot that a line names; what is not audited any
// more, or cancelled, is free again, and what is not there is told.
func TestATransferKeepsWhatExpiresFirst(t *testing.T) {
	each(t, func(f *floor) {
		f.lots()
		transfer, _ := f.toMexico([]m{line("AC-2002", 3), line("AC-2002", 4)}, "submit", "audit")
		f.keeps(2, 5)
		f.Lines("transfer", transfer, "allocated_qty", 3, 4)
		f.Act("transfer", transfer, "unaudit", nil)
		f.keeps(0, 0)
		f.Lines("transfer", transfer, "allocated_qty", 0, 0)
		f.Act("transfer", transfer, "audit", nil)
		f.Act("transfer", transfer, "pick", nil)
		f.Act("transfer", transfer, "cancel", nil)
		f.keeps(0, 0)

		named, _ := f.toMexico([]m{line("AC-2002", 4, "lot_no", "L1")}, "submit", "audit")
		f.keeps(4, 0)
		more, _ := f.toMexico([]m{line("AC-2002", 1, "lot_no", "L1")}, "submit")
		f.Refuses("transfer", more, "audit", nil, "AC-2002")
		f.Act("transfer", named, "cancel", nil)
		f.Act("transfer", more, "audit", nil)
		f.keeps(1, 0)
	})
}

// TestWhatWasNotPickedStays: less than was kept is sent, the rest is free; nothing at all
// is not sent.
func TestWhatWasNotPickedStays(t *testing.T) {
	each(t, func(f *floor) {
		f.lots()
		transfer, number := f.toMexico([]m{line("AC-2002", 7)}, "submit", "audit", "pick")
		_, lines := f.Read("transfer", transfer)
		picked := func(qty int) {
			f.Ask("data/transfer/save", m{"id": transfer, "lines": []m{{"id": lines[0]["id"], "picked_qty": qty}}})
		}
		picked(0)
		f.MustNot("data/transfer/act", m{"name": "ship", "id": transfer}, "icked")
		picked(6)
		f.Act("transfer", transfer, "ship", nil)
		f.keeps(0, 0)
		f.Lines("transfer", transfer, "transit_qty", 6)

		other, _ := f.toMexico([]m{line("AC-2002", 1)})
		_, others := f.Read("transfer", other)
		lose := func(line any, qty int) m {
			return m{"line_id": line, "qty": qty, "reason": "lost"}
		}
		f.MustNot("data/transfer/act", m{"name": "lose", "id": transfer, "params": lose(others[0]["id"], 1)}, "line")
		f.MustNot("data/transfer/act", m{"name": "lose", "id": transfer, "params": lose(lines[0]["id"], 7)}, "6")
		f.Act("transfer", transfer, "lose", lose(lines[0]["id"], 2))
		f.State("transfer", transfer, "partly_received")

		s := f.enterAt()
		s.Must("scan", number, "item")
		s.Must("scan", "AC-2002", "qty") // of L2: one of each lot is lost
		s.Offers("4", "4")
		s.Must("key", "4", "target")
		s.Must("scan", "MX-A-01-01-1", "done")
		f.State("transfer", transfer, "received")
	})
}

// TestNumbersOfPiecesTravel: those that are named leave, and come in as they are scanned.
func TestNumbersOfPiecesTravel(t *testing.T) {
	each(t, func(f *floor) {
		f.Stocked("ACME", "IN-S", []m{line("AC-3001", 3)}, m{"item": "AC-3001", "qty": 3, "serials": []string{"S1", "S2", "S3"}, "position": "A-01-01-3"})
		transfer, number := f.toMexico([]m{line("AC-3001", 2)}, "submit", "audit", "pick")
		f.Refuses("transfer", transfer, "ship", nil, "AC-3001")
		_, lines := f.Read("transfer", transfer)
		f.Ask("data/transfer/save", m{"id": transfer, "lines": []m{{"id": lines[0]["id"], "serials": []string{"S1", "S3"}}}})
		f.Act("transfer", transfer, "ship", nil)
		left := `SELECT COUNT(*) FROM serial n JOIN quant q ON q.id = n.quant_id JOIN position p ON p.id = q.position_id WHERE p.code = ? AND n.serial_no = ?`
		if f.Count(left, "A-01-01-3", "S2") != 1 || f.Count(left, "A-01-01-3", "S1") != 0 {
			t.Error("another piece left than was named")
		}
		s := f.enterAt()
		s.Must("scan", number, "item")
		s.Must("scan", "AC-3001", "qty")
		s.Must("key", "1", "serial")
		if result := s.Input("scan", "S2"); result["ok"] == true {
			t.Error("a piece comes in that stayed")
		}
		s.Must("scan", "S3", "target")
		s.Must("scan", "MX-A-01-01-1", "item")
		if f.Count(left, "MX-A-01-01-1", "S3") != 1 {
			t.Error("the piece does not lie where it was put")
		}
		s.Must("undo", m{"seq": s.Seq}, "target")
		s.Must("button", "back", "item")
		s.Must("form", m{"item": "AC-3001", "qty": 2, "serials": []string{"S1", "S3"}, "position": "MX-A-01-01-1"}, "done")
		f.State("transfer", transfer, "received")
	})
}
