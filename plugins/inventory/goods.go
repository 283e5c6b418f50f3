package inventory

import (
	"context"
	"database/sql"
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
	ExpiryCtl   bool          `db:"expiry_ctl"`
	ShelfLife   int64         `db:"shelf_life_days"`
	TypeID      sql.NullInt64 `db:"product_type_id"`
	size
}

// loadGoods reads the products of the moves.
func loadGoods(ctx context.Context, tx plugin.Tx, moves []contract.Move) (map[int64]*goods, error) {
	ids := newSet()
	for i := range moves {
		ids.add(moves[i].Goods.ProductID)
		ids.add(into(&moves[i]).ProductID)
	}
	return readGoods(ctx, tx, ids)
}

// readGoods reads products, all of which must exist.
func readGoods(ctx context.Context, tx plugin.Tx, ids *set) (map[int64]*goods, error) {
	var rows []goods
	err := tx.Select(ctx, &rows, `SELECT id, consignor_id, sku, COALESCE(lot_ctl, ?) AS lot_ctl, COALESCE(serial_ctl, ?) AS serial_ctl,
		COALESCE(expiry_ctl, ?) AS expiry_ctl, COALESCE(shelf_life_days, 0) AS shelf_life_days, product_type_id, COALESCE(weight, 0) AS weight, COALESCE(length, 0) AS length, COALESCE(width, 0) AS width, COALESCE(height, 0) AS height FROM product WHERE id IN ?`, false, false, false, ids.list)
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
