package packing

import (
	"context"
	"strconv"

	"github.com/wareloom/wareloom/engine/fault"
	"github.com/wareloom/wareloom/engine/plugin"
	"github.com/wareloom/wareloom/plugins/inventory/contract"
)

// line is what a line of the order has picked and what is still to be scanned.
type line struct {
	item
	left int64 // thousandths
}

// lines sums the picked items per line.
func (f verifyFlow) lines(ctx context.Context, s *plugin.Session, st *verifyState) ([]line, error) {
	items, err := st.picked(ctx, s.Data.SQL())
	var list []line
	for _, it := range items {
		if n := len(list); n > 0 && list[n-1].LineID == it.LineID {
			list[n-1].Qty += it.Qty
			list[n-1].left += it.Qty
			continue
		}
		list = append(list, line{it, it.Qty - st.Scanned[it.LineID]})
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

// View shows what is still to be scanned.
func (f verifyFlow) View(ctx context.Context, s *plugin.Session) (plugin.View, error) {
	var st verifyState
	if err := s.Load(&st); err != nil {
		return plugin.View{}, err
	}
	if s.Step() == stepChoose {
		return choices(&st), nil
	}
	if st.OrderID == 0 {
		return plugin.View{Facts: packageFacts(st.Packed)}, nil
	}
	list, err := f.lines(ctx, s, &st)
	if err != nil {
		return plugin.View{}, err
	}
	view := shown(list)
	view.About = plugin.About{Table: "sale_order", ID: st.OrderID}
	gone, err := missingOf(ctx, s.Data.SQL(), st.OrderID)
	if err != nil {
		return plugin.View{}, err
	}
	for _, m := range gone {
		view.List = append(view.List, m.choice(s.Data.SQL().Now()))
	}
	left, _ := leftOf(list, st.ProductID)
	for _, l := range list {
		if l.ProductID == st.ProductID {
			view.Prompt = fault.Params{"sku": l.SKU, "max": quantity(left).String(), "left": quantity(left).String()}
		}
	}
	if view.Image, err = contract.Picture(ctx, s.Data.SQL(), st.ProductID); err != nil {
		return view, err
	}
	if s.Step() == stepQty {
		view.Default, view.Max = quantity(left).String(), quantity(left).String()
	}
	view.Expect, err = f.expected(ctx, s, &st, list)
	return view, err
}

// packageFacts are what is known when a package is ready for the next hands; nil
// when there is none.
func packageFacts(id int64) plugin.Row {
	if id == 0 {
		return nil
	}
	return plugin.Row{"package_id": id}
}

func choices(st *verifyState) plugin.View {
	view := plugin.View{Prompt: fault.Params{"code": st.Code}}
	for _, m := range st.Meanings {
		view.List = append(view.List, plugin.Choice{Code: strconv.FormatInt(m.ID, 10), Label: m.Label, Detail: m.Detail, State: "open"})
	}
	return view
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
