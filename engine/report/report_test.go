package report_test

import (
	"context"
	"encoding/json"
	"fmt"
	"strings"
	"testing"
	"time"

	"github.com/shopspring/decimal"

	"github.com/wareloom/wareloom/engine/access"
	"github.com/wareloom/wareloom/engine/access/accesstest"
	"github.com/wareloom/wareloom/engine/auth"
	"github.com/wareloom/wareloom/engine/enginetest"
	"github.com/wareloom/wareloom/engine/fault"
	"github.com/wareloom/wareloom/engine/query"
	"github.com/wareloom/wareloom/engine/report"
	"github.com/wareloom/wareloom/engine/store"
)

type row = accesstest.Row

// east is eight hours ahead: the evening of the last of June is July there.
var east = time.FixedZone("east", 8*3600)

// bench is the world with reports over it.
type bench struct {
	*accesstest.World
	reports      *report.Reports
	acme, globex int64
	sun          int64
}

// each runs a test over the same records on both databases.
func each(t *testing.T, run func(t *testing.T, b *bench)) {
	t.Helper()
	enginetest.EachDB(t, func(t *testing.T, db *store.DB) {
		b := &bench{World: accesstest.New(t, db)}
		if err := db.Migrate(t.Context(), query.Migrations()); err != nil {
			t.Fatal(err)
		}
		zone := func(context.Context, auth.Actor) *time.Location { return east }
		now := func() time.Time { return time.Date(2026, 7, 15, 20, 0, 0, 0, time.UTC) }
		b.reports = &report.Reports{Query: query.New(db, query.Options{Zone: zone}), Zone: zone, Now: now}
		b.fill()
		run(t, b)
	})
}

func (b *bench) fill() {
	b.Insert("user", row{"id": int64(1), "account": "u", "true_name": "Uma", "user_type": "user"})
	b.acme = b.Insert("customer", row{"code": "ACME", "name": "Acme"})
	b.globex = b.Insert("customer", row{"code": "GLOB", "name": "Globex"})
	b.sun = b.Insert("brand", row{"name": "Sun"})
	june := time.Date(2026, 6, 30, 17, 0, 0, 0, time.UTC)
	for i, it := range []row{
		{"customer_id": b.acme, "code": "A", "made_on": "2026-07-15", "brand_id": b.sun, "seen_at": june, "price": decimal.RequireFromString("1.50"), "kind": "plain"},
		{"customer_id": b.acme, "code": "B", "made_on": "2026-07-16", "brand_id": b.sun, "seen_at": june.AddDate(0, 0, -9), "price": decimal.RequireFromString("20"), "kind": "fragile"},
		{"customer_id": b.globex, "code": "C", "made_on": "2026-07-23", "seen_at": june.AddDate(-1, 0, 0), "price": decimal.RequireFromString("300")},
		{"customer_id": b.globex, "code": "D", "made_on": "2026-07-24", "seen_at": june},
		{"customer_id": b.globex, "code": "E", "seen_at": june, "price": decimal.RequireFromString("4000")},
	} {
		id := b.Insert("item", it)
		order := b.Insert("order", row{"customer_id": it["customer_id"], "code": fmt.Sprint(i), "status": "open"})
		b.Insert("order_line", row{"order_id": order, "line_no": int64(1), "item_id": id, "qty": decimal.NewFromInt(1)})
	}
}

func (b *bench) run(t *testing.T, rights *access.Rights, key string, params map[string]any) (answer *report.Answer, err error) {
	t.Helper()
	err = b.DB.Read(t.Context(), func(ctx context.Context, tx *store.Tx) (err error) {
		answer, err = b.reports.Run(ctx, tx, rights, report.Ask{Report: key, Params: params, Language: "en"})
		return err
	})
	return answer, err
}

