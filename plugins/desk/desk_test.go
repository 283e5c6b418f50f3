package desk_test

import (
	"context"
	"testing"
	"time"

	"github.com/wareloom/wareloom/engine/enginetest"
	"github.com/wareloom/wareloom/engine/plugin"
	"github.com/wareloom/wareloom/tests/world"
)

// desk is the small building with one product, and its exceptions desk.
type desk struct {
	*testing.T
	*world.World
	product int64
}

func eachDesk(t *testing.T, run func(d *desk)) {
	t.Helper()
	t.Parallel()
	enginetest.EachDSN(t, func(t *testing.T, dsn string) {
		d := &desk{T: t, World: world.Start(t, dsn)}
		d.product = d.Product(t, d.Owners[0], "P1", nil)
		d.Receive(t, world.Goods(d.Owners[0], d.product), "A-01", 100)
		run(d)
	})
}

// order makes a new order of one piece.
func (d *desk) order() (id int64) {
	d.Helper()
	d.Do(d.T, func(ctx context.Context, data plugin.Data) error {
		row, err := data.Save(ctx, "sale_order", plugin.Row{
			"consignor_id": d.Owners[0], "warehouse_id": d.Warehouse, "receiver": "R", "country": "CN", "phone": "13900000000", "city": "上海", "detail": "1",
			"lines": []any{plugin.Row{"product_id": d.product, "qty": 1}},
		})
		id = plugin.ID(row)
		return err
	})
	return id
}

func (d *desk) act(table, action string, id int64) {
	d.Helper()
	d.Do(d.T, func(ctx context.Context, data plugin.Data) error {
		_, err := data.Act(ctx, table, action, id, nil)
		return err
	})
}

// later lets time pass and has the desk looked at.
func (d *desk) later(minutes time.Duration) {
	d.Helper()
	d.Clock.Put(d.Clock.Now().Add(minutes * time.Minute))
	d.Do(d.T, func(ctx context.Context, data plugin.Data) error {
		_, err := plugin.Enqueue(ctx, data.SQL(), plugin.NewJob{Kind: "desk.watch", UniqueKey: "desk.watch:now"})
		return err
	})
	d.Work(d.T)
}

// stands is why an order is on the desk; "" where it is not.
func (d *desk) stands(order int64) (reason string) {
	d.Helper()
	d.Do(d.T, func(ctx context.Context, data plugin.Data) error {
		rows, err := data.Find(ctx, "stopped_order", plugin.Where{Match: plugin.Row{"sale_order_id": order, "status": "open"}})
		for _, row := range rows {
			reason += plugin.Text(row, "reason")
		}
		return err
	})
	return reason
}

// TestAnOrderStandsOnceItsPatienceIsOver: an order that moves is not on the desk; one that
// nobody works on is, for what it waits for; and it leaves the desk when it goes on.
func TestAnOrderStandsOnceItsPatienceIsOver(t *testing.T) {
	eachDesk(t, func(d *desk) {
		order := d.order()
		for _, step := range []struct{ reason, action string }{{"to_audit", "audit"}, {"to_allocate", "allocate"}, {"to_wave", ""}} {
			if d.later(19); d.stands(order) != "" {
				t.Errorf("before %s it stands for %q within its patience", step.reason, d.stands(order))
			}
			if d.later(2); d.stands(order) != step.reason {
				t.Errorf("it stands for %q, want %s", d.stands(order), step.reason)
			}
			if step.action != "" {
				d.act("sale_order", step.action, order)
			}
			if d.later(0); step.action != "" && d.stands(order) != "" {
				t.Errorf("after %s it still stands for %q", step.action, d.stands(order))
			}
		}
		if _, err := d.Wave(t.Context(), plugin.Row{"max_orders": 20, "max_lines": 60, "release": true}, order); err != nil {
			t.Fatal(err)
		}
		if d.later(21); d.stands(order) != "to_pick" {
			t.Errorf("a bill that nobody takes stands for %q", d.stands(order))
		}
	})
}
