package picking

import (
	"context"
	"fmt"
	"time"

	"github.com/wareloom/wareloom/engine/fault"
	"github.com/wareloom/wareloom/engine/plugin"
	counting "github.com/wareloom/wareloom/plugins/counting/contract"
	"github.com/wareloom/wareloom/plugins/inventory/contract"
)

// Reasons of a shortage, values of the dropdown of that name.
const (
	notFound = "not_found"
	less     = "less"
	damaged  = "damaged"
)

// undecided is the quality of goods that somebody is to look at.
const undecided = "ZT"

// doubt is what was done about stock that a picker did not find.
type doubt struct {
	Count   int64        `json:"count,omitempty"`   // count task; 0 when none was raised
	Missing contract.Qty `json:"missing,omitempty"` // that it asks for
	MoveNo  int64        `json:"move,omitempty"`    // that set damaged pieces apart
}

// doubt holds the stock that a picker did not find and asks for a count of it. Of
// damaged pieces the sound ones beside them stay free.
func (f floor) doubt(ctx context.Context, data plugin.Data, t *task, reason string) (d doubt, err error) {
	quant := t.QuantID
	switch reason {
	case damaged:
		if quant, d.MoveNo, err = f.setApart(ctx, data, t); err != nil {
			return d, err
		}
	case notFound, less:
	default:
		return d, nil
	}
	d.Missing = t.left()
	d.Count, err = f.counts.Raise(ctx, data, counting.Doubt{QuantID: quant, Missing: t.left().Decimal(), Reason: reason, OrderID: t.OrderID})
	return d, err
}

// setApart makes damaged pieces stock of their own at their place, and gives it.
// Pieces with numbers, which nobody has scanned, and those at a position that takes
// nothing in, stay with the others.
func (f floor) setApart(ctx context.Context, data plugin.Data, t *task) (quant, moveNo int64, err error) {
	if t.SerialCtl {
		return t.QuantID, 0, nil
	}
	into := t.goods()
	into.Quality = undecided
	posted, err := f.stock.Post(ctx, data, []contract.Move{{
		Code: contract.ChangeGoods, Doc: t.doc(), Goods: t.goods(), Into: &into, Qty: t.left().Decimal(), From: t.place(), To: t.place(), Reason: damaged,
	}})
	if fault.IsKey(err, "stock.position_closed") {
		return t.QuantID, 0, nil
	}
	if err != nil {
		return 0, 0, err
	}
	return posted[0].ToQuant, posted[0].MoveNo, nil
}

// waiting is a reservation of another task or order.
type waiting struct {
	OrderID int64 `db:"doc_id"`
	TaskID  int64 `db:"task"` // open; 0 for none
}

// sendOthersAway takes what others wait for at stock that is held now elsewhere;
// what lies nowhere else makes them short.
func (f floor) sendOthersAway(ctx context.Context, data plugin.Data, quant int64, reason string) error {
	var list []waiting
	err := data.SQL().Select(ctx, &list, `SELECT DISTINCT r.doc_id, COALESCE(k.id, 0) AS task FROM reservation r
		JOIN quant q ON q.id = r.quant_id AND q.held_at IS NOT NULL
		LEFT JOIN pick_task k ON k.reservation_id = r.id AND k.status IN ('ready', 'taken')
		WHERE r.quant_id = ? AND r.status = 'active' AND r.doc_type = ? ORDER BY r.doc_id, task`, quant, order)
	if err != nil {
		return fmt.Errorf("read who waits for quant %d: %w", quant, err)
	}
	for _, w := range list {
		if w.TaskID == 0 {
			err = allocateAnew(ctx, data, w.OrderID)
		} else {
			err = f.moveOther(ctx, data, w.TaskID, reason)
		}
		if err != nil {
			return err
		}
	}
	return nil
}

// moveOther has the task of another picked elsewhere.
func (f floor) moveOther(ctx context.Context, data plugin.Data, id int64, reason string) error {
	t, err := lockTask(ctx, data.SQL(), id)
	if err != nil || !t.open() {
		return err
	}
	if err := f.stock.ReleaseSome(ctx, data, t.ReservationID, t.left().Decimal()); err != nil {
		return err
	}
	if _, err := f.serve(ctx, data, t, reason); err != nil {
		return err
	}
	return f.settle(ctx, data, t)
}

// allocateAnew gives an order that no wave has yet other stock, if there is any. One
// that must not go on keeps nothing.
func allocateAnew(ctx context.Context, data plugin.Data, id int64) error {
	head, err := data.Act(ctx, order, "unallocate", id, nil)
	if err != nil || head["held_at"] != nil || head["intercepted_at"] != nil {
		return err
	}
	_, err = data.Act(ctx, order, "allocate", id, nil)
	return err
}

// dispel takes back what was done about stock that was not found.
func (f floor) dispel(ctx context.Context, data plugin.Data, d doubt) error {
	if d.Count != 0 {
		if err := f.counts.Withdraw(ctx, data, d.Count, d.Missing.Decimal()); err != nil {
			return err
		}
	}
	if d.MoveNo == 0 {
		return nil
	}
	_, err := f.stock.Reverse(ctx, data, []int64{d.MoveNo}, "undo")
	return err
}

// shortage is what a line says of what was not found.
type shortage struct {
	Reason     string       `db:"shortage" json:"reason,omitempty"`
	Qty        contract.Qty `db:"short_qty" json:"qty,omitempty"`
	PositionID int64        `db:"short_position_id" json:"position,omitempty"`
	At         int64        `db:"short_at" json:"at,omitempty"` // unix milliseconds
}

func readShortage(ctx context.Context, tx plugin.Tx, line int64) (shortage, error) {
	var s shortage
	err := tx.Get(ctx, &s, `SELECT COALESCE(shortage, '') AS shortage, COALESCE(short_qty, 0) AS short_qty, COALESCE(short_position_id, 0) AS short_position_id,
		COALESCE(short_at, 0) AS short_at FROM sale_order_line WHERE id = ?`, line)
	if err != nil {
		return s, fmt.Errorf("read shortage of line %d: %w", line, err)
	}
	return s, nil
}

// miss writes a shortage, to the line of a task, and gives what the
// line said before.
func (f floor) miss(ctx context.Context, data plugin.Data, t *task, missing contract.Qty, reason string) (shortage, error) {
	was, err := readShortage(ctx, data.SQL(), t.LineID)
	if err != nil {
		return was, err
	}
	now := shortage{Reason: reason, Qty: was.Qty + missing, PositionID: t.PositionID, At: data.SQL().Now().UnixMilli()}
	return was, writeShortage(ctx, data, t.LineID, -missing, now)
}

// writeShortage adds to what is kept for a line, and says why it is
// short, if it is.
func writeShortage(ctx context.Context, data plugin.Data, line int64, kept contract.Qty, s shortage) error {
	row := plugin.Row{"id": line, "shortage": plugin.OrNil(s.Reason), "short_qty": nil, "short_position_id": plugin.OrNil(s.PositionID), "short_at": nil}
	if s.Qty != 0 {
		row["short_qty"] = s.Qty.Decimal()
	}
	if s.At != 0 {
		row["short_at"] = time.UnixMilli(s.At)
	}
	err := data.Set(ctx, orderLine, []plugin.Row{row})
	if err == nil {
		err = data.Add(ctx, orderLine, []plugin.Row{{"id": line, "allocated_qty": kept.Decimal()}})
	}
	if err != nil {
		return fmt.Errorf("write shortage of line %d: %w", line, err)
	}
	return nil
}
