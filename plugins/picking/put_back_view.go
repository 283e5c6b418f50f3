package picking

import (
	"context"

	"github.com/wareloom/wareloom/engine/fault"
	"github.com/wareloom/wareloom/engine/plugin"
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
	view.Left = len(list)
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

func (f putBackFlow) showGoods(ctx context.Context, s *plugin.Session, view *plugin.View, p *lying, st *putBackState) error {
	from, err := p.cameFrom(ctx, s.Data.SQL())
	left := quantity(p.Qty).String()
	view.Default, view.Max = left, left
	view.Prompt = fault.Params{"sku": p.SKU, "max": left, "qty": st.Qty.String(), "position": from.Code, "left": quantity(p.Qty - int64(len(st.Serials))*1000).String()}
	view.Target = []plugin.Target{
		{Label: "picking.item", Value: p.SKU, Size: plugin.SizeLarge, Field: "item"},
		{Label: "picking.qty", Value: left, Size: plugin.SizeHuge, Field: "qty"},
		{Label: "picking.suggested", Value: from.Code, Size: plugin.SizeMedium, Field: "position"},
	}
	return err
}
