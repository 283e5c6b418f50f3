package inbound

import (
	"context"
	"fmt"

	"github.com/wareloom/wareloom/engine/fault"
	"github.com/wareloom/wareloom/engine/plugin"
	tasks "github.com/wareloom/wareloom/plugins/tasks/contract"
)

// toShelve are the shelving orders that a person may take: his, and those of nobody.
const toShelve = `status IN ('assigned', 'shelving', 'partly') AND put_qty < total_qty AND (assigned_id IS NULL OR assigned_id = ?)`

// takeNext takes the order that is next for the person, and makes it his.
func (t *putting) takeNext(ctx context.Context) error {
	id, err := t.nextOrder(ctx)
	if err == nil && id == 0 {
		err = fault.New(fault.Invalid, "inbound.nothing_to_shelve")
	}
	if err != nil {
		return err
	}
	row, err := t.Data.Get(ctx, "shelve_order", id)
	if err != nil {
		return err
	}
	if plugin.Int(row, "assigned_id") == 0 {
		if _, err := t.Data.Act(ctx, "shelve_order", "assign", id, plugin.Row{"assigned_id": t.Actor.UserID}); err != nil {
			return err
		}
	}
	return t.take(ctx, plugin.Meaning{ID: id})
}

func (t *putting) nextOrder(ctx context.Context) (int64, error) {
	who, err := tasks.Asks(ctx, t.Data, tasks.Shelves)
	if err != nil {
		return 0, err
	}
	where, args := toShelve, []any{who.ID, who.ID}
	if warehouse := plugin.Int(t.Params, "warehouse_id"); warehouse != 0 {
		where, args = where+` AND warehouse_id = ?`, append(args, warehouse)
	}
	var list []tasks.Task
	err = t.Data.SQL().Select(ctx, &list, `SELECT o.id, o.mine, o.priority, `+tasks.Place+` FROM (SELECT id, COALESCE(assigned_id = ?, assigned_id IS NOT NULL) AS mine, priority
		FROM shelve_order WHERE `+where+` ORDER BY 2 DESC, priority DESC, id LIMIT ?) o
		LEFT JOIN position p ON p.id = (SELECT MIN(l.from_position_id) FROM shelve_order_line l WHERE l.shelve_order_id = o.id AND l.move_no IS NULL AND l.reversed_at IS NULL)
		ORDER BY o.id`, append(args, tasks.Most)...)
	if err != nil {
		return 0, fmt.Errorf("look for the next shelving order: %w", err)
	}
	return who.Take(ctx, t.Data.SQL(), list, `SELECT id FROM shelve_order WHERE id = ? AND `+toShelve)
}
