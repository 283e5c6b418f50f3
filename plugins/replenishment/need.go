package replenishment

import (
	"cmp"
	"context"
	"fmt"
	"slices"
	"time"

	"github.com/wareloom/wareloom/engine/plugin"
	stock "github.com/wareloom/wareloom/plugins/inventory/contract"
)

// want is goods that a place which is picked from lacks.
type want struct {
	ID          int64     `db:"id"`
	WarehouseID int64     `db:"warehouse_id"`
	ConsignorID int64     `db:"consignor_id"`
	ProductID   int64     `db:"product_id"`
	SKU         string    `db:"sku"`
	FaceID      int64     `db:"face_id"` // position
	Min         stock.Qty `db:"min_qty"`
	Max         stock.Qty `db:"max_qty"`
	Pack        stock.Qty `db:"pack_qty"` // goods are brought in multiples of it
	Available   stock.Qty `db:"available"`
	Incoming    stock.Qty `db:"incoming"`
	Supply      stock.Qty `db:"supply"`
	Below       bool      `db:"below_min"` // as noted
	Noted       stock.Qty `db:"noted"`     // sum of the figures that are noted

	Quality string
	LotNo   string
	OrderID int64 // that waits for them; 0 for none
	ShipBy  time.Time
	Urgency int64
	need    stock.Qty
}

// faceQuestion reckons the faces: what is free there, what is on its way, and what lies
// in storage that could be brought.
const faceQuestion = `SELECT w.id, w.warehouse_id, w.consignor_id, w.product_id, g.sku, w.face_position_id AS face_id, w.min_qty, w.max_qty, COALESCE(w.pack_qty, 0) AS pack_qty,
	COALESCE((SELECT SUM(q.on_hand - q.reserved) FROM quant q WHERE q.position_id = w.face_position_id AND q.product_id = w.product_id AND q.quality = 'ZP' AND q.held_at IS NULL), 0) AS available,
	COALESCE((SELECT SUM(l.qty - l.moved_qty) FROM replenish_order_line l JOIN replenish_order o ON o.id = l.replenish_order_id
		WHERE l.product_id = w.product_id AND l.to_position_id = w.face_position_id AND l.short_reason IS NULL AND o.status IN ('draft', 'released', 'working')), 0) AS incoming,
	COALESCE((SELECT SUM(q.on_hand - q.reserved) FROM quant q JOIN position p ON p.id = q.position_id JOIN storage_area a ON a.id = p.storage_area_id
		WHERE q.warehouse_id = w.warehouse_id AND q.product_id = w.product_id AND q.quality = 'ZP' AND q.held_at IS NULL AND p.position_use = 'bin'
		AND a.area_kind = 'storage' AND p.id <> w.face_position_id), 0) AS supply,
	COALESCE(w.below_min, ?) AS below_min, COALESCE(w.available_qty, 0) + 3 * COALESCE(w.incoming_qty, 0) + 7 * COALESCE(w.supply_qty, 0) AS noted
	FROM product_wh w JOIN product g ON g.id = w.product_id WHERE COALESCE(w.enabled, ?) AND w.face_position_id IS NOT NULL`

func readFaces(ctx context.Context, tx plugin.Tx, ids ...int64) ([]*want, error) {
	question, args := faceQuestion, []any{false, true}
	if len(ids) > 0 {
		question, args = question+` AND w.id IN ?`, append(args, ids)
	}
	var list []*want
	if err := tx.Select(ctx, &list, question+` ORDER BY w.id`, args...); err != nil {
		return nil, fmt.Errorf("reckon faces: %w", err)
	}
	for _, w := range list {
		w.Quality, w.need = good, w.lacks()
		if w.Min > 0 {
			w.Urgency = max(0, 100-int64(100*max(0, w.Available)/w.Min))
		}
	}
	return list, nil
}

// good is the quality of goods without a fault.
const good = "ZP"

// lacks is how much is to be brought to a face: to its most, once less than its least is
// there or on its way.
func (w *want) lacks() stock.Qty {
	has := w.Available + w.Incoming
	if has >= w.Min {
		return 0
	}
	need := w.Max - has
	if w.Pack > 0 {
		need = max(need/w.Pack, 1) * w.Pack
	}
	return need
}

// source is stock that may be brought.
type source struct {
	QuantID     int64     `db:"id"`
	WarehouseID int64     `db:"warehouse_id"`
	ProductID   int64     `db:"product_id"`
	PositionID  int64     `db:"position_id"`
	LotID       int64     `db:"lot_id"`
	LotNo       string    `db:"lot_no"`
	Quality     string    `db:"quality"`
	Free        stock.Qty `db:"free"`
	Picked      bool      `db:"picked"` // in an area that orders are picked from
	ExpDate     string    `db:"exp_date"`
	InDate      string    `db:"in_date"`
	MinShipDays int64     `db:"min_ship_days"`
	TimeZone    string    `db:"time_zone"`
}

func (s *source) fresh(now time.Time) bool {
	return stock.ShelfLife{ExpDate: s.ExpDate, MinShipDays: s.MinShipDays, TimeZone: s.TimeZone}.Fresh(now)
}

// sources are what may be brought of products, the first expired first: what lies free
// in storage, less what drafts have named.
func sources(ctx context.Context, tx plugin.Tx, products []int64) ([]*source, error) {
	var list []*source
	err := tx.Select(ctx, &list, `SELECT q.id, q.warehouse_id, q.product_id, q.position_id, COALESCE(q.lot_id, 0) AS lot_id, COALESCE(l.lot_no, '') AS lot_no, q.quality,
		q.on_hand - q.reserved - COALESCE((SELECT SUM(n.qty) FROM replenish_order_line n JOIN replenish_order o ON o.id = n.replenish_order_id AND o.status = 'draft'
			WHERE n.from_position_id = q.position_id AND n.product_id = q.product_id AND n.quality = q.quality AND COALESCE(n.lot_id, 0) = COALESCE(q.lot_id, 0)), 0) AS free,
		COALESCE(a.pick_allowed, ?) AS picked, COALESCE(q.exp_date, '') AS exp_date, COALESCE(q.in_date, '') AS in_date, COALESCE(g.min_ship_days, 0) AS min_ship_days, w.time_zone
		FROM quant q JOIN position p ON p.id = q.position_id JOIN storage_area a ON a.id = p.storage_area_id JOIN product g ON g.id = q.product_id
		JOIN warehouse w ON w.id = q.warehouse_id LEFT JOIN lot l ON l.id = q.lot_id
		WHERE q.warehouse_id IN (SELECT id FROM warehouse) AND q.product_id IN ? AND q.on_hand > q.reserved AND q.held_at IS NULL
		AND p.position_use = 'bin' AND p.status IN ('normal', 'no_in') AND a.area_kind = 'storage' AND COALESCE(l.status, 'ok') = 'ok' ORDER BY q.id`, false, products)
	if err != nil {
		return nil, fmt.Errorf("read stock to bring: %w", err)
	}
	slices.SortStableFunc(list, func(a, b *source) int {
		return cmp.Or(cmp.Compare(expiry(a.ExpDate), expiry(b.ExpDate)), cmp.Compare(a.InDate, b.InDate), cmp.Compare(b.Free, a.Free))
	})
	return list, nil
}

// expiry is the date by which goods go first; goods without one go last.
func expiry(date string) string { return cmp.Or(date, "9999-12-31") }
