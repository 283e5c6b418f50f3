package workorders

import (
	"context"

	"github.com/shopspring/decimal"

	"github.com/wareloom/wareloom/engine/plugin"
	alloc "github.com/wareloom/wareloom/plugins/allocation/contract"
	stock "github.com/wareloom/wareloom/plugins/inventory/contract"
)

// takeMaterials takes the packing material that is used up to the piece that is done now.
func (w *work) takeMaterials(ctx context.Context) error {
	list, err := w.data.Find(ctx, material, plugin.Where{Match: plugin.Row{"work_order_id": plugin.ID(w.head)}, Sort: []string{"line_no"}})
	if err != nil {
		return err
	}
	done := plugin.Decimal(w.head, "done_qty").Add(w.qty)
	for _, m := range list {
		want := upTo(plugin.Decimal(m, "qty"), done, plugin.Decimal(w.head, "qty")).Sub(plugin.Decimal(m, "used_qty"))
		if want.Sign() <= 0 {
			continue
		}
		if err := w.takeMaterial(ctx, m, want); err != nil {
			return err
		}
		w.did.Materials = append(w.did.Materials, use{plugin.ID(m), stock.QtyOf(want)})
	}
	return nil
}

// upTo is the part of a quantity of material that is used when so much of the whole is
// done: whole pieces of what is asked for in whole pieces, rounded up.
func upTo(qty, done, whole decimal.Decimal) decimal.Decimal {
	if !done.LessThan(whole) {
		return qty
	}
	part := qty.Mul(done).Div(whole)
	if qty.IsInteger() {
		return part.Ceil()
	}
	return part.Truncate(stock.QtyDigits)
}

// takeMaterial takes free stock of its owner in the warehouse.
func (w *work) takeMaterial(ctx context.Context, m plugin.Row, want decimal.Decimal) error {
	product, err := w.data.Get(ctx, "product", plugin.Int(m, "product_id"))
	if err != nil {
		return err
	}
	owner := plugin.Row{"warehouse_id": w.head["warehouse_id"], "consignor_id": product["consignor_id"]}
	wishes := []alloc.Wish{{ProductID: plugin.ID(product), Quality: "ZP", Qty: want}}
	chosen, err := w.Choose.Choose(ctx, w.data, owner, wishes)
	if err != nil {
		return err
	}
	if err := short(ctx, w.data, wishes, chosen); err != nil {
		return err
	}
	for _, p := range chosen[0].Parts {
		q, err := w.data.Get(ctx, "quant", p.QuantID)
		if err != nil {
			return err
		}
		w.moves = append(w.moves, stock.Move{
			Code: stock.Material, Doc: docOf(w.head, plugin.ID(m)), Qty: p.Qty, To: stock.Place{PositionID: w.away},
			Goods: stock.Goods{ConsignorID: plugin.Int(q, "consignor_id"), ProductID: plugin.Int(q, "product_id"), LotID: plugin.Int(q, "lot_id"), Quality: plugin.Text(q, "quality")},
			From:  stock.Place{PositionID: plugin.Int(q, "position_id"), LpnID: plugin.Int(q, "lpn_id")},
		})
	}
	return nil
}
