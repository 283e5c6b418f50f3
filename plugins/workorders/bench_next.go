package workorders

import (
	"context"
	"fmt"

	"github.com/wareloom/wareloom/engine/fault"
	"github.com/wareloom/wareloom/engine/plugin"
)

// takeNext takes the order that is to be worked on first: what is his, what was begun, the
// urgent, what is due.
func (t *bench) takeNext(ctx context.Context) error {
	where, args := `status IN ('released', 'working') AND (assigned_id IS NULL OR assigned_id = ?)`, []any{t.Actor.UserID}
	if warehouse := plugin.Int(t.Params, "warehouse_id"); warehouse != 0 {
		where, args = where+` AND warehouse_id = ?`, append(args, warehouse)
	}
	lock := t.Data.SQL().ForUpdate()
	if lock != "" {
		lock += ` SKIP LOCKED` // who comes second at the same moment gets the one after it
	}
	var ids []int64
	err := t.Data.SQL().Select(ctx, &ids, `SELECT id FROM work_order WHERE `+where+` ORDER BY CASE WHEN assigned_id IS NULL THEN 1 ELSE 0 END,
		CASE WHEN status = 'working' THEN 0 ELSE 1 END, priority DESC, COALESCE(due_on, '9999-12-31'), id LIMIT 1`+lock, args...)
	if err != nil {
		return fmt.Errorf("look for the next work order: %w", err)
	}
	if len(ids) == 0 {
		return fault.New(fault.Invalid, "workorders.none_waits")
	}
	return t.take(ctx, plugin.Meaning{ID: ids[0]})
}

// claim makes an order of nobody his. Who scans the order of another works on it with him.
func (t *bench) claim(ctx context.Context) error {
	if plugin.Int(t.head, "assigned_id") != 0 || !isOpen(t.head) {
		return nil
	}
	_, err := t.Data.Act(ctx, order, "assign", t.OrderID, plugin.Row{"assigned_id": t.Actor.UserID})
	return err
}

// letGo gives an order back that is his and not done, so that it is the next of others.
func (t *bench) letGo(ctx context.Context) error {
	if t.OrderID == 0 {
		return nil
	}
	if err := t.look(ctx); err != nil {
		return err
	}
	if plugin.Int(t.head, "assigned_id") != t.Actor.UserID || !isOpen(t.head) {
		return nil
	}
	_, err := t.Data.Act(ctx, order, "to_pool", t.OrderID, nil)
	return err
}

// isOpen reports whether there is work to do on an order.
func isOpen(head plugin.Row) bool {
	status := plugin.Text(head, "status")
	return status == "released" || status == "working"
}
