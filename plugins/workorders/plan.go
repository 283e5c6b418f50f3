package workorders

import (
	"cmp"
	"context"

	"github.com/wareloom/wareloom/engine/fault"
	"github.com/wareloom/wareloom/engine/plugin"
	stock "github.com/wareloom/wareloom/plugins/inventory/contract"
)

// planSaved says on a draft what it is going to take and make.
func planSaved(ctx context.Context, e *plugin.SaveEvent) error {
	if plugin.Text(e.New, "status") != "draft" {
		return nil
	}
	return plan(ctx, e.Data, e.New)
}

// plan writes the lines of an order as its kit is made now. Lines are kept as far as there
// are as many.
//
// Invalid workorders.no_components, workorders.bad_share.
func plan(ctx context.Context, data plugin.Data, head plugin.Row) error {
	shares, err := sharesOf(ctx, data, head)
	if err != nil {
		return err
	}
	kept, err := linesOf(ctx, data, plugin.ID(head))
	if err != nil {
		return err
	}
	rows := make([]plugin.Row, len(shares))
	for i, s := range shares {
		if rows[i], err = lineFor(ctx, data, head, s); err != nil {
			return err
		}
		rows[i]["line_no"] = int64(10 * (i + 1))
		if i < len(kept) {
			rows[i]["id"] = plugin.ID(kept[i])
		}
	}
	var gone []int64
	for _, line := range kept[min(len(shares), len(kept)):] {
		gone = append(gone, plugin.ID(line))
	}
	if len(gone) > 0 {
		if err := data.Delete(ctx, orderLine, gone); err != nil {
			return err
		}
	}
	_, err = data.SaveMany(ctx, orderLine, rows)
	return err
}

func lineFor(ctx context.Context, data plugin.Data, head plugin.Row, s share) (plugin.Row, error) {
	pieces := plugin.Decimal(head, "qty")
	qty := pieces.Mul(s.per)
	if !stock.IsQty(qty) {
		sku, err := skuOf(ctx, data, s.productID)
		return nil, cmp.Or[error](err, fault.New(fault.Invalid, "workorders.bad_share", "sku", sku, "per", s.per.String(), "qty", pieces.String()).On("qty"))
	}
	return plugin.Row{"work_order_id": plugin.ID(head), "side": s.side, "product_id": s.productID, "per_qty": s.per, "qty": qty}, nil
}

// linesOf are the lines of an order, in their order.
func linesOf(ctx context.Context, data plugin.Data, id int64) ([]plugin.Row, error) {
	return data.Find(ctx, orderLine, plugin.Where{Match: plugin.Row{"work_order_id": id}, Sort: []string{"line_no"}})
}

// linesOn are those of the lines that are on a side.
func linesOn(side string, all []plugin.Row) []plugin.Row {
	var list []plugin.Row
	for _, line := range all {
		if plugin.Text(line, "side") == side {
			list = append(list, line)
		}
	}
	return list
}
