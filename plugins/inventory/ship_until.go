package inventory

import (
	"context"
	"database/sql"
	"fmt"
	"slices"

	"github.com/wareloom/wareloom/engine/plugin"
	"github.com/wareloom/wareloom/plugins/inventory/contract"
)

// lasting is stock of goods that expire, with what says until when it may be shipped.
type lasting struct {
	ID          int64         `db:"id"`
	ExpDate     string        `db:"exp_date"`
	MinShipDays int64         `db:"min_ship_days"`
	TimeZone    string        `db:"time_zone"`
	ShipUntil   sql.NullInt64 `db:"ship_until"`
}

const lastingStock = `SELECT q.id, q.exp_date, COALESCE(g.min_ship_days, 0) AS min_ship_days, w.time_zone, q.ship_until
	FROM quant q JOIN product g ON g.id = q.product_id JOIN warehouse w ON w.id = q.warehouse_id WHERE q.exp_date IS NOT NULL AND `

// until is the moment from which the goods may no longer be shipped.
func (s lasting) until() int64 {
	until, _ := contract.ShelfLife{ExpDate: s.ExpDate, MinShipDays: s.MinShipDays, TimeZone: s.TimeZone}.Until()
	return until.UnixMilli()
}

func (s lasting) right() bool { return s.ShipUntil.Valid && s.ShipUntil.Int64 == s.until() }

// astray reads the stock that meets a condition and does not say until when it may
// be shipped, or says it wrongly.
func astray(ctx context.Context, tx plugin.Tx, where string, args ...any) ([]lasting, error) {
	var rows []lasting
	if err := tx.Select(ctx, &rows, lastingStock+where+` ORDER BY q.warehouse_id, q.product_id, q.position_id, q.id`, args...); err != nil {
		return nil, fmt.Errorf("read stock that expires: %w", err)
	}
	return slices.DeleteFunc(rows, lasting.right), nil
}

// sayUntil makes stock that meets a condition say until when it may be shipped.
// Conditions over rows have no arithmetic on dates, and no day of each warehouse:
// they compare this moment with now.
func sayUntil(ctx context.Context, tx plugin.Tx, where string, args ...any) error {
	rows, err := astray(ctx, tx, where, args...)
	if err != nil || len(rows) == 0 {
		return err
	}
	tx.Changed("quant")
	for part := range slices.Chunk(rows, batch) {
		listed := make([][]any, len(part))
		for i, s := range part {
			listed[i] = []any{s.ID, s.until()}
		}
		from, args := tx.Listed([]plugin.Kind{plugin.Integers, plugin.Integers}, listed)
		_, err := tx.Exec(ctx, `UPDATE quant SET ship_until = v.column2, version = version + 1, updated_at = ?
			FROM `+from+` WHERE quant.id = v.column1`, append([]any{tx.Now().UnixMilli()}, args...)...)
		if err != nil {
			return fmt.Errorf("write until when %d quants may be shipped: %w", len(part), err)
		}
	}
	return nil
}

// follow makes stock follow a record that has a say in until when it is shipped.
func follow(field, where string) func(context.Context, *plugin.SaveEvent) error {
	return func(ctx context.Context, e *plugin.SaveEvent) error {
		if e.IsNew() || e.Old[field] == e.New[field] {
			return nil
		}
		return sayUntil(ctx, e.Tx, where, plugin.ID(e.New))
	}
}

// sayUntilAll serves stock that is older than what it says here. Until then it is
// not counted among what can be ordered.
func sayUntilAll(ctx context.Context, e *plugin.JobEvent) error {
	return e.Write(ctx, func(ctx context.Context, data plugin.Data) error {
		return sayUntil(ctx, data.SQL(), `q.ship_until IS NULL`)
	})
}

// shippedTooLong finds stock that says another moment than its lot, its product and
// its warehouse.
func shippedTooLong(ctx context.Context, tx plugin.Tx) ([]plugin.Breach, error) {
	rows, err := astray(ctx, tx, `q.ship_until IS NOT NULL`)
	if err != nil {
		return nil, err
	}
	var found []plugin.Breach
	for _, s := range rows {
		found = append(found, plugin.Breach{ID: s.ID, Detail: fmt.Sprintf("expires %s, shipped until %d, not %d", s.ExpDate, s.ShipUntil.Int64, s.until())})
	}
	return found, nil
}
