package wave

import (
	"context"
	"fmt"

	"github.com/wareloom/wareloom/engine/fault"
	"github.com/wareloom/wareloom/engine/plugin"
)

// Waves is what other plugins may ask of waves. Its zero value is ready.
type Waves struct{}

// statement is SQL with its arguments, and what it does for the error.
type statement struct {
	what string
	text string
	args []any
}

func run(ctx context.Context, tx plugin.Tx, list ...statement) error {
	for _, s := range list {
		if _, err := tx.Exec(ctx, s.text, s.args...); err != nil {
			return fmt.Errorf("%s: %w", s.what, err)
		}
	}
	return nil
}

// Forget takes an order out of its wave: its open tasks leave their pick bills,
// and what is left without a task is closed. What was picked stays picked.
func (w Waves) Forget(ctx context.Context, data plugin.Data, order int64) error {
	var waves []int64
	err := data.SQL().Select(ctx, &waves, `SELECT id FROM wave WHERE status NOT IN ('done', 'cancelled')
		AND id IN (SELECT wave_id FROM wave_order WHERE sale_order_id = ?) ORDER BY id`, order)
	if err != nil {
		return fmt.Errorf("read waves of order %d: %w", order, err)
	}
	data.SQL().Changed("pick_bill")
	err = run(ctx, data.SQL(),
		statement{"end tasks", `UPDATE pick_task SET version = version + 1, qty = CASE WHEN picked_qty > 0 THEN picked_qty ELSE qty END,
			status = CASE WHEN picked_qty > 0 THEN 'picked' ELSE 'cancelled' END
			WHERE sale_order_id = ? AND status IN ('ready', 'taken')`, []any{order}},
	)
	if err != nil {
		return err
	}
	if err := inWave(ctx, data, nil, order); err != nil {
		return err
	}
	for _, id := range waves {
		err := run(ctx, data.SQL(), statement{"end membership", `DELETE FROM wave_order WHERE wave_id = ? AND sale_order_id = ?`, []any{id, order}})
		if err != nil {
			return err
		}
		if err := w.Recount(ctx, data.SQL(), id); err != nil {
			return err
		}
		if err := w.Settle(ctx, data, id); err != nil {
			return err
		}
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

// Reopen has a wave of which all was picked be picked again.
func (Waves) Reopen(ctx context.Context, data plugin.Data, wave int64) error {
	status, err := lock(ctx, data.SQL(), wave)
	if err != nil || status == "picking" || status == "released" {
		return err
	}
	_, err = data.Act(ctx, "wave", "reopen", wave, nil)
	return err
}

// Recount sums the tasks of a wave anew into its pick bills and the wave. What was
// not found is no longer asked for.
func (Waves) Recount(ctx context.Context, tx plugin.Tx, wave int64) error {
	const wanted = `FROM pick_task t WHERE t.pick_bill_id = pick_bill.id AND t.status <> 'cancelled'`
	tx.Changed("pick_bill", "wave")
	return run(ctx, tx,
		statement{"count pick bills", `UPDATE pick_bill SET order_count = (SELECT COUNT(DISTINCT t.sale_order_id) ` + wanted + `),
			task_count = (SELECT COUNT(*) ` + wanted + `), total_qty = (SELECT COALESCE(SUM(t.qty), 0) ` + wanted + ` AND t.status <> 'short'),
			picked_qty = (SELECT COALESCE(SUM(t.picked_qty), 0) ` + wanted + `) WHERE wave_id = ?`, []any{wave}},
		statement{"count wave", `UPDATE wave SET order_count = (SELECT COUNT(*) FROM wave_order o WHERE o.wave_id = wave.id),
			line_count = (SELECT COALESCE(SUM(b.task_count), 0) FROM pick_bill b WHERE b.wave_id = wave.id),
			total_qty = (SELECT COALESCE(SUM(b.total_qty), 0) FROM pick_bill b WHERE b.wave_id = wave.id),
			picked_qty = (SELECT COALESCE(SUM(b.picked_qty), 0) FROM pick_bill b WHERE b.wave_id = wave.id),
			bill_count = (SELECT COUNT(*) FROM pick_bill b WHERE b.wave_id = wave.id AND b.task_count > 0) WHERE id = ?`, []any{wave}},
	)
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
	return w.end(ctx, data, wave, status)
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
