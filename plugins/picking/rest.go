package picking

import (
	"context"
	"fmt"

	"github.com/wareloom/wareloom/engine/fault"
	"github.com/wareloom/wareloom/engine/plugin"
	"github.com/wareloom/wareloom/plugins/inventory/contract"
)

// moved is what happened to the rest of a task that was not picked where it should
// have been, for taking it back.
type moved struct {
	TaskID  int64        `json:"task"`
	Rest    part         `json:"rest"`              // where it should have been picked
	Heirs   []int64      `json:"heirs,omitempty"`   // tasks that took its place
	Missing contract.Qty `json:"missing,omitempty"` // that nothing took the place of
	Was     shortage     `json:"was"`               // of the line before
	Doubt   doubt        `json:"doubt"`             // about the stock that was not found
	Swaps   []swap       `json:"swaps,omitempty"`   // with other orders
}

// elsewhere has the rest of a task picked from other stock. Another lot may have a
// part of it: then the remainder stays.
func (f floor) elsewhere(ctx context.Context, data plugin.Data, t *task, by search) (*moved, error) {
	list, err := standIns(ctx, data.SQL(), t, by)
	if err != nil {
		return nil, err
	}
	parts, missing := take(list, t.left())
	if missing > 0 && by == otherLot {
		return f.otherLot(ctx, data, t, parts, missing)
	}
	if missing > 0 {
		return nil, fault.New(fault.Conflict, "picking.nowhere_else", "sku", t.SKU)
	}
	if err := f.stock.ReleaseSome(ctx, data, t.ReservationID, t.left().Decimal()); err != nil {
		return nil, err
	}
	return f.move(ctx, data, t, parts, "")
}

// short gives the rest of a task up where it is. As much as other stock can serve
// is picked from there; for the remainder the line says why it is short. Nobody is
// sent again to stock that was not found: what others wait for there is taken
// elsewhere too.
func (f floor) short(ctx context.Context, data plugin.Data, t *task, reason string) (*moved, error) {
	if err := f.stock.ReleaseSome(ctx, data, t.ReservationID, t.left().Decimal()); err != nil {
		return nil, err
	}
	d, err := f.doubt(ctx, data, t, reason)
	if err != nil {
		return nil, err
	}
	m, err := f.serve(ctx, data, t, reason)
	if err != nil {
		return nil, err
	}
	m.Doubt = d
	if err := f.sendOthersAway(ctx, data, t.QuantID, reason); err != nil {
		return nil, err
	}
	return m, f.settle(ctx, data, t)
}

// serve has the rest of a task, which is no longer reserved, picked from the stock
// that there is.
func (f floor) serve(ctx context.Context, data plugin.Data, t *task, reason string) (*moved, error) {
	list, err := standIns(ctx, data.SQL(), t, anywhere)
	if err != nil {
		return nil, err
	}
	parts, _ := take(list, t.left())
	return f.move(ctx, data, t, parts, reason)
}

// move takes the rest, which is no longer reserved, off a task and makes tasks of the
// parts instead. What the parts do not cover is the line's shortage.
func (f floor) move(ctx context.Context, data plugin.Data, t *task, parts []part, reason string) (*moved, error) {
	m := &moved{TaskID: t.ID, Missing: t.left(), Rest: part{QuantID: t.QuantID, PositionID: t.PositionID, LotID: t.LotID.Int64, Qty: t.left()}}
	for _, p := range parts {
		m.Missing -= p.Qty
	}
	if err := end(ctx, data, t, m.Missing, reason); err != nil {
		return nil, err
	}
	var err error
	if m.Heirs, err = f.addTasks(ctx, data, t, parts); err != nil {
		return nil, err
	}
	if m.Missing > 0 {
		if m.Was, err = f.miss(ctx, data, t, m.Missing, reason); err != nil {
			return nil, err
		}
	}
	return m, f.waves.Recount(ctx, data, t.WaveID)
}

// end ends a task with what is picked of it. One of which nothing is picked stays
// as the record of what is missing, or is void.
func end(ctx context.Context, data plugin.Data, t *task, missing contract.Qty, reason string) error {
	status, qty := "cancelled", t.Qty
	switch {
	case t.Picked > 0:
		status, qty = "picked", t.Picked
	case missing > 0:
		status, qty = "short", missing
	}
	err := setTask(ctx, data, t.ID, plugin.Row{"status": status, "qty": qty.Decimal(), "shortage": plugin.OrNil(reason)})
	if err != nil {
		return fmt.Errorf("end pick task %d: %w", t.ID, err)
	}
	return nil
}

