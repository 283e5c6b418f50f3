package picking

import (
	"context"
	"fmt"

	"github.com/shopspring/decimal"

	"github.com/wareloom/wareloom/engine/plugin"
	"github.com/wareloom/wareloom/plugins/inventory/contract"
)

// done is what a pick did, for taking it back.
type done struct {
	TaskID        int64 `json:"task"`
	MoveNo        int64 `json:"move"`
	ReservationID int64 `json:"reservation"`
	Qty           int64 `json:"qty"` // thousandths
}

// pick takes goods of a task: the ledger, task, line, order, bill and wave move
// together.
func (f floor) pick(ctx context.Context, data plugin.Data, t *task, lpn int64, qty decimal.Decimal, serials []string) (done, error) {
	target, err := pickPosition(ctx, data, t.WarehouseID)
	if err != nil {
		return done{}, err
	}
	posted, err := f.stock.Post(ctx, data, []contract.Move{{
		Code: contract.Pick, Doc: contract.Doc{Type: "sale_order", ID: t.OrderID, LineID: t.LineID}, Goods: t.goods(), Qty: qty,
		From: contract.Place{PositionID: t.PositionID, LpnID: t.LpnID.Int64}, To: contract.Place{PositionID: target, LpnID: lpn},
		ReservationID: t.ReservationID, Serials: serials,
	}})
	if err != nil {
		return done{}, err
	}
	n := thousandths(qty)
	_, err = data.SQL().Exec(ctx, `UPDATE pick_task SET picked_qty = COALESCE(picked_qty, 0) + ?, status = CASE WHEN COALESCE(picked_qty, 0) + ? = qty THEN 'picked' ELSE 'taken' END,
		move_no = ?, to_position_id = ?, to_lpn_id = ?, picker_id = ?, picked_at = ?, version = version + 1 WHERE id = ?`,
		n, n, posted[0].MoveNo, target, null(lpn), null(data.Actor().UserID), nowMillis(), t.ID)
	if err != nil {
		return done{}, fmt.Errorf("write pick task %d: %w", t.ID, err)
	}
	if err := f.count(ctx, data, t, n); err != nil {
		return done{}, err
	}
	return done{TaskID: t.ID, MoveNo: posted[0].MoveNo, ReservationID: t.ReservationID, Qty: n}, f.settle(ctx, data, t)
}

// count adds picked goods to line, bill and wave; negative takes them off.
func (f floor) count(ctx context.Context, data plugin.Data, t *task, n int64) error {
	if err := pickedInto(ctx, data.SQL(), t.LineID, n); err != nil {
		return err
	}
	for table, id := range map[string]int64{"pick_bill": t.BillID, "wave": t.WaveID} {
		if _, err := data.SQL().Exec(ctx, `UPDATE `+table+` SET picked_qty = COALESCE(picked_qty, 0) + ? WHERE id = ?`, n, id); err != nil {
			return fmt.Errorf("count picks of %s %d: %w", table, id, err)
		}
	}
	return actIn(ctx, data, "sale_order", t.OrderID, "waved", "start_picking")
}

// settle ends what a task was the last of: the order, the bill, the wave.
func (f floor) settle(ctx context.Context, data plugin.Data, t *task) error {
	open, picked, err := rest(ctx, data.SQL(), `sale_order_id = ?`, t.OrderID)
	if err != nil {
		return err
	}
	if open == 0 {
		if err := finishOrder(ctx, data, t.OrderID, picked > 0); err != nil {
			return err
		}
	}
	if open, _, err = rest(ctx, data.SQL(), `pick_bill_id = ?`, t.BillID); err != nil || open > 0 {
		return err
	}
	if err := finishBill(ctx, data, t.BillID); err != nil {
		return err
	}
	return finishWave(ctx, data, t.WaveID)
}

// rest counts the open and the picked tasks.
func rest(ctx context.Context, tx plugin.Tx, where string, id int64) (open, picked int64, err error) {
	err = tx.QueryRow(ctx, `SELECT COALESCE(SUM(CASE WHEN status IN ('ready', 'taken') THEN 1 ELSE 0 END), 0),
		COALESCE(SUM(CASE WHEN picked_qty > 0 THEN 1 ELSE 0 END), 0) FROM pick_task WHERE status <> 'cancelled' AND `+where, id).Scan(&open, &picked)
	if err != nil {
		return 0, 0, fmt.Errorf("count tasks: %w", err)
	}
	return open, picked, nil
}

// finishOrder ends an order's picking; an order of which nothing was found waits
// for stock again.
func finishOrder(ctx context.Context, data plugin.Data, order int64, found bool) error {
	if found {
		return actIn(ctx, data, "sale_order", order, "picking", "finish_picking")
	}
	if _, err := data.SQL().Exec(ctx, `UPDATE sale_order SET wave_id = NULL WHERE id = ?`, order); err != nil {
		return fmt.Errorf("take order %d out of its wave: %w", order, err)
	}
	_, err := data.Act(ctx, "sale_order", "pick_short", order, plugin.Row{"reason": "nothing found"})
	return err
}

func finishBill(ctx context.Context, data plugin.Data, bill int64) error {
	if _, err := data.SQL().Exec(ctx, `UPDATE pick_bill SET finished_at = ? WHERE id = ?`, nowMillis(), bill); err != nil {
		return fmt.Errorf("finish pick bill %d: %w", bill, err)
	}
	return actIn(ctx, data, "pick_bill", bill, "picking", "finish")
}

// finishWave ends a wave's picking when no bill of it is open.
func finishWave(ctx context.Context, data plugin.Data, wave int64) error {
	var open int64
	err := data.SQL().Get(ctx, &open, `SELECT COUNT(*) FROM pick_bill WHERE wave_id = ? AND status IN ('new', 'ready', 'picking')`, wave)
	if err != nil || open > 0 {
		return err
	}
	return actIn(ctx, data, "wave", wave, "picking", "finish_picking")
}

// unpick takes a pick back.
func (f floor) unpick(ctx context.Context, data plugin.Data, d done) error {
	t, err := readTask(ctx, data.SQL(), d.TaskID)
	if err != nil {
		return err
	}
	for _, back := range []struct {
		table string
		id    int64
		do    string
	}{{"sale_order", t.OrderID, "unpick"}, {"pick_bill", t.BillID, "reopen"}, {"wave", t.WaveID, "reopen"}} {
		if err := actIn(ctx, data, back.table, back.id, "picked", back.do); err != nil {
			return err
		}
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
	return f.count(ctx, data, t, -d.Qty)
}

// short gives up the rest of a task: its reservation is freed, the line says why,
// and the goods are for others to look for.
func (f floor) short(ctx context.Context, data plugin.Data, t *task, reason string) error {
	left := quantity(t.left())
	if err := f.stock.ReleaseSome(ctx, data, t.ReservationID, left); err != nil {
		return err
	}
	for _, change := range []struct {
		text string
		args []any
	}{
		{`UPDATE pick_task SET qty = COALESCE(picked_qty, 0), status = CASE WHEN COALESCE(picked_qty, 0) > 0 THEN 'picked' ELSE 'short' END, short_reason = ?, version = version + 1 WHERE id = ?`, []any{reason, t.ID}},
		{`UPDATE sale_order_line SET allocated_qty = allocated_qty - ?, short_reason = ?, version = version + 1 WHERE id = ?`, []any{t.left(), reason + " -" + left.String(), t.LineID}},
	} {
		if _, err := data.SQL().Exec(ctx, change.text, change.args...); err != nil {
			return fmt.Errorf("give up pick task %d: %w", t.ID, err)
		}
	}
	return f.settle(ctx, data, t)
}
