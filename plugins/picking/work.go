package picking

import (
	"context"
	"fmt"

	"github.com/shopspring/decimal"

	"github.com/wareloom/wareloom/engine/fault"
	"github.com/wareloom/wareloom/engine/plugin"
	"github.com/wareloom/wareloom/plugins/inventory/contract"
)

// picked is what a pick did, for taking it back.
type picked struct {
	TaskID        int64 `json:"task"`
	MoveNo        int64 `json:"move"`
	ReservationID int64 `json:"reservation"`
	Qty           int64 `json:"qty"` // thousandths
}

// pick takes goods of a task: the ledger, task, line, order, bill and wave move
// together.
func (f floor) pick(ctx context.Context, data plugin.Data, t *task, lpn int64, qty decimal.Decimal, serials []string) (*picked, error) {
	target, err := pickPosition(ctx, data, t.WarehouseID)
	if err != nil {
		return nil, err
	}
	posted, err := f.stock.Post(ctx, data, []contract.Move{{
		Code: contract.Pick, Doc: t.doc(), Goods: t.goods(), Qty: qty,
		From: t.place(), To: contract.Place{PositionID: target, LpnID: lpn},
		ReservationID: t.ReservationID, Serials: serials,
	}})
	if err != nil {
		return nil, err
	}
	n := thousandths(qty)
	_, err = data.SQL().Exec(ctx, `UPDATE pick_task SET picked_qty = picked_qty + ?, status = CASE WHEN picked_qty + ? = qty THEN 'picked' ELSE 'taken' END,
		move_no = ?, to_position_id = ?, to_lpn_id = ?, picker_id = ?, picked_at = ?, version = version + 1 WHERE id = ?`,
		n, n, posted[0].MoveNo, target, null(lpn), null(data.Actor().UserID), data.SQL().Now().UnixMilli(), t.ID)
	if err != nil {
		return nil, fmt.Errorf("write pick task %d: %w", t.ID, err)
	}
	if err := actIn(ctx, data, order, t.OrderID, "waved", "start_picking"); err != nil {
		return nil, err
	}
	if err := count(ctx, data.SQL(), t, n); err != nil {
		return nil, err
	}
	return &picked{TaskID: t.ID, MoveNo: posted[0].MoveNo, ReservationID: t.ReservationID, Qty: n}, f.settle(ctx, data, t)
}

// count adds picked goods to line, bill and wave; negative takes them off. All
// pickers of a wave wait for its row, so that its sum is made anew at the end.
func count(ctx context.Context, tx plugin.Tx, t *task, n int64) error {
	if err := addPicked(ctx, tx, t.LineID, n); err != nil {
		return err
	}
	tx.Changed("pick_bill", "wave")
	if _, err := tx.Exec(ctx, `UPDATE pick_bill SET picked_qty = picked_qty + ? WHERE id = ?`, n, t.BillID); err != nil {
		return fmt.Errorf("count picks of pick bill %d: %w", t.BillID, err)
	}
	tx.BeforeCommit(func(ctx context.Context) error { return sumWave(ctx, tx, t.WaveID) })
	return nil
}

// sumWave sums the picks of a wave; the lock comes first, so that the sum sees what
// others committed before.
func sumWave(ctx context.Context, tx plugin.Tx, id int64) error {
	if _, err := stateOf(ctx, tx, "wave", id); err != nil {
		return err
	}
	_, err := tx.Exec(ctx, `UPDATE wave SET picked_qty = (SELECT COALESCE(SUM(b.picked_qty), 0) FROM pick_bill b WHERE b.wave_id = wave.id) WHERE id = ?`, id)
	if err != nil {
		return fmt.Errorf("count picks of wave %d: %w", id, err)
	}
	return nil
}

// settle ends what a task was the last of: the order, the bill, the wave.
func (f floor) settle(ctx context.Context, data plugin.Data, t *task) error {
	var orderOpen, billOpen int64
	err := data.SQL().QueryRow(ctx, `SELECT
		(SELECT COUNT(*) FROM pick_task WHERE sale_order_id = ? AND status IN ('ready', 'taken')),
		(SELECT COUNT(*) FROM pick_task WHERE pick_bill_id = ? AND status IN ('ready', 'taken'))`,
		t.OrderID, t.BillID).Scan(&orderOpen, &billOpen)
	if err != nil {
		return fmt.Errorf("count tasks: %w", err)
	}
	if orderOpen == 0 {
		if err := f.finishOrder(ctx, data, t.OrderID); err != nil {
			return err
		}
	}
	if billOpen > 0 {
		return nil
	}
	return f.waves.Settle(ctx, data, t.WaveID)
}

// unpick takes a pick back.
func (f floor) unpick(ctx context.Context, data plugin.Data, d *picked) error {
	t, err := lockTask(ctx, data.SQL(), d.TaskID)
	if err != nil {
		return err
	}
	if err := t.mustBeUndoable(data.Actor().UserID); err != nil {
		return err
	}
	if t.Picked < d.Qty {
		return fault.New(fault.Conflict, "picking.went_on", "order", t.OrderNo)
	}
	if err := f.reopen(ctx, data, t); err != nil {
		return err
	}
	if _, err := f.stock.Reverse(ctx, data, []int64{d.MoveNo}, "undo"); err != nil {
		return err
	}
	if err := f.stock.Restore(ctx, data, d.ReservationID, quantity(d.Qty)); err != nil {
		return err
	}
	_, err = data.SQL().Exec(ctx, `UPDATE pick_task SET picked_qty = picked_qty - ?, status = 'taken', version = version + 1 WHERE id = ?`, d.Qty, d.TaskID)
	if err != nil {
		return fmt.Errorf("write pick task %d: %w", d.TaskID, err)
	}
	if err := count(ctx, data.SQL(), t, -d.Qty); err != nil {
		return err
	}
	return stopOrder(ctx, data, t)
}
