package transfers

import (
	"context"
	"encoding/json"

	"github.com/wareloom/wareloom/engine/fault"
	"github.com/wareloom/wareloom/engine/plugin"
)

// moveForm is a movement in one input.
type moveForm struct {
	From    string      `json:"from"`
	Item    string      `json:"item"`
	Lot     string      `json:"lot"`
	Qty     json.Number `json:"qty"`
	To      string      `json:"to"`
	Serials []string    `json:"serials"`
}

// moveAtOnce takes a whole movement; goods that it does not tell apart are refused.
func (t *carry) moveAtOnce(ctx context.Context, one moveForm) error {
	if !t.set() || one.From != "" {
		if err := t.scanSource(ctx, one.From); err != nil {
			return err
		}
	}
	if err := t.findAtOnce(ctx, one); err != nil {
		return err
	}
	qty, err := plugin.ReadQuantity(one.Qty.String(), t.goods.digits())
	if err != nil {
		return err
	}
	t.Qty, t.Serials = qty, one.Serials
	return t.scanTarget(ctx, one.To)
}

// findAtOnce finds the goods that a form means.
func (t *carry) findAtOnce(ctx context.Context, one moveForm) error {
	if t.LineID != 0 {
		return t.scanItem(ctx, one.Item)
	}
	ids, label, err := t.products(ctx, t.Data, one.Item)
	if err != nil {
		return err
	}
	list, err := t.matches(ctx, ids, label)
	if err != nil {
		return err
	}
	var of []*goods
	for _, g := range list {
		if one.Lot == "" || g.LotNo == one.Lot {
			of = append(of, g)
		}
	}
	if len(of) == 0 {
		return fault.New(fault.Invalid, "transfers.not_here", "sku", label)
	}
	if len(of) > 1 {
		return plugin.MustChoose(one.Item)
	}
	t.held = held{}
	return t.takeUp(ctx, plugin.Meaning{ID: of[0].QuantID})
}
