package road

import (
	"context"
	"encoding/json"
	"fmt"
	"math"
	"slices"
	"testing"

	"github.com/wareloom/wareloom/engine/store"
)

// totals asks a report as its screen does and gives the figures in its foot.
func (f *floor) totals(report string, params m) map[string]float64 {
	f.Helper()
	var answer struct{ Totals map[string]float64 }
	f.Ask("report/"+report+"/query", m{"params": params}).Into(f, &answer)
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
	f.Ask("home/get", m{}).Into(f, &page)
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
	each(t, func(f *floor) {
		week := f.card("received_week")
		f.Unload("ACME", "IN-N", line("AC-1001", 20))
		s := f.DockAt("IN-N")
		s.Must("form", m{"item": "AC-1001", "qty": 10}, "item")
		s.Must("undo", m{"seq": s.Seq}, "item")
		s.Must("form", m{"item": "AC-1001", "qty": 10}, "item")
		s.Must("button", "finish", "acknowledge")
		s.Must("form", m{"confirmed": true}, "done")
		put := f.Start("shelve_no_order")
		put.Must("scan", "R-01", "item")
		put.Must("form", m{"item": "AC-1001", "qty": 10, "position": "A-01-01-1"}, "done")

		f.picked("ACME", "ROAD-1", line("AC-1001", 2), line("AC-1001", 2))
		bench := f.verifying("ROAD-1")
		bench.Must("form", m{"item": "AC-1001", "qty": 4}, "box")
		bench.Must("button", "skip", "weight")
		bench.Must("button", "skip", "order")
		parcel := f.Find("package", "sale_order_id.ext_no", "ROAD-1")
		f.send(fmt.Sprint(parcel["package_no"]))
		f.Act("package", id(parcel), "cancel_ship", m{"reason": "wrong lorry"})
		f.Start("send_check").Must("scan", parcel["package_no"], "package")

		goods := m{"product_id": []any{id(f.Find("product", "sku", "AC-1001"))}}
		owner := m{"consignor_id": []any{id(f.Find("consignor", "code", "ACME"))}}
		want := map[string]struct {
			params     m
			moves, qty float64
		}{
			"receiving_detail": {goods, 1, 10}, "receiving_summary": {owner, 1, 10}, "outbound_detail": {goods, 2, 4},
			"ranking_in": {owner, 1, 10}, "ranking_out": {owner, 2, 4},
		}
		f.rates(owner)
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
	f.Ask("data/"+table+"/query", m{"list": table, "filter": filter, "size": 200}).Into(f, &page)
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

// rates holds the figures that are made of figures against those.
func (f *floor) rates(owner m) {
	f.Helper()
	f.earlier(`UPDATE asn SET arrived_at = arrived_at - 9000000`, `UPDATE pick_bill SET taken_at = taken_at - 4500000`)
	dock := f.totals("dock_to_stock", owner)
	hours := f.seconds(`SELECT done_at - arrived_at FROM asn WHERE done_at IS NOT NULL`) / 3600
	if dock["notices"] != 1 || math.Abs(dock["hours"]-hours) > 0.01 {
		f.Errorf("from dock to stock: %v, want one notice of %.2f hours", dock, hours)
	}
	picker := f.totals("picker_rate", m{})
	hours = f.seconds(`SELECT finished_at - taken_at FROM pick_bill WHERE finished_at IS NOT NULL`) / 3600
	if picker["bills"] != 1 || picker["tasks"] != 2 || math.Abs(picker["hours"]-hours) > 0.01 {
		f.Errorf("a picker's figures are %v, want one bill of two tasks in %.2f hours", picker, hours)
	}
	orders := f.totals("outbound_summary", owner)
	if want := 100 * orders["cancelled"] / (orders["orders"] + orders["cancelled"]); math.Abs(orders["cancel_rate"]-want) > 0.05 {
		f.Errorf("of %v orders %v %% were cancelled", orders, orders["cancel_rate"])
	}
	var answer struct{ Rows []m }
	f.Ask("report/ranking_out/query", m{"params": owner}).Into(f, &answer)
	share := 0.0
	for _, row := range answer.Rows {
		part, _ := row["share"].(float64)
		share += part
	}
	if math.Abs(share-100) > 0.1*float64(len(answer.Rows)+1) {
		f.Errorf("the shares of all make %v %%", share)
	}
}

// seconds reads a figure of milliseconds.
func (f *floor) seconds(question string) float64 { return float64(f.Count(question)) / 1000 }

// earlier has things begun earlier than they were.
func (f *floor) earlier(statements ...string) {
	f.Helper()
	err := f.Server.DB.Write(f.Context(), func(ctx context.Context, tx *store.Tx) error {
		for _, statement := range statements {
			if _, err := tx.Exec(ctx, statement); err != nil {
				return err
			}
		}
		return nil
	})
	if err != nil {
		f.Fatal(err)
	}
}
