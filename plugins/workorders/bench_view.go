package workorders

import (
	"cmp"
	"context"
	"slices"

	"github.com/wareloom/wareloom/engine/fault"
	"github.com/wareloom/wareloom/engine/plugin"
	stock "github.com/wareloom/wareloom/plugins/inventory/contract"
)

// show shows the order, what goes into it and where that lies.
func (t *bench) show(ctx context.Context, view *plugin.View) error {
	view.Prompt, view.List = fault.Params{"code": t.Code}, t.Shown()
	if t.OrderID == 0 {
		return nil
	}
	if err := t.look(ctx); err != nil {
		return err
	}
	view.Done, view.About = t.Reports, plugin.About{Table: order, ID: t.OrderID}
	if t.Step() == plugin.StepDone {
		view.Facts = plugin.Row{"work_order_id": t.OrderID}
		return nil
	}
	if err := t.showOrder(ctx, view); err != nil {
		return err
	}
	left, err := t.missing(ctx)
	if err != nil {
		return err
	}
	view.Prompt["left"] = cmp.Or(view.Prompt["left"], any(len(left)))
	return t.showGoods(ctx, view, left)
}

// showOrder shows what is made, where, and how many are left.
func (t *bench) showOrder(ctx context.Context, view *plugin.View) error {
	product, err := t.Data.Get(ctx, "product", plugin.Int(t.head, "product_id"))
	if err != nil {
		return err
	}
	place, err := t.Data.Get(ctx, "position", plugin.Int(t.head, "position_id"))
	if err != nil {
		return err
	}
	sku, at, most := plugin.Text(product, "sku"), plugin.Text(place, "code"), t.left().String()
	view.Prompt = fault.Params{"sku": sku, "bench": at, "max": most, "qty": t.Qty.String()}
	view.Target = []plugin.Target{
		{Label: "workorders.makes", Value: sku + " " + plugin.Text(product, "name"), Size: plugin.SizeMedium, Field: "item"},
		{Label: "workorders.bench", Value: at, Size: plugin.SizeLarge, Field: "position"},
		{Label: "workorders.to_do", Value: most, Size: plugin.SizeHuge, Field: "qty"},
	}
	switch t.Step() {
	case stepQty:
		view.Default, view.Max = most, most
	case stepLot:
		if view.Prompt["sku"], err = skuOf(ctx, t.Data, t.ItemID); err != nil {
			return err
		}
	case stepUsed, stepMade:
		side := map[string]string{stepUsed: taken, stepMade: made}[t.Step()]
		if view.Prompt["left"], err = t.wanted(ctx, side); err != nil {
			return err
		}
	}
	view.Image, err = stock.Picture(ctx, t.Data.SQL(), plugin.ID(product))
	return err
}

// showGoods lists what the order takes, with where it lies until it was brought.
func (t *bench) showGoods(ctx context.Context, view *plugin.View, left []goods) error {
	for _, line := range linesOn(taken, t.lines) {
		product, err := t.Data.Get(ctx, "product", plugin.Int(line, "product_id"))
		if err != nil {
			return err
		}
		one := plugin.Choice{
			Code: plugin.Text(product, "sku"), Label: plugin.Text(product, "sku") + " " + plugin.Text(product, "name"),
			Detail: "× " + plugin.Decimal(line, "qty").Sub(plugin.Decimal(line, "done_qty")).String(), State: "open",
		}
		if t.Step() == stepBring || t.Step() == stepLot {
			view.Left = len(left)
			one.Detail = cmp.Or(plugin.Text(line, "lies_at"), "–")
			if !slices.ContainsFunc(left, func(g goods) bool { return g.ProductID == plugin.ID(product) }) {
				one.State = "done"
			}
		}
		view.List = append(view.List, one)
	}
	return nil
}