// TestRun asks with and without parameters, as one who sees all and as one who
// sees his own.
func TestRun(t *testing.T) {
	t.Parallel()
	each(t, func(t *testing.T, b *bench) {
		client := b.Rights(accesstest.Client(7, b.acme, b.Role("client", accesstest.Grant{Menus: []int{92}})))
		system := b.Rights(auth.System("test"))
		tests := []struct {
			name   string
			rights *access.Rights
			params map[string]any
			rows   string
			totals string
		}{
			{"this year", system, nil, `2026-07-01/<nil>/1/4000 2026-06-01/Sun/1/20 2026-07-01/Sun/1/1.5`, `map[n:3 price:4021.5]`},
			{"all", system, map[string]any{}, `2026-07-01/<nil>/1/4000 2025-07-01/<nil>/1/300 2026-06-01/Sun/1/20 2026-07-01/Sun/1/1.5`, `map[n:4 price:4321.5]`},
			{"a choice", system, map[string]any{"kind": "fragile"}, `2026-06-01/Sun/1/20`, `map[n:1 price:20]`},
			{"open range", system, map[string]any{"seen_at": []any{"2026-07-01", nil}}, `2026-07-01/<nil>/1/4000 2026-07-01/Sun/1/1.5`, `map[n:2 price:4001.5]`},
			{"one's own", client, nil, `2026-06-01/Sun/1/20 2026-07-01/Sun/1/1.5`, `map[n:2 price:21.5]`},
		}
		for _, tt := range tests {
			answer, err := b.run(t, tt.rights, "items_per_month", tt.params)
			if err != nil {
				t.Errorf("%s: %v", tt.name, err)
				continue
			}
			var rows []string
			for _, r := range answer.Rows {
				rows = append(rows, fmt.Sprintf("%v/%v/%v/%v", r["seen_at:month"], r["brand_id__label"], r["n"], r["price"]))
			}
			if got := strings.Join(rows, " "); got != tt.rows || fmt.Sprint(answer.Totals) != tt.totals {
				t.Errorf("%s:\n got %s %v\nwant %s %s", tt.name, got, answer.Totals, tt.rows, tt.totals)
			}
		}
	})
}

// TestDrill finds behind every row as many records as the row counts.
func TestDrill(t *testing.T) {
	t.Parallel()
	each(t, func(t *testing.T, b *bench) {
		system := b.Rights(auth.System("test"))
		var rows []map[string]any
		for _, key := range []string{"items_per_month", "items_left", "items_per_age", "items_per_hour"} {
			answer, err := b.run(t, system, key, nil)
			if err != nil {
				t.Fatal(err)
			}
			rows = append(rows, answer.Rows...)
		}
		for _, r := range rows {
			filter, err := json.Marshal(r["_filter"])
			if err != nil {
				t.Fatal(err)
			}
			found, err := b.reports.Query.Aggregate(t.Context(), system, "item", query.Aggregation{
				Filter: filter, Measures: []query.Measure{{Fn: query.Count, As: "n"}},
			})
			if err != nil || string(found.Bytes()) != fmt.Sprintf(`{"rows":[{"n":%s}],"totalIsFloor":false}`, r["n"]) {
				t.Errorf("%v: %s (%v)", r, found.Bytes(), err)
			}
		}
		lines, err := b.run(t, system, "lines_per_status", map[string]any{"order_id.customer_id": []any{b.acme}})
		if err != nil {
			t.Fatal(err)
		}
		want := fmt.Sprintf("{[{customer_id in [%d]} {status eq open}]}", b.acme)
		if got := fmt.Sprint(lines.Rows[0]["_filter"]); got != want {
			t.Errorf("from lines to heads: %s, want %s", got, want)
		}
		lines, err = b.run(t, system, "lines_per_status", map[string]any{"item_id": []any{json.Number("1")}})
		if err != nil || len(lines.Rows) > 0 && lines.Rows[0]["_filter"] != nil {
			t.Errorf("heads cannot be narrowed by lines: %v (%v)", lines, err)
		}
	})
}

// TestRunRefuses tells what cannot be asked, and hides what may not be seen.
func TestRunRefuses(t *testing.T) {
	t.Parallel()
	each(t, func(t *testing.T, b *bench) {
		office := func(grant accesstest.Grant) *access.Rights {
			return b.Rights(accesstest.Office(1, b.Role("user", grant)))
		}
		tests := []struct {
			rights *access.Rights
			key    string
			params map[string]any
			want   fault.Code
		}{
			{office(accesstest.Grant{Menus: []int{13}}), "items_per_month", nil, fault.Denied},
			{office(accesstest.Grant{Menus: []int{15}}), "items_per_month", nil, fault.Denied},
			{office(accesstest.Grant{Menus: []int{12}}), "nothing", nil, fault.NotFound},
			{office(accesstest.Grant{Menus: []int{12}}), "items_per_month", map[string]any{"price": 1}, fault.Invalid},
			{office(accesstest.Grant{Menus: []int{12}}), "items_per_month", map[string]any{"seen_at": map[string]any{"period": "ever"}}, fault.Invalid},
		}
		for _, tt := range tests {
			if _, err := b.run(t, tt.rights, tt.key, tt.params); fault.CodeOf(err) != tt.want {
				t.Errorf("%s %v: %v", tt.key, tt.params, err)
			}
		}
		narrow := office(accesstest.Grant{Menus: []int{12}, Rules: map[string]accesstest.Rule{"item": {Hide: []string{"price"}}}})
		answer, err := b.run(t, narrow, "items_per_month", nil)
		if err != nil {
			t.Fatal(err)
		}
		titles, _ := answer.Cells()
		if got := strings.Join(titles, " "); strings.Contains(got, "Price") || fmt.Sprint(answer.Chart.Measures) != "[n]" {
			t.Errorf("a hidden price is shown: %s, drawn %v", got, answer.Chart.Measures)
		}
	})
}

