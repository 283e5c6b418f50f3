package transfers

import (
	"cmp"
	"context"
	"maps"
	"slices"
	"strconv"

	"github.com/wareloom/wareloom/engine/fault"
	"github.com/wareloom/wareloom/engine/plugin"
	stock "github.com/wareloom/wareloom/plugins/inventory/contract"
)

// show shows the goods at hand and where they go.
func (t *carry) show(ctx context.Context, view *plugin.View) error {
	t.data = t.Data
	view.Done, view.Expect = t.Moves, &plugin.Expect{Online: true}
	view.Prompt = fault.Params{"code": t.Code}
	if err := t.showDoc(ctx, view); err != nil {
		return err
	}
	if t.Step() == stepReason {
		view.List = plugin.Reasons("transfers.reason_", shortReasons)
	}
	if t.Step() == plugin.StepDone {
		view.Facts = plugin.Row{"doc_id": plugin.OrNil(cmp.Or(t.DocID, t.firstDoc()))}
		return nil
	}
	if err := t.showList(ctx, view); err != nil {
		return err
	}
	view.Buttons = t.offered()
	return t.showGoods(ctx, view)
}

// firstDoc is the first document that was written for loose goods; 0 for none.
func (t *carry) firstDoc() int64 {
	if len(t.Docs) == 0 {
		return 0
	}
	return slices.Min(slices.Collect(maps.Values(t.Docs)))
}

// showDoc says how much of the document is left.
func (t *carry) showDoc(ctx context.Context, view *plugin.View) error {
	if t.DocID == 0 {
		if t.PositionID != 0 {
			view.About = plugin.About{Table: "position", ID: t.PositionID}
		}
		return nil
	}
	view.About = plugin.About{Table: t.Document, ID: t.DocID}
	lines, err := t.lines(ctx, t.Data, t.DocID)
	for _, line := range lines {
		if open(line).Sign() > 0 || carried(line).Sign() > 0 {
			view.Left++
		}
	}
	view.Done = len(lines) - view.Left
	return err
}

// offered are the buttons that mean something now.
func (t *carry) offered() []string {
	loaded := t.CartID != 0
	switch t.Step() {
	case stepOrder:
		return []string{"next"}
	case stepSource:
		list := []string{}
		if t.LineID != 0 {
			list = append(list, "short", "skip")
		}
		if loaded {
			list = append(list, "unload")
		}
		if t.DocID == 0 {
			list = append(list, "finish")
		}
		return list
	case stepItem, stepQty:
		if t.LineID != 0 {
			return []string{"short", "skip", "back"}
		}
		if t.Step() == stepItem {
			return []string{"whole", "finish", "back"}
		}
	case stepTarget:
		list := []string{}
		if !t.Drop && !t.Whole {
			list = append(list, "to_cart")
		}
		if t.LineID != 0 {
			list = append(list, "elsewhere")
		}
		if t.Drop {
			return append(list, "later")
		}
		return append(list, "back")
	}
	return nil
}

// showList shows what lies at the source, or what a code may mean.
func (t *carry) showList(ctx context.Context, view *plugin.View) error {
	switch {
	case t.Step() == plugin.StepChoose:
		for _, m := range t.Choices {
			list, err := readGoods(ctx, t.Data.SQL(), `q.id = ?`, m.ID)
			if err != nil {
				return err
			}
			for _, g := range list {
				view.List = append(view.List, choiceOf(g, strconv.FormatInt(g.QuantID, 10)))
			}
		}
	case t.Step() == stepItem && t.LineID == 0 || t.Whole:
		all, err := t.source.goods(ctx, t.Data.SQL())
		if err != nil {
			return err
		}
		for _, g := range all {
			view.List = append(view.List, choiceOf(g, g.SKU))
		}
	case t.Step() == stepSource && t.CartID != 0:
		return t.showCart(ctx, view)
	}
	return nil
}

