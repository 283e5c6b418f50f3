package picking

import (
	"cmp"
	"context"
	"database/sql"
	"fmt"
	"slices"
	"time"

	"github.com/wareloom/wareloom/engine/plugin"
	"github.com/wareloom/wareloom/plugins/inventory/contract"
)

// standIn is stock that may serve the rest of a task in the place of what was
// reserved for it.
type standIn struct {
	QuantID     int64         `db:"id"`
	PositionID  int64         `db:"position_id"`
	LotID       sql.NullInt64 `db:"lot_id"`
	LotNo       string        `db:"lot_no"`
	InDate      string        `db:"in_date"`
	ExpDate     string        `db:"exp_date"` // "" for goods that do not expire
	PickSeq     int64         `db:"pick_seq"`
	MinShipDays int64         `db:"min_ship_days"`
	TimeZone    string        `db:"time_zone"`
	Free        contract.Qty  `db:"free"`
}

// search says which stock is sought in the place of a task's own.
type search string

// Searches.
const (
	anywhere      search = "q.id <> ?"
	otherPosition search = "q.position_id <> ?"
	otherLot      search = "COALESCE(q.lot_id, 0) <> ?"
)

// own is what the search keeps away from.
func (by search) own(t *task) int64 {
	return map[search]int64{otherPosition: t.PositionID, otherLot: t.LotID.Int64}[by]
}

// standIns finds and locks what is free of a task's goods by the rules of
// allocation, first expiring and nearest in the walk first. The stock is locked in
// the order in which all postings lock it.
func standIns(ctx context.Context, tx plugin.Tx, t *task, by search) ([]standIn, error) {
	question := `SELECT q.id, q.position_id, q.lot_id, COALESCE(l.lot_no, '') AS lot_no, q.in_date, COALESCE(q.exp_date, '') AS exp_date,
		COALESCE(p.pick_seq, 0) AS pick_seq, COALESCE(g.min_ship_days, 0) AS min_ship_days, w.time_zone, q.on_hand - q.reserved AS free
		FROM quant q JOIN position p ON p.id = q.position_id JOIN storage_area a ON a.id = p.storage_area_id
		JOIN warehouse w ON w.id = q.warehouse_id JOIN product g ON g.id = q.product_id LEFT JOIN lot l ON l.id = q.lot_id
		WHERE q.warehouse_id = ? AND q.product_id = ? AND q.consignor_id = ? AND q.quality = ? AND q.on_hand > q.reserved AND q.held_at IS NULL
		AND p.position_use = ? AND p.status IN ('normal', 'no_in') AND COALESCE(a.pick_allowed, ?) AND COALESCE(a.consignor_id, q.consignor_id) = q.consignor_id
		AND COALESCE(l.status, 'ok') = 'ok' AND ` + string(by) + ` ORDER BY q.warehouse_id, q.product_id, q.position_id, q.id` + tx.ForUpdate("q")
	var list []standIn
	err := tx.Select(ctx, &list, question, t.WarehouseID, t.ProductID, t.ConsignorID, t.Quality, contract.UseBin, false, by.own(t))
	if err != nil {
		return nil, fmt.Errorf("look for %s elsewhere: %w", t.SKU, err)
	}
	now := tx.Now()
	list = slices.DeleteFunc(list, func(s standIn) bool { return !s.fresh(now) || t.LotAsked != "" && s.LotNo != t.LotAsked })
	slices.SortStableFunc(list, func(a, b standIn) int {
		return cmp.Or(cmp.Compare(a.lastDay(), b.lastDay()), cmp.Compare(a.InDate, b.InDate), cmp.Compare(a.PickSeq, b.PickSeq), cmp.Compare(a.QuantID, b.QuantID))
	})
	return list, nil
}

func (s standIn) fresh(now time.Time) bool {
	return contract.ShelfLife{ExpDate: s.ExpDate, MinShipDays: s.MinShipDays, TimeZone: s.TimeZone}.Fresh(now)
}

// lastDay is the date by which goods go first; those without one go last.
func (s standIn) lastDay() string { return cmp.Or(s.ExpDate, "9999-12-31") }

// part is a quantity of one quant for a task.
type part struct {
	QuantID    int64        `json:"quant"`
	PositionID int64        `json:"position"`
	LotID      int64        `json:"lot,omitempty"`
	Qty        contract.Qty `json:"qty"`
}

// take takes parts of the stock until the quantity is reached or nothing is left.
func take(list []standIn, qty contract.Qty) (parts []part, missing contract.Qty) {
	for _, s := range list {
		n := min(s.Free, qty)
		if n <= 0 {
			break
		}
		parts = append(parts, part{QuantID: s.QuantID, PositionID: s.PositionID, LotID: s.LotID.Int64, Qty: n})
		qty -= n
	}
	return parts, qty
}
