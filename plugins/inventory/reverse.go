package inventory

import (
	"context"
	"database/sql"
	"fmt"

	"github.com/wareloom/wareloom/engine/fault"
	"github.com/wareloom/wareloom/engine/plugin"
	"github.com/wareloom/wareloom/plugins/inventory/contract"
)

// legRow is a leg as it stands in the ledger.
type legRow struct {
	MoveNo      int64          `db:"move_no"`
	Leg         int64          `db:"leg"`
	Code        string         `db:"code"`
	DocType     sql.NullString `db:"doc_type"`
	DocID       sql.NullInt64  `db:"doc_id"`
	LineID      sql.NullInt64  `db:"line_id"`
	PositionID  int64          `db:"position_id"`
	LpnID       sql.NullInt64  `db:"lpn_id"`
	ConsignorID int64          `db:"consignor_id"`
	ProductID   int64          `db:"product_id"`
	LotID       sql.NullInt64  `db:"lot_id"`
	Quality     string         `db:"quality"`
	Qty         contract.Qty   `db:"qty"`
	InDate      sql.NullString `db:"in_date"`
}

func (r legRow) goods() contract.Goods {
	return contract.Goods{ConsignorID: r.ConsignorID, ProductID: r.ProductID, LotID: r.LotID.Int64, Quality: r.Quality}
}

func (r legRow) place() contract.Place {
	return contract.Place{PositionID: r.PositionID, LpnID: r.LpnID.Int64}
}

// Reverse takes movements back by opposite ones, the newest first; see
// contract.Stock. Conflict stock.reversed_already: one was taken back before, or takes
// another back itself.
func (l Ledger) Reverse(ctx context.Context, data plugin.Data, moveNos []int64, reason string) ([]contract.Posted, error) {
	ids := newSet(moveNos...)
	if len(ids.list) == 0 {
		return nil, nil
	}
	var reversed int64
	err := data.SQL().Get(ctx, &reversed, `SELECT COUNT(*) FROM stock_move WHERE reverse_of IN ? OR move_no IN ? AND reverse_of IS NOT NULL`, ids.list, ids.list)
	if err != nil {
		return nil, fmt.Errorf("look for reversals: %w", err)
	}
	if reversed > 0 {
		return nil, fault.New(fault.Conflict, "stock.reversed_already")
	}
	var legs []legRow
	err = data.SQL().Select(ctx, &legs, `SELECT move_no, leg, code, doc_type, doc_id, line_id, position_id, lpn_id, consignor_id, product_id, lot_id, quality, qty, in_date
		FROM stock_move WHERE move_no IN ? ORDER BY move_no DESC, leg`, ids.list)
	if err != nil {
		return nil, fmt.Errorf("read movements: %w", err)
	}
	serials, err := serialsOf(ctx, data.SQL(), ids)
	if err != nil {
		return nil, err
	}
	moves := make([]contract.Move, 0, len(legs)/2)
	for i := 0; i+1 < len(legs); i += 2 {
		back := opposite(legs[i], legs[i+1], reason)
		back.Serials = serials[back.ReverseOf]
		moves = append(moves, back)
	}
	return l.Post(ctx, data, moves)
}

// opposite is the movement that takes back the one with these two legs.
func opposite(out, in legRow, reason string) contract.Move {
	back := contract.Move{
		Code: out.Code, Doc: contract.Doc{Type: out.DocType.String, ID: out.DocID.Int64, LineID: out.LineID.Int64},
		Goods: in.goods(), Qty: in.Qty.Decimal(), From: in.place(), To: out.place(), Reason: reason, ReverseOf: out.MoveNo, InDate: out.InDate.String,
		Along: out.Code == contract.Transfer,
	}
	if was := out.goods(); was != in.goods() {
		back.Into = &was
	}
	return back
}
