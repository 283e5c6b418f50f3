package inventory

import (
	"context"
	"database/sql"
	"fmt"
	"slices"
	"time"

	"github.com/wareloom/wareloom/engine/plugin"
	"github.com/wareloom/wareloom/plugins/inventory/contract"
)

// Days add up what came into stock and what left it, so that figures of a year need not
// read its movements. A day is that of the warehouse. What moves within the building is
// neither; what changes its owner, or becomes other goods, leaves the one and comes to the
// other. A reversal counts against what it takes back, on the day on which that is done.

// crossing are the codes of movements that may bring goods into stock or out of it.
var crossing = []string{
	contract.Receipt, contract.Ship, contract.ReturnIn, contract.ReturnToVendor, contract.CountDiff, contract.OtherIn, contract.OtherOut,
	contract.Adjust, contract.ChangeOwner, contract.ChangeGoods, contract.TransferOut, contract.TransferIn, contract.Material, contract.Work,
}

// dayKey is what is added up on a day.
type dayKey struct {
	ConsignorID int64  `db:"consignor_id"`
	ProductID   int64  `db:"product_id"`
	Code        string `db:"code"`
}

// dayLine is a line of a day.
type dayLine struct {
	dayKey
	ID        int64        `db:"id"`
	InQty     contract.Qty `db:"in_qty"`
	OutQty    contract.Qty `db:"out_qty"`
	LineCount int64        `db:"line_count"`
}

// addUp adds up the legs of a warehouse in a stretch of time whose other leg is not of the
// same goods in the same building. The plus keeps the product from leading: SQLite, which keeps
// no figures of its tables, else reads all that ever moved of it for each leg.
const addUp = `SELECT m.consignor_id, m.product_id, m.code,
	CAST(SUM(CASE WHEN (m.qty > 0) = (m.reverse_of IS NULL) THEN m.qty ELSE 0 END) AS BIGINT) AS in_qty,
	CAST(SUM(CASE WHEN (m.qty > 0) = (m.reverse_of IS NULL) THEN 0 ELSE -m.qty END) AS BIGINT) AS out_qty,
	CAST(SUM(CASE WHEN m.reverse_of IS NULL THEN 1 ELSE -1 END) AS BIGINT) AS line_count
	FROM stock_move m LEFT JOIN stock_move o ON o.move_no = m.move_no AND o.leg <> m.leg AND o.quant_id IS NOT NULL
		AND o.warehouse_id = m.warehouse_id AND o.consignor_id = m.consignor_id AND +o.product_id = m.product_id
	WHERE m.warehouse_id = ? AND m.at >= ? AND m.at < ? AND m.quant_id IS NOT NULL AND o.id IS NULL AND m.code IN ?
	GROUP BY m.consignor_id, m.product_id, m.code ORDER BY m.consignor_id, m.product_id, m.code`

// counted is a warehouse with the day from which its days are to be added up.
type counted struct {
	ID       int64          `db:"id"`
	TimeZone sql.NullString `db:"time_zone"`
	Day      sql.NullString `db:"day"`   // the newest that was added up
	First    sql.NullInt64  `db:"first"` // when anything moved first
}

// countedHouses looks through movements for the first of a warehouse only where goods were in
// it and no day is: an empty warehouse beside a busy one would read those of the other each time.
const countedHouses = `SELECT w.id, w.time_zone, (SELECT MAX(d.day) FROM stock_day d WHERE d.warehouse_id = w.id AND d.code IS NOT NULL) AS day,
	CASE WHEN NOT EXISTS (SELECT 1 FROM stock_day d WHERE d.warehouse_id = w.id) AND EXISTS (SELECT 1 FROM quant q WHERE q.warehouse_id = w.id)
	THEN (SELECT MIN(m.at) FROM stock_move m WHERE m.warehouse_id = w.id AND m.code IN ?) END AS first FROM warehouse w ORDER BY w.id`

// addDays adds up the days of every warehouse from the one before the newest that it
// has. What is added up again is the same again. It adds up on a snapshot, and writes only
// where something differs; what moved meanwhile is seen the next time.
func addDays(ctx context.Context, e *plugin.JobEvent) error {
	var houses []counted
	var now time.Time
	err := e.Read(ctx, func(ctx context.Context, data plugin.Data) error {
		houses, now = nil, data.SQL().Now()
		return data.SQL().Select(ctx, &houses, countedHouses, crossing)
	})
	if err != nil {
		return fmt.Errorf("look for days to add up: %w", err)
	}
	written := "" // the first of the days that were
	for _, house := range houses {
		for from := house.begins(now); !from.After(now); from = from.AddDate(0, 0, 1) {
			differs, err := house.addDay(ctx, e, from)
			if err != nil {
				return err
			}
			if day := from.Format(time.DateOnly); differs && (written == "" || day < written) {
				written = day
			}
		}
	}
	return carryForward(ctx, e, now, written)
}

