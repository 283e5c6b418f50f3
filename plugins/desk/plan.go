package desk

import (
	"context"
	"fmt"
	"strings"
	"time"

	"github.com/wareloom/wareloom/engine/plugin"
)

// The plan of a warehouse says how many orders each hour of a week, or of a single day,
// should send. It is laid out over the days so that it can stand beside what was sent:
// today and the days after it follow the plan, days that are over keep what they had.

// planned holds the hours that the plan is laid out over.
const planned = "planned_hour"

// daysAhead is how many days after today are laid out.
const daysAhead = 7

// planLine is a line of a plan: of a weekday or of a single day.
type planLine struct {
	Weekday string `db:"weekday"`
	Day     string `db:"day"`
	Hour    int    `db:"hour"`
	Orders  int64  `db:"orders"`
}

const planLines = `SELECT COALESCE(weekday, '') AS weekday, COALESCE(CAST(day AS text), '') AS day, hour, orders FROM hour_plan WHERE warehouse_id = ? ORDER BY id`

// layOutPlans is the job desk.lay_out.
func layOutPlans(ctx context.Context, e *plugin.JobEvent) error {
	var warehouses []plugin.Row
	err := e.Write(ctx, func(ctx context.Context, data plugin.Data) (err error) {
		warehouses, err = data.Find(ctx, "warehouse", plugin.Where{Sort: []string{"id"}})
		return err
	})
	if err != nil {
		return err
	}
	for _, warehouse := range warehouses {
		lay := func(ctx context.Context, data plugin.Data) error { return layOut(ctx, data, warehouse) }
		if err := e.Write(ctx, lay); err != nil {
			return fmt.Errorf("lay out the plan of warehouse %d: %w", plugin.ID(warehouse), err)
		}
	}
	return nil
}

// layOut makes the hours of a warehouse from today on what its plan says, and writes only
// those that differ. An hour that is planned no more has no orders.
func layOut(ctx context.Context, data plugin.Data, warehouse plugin.Row) error {
	var lines []planLine
	if err := data.SQL().Select(ctx, &lines, planLines, plugin.ID(warehouse)); err != nil {
		return err
	}
	today := midnight(data.SQL().Now(), plugin.Text(warehouse, "time_zone"))
	wanted := map[int64]int64{} // orders by the moment at which the hour begins
	for ahead := range daysAhead + 1 {
		plan(lines, today.AddDate(0, 0, ahead), wanted)
	}
	var written []struct {
		ID     int64 `db:"id"`
		At     int64 `db:"at"`
		Orders int64 `db:"orders"`
	}
	const laidOut = `SELECT id, at, orders FROM planned_hour WHERE warehouse_id = ? AND at >= ?`
	if err := data.SQL().Select(ctx, &written, laidOut, plugin.ID(warehouse), today.UnixMilli()); err != nil {
		return err
	}
	var rows []plugin.Row
	for _, hour := range written {
		if hour.Orders != wanted[hour.At] {
			rows = append(rows, plugin.Row{"id": hour.ID, "orders": wanted[hour.At]})
		}
		delete(wanted, hour.At)
	}
	for at, orders := range wanted {
		rows = append(rows, plugin.Row{"warehouse_id": plugin.ID(warehouse), "at": time.UnixMilli(at).UTC(), "orders": orders})
	}
	_, err := data.SaveMany(ctx, planned, rows)
	return err
}

// plan adds the hours of a day: by its own lines where it has some, else by its weekday's.
func plan(lines []planLine, day time.Time, wanted map[int64]int64) {
	date, weekday := day.Format(time.DateOnly), strings.ToLower(day.Format("Mon"))
	own := false
	for _, line := range lines {
		own = own || line.Day == date
	}
	for _, line := range lines {
		if own && line.Day == date || !own && line.Weekday == weekday {
			at := time.Date(day.Year(), day.Month(), day.Day(), line.Hour, 0, 0, 0, day.Location())
			wanted[at.UnixMilli()] += line.Orders
		}
	}
}

// midnight is when the day of a moment began where a warehouse is.
func midnight(at time.Time, name string) time.Time {
	zone := plugin.Zone(name)
	year, month, day := at.In(zone).Date()
	return time.Date(year, month, day, 0, 0, 0, 0, zone)
}
