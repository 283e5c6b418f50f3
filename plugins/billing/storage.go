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

// late is for how many days a day or a month that is over is still charged: after a stop.
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
	zone := zoneOf(house)
	now := data.SQL().Now().In(zone)
	for back := late; back > 0; back-- {
		from := time.Date(now.Year(), now.Month(), now.Day()-back, 0, 0, 0, 0, zone)
		if err := ChargeDay(ctx, data, plugin.ID(house), from, from.AddDate(0, 0, 1)); err != nil {
			return err
		}
	}
	return nil
}

// zoneOf is the clock of a warehouse.
func zoneOf(house plugin.Row) *time.Location {
	return plugin.Zone(plugin.Text(house, "time_zone"))
}

// held is what a consignor held in a warehouse on a day. A bin counts if it held anything
// at any moment; of pieces the most that there were of a product at one time.
type held struct {
	Consignor int64     `db:"consignor_id"`
	Bins      int64     `db:"bins"`
	Pieces    stock.Qty `db:"pieces"`
}

// heldQuestion goes back from what there is to what there was when the day began, and
// forward over the day's moves: real stock only, a quant's rows of the ledger, of what was
// received by a day. Goods are as old as the pile that they lie in.
const heldQuestion = `WITH moved AS (
		SELECT m.consignor_id, m.position_id, m.product_id, m.id, m.at, m.qty FROM stock_move m
		JOIN position p ON p.id = m.position_id AND p.position_use = 'bin' WHERE m.warehouse_id = ? AND m.quant_id IS NOT NULL AND m.at >= ? AND COALESCE(m.in_date, '') <= ?
	), opening AS (
		SELECT consignor_id, position_id, product_id, SUM(qty) AS qty FROM (
			SELECT q.consignor_id, q.position_id, q.product_id, q.on_hand AS qty FROM quant q
			JOIN position p ON p.id = q.position_id AND p.position_use = 'bin' WHERE q.warehouse_id = ? AND COALESCE(q.in_date, '') <= ?
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
	day := from.Format(time.DateOnly)
	before, err := data.Find(ctx, counted, plugin.Where{Match: plugin.Row{"day": day, "warehouse_id": house}, Limit: 1})
	if err != nil || len(before) > 0 {
		return err
	}
	night := &night{data: data, house: house, from: from, to: to, held: map[int64][]held{}}
	all, err := night.lain(ctx, 0)
	if err != nil {
		return err
	}
	var failed error
	for _, h := range all {
		failed = errors.Join(failed, night.charge(ctx, h))
	}
	return failed
}

// night is a day of a warehouse that is charged.
type night struct {
	data     plugin.Data
	house    int64
	from, to time.Time
	held     map[int64][]held // by the days that it had lain at least
}

func (n *night) day() string { return n.from.Format(time.DateOnly) }

// lain is what each consignor held that had lain for so many days when the day began; the
// day of receipt is the first.
func (n *night) lain(ctx context.Context, days int64) ([]held, error) {
	if all, known := n.held[days]; known {
		return all, nil
	}
	var all []held
	begin, end, received := n.from.UnixMilli(), n.to.UnixMilli(), n.from.AddDate(0, 0, -int(days)).Format(time.DateOnly)
	if days == 0 {
		received = "9999-12-31" // goods of tomorrow's date, too, as another zone may write
	}
	if err := n.data.SQL().Select(ctx, &all, heldQuestion, n.house, begin, received, n.house, received, end, end); err != nil {
		return nil, fmt.Errorf("count storage of warehouse %d on %s: %w", n.house, n.day(), err)
	}
	n.held[days] = all
	return all, nil
}

func (n *night) charge(ctx context.Context, h held) error {
	row, err := n.data.Save(ctx, counted, plugin.Row{"day": n.day(), "warehouse_id": n.house, "consignor_id": h.Consignor, "bins": h.Bins, "pieces": h.Pieces.Decimal()})
	if err != nil {
		return err
	}
	return Fees{}.Charge(ctx, n.data, contract.Cause{
		Trigger: "daily", ConsignorID: h.Consignor, WarehouseID: n.house, Table: counted, ID: plugin.ID(row), No: n.day(), Period: n.day(), On: n.day(),
		Figures: h.figures(), Older: func(ctx context.Context, days int64) (figures, error) { return n.older(ctx, h.Consignor, days) },
	})
}

// older are the figures of what a consignor held that had lain for so many days.
func (n *night) older(ctx context.Context, consignor, days int64) (figures, error) {
	all, err := n.lain(ctx, days)
	for _, h := range all {
		if h.Consignor == consignor {
			return h.figures(), err
		}
	}
	return held{}.figures(), err
}

func (h held) figures() figures {
	return figures{"position_day": decimal.NewFromInt(h.Bins), "piece_day": h.Pieces.Decimal()}
}
