package picking

import (
	"context"
	"database/sql"
	"errors"
	"fmt"

	"github.com/wareloom/wareloom/engine/fault"
	"github.com/wareloom/wareloom/engine/plugin"
	"github.com/wareloom/wareloom/plugins/inventory/contract"
)

// elsewhere serves the rest of a task from another position: the first by expiry
// and walk that holds enough free goods of the same kind.
func (f pickFlow) elsewhere(ctx context.Context, s *plugin.Session, st *pickState) (plugin.Reply, error) {
	t, err := readTask(ctx, s.Data.SQL(), st.TaskID)
	if err != nil {
		return plugin.Reply{}, err
	}
	var other struct {
		ID         int64         `db:"id"`
		PositionID int64         `db:"position_id"`
		LotID      sql.NullInt64 `db:"lot_id"`
	}
	err = s.Data.SQL().Get(ctx, &other, `SELECT q.id, q.position_id, q.lot_id FROM quant q JOIN position p ON p.id = q.position_id
		JOIN storage_area a ON a.id = p.storage_area_id LEFT JOIN lot l ON l.id = q.lot_id
		WHERE q.warehouse_id = ? AND q.product_id = ? AND q.consignor_id = ? AND q.quality = ? AND q.position_id <> ? AND q.held_at IS NULL
		AND a.pick_allowed AND p.position_use = 'bin' AND p.status IN ('normal', 'no_in') AND COALESCE(l.status, 'ok') = 'ok'
		AND COALESCE(q.exp_date, '9999') >= COALESCE((SELECT exp_date FROM lot WHERE id = ?), '') AND q.on_hand - q.reserved >= ?
		ORDER BY COALESCE(q.exp_date, '9999'), p.pick_seq, q.id LIMIT 1`,
		t.WarehouseID, t.ProductID, t.ConsignorID, t.Quality, t.PositionID, t.LotID.Int64, t.left())
	if errors.Is(err, sql.ErrNoRows) {
		return plugin.Reply{}, fault.New(fault.Conflict, "picking.nowhere_else", "sku", t.SKU)
	}
	if err != nil {
		return plugin.Reply{}, fmt.Errorf("look for %s elsewhere: %w", t.SKU, err)
	}
	if t.Picked > 0 {
		return plugin.Reply{}, fault.New(fault.Conflict, "picking.begun_here", "sku", t.SKU)
	}
	if err := f.stock.ReleaseSome(ctx, s.Data, t.ReservationID, quantity(t.left())); err != nil {
		return plugin.Reply{}, err
	}
	ids, err := f.stock.Reserve(ctx, s.Data, []contract.Claim{{
		Doc: contract.Doc{Type: "sale_order", ID: t.OrderID, LineID: t.LineID}, QuantID: other.ID, Qty: quantity(t.left()),
	}})
	if err != nil {
		return plugin.Reply{}, err
	}
	_, err = s.Data.SQL().Exec(ctx, `UPDATE pick_task SET reservation_id = ?, quant_id = ?, position_id = ?, lot_id = ?, version = version + 1 WHERE id = ?`,
		ids[0], other.ID, other.PositionID, other.LotID, t.ID)
	if err != nil {
		return plugin.Reply{}, fmt.Errorf("move pick task %d: %w", t.ID, err)
	}
	s.GoTo(stepPosition)
	return plugin.Reply{Key: "picking.moved"}, nil
}
