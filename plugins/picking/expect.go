package picking

import (
	"context"
	"strconv"

	"github.com/wareloom/wareloom/engine/plugin"
)

// node names a step of a stop in what a client may expect.
func node(step string, t *task) string { return step + " " + strconv.FormatInt(t.ID, 10) }

// pool names what is left of a stop.
func pool(t *task) string { return strconv.FormatInt(t.ID, 10) }

// expected is what is right for the rest of a bill: the stops from the one at hand,
// each with its position, its goods and what is left of them. A device that knows that
// is told where it stands; of a stop that took the place of another it knows nothing.
func (t *pick) expected(ctx context.Context, at *task) (*plugin.Expect, error) {
	if rest := t.Rest(node(t.Step(), at)); rest != nil && at.InsteadOf == 0 {
		return rest, nil
	}
	tasks, err := openTasks(ctx, t.Data.SQL(), t.BillID, t.Skipped)
	if err != nil {
		return nil, err
	}
	var products []int64
	walk := []task{*at}
	for _, open := range tasks {
		products = append(products, open.ProductID)
		if open.ID != at.ID {
			walk = append(walk, open)
		}
	}
	known, err := t.codes.Of(ctx, t.Data, products, "product", "sku")
	if err != nil {
		return nil, err
	}
	e := plugin.NewExpect(node(t.Step(), at))
	for i := range walk {
		next := plugin.StepDone
		if i+1 < len(walk) {
			next = node(stepPosition, &walk[i+1])
		}
		expectStop(e, &walk[i], known, next)
	}
	return e, nil
}

// expectStop adds a stop. What follows the goods of numbered pieces is for the
// server to say.
func expectStop(e *plugin.Expect, t *task, known []plugin.Known, next string) {
	of, after := pool(t), plugin.ExpectMove{}
	if !t.SerialCtl {
		after.To = node(stepQty, t)
		e.Left[of] = t.left().Text()
		e.Node(after.To, stepQty).Number = &plugin.ExpectMove{To: node(stepPosition, t), Of: of, Empty: next}
	}
	e.Node(node(stepPosition, t), stepPosition).Add(t.Barcode, plugin.ExpectMove{To: node(stepItem, t)})
	item := e.Node(node(stepItem, t), stepItem)
	for _, k := range known {
		if k.ID == t.ProductID {
			item.Add(k.Code, after)
		}
	}
}

// expected is what is right for the rest of what is to be put back. Where it goes is
// the person's choice: of positions, the client knows that the goods came from.
func (t *putBack) expected(ctx context.Context, list []lying) (*plugin.Expect, error) {
	products := make([]int64, len(list))
	for i := range list {
		products[i] = list[i].ProductID
	}
	known, err := t.codes.Of(ctx, t.Data, products, "product", "sku")
	if err != nil {
		return nil, err
	}
	at := t.Step()
	if t.Key != "" {
		at += " " + t.Key
	}
	e := plugin.NewExpect(at)
	for i := range list {
		if err := t.expectGoods(ctx, e, &list[i], known); err != nil {
			return nil, err
		}
	}
	return e, nil
}

// expectGoods adds goods that are to be put back.
func (t *putBack) expectGoods(ctx context.Context, e *plugin.Expect, p *lying, known []plugin.Known) error {
	key, after := p.key(), plugin.ExpectMove{}
	if !p.SerialCtl {
		after.To, after.Of = stepQty+" "+key, key
		e.Node(after.To, stepQty).Number = &plugin.ExpectMove{To: stepPosition + " " + key, Of: key}
	}
	for _, k := range known {
		if k.ID == p.ProductID {
			e.Node(stepItem, stepItem).Add(k.Code, after)
		}
	}
	left := p.Qty.Decimal()
	if key == t.Key && t.Step() == stepPosition { // the quantity at hand was taken before
		left = left.Sub(t.Qty)
	}
	e.Left[key] = left.String()
	return t.expectPosition(ctx, e, p)
}

// expectPosition adds the bin that goods came from.
func (t *putBack) expectPosition(ctx context.Context, e *plugin.Expect, p *lying) error {
	to := e.Node(stepPosition+" "+p.key(), stepPosition)
	to.Open = true
	origin, err := p.cameFrom(ctx, t.Data.SQL())
	if err != nil || !origin.takesBack() {
		return err
	}
	to.Add(origin.Barcode, plugin.ExpectMove{To: stepItem, Done: plugin.StepDone})
	return nil
}
