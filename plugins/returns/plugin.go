// Package returns takes goods back from customers: received at a return position,
// graded, and put back to stock. The document is metadata; posting it is here.
package returns

import (
	"context"
	"database/sql"
	"errors"
	"fmt"
	"time"

	"github.com/shopspring/decimal"

	"github.com/wareloom/wareloom/engine/fault"
	"github.com/wareloom/wareloom/engine/plugin"
	"github.com/wareloom/wareloom/plugins/inventory/contract"
)

// Plugin brings the effects of returns.
type Plugin struct {
	Stock contract.Stock
}

// Name is the plugin's name.
func (Plugin) Name() string { return "returns" }

// Register adds the effects and the invariant.
func (p Plugin) Register(r *plugin.Registrar) {
	r.Effect("receive", nil, p.receive)
	r.Effect("dispose", nil, p.dispose)
	r.Invariant(plugin.Breaking("returns.within_shipped", `SELECT id, 'returned ' || returned_qty || ', shipped ' || shipped_qty FROM sale_order_line
		WHERE COALESCE(returned_qty, 0) > COALESCE(shipped_qty, 0)`))
	r.Invariant(plugin.Breaking("returns.line_equals_returns", `SELECT l.id, 'returned ' || COALESCE(l.returned_qty, 0) || ', received back ' || COALESCE(x.qty, 0) FROM sale_order_line l
		LEFT JOIN (SELECT sale_order_line_id, SUM(received_qty) AS qty FROM rma_line GROUP BY sale_order_line_id) x ON x.sale_order_line_id = l.id
		WHERE COALESCE(l.returned_qty, 0) <> COALESCE(x.qty, 0)`))
}

var _ plugin.Plugin = Plugin{}

// returnPosition is where the goods are put first: the document's, else the
// warehouse's own.
func returnPosition(ctx context.Context, e *plugin.EffectEvent) (int64, error) {
	if id := plugin.Int(e.Head, "position_id"); id != 0 {
		return id, nil
	}
	var id int64
	err := e.Tx.Get(ctx, &id, `SELECT id FROM position WHERE warehouse_id = ? AND position_use = ? AND status = 'normal' ORDER BY id LIMIT 1`,
		plugin.Int(e.Head, "warehouse_id"), contract.UseReturns)
	if errors.Is(err, sql.ErrNoRows) {
		return 0, fault.New(fault.Conflict, "returns.no_position").On("position_id")
	}
	return id, err
}

// receive takes the goods in at the return position.
func (p Plugin) receive(ctx context.Context, e *plugin.EffectEvent, _ []plugin.Row) error {
	at, err := returnPosition(ctx, e)
	if err != nil {
		return err
	}
	customer, err := p.Stock.VirtualPosition(ctx, e.Data, plugin.Int(e.Head, "warehouse_id"), contract.UseCustomer)
	if err != nil {
		return err
	}
	var moves []contract.Move
	for _, line := range e.Lines["lines"] {
		if err := takeBack(ctx, e.Tx, line); err != nil {
			return err
		}
		m, err := p.move(ctx, e, line, contract.ReturnIn, customer, at)
		if err != nil {
			return err
		}
		moves = append(moves, m)
	}
	if _, err := p.Stock.Post(ctx, e.Data, moves); err != nil {
		return err
	}
	_, err = e.Tx.Exec(ctx, `UPDATE rma SET position_id = ?, received_at = ? WHERE id = ?`, at, time.Now().UnixMilli(), plugin.ID(e.Head))
	if err != nil {
		return fmt.Errorf("receive return %d: %w", plugin.ID(e.Head), err)
	}
	return nil
}

// takeBack counts a line as received, and as returned on its order line. Conflict
// returns.too_many: more than was shipped and not yet returned.
func takeBack(ctx context.Context, tx plugin.Tx, line plugin.Row) error {
	qty := plugin.Decimal(line, "base_qty").Shift(3).IntPart()
	if of := plugin.Int(line, "sale_order_line_id"); of != 0 {
		changed, err := tx.Exec(ctx, `UPDATE sale_order_line SET returned_qty = COALESCE(returned_qty, 0) + ?, version = version + 1
			WHERE id = ? AND COALESCE(returned_qty, 0) + ? <= COALESCE(shipped_qty, 0)`, qty, of, qty)
		if err != nil {
			return fmt.Errorf("count return of line %d: %w", of, err)
		}
		if changed == 0 {
			return fault.New(fault.Conflict, "returns.too_many", "line", plugin.Int(line, "line_no")).On("lines")
		}
	}
	if _, err := tx.Exec(ctx, `UPDATE rma_line SET received_qty = ? WHERE id = ?`, qty, plugin.ID(line)); err != nil {
		return fmt.Errorf("receive return line %d: %w", plugin.ID(line), err)
	}
	return nil
}

// dispose puts the goods back to stock, each at its line's position or at the one
// that was asked for.
func (p Plugin) dispose(ctx context.Context, e *plugin.EffectEvent, batch []plugin.Row) error {
	from, err := returnPosition(ctx, e)
	if err != nil {
		return err
	}
	var moves []contract.Move
	for _, line := range e.Lines["lines"] {
		to := plugin.Int(line, "position_id")
		if to == 0 {
			to = plugin.Int(batch[0], "position_id")
		}
		if to == 0 {
			return fault.New(fault.Invalid, "returns.where_to", "line", plugin.Int(line, "line_no")).On("params.position_id")
		}
		m, err := p.move(ctx, e, line, contract.Putaway, from, to)
		if err != nil {
			return err
		}
		moves = append(moves, m)
		if _, err := e.Tx.Exec(ctx, `UPDATE rma_line SET disposed_qty = received_qty WHERE id = ?`, plugin.ID(line)); err != nil {
			return fmt.Errorf("dispose of return line %d: %w", plugin.ID(line), err)
		}
	}
	_, err = p.Stock.Post(ctx, e.Data, moves)
	return err
}

// move is the movement of a return line.
func (p Plugin) move(ctx context.Context, e *plugin.EffectEvent, line plugin.Row, code string, from, to int64) (contract.Move, error) {
	consignor := plugin.Int(e.Head, "consignor_id")
	lot, err := p.Stock.Lot(ctx, e.Data, contract.Lot{
		ConsignorID: consignor, ProductID: plugin.Int(line, "product_id"), No: plugin.Text(line, "lot_no"), ExpDate: plugin.Text(line, "exp_date"),
	})
	return contract.Move{
		Code: code, Doc: contract.Doc{Type: e.Document.Key, ID: plugin.ID(e.Head), LineID: plugin.ID(line)}, Qty: quantity(line),
		Goods: contract.Goods{ConsignorID: consignor, ProductID: plugin.Int(line, "product_id"), LotID: lot, Quality: plugin.Text(line, "quality")},
		From:  contract.Place{PositionID: from}, To: contract.Place{PositionID: to},
	}, err
}

func quantity(line plugin.Row) decimal.Decimal { return plugin.Decimal(line, "base_qty") }
