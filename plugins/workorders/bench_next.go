package workorders

import (
	"context"
	"fmt"

	"github.com/wareloom/wareloom/engine/fault"
	"github.com/wareloom/wareloom/engine/plugin"
	tasks "github.com/wareloom/wareloom/plugins/tasks/contract"
)

// toWork are the orders that a person may take: his, and those of nobody.
const toWork = `status IN ('released', 'working') AND (assigned_id IS NULL OR assigned_id = ?)`

// takeNext takes the order that is next for the person; where it is all the same, what was
// begun and what is due goes first.
func (t *bench) takeNext(ctx context.Context) error {
	who, err := tasks.Asks(ctx, t.Data, tasks.Works)
	if err != nil {
		return err
	}
	where, args := toWork, []any{who.ID, who.ID}
	if warehouse := plugin.Int(t.Params, "warehouse_id"); warehouse != 0 {
		where, args = where+` AND warehouse_id = ?`, append(args, warehouse)
	}
	var list []tasks.Task
	err = t.Data.SQL().Select(ctx, &list, `SELECT o.id, o.mine, o.priority, `+tasks.Place+` FROM (SELECT id, COALESCE(assigned_id = ?, assigned_id IS NOT NULL) AS mine, priority, position_id,
		CASE WHEN status = 'working' THEN 0 ELSE 1 END AS turn, COALESCE(due_on, '9999-12-31') AS due FROM work_order WHERE `+where+` ORDER BY 2 DESC, priority DESC, turn, due, id LIMIT ?) o
		JOIN position p ON p.id = o.position_id ORDER BY o.turn, o.due, o.id`, append(args, tasks.Most)...)
	if err != nil {
		return fmt.Errorf("look for the next work order: %w", err)
	}
	id, err := who.Take(ctx, t.Data.SQL(), list, `SELECT id FROM work_order WHERE id = ? AND `+toWork)
	if err == nil && id == 0 {
		err = fault.New(fault.Invalid, "workorders.none_waits")
	}
	if err != nil {
		return err
	}
	return t.take(ctx, plugin.Meaning{ID: id})
}

// claim makes an order of nobody his. Who scans the order of another works on it with him.
func (t *bench) claim(ctx context.Context) error {
	holder := plugin.Int(t.head, "assigned_id")
	t.Mine = isOpen(t.head) && (holder == 0 || holder == t.Actor.UserID)
	if holder != 0 || !t.Mine {
		return nil
	}
	_, err := t.Data.Act(ctx, order, "assign", t.OrderID, plugin.Row{"assigned_id": t.Actor.UserID})
	return err
}

// ready reads the order at hand, and refuses one that was the person's and is no more.
//
// Conflict workorders.went_back, workorders.given_away.
func (t *bench) ready(ctx context.Context) error {
	if err := t.look(ctx); err != nil {
		return err
	}
	holder, doc := plugin.Int(t.head, "assigned_id"), plugin.Text(t.head, "doc_no")
	switch {
	case !t.Mine || holder == t.Actor.UserID || !isOpen(t.head):
		return nil
	case holder == 0:
		return fault.New(fault.Conflict, "workorders.went_back", "doc", doc)
	}
	who, err := t.Data.Get(ctx, "user", holder)
	if err != nil {
		return err
	}
	return fault.New(fault.Conflict, "workorders.given_away", "doc", doc, "person", plugin.Text(who, "true_name"))
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
