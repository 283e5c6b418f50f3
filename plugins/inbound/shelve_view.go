package inbound

import (
	"cmp"
	"context"
	"maps"
	"slices"
	"strconv"

	"github.com/wareloom/wareloom/engine/fault"
	"github.com/wareloom/wareloom/engine/plugin"
)

// View shows what is staged and where it may go.
func (f shelveFlow) View(ctx context.Context, s *plugin.Session) (plugin.View, error) {
	var st shelveState
	if err := s.Load(&st); err != nil || st.PositionID == 0 && st.LpnID == 0 {
		return plugin.View{}, err
	}
	n, err := st.count(ctx, s.Data.SQL())
	if err != nil {
		return plugin.View{}, err
	}
	view := plugin.View{Done: st.Puts, Left: n, Prompt: fault.Params{"code": st.Code}, About: st.about()}
	if s.Step() == plugin.StepDone {
		view.Facts = plugin.Row{"shelve_order_id": orNil(st.firstOrder())}
	}
	list, err := st.staged(ctx, s.Data.SQL())
	if err != nil {
		return view, err
	}
	if view.List, err = st.choices(ctx, s, list); err != nil {
		return view, err
	}
	view.Expect = &plugin.Expect{Online: true}
	if n == len(list) { // else the person may hold what is not on the list
		if view.Expect, err = f.expected(ctx, s, &st, list); err != nil {
			return view, err
		}
	}
	atHand, err := st.ofQuants(ctx, s.Data.SQL(), st.QuantID)
	if len(atHand) > 0 {
		show(s, &view, &atHand[0], &st)
	}
	return view, err
}

// orNil is an id as a fact; nil when there is none.
func orNil(id int64) any {
	if id == 0 {
		return nil
	}
	return id
}

// firstOrder is the first shelving order that the session wrote; 0 for none.
func (st *shelveState) firstOrder() int64 {
	if len(st.Orders) == 0 {
		return 0
	}
	return slices.Min(slices.Collect(maps.Values(st.Orders)))
}

// about is where the goods are taken from.
func (st *shelveState) about() plugin.About {
	if st.LpnID != 0 {
		return plugin.About{Table: "lpn", ID: st.LpnID}
	}
	return plugin.About{Table: "position", ID: st.PositionID}
}

// choices are the goods to take from, or what a code may mean.
func (st *shelveState) choices(ctx context.Context, s *plugin.Session, list []staged) (choices []plugin.Choice, err error) {
	choosing := s.Step() == stepChoose
	if choosing {
		list, err = st.ofQuants(ctx, s.Data.SQL(), st.Choices...)
	}
	for i := range list {
		choices = append(choices, choiceOf(&list[i], choosing))
	}
	return choices, err
}

func choiceOf(g *staged, choosing bool) plugin.Choice {
	code := g.SKU
	if choosing {
		code = strconv.FormatInt(g.QuantID, 10)
	}
	detail := g.Owner
	if g.LotNo != "" {
		detail += " · " + g.LotNo
	}
	if g.Quality != good {
		detail += " · " + g.Quality
	}
	return plugin.Choice{Code: code, Label: g.SKU + " " + g.Name, Detail: detail + " × " + quantity(g.Free).String(), State: "open"}
}

// show shows the goods at hand; as many as the proposed bin takes are offered.
func show(s *plugin.Session, view *plugin.View, g *staged, st *shelveState) {
	most := quantity(g.Free).String()
	view.Prompt = fault.Params{"sku": g.SKU, "max": most, "qty": st.Qty.String(), "left": st.Qty.IntPart() - int64(len(st.Serials))}
	view.Target = []plugin.Target{
		{Label: "inbound.item", Value: g.SKU + " " + g.Name, Size: plugin.SizeMedium, Field: "item"},
		{Label: "inbound.suggested", Value: cmp.Or(st.Bin.Code, "–"), Size: plugin.SizeLarge, Field: "position"},
		{Label: "inbound.staged", Value: most, Size: plugin.SizeHuge, Field: "qty"},
	}
	if s.Step() == stepQty {
		view.Default, view.Max = most, most
		if st.Bin.Fits.Sign() > 0 {
			view.Default = st.Bin.Fits.String()
		}
	}
}
