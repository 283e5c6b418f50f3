package month

import (
	"cmp"
	"context"
	"encoding/json"
	"fmt"
	"math"
	"strconv"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/wareloom/wareloom/engine/access"
	"github.com/wareloom/wareloom/engine/catalog"
	"github.com/wareloom/wareloom/engine/cmd/wareloom/apptest"
	"github.com/wareloom/wareloom/engine/meta"
	"github.com/wareloom/wareloom/engine/query"
	"github.com/wareloom/wareloom/engine/report"
	"github.com/wareloom/wareloom/engine/store"
)

// statistics is the menu that leads to the reports, and its rankings those by year, month,
// week and day of goods that came and went.
const statistics, rankings = 252, 8

// mostGroups bounds the groups of a report that are led to their records.
const mostGroups = 40

// figuresTie asks every report of the statistics as its menu entry does, and holds each
// figure of its own against the records that it leads to, read one by one.
func figuresTie(t *testing.T, server *apptest.Server) {
	t.Helper()
	release := server.Catalog.Current()
	asked, ranked, followed := 0, 0, 0
	for key, item := range release.Menus {
		name, isReport := strings.CutPrefix(item.Screen, "report:")
		if !isReport || key/1000 != statistics {
			continue
		}
		known := release.Reports[name]
		if known.Drill == nil || known.Drill.Table != known.Table {
			t.Errorf("menu %d: the report %s leads to no records", key, name)
			continue
		}
		asked++
		if strings.HasPrefix(name, "ranking_") {
			ranked++
		}
		tie := &tie{t, server, known, key, 0}
		tie.follow(item.Params)
		followed += tie.figures
		t.Logf("menu %d, %s: %d figures", key, name, tie.figures)
	}
	if asked < 15 || ranked != rankings || followed < 300 {
		t.Errorf("%d reports were asked, %d of them rankings, and %d figures followed", asked, ranked, followed)
	}
}

// tie is a report of a menu entry whose figures are followed.
type tie struct {
	*testing.T
	server  *apptest.Server
	report  *catalog.Report
	menu    int
	figures int
}

func (t *tie) follow(start map[string]any) {
	t.Helper()
	answer := t.ask(start)
	if !t.mayBeEmpty(answer) && len(answer.Rows) == 0 {
		t.Errorf("menu %d has no figures of the month", t.menu)
	}
	answer.Totals["_filter"] = answer.Filter
	for _, row := range append(answer.Rows[:min(len(answer.Rows), mostGroups)], answer.Totals) {
		if row["_filter"] == nil {
			continue // only another report has figures of it
		}
		for _, column := range answer.Columns {
			if value, shown := row[column.Key]; shown && column.Role != report.Group && !column.Taken {
				t.leadsTo(row["_filter"], column, value)
			}
		}
	}
}

// mayBeEmpty reports whether a report may tell nothing: of counts, since nobody counts in the
// month, and of today and this week, on whose first day nothing may have come yet.
func (t *tie) mayBeEmpty(answer *report.Answer) bool {
	text, _ := json.Marshal(answer.Params)
	return t.report.Key == "count_accuracy" || strings.Contains(string(text), "today") || strings.Contains(string(text), "this_week")
}

