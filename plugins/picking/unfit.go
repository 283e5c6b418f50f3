package picking

import (
	"context"
	"fmt"
	"slices"
	"strings"

	"github.com/wareloom/wareloom/engine/fault"
	"github.com/wareloom/wareloom/engine/plugin"
	"github.com/wareloom/wareloom/plugins/inventory/contract"
)

// unfitJob is the job that looks for picked goods whose date has come.
const unfitJob = "mark_unfit"

// unsent are orders of which goods are picked and not sent, with those goods.
const unsent = `o.status IN ('picked', 'checked', 'packed', 'weighed') AND p.position_use IN ('` + contract.UseTote + `', '` + contract.UseShipStaging + `') AND `

// orderUnfit is an order with what it says of its picked goods.
type orderUnfit struct {
	ID    int64  `db:"id"`
	Unfit string `db:"unfit"`
}

// markByDate writes to orders which of their picked goods may no longer leave. It
// runs every hour, since dates come without anybody doing something.
func markByDate(ctx context.Context, e *plugin.JobEvent) error {
	return e.Write(ctx, func(ctx context.Context, data plugin.Data) error {
		return mark(ctx, data, `status IN ('picked', 'checked', 'packed', 'weighed')`)
	})
}

// markLot follows a lot that was stopped, let go again or dated anew.
func markLot(ctx context.Context, e *plugin.ActEvent) error {
	for _, lot := range e.Heads {
		err := mark(ctx, e.Data, `status IN ('picked', 'checked', 'packed', 'weighed')
			AND id IN (SELECT doc_id FROM stock_move WHERE doc_type = 'sale_order' AND lot_id = ?)`, plugin.ID(lot))
		if err != nil {
			return err
		}
	}
	return nil
}

// mark has the orders of a condition say which of their goods may not leave. Those
// that say so already are left alone.
func mark(ctx context.Context, data plugin.Data, orders string, args ...any) error {
	var list []orderUnfit
	err := data.SQL().Select(ctx, &list, `SELECT id, COALESCE(unfit, '') AS unfit FROM sale_order WHERE `+orders+` ORDER BY id`, args...)
	if err != nil || len(list) == 0 {
		return err
	}
	for _, o := range list {
		goods, err := unfitOf(ctx, data.SQL(), o.ID)
		if err != nil {
			return err
		}
		if err := o.say(ctx, data, wordsOf(goods)); err != nil {
			return err
		}
	}
	return nil
}

func (o orderUnfit) say(ctx context.Context, data plugin.Data, now string) (err error) {
	switch now {
	case o.Unfit:
	case "":
		_, err = data.Act(ctx, order, "mark_fit", o.ID, nil)
	default:
		_, err = data.Act(ctx, order, "mark_unfit", o.ID, plugin.Row{"goods": now})
	}
	return err
}

// unfitOf are the picked goods of an order that may no longer leave.
func unfitOf(ctx context.Context, tx plugin.Tx, id int64) ([]lying, error) {
	list, err := readLying(ctx, tx, unsent+`l.id IS NOT NULL AND m.doc_id = ?`, id)
	now := tx.Now()
	return slices.DeleteFunc(list, func(p lying) bool { return p.stale(now) == "" }), err
}

// wordsOf names goods to people: product, quantity, lot.
func wordsOf(list []lying) string {
	texts := make([]string, len(list))
	for i, p := range list {
		texts[i] = p.SKU + " × " + p.Qty.Text() + " (" + p.LotNo + ")"
	}
	return cut(strings.Join(texts, "; "), 500)
}

// setAside is the effect of sale_order.set_aside: picked goods that may no longer
// leave go back to the shelves, and the order is allocated anew for them. It waits
// for stock where there is none.
//
// Conflict picking.all_fit, picking.no_place_aside.
func (f floor) setAside(ctx context.Context, e *plugin.EffectEvent, _ []plugin.Row) error {
	id := plugin.ID(e.Head)
	list, err := unfitOf(ctx, e.Tx, id)
	if err != nil {
		return err
	}
	if len(list) == 0 {
		return fault.New(fault.Conflict, "picking.all_fit", "order", plugin.Text(e.Head, "doc_no"))
	}
	for i := range list {
		if err := f.aside(ctx, e.Data, &list[i], plugin.Int(e.Params, "position_id")); err != nil {
			return err
		}
	}
	if err := f.waves.Forget(ctx, e.Data, id); err != nil {
		return err
	}
	places, err := lyingIn(ctx, e.Tx, id)
	if err != nil {
		return err
	}
	_, err = e.Data.Act(ctx, order, "stop_unfit", id, plugin.Row{"reason": wordsOf(list), "waits_in": plugin.OrNil(cut(strings.Join(places, ", "), 200))})
	if err != nil {
		return err
	}
	_, err = e.Data.Act(ctx, order, "allocate", id, nil)
	return err
}

// aside puts picked goods to a position, else to where they came from. The line
// misses them again.
func (f floor) aside(ctx context.Context, data plugin.Data, p *lying, position int64) error {
	if position == 0 {
		from, err := p.cameFrom(ctx, data.SQL())
		if err != nil {
			return err
		}
		to, err := f.suggested(ctx, data, p, from)
		if err != nil {
			return err
		}
		position = to.PositionID
	}
	if position == 0 {
		return fault.New(fault.Invalid, "picking.no_place_aside", "sku", p.SKU).On("position_id")
	}
	serials, err := p.serials(ctx, data.SQL())
	if err != nil {
		return err
	}
	_, err = f.stock.Post(ctx, data, []contract.Move{{
		Code: contract.PutBack, Doc: p.doc(), Goods: p.goods(), Qty: p.Qty.Decimal(), Serials: serials,
		From: p.place(), To: contract.Place{PositionID: position}, Reason: p.stale(data.SQL().Now()),
	}})
	if err != nil {
		return err
	}
	if err := f.stock.Return(ctx, data, p.doc(), p.LotID.Int64, p.Qty.Decimal()); err != nil {
		return err
	}
	off := (-p.Qty).Decimal()
	if err := data.Add(ctx, orderLine, []plugin.Row{{"id": p.LineID, "picked_qty": off, "allocated_qty": off}}); err != nil {
		return fmt.Errorf("take what is set aside off line %d: %w", p.LineID, err)
	}
	return nil
}

// serials are the numbers of the pieces, for goods that have them.
func (p *lying) serials(ctx context.Context, tx plugin.Tx) ([]string, error) {
	if !p.SerialCtl {
		return nil, nil
	}
	var list []string
	err := tx.Select(ctx, &list, `SELECT s.serial_no FROM serial s JOIN quant q ON q.id = s.quant_id WHERE q.position_id = ? AND COALESCE(q.lpn_id, 0) = ? AND q.lot_id = ?
		AND s.move_no IN (SELECT move_no FROM stock_move WHERE doc_type = 'sale_order' AND doc_id = ? AND line_id = ?) ORDER BY s.id`,
		p.PositionID, p.LpnID.Int64, p.LotID.Int64, p.OrderID, p.LineID)
	if err != nil {
		return nil, fmt.Errorf("read serials of line %d: %w", p.LineID, err)
	}
	return list, nil
}
