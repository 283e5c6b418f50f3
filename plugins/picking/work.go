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
	TaskID        int64        `json:"task"`
	MoveNo        int64        `json:"move"`
	ReservationID int64        `json:"reservation"`
	Qty           contract.Qty `json:"qty"`
}

// pick takes goods of a task: the ledger, task, line, order and bill move together.
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
	n := contract.QtyOf(qty)
	row := plugin.Row{
		"picked_qty": (t.Picked + n).Decimal(), "status": "taken", "move_no": posted[0].MoveNo, "to_position_id": target, "to_lpn_id": plugin.OrNil(lpn),
		"picker_id": plugin.OrNil(data.Actor().UserID), "picked_at": data.SQL().Now(),
	}
	if t.Picked+n == t.Qty {
		row["status"] = "picked"
	}
	if err := setTask(ctx, data, t.ID, row); err != nil {
		return nil, fmt.Errorf("write pick task %d: %w", t.ID, err)
	}
	if err := actIn(ctx, data, order, t.OrderID, "waved", "start_picking"); err != nil {
		return nil, err
	}
	if err := count(ctx, data, t, n); err != nil {
		return nil, err
	}
	return &picked{TaskID: t.ID, MoveNo: posted[0].MoveNo, ReservationID: t.ReservationID, Qty: n}, f.settle(ctx, data, t)
}

// count adds picked goods to line and bill; negative takes them off. The wave counts
// them when the bill ends, since all its pickers would wait for its row.
func count(ctx context.Context, data plugin.Data, t *task, n contract.Qty) error {
	if err := addPicked(ctx, data, t.LineID, n); err != nil {
		return err
	}
	if err := data.Add(ctx, "pick_bill", []plugin.Row{{"id": t.BillID, "picked_qty": n.Decimal()}}); err != nil {
		return fmt.Errorf("count picks of pick bill %d: %w", t.BillID, err)
	}
	return nil
}

// settle ends what a task was the last of: the order, the bill, the wave.
func (f floor) settle(ctx context.Context, data plugin.Data, t *task) error {
	var orderOpen, billOpen bool
	err := data.SQL().QueryRow(ctx, `SELECT
		EXISTS (SELECT 1 FROM pick_task WHERE sale_order_id = ? AND status IN ('ready', 'taken')),
		EXISTS (SELECT 1 FROM pick_task WHERE pick_bill_id = ? AND status = 'taken') OR EXISTS (SELECT 1 FROM pick_task WHERE pick_bill_id = ? AND status = 'ready')`,
		t.OrderID, t.BillID, t.BillID).Scan(&orderOpen, &billOpen)
	if err != nil {
		return fmt.Errorf("look for open tasks: %w", err)
	}
	if !orderOpen {
		if err := f.finishOrder(ctx, data, t.OrderID); err != nil {
			return err
		}
	}
	if billOpen {
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
	if err := f.stock.Restore(ctx, data, d.ReservationID, d.Qty.Decimal()); err != nil {
		return err
	}
	if err := setTask(ctx, data, t.ID, plugin.Row{"picked_qty": (t.Picked - d.Qty).Decimal(), "status": "taken"}); err != nil {
		return fmt.Errorf("write pick task %d: %w", t.ID, err)
	}
	if err := count(ctx, data, t, -d.Qty); err != nil {
		return err
	}
	return stopOrder(ctx, data, t)
}
