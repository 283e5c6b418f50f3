package wave

import (
	"context"
	"fmt"

	"github.com/wareloom/wareloom/engine/plugin"
)

// Waves is what other plugins may ask of waves. Its zero value is ready.
type Waves struct{}

// Forget takes an order's open tasks out of their pick bills and the order out of
// its wave's list, and counts wave and bills anew.
func (Waves) Forget(ctx context.Context, tx plugin.Tx, order int64) error {
	for _, statement := range []string{
		`UPDATE pick_task SET status = 'cancelled' WHERE sale_order_id = ? AND status IN ('ready', 'taken')`,
		`UPDATE wave SET order_count = order_count - 1 WHERE id IN (SELECT wave_id FROM wave_order WHERE sale_order_id = ?) AND order_count > 0`,
		`DELETE FROM wave_order WHERE sale_order_id = ?`,
	} {
		if _, err := tx.Exec(ctx, statement, order); err != nil {
			return fmt.Errorf("take order %d off its pick bill: %w", order, err)
		}
	}
	return nil
}
