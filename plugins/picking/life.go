package picking

import (
	"time"

	"github.com/wareloom/wareloom/plugins/inventory/contract"
)

// life is what decides whether goods may still be shipped.
type life struct {
	LotHeld     bool   `db:"lot_held"`
	ExpDate     string `db:"exp_date"` // "" for goods that do not expire
	MinShipDays int64  `db:"min_ship_days"`
	TimeZone    string `db:"time_zone"`
}

// stale says why the goods may no longer be shipped, as a value of the dropdown
// shortage; "" when they may.
func (l life) stale(now time.Time) string {
	still := contract.ShelfLife{ExpDate: l.ExpDate, MinShipDays: l.MinShipDays, TimeZone: l.TimeZone}
	switch {
	case l.LotHeld:
		return "lot_held"
	case !still.Fresh(now):
		return "expired"
	}
	return ""
}
