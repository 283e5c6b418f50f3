package replenishment

import (
	"context"
	"fmt"
	"slices"

	"github.com/wareloom/wareloom/engine/plugin"
	tasks "github.com/wareloom/wareloom/plugins/tasks/contract"
)

// nextOrder gives the person who asks the order whose first line comes first, one that
// nobody works on before those that are in work, and makes it his; 0 for none. What is
// near is a matter of the warehouse's rule.
func nextOrder(ctx context.Context, data plugin.Data, warehouse int64) (int64, error) {
	who, err := tasks.Asks(ctx, data, tasks.Replenishes)
	if err != nil {
		return 0, err
	}
	for _, status := range []string{"released", "working"} {
		heads, err := ordersFor(ctx, data, who.ID, warehouse, status)
		if err != nil {
			return 0, err
		}
		list, err := inTurn(ctx, data, heads, who.ID)
		if err != nil {
			return 0, err
		}
		id, err := who.Take(ctx, data.SQL(), list, `SELECT id FROM replenish_order WHERE id = ? AND status IN ('released', 'working') AND (assigned_id IS NULL OR assigned_id = ?)`)
		if err != nil {
			return 0, err
		}
		if id != 0 {
			return id, give(ctx, data, id, who.ID)
		}
	}
	return 0, nil
}

// ordersFor are the orders in a state that a person may take: his, and those of nobody.
func ordersFor(ctx context.Context, data plugin.Data, person, warehouse int64, status string) ([]plugin.Row, error) {
	question, args := `SELECT id FROM replenish_order WHERE status = ? AND (assigned_id IS NULL OR assigned_id = ?)`, []any{status, person}
	if warehouse != 0 {
		question, args = question+` AND warehouse_id = ?`, append(args, warehouse)
	}
	var ids []int64
	if err := data.SQL().Select(ctx, &ids, question+` ORDER BY id LIMIT ?`, append(args, tasks.Most)...); err != nil {
		return nil, fmt.Errorf("look for the next replenishment order: %w", err)
	}
	if len(ids) == 0 {
		return nil, nil
	}
	return data.Find(ctx, order, plugin.Where{Match: plugin.Row{"id": ids}, Sort: []string{"id"}})
}

// inTurn are the orders as tasks, in the order of their first lines by the rule.
func inTurn(ctx context.Context, data plugin.Data, heads []plugin.Row, person int64) ([]tasks.Task, error) {
	if len(heads) == 0 {
		return nil, nil
	}
	byID := map[int64]plugin.Row{}
	ids := make([]int64, len(heads))
	for i, head := range heads {
		ids[i] = plugin.ID(head)
		byID[ids[i]] = head
	}
	lines, err := data.Find(ctx, line, plugin.Where{Match: plugin.Row{"replenish_order_id": ids}, Sort: []string{"id"}})
	if err != nil {
		return nil, err
	}
	lines = slices.DeleteFunc(lines, func(l plugin.Row) bool {
		return plugin.Text(l, "short_reason") != "" || !plugin.Decimal(l, "qty").GreaterThan(plugin.Decimal(l, "moved_qty"))
	})
	if err := inOrder(ctx, data, lines); err != nil {
		return nil, err
	}
	var list []tasks.Task
	for _, l := range lines {
		head := byID[plugin.Int(l, "replenish_order_id")]
		if head == nil {
			continue
		}
		delete(byID, plugin.ID(head))
		t := tasks.Task{ID: plugin.ID(head), Mine: plugin.Int(head, "assigned_id") == person, Priority: plugin.Int(head, "priority")}
		if t.AreaID, err = tasks.AreaOf(ctx, data.SQL(), plugin.Int(l, "from_position_id")); err != nil {
			return nil, err
		}
		list = append(list, t)
	}
	return list, nil
}

// give makes an order a person's.
func give(ctx context.Context, data plugin.Data, id, person int64) error {
	return data.Set(ctx, order, []plugin.Row{{"id": id, "assigned_id": person, "taken_at": data.SQL().Now()}})
}