func TestDaysOf(t *testing.T) {
	t.Parallel()
	sunday := time.Date(2026, 3, 1, 12, 0, 0, 0, east)
	for period, want := range map[string]report.Days{
		"today": {"2026-03-01", "2026-03-01"}, "yesterday": {"2026-02-28", "2026-02-28"}, "this_week": {"2026-02-23", "2026-03-01"},
		"last_7_days": {"2026-02-23", "2026-03-01"}, "last_week": {"2026-02-16", "2026-02-22"}, "this_month": {"2026-03-01", "2026-03-01"}, "last_month": {"2026-02-01", "2026-02-28"},
		"last_30_days": {"2026-01-31", "2026-03-01"}, "last_90_days": {"2025-12-02", "2026-03-01"}, "this_year": {"2026-01-01", "2026-03-01"},
	} {
		if got, ok := report.DaysOf(period, sunday); !ok || got != want {
			t.Errorf("%s: %v, want %v", period, got, want)
		}
	}
	if _, ok := report.DaysOf("tomorrow", sunday); ok {
		t.Error("tomorrow is no period")
	}
}

// TestDistance groups days by how far they are from today, and says so.
func TestDistance(t *testing.T) {
	t.Parallel()
	each(t, func(t *testing.T, b *bench) {
		system := b.Rights(auth.System("test"))
		for key, want := range map[string]string{
			"items_left":    "report.left_past 1, report.left_first 2, report.left 1, <nil> 1",
			"items_per_age": "report.age_beyond 1, report.age 1",
		} {
			answer, err := b.run(t, system, key, nil)
			if err != nil {
				t.Fatal(err)
			}
			var got []string
			for _, r := range answer.Rows {
				got = append(got, fmt.Sprint(r[answer.Columns[0].Key+"__label"], " ", r["n"]))
			}
			if strings.Join(got, ", ") != want {
				t.Errorf("%s: %s, want %s", key, strings.Join(got, ", "), want)
			}
		}
	})
}

// TestChartSumsAll holds a chart against the totals, though the table is cut off.
func TestChartSumsAll(t *testing.T) {
	t.Parallel()
	each(t, func(t *testing.T, b *bench) {
		for i := range 20 {
			b.Insert("item", row{"customer_id": b.acme, "code": fmt.Sprintf("X%02d", i), "seen_at": time.Date(2026, 7, 15, 0, 0, 0, 0, time.UTC), "price": decimal.New(int64(i), -1)})
		}
		system := b.Rights(auth.System("test"))
		for key, bars := range map[string]int{"items_per_age": 3, "items_by_code": 13} {
			answer, err := b.run(t, system, key, nil)
			if err != nil {
				t.Fatal(err)
			}
			as, sum := answer.Chart.Measures[0], decimal.Zero
			for _, r := range answer.Chart.Rows {
				n, _ := decimal.NewFromString(fmt.Sprint(r[as]))
				sum = sum.Add(n)
			}
			if !answer.More || len(answer.Chart.Rows) != bars || sum.String() != fmt.Sprint(answer.Totals[as]) {
				t.Errorf("%s: %d bars, together %s of %v", key, len(answer.Chart.Rows), sum, answer.Totals)
			}
		}
		answer, err := b.run(t, system, "items_per_month", map[string]any{})
		if err != nil || len(answer.Chart.Rows) != len(answer.Rows) {
			t.Errorf("few series are all drawn: %v (%v)", answer.Chart, err)
		}
	})
}

// TestCountsSaysOfWhat names the field that a count wants, for the records behind it.
func TestCountsSaysOfWhat(t *testing.T) {
	t.Parallel()
	each(t, func(t *testing.T, b *bench) {
		answer, err := b.run(t, b.Rights(auth.System("test")), "items_left", nil)
		if err != nil {
			t.Fatal(err)
		}
		if of := answer.Columns[2].Counts; of != "price" || fmt.Sprint(answer.Totals["priced"]) != "4" {
			t.Errorf("%v have %q", answer.Totals, of)
		}
	})
}

// TestStart begins a report as a menu entry has it.
func TestStart(t *testing.T) {
	t.Parallel()
	each(t, func(t *testing.T, b *bench) {
		err := b.DB.Read(t.Context(), func(ctx context.Context, tx *store.Tx) error {
			start := map[string]any{"seen_at": map[string]any{"period": "this_month"}}
			answer, err := b.reports.Run(ctx, tx, b.Rights(auth.System("test")), report.Ask{Report: "items_per_month", Start: start, Language: "en"})
			if err == nil && answer.Days["seen_at"] != (report.Days{"2026-07-01", "2026-07-16"}) {
				t.Errorf("it begins with %v", answer.Days)
			}
			return err
		})
		if err != nil {
			t.Fatal(err)
		}
	})
}
