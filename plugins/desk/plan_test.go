package desk_test

import (
	"context"
	"strings"
	"testing"
	"time"

	"github.com/wareloom/wareloom/engine/plugin"
)

// plan writes a line of the plan and lets the jobs lay it out.
func (d *desk) plan(line plugin.Row) (id int64) {
	d.Helper()
	line["warehouse_id"] = d.Warehouse
	d.Do(d.T, func(ctx context.Context, data plugin.Data) error {
		row, err := data.Save(ctx, "hour_plan", line)
		id = plugin.ID(row)
		return err
	})
	d.Work(d.T)
	return id
}

// planned are the orders planned for an hour of a day where the warehouse is; -1 where the
// hour is not laid out.
func (d *desk) planned(day time.Time, hour int) (orders int64) {
	d.Helper()
	at := time.Date(day.Year(), day.Month(), day.Day(), hour, 0, 0, 0, day.Location())
	d.Do(d.T, func(ctx context.Context, data plugin.Data) error {
		rows, err := data.Find(ctx, "planned_hour", plugin.Where{Match: plugin.Row{"warehouse_id": d.Warehouse, "at": at.UTC()}})
		orders = -1
		for _, row := range rows {
			orders = plugin.Int(row, "orders")
		}
		return err
	})
	return orders
}

// TestThePlanIsLaidOut: a weekday's plan repeats, a day's own replaces it, a line that goes
// leaves nothing planned, a day that is over keeps what it had, and a line without a day,
// or with both, is refused.
func TestThePlanIsLaidOut(t *testing.T) {
	eachDesk(t, func(d *desk) {
		zone, err := time.LoadLocation("Asia/Shanghai")
		if err != nil {
			t.Fatal(err)
		}
		today := d.Clock.Now().In(zone)
		weekday := strings.ToLower(today.Format("Mon"))
		line := d.plan(plugin.Row{"weekday": weekday, "hour": 9, "orders": 30})
		d.plan(plugin.Row{"weekday": weekday, "hour": 23, "orders": 5})
		next := today.AddDate(0, 0, 7)
		d.plan(plugin.Row{"day": next.Format(time.DateOnly), "hour": 10, "orders": 80})
		for _, want := range []struct {
			day    time.Time
			hour   int
			orders int64
		}{{today, 9, 30}, {today, 23, 5}, {today, 10, -1}, {today.AddDate(0, 0, 1), 9, -1}, {next, 10, 80}, {next, 9, 0}} {
			if got := d.planned(want.day, want.hour); got != want.orders {
				t.Errorf("%s at %d: %d orders are planned, want %d", want.day.Format(time.DateOnly), want.hour, got, want.orders)
			}
		}
		for _, line := range []plugin.Row{{"hour": 9, "orders": 1}, {"weekday": "mon", "day": "2026-01-05", "hour": 9, "orders": 1}, {"weekday": "mon", "hour": 24, "orders": 1}} {
			line["warehouse_id"] = d.Warehouse
			err := d.Try(t.Context(), func(ctx context.Context, data plugin.Data) error {
				_, err := data.Save(ctx, "hour_plan", line)
				return err
			})
			if err == nil {
				t.Errorf("%v is taken", line)
			}
		}
		d.Clock.Put(d.Clock.Now().AddDate(0, 0, 1))
		d.Do(t, func(ctx context.Context, data plugin.Data) error { return data.Delete(ctx, "hour_plan", []int64{line}) })
		if d.Work(d.T); d.planned(today, 9) != 30 {
			t.Errorf("yesterday's plan became %d", d.planned(today, 9))
		}
	})
}
