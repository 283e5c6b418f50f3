package days

import (
	"maps"
	"slices"
	"strings"
	"time"

	"github.com/wareloom/wareloom/engine/cmd/wareloom/apptest"
)

// look compares every figure that people see with the test's own count, and proves
// the invariants.
func (f *floor) look() {
	f.Helper()
	for name, want := range f.wants() {
		if got := f.latest[name] - f.before[name]; got != want {
			f.Errorf("after %d operations %s says %v, want %v", f.steps, name, got, want)
		}
	}
	report, err := f.server.Verify(f.Context())
	if err != nil {
		f.Fatal(err)
	}
	for _, one := range report.Invariants {
		if !one.OK {
			f.Errorf("after %d operations %s is broken: %v", f.steps, one.Key, one.Breaches)
		}
	}
}

// wants are the figures as the test counted them, by where they stand.
func (f *floor) wants() map[string]float64 {
	f.Helper()
	f.latest = f.figures()
	c := f.count
	want := map[string]float64{}
	for _, place := range []string{"stock_detail", "stock_per_product", "stock_per_position", "ledger", "home on_hand"} {
		want[place] = c.onHand()
	}
	for _, q := range stock {
		want[q.name("on_hand")] = c.onHand()
	}
	for _, q := range receiving {
		want[q.name("qty")], want[q.name("moves")] = c.received, c.receivedLines
	}
	for _, q := range sending {
		want[q.name("qty")], want[q.name("moves")] = c.sent, c.sentLines
	}
	for _, q := range picking {
		want[q.name("qty")] = c.picked
	}
	want[question{report: "outbound_summary"}.name("qty")] = c.ordered
	want["shelf_life without its list"] = 0
	want["owners on_hand"] = c.onHand()
	want["finance pieces_today"] = c.sent
	want["home received_week"] = c.received
	want["home pieces_today"] = c.sent
	if !f.sameDay() {
		maps.DeleteFunc(want, func(name string, _ float64) bool {
			return strings.Contains(name, "today") || strings.Contains(name, "this_")
		})
	}
	return want
}

// question is a report as a screen asks it.
type question struct {
	report string
	period string // of its days; "" asks as the screen opens
}

// name is what a figure of the question is called.
func (q question) name(as string) string { return q.report + " " + q.period + " " + as }

// ranking is a ranking with each of its periods.
func ranking(report string) []question {
	return []question{{report, "today"}, {report, "this_week"}, {report, "this_month"}, {report, "this_year"}}
}

var (
	receiving = append(ranking("ranking_in"), question{report: "receiving_detail"}, question{report: "receiving_summary"})
	sending   = append(ranking("ranking_out"), question{report: "outbound_detail"})
	stock     = []question{{report: "stock_summary"}, {report: "stock_age"}}
	picking   = []question{{report: "picking_detail"}, {report: "picker_workload"}}
	rest      = []question{{report: "outbound_summary"}, {report: "shelf_life"}}
)

// figures asks for every figure as its screen does.
func (f *floor) figures() map[string]float64 {
	f.Helper()
	all := map[string]float64{}
	for _, q := range slices.Concat(receiving, sending, stock, picking, rest) {
		body := m{}
		if q.period != "" {
			body["params"] = m{"at": m{"period": q.period}}
		}
		var answer struct{ Totals map[string]float64 }
		f.ask("report/"+q.report+"/query", body, &answer)
		for as, value := range answer.Totals {
			all[q.name(as)] = value
		}
	}
	all["stock_detail"] = f.listed("quant", "stock_detail", "on_hand")
	all["stock_per_product"] = f.listed("quant", "stock_per_product", "on_hand", "product_id", "product_id.name", "consignor_id")
	all["stock_per_position"] = f.listed("quant", "stock_per_position", "on_hand", "position_id", "position_id.storage_area_id", "warehouse_id")
	all["ledger"] = f.listed("stock_move", "stock_move", "qty")
	dated := m{"and": []m{{"field": "exp_date", "op": "notnull"}, {"field": "on_hand", "op": "gt", "value": 0}}}
	all["shelf_life without its list"] = all[question{report: "shelf_life"}.name("on_hand")] - f.listedOf("quant", "stock_detail", "on_hand", dated)
	for key, value := range f.home(f.session) {
		all["home "+key] = value
	}
	all["finance pieces_today"] = f.home(f.others["finance"])["pieces_today"]
	all["owners on_hand"] = f.home(f.others["acme"])["on_hand"] + f.home(f.others["globex"])["on_hand"]
	return all
}

// listed adds up a column of a list over its groups.
func (f *floor) listed(table, list, field string, group ...string) float64 {
	f.Helper()
	return f.listedOf(table, list, field, nil, group...)
}

// listedOf adds up a column of the rows of a list that a filter leaves.
func (f *floor) listedOf(table, list, field string, filter m, group ...string) float64 {
	f.Helper()
	var page struct{ Rows []m }
	f.ask("data/"+table+"/aggregate", m{"list": list, "filter": filter, "group": group, "measures": []m{{"field": field, "fn": "sum", "as": "sum"}}, "size": 5000}, &page)
	total := 0.0
	for _, row := range page.Rows {
		total += number(row["sum"])
	}
	return total
}

// home gives the figures of somebody's home page.
func (f *floor) home(who *apptest.Session) map[string]float64 {
	f.Helper()
	defer func(was *apptest.Session) { f.session = was }(f.session)
	f.session = who
	var page struct {
		Cards []struct {
			Figures []struct {
				Key   string
				Value float64
			}
		}
	}
	f.ask("home/get", m{}, &page)
	all := map[string]float64{}
	for _, card := range page.Cards {
		for _, figure := range card.Figures {
			all[figure.Key] = figure.Value
		}
	}
	return all
}

// sameDay reports whether the days began today, wherever today is asked for; what
// happened before midnight is not of today any more.
func (f *floor) sameDay() bool {
	now := time.Now()
	for _, zone := range []*time.Location{time.UTC, time.FixedZone("SH1", 8*60*60), time.Local} {
		if now.In(zone).Format(time.DateOnly) != f.began.In(zone).Format(time.DateOnly) {
			return false
		}
	}
	return true
}
