package desk

import (
	"context"
	"fmt"
	"time"

	"github.com/wareloom/wareloom/engine/plugin"
)

// table holds the orders that do not move.
const table = "stopped_order"

// watch is the job desk.watch: warehouse by warehouse it makes the desk what it is now.
func (p Plugin) watch(ctx context.Context, e *plugin.JobEvent) error {
	var warehouses []plugin.Row
	err := e.Read(ctx, func(ctx context.Context, data plugin.Data) (err error) {
		warehouses, err = data.Find(ctx, "warehouse", plugin.Where{Sort: []string{"id"}})
		return err
	})
	if err != nil {
		return err
	}
	for _, warehouse := range warehouses {
		err := e.WriteDifference(ctx, func(ctx context.Context, data plugin.Data) (plugin.Write, error) {
			return p.look(ctx, data, plugin.ID(warehouse))
		})
		if err != nil {
			return err
		}
	}
	return nil
}

// look makes the desk of a warehouse what it is now: one open row for each order that
// stands, of the reason that it has.
func (p Plugin) look(ctx context.Context, data plugin.Data, warehouse int64) (plugin.Write, error) {
	patience, err := patienceOf(ctx, data, warehouse)
	if err != nil {
		return nil, err
	}
	orders, err := readStanding(ctx, data.SQL(), warehouse)
	if err != nil {
		return nil, err
	}
	causes, err := p.Shortages.Causes(ctx, data.SQL(), shortOf(orders))
	if err != nil {
		return nil, err
	}
	open, err := openRows(ctx, data, warehouse)
	if err != nil {
		return nil, err
	}
	now := data.SQL().Now()
	var changed []plugin.Row
	for _, o := range orders {
		why, stands := o.stopped(causes[o.ID])
		if !stands {
			why = o.waits()
			stands = now.Sub(time.UnixMilli(why.since)) >= patience
		}
		if !stands {
			continue
		}
		if row := o.row(why, open[o.ID], now); row != nil {
			changed = append(changed, row)
		}
		if old := open[o.ID]; old != nil && plugin.Text(old, "reason") == why.key {
			delete(open, o.ID)
		}
	}
	if len(changed)+len(open) == 0 {
		return nil, nil
	}
	return func(ctx context.Context, data plugin.Data) error { return keep(ctx, data, changed, open, now) }, nil
}

// keep mends what is left open, for it goes on or stands for another reason, and writes
// what is new.
func keep(ctx context.Context, data plugin.Data, changed []plugin.Row, gone map[int64]plugin.Row, now time.Time) error {
	var mended []plugin.Row
	for _, row := range gone {
		mended = append(mended, plugin.Row{"id": plugin.ID(row), "status": "mended", "mended_at": now})
	}
	if err := data.Set(ctx, table, mended); err != nil {
		return fmt.Errorf("mend %d orders: %w", len(mended), err)
	}
	_, err := data.SaveMany(ctx, table, changed)
	return err
}

// row is the order as the desk keeps it; nil when it stands there so.
func (s *standing) row(why reason, old plugin.Row, now time.Time) plugin.Row {
	if old != nil && plugin.Text(old, "reason") == why.key && plugin.Int(old, "person_id") == s.PickerID.Int64 {
		return nil
	}
	row := plugin.Row{
		"sale_order_id": s.ID, "warehouse_id": s.WarehouseID, "consignor_id": s.ConsignorID, "reason": why.key, "duty": dutyOf(why.key),
		"since": time.UnixMilli(why.since).UTC(), "looked_at": now,
	}
	if s.PickerID.Valid {
		row["person_id"] = s.PickerID.Int64
	}
	if old != nil && plugin.Text(old, "reason") == why.key {
		row["id"] = plugin.ID(old)
	}
	return row
}

// openRows are the open rows of a warehouse by their order.
func openRows(ctx context.Context, data plugin.Data, warehouse int64) (map[int64]plugin.Row, error) {
	rows, err := data.Find(ctx, table, plugin.Where{Match: plugin.Row{"warehouse_id": warehouse, "status": "open"}})
	if err != nil {
		return nil, err
	}
	byOrder := map[int64]plugin.Row{}
	for _, row := range rows {
		byOrder[plugin.Int(row, "sale_order_id")] = row
	}
	return byOrder, nil
}

func shortOf(orders []*standing) []int64 {
	var short []int64
	for _, o := range orders {
		if o.Status == "short" {
			short = append(short, o.ID)
		}
	}
	return short
}

// patienceOf is how long an order of a warehouse may stand before it is on the desk.
func patienceOf(ctx context.Context, data plugin.Data, warehouse int64) (time.Duration, error) {
	minutes, err := data.Setting(ctx, "desk_patience", plugin.Row{"warehouse_id": warehouse})
	if err != nil {
		return 0, err
	}
	return time.Duration(plugin.Int(plugin.Row{"minutes": minutes}, "minutes")) * time.Minute, nil
}
