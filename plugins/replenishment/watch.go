package replenishment

import (
	"context"
	"database/sql"
	"fmt"
	"slices"

	"github.com/wareloom/wareloom/engine/plugin"
	stock "github.com/wareloom/wareloom/plugins/inventory/contract"
)

// What the screens show of faces and of lines that wait is noted by a job: every minute,
// and at once when something happened that changes it. What is proposed is always
// reckoned anew; see proposeForFaces.

const watchJob = "replenishment.watch"

// lookAgain has the figures noted anew.
func lookAgain(_ context.Context, e *plugin.ActEvent) error {
	plugin.RunSoon(e.Tx, watchJob)
	return nil
}

// watch is the job replenishment.watch.
func watch(ctx context.Context, e *plugin.JobEvent) error {
	if err := e.WriteDifference(ctx, changedFaces); err != nil {
		return err
	}
	return e.WriteDifference(ctx, changedShort)
}

// changedFaces notes the figures of the faces where they changed.
func changedFaces(ctx context.Context, data plugin.Data) (plugin.Write, error) {
	list, err := readFaces(ctx, data.SQL())
	if err != nil {
		return nil, err
	}
	var rows []plugin.Row
	for _, w := range list {
		below := w.Available < w.Min
		if w.Noted == w.Available+3*w.Incoming+7*w.Supply && w.Below == below {
			continue
		}
		rows = append(rows, plugin.Row{
			"id": w.ID, "available_qty": w.Available.Decimal(), "incoming_qty": w.Incoming.Decimal(), "supply_qty": w.Supply.Decimal(), "below_min": below,
		})
	}
	if len(rows) == 0 {
		return nil, nil
	}
	return func(ctx context.Context, data plugin.Data) error { return data.Set(ctx, face, rows) }, nil
}

// shortage is an order line that waits for stock, with what could serve it. Quantities
// are thousandths.
type shortage struct {
	LineID      int64         `db:"line_id"`
	OrderID     int64         `db:"order_id"`
	OrderNo     string        `db:"order_no"`
	WarehouseID int64         `db:"warehouse_id"`
	ConsignorID int64         `db:"consignor_id"`
	ProductID   int64         `db:"product_id"`
	SKU         string        `db:"sku"`
	Quality     string        `db:"quality"`
	LotNo       string        `db:"lot_no"`
	Priority    int64         `db:"priority"`
	ShipBy      sql.NullInt64 `db:"ship_by"` // unix milliseconds
	Missing     stock.Qty     `db:"missing"`
	Pickable    stock.Qty     `db:"pickable"` // free where orders are picked from
	Apart       stock.Qty     `db:"apart"`    // free in storage that nothing is picked from
	Incoming    stock.Qty     `db:"incoming"` // on its way for this order
}

// need is how much is to be brought for the line.
func (s *shortage) need() stock.Qty { return s.Missing - s.Pickable - s.Incoming }

