package wave

import (
	"context"
	"fmt"

	"github.com/wareloom/wareloom/engine/plugin"
	"github.com/wareloom/wareloom/plugins/inventory/contract"
)

// tally is what the tasks of a pick bill add up to.
type tally struct {
	ID     int64        `db:"id"`
	Orders int64        `db:"orders"`
	Tasks  int64        `db:"tasks"`
	Qty    contract.Qty `db:"qty"`
}

// Recount sums the tasks of a wave anew into its pick bills and the wave. What was
// not found is no longer asked for. What is picked is added with each pick.
func (Waves) Recount(ctx context.Context, data plugin.Data, wave int64) error {
	bills, err := tallies(ctx, data.SQL(), wave)
	if err != nil {
		return fmt.Errorf("count tasks of wave %d: %w", wave, err)
	}
	var orders int64
	if err := data.SQL().Get(ctx, &orders, `SELECT COUNT(*) FROM wave_order WHERE wave_id = ?`, wave); err != nil {
		return fmt.Errorf("count orders of wave %d: %w", wave, err)
	}
	rows, used := make([]plugin.Row, len(bills)), 0
	var whole tally
	for i, b := range bills {
		rows[i] = plugin.Row{"id": b.ID, "order_count": b.Orders, "task_count": b.Tasks, "total_qty": b.Qty.Decimal()}
		whole.Tasks, whole.Qty = whole.Tasks+b.Tasks, whole.Qty+b.Qty
		if b.Tasks > 0 {
			used++
		}
	}
	if err := data.Set(ctx, "pick_bill", rows); err != nil {
		return fmt.Errorf("count pick bills of wave %d: %w", wave, err)
	}
	return data.Set(ctx, "wave", []plugin.Row{{
		"id": wave, "order_count": orders, "line_count": whole.Tasks, "total_qty": whole.Qty.Decimal(), "bill_count": used,
	}})
}

// tallies adds up the tasks of the pick bills of a wave, which are locked first: of two
// who count, the second sees what the first changed.
func tallies(ctx context.Context, tx plugin.Tx, wave int64) ([]tally, error) {
	var locked []int64
	if err := tx.Select(ctx, &locked, `SELECT id FROM pick_bill WHERE wave_id = ? ORDER BY id`+tx.ForUpdate(), wave); err != nil {
		return nil, err
	}
	var bills []tally
	err := tx.Select(ctx, &bills, `SELECT b.id, COUNT(DISTINCT t.sale_order_id) AS orders, COUNT(t.id) AS tasks,
		COALESCE(SUM(CASE WHEN t.status <> 'short' THEN t.qty ELSE 0 END), 0) AS qty
		FROM pick_bill b LEFT JOIN pick_task t ON t.pick_bill_id = b.id AND t.status <> 'cancelled' WHERE b.wave_id = ? GROUP BY b.id ORDER BY b.id`, wave)
	return bills, err
}
