package report_test

import (
	"encoding/json"
	"fmt"
	"strings"
	"testing"

	"github.com/wareloom/wareloom/engine/auth"
	"github.com/wareloom/wareloom/engine/fault"
	"github.com/wareloom/wareloom/engine/query"
	"github.com/wareloom/wareloom/engine/report"
)

// TestOtherDays asks for figures of the days before, until the end and just before those of
// a report, and for figures made of figures.
func TestOtherDays(t *testing.T) {
	t.Parallel()
	each(t, func(t *testing.T, b *bench) {
		system := b.Rights(auth.System("test"))
		week := []any{"2026-07-20", "2026-07-26"}
		tests := []struct {
			name   string
			params map[string]any
			rows   string
			totals string
		}{
			{"a week", map[string]any{"made_on": week}, "GLOB Globex:0/300/300/0/0/100/42.86 ACME Acme:21.5/0/21.5/2/0/0/0", "21.5/300/321.5/2/0/100"},
			{"a day", map[string]any{"made_on": []any{"2026-07-16", "2026-07-16"}}, "ACME Acme:1.5/20/21.5/1/1/100/20", "1.5/20/21.5/1/1/100"},
			{"a kind", map[string]any{"made_on": week, "kind": "fragile"}, "ACME Acme:20/0/20/1/0/<nil>/0", "20/0/20/1/0/<nil>"},
			{"until a day", map[string]any{"made_on": []any{nil, "2026-07-15"}}, "ACME Acme:0/1.5/1.5/0/0/100/<nil>", "0/1.5/1.5/0/0/100"},
			{"always", map[string]any{}, "GLOB Globex:0/4300/4300/0/0/99.5/<nil> ACME Acme:0/21.5/21.5/0/1/0.5/<nil>", "0/4321.5/4321.5/0/1/100"},
		}
		for _, tt := range tests {
			answer, err := b.run(t, system, "items_balance", tt.params)
			if err != nil {
				t.Fatalf("%s: %v", tt.name, err)
			}
			var rows []string
			for _, r := range answer.Rows {
				rows = append(rows, fmt.Sprint(r["customer_id__label"], ":", spelled(r, "before", "within", "until", "prior", "fragile", "share", "daily")))
			}
			totals := spelled(answer.Totals, "before", "within", "until", "prior", "fragile", "share")
			if got := strings.Join(rows, " "); got != tt.rows || totals != tt.totals {
				t.Errorf("%s:\n got %s, together %s\nwant %s, together %s", tt.name, got, totals, tt.rows, tt.totals)
			}
			b.ties(t, answer)
		}
	})
}

func spelled(row map[string]any, names ...string) string {
	var words []string
	for _, name := range names {
		words = append(words, fmt.Sprint(row[name]))
	}
	return strings.Join(words, "/")
}

// ties finds behind each figure the records that make it.
func (b *bench) ties(t *testing.T, answer *report.Answer) {
	t.Helper()
	system := b.Rights(auth.System("test"))
	for _, r := range append(answer.Rows, answer.Totals) {
		whole := r["_filter"]
		if whole == nil {
			whole = answer.Filter
		}
		for _, column := range answer.Columns {
			measure := map[string]query.Measure{"before": {Fn: query.Sum, Field: "price"}, "within": {Fn: query.Sum, Field: "price"}, "until": {Fn: query.Sum, Field: "price"}, "prior": {Fn: query.Count}, "fragile": {Fn: query.Count}}[column.Key]
			if measure.Fn == "" {
				continue
			}
			filter, err := json.Marshal(map[string]any{"and": []any{whole, map[string]any{"and": column.Only}}})
			if err != nil {
				t.Fatal(err)
			}
			measure.As = "n"
			found, err := b.reports.Query.Aggregate(t.Context(), system, "item", query.Aggregation{Filter: filter, Measures: []query.Measure{measure}})
			if err != nil || string(found.Bytes()) != fmt.Sprintf(`{"rows":[{"n":%s}],"totalIsFloor":false}`, r[column.Key]) {
				t.Errorf("%s of %v: %s (%v)", column.Key, r, found.Bytes(), err)
			}
		}
	}
}

// TestDaysThatAreNoneAreRefused: a report that has figures of other days takes a period, a
// range or nothing, and nothing that it would leave out silently.
func TestDaysThatAreNoneAreRefused(t *testing.T) {
	t.Parallel()
	each(t, func(t *testing.T, b *bench) {
		for _, value := range []any{"this_month", "2026-07-20", 17, []any{"2026-07-20"}, map[string]any{"ge": "2026-07-20"}, map[string]any{"period": "this_moon"}} {
			_, err := b.run(t, b.Rights(auth.System("test")), "items_balance", map[string]any{"made_on": value})
			if !fault.IsKey(err, "report.bad_period") {
				t.Errorf("%v: %v", value, err)
			}
		}
	})
}
