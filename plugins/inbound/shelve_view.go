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

// show shows what is staged and where it may go.
func (t *shelving) show(ctx context.Context, view *plugin.View) error {
	if t.PositionID == 0 && t.LpnID == 0 {
		return nil
	}
	n, err := t.count(ctx, t.Data.SQL())
	if err != nil {
		return err
	}
	view.Done, view.Left, view.Prompt, view.About = t.Puts, n, fault.Params{"code": t.Code}, t.about()
	if t.Step() == plugin.StepDone {
		view.Facts = plugin.Row{"shelve_order_id": plugin.OrNil(t.firstOrder())}
	}
	list, err := t.staged(ctx, t.Data.SQL())
	if err != nil {
		return err
	}
	if view.List, err = t.choices(ctx, list); err != nil {
		return err
	}
	view.Expect = &plugin.Expect{Online: true}
	if n == len(list) { // else the person may hold what is not on the list
		if view.Expect, err = t.expected(ctx, list); err != nil {
			return err
		}
	}
	atHand, err := t.ofQuants(ctx, t.Data.SQL(), t.QuantID)
	if len(atHand) > 0 {
		t.showGoods(view, &atHand[0])
	}
	return err
}

// firstOrder is the first shelving order that the session wrote; 0 for none.
func (t *shelving) firstOrder() int64 {
	if len(t.Orders) == 0 {
		return 0
	}
	return slices.Min(slices.Collect(maps.Values(t.Orders)))
}

// about is where the goods are taken from.
func (t *shelving) about() plugin.About {
	if t.LpnID != 0 {
		return plugin.About{Table: "lpn", ID: t.LpnID}
	}
	return plugin.About{Table: "position", ID: t.PositionID}
}

// choices are the goods to take from, or what a code may mean.
func (t *shelving) choices(ctx context.Context, list []staged) (choices []plugin.Choice, err error) {
	choosing := t.Step() == plugin.StepChoose
	if choosing {
		var quants []int64
		for _, m := range t.Choices {
			quants = append(quants, m.ID)
		}
		list, err = t.ofQuants(ctx, t.Data.SQL(), quants...)
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
	return plugin.Choice{Code: code, Label: g.SKU + " " + g.Name, Detail: detail + " × " + g.Free.Text(), State: "open"}
}

// showGoods shows the goods at hand; as many as the proposed bin takes are offered.
func (t *shelving) showGoods(view *plugin.View, g *staged) {
	most := g.Free.Text()
	view.Prompt = fault.Params{"sku": g.SKU, "max": most, "qty": t.Qty.String(), "left": t.Qty.IntPart() - int64(len(t.Serials))}
	view.Target = []plugin.Target{
		{Label: "inbound.item", Value: g.SKU + " " + g.Name, Size: plugin.SizeMedium, Field: "item"},
		{Label: "inbound.suggested", Value: cmp.Or(t.Bin.Code, "–"), Size: plugin.SizeLarge, Field: "position"},
		{Label: "inbound.staged", Value: most, Size: plugin.SizeHuge, Field: "qty"},
	}
	if t.Step() == stepQty {
		view.Default, view.Max = most, most
		if t.Bin.Fits.Sign() > 0 {
			view.Default = t.Bin.Fits.String()
		}
	}
}
