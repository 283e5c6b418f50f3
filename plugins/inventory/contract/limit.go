package contract

import (
	"context"
	"fmt"

	"github.com/shopspring/decimal"

	"github.com/wareloom/wareloom/engine/fault"
	"github.com/wareloom/wareloom/engine/plugin"
)

// AtMost refuses more than there is to be had.
func AtMost(qty decimal.Decimal, most Qty) error {
	if qty.GreaterThan(most.Decimal()) {
		return fault.New(fault.Invalid, "station.over", "max", most.Text(), "value", qty.String())
	}
	return nil
}

// SerialIn refuses a serial number of a product that does not lie in the quant.
func SerialIn(ctx context.Context, tx plugin.Tx, quant, product int64, sku, serial string) error {
	var here int64
	err := tx.Get(ctx, &here, `SELECT COUNT(*) FROM serial WHERE product_id = ? AND serial_no = ? AND quant_id = ?`, product, serial, quant)
	if err != nil {
		return fmt.Errorf("look for serial %s: %w", serial, err)
	}
	if here == 0 {
		return fault.New(fault.Conflict, "stock.serial_elsewhere", "serial", serial, "product", sku)
	}
	return nil
}
