package packing

import (
	"context"
	"fmt"
	"slices"

	"github.com/wareloom/wareloom/engine/fault"
	"github.com/wareloom/wareloom/engine/plugin"
	"github.com/wareloom/wareloom/plugins/inventory/contract"
)

// lot is a lot with what decides whether it may leave the building.
type lot struct {
	No          string `db:"lot_no"`
	SKU         string `db:"sku"`
	Held        bool   `db:"held"`
	ExpDate     string `db:"exp_date"` // "" for goods that do not expire
	MinShipDays int64  `db:"min_ship_days"`
	TimeZone    string `db:"time_zone"`
}

// mustBeShippable refuses goods whose lot has expired since they were reserved, has
// too few days left for a customer, or was stopped.
//
// Conflict packing.expired, packing.lot_held.
func mustBeShippable(ctx context.Context, tx plugin.Tx, warehouse int64, order string, lots []int64) error {
	lots = slices.DeleteFunc(lots, func(id int64) bool { return id == 0 })
	if len(lots) == 0 {
		return nil
	}
	var list []lot
	err := tx.Select(ctx, &list, `SELECT l.lot_no, g.sku, COALESCE(l.status, 'ok') <> 'ok' AS held, COALESCE(l.exp_date, '') AS exp_date,
		COALESCE(g.min_ship_days, 0) AS min_ship_days, w.time_zone FROM lot l JOIN product g ON g.id = l.product_id JOIN warehouse w ON w.id = ?
		WHERE l.id IN ? ORDER BY l.id`, warehouse, lots)
	if err != nil {
		return fmt.Errorf("read %d lots: %w", len(lots), err)
	}
	for _, l := range list {
		life := contract.ShelfLife{ExpDate: l.ExpDate, MinShipDays: l.MinShipDays, TimeZone: l.TimeZone}
		switch {
		case l.Held:
			return fault.New(fault.Conflict, "packing.lot_held", "sku", l.SKU, "lot", l.No, "order", order)
		case !life.Fresh(tx.Now()):
			return fault.New(fault.Conflict, "packing.expired", "sku", l.SKU, "lot", l.No, "date", l.ExpDate, "order", order)
		}
	}
	return nil
}

func lotsOf(items []item) []int64 {
	lots := make([]int64, len(items))
	for i, it := range items {
		lots[i] = it.LotID.Int64
	}
	return lots
}
