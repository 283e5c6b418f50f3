package inventory

import (
	"context"
	"fmt"
	"time"

	"github.com/wareloom/wareloom/engine/plugin"
	"github.com/wareloom/wareloom/plugins/inventory/contract"
)

// expiring is a lot in a warehouse with what decides whether it is time to tell.
type expiring struct {
	LotID     int64        `db:"lot_id"`
	TimeZone  string       `db:"time_zone"`
	ExpDate   string       `db:"exp_date"`
	AlertDays int64        `db:"alert_days"`
	OnHand    contract.Qty `db:"on_hand"`
}

// stockedLots finds the lots that nobody was told of, that expire and lie in stock.
// The product says how many days ahead to tell, else its type, else the type above.
const stockedLots = `SELECT q.lot_id, w.time_zone, l.exp_date, COALESCE(g.alert_days, t.alert_days, u.alert_days) AS alert_days, SUM(q.on_hand) AS on_hand
	FROM lot l JOIN quant q ON q.lot_id = l.id JOIN warehouse w ON w.id = q.warehouse_id JOIN product g ON g.id = l.product_id
	LEFT JOIN product_type t ON t.id = g.product_type_id LEFT JOIN product_type u ON u.id = t.parent_id
	WHERE l.exp_date IS NOT NULL AND l.alerted_at IS NULL AND q.on_hand > 0 AND COALESCE(g.alert_days, t.alert_days, u.alert_days) IS NOT NULL
	GROUP BY q.lot_id, w.time_zone, l.exp_date, g.alert_days, t.alert_days, u.alert_days ORDER BY q.lot_id, w.time_zone`

// alertLots tells the lead and the owner of lots that come near their date, once of
// each lot. It runs every hour, so that each warehouse is told as its day begins.
func alertLots(ctx context.Context, e *plugin.JobEvent) error {
	var list []expiring
	var now time.Time
	err := e.Write(ctx, func(ctx context.Context, data plugin.Data) error {
		list, now = nil, data.SQL().Now()
		return data.SQL().Select(ctx, &list, stockedLots)
	})
	if err != nil {
		return fmt.Errorf("look for lots that expire: %w", err)
	}
	told := map[int64]bool{}
	for _, x := range list {
		days := x.daysLeft(now)
		if days > x.AlertDays || told[x.LotID] {
			continue
		}
		told[x.LotID] = true
		if err := e.Write(ctx, func(ctx context.Context, data plugin.Data) error { return x.tell(ctx, data, days) }); err != nil {
			return err
		}
	}
	return nil
}

// daysLeft counts from the warehouse's day.
func (x expiring) daysLeft(now time.Time) int64 {
	at := place{}
	at.TimeZone.String = x.TimeZone
	today, err := time.Parse(time.DateOnly, at.today(now))
	expires, bad := time.Parse(time.DateOnly, x.ExpDate)
	if err != nil || bad != nil {
		return 0
	}
	return int64(expires.Sub(today) / (24 * time.Hour))
}

// tell tells the lead and the persons of the owner.
func (x expiring) tell(ctx context.Context, data plugin.Data, days int64) error {
	_, err := data.Act(ctx, "lot", "alert", x.LotID, plugin.Row{"qty": x.OnHand.Decimal(), "days": days})
	return err
}
