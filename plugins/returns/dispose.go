package returns

import (
	"context"
	"fmt"

	"github.com/wareloom/wareloom/engine/fault"
	"github.com/wareloom/wareloom/engine/plugin"
	"github.com/wareloom/wareloom/plugins/inventory/contract"
)

// dispose puts the goods back to stock, each at its line's position or at the one
// that was asked for. What was graded otherwise than it was received as changes
// first.
func (p Plugin) dispose(ctx context.Context, e *plugin.EffectEvent, batch []plugin.Row) error {
	from, err := returnPosition(ctx, e)
	if err != nil {
		return err
	}
	received, err := receivedAs(ctx, e)
	if err != nil {
		return err
	}
	var moves []contract.Move
	for _, line := range e.Lines["lines"] {
		was, ok := received[plugin.ID(line)]
		if !ok {
			continue
		}
		to, err := placeOf(line, plugin.Int(batch[0], "position_id"))
		if err != nil {
			return err
		}
		graded, err := p.goodsOf(ctx, e, line)
		if err != nil {
			return err
		}
		moves = append(moves, putBack(e, line, was, graded, from, to)...)
	}
	if _, err := p.Stock.Post(ctx, e.Data, moves); err != nil {
		return err
	}
	rows := make([]plugin.Row, len(e.Lines["lines"]))
	for i, line := range e.Lines["lines"] {
		rows[i] = plugin.Row{"id": plugin.ID(line), "disposed_qty": line["received_qty"]}
	}
	if err := e.Data.Set(ctx, "rma_line", rows); err != nil {
		return fmt.Errorf("dispose of return %d: %w", plugin.ID(e.Head), err)
	}
	return nil
}

// receivedAs is what the goods of each line came in as.
func receivedAs(ctx context.Context, e *plugin.EffectEvent) (map[int64]contract.Goods, error) {
	var legs []struct {
		LineID      int64  `db:"line_id"`
		ConsignorID int64  `db:"consignor_id"`
		ProductID   int64  `db:"product_id"`
		LotID       int64  `db:"lot_id"`
		Quality     string `db:"quality"`
	}
	err := e.Tx.Select(ctx, &legs, `SELECT line_id, consignor_id, product_id, COALESCE(lot_id, 0) AS lot_id, quality FROM stock_move
		WHERE doc_type = ? AND doc_id = ? AND code = ? AND leg = 2`, e.Document.Key, plugin.ID(e.Head), contract.ReturnIn)
	if err != nil {
		return nil, fmt.Errorf("read what return %d brought: %w", plugin.ID(e.Head), err)
	}
	goods := make(map[int64]contract.Goods, len(legs))
	for _, l := range legs {
		goods[l.LineID] = contract.Goods{ConsignorID: l.ConsignorID, ProductID: l.ProductID, LotID: l.LotID, Quality: l.Quality}
	}
	return goods, nil
}

func placeOf(line plugin.Row, asked int64) (int64, error) {
	if own := plugin.Int(line, "position_id"); own != 0 {
		return own, nil
	}
	if asked == 0 {
		return 0, fault.New(fault.Invalid, "returns.where_to", "line", plugin.Int(line, "line_no")).On("params.position_id")
	}
	return asked, nil
}

// putBack moves received goods into a bin, as what they were graded.
func putBack(e *plugin.EffectEvent, line plugin.Row, was, graded contract.Goods, from, to int64) []contract.Move {
	move := contract.Move{
		Code: contract.Putaway, Doc: contract.Doc{Type: e.Document.Key, ID: plugin.ID(e.Head), LineID: plugin.ID(line)},
		Goods: graded, Qty: plugin.Decimal(line, "received_qty"), Serials: serialsOf(line),
		From: contract.Place{PositionID: from}, To: contract.Place{PositionID: to},
	}
	if was == graded {
		return []contract.Move{move}
	}
	change := move
	change.Code, change.Goods, change.Into, change.To = contract.ChangeGoods, was, &graded, move.From
	return []contract.Move{change, move}
}