// begins is when the first day to add up begins; after now where nothing ever moved.
func (h *counted) begins(now time.Time) time.Time {
	zone := plugin.Zone(h.TimeZone.String)
	if day, err := time.ParseInLocation(time.DateOnly, h.Day.String, zone); err == nil {
		return day.AddDate(0, 0, -1)
	}
	if !h.First.Valid {
		return now.AddDate(0, 0, 1)
	}
	year, month, day := time.UnixMilli(h.First.Int64).In(zone).Date()
	return time.Date(year, month, day, 0, 0, 0, 0, zone)
}

// addDay writes what the movements of a day come to, where that is not written yet.
func (h *counted) addDay(ctx context.Context, e *plugin.JobEvent, from time.Time) (differs bool, err error) {
	day := from.Format(time.DateOnly)
	var lines []dayLine
	err = e.Read(ctx, func(ctx context.Context, data plugin.Data) (err error) {
		if lines, err = h.movedIn(ctx, data.SQL(), from); err != nil {
			return err
		}
		written, err := h.writtenOf(ctx, data.SQL(), day)
		fresh, changed := h.rows(day, lines, written)
		differs = len(fresh)+len(changed) > 0
		return err
	})
	if err != nil || !differs {
		return false, err
	}
	return true, e.Write(ctx, func(ctx context.Context, data plugin.Data) error { return h.keepDay(ctx, data, day, lines) })
}

// movedIn adds up the movements of a day.
func (h *counted) movedIn(ctx context.Context, tx plugin.Tx, from time.Time) (lines []dayLine, err error) {
	if err := tx.Select(ctx, &lines, addUp, h.ID, from.UnixMilli(), from.AddDate(0, 0, 1).UnixMilli(), crossing); err != nil {
		return nil, fmt.Errorf("add up %s: %w", from.Format(time.DateOnly), err)
	}
	return lines, nil
}

// writtenOf is what is written of a day.
func (h *counted) writtenOf(ctx context.Context, tx plugin.Tx, day string) (map[dayKey]dayLine, error) {
	var written []dayLine
	err := tx.Select(ctx, &written, `SELECT id, consignor_id, product_id, code, in_qty, out_qty, line_count FROM stock_day WHERE warehouse_id = ? AND day = ? AND code IS NOT NULL`, h.ID, day)
	if err != nil {
		return nil, fmt.Errorf("read the day %s: %w", day, err)
	}
	known := map[dayKey]dayLine{}
	for _, l := range written {
		known[l.dayKey] = l
	}
	return known, nil
}

// keepDay writes lines of a day. Two may add up a warehouse at the same time: one waits
// for the other, and writes what that has not written.
func (h *counted) keepDay(ctx context.Context, data plugin.Data, day string, lines []dayLine) error {
	var turn int64
	if err := data.SQL().Get(ctx, &turn, `SELECT id FROM warehouse WHERE id = ?`+data.SQL().ForUpdate(), h.ID); err != nil {
		return fmt.Errorf("wait to write a day of warehouse %d: %w", h.ID, err)
	}
	written, err := h.writtenOf(ctx, data.SQL(), day)
	if err != nil {
		return err
	}
	fresh, changed := h.rows(day, lines, written)
	for part := range slices.Chunk(fresh, batch) {
		if _, err := data.SaveMany(ctx, "stock_day", part); err != nil {
			return fmt.Errorf("write a day: %w", err)
		}
	}
	for part := range slices.Chunk(changed, batch) {
		if err := data.Set(ctx, "stock_day", part); err != nil {
			return fmt.Errorf("correct a day: %w", err)
		}
	}
	return nil
}

// rows are the lines of a day that are not written yet, and those that are written
// otherwise.
func (h *counted) rows(day string, lines []dayLine, known map[dayKey]dayLine) (fresh, changed []plugin.Row) {
	for _, l := range lines {
		row := plugin.Row{
			"in_qty": l.InQty.Decimal(), "out_qty": l.OutQty.Decimal(), "balance": (l.InQty - l.OutQty).Decimal(),
			"line_count": l.LineCount, "month": monthOf(day), "carried": false,
		}
		was, is := known[l.dayKey]
		l.ID = was.ID
		switch {
		case !is:
			row["day"], row["warehouse_id"], row["consignor_id"], row["product_id"], row["code"] = day, h.ID, l.ConsignorID, l.ProductID, l.Code
			fresh = append(fresh, row)
		case l != was:
			row["id"] = was.ID
			changed = append(changed, row)
		}
	}
	return fresh, changed
}