// addTasks reserves the parts for the task's line and makes tasks of them.
func (f floor) addTasks(ctx context.Context, data plugin.Data, t *task, parts []part) ([]int64, error) {
	claims := make([]contract.Claim, len(parts))
	for i, p := range parts {
		claims[i] = contract.Claim{Doc: t.doc(), QuantID: p.QuantID, Qty: p.Qty.Decimal(), Priority: t.Priority}
	}
	reservations, err := f.stock.Reserve(ctx, data, claims)
	if err != nil {
		return nil, err
	}
	rows := make([]plugin.Row, len(parts))
	for i, p := range parts {
		rows[i] = plugin.Row{
			"pick_bill_id": t.BillID, "seq": t.Seq, "sale_order_id": t.OrderID, "sale_order_line_id": t.LineID, "reservation_id": reservations[i],
			"quant_id": p.QuantID, "position_id": p.PositionID, "consignor_id": t.ConsignorID, "product_id": t.ProductID, "lot_id": plugin.OrNil(p.LotID),
			"quality": t.Quality, "qty": p.Qty.Decimal(), "status": t.Status, "instead_of_id": t.ID,
		}
	}
	made, err := data.SaveMany(ctx, "pick_task", rows)
	ids := make([]int64, len(made))
	for i, row := range made {
		ids[i] = plugin.ID(row)
	}
	return ids, err
}

// moveBack has the rest of a task picked where it should have been after all.
func (f floor) moveBack(ctx context.Context, data plugin.Data, m *moved) error {
	t, err := lockTask(ctx, data.SQL(), m.TaskID)
	if err != nil {
		return err
	}
	if err := t.mustBeUndoable(data.Actor().UserID); err != nil {
		return err
	}
	if err := f.reopen(ctx, data, t); err != nil {
		return err
	}
	for _, id := range m.Heirs {
		if err := f.disinherit(ctx, data, id); err != nil {
			return err
		}
	}
	for _, swapped := range m.Swaps {
		if err := f.swapBack(ctx, data, swapped); err != nil {
			return err
		}
	}
	if m.Missing > 0 {
		if err := writeShortage(ctx, data, t.LineID, m.Missing, m.Was); err != nil {
			return err
		}
	}
	if err := f.dispel(ctx, data, m.Doubt); err != nil {
		return err
	}
	if err := f.resume(ctx, data, t, m.Rest); err != nil {
		return err
	}
	if err := stopOrder(ctx, data, t); err != nil {
		return err
	}
	return f.waves.Recount(ctx, data, t.WaveID)
}

// resume has the rest of a task picked again. A task of which nothing is picked is
// whole again; beside one with picks, which keep their reservation, the rest is a
// task of its own.
func (f floor) resume(ctx context.Context, data plugin.Data, t *task, rest part) error {
	open := t.open()
	t.Status = "taken"
	if t.BillStatus == "new" || t.BillStatus == "ready" {
		t.Status = "ready"
	}
	if t.Picked > 0 {
		_, err := f.addTasks(ctx, data, t, []part{rest})
		return err
	}
	if open {
		if err := f.stock.ReleaseSome(ctx, data, t.ReservationID, t.left().Decimal()); err != nil {
			return err
		}
		rest.Qty += t.left()
	}
	reserved, err := f.stock.Reserve(ctx, data, []contract.Claim{{Doc: t.doc(), QuantID: rest.QuantID, Qty: rest.Qty.Decimal(), Priority: t.Priority}})
	if err != nil {
		return err
	}
	err = setTask(ctx, data, t.ID, plugin.Row{"status": t.Status, "qty": rest.Qty.Decimal(), "reservation_id": reserved[0], "shortage": nil})
	if err != nil {
		return fmt.Errorf("resume pick task %d: %w", t.ID, err)
	}
	return nil
}

// disinherit voids a task that took another's place and was not begun.
func (f floor) disinherit(ctx context.Context, data plugin.Data, id int64) error {
	t, err := readTask(ctx, data.SQL(), id)
	if err != nil {
		return err
	}
	if !t.open() || t.Picked > 0 {
		return fault.New(fault.Conflict, "picking.went_on", "order", t.OrderNo)
	}
	if err := f.stock.ReleaseSome(ctx, data, t.ReservationID, t.Qty.Decimal()); err != nil {
		return err
	}
	return end(ctx, data, t, 0, "")
}
