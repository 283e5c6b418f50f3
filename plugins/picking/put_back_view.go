package picking

import (
	"context"

	"github.com/wareloom/wareloom/engine/fault"
	"github.com/wareloom/wareloom/engine/plugin"
	"github.com/wareloom/wareloom/plugins/inventory/contract"
)

// show shows what is still to be put back.
func (t *putBack) show(ctx context.Context, view *plugin.View) error {
	view.Prompt = fault.Params{"code": t.Code}
	if t.source == (source{}) {
		view.List = t.Shown()
		return nil
	}
	list, err := t.left(ctx, t.Data.SQL())
	if err != nil {
		return err
	}
	view.Left, view.About = len(list), t.about()
	if t.Step() == plugin.StepDone && t.OrderID != 0 {
		view.Facts = plugin.Row{"sale_order_id": t.OrderID}
	}
	for _, p := range list {
		view.List = append(view.List, plugin.Choice{Code: p.SKU, Label: p.SKU, Detail: p.detail(), State: "open"})
		if p.key() == t.Key {
			if err := t.showGoods(ctx, view, &p); err != nil {
				return err
			}
		}
	}
	if t.Step() == plugin.StepChoose {
		view.List = t.Shown()
	}
	view.Expect, err = t.expected(ctx, list)
	return err
}

// about is the order or tote that the goods are of.
func (s source) about() plugin.About {
	if s.LpnID != 0 {
		return plugin.About{Table: "lpn", ID: s.LpnID}
	}
	return plugin.About{Table: order, ID: s.OrderID}
}

// suggested is the bin that goods may go back to: the one that they came from, else
// another that takes them. Without a place of origin a person chooses.
func (f floor) suggested(ctx context.Context, data plugin.Data, p *lying, from origin) (contract.Spot, error) {
	if from.takesBack() || from.Code == "" {
		return contract.Spot{PositionID: from.ID, Code: from.Code}, nil
	}
	return f.stock.Propose(ctx, data, contract.Wish{WarehouseID: p.WarehouseID, Goods: p.goods(), Qty: p.Qty.Decimal()})
}

func (t *putBack) showGoods(ctx context.Context, view *plugin.View, p *lying) error {
	from, err := p.cameFrom(ctx, t.Data.SQL())
	if err != nil {
		return err
	}
	to, err := t.suggested(ctx, t.Data, p, from)
	left := p.Qty.Text()
	view.Max = left
	if t.Step() == stepQty {
		view.Default = left
	}
	view.Prompt = fault.Params{"sku": p.SKU, "max": left, "qty": t.Qty.String(), "position": to.Code, "left": (p.Qty - contract.Pieces(len(t.Serials))).Text()}
	view.Target = []plugin.Target{
		{Label: "picking.item", Value: p.SKU, Size: plugin.SizeLarge, Field: "item"},
		{Label: "picking.qty", Value: left, Size: plugin.SizeHuge, Field: "qty"},
		{Label: "picking.suggested", Value: to.Code, Size: plugin.SizeMedium, Field: "position"},
	}
	if from.Code != "" {
		view.Target = append(view.Target, plugin.Target{Label: "picking.came_from", Value: from.Code, Size: plugin.SizeMedium, Field: "came_from"})
	}
	return err
}
