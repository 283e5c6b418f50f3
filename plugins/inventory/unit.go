package inventory

import (
	"context"
	"fmt"

	"github.com/wareloom/wareloom/engine/fault"
	"github.com/wareloom/wareloom/engine/plugin"
	"github.com/wareloom/wareloom/plugins/inventory/contract"
)

// unitLines are the line tables whose quantity is given in a unit of the product.
var unitLines = []string{"inbound_plan_line", "asn_line", "sale_order_line", "rma_line", "receipt_line", "shelve_order_line", "damaged_order_line", "purchase_return_line"}

// oneBase is the factor of the base unit.
var oneBase = contract.Pieces(1)

// unitKey names a unit of a product.
type unitKey struct {
	ProductID int64  `db:"product_id"`
	Unit      string `db:"unit"`
}

// fillBaseQty works the base quantity of lines out of their quantity and unit.
func fillBaseQty(ctx context.Context, b *plugin.SaveBatch) error {
	factors, err := loadFactors(ctx, b)
	if err != nil {
		return err
	}
	for _, e := range b.Events {
		key := unitKey{plugin.Int(e.New, "product_id"), plugin.Text(e.New, "unit")}
		factor, ok := factors[key]
		if key.Unit == "" {
			factor, ok = oneBase, true
		}
		if !ok {
			return fault.New(fault.Invalid, "stock.unit_unknown", "unit", key.Unit).On("unit")
		}
		base := plugin.Decimal(e.New, "qty").Mul(factor.Decimal())
		if !contract.IsQty(base) {
			return fault.New(fault.Invalid, "stock.bad_qty", "qty", base.String(), "product", key.ProductID).On("qty")
		}
		e.New["base_qty"] = base
	}
	return nil
}

// loadFactors reads how many base units the units of the lines' products hold. Lines
// without a unit ask for nothing.
func loadFactors(ctx context.Context, b *plugin.SaveBatch) (map[unitKey]contract.Qty, error) {
	ids := newSet()
	for _, e := range b.Events {
		if plugin.Text(e.New, "unit") != "" {
			ids.add(plugin.Int(e.New, "product_id"))
		}
	}
	if len(ids.list) == 0 {
		return nil, nil
	}
	var rows []struct {
		unitKey
		Factor contract.Qty `db:"factor"`
	}
	err := b.Tx.Select(ctx, &rows, `SELECT id AS product_id, base_unit AS unit, ? AS factor FROM product WHERE id IN ?
		UNION ALL SELECT product_id, unit, factor FROM product_unit WHERE product_id IN ?`, oneBase, ids.list, ids.list)
	if err != nil {
		return nil, fmt.Errorf("read units of %d products: %w", len(ids.list), err)
	}
	factors := make(map[unitKey]contract.Qty, len(rows))
	for _, r := range rows {
		if _, known := factors[r.unitKey]; !known {
			factors[r.unitKey] = r.Factor
		}
	}
	return factors, nil
}
