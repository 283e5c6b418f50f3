package counting

import (
	"context"
	"fmt"

	"github.com/wareloom/wareloom/engine/fault"
	"github.com/wareloom/wareloom/engine/plugin"
	tasks "github.com/wareloom/wareloom/plugins/tasks/contract"
)

// waiting are the positions l of counts c that nobody is at.
const waiting = `c.status IN ('released', 'counting', 'counted', 'recounting') AND (l.status = 'open' OR l.status = 'recount')`

// takeNext takes the position that is next for the person, and keeps it for him: nobody
// else is sent there until he has counted it or leaves.
func (t *counts) takeNext(ctx context.Context) error {
	list, err := t.toCount(ctx)
	if err != nil {
		return err
	}
	for _, spot := range list {
		if got, err := t.keep(ctx, spot.ID); got || err != nil {
			return err
		}
	}
	return fault.New(fault.Invalid, "counting.none_waits")
}

// keep claims a position under the lock of its count; false where another was quicker.
func (t *counts) keep(ctx context.Context, id int64) (bool, error) {
	s, err := readSpot(ctx, t.Data.SQL(), `l.id = ?`, id)
	if err != nil || s == nil {
		return false, err
	}
	t.CountID = s.CountID
	if err := t.lock(ctx); err != nil {
		return false, err
	}
	if s, err = readSpot(ctx, t.Data.SQL(), `l.id = ?`, id); err != nil || s == nil || s.Status != open && s.Status != recount {
		return false, err
	}
	if err := t.claim(ctx, s); err != nil {
		return false, err
	}
	t.SpotID = 0 // until he scans it
	t.GoTo(stepPosition)
	return true, nil
}

// toCount are the positions that the person may be sent to, in his order.
func (t *counts) toCount(ctx context.Context) ([]tasks.Task, error) {
	who, err := tasks.Asks(ctx, t.Data, tasks.Counts)
	if err != nil {
		return nil, err
	}
	where, args := waiting+` AND (c.counter_id IS NULL OR c.counter_id = ?) AND (l.status = 'open' OR COALESCE(l.counted_by, 0) <> ?)`, []any{who.ID, who.ID, who.ID}
	if warehouse := plugin.Int(t.Params, "warehouse_id"); warehouse != 0 {
		where, args = where+` AND c.warehouse_id = ?`, append(args, warehouse)
	}
	var list []tasks.Task
	err = t.Data.SQL().Select(ctx, &list, `SELECT l.id, COALESCE(c.counter_id = ?, c.counter_id IS NOT NULL) AS mine, c.priority, `+tasks.Place+` FROM stock_count_position l
		JOIN stock_count c ON c.id = l.stock_count_id JOIN position p ON p.id = l.position_id WHERE `+where+` ORDER BY 2 DESC, c.id, l.line_no, l.id LIMIT ?`, append(args, tasks.Most)...)
	if err != nil {
		return nil, fmt.Errorf("look for the next position to count: %w", err)
	}
	return who.Order(list), nil
}
