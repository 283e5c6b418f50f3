package inventory

import (
	"context"
	"database/sql"
	"errors"
	"fmt"

	"github.com/wareloom/wareloom/engine/fault"
	"github.com/wareloom/wareloom/engine/plugin"
	"github.com/wareloom/wareloom/plugins/inventory/contract"
)

// goods is a product with what the ledger must know of it.
type goods struct {
	ID          int64         `db:"id"`
	ConsignorID int64         `db:"consignor_id"`
	SKU         string        `db:"sku"`
	LotCtl      bool          `db:"lot_ctl"`
	SerialCtl   bool          `db:"serial_ctl"`
	Weight      sql.NullInt64 `db:"weight"` // ten-thousandths of a kilogram
	Length      sql.NullInt64 `db:"length"` // hundredths of a centimetre
	Width       sql.NullInt64 `db:"width"`
	Height      sql.NullInt64 `db:"height"`
}

// loadGoods reads the products of the moves.
func loadGoods(ctx context.Context, tx plugin.Tx, moves []contract.Move) (map[int64]*goods, error) {
	ids := newSet()
	for i := range moves {
		ids.add(moves[i].Goods.ProductID)
		ids.add(into(&moves[i]).ProductID)
	}
	var rows []goods
	err := tx.Select(ctx, &rows, `SELECT id, consignor_id, sku, COALESCE(lot_ctl, ?) AS lot_ctl, COALESCE(serial_ctl, ?) AS serial_ctl,
		weight, length, width, height FROM product WHERE id IN (`+ids.marks()+`)`, append([]any{false, false}, ids.args()...)...)
	if err != nil {
		return nil, fmt.Errorf("read products of moves: %w", err)
	}
	found := make(map[int64]*goods, len(rows))
	for i := range rows {
		found[rows[i].ID] = &rows[i]
	}
	for _, id := range ids.list {
		if found[id] == nil {
			return nil, fault.New(fault.Invalid, "stock.product_unknown", "id", id)
		}
	}
	return found, nil
}

// Lot finds or makes the lot of a product; see contract.Stock. Dates given for a
// lot that exists must agree with it.
func (l Ledger) Lot(ctx context.Context, data plugin.Data, lot contract.Lot) (int64, error) {
	if lot.No == "" {
		return 0, nil
	}
	var found struct {
		ID      int64          `db:"id"`
		ExpDate sql.NullString `db:"exp_date"`
	}
	err := data.SQL().Get(ctx, &found, `SELECT id, exp_date FROM lot WHERE product_id = ? AND lot_no = ?`, lot.ProductID, lot.No)
	if errors.Is(err, sql.ErrNoRows) {
		return makeLot(ctx, data, lot)
	}
	if err != nil {
		return 0, fmt.Errorf("read lot %s: %w", lot.No, err)
	}
	if lot.ExpDate != "" && found.ExpDate.Valid && found.ExpDate.String != lot.ExpDate {
		return 0, fault.New(fault.Conflict, "stock.lot_other_expiry", "lot", lot.No, "known", found.ExpDate.String, "given", lot.ExpDate).On("exp_date")
	}
	return found.ID, nil
}

func makeLot(ctx context.Context, data plugin.Data, lot contract.Lot) (int64, error) {
	row, err := data.Save(ctx, "lot", plugin.Row{
		"consignor_id": lot.ConsignorID, "product_id": lot.ProductID, "lot_no": lot.No,
		"mfg_date": empty(lot.MfgDate), "exp_date": empty(lot.ExpDate),
	})
	if err != nil {
		return 0, err
	}
	return plugin.ID(row), nil
}
