package picking

import (
	"context"
	"fmt"

	"github.com/wareloom/wareloom/engine/fault"
	"github.com/wareloom/wareloom/engine/plugin"
	"github.com/wareloom/wareloom/plugins/inventory/contract"
)

// movePart has as much of a task, which is no longer reserved, picked from the parts
// as they hold; the remainder stays where it is.
func (f floor) movePart(ctx context.Context, data plugin.Data, t *task, parts []part) (*moved, error) {
	m := &moved{TaskID: t.ID, Rest: part{QuantID: t.QuantID, PositionID: t.PositionID, LotID: t.LotID.Int64}}
	for _, p := range parts {
		m.Rest.Qty += p.Qty
	}
	if m.Rest.Qty == t.left() {
		return f.move(ctx, data, t, parts, "")
	}
	err := setTask(ctx, data, t.ID, plugin.Row{"qty": (t.Qty - m.Rest.Qty).Decimal()})
	if err != nil {
		return nil, fmt.Errorf("shrink pick task %d: %w", t.ID, err)
	}
	if m.Heirs, err = f.addTasks(ctx, data, t, parts); err != nil {
		return nil, err
	}
	return m, f.waves.Recount(ctx, data, t.WaveID)
}

// rival is stock of another lot that another order has reserved and not picked.
type rival struct {
	standIn
	ReservationID int64 `db:"reservation_id"`
	OrderID       int64 `db:"doc_id"`
	LineID        int64 `db:"line_id"`
	Priority      int64 `db:"priority"`
	TaskID        int64 `db:"task_id"` // open; 0 when the order is in no wave
}

// rivals finds what others have reserved of other lots of a task's goods and nobody
// has picked. Lines that ask for a lot keep it. Free is what a reservation holds.
func rivals(ctx context.Context, tx plugin.Tx, t *task) ([]rival, error) {
	if t.LotAsked != "" {
		return nil, nil
	}
	var list []rival
	err := tx.Select(ctx, &list, `SELECT q.id, q.position_id, q.lot_id, COALESCE(l.lot_no, '') AS lot_no, q.in_date, COALESCE(q.exp_date, '') AS exp_date,
		COALESCE(p.pick_seq, 0) AS pick_seq, COALESCE(g.min_ship_days, 0) AS min_ship_days, w.time_zone, r.qty AS free,
		r.id AS reservation_id, r.doc_id, r.line_id, COALESCE(r.priority, 0) AS priority, COALESCE(k.id, 0) AS task_id
		FROM reservation r JOIN quant q ON q.id = r.quant_id JOIN position p ON p.id = q.position_id JOIN warehouse w ON w.id = q.warehouse_id
		JOIN product g ON g.id = q.product_id JOIN sale_order_line s ON s.id = r.line_id LEFT JOIN lot l ON l.id = q.lot_id
		LEFT JOIN pick_task k ON k.reservation_id = r.id AND k.status IN ('ready', 'taken')
		WHERE r.status = 'active' AND r.consumed = 0 AND r.doc_type = ? AND r.doc_id <> ? AND q.warehouse_id = ? AND q.product_id = ? AND q.consignor_id = ?
		AND q.quality = ? AND q.held_at IS NULL AND p.status IN ('normal', 'no_in') AND COALESCE(l.status, 'ok') = 'ok' AND COALESCE(s.lot_no, '') = ''
		AND COALESCE(q.lot_id, 0) <> ? ORDER BY COALESCE(q.exp_date, '9999-12-31'), q.in_date, r.id`,
		order, t.OrderID, t.WarehouseID, t.ProductID, t.ConsignorID, t.Quality, t.LotID.Int64)
	if err != nil {
		return nil, fmt.Errorf("look for reservations of %s: %w", t.SKU, err)
	}
	return list, nil
}

