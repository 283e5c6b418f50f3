package allocation

import (
	"context"
	"database/sql"
	"fmt"
	"slices"
	"time"

	"github.com/wareloom/wareloom/engine/plugin"
	"github.com/wareloom/wareloom/plugins/inventory/contract"
)

// What keeps stock of a product from an order line, the easiest to free first. The words
// are terms, allocation.block_<key> and, for what frees it, allocation.frees_<key>.
const (
	nothingBlocks  = "free"          // it would be taken now
	inReceiving    = "receiving"     // received and not yet put away
	setApart       = "apart"         // in an area that nothing is picked from
	areaOfOther    = "area_of_other" // in an area that is another owner's
	positionShut   = "position"      // at a position that nothing is taken from
	held           = "held"          // on hold
	lotHeld        = "lot"           // of a lot that is
	tooOld         = "expired"       // expired, or with too few days left
	reserved       = "reserved"      // other orders have it
	takenOut       = "taken"         // picked or packed for another order
	inReturns      = "returns"       // came back and is not graded
	onTheRoad      = "in_transit"    // between two buildings
	otherQuality   = "quality"       // not what the line asks for
	otherLot       = "other_lot"     // not the lot that the line asks for
	otherWarehouse = "warehouse"     // in another building
	otherOwner     = "owner"         // of another owner
	outside        = "outside"       // at a place that is not part of a building
)

// piece is stock of a product with all that may keep it from a line.
type piece struct {
	candidate
	WarehouseID    int64          `db:"warehouse_id"`
	ConsignorID    int64          `db:"consignor_id"`
	PositionID     int64          `db:"position_id"`
	Position       string         `db:"position"`
	PositionStatus string         `db:"position_status"`
	PickAllowed    bool           `db:"pick_allowed"`
	AreaOwner      sql.NullInt64  `db:"area_owner"`
	LotStatus      string         `db:"lot_status"`
	LotID          sql.NullInt64  `db:"lot_id"`
	Held           bool           `db:"held"`
	HoldReason     sql.NullString `db:"hold_reason"`
	Warehouse      string         `db:"warehouse"`
	Owner          string         `db:"owner"`
	Coming         contract.Qty   `db:"coming"` // of what is reserved: that is brought to where it is picked
}

const pieces = `SELECT q.id, q.product_id, l.lot_no, q.quality, q.on_hand, q.reserved, q.in_date, q.exp_date, p.pick_seq, p.position_use, g.min_ship_days, w.time_zone,
	q.warehouse_id, q.consignor_id, q.position_id, q.lot_id, p.code AS position, p.status AS position_status, COALESCE(a.pick_allowed, ?) AS pick_allowed, a.consignor_id AS area_owner,
	COALESCE(l.status, 'ok') AS lot_status, q.held_at IS NOT NULL AS held, q.hold_reason, w.name AS warehouse, c.name AS owner,
	COALESCE((SELECT SUM(r.qty - r.consumed) FROM reservation r WHERE r.quant_id = q.id AND r.status = 'active' AND r.doc_type = 'replenish_order'), 0) AS coming
	FROM quant q JOIN position p ON p.id = q.position_id JOIN storage_area a ON a.id = p.storage_area_id JOIN warehouse w ON w.id = q.warehouse_id
	JOIN product g ON g.id = q.product_id JOIN consignor c ON c.id = q.consignor_id LEFT JOIN lot l ON l.id = q.lot_id
	WHERE q.warehouse_id IN (SELECT id FROM warehouse) AND q.product_id IN ? AND q.on_hand > 0 ORDER BY q.product_id, q.warehouse_id, p.code, q.id`

// piecesOf reads all stock of some products, wherever it lies.
func piecesOf(ctx context.Context, tx plugin.Tx, products []int64) (map[int64][]*piece, error) {
	byProduct := map[int64][]*piece{}
	for part := range slices.Chunk(products, mostProducts) {
		var rows []*piece
		if err := tx.Select(ctx, &rows, pieces, false, part); err != nil {
			return nil, fmt.Errorf("read all stock of %d products: %w", len(part), err)
		}
		for _, p := range rows {
			byProduct[p.ProductID] = append(byProduct[p.ProductID], p)
		}
	}
	return byProduct, nil
}

// wish is what a line of an order asks for.
type wish struct {
	LineID      int64          `db:"line_id"`
	OrderID     int64          `db:"order_id"`
	OrderNo     string         `db:"order_no"`
	Status      string         `db:"status"`
	LineNo      int64          `db:"line_no"`
	WarehouseID int64          `db:"warehouse_id"`
	ConsignorID int64          `db:"consignor_id"`
	ProductID   int64          `db:"product_id"`
	SKU         string         `db:"sku"`
	Name        string         `db:"name"`
	Quality     string         `db:"quality"`
	LotNo       sql.NullString `db:"lot_no"`
	Ordered     contract.Qty   `db:"ordered"`
	Missing     contract.Qty   `db:"missing"`
}

// blockOf is what keeps the part of a piece that nobody has reserved from a line. What
// the line does not ask for comes before the state that it is in.
func (p *piece) blockOf(w *wish, now time.Time) string {
	switch {
	case p.ConsignorID != w.ConsignorID:
		return otherOwner
	case p.WarehouseID != w.WarehouseID:
		return otherWarehouse
	case p.Quality != w.Quality:
		return otherQuality
	case w.LotNo.String != "" && p.LotNo.String != w.LotNo.String:
		return otherLot
	case p.Use != contract.UseBin:
		return blockOfUse(p.Use)
	case p.Held:
		return held
	case p.LotStatus != "ok":
		return lotHeld
	case p.PositionStatus != "normal" && p.PositionStatus != "no_in":
		return positionShut
	case p.AreaOwner.Valid && p.AreaOwner.Int64 != p.ConsignorID:
		return areaOfOther
	case !p.PickAllowed:
		return setApart
	case !p.fresh(now):
		return tooOld
	}
	return nothingBlocks
}

// blockOfUse is what keeps stock where nothing is kept from an order.
func blockOfUse(use string) string {
	switch use {
	case contract.UseStagingIn:
		return inReceiving
	case contract.UseReturns:
		return inReturns
	case contract.UseTote, contract.UseShipStaging:
		return takenOut
	case contract.UseInTransit:
		return onTheRoad
	}
	return outside
}
