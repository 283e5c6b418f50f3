package billing

import (
	"context"
	"errors"
	"fmt"
	"time"

	"github.com/shopspring/decimal"

	"github.com/wareloom/wareloom/engine/plugin"
	"github.com/wareloom/wareloom/plugins/billing/contract"
	stock "github.com/wareloom/wareloom/plugins/inventory/contract"
)

// late is how many days back storage is still charged that was not: after a stop.
const late = 7

// storage is the job billing.storage: it counts and charges each day that is over in its
// warehouse and was not counted yet.
func storage(ctx context.Context, e *plugin.JobEvent) error {
	return e.Write(ctx, func(ctx context.Context, data plugin.Data) error {
		houses, err := data.Find(ctx, "warehouse", plugin.Where{Match: plugin.Row{}})
		if err != nil {
			return err
		}
		for _, house := range houses {
			if err := houseDays(ctx, data, house); err != nil {
				return err
			}
		}
		return nil
	})
}

// houseDays charges the days of a warehouse, the oldest first.
func houseDays(ctx context.Context, data plugin.Data, house plugin.Row) error {
	zone, err := time.LoadLocation(plugin.Text(house, "time_zone"))
	if err != nil {
		zone = time.UTC // a warehouse whose zone nobody knows has the days of the server
	}
	now := data.SQL().Now().In(zone)
	for back := late; back > 0; back-- {
		from := time.Date(now.Year(), now.Month(), now.Day()-back, 0, 0, 0, 0, zone)
		if err := ChargeDay(ctx, data, plugin.ID(house), from, from.AddDate(0, 0, 1)); err != nil {
			return err
		}
	}
	return nil
}

// held is what a consignor held in a warehouse on a day. A bin counts if it held anything
// at any moment; of pieces the most that there were of a product at one time.
type held struct {
	Consignor int64     `db:"consignor_id"`
	Bins      int64     `db:"bins"`
	Pieces    stock.Qty `db:"pieces"`
}

// heldQuestion goes back from what there is to what there was when the day began, and
// forward over the day's moves: real stock only, a quant's rows of the ledger.
const heldQuestion = `WITH moved AS (
		SELECT m.consignor_id, m.position_id, m.product_id, m.id, m.at, m.qty FROM stock_move m
		JOIN position p ON p.id = m.position_id AND p.position_use = 'bin' WHERE m.warehouse_id = ? AND m.quant_id IS NOT NULL AND m.at >= ?
	), opening AS (
		SELECT consignor_id, position_id, product_id, SUM(qty) AS qty FROM (
			SELECT q.consignor_id, q.position_id, q.product_id, q.on_hand AS qty FROM quant q
			JOIN position p ON p.id = q.position_id AND p.position_use = 'bin' WHERE q.warehouse_id = ?
			UNION ALL SELECT consignor_id, position_id, product_id, -qty FROM moved) b GROUP BY consignor_id, position_id, product_id
	), bins AS (
		SELECT consignor_id, position_id FROM opening WHERE qty > 0
		UNION SELECT consignor_id, position_id FROM moved WHERE qty > 0 AND at < ?
	), steps AS (
		SELECT consignor_id, product_id, 0 AS id, 0 AS at, SUM(qty) AS qty FROM opening GROUP BY consignor_id, product_id
		UNION ALL SELECT consignor_id, product_id, MAX(id), at, SUM(qty) FROM moved WHERE at < ? GROUP BY consignor_id, product_id, at
	), stacks AS (
		SELECT consignor_id, product_id, SUM(qty) OVER (PARTITION BY consignor_id, product_id ORDER BY at, id) AS stack FROM steps
	), peaks AS (
		SELECT consignor_id, SUM(most) AS pieces FROM (SELECT consignor_id, product_id, MAX(stack) AS most FROM stacks GROUP BY consignor_id, product_id) t GROUP BY consignor_id
	) SELECT b.consignor_id, COUNT(*) AS bins, CAST(COALESCE(MAX(p.pieces), 0) AS BIGINT) AS pieces FROM bins b LEFT JOIN peaks p ON p.consignor_id = b.consignor_id
	GROUP BY b.consignor_id ORDER BY b.consignor_id`

// ChargeDay counts a day of a warehouse once and charges it; again it changes nothing.
func ChargeDay(ctx context.Context, data plugin.Data, house int64, from, to time.Time) error {
	day := from.Format("2006-01-02")
	before, err := data.Find(ctx, counted, plugin.Where{Match: plugin.Row{"day": day, "warehouse_id": house}, Limit: 1})
	if err != nil || len(before) > 0 {
		return err
	}
	var all []held
	begin, end := from.UnixMilli(), to.UnixMilli()
	if err := data.SQL().Select(ctx, &all, heldQuestion, house, begin, house, end, end); err != nil {
		return fmt.Errorf("count storage of warehouse %d on %s: %w", house, day, err)
	}
	var failed error
	for _, h := range all {
		failed = errors.Join(failed, h.charge(ctx, data, house, day))
	}
	return failed
}

func (h held) charge(ctx context.Context, data plugin.Data, house int64, day string) error {
	pieces := h.Pieces.Decimal()
	row, err := data.Save(ctx, counted, plugin.Row{"day": day, "warehouse_id": house, "consignor_id": h.Consignor, "bins": h.Bins, "pieces": pieces})
	if err != nil {
		return err
	}
	return Fees{}.Charge(ctx, data, contract.Cause{
		Trigger: "daily", ConsignorID: h.Consignor, WarehouseID: house, Table: counted, ID: plugin.ID(row), No: day, Period: day, On: day,
		Figures: figures{"position_day": decimal.NewFromInt(h.Bins), "piece_day": pieces},
	})
}
