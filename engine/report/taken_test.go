package report_test

import (
	"encoding/json"
	"fmt"
	"strings"
	"testing"

	"github.com/wareloom/wareloom/engine/auth"
	"github.com/wareloom/wareloom/engine/query"
	"github.com/wareloom/wareloom/engine/report"
)

// TestTaken lays the figures of another report and of the week before beside those of days,
// and finds behind each figure as many records as it counts.
func TestTaken(t *testing.T) {
	t.Parallel()
	each(t, func(t *testing.T, b *bench) {
		week := []any{"2026-07-20", "2026-07-26"}
		for _, tt := range []struct {
			name   string
			params map[string]any
			rows   string
			totals string
		}{
			{"a week", map[string]any{"made_on": week}, "2026-07-22:0/0/1/-1 2026-07-23:1/1/1/0 2026-07-24:1/0/0/1", "2/1/2"},
			{"what the other does not know", map[string]any{"made_on": week, "kind": "fragile"}, "2026-07-23:0/<nil>/1/-1", "0/<nil>/1"},
			{"days without a beginning", map[string]any{"made_on": []any{nil, "2026-07-23"}}, "2026-07-15:1/0/0/1 2026-07-16:1/0/0/1 2026-07-22:0/0/1/-1 2026-07-23:1/1/1/0", "3/1/2"},
		} {
			answer, err := b.run(t, b.Rights(auth.System("test")), "items_per_day", tt.params)
			if err != nil {
				t.Fatalf("%s: %v", tt.name, err)
			}
			var rows []string
			for _, r := range answer.Rows {
				rows = append(rows, fmt.Sprint(r["made_on:day"], ":", spelled(r, "n", "dear", "last_week", "more")))
			}
			if got, totals := strings.Join(rows, " "), spelled(answer.Totals, "n", "dear", "last_week"); got != tt.rows || totals != tt.totals {
				t.Errorf("%s:\n got %s, together %s\nwant %s, together %s", tt.name, got, totals, tt.rows, tt.totals)
			}
			if drawn := len(answer.Chart.Rows); drawn != len(answer.Rows) {
				t.Errorf("%s: %d of %d groups are drawn", tt.name, drawn, len(answer.Rows))
			}
			b.takenTies(t, answer)
		}
	})
}

// takenTies finds behind each figure of another report the records that make it.
func (b *bench) takenTies(t *testing.T, answer *report.Answer) {
	t.Helper()
	for _, column := range answer.Columns {
		if !column.Taken {
			continue
		}
		b.counts(t, column.Filter, answer.Totals[column.Key])
		for _, r := range answer.Rows {
			if behind, ok := r["_taken"].(map[string]any); ok && behind[column.Key] != nil {
				b.counts(t, behind[column.Key], r[column.Key])
			}
		}
	}
}

// counts holds that so many records pass a filter; of a figure that is not told there is no filter.
func (b *bench) counts(t *testing.T, filter, want any) {
	t.Helper()
	text, err := json.Marshal(filter)
	if err != nil || want == nil {
		return
	}
	found, err := b.reports.Query.Aggregate(t.Context(), b.Rights(auth.System("test")), "item", query.Aggregation{Filter: text, Measures: []query.Measure{{Fn: query.Count, As: "n"}}})
	if err != nil || string(found.Bytes()) != fmt.Sprintf(`{"rows":[{"n":%v}],"totalIsFloor":false}`, want) {
		t.Errorf("%s counts %v, but leads to %s (%v)", text, want, found.Bytes(), err)
	}
}
