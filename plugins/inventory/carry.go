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

// Every month opens with lines of what lay there when it began, so that a balance adds up
// the days of one month at most, however long the past is. The lines of all warehouses are
// written together, since whoever adds up begins with the newest that he finds.

// final is how long after its beginning a month is opened: by then the days before it are
// over in every time zone, and nothing that was posted on them is under way.
const final = 48 * time.Hour

// goodsLine is what lies of goods of an owner in a warehouse.
type goodsLine struct {
	ID          int64        `db:"id"` // of the line that is written
	WarehouseID int64        `db:"warehouse_id"`
	ConsignorID int64        `db:"consignor_id"`
	ProductID   int64        `db:"product_id"`
	Balance     contract.Qty `db:"balance"`
}

// carryForward opens the months that are not open yet, and again those behind a day that
// was written now ("" for none).
func carryForward(ctx context.Context, e *plugin.JobEvent, now time.Time, written string) error {
	var month time.Time
	err := e.Read(ctx, func(ctx context.Context, data plugin.Data) (err error) {
		month, err = monthToOpen(ctx, data.SQL(), written)
		return err
	})
	if err != nil || month.IsZero() {
		return err
	}
	for ; !month.After(now.UTC().Add(-final)); month = month.AddDate(0, 1, 0) {
		if err := carryInto(ctx, e, month); err != nil {
			return fmt.Errorf("open %s: %w", month.Format(time.DateOnly), err)
		}
	}
	return nil
}

// carryInto opens a month, where that is not written yet.
func carryInto(ctx context.Context, e *plugin.JobEvent, month time.Time) error {
	var differs bool
	err := e.Read(ctx, func(ctx context.Context, data plugin.Data) error {
		fresh, changed, err := opening(ctx, data.SQL(), month)
		differs = len(fresh)+len(changed) > 0
		return err
	})
	if err != nil || !differs {
		return err
	}
	return e.Write(ctx, func(ctx context.Context, data plugin.Data) error { return openMonth(ctx, data, month) })
}

// monthToOpen is the first month that is to be opened; zero where no day is written.
func monthToOpen(ctx context.Context, tx plugin.Tx, written string) (time.Time, error) {
	var found struct {
		First  sql.NullString `db:"first"`
		Newest sql.NullString `db:"newest"` // month that is open
	}
	const text = "SELECT (SELECT MIN(day) FROM stock_day) AS first, (SELECT MAX(month) FROM stock_day WHERE carried = ?) AS newest"
	if err := tx.Get(ctx, &found, text, true); err != nil {
		return time.Time{}, fmt.Errorf("look for the month to open: %w", err)
	}
	behind := found.First.String // the month behind this day
	if found.Newest.Valid {
		behind = found.Newest.String
	}
	if written != "" && written < behind {
		behind = written
	}
	if behind == "" { // nothing ever moved
		return time.Time{}, nil
	}
	month, err := time.Parse(time.DateOnly, monthOf(behind))
	return month.AddDate(0, 1, 0), err
}

// openMonth writes what lies there when a month begins. Two may open it at the same time:
// one waits for the other, and writes what that has not written.
func openMonth(ctx context.Context, data plugin.Data, month time.Time) error {
	var turn []int64
	if err := data.SQL().Select(ctx, &turn, "SELECT id FROM warehouse ORDER BY id"+data.SQL().ForUpdate()); err != nil {
		return fmt.Errorf("wait for who adds up: %w", err)
	}
	fresh, changed, err := opening(ctx, data.SQL(), month)
	if err != nil {
		return err
	}
	for part := range slices.Chunk(fresh, batch) {
		if _, err := data.SaveMany(ctx, "stock_day", part); err != nil {
			return err
		}
	}
	for part := range slices.Chunk(changed, batch) {
		if err := data.Set(ctx, "stock_day", part); err != nil {
			return err
		}
	}
	return nil
}

