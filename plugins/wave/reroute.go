package wave

import (
	"context"
	"fmt"

	"github.com/wareloom/wareloom/engine/plugin"
	"github.com/wareloom/wareloom/plugins/picking/routing"
)

// openTask is a task of a pick bill that is still to be done.
type openTask struct {
	spot
	ID int64 `db:"id"`
}

// Reroute puts the open tasks of a pick bill into the order of the shortest walk
// from a position, where the picker stands, to the depot. Their sequence goes on
// behind that of the tasks which are done. Tasks at one place stay in their order.
func (w Waves) Reroute(ctx context.Context, data plugin.Data, bill, position int64) error {
	tx := data.SQL()
	var tasks []openTask
	err := tx.Select(ctx, &tasks, `SELECT t.id, `+spotFields+` FROM pick_task t JOIN position p ON p.id = t.position_id
		WHERE t.pick_bill_id = ? AND t.status IN ('ready', 'taken') ORDER BY t.seq, t.id`, bill)
	if err != nil {
		return fmt.Errorf("read open tasks of pick bill %d: %w", bill, err)
	}
	if len(tasks) < 2 {
		return nil
	}
	order, err := w.walkFrom(ctx, tx, position, tasks)
	if err != nil {
		return err
	}
	return renumber(ctx, data, bill, tasks, order)
}

// walkFrom is the order of tasks on the shortest walk from a position.
func (Waves) walkFrom(ctx context.Context, tx plugin.Tx, position int64, tasks []openTask) ([]int, error) {
	var here struct {
		spot
		Warehouse int64 `db:"warehouse_id"`
	}
	err := tx.Get(ctx, &here, `SELECT p.warehouse_id, `+spotFields+` FROM position p WHERE p.id = ?`, position)
	if err != nil {
		return nil, fmt.Errorf("read position %d: %w", position, err)
	}
	house, err := layOut(ctx, tx, here.Warehouse)
	if err != nil {
		return nil, err
	}
	stops := make([]routing.Spot, len(tasks))
	for i, t := range tasks {
		stops[i] = house.spot(t.spot)
	}
	return house.RouteFrom(house.spot(here.spot), stops).Order, nil
}

// renumber writes the sequence of open tasks behind that of the others.
func renumber(ctx context.Context, data plugin.Data, bill int64, tasks []openTask, order []int) error {
	var last int64
	err := data.SQL().Get(ctx, &last, `SELECT COALESCE(MAX(seq), 0) FROM pick_task WHERE pick_bill_id = ? AND status NOT IN ('ready', 'taken')`, bill)
	if err != nil {
		return fmt.Errorf("read sequence of pick bill %d: %w", bill, err)
	}
	rows := make([]plugin.Row, len(order))
	for i, at := range order {
		rows[i] = plugin.Row{"id": tasks[at].ID, "seq": last + int64(i) + 1}
	}
	if err := data.Set(ctx, "pick_task", rows); err != nil {
		return fmt.Errorf("move tasks of pick bill %d: %w", bill, err)
	}
	return nil
}