// shortSQL reads the lines of short orders for which goods lie apart or come, with what lies and
// what comes. What lies is summed once for each product, whatever number of lines waits for it.
// Warehouses are named since orders and stock are found by them.
const shortSQL = `WITH waiting AS (
		SELECT l.id AS line_id, o.id AS order_id, o.doc_no AS order_no, o.warehouse_id, o.consignor_id, l.product_id, g.sku, l.quality, COALESCE(l.lot_no, '') AS lot_no,
			COALESCE(o.priority, 0) AS priority, o.ship_by, l.base_qty - l.allocated_qty AS missing
		FROM sale_order o JOIN sale_order_line l ON l.sale_order_id = o.id JOIN product g ON g.id = l.product_id
		WHERE o.warehouse_id IN (SELECT id FROM warehouse) AND o.status = 'short' AND o.held_at IS NULL AND l.base_qty > l.allocated_qty),
	lying AS (
		SELECT q.warehouse_id, q.product_id, q.quality,
			SUM(CASE WHEN COALESCE(a.pick_allowed, ?) THEN q.on_hand - q.reserved ELSE 0 END) AS pickable,
			SUM(CASE WHEN a.area_kind = 'storage' AND NOT COALESCE(a.pick_allowed, ?) THEN q.on_hand - q.reserved ELSE 0 END) AS apart
		FROM quant q JOIN position p ON p.id = q.position_id JOIN storage_area a ON a.id = p.storage_area_id
		WHERE q.warehouse_id IN (SELECT id FROM warehouse) AND q.product_id IN (SELECT product_id FROM waiting) AND q.held_at IS NULL AND p.position_use = 'bin'
		GROUP BY q.warehouse_id, q.product_id, q.quality),
	coming AS (
		SELECT n.sale_order_id, n.product_id, SUM(n.qty - n.moved_qty) AS qty
		FROM replenish_order r JOIN replenish_order_line n ON n.replenish_order_id = r.id
		WHERE r.status IN ('draft', 'released', 'working') AND n.sale_order_id IS NOT NULL AND n.short_reason IS NULL
		GROUP BY n.sale_order_id, n.product_id)
	SELECT w.*, COALESCE(lying.pickable, 0) AS pickable, COALESCE(lying.apart, 0) AS apart, COALESCE(coming.qty, 0) AS incoming
	FROM waiting w LEFT JOIN lying ON lying.warehouse_id = w.warehouse_id AND lying.product_id = w.product_id AND lying.quality = w.quality
	LEFT JOIN coming ON coming.sale_order_id = w.order_id AND coming.product_id = w.product_id
	WHERE (lying.apart <> 0 OR coming.qty <> 0) AND w.missing > COALESCE(lying.pickable, 0) ORDER BY w.line_id`

// readShort finds the lines of short orders for which goods lie apart or come.
func readShort(ctx context.Context, tx plugin.Tx) ([]*shortage, error) {
	var list []*shortage
	if err := tx.Select(ctx, &list, shortSQL, false, false); err != nil {
		return nil, fmt.Errorf("read lines that wait: %w", err)
	}
	return list, nil
}

// changedShort makes the list of lines that wait what it is now.
func changedShort(ctx context.Context, data plugin.Data) (plugin.Write, error) {
	list, err := readShort(ctx, data.SQL())
	if err != nil {
		return nil, err
	}
	known, err := data.Find(ctx, short, plugin.Where{})
	if err != nil {
		return nil, err
	}
	byLine := map[int64]plugin.Row{}
	for _, row := range known {
		byLine[plugin.Int(row, "sale_order_line_id")] = row
	}
	var rows []plugin.Row
	for _, s := range list {
		old := byLine[s.LineID]
		delete(byLine, s.LineID)
		if row := s.row(old); row != nil {
			rows = append(rows, row)
		}
	}
	var gone []int64
	for _, row := range byLine {
		gone = append(gone, plugin.ID(row))
	}
	if len(rows)+len(gone) == 0 {
		return nil, nil
	}
	slices.Sort(gone)
	return func(ctx context.Context, data plugin.Data) error {
		if err := data.Delete(ctx, short, gone); err != nil {
			return err
		}
		_, err := data.SaveMany(ctx, short, rows)
		return err
	}, nil
}

// row is the line as it is noted; nil when nothing changed.
func (s *shortage) row(old plugin.Row) plugin.Row {
	if old != nil && stock.QtyOf(plugin.Decimal(old, "missing_qty")) == s.Missing && stock.QtyOf(plugin.Decimal(old, "apart_qty")) == s.Apart &&
		stock.QtyOf(plugin.Decimal(old, "incoming_qty")) == s.Incoming {
		return nil
	}
	row := plugin.Row{
		"sale_order_id": s.OrderID, "sale_order_line_id": s.LineID, "warehouse_id": s.WarehouseID, "consignor_id": s.ConsignorID, "product_id": s.ProductID,
		"missing_qty": s.Missing.Decimal(), "apart_qty": s.Apart.Decimal(), "incoming_qty": s.Incoming.Decimal(),
	}
	if old != nil {
		row["id"] = plugin.ID(old)
	}
	return row
}
