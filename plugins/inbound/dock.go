package inbound

import (
	"context"
	"fmt"
	"time"

	"github.com/shopspring/decimal"

	"github.com/wareloom/wareloom/engine/fault"
	"github.com/wareloom/wareloom/engine/plugin"
	"github.com/wareloom/wareloom/plugins/inventory/contract"
)

// dock is what both stations need.
type dock struct {
	stock contract.Stock
	codes *plugin.Codes
}

func nowMillis() int64 { return time.Now().UnixMilli() }

// quantity is a figure of the database as a decimal.
func quantity(n int64) decimal.Decimal { return decimal.New(n, -3) }

// thousandths is a quantity as the database keeps it.
func thousandths(q decimal.Decimal) int64 { return q.Shift(3).IntPart() }

// empty is nil for "".
func empty(text string) any {
	if text == "" {
		return nil
	}
	return text
}

// null is nil for 0.
func null(id int64) any {
	if id == 0 {
		return nil
	}
	return id
}

// readQty reads a typed quantity.
func readQty(text string) (decimal.Decimal, error) {
	qty, err := decimal.NewFromString(text)
	if err != nil || qty.Sign() <= 0 || !qty.Shift(3).IsInteger() {
		return qty, fault.New(fault.Invalid, "station.bad_qty", "value", text)
	}
	return qty, nil
}

// position is a scanned position of a warehouse, of one of the uses.
func (d dock) position(ctx context.Context, data plugin.Data, code string, scope plugin.Scope, uses ...string) (id int64, label string, err error) {
	found, err := d.codes.Resolve(ctx, data, code, scope, "position")
	if err != nil {
		return 0, "", err
	}
	var use string
	if err := data.SQL().Get(ctx, &use, `SELECT position_use FROM position WHERE id = ?`, found[0].ID); err != nil {
		return 0, "", fmt.Errorf("read position %d: %w", found[0].ID, err)
	}
	for _, allowed := range uses {
		if use == allowed {
			return found[0].ID, found[0].Label, nil
		}
	}
	return 0, "", fault.New(fault.Invalid, "inbound.other_use", "position", found[0].Label)
}

// actIn takes an action on a notice if it is in the state.
func actIn(ctx context.Context, data plugin.Data, notice int64, state, action string) error {
	var status string
	if err := data.SQL().Get(ctx, &status, `SELECT status FROM asn WHERE id = ?`, notice); err != nil {
		return fmt.Errorf("read notice %d: %w", notice, err)
	}
	if status != state {
		return nil
	}
	_, err := data.Act(ctx, "asn", action, notice, nil)
	return err
}
