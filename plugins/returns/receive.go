package returns

import (
	"context"
	"fmt"

	"github.com/wareloom/wareloom/engine/fault"
	"github.com/wareloom/wareloom/engine/plugin"
	"github.com/wareloom/wareloom/plugins/inventory/contract"
)

// receive takes the goods in at the return position.
//
// Conflict returns.too_many: more than was shipped and not yet returned.
func (p Plugin) receive(ctx context.Context, e *plugin.EffectEvent, _ []plugin.Row) error {
	at, err := returnPosition(ctx, e)
	if err != nil {
		return err
	}
	customer, err := p.Stock.VirtualPosition(ctx, e.Data, plugin.Int(e.Head, "warehouse_id"), contract.UseCustomer)
	if err != nil {
		return err
	}
	moves := make([]contract.Move, 0, len(e.Lines["lines"]))
	for _, line := range e.Lines["lines"] {
		if err := takeBack(ctx, e, line); err != nil {
			return err
		}
		goods, err := p.goodsOf(ctx, e, line)
		if err != nil {
			return err
		}
		moves = append(moves, contract.Move{
			Code: contract.ReturnIn, Doc: contract.Doc{Type: e.Document.Key, ID: plugin.ID(e.Head), LineID: plugin.ID(line)},
			Goods: goods, Qty: plugin.Decimal(line, "base_qty"), Serials: serialsOf(line),
			From: contract.Place{PositionID: customer}, To: contract.Place{PositionID: at},
		})
	}
	if _, err := p.Stock.Post(ctx, e.Data, moves); err != nil {
		return err
	}
	if err := e.Data.Set(ctx, "rma", []plugin.Row{{"id": plugin.ID(e.Head), "position_id": at, "received_at": e.Tx.Now()}}); err != nil {
		return fmt.Errorf("receive return %d: %w", plugin.ID(e.Head), err)
	}
	return nil
}

// takeBack counts a line as received, and as returned on the order line that it
// came from.
func takeBack(ctx context.Context, e *plugin.EffectEvent, line plugin.Row) error {
	qty := plugin.Decimal(line, "base_qty")
	origin, err := originOf(ctx, e, line, contract.QtyOf(qty))
	if err != nil {
		return err
	}
	var link any
	if origin != 0 {
		link = origin
		if err := e.Data.Add(ctx, "sale_order_line", []plugin.Row{{"id": origin, "returned_qty": qty}}); err != nil {
			return fmt.Errorf("count return of line %d: %w", origin, err)
		}
	}
	if err := e.Data.Set(ctx, "rma_line", []plugin.Row{{"id": plugin.ID(line), "received_qty": qty, "sale_order_line_id": link}}); err != nil {
		return fmt.Errorf("receive return line %d: %w", plugin.ID(line), err)
	}
	return nil
}

// shippedLine is an order line with what of it may still come back.
type shippedLine struct {
	ID   int64        `db:"id"`
	Left contract.Qty `db:"left_qty"`
}

// originOf finds the order line that goods come back from: the one that the line
// names, else the first of the order's lines of the product that shipped enough.
// 0 when the order is not known.
func originOf(ctx context.Context, e *plugin.EffectEvent, line plugin.Row, qty contract.Qty) (int64, error) {
	order, named := plugin.Int(e.Head, "sale_order_id"), plugin.Int(line, "sale_order_line_id")
	if order == 0 && named == 0 {
		return 0, nil
	}
	question, args := `SELECT l.id, COALESCE(l.shipped_qty, 0) - COALESCE(l.returned_qty, 0) AS left_qty FROM sale_order_line l
		JOIN sale_order o ON o.id = l.sale_order_id WHERE l.product_id = ? AND o.consignor_id = ?`, []any{plugin.Int(line, "product_id"), plugin.Int(e.Head, "consignor_id")}
	if order != 0 {
		question, args = question+` AND o.id = ?`, append(args, order)
	}
	if named != 0 {
		question, args = question+` AND l.id = ?`, append(args, named)
	}
	question += ` ORDER BY l.line_no, l.id` + e.Tx.ForUpdate("l")
	var lines []shippedLine
	if err := e.Tx.Select(ctx, &lines, question, args...); err != nil {
		return 0, fmt.Errorf("read what was shipped for return line %d: %w", plugin.ID(line), err)
	}
	return enough(lines, plugin.Int(line, "line_no"), qty)
}

// enough gives the first line of which so much may come back.
func enough(lines []shippedLine, lineNo int64, qty contract.Qty) (int64, error) {
	var most contract.Qty
	for _, l := range lines {
		if l.Left >= qty {
			return l.ID, nil
		}
		most = max(most, l.Left)
	}
	if len(lines) == 0 {
		return 0, fault.New(fault.Conflict, "returns.not_in_order", "line", lineNo).On("lines")
	}
	return 0, fault.New(fault.Conflict, "returns.too_many", "line", lineNo, "max", most.Text()).On("lines")
}
