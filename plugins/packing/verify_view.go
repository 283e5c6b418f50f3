package packing

import (
	"context"
	"slices"

	"github.com/wareloom/wareloom/engine/fault"
	"github.com/wareloom/wareloom/engine/plugin"
	"github.com/wareloom/wareloom/plugins/inventory/contract"
)

// line is what a line of the order has picked and what is still to be scanned.
type line struct {
	item
	left contract.Qty
}

// picked are the picked items of the order.
func (t *verifying) picked(ctx context.Context) (items []item, err error) {
	if t.items == nil {
		t.items, err = pickedItems(ctx, t.Data.SQL(), t.OrderID)
	}
	return t.items, err
}

// lines are the picked lines of the order with what is still to be scanned.
func (t *verifying) lines(ctx context.Context) (list []line, err error) {
	if t.sums == nil {
		t.sums, err = pickedLines(ctx, t.Data.SQL(), t.OrderID)
	}
	list = slices.Clone(t.sums)
	for i, l := range list {
		list[i].left = l.Qty - t.Scanned[l.LineID]
	}
	return list, err
}

// linesOf sums picked items per line; scanned is in thousandths by line.
func linesOf(items []item, scanned map[int64]contract.Qty) []line {
	var list []line
	for _, it := range items {
		if n := len(list); n > 0 && list[n-1].LineID == it.LineID {
			list[n-1].Qty += it.Qty
			list[n-1].left += it.Qty
			continue
		}
		list = append(list, line{it, it.Qty - scanned[it.LineID]})
	}
	return list
}

// leftOf is how much of a product is missing, and whether the order has it.
func leftOf(list []line, product int64) (left contract.Qty, known bool) {
	for _, l := range list {
		if l.ProductID == product {
			left, known = left+l.left, true
		}
	}
	return left, known
}

// show shows what is still to be scanned.
func (t *verifying) show(ctx context.Context, view *plugin.View) error {
	if t.Step() == plugin.StepChoose {
		view.Prompt, view.List = fault.Params{"code": t.Code}, t.Shown()
		return nil
	}
	if t.OrderID == 0 {
		view.Facts = packageFacts(t.Packed)
		return nil
	}
	list, err := t.lines(ctx)
	if err != nil {
		return err
	}
	*view = shown(list)
	view.About = plugin.About{Table: "sale_order", ID: t.OrderID}
	gone, err := missingOf(ctx, t.Data.SQL(), t.OrderID)
	if err != nil {
		return err
	}
	for _, m := range gone {
		view.List = append(view.List, m.choice(t.Data.SQL().Now()))
	}
	of, known := leftOf(list, t.ProductID)
	left := of.Text()
	if known {
		at := slices.IndexFunc(list, func(l line) bool { return l.ProductID == t.ProductID })
		view.Prompt = fault.Params{"sku": list[at].SKU, "max": left, "left": left}
	}
	if t.Step() == stepQty {
		view.Default, view.Max = left, left
	}
	if t.Step() == stepBox {
		if err := t.showCarton(ctx, view); err != nil {
			return err
		}
	}
	if view.Image, err = contract.Picture(ctx, t.Data.SQL(), t.ProductID); err != nil {
		return err
	}
	view.Expect, err = t.expected(ctx, list)
	return err
}

// showCarton offers the carton that the goods go into.
func (t *verifying) showCarton(ctx context.Context, view *plugin.View) error {
	o, err := readOrder(ctx, t.Data.SQL(), t.OrderID)
	if err != nil {
		return err
	}
	items, err := t.picked(ctx)
	if err != nil {
		return err
	}
	c, err := suggested(ctx, t.Data.SQL(), o.WarehouseID, items)
	if err != nil || c == nil {
		return err
	}
	view.Default = c.Code
	view.Target = []plugin.Target{{Label: "packing.suggested_carton", Value: c.Code, Size: plugin.SizeHuge, Field: "carton"}}
	return nil
}

// packageFacts are what is known when a package is ready for the next hands; nil
// when there is none.
func packageFacts(id int64) plugin.Row {
	if id == 0 {
		return nil
	}
	return plugin.Row{"package_id": id}
}

// shown lists the lines with how much of each was scanned.
func shown(list []line) plugin.View {
	var view plugin.View
	var left, done contract.Qty
	for _, l := range list {
		state := "open"
		if l.left == 0 {
			state = "done"
		}
		left, done = left+l.left, done+l.Qty-l.left
		view.List = append(view.List, plugin.Choice{
			Code: l.SKU, Label: l.SKU + " " + l.Name, Detail: (l.Qty - l.left).Text() + " / " + l.Qty.Text(), State: state,
		})
	}
	view.Left, view.Done = left.Ceil(), done.Floor()
	if left > 0 {
		view.Target = []plugin.Target{{Label: "packing.to_scan", Value: left.Text(), Size: plugin.SizeHuge, Field: "left"}}
	}
	return view
}
