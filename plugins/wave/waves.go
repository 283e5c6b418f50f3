package wave

import (
	"context"
	"fmt"

	"github.com/wareloom/wareloom/engine/fault"
	"github.com/wareloom/wareloom/engine/plugin"
	"github.com/wareloom/wareloom/plugins/inventory/contract"
)

// Waves is what other plugins may ask of waves. Its zero value is ready.
type Waves struct{}

// Forget takes an order out of its wave: its open tasks leave their pick bills,
// and what is left without a task is closed. What was picked stays picked.
func (w Waves) Forget(ctx context.Context, data plugin.Data, order int64) error {
	var waves []int64
	err := data.SQL().Select(ctx, &waves, `SELECT id FROM wave WHERE status NOT IN ('done', 'cancelled')
		AND id IN (SELECT wave_id FROM wave_order WHERE sale_order_id = ?) ORDER BY id`, order)
	if err != nil {
		return fmt.Errorf("read waves of order %d: %w", order, err)
	}
	if err := endTasks(ctx, data, order); err != nil {
		return err
	}
	if err := inWave(ctx, data, nil, order); err != nil {
		return err
	}
	for _, id := range waves {
		_, err := data.SQL().Exec(ctx, `DELETE FROM wave_order WHERE wave_id = ? AND sale_order_id = ?`, id, order)
		if err != nil {
			return fmt.Errorf("end membership of order %d in wave %d: %w", order, id, err)
		}
		if err := w.Recount(ctx, data, id); err != nil {
			return err
		}
		if err := w.Settle(ctx, data, id); err != nil {
			return err
		}
	}
	return nil
}

// endTasks ends the open tasks of an order with what is picked of them.
func endTasks(ctx context.Context, data plugin.Data, order int64) error {
	open, err := data.Find(ctx, "pick_task", plugin.Where{Match: plugin.Row{"sale_order_id": order, "status": []string{"ready", "taken"}}, Lock: true})
	if err != nil {
		return err
	}
	rows := make([]plugin.Row, len(open))
	for i, t := range open {
		rows[i] = plugin.Row{"id": plugin.ID(t), "status": "cancelled"}
		if picked := plugin.Decimal(t, "picked_qty"); picked.Sign() > 0 {
			rows[i]["status"], rows[i]["qty"] = "picked", picked
		}
	}
	if err := data.Set(ctx, "pick_task", rows); err != nil {
		return fmt.Errorf("end tasks of order %d: %w", order, err)
	}
	return nil
}

// Rejoin puts an order that left its wave back into it, for its tasks to be opened
// again. Conflict wave.over: the wave is cancelled.
func (Waves) Rejoin(ctx context.Context, data plugin.Data, order, wave int64) error {
	status, err := lock(ctx, data.SQL(), wave)
	if err != nil {
		return err
	}
	if status == "cancelled" {
		return fault.New(fault.Conflict, "wave.over")
	}
	if _, err := data.Save(ctx, "wave_order", plugin.Row{"wave_id": wave, "sale_order_id": order}); err != nil {
		return fmt.Errorf("put order %d back into wave %d: %w", order, wave, err)
	}
	return inWave(ctx, data, wave, order)
}

// inWave writes to orders which wave they are in; nil is none.
func inWave(ctx context.Context, data plugin.Data, wave any, orders ...int64) error {
	rows := make([]plugin.Row, len(orders))
	for i, id := range orders {
		rows[i] = plugin.Row{"id": id, "wave_id": wave}
	}
	if err := data.Set(ctx, "sale_order", rows); err != nil {
		return fmt.Errorf("write their wave to %d orders: %w", len(orders), err)
	}
	return nil
}

// Reopen has a wave be picked again, of which all was picked, or one bill.
func (Waves) Reopen(ctx context.Context, data plugin.Data, wave int64) error {
	status, err := lock(ctx, data.SQL(), wave)
	if err != nil {
		return err
	}
	if err := sumPicked(ctx, data, wave); err != nil || status == "picking" || status == "released" {
		return err
	}
	_, err = data.Act(ctx, "wave", "reopen", wave, nil)
	return err
}