// otherLot takes what is free of other lots, then what other orders have reserved of
// them, who get as much of this task's lot; the remainder stays.
func (f floor) otherLot(ctx context.Context, data plugin.Data, t *task, parts []part, missing contract.Qty) (*moved, error) {
	list, err := rivals(ctx, data.SQL(), t)
	if err != nil {
		return nil, err
	}
	if free := t.left() - missing; free > 0 {
		if err := f.stock.ReleaseSome(ctx, data, t.ReservationID, free.Decimal()); err != nil {
			return nil, err
		}
	}
	now := data.SQL().Now()
	var swaps []swap
	for _, r := range list {
		n := min(r.Free, missing)
		if n <= 0 || !r.fresh(now) {
			continue
		}
		swapped, err := f.swap(ctx, data, t, r, n)
		if err != nil {
			return nil, err
		}
		swaps, missing = append(swaps, swapped), missing-n
		parts = append(parts, part{QuantID: r.QuantID, PositionID: r.PositionID, LotID: r.LotID.Int64, Qty: n})
	}
	if len(parts) == 0 {
		return nil, fault.New(fault.Conflict, "picking.nowhere_else", "sku", t.SKU)
	}
	m, err := f.movePart(ctx, data, t, parts)
	if err == nil {
		m.Swaps = swaps
	}
	return m, err
}

// swap is a quantity that another order gave for as much of a task's own stock.
type swap struct {
	Moved         *moved         `json:"moved,omitempty"`       // of the other's task
	ReservationID int64          `json:"reservation,omitempty"` // of an order in no wave, in the place of its own
	Was           contract.Claim `json:"was"`                   // its own
}

// swap gives a quantity of a task's stock to another order for as much of its own.
func (f floor) swap(ctx context.Context, data plugin.Data, t *task, r rival, n contract.Qty) (w swap, err error) {
	for _, id := range []int64{t.ReservationID, r.ReservationID} {
		if err := f.stock.ReleaseSome(ctx, data, id, n.Decimal()); err != nil {
			return w, err
		}
	}
	if r.TaskID != 0 {
		other, err := lockTask(ctx, data.SQL(), r.TaskID)
		if err != nil {
			return w, err
		}
		w.Moved, err = f.movePart(ctx, data, other, []part{{QuantID: t.QuantID, PositionID: t.PositionID, LotID: t.LotID.Int64, Qty: n}})
		return w, err
	}
	w.Was = contract.Claim{Doc: contract.Doc{Type: order, ID: r.OrderID, LineID: r.LineID}, QuantID: r.QuantID, Qty: n.Decimal(), Priority: r.Priority}
	given := w.Was
	given.QuantID = t.QuantID
	ids, err := f.stock.Reserve(ctx, data, []contract.Claim{given})
	if err != nil {
		return w, err
	}
	w.ReservationID = ids[0]
	return w, nil
}

// swapBack gives another order its own stock back, if it did not go on with what it
// got for it.
func (f floor) swapBack(ctx context.Context, data plugin.Data, w swap) error {
	if w.Moved != nil {
		return f.giveTaskBack(ctx, data, w.Moved)
	}
	var waved int64
	err := data.SQL().Get(ctx, &waved, `SELECT COUNT(*) FROM pick_task WHERE reservation_id = ? AND status <> 'cancelled'`, w.ReservationID)
	if err != nil {
		return fmt.Errorf("look for tasks of reservation %d: %w", w.ReservationID, err)
	}
	if waved > 0 {
		return fault.New(fault.Conflict, "picking.swap_went_on")
	}
	if err := f.stock.ReleaseSome(ctx, data, w.ReservationID, w.Was.Qty); err != nil {
		return err
	}
	_, err = f.stock.Reserve(ctx, data, []contract.Claim{w.Was})
	return err
}

func (f floor) giveTaskBack(ctx context.Context, data plugin.Data, m *moved) error {
	t, err := lockTask(ctx, data.SQL(), m.TaskID)
	if err != nil {
		return err
	}
	for _, id := range m.Heirs {
		if err := f.disinherit(ctx, data, id); err != nil {
			return err
		}
	}
	if err := f.resume(ctx, data, t, m.Rest); err != nil {
		return err
	}
	return f.waves.Recount(ctx, data, t.WaveID)
}