// opening adds up the month before, and compares it with what is written.
func opening(ctx context.Context, tx plugin.Tx, month time.Time) (fresh, changed []plugin.Row, err error) {
	var lies, written []goodsLine
	const add = `SELECT 0 AS id, warehouse_id, consignor_id, product_id, CAST(SUM(balance) AS BIGINT) AS balance FROM stock_day
		WHERE month = ? AND day >= ? AND day < ? GROUP BY warehouse_id, consignor_id, product_id ORDER BY warehouse_id, consignor_id, product_id`
	from := month.AddDate(0, -1, 0)
	if err := tx.Select(ctx, &lies, add, from.Format(time.DateOnly), from.AddDate(0, 0, -1).Format(time.DateOnly), month.Format(time.DateOnly)); err != nil {
		return nil, nil, fmt.Errorf("add up the month before: %w", err)
	}
	const read = "SELECT id, warehouse_id, consignor_id, product_id, balance FROM stock_day WHERE carried = ? AND month = ? ORDER BY id"
	if err := tx.Select(ctx, &written, read, true, month.Format(time.DateOnly)); err != nil {
		return nil, nil, fmt.Errorf("read what is written: %w", err)
	}
	fresh, changed = openingRows(month, lies, written)
	return fresh, changed, nil
}

// openingRows are the lines that open a month and are not written yet, and those that are
// written otherwise. Nothing that lies there needs no line.
func openingRows(month time.Time, lies, written []goodsLine) (fresh, changed []plugin.Row) {
	was := map[goodsLine]goodsLine{} // by goods
	for _, line := range written {
		was[line.goods()] = line
	}
	for _, line := range lies {
		before, is := was[line.goods()]
		delete(was, line.goods())
		switch {
		case !is && line.Balance != 0:
			fresh = append(fresh, plugin.Row{
				"day": month.AddDate(0, 0, -1).Format(time.DateOnly), "month": month.Format(time.DateOnly), "carried": true,
				"warehouse_id": line.WarehouseID, "consignor_id": line.ConsignorID, "product_id": line.ProductID,
				"in_qty": contract.Qty(0).Decimal(), "out_qty": contract.Qty(0).Decimal(), "balance": line.Balance.Decimal(), "line_count": 0,
			})
		case is && before.Balance != line.Balance:
			changed = append(changed, plugin.Row{"id": before.ID, "balance": line.Balance.Decimal()})
		}
	}
	for _, before := range was {
		if before.Balance != 0 {
			changed = append(changed, plugin.Row{"id": before.ID, "balance": contract.Qty(0).Decimal()})
		}
	}
	return fresh, changed
}

// goods is the line without what lies there.
func (l goodsLine) goods() goodsLine {
	return goodsLine{WarehouseID: l.WarehouseID, ConsignorID: l.ConsignorID, ProductID: l.ProductID}
}

// monthOf is the first day of the month of a day.
func monthOf(day string) string { return day[:len("2006-01")] + "-01" }

// balances is the mend of days that an earlier version added up: they get their balance
// and their month.
var balances = plugin.Mend{Key: "balances", Do: func(ctx context.Context, data plugin.Data, after int64) (int64, error) {
	var found []struct {
		ID      int64        `db:"id"`
		Day     string       `db:"day"`
		Balance contract.Qty `db:"balance"`
	}
	const text = "SELECT id, day, in_qty - out_qty AS balance FROM stock_day WHERE id > ? AND month IS NULL ORDER BY id LIMIT ?"
	if err := data.SQL().Select(ctx, &found, text, after, batch); err != nil {
		return 0, fmt.Errorf("look for days without a balance: %w", err)
	}
	var last int64
	var rows []plugin.Row
	for _, one := range found {
		rows = append(rows, plugin.Row{"id": one.ID, "balance": one.Balance.Decimal(), "month": monthOf(one.Day), "carried": false})
		last = one.ID
	}
	return last, data.Set(ctx, "stock_day", rows)
}}
