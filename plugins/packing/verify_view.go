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
	left int64 // thousandths
}

// picked are the picked items of the order.
func (t *verifying) picked(ctx context.Context) (items []item, err error) {
	if t.items == nil {
		t.items, err = pickedItems(ctx, t.Data.SQL(), t.OrderID)
	}
	return t.items, err
}

// lines sums the picked items per line.
func (t *verifying) lines(ctx context.Context) ([]line, error) {
	items, err := t.picked(ctx)
	var list []line
	for _, it := range items {
		if n := len(list); n > 0 && list[n-1].LineID == it.LineID {
			list[n-1].Qty += it.Qty
			list[n-1].left += it.Qty
			continue
		}
		list = append(list, line{it, it.Qty - t.Scanned[it.LineID]})
	}
	return list, err
}

// leftOf is how much of a product is missing, and whether the order has it.
func leftOf(list []line, product int64) (left int64, known bool) {
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
	left := quantity(of).String()
	if known {
		at := slices.IndexFunc(list, func(l line) bool { return l.ProductID == t.ProductID })
		view.Prompt = fault.Params{"sku": list[at].SKU, "max": left, "left": left}
	}
	if t.Step() == stepQty {
		view.Default, view.Max = left, left
	}
	if view.Image, err = contract.Picture(ctx, t.Data.SQL(), t.ProductID); err != nil {
		return err
	}
	view.Expect, err = t.expected(ctx, list)
	return err
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
	var left, done int64
	for _, l := range list {
		state := "open"
		if l.left == 0 {
			state = "done"
		}
		left, done = left+l.left, done+l.Qty-l.left
		view.List = append(view.List, plugin.Choice{
			Code: l.SKU, Label: l.SKU + " " + l.Name, Detail: quantity(l.Qty-l.left).String() + " / " + quantity(l.Qty).String(), State: state,
		})
	}
	view.Left, view.Done = int((left+999)/1000), int(done/1000)
	view.Target = []plugin.Target{{Label: "packing.to_scan", Value: quantity(left).String(), Size: plugin.SizeHuge, Field: "left"}}
	return view
}
