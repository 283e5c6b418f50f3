package picking

import (
	"context"
	"database/sql"
	"errors"
	"fmt"
	"time"

	"github.com/shopspring/decimal"

	"github.com/wareloom/wareloom/engine/fault"
	"github.com/wareloom/wareloom/engine/plugin"
	"github.com/wareloom/wareloom/plugins/inventory/contract"
)

// Waves is what picking asks of waves.
type Waves interface {
	// Forget takes an order's open tasks off their pick bills, and the order out of
	// its wave.
	Forget(ctx context.Context, tx plugin.Tx, order int64) error
}

// floor is what both stations need.
type floor struct {
	stock contract.Stock
	waves Waves
	codes *plugin.Codes
}

func nowMillis() int64 { return time.Now().UnixMilli() }

// thousandths is a quantity as the database keeps it.
func thousandths(q decimal.Decimal) int64 { return q.Shift(3).IntPart() }

// quantity is a figure of the database as a decimal.
func quantity(n int64) decimal.Decimal { return decimal.New(n, -3) }

// null is nil for 0.
func null(id int64) any {
	if id == 0 {
		return nil
	}
	return id
}

// readQty reads a typed quantity between 0 and the most that is possible.
func readQty(in plugin.Input, most decimal.Decimal) (decimal.Decimal, error) {
	qty, err := decimal.NewFromString(in.Text())
	if err != nil || qty.Sign() <= 0 || !qty.Shift(3).IsInteger() {
		return qty, fault.New(fault.Invalid, "station.bad_qty", "value", in.Text())
	}
	if qty.GreaterThan(most) {
		return qty, fault.New(fault.Invalid, "station.over", "max", most.String(), "value", qty.String())
	}
	return qty, nil
}

// place resolves a scanned position of the warehouse.
func (f floor) place(ctx context.Context, s *plugin.Session, code string, warehouse int64) (plugin.Candidate, error) {
	found, err := f.codes.Resolve(ctx, s.Data, code, plugin.Scope{"warehouse_id": warehouse}, "position")
	if err != nil {
		return plugin.Candidate{}, err
	}
	return found[0], nil
}

// pickPosition is the warehouse's place for picked goods.
func pickPosition(ctx context.Context, data plugin.Data, warehouse int64) (int64, error) {
	var id int64
	err := data.SQL().Get(ctx, &id, `SELECT id FROM position WHERE warehouse_id = ? AND position_use = ? AND status = 'normal' ORDER BY id LIMIT 1`, warehouse, contract.UseTote)
	if errors.Is(err, sql.ErrNoRows) {
		return 0, fault.New(fault.Conflict, "picking.no_pick_position")
	}
	return id, err
}

// pickedInto puts picked goods on a line, or takes them off when negative.
func pickedInto(ctx context.Context, tx plugin.Tx, line, qty int64) error {
	_, err := tx.Exec(ctx, `UPDATE sale_order_line SET picked_qty = COALESCE(picked_qty, 0) + ?, version = version + 1, updated_at = ? WHERE id = ?`, qty, nowMillis(), line)
	if err != nil {
		return fmt.Errorf("write picked quantity of line %d: %w", line, err)
	}
	return nil
}

// findOrders finds orders by their numbers.
func findOrders(ctx context.Context, data plugin.Data, code plugin.Code, scope plugin.Scope) ([]plugin.Candidate, error) {
	question, args := `SELECT o.id, o.doc_no, c.name FROM sale_order o JOIN consignor c ON c.id = o.consignor_id
		WHERE (o.doc_no = ? OR o.ext_no = ? OR o.tracking_no = ?)`, []any{code.Text, code.Text, code.Text}
	if warehouse, ok := scope["warehouse_id"]; ok {
		question += " AND o.warehouse_id = ?"
		args = append(args, warehouse)
	}
	var rows []struct {
		ID    int64  `db:"id"`
		Label string `db:"doc_no"`
		Owner string `db:"name"`
	}
	if err := data.SQL().Select(ctx, &rows, question+" ORDER BY o.id LIMIT 50", args...); err != nil {
		return nil, fmt.Errorf("look up order %q: %w", code.Text, err)
	}
	var found []plugin.Candidate
	for _, r := range rows {
		found = append(found, plugin.Candidate{ID: r.ID, Label: r.Label, Detail: r.Owner})
	}
	return found, nil
}
