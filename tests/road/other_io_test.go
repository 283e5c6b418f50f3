package road

import "testing"

// A stock document that is metadata alone: what it posts, what it refuses, and how
// it is taken back.
func TestOtherMovements(t *testing.T) {
	each(t, func(f *floor) {
		at := func(qty int) []m {
			return []m{line("AC-1001", qty, "position_id", m{"code": "A-01-01-1"})}
		}
		opening := f.Other("in", "opening", at(10), "audit", "post")
		f.State("other_io", opening, "posted")
		f.Holds("A-01-01-1", 10)

		f.Other("out", "scrap", at(4), "audit", "post")
		f.Holds("A-01-01-1", 6)
		many := f.Other("out", "internal", at(7), "audit")
		f.Wont("data/other_io/act", m{"name": "post", "id": many}, "6")
		f.Wont("data/other_io/act", m{"name": "reverse", "id": opening, "params": m{"reason": "twice"}}, "6")
		f.Holds("A-01-01-1", 6)

		gift := f.Other("in", "gift", at(2), "audit", "post")
		f.Act("other_io", gift, "reverse", m{"reason": "not ours"})
		f.State("other_io", gift, "reversed")
		f.Holds("A-01-01-1", 6)
	})
}

func TestOtherMovementsSayTheirKind(t *testing.T) {
	each(t, func(f *floor) {
		for kind, direction := range map[string]string{"scrap": "in", "internal": "in", "opening": "out", "found": "out"} {
			f.Wont("data/other_io/save", m{
				"direction": direction, "io_type": kind, "consignor_id": m{"code": "ACME"}, "warehouse_id": m{"code": "SH1"},
				"lines": []m{line("AC-1001", 1, "position_id", m{"code": "A-01-01-1"})},
			}, "choose another")
		}
	})
}