// emptied is a pick bill of which nothing is left to pick.
type emptied struct {
	ID     int64  `db:"id"`
	Status string `db:"status"`
	Picked int64  `db:"picked"` // tasks
}

// Settle closes the pick bills of a wave of which nothing is left to pick, and the
// wave when none of them is open any more. Those that nobody began are cancelled.
func (w Waves) Settle(ctx context.Context, data plugin.Data, wave int64) error {
	status, err := lock(ctx, data.SQL(), wave)
	if err != nil {
		return err
	}
	var bills []emptied
	err = data.SQL().Select(ctx, &bills, `SELECT b.id, b.status, (SELECT COUNT(*) FROM pick_task t WHERE t.pick_bill_id = b.id AND t.picked_qty > 0) AS picked
		FROM pick_bill b WHERE b.wave_id = ? AND b.status IN ('new', 'ready', 'picking')
		AND NOT EXISTS (SELECT 1 FROM pick_task t WHERE t.pick_bill_id = b.id AND t.status IN ('ready', 'taken')) ORDER BY b.id`, wave)
	if err != nil {
		return fmt.Errorf("read bills of wave %d: %w", wave, err)
	}
	for _, b := range bills {
		if err := b.end(ctx, data); err != nil {
			return err
		}
	}
	if len(bills) > 0 {
		if err := sumPicked(ctx, data, wave); err != nil {
			return err
		}
	}
	return w.end(ctx, data, wave, status)
}

// sumPicked writes to a wave that is locked what its ended bills picked. A bill that is
// being picked counts for itself, so that no pick waits for the wave.
func sumPicked(ctx context.Context, data plugin.Data, wave int64) error {
	var picked contract.Qty
	err := data.SQL().Get(ctx, &picked, `SELECT COALESCE(SUM(picked_qty), 0) FROM pick_bill WHERE wave_id = ? AND status NOT IN ('new', 'ready', 'picking')`, wave)
	if err != nil {
		return fmt.Errorf("sum picks of wave %d: %w", wave, err)
	}
	return data.Set(ctx, "wave", []plugin.Row{{"id": wave, "picked_qty": picked.Decimal()}})
}

// lock locks a wave, so that of two who work off its last bills one sees the
// other's, and gives its status.
func lock(ctx context.Context, tx plugin.Tx, wave int64) (string, error) {
	var status string
	if err := tx.Get(ctx, &status, `SELECT status FROM wave WHERE id = ?`+tx.ForUpdate(), wave); err != nil {
		return "", fmt.Errorf("lock wave %d: %w", wave, err)
	}
	return status, nil
}

func (b emptied) end(ctx context.Context, data plugin.Data) error {
	action := "finish"
	if b.Status != "picking" && b.Picked == 0 {
		action = "cancel"
	}
	_, err := data.Act(ctx, "pick_bill", action, b.ID, nil)
	return err
}

// end ends a wave without open bills.
func (w Waves) end(ctx context.Context, data plugin.Data, wave int64, status string) error {
	action, ends := map[string]string{"new": "cancel", "released": "cancel", "picking": "finish_picking"}[status]
	if !ends {
		return w.follow(ctx, data, wave, status)
	}
	var open int64
	err := data.SQL().Get(ctx, &open, `SELECT COUNT(*) FROM pick_bill WHERE wave_id = ? AND status IN ('new', 'ready', 'picking')`, wave)
	if err != nil {
		return fmt.Errorf("count bills of wave %d: %w", wave, err)
	}
	if open > 0 {
		return nil
	}
	if _, err := data.Act(ctx, "wave", action, wave, nil); err != nil || action == "cancel" {
		return err
	}
	return w.follow(ctx, data, wave, "picked")
}
