package road

import "testing"

// other makes a document of goods that come or go for other reasons than an order,
// and takes actions on it.
func (f *floor) other(direction, kind string, lines []m, actions ...string) int64 {
	f.Helper()
	var made m
	f.ask("data/other_io/save", m{
		"direction": direction, "io_type": kind, "consignor_id": m{"code": "ACME"}, "warehouse_id": m{"code": "SH1"}, "lines": lines,
	}).Into(f, &made)
	for _, action := range actions {
		f.act("other_io", id(made), action, nil)
	}
	return id(made)
}

// holds wants a position to hold so many pieces that nobody has reserved.
func (f *floor) holds(position string, want float64) {
	f.Helper()
	var page struct{ Rows []m }
	f.ask("data/quant/query", m{"filter": m{"field": "position_id.code", "op": "eq", "value": position}}).Into(f, &page)
	var got float64
	for _, row := range page.Rows {
		got += row["available"].(float64)
	}
	if got != want {
		f.Errorf("%s holds %v, want %v", position, got, want)
	}
}

// A stock document that is metadata alone: what it posts, what it refuses, and how
// it is taken back.
func TestOtherMovements(t *testing.T) {
	inbound(t, func(f *floor) {
		at := func(qty int) []m {
			return []m{line("AC-1001", qty, "position_id", m{"code": "A-01-01-1"})}
		}
		opening := f.other("in", "opening", at(10), "audit", "post")
		f.state("other_io", opening, "posted")
		f.holds("A-01-01-1", 10)

		f.other("out", "scrap", at(4), "audit", "post")
		f.holds("A-01-01-1", 6)
		many := f.other("out", "internal", at(7), "audit")
		f.wont("data/other_io/act", m{"name": "post", "id": many}, "6")
		f.wont("data/other_io/act", m{"name": "reverse", "id": opening, "params": m{"reason": "twice"}}, "6")
		f.holds("A-01-01-1", 6)

		gift := f.other("in", "gift", at(2), "audit", "post")
		f.act("other_io", gift, "reverse", m{"reason": "not ours"})
		f.state("other_io", gift, "reversed")
		f.holds("A-01-01-1", 6)
	})
}

func TestOtherMovementsSayTheirKind(t *testing.T) {
	inbound(t, func(f *floor) {
		for kind, direction := range map[string]string{"scrap": "in", "internal": "in", "opening": "out", "found": "out"} {
			f.wont("data/other_io/save", m{
				"direction": direction, "io_type": kind, "consignor_id": m{"code": "ACME"}, "warehouse_id": m{"code": "SH1"},
				"lines": []m{line("AC-1001", 1, "position_id", m{"code": "A-01-01-1"})},
			}, "choose another")
		}
	})
}
