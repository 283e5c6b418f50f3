package workorders

import (
	"context"
	"fmt"
	"slices"

	"github.com/shopspring/decimal"

	"github.com/wareloom/wareloom/engine/fault"
	"github.com/wareloom/wareloom/engine/plugin"
)

// wanted is how many serial numbers of a side are still to be scanned.
func (t *bench) wanted(ctx context.Context, side string) (int64, error) {
	nos := t.Used
	if side == made {
		nos = t.Made
		if kind := plugin.Text(t.head, "kind"); kind != building && kind != breaking && len(t.Used) > 0 {
			return 0, nil // goods that only get another name keep their numbers
		}
	}
	sum := decimal.NewFromInt(-int64(len(nos)))
	for _, line := range linesOn(side, t.lines) {
		product, err := t.Data.Get(ctx, "product", plugin.Int(line, "product_id"))
		if err != nil {
			return 0, err
		}
		if plugin.Bool(product, "serial_ctl") {
			sum = sum.Add(plugin.Decimal(line, "per_qty").Mul(t.Qty))
		}
	}
	return sum.IntPart(), nil
}

// used takes the number of a piece that is reserved for the order.
func (t *bench) used(ctx context.Context, no string) (err error) {
	if err := t.mustBeKept(ctx, no); err != nil {
		return err
	}
	if t.Used, err = with(t.Used, no); err != nil {
		return err
	}
	return t.goOn(ctx)
}

func (t *bench) made(ctx context.Context, no string) (err error) {
	if t.Made, err = with(t.Made, no); err != nil {
		return err
	}
	return t.goOn(ctx)
}

// mustBeKept refuses a piece that is not reserved for the order at once, and not with the
// last of many.
func (t *bench) mustBeKept(ctx context.Context, no string) error {
	byLine, err := keptFor(ctx, t.Data.SQL(), t.OrderID)
	if err != nil {
		return err
	}
	quants := []int64{0} // none
	for _, list := range byLine {
		for _, k := range list {
			quants = append(quants, k.QuantID)
		}
	}
	var n int
	if err := t.Data.SQL().Get(ctx, &n, `SELECT COUNT(*) FROM serial WHERE serial_no = ? AND quant_id IN ?`, no, quants); err != nil {
		return fmt.Errorf("look for serial number %s: %w", no, err)
	}
	if n == 0 {
		return fault.New(fault.Invalid, "workorders.serial_not_taken", "serial", no)
	}
	return nil
}

// with adds a number that was not scanned yet.
func with(list []string, no string) ([]string, error) {
	if slices.Contains(list, no) {
		return list, fault.New(fault.Conflict, "workorders.scanned_twice", "serial", no)
	}
	return append(list, no), nil
}
