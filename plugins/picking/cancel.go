package picking

import (
	"context"
	"fmt"

	"github.com/wareloom/wareloom/engine/plugin"
)

// cancelOrder takes a cancelled order off its pick bill. What was picked stays in
// its tote until it is put back.
func (f floor) cancelOrder(ctx context.Context, e *plugin.EffectEvent, _ []plugin.Row) error {
	order := plugin.ID(e.Head)
	var bills []struct {
		BillID int64 `db:"pick_bill_id"`
		WaveID int64 `db:"wave_id"`
	}
	err := e.Tx.Select(ctx, &bills, `SELECT DISTINCT t.pick_bill_id, b.wave_id FROM pick_task t JOIN pick_bill b ON b.id = t.pick_bill_id
		WHERE t.sale_order_id = ? AND t.status IN ('ready', 'taken')`, order)
	if err != nil {
		return fmt.Errorf("read pick bills of order %d: %w", order, err)
	}
	if err := f.waves.Forget(ctx, e.Tx, order); err != nil {
		return err
	}
	for _, b := range bills {
		if err := closeEmpty(ctx, e.Data, b.BillID, b.WaveID); err != nil {
			return err
		}
	}
	return nil
}

// closeEmpty ends a bill of which nothing is left to pick.
func closeEmpty(ctx context.Context, data plugin.Data, bill, wave int64) error {
	open, _, err := rest(ctx, data.SQL(), `pick_bill_id = ?`, bill)
	if err != nil || open > 0 {
		return err
	}
	if err := actIn(ctx, data, "pick_bill", bill, "ready", "finish"); err != nil {
		return err
	}
	if err := finishBill(ctx, data, bill); err != nil {
		return err
	}
	if err := actIn(ctx, data, "wave", wave, "released", "start"); err != nil {
		return err
	}
	return finishWave(ctx, data, wave)
}
