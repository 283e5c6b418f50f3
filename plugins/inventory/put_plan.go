package inventory

import (
	"cmp"
	"context"
	"fmt"
	"time"

	"github.com/wareloom/wareloom/engine/plugin"
	"github.com/wareloom/wareloom/plugins/inventory/contract"
)

// keptFor is how long room is kept for somebody who walks to a bin, if he says nothing.
const keptFor = 30 * time.Minute

// keepRoom notes what somebody carries where, in the place of what he carried
// before. Each walk has a row of its own, so that nobody waits for another.
func keepRoom(ctx context.Context, tx plugin.Tx, wish contract.Wish, at contract.Spot) error {
	if wish.For == 0 {
		return nil
	}
	if err := forget(ctx, tx, wish.For); err != nil || at.PositionID == 0 {
		return err
	}
	id, err := tx.NextIDs(ctx, 1)
	if err != nil {
		return err
	}
	now := tx.Now()
	return tx.Put(ctx, failing("keep room at "+at.Code), `INSERT INTO put_plan (id, version, created_at, updated_at, walk, position_id, consignor_id, product_id, lot_id, qty, until)
		VALUES (`+marks(11)+`)`, id, 1, now.UnixMilli(), now.UnixMilli(), wish.For, at.PositionID, wish.Goods.ConsignorID, wish.Goods.ProductID,
		null(wish.Goods.LotID), contract.QtyOf(at.Qty), now.Add(cmp.Or(wish.Keep, keptFor)).UnixMilli())
}

// Forget gives back the room that was kept for a walk; see contract.Stock.
func (l Ledger) Forget(ctx context.Context, data plugin.Data, walk int64) error {
	return forget(ctx, data.SQL(), walk)
}

// forget drops the plan of a walk, and those that nobody came back for.
func forget(ctx context.Context, tx plugin.Tx, walk int64) error {
	return tx.Put(ctx, failing("forget the plans of walks"), `DELETE FROM put_plan WHERE walk = ? OR until < ?`, walk, tx.Now().UnixMilli())
}

// addPlans adds to the contents of bins what others carry there. It is added up by kind of
// goods where it lies: thousands may walk to one bin.
func addPlans(ctx context.Context, tx plugin.Tx, contents map[int64]*content, positions []int64, walk int64) error {
	var rows []lies
	err := tx.Select(ctx, &rows, `SELECT n.position_id, n.product_id, n.lot_id, n.consignor_id, n.qty,
		COALESCE(g.weight, 0) AS weight, COALESCE(g.length, 0) AS length, COALESCE(g.width, 0) AS width, COALESCE(g.height, 0) AS height
		FROM (SELECT position_id, product_id, COALESCE(lot_id, 0) AS lot_id, consignor_id, CAST(SUM(qty) AS BIGINT) AS qty FROM put_plan
			WHERE walk <> ? AND until > ? AND position_id IN ? GROUP BY position_id, product_id, COALESCE(lot_id, 0), consignor_id) n
		JOIN product g ON g.id = n.product_id`, walk, tx.Now().UnixMilli(), positions)
	if err != nil {
		return fmt.Errorf("read what is on its way to bins: %w", err)
	}
	for _, l := range rows {
		contents[l.PositionID].add(l)
	}
	return nil
}
