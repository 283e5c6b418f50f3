package picking

import (
	"context"

	"github.com/wareloom/wareloom/engine/fault"
	"github.com/wareloom/wareloom/engine/plugin"
	"github.com/wareloom/wareloom/plugins/inventory/contract"
)

// View shows what is still to be put back.
func (f putBackFlow) View(ctx context.Context, s *plugin.Session) (plugin.View, error) {
	var st putBackState
	if err := s.Load(&st); err != nil {
		return plugin.View{}, err
	}
	view := plugin.View{Prompt: fault.Params{"code": st.Code}}
	if st.source == (source{}) {
		view.List = st.Choices
		return view, nil
	}
	list, err := st.left(ctx, s.Data.SQL())
	if err != nil {
		return view, err
	}
	view.Left, view.About = len(list), st.about()
	if s.Step() == plugin.StepDone && st.OrderID != 0 {
		view.Facts = plugin.Row{"sale_order_id": st.OrderID}
	}
	for _, p := range list {
		view.List = append(view.List, plugin.Choice{Code: p.SKU, Label: p.SKU, Detail: p.detail(), State: "open"})
		if p.key() == st.Key {
			if err := f.showGoods(ctx, s, &view, &p, &st); err != nil {
				return view, err
			}
		}
	}
	if s.Step() == stepChoose {
		view.List = st.Choices
	}
	view.Expect, err = f.expected(ctx, s, &st, list)
	return view, err
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
	return f.stock.Propose(ctx, data, contract.Wish{WarehouseID: p.WarehouseID, Goods: p.goods(), Qty: quantity(p.Qty)})
}

func (f putBackFlow) showGoods(ctx context.Context, s *plugin.Session, view *plugin.View, p *lying, st *putBackState) error {
	from, err := p.cameFrom(ctx, s.Data.SQL())
	if err != nil {
		return err
	}
	to, err := f.suggested(ctx, s.Data, p, from)
	left := quantity(p.Qty).String()
	view.Max = left
	if s.Step() == stepQty {
		view.Default = left
	}
	view.Prompt = fault.Params{"sku": p.SKU, "max": left, "qty": st.Qty.String(), "position": to.Code, "left": quantity(p.Qty - int64(len(st.Serials))*1000).String()}
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
