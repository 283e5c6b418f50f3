package wave

import (
	"context"
	"fmt"

	"github.com/wareloom/wareloom/engine/fault"
	"github.com/wareloom/wareloom/engine/plugin"
)

// release makes the pick bills of a wave ready to be taken.
func release(ctx context.Context, e *plugin.EffectEvent, _ []plugin.Row) error {
	return eachBill(ctx, e, "new", "release")
}

// eachBill takes an action on the wave's pick bills in a state.
func eachBill(ctx context.Context, e *plugin.EffectEvent, status, action string) error {
	var bills []int64
	err := e.Tx.Select(ctx, &bills, `SELECT id FROM pick_bill WHERE wave_id = ? AND status = ? ORDER BY id`, plugin.ID(e.Head), status)
	if err != nil {
		return fmt.Errorf("read bills of wave %d: %w", plugin.ID(e.Head), err)
	}
	for _, id := range bills {
		if _, err := e.Data.Act(ctx, "pick_bill", action, id, nil); err != nil {
			return err
		}
	}
	return nil
}

// cancel dissolves a wave of which nothing is picked: its orders are allocated again.
// Who has taken a pick bill of it is told at the next scan.
func cancel(ctx context.Context, e *plugin.EffectEvent, _ []plugin.Row) error {
	wave := plugin.ID(e.Head)
	var picked int64
	err := e.Tx.Get(ctx, &picked, `SELECT COUNT(*) FROM pick_task WHERE picked_qty > 0 AND pick_bill_id IN (SELECT id FROM pick_bill WHERE wave_id = ?)`, wave)
	if err != nil {
		return fmt.Errorf("look for picks of wave %d: %w", wave, err)
	}
	if picked > 0 {
		return fault.New(fault.Conflict, "wave.picked_from")
	}
	for _, status := range []string{"new", "ready", "picking"} {
		if err := eachBill(ctx, e, status, "cancel"); err != nil {
			return err
		}
	}
	var orders []int64
	if err := e.Tx.Select(ctx, &orders, `SELECT id FROM sale_order WHERE wave_id = ? AND status = 'waved' ORDER BY id`, wave); err != nil {
		return fmt.Errorf("read orders of wave %d: %w", wave, err)
	}
	if err := cancelTasks(ctx, e.Data, wave); err != nil {
		return err
	}
	if err := inWave(ctx, e.Data, nil, orders...); err != nil {
		return err
	}
	for _, id := range orders {
		if _, err := e.Data.Act(ctx, "sale_order", "unwave", id, nil); err != nil {
			return err
		}
	}
	return nil
}

// cancelTasks voids the open tasks of a wave.
func cancelTasks(ctx context.Context, data plugin.Data, wave int64) error {
	var bills []int64
	if err := data.SQL().Select(ctx, &bills, `SELECT id FROM pick_bill WHERE wave_id = ? ORDER BY id`, wave); err != nil {
		return fmt.Errorf("read bills of wave %d: %w", wave, err)
	}
	open := plugin.Row{"pick_bill_id": bills, "status": []string{"ready", "taken"}}
	if _, err := data.SetWhere(ctx, "pick_task", open, plugin.Row{"status": "cancelled"}); err != nil {
		return fmt.Errorf("cancel tasks of wave %d: %w", wave, err)
	}
	return nil
}

// removeOrder takes one order out of a wave while nothing of it is confirmed.
func removeOrder(ctx context.Context, e *plugin.EffectEvent, batch []plugin.Row) error {
	wave, order := plugin.ID(e.Head), plugin.Int(batch[0], "sale_order_id")
	var member, begun int64
	err := e.Tx.QueryRow(ctx, `SELECT (SELECT COUNT(*) FROM wave_order WHERE wave_id = ? AND sale_order_id = ?),
		(SELECT COUNT(*) FROM pick_task WHERE sale_order_id = ? AND (picked_qty > 0 OR status = 'short')
			AND pick_bill_id IN (SELECT id FROM pick_bill WHERE wave_id = ?))`, wave, order, order, wave).Scan(&member, &begun)
	if err != nil {
		return fmt.Errorf("look for order %d in wave %d: %w", order, wave, err)
	}
	if member == 0 {
		return fault.New(fault.Invalid, "wave.not_a_member").On("params.sale_order_id")
	}
	if begun > 0 {
		return fault.New(fault.Conflict, "wave.picked_already")
	}
	if _, err := e.Data.Act(ctx, "sale_order", "unwave", order, nil); err != nil {
		return err
	}
	return Waves{}.Forget(ctx, e.Data, order)
}
