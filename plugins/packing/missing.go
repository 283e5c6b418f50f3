package packing

import (
	"context"
	"fmt"
	"time"

	"github.com/wareloom/wareloom/engine/fault"
	"github.com/wareloom/wareloom/engine/plugin"
	"github.com/wareloom/wareloom/plugins/inventory/contract"
)

// missing is what was ordered on a line and not picked, and why.
type missing struct {
	ProductID int64        `db:"product_id"`
	SKU       string       `db:"sku"`
	Name      string       `db:"name"`
	Ordered   contract.Qty `db:"ordered"`
	Qty       contract.Qty `db:"missing"`
	Reason    string       `db:"shortage"` // "" when nobody said
	Position  string       `db:"position"`
	At        int64        `db:"short_at"` // unix milliseconds
	TimeZone  string       `db:"time_zone"`
}

// missingOf reads what an order goes without.
func missingOf(ctx context.Context, tx plugin.Tx, order int64) ([]missing, error) {
	var list []missing
	err := tx.Select(ctx, &list, `SELECT l.product_id, g.sku, g.name, l.base_qty AS ordered, l.base_qty - COALESCE(l.picked_qty, 0) AS missing,
		COALESCE(l.shortage, '') AS shortage, COALESCE(p.code, '') AS position, COALESCE(l.short_at, 0) AS short_at, w.time_zone
		FROM sale_order_line l JOIN sale_order o ON o.id = l.sale_order_id JOIN warehouse w ON w.id = o.warehouse_id
		JOIN product g ON g.id = l.product_id LEFT JOIN position p ON p.id = l.short_position_id
		WHERE l.sale_order_id = ? AND l.base_qty > COALESCE(l.picked_qty, 0) ORDER BY l.line_no, l.id`, order)
	if err != nil {
		return nil, fmt.Errorf("read what order %d goes without: %w", order, err)
	}
	return list, nil
}

// choice tells the packer what is not there to be packed, and why.
func (m missing) choice(now time.Time) plugin.Choice {
	says := "packing.short.unknown"
	if m.Reason != "" && m.Position != "" {
		says = "packing.short." + m.Reason
	}
	return plugin.Choice{
		Code: m.SKU, Label: m.SKU + " " + m.Name, State: "short", Says: says,
		Params: fault.Params{"missing": m.Qty.Text(), "ordered": m.Ordered.Text(), "position": m.Position, "at": m.seen(now)},
	}
}

// seen is when the shortage was seen on the warehouse's clock: the time on the same
// day, or else the day too.
func (m missing) seen(now time.Time) string {
	zone := plugin.Zone(m.TimeZone)
	at := time.UnixMilli(m.At).In(zone)
	if at.Format(time.DateOnly) == now.In(zone).Format(time.DateOnly) {
		return at.Format("15:04")
	}
	return at.Format("2006-01-02 15:04")
}

// mustNotBeMissing refuses a piece that a picker reported short: it belongs to the
// order, but nobody picked it.
func mustNotBeMissing(ctx context.Context, tx plugin.Tx, o *order, found []plugin.Candidate) error {
	list, err := missingOf(ctx, tx, o.ID)
	if err != nil {
		return err
	}
	for _, m := range list {
		for _, c := range found {
			if c.ID == m.ProductID {
				return fault.New(fault.Conflict, "packing.was_short", "sku", m.SKU, "order", o.DocNo, "missing", m.Qty.Text(), "ordered", m.Ordered.Text())
			}
		}
	}
	return nil
}
