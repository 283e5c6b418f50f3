package road

import (
	"encoding/json"
	"fmt"
	"slices"
	"testing"
)

// totals asks a report as its screen does and gives the figures in its foot.
func (f *floor) totals(report string, params m) map[string]float64 {
	f.Helper()
	var answer struct{ Totals map[string]float64 }
	f.ask("report/"+report+"/query", m{"params": params}).Into(f, &answer)
	return answer.Totals
}

// card gives a figure of one's home.
func (f *floor) card(key string) float64 {
	f.Helper()
	var page struct {
		Cards []struct {
			Figures []struct {
				Key   string
				Value json.Number
			}
		}
	}
	f.ask("home/get", m{}).Into(f, &page)
	for _, card := range page.Cards {
		for _, figure := range card.Figures {
			if figure.Key != key {
				continue
			}
			value, err := figure.Value.Float64()
			if err != nil {
				f.Fatalf("figure %s shows %q", key, figure.Value)
			}
			return value
		}
	}
	f.Fatalf("home has no figure %s", key)
	return 0
}

// An undone receipt is no receipt, and goods that were sent, taken back and sent
// again were sent once.
func TestFiguresAreNetOfWhatWasTakenBack(t *testing.T) {
	inbound(t, func(f *floor) {
		week := f.card("received_week")
		f.unload("ACME", "IN-N", line("AC-1001", 20))
		s := f.dockAt("IN-N")
		s.must("form", m{"item": "AC-1001", "qty": 10}, "item")
		s.must("undo", m{"seq": s.seq}, "item")
		s.must("form", m{"item": "AC-1001", "qty": 10}, "item")
		s.must("button", "finish", "acknowledge")
		s.must("form", m{"confirmed": true}, "done")
		put := f.start("shelve_no_order")
		put.must("scan", "R-01", "item")
		put.must("form", m{"item": "AC-1001", "qty": 10, "position": "A-01-01-1"}, "done")

		f.picked("ACME", "ROAD-1", line("AC-1001", 2), line("AC-1001", 2))
		bench := f.verifying("ROAD-1")
		bench.must("form", m{"item": "AC-1001", "qty": 4}, "box")
		bench.must("button", "skip", "weight")
		bench.must("button", "skip", "order")
		parcel := f.find("package", "sale_order_id.ext_no", "ROAD-1")
		f.send(fmt.Sprint(parcel["package_no"]))
		f.act("package", id(parcel), "cancel_ship", m{"reason": "wrong lorry"})
		f.start("send_check").must("scan", parcel["package_no"], "package")

		goods := m{"product_id": []any{id(f.find("product", "sku", "AC-1001"))}}
		owner := m{"consignor_id": []any{id(f.find("consignor", "code", "ACME"))}}
		want := map[string]struct {
			params     m
			moves, qty float64
		}{
			"receiving_detail": {goods, 1, 10}, "receiving_summary": {owner, 1, 10}, "outbound_detail": {goods, 2, 4},
			"ranking_in": {owner, 1, 10}, "ranking_out": {owner, 2, 4},
		}
		for report, w := range want {
			if got := f.totals(report, w.params); got["qty"] != w.qty || got["moves"] != w.moves {
				f.Errorf("%s says %v, want %v pieces on %v lines", report, got, w.qty, w.moves)
			}
		}
		if got := f.card("received_week") - week; got != 10 {
			f.Errorf("the home page says that %v pieces were received, want 10", got)
		}
		f.behind("stock_move", m{"field": "code", "op": "in", "value": []string{"RCV", "SHP"}}, "net_qty", 10, 10, -10, 2, 2, -2, -2, 2, 2)
	})
}

// behind wants the records behind a figure to have these values, in any order.
func (f *floor) behind(table string, filter m, field string, want ...float64) {
	f.Helper()
	var page struct{ Rows []m }
	f.ask("data/"+table+"/query", m{"list": table, "filter": filter, "size": 200}).Into(f, &page)
	var got []float64
	for _, row := range page.Rows {
		n, _ := row[field].(float64)
		got = append(got, n)
	}
	slices.Sort(got)
	slices.Sort(want)
	if !slices.Equal(got, want) {
		f.Errorf("%s has %s %v, want %v", table, field, got, want)
	}
}