func (t *tie) ask(start map[string]any) (answer *report.Answer) {
	t.Helper()
	rights := access.System(t.server.Catalog.Current(), "test")
	err := t.server.DB.Read(t.Context(), func(ctx context.Context, tx *store.Tx) (err error) {
		answer, err = t.server.Reports.Run(ctx, tx, rights, report.Ask{Report: t.report.Key, Start: start, Language: "en"})
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
	return answer
}

// leadsTo reads the records behind a figure and reckons it from them.
func (t *tie) leadsTo(filter any, column report.Column, value any) {
	t.Helper()
	for _, m := range t.report.Measures {
		if m.Meta.Key != column.Key || m.Value != nil {
			continue
		}
		t.figures++
		rows := t.rows(map[string]any{"and": []any{filter, report.Tree{And: column.Only}}}, m.Meta)
		if got := reckon(m.Meta, rows); !same(got, value) {
			t.Errorf("menu %d: %s is %v, the %d records behind it make %v (%v)", t.menu, column.Key, value, len(rows), got, filter)
		}
	}
}

// rows reads records by a filter.
func (t *tie) rows(filter any, m *meta.Measure) (all []query.Row) {
	t.Helper()
	text, err := json.Marshal(filter)
	if err != nil {
		t.Fatal(err)
	}
	fields := []string{"id"}
	for _, field := range []string{m.Field, m.Less} {
		if field != "" {
			fields = append(fields, field)
		}
	}
	var where *query.Filter
	if where, err = query.ParseFilter(text); err != nil {
		t.Fatal(err)
	}
	rights := access.System(t.server.Catalog.Current(), "test")
	err = t.server.DB.Read(t.Context(), func(ctx context.Context, tx *store.Tx) (err error) {
		all, err = t.server.Query.Rows(ctx, tx, rights, t.report.Table.Key, query.Where{Filter: where, Fields: fields})
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
	return all
}

// reckon is a figure of records, by hand.
func reckon(m *meta.Measure, rows []query.Row) any {
	fn, sum, seen, least := query.Fn(m.Fn), 0.0, map[string]bool{}, ""
	for _, row := range rows {
		value := row[m.Field]
		switch {
		case fn == query.Sum:
			sum += numberOf(value)
			if m.Less != "" {
				sum -= numberOf(row[m.Less])
			}
		case fn == query.Hours && value != nil && row[m.Less] != nil:
			sum += value.(time.Time).Sub(row[m.Less].(time.Time)).Hours()
		case fn == query.Count && (m.Field == "" || value != nil):
			sum++
		case fn == query.CountDistinct && value != nil:
			seen[fmt.Sprint(value)] = true
		case fn == query.Min && value != nil && (least == "" || textOf(value) < least):
			least = textOf(value)
		}
	}
	if fn == query.Min {
		return least
	}
	return sum + float64(len(seen))
}

func numberOf(value any) float64 {
	n, _ := strconv.ParseFloat(fmt.Sprint(value), 64)
	return n
}

// textOf is a day or a moment in the form in which texts of it are ordered.
func textOf(value any) string {
	if at, ok := value.(time.Time); ok {
		return at.UTC().Format(time.RFC3339)
	}
	text := fmt.Sprint(value)
	if at, err := time.Parse(time.RFC3339, text); err == nil {
		return at.UTC().Format(time.RFC3339)
	}
	return text
}

// same compares what was reckoned with what a report says; hours are added up from parts.
func same(got, says any) bool {
	if text, ok := got.(string); ok {
		return says == nil && text == "" || says != nil && text == textOf(says)
	}
	return math.Abs(got.(float64)-numberOf(cmp.Or(says, any(0)))) < 0.011
}

// addUpDays has the job done on which the balance of stock stands.
func addUpDays(t *testing.T, server *apptest.Server) {
	t.Helper()
	ctx, stop := context.WithCancel(t.Context())
	var running sync.WaitGroup
	running.Go(func() { server.Jobs.Run(ctx) })
	defer func() { stop(); running.Wait() }()
	const kind = "inventory.add_days"
	err := server.DB.Write(ctx, func(ctx context.Context, tx *store.Tx) error {
		_, err := tx.Exec(ctx, `UPDATE job SET due_at = 0 WHERE kind = ?`, kind)
		return err
	})
	for due, state := int64(0), ""; err == nil && (due == 0 || state != "waiting"); time.Sleep(20 * time.Millisecond) {
		err = server.DB.Read(ctx, func(ctx context.Context, tx *store.Tx) error {
			return tx.QueryRow(ctx, `SELECT due_at, state FROM job WHERE kind = ? ORDER BY id DESC LIMIT 1`, kind).Scan(&due, &state)
		})
	}
	if err != nil {
		t.Fatal(err)
	}
}