// showCart lists what lies on the cart.
func (t *carry) showCart(ctx context.Context, view *plugin.View) error {
	lines, err := t.onCart(ctx, t.Data, t.CartID)
	if err != nil {
		return err
	}
	lpn, err := t.Data.Get(ctx, "lpn", t.CartID)
	if err != nil {
		return err
	}
	for _, line := range lines {
		product, err := t.Data.Get(ctx, "product", plugin.Int(line, "product_id"))
		if err != nil {
			return err
		}
		view.List = append(view.List, plugin.Choice{
			Code: plugin.Text(lpn, "barcode"), Label: plugin.Text(product, "sku") + " " + plugin.Text(product, "name"),
			Detail: plugin.Text(lpn, "barcode") + " × " + carried(line).String(), State: "open",
		})
	}
	return nil
}

// choiceOf is goods as a choice.
func choiceOf(g *goods, code string) plugin.Choice {
	detail := g.Owner
	if g.LotNo != "" {
		detail += " · " + g.LotNo
	}
	if g.Quality != good {
		detail += " · " + g.Quality
	}
	c := plugin.Choice{Code: code, Label: g.SKU + " " + g.Name, Detail: detail + " × " + g.OnHand.Text(), State: "open"}
	if g.Held || g.OnHand == g.Reserved {
		c.State = "wrong"
	}
	return c
}

// good is the quality of goods without a fault.
const good = "ZP"

// showGoods shows the goods at hand.
func (t *carry) showGoods(ctx context.Context, view *plugin.View) error {
	if err := t.peek(ctx); err != nil || t.goods == nil {
		return err
	}
	g, most := t.goods, t.goods.most.Decimal()
	view.Prompt = fault.Params{"sku": g.SKU, "max": most.String(), "qty": t.Qty.String(), "left": t.Qty.IntPart() - int64(len(t.Serials)), "from": g.Position, "code": t.Code}
	name := g.SKU + " " + g.Name
	if g.LotNo != "" {
		name += " · " + g.LotNo
	}
	to, err := t.goesTo(ctx)
	if err != nil {
		return err
	}
	from := plugin.Target{Label: "transfers.from", Value: g.Position, Size: plugin.SizeLarge, Field: "from"}
	target := plugin.Target{Label: "transfers.to", Value: to, Size: plugin.SizeMedium, Field: "to"}
	if t.Step() == stepTarget {
		from.Size, target.Size = plugin.SizeMedium, plugin.SizeLarge
	}
	pieces := most
	if t.Step() == stepTarget || t.Step() == stepSerial {
		pieces = t.Qty
	}
	view.Target = []plugin.Target{from, {Label: "transfers.item", Value: name, Size: plugin.SizeMedium, Field: "item"}}
	if to != "" {
		view.Target = append(view.Target, target)
	}
	view.Target = append(view.Target, plugin.Target{Label: "transfers.qty", Value: pieces.String(), Size: plugin.SizeHuge, Field: "qty"})
	if t.Step() == stepQty {
		view.Default, view.Max = most.String(), most.String()
	}
	view.Image, err = stock.Picture(ctx, t.Data.SQL(), g.ProductID)
	return err
}

// peek reads the goods at hand for a look, without a lock; none when they are gone.
func (t *carry) peek(ctx context.Context) (err error) {
	if t.LineID != 0 {
		if t.line, err = t.Data.Get(ctx, t.plan.line(), t.LineID); err != nil {
			return err
		}
	} else if t.QuantID == 0 {
		return nil
	}
	list, err := t.atHand(ctx)
	if len(list) > 0 {
		t.goods = list[0]
	}
	return err
}

// goesTo is where the goods at hand go: as their line says, or the bin proposed.
func (t *carry) goesTo(ctx context.Context) (string, error) {
	if to := plugin.Int(t.line, "to_position_id"); to != 0 {
		code, err := labelOf(ctx, t.Data.SQL(), to)
		return code, err
	}
	return t.Bin.Code, nil
}
