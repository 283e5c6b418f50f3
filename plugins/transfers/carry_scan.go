package transfers

import (
	"cmp"
	"context"

	"github.com/shopspring/decimal"

	"github.com/wareloom/wareloom/engine/fault"
	"github.com/wareloom/wareloom/engine/plugin"
	stock "github.com/wareloom/wareloom/plugins/inventory/contract"
	"github.com/wareloom/wareloom/plugins/transfers/contract"
)

// scanSource takes the place that goods are taken from: a bin, a container in one, the
// cart that is to be unloaded, or a document.
func (t *carry) scanSource(ctx context.Context, code string) error {
	kinds := []string{"position", "lpn"}
	if t.Loose {
		kinds = append(kinds, t.Document)
	}
	found, err := t.one(ctx, t.Data, code, t.scope(), kinds...)
	if err != nil {
		return err
	}
	switch {
	case found.Kind == t.Document:
		return t.takeDoc(ctx, found.ID)
	case found.Kind == "lpn" && isCart(found):
		t.CartID = found.ID
		return t.unload(ctx)
	case t.LineID != 0:
		return t.atLine(ctx, found)
	}
	return t.open(ctx, found)
}

// scope narrows codes to the warehouse of the line at hand, or to the station's.
func (t *carry) scope() plugin.Scope {
	if t.goods != nil {
		return plugin.Scope{"warehouse_id": t.goods.WarehouseID}
	}
	return scopeOf(t.Session)
}

// atLine refuses a place other than that of the line.
func (t *carry) atLine(ctx context.Context, found plugin.Candidate) error {
	at := found.ID
	if found.Kind == "lpn" {
		var err error
		if at, err = standsAt(ctx, t.Data.SQL(), found.ID); err != nil {
			return err
		}
	}
	if at != t.goods.PositionID {
		return fault.New(fault.Invalid, "transfers.wrong_source", "got", found.Label, "want", t.goods.Position)
	}
	t.source = source{PositionID: at}
	t.GoTo(stepItem)
	return nil
}

// open takes a place to move loose goods from.
func (t *carry) open(ctx context.Context, found plugin.Candidate) error {
	at := source{PositionID: found.ID}
	if found.Kind == "lpn" {
		at = source{LpnID: found.ID}
	} else if use, err := useOf(ctx, t.Data.SQL(), found.ID); err != nil || use != stock.UseBin {
		return cmp.Or[error](err, fault.New(fault.Invalid, "transfers.not_a_bin", "position", found.Label))
	}
	all, err := at.goods(ctx, t.Data.SQL())
	if err != nil {
		return err
	}
	if len(all) == 0 {
		return fault.New(fault.Invalid, "transfers.empty_source", "code", found.Label)
	}
	t.source = at
	t.GoTo(stepItem)
	return nil
}

// scanItem takes the scan of goods: those of the line, or what lies at the source.
func (t *carry) scanItem(ctx context.Context, code string) error {
	ids, label, err := t.products(ctx, t.Data, code)
	if err != nil {
		return err
	}
	if t.LineID != 0 {
		for _, id := range ids {
			if id == t.goods.ProductID {
				return t.takeUp(ctx, plugin.Meaning{ID: t.goods.QuantID})
			}
		}
		return fault.New(fault.Invalid, "transfers.wrong_item", "got", label, "want", t.goods.SKU)
	}
	list, err := t.matches(ctx, ids, label)
	if err != nil {
		return err
	}
	meanings := make([]plugin.Meaning, len(list))
	for i, g := range list {
		meanings[i].ID = g.QuantID
	}
	t.held = held{}
	return plugin.Choose(ctx, t, code, meanings, (*carry).takeUp)
}

// matches are the free goods of products at the source; none says what stands in the
// way.
func (t *carry) matches(ctx context.Context, ids []int64, label string) ([]*goods, error) {
	all, err := t.source.goods(ctx, t.Data.SQL(), ids...)
	if err != nil {
		return nil, err
	}
	if len(all) == 0 {
		return nil, fault.New(fault.Invalid, "transfers.not_here", "sku", label)
	}
	list := free(all)
	if len(list) > 0 {
		return list, nil
	}
	if all[0].Held {
		return nil, fault.New(fault.Conflict, "transfers.held", "sku", label, "position", all[0].Position)
	}
	return nil, fault.New(fault.Conflict, "transfers.reserved", "sku", label, "position", all[0].Position, "qty", all[0].Reserved.Text())
}

// takeUp makes goods those at hand.
func (t *carry) takeUp(ctx context.Context, m plugin.Meaning) error {
	t.QuantID = m.ID
	t.GoTo(stepQty)
	return t.look(ctx)
}

// takeWhole takes all that lies at the source.
func (t *carry) takeWhole(ctx context.Context) error {
	if t.LineID != 0 {
		return fault.New(fault.Invalid, "station.bad_button", "code", t.In.Text())
	}
	t.held = held{Whole: true}
	t.GoTo(stepTarget)
	_, err := t.all(ctx)
	return err
}

// all are the goods at the source, all of which may go.
func (t *carry) all(ctx context.Context) ([]*goods, error) {
	list, err := t.source.goods(ctx, t.Data.SQL())
	if err != nil {
		return nil, err
	}
	if len(list) == 0 {
		return nil, fault.New(fault.Conflict, "transfers.gone_from_source")
	}
	for _, g := range list {
		g.most = g.OnHand
		if g.Held {
			return nil, fault.New(fault.Conflict, "transfers.held", "sku", g.SKU, "position", g.Position)
		}
	}
	return list, nil
}

// giveUp ends the line at hand with a reason: what was not taken is free again.
func (t *carry) giveUp(ctx context.Context, reason string) error {
	t.data = t.Data
	rest := decimal.Min(open(t.line), t.goods.most.Decimal())
	line, quant := t.line, t.goods
	if err := t.change(ctx, line, func(f *figures) { f.Short = reason }); err != nil {
		return err
	}
	if err := t.stock.ReleaseSome(ctx, t.Data, plugin.Int(line, "reservation_id"), rest); err != nil {
		return err
	}
	if t.Short != nil {
		if err := t.Short(ctx, t.Data, contract.Short{Line: line, QuantID: quant.QuantID, Qty: rest, Reason: reason}); err != nil {
			return err
		}
	}
	if err := t.settle(ctx, plugin.Int(line, t.head()), true); err != nil {
		return err
	}
	err := t.next(ctx)
	t.Reply.Key, t.Reply.Params = "transfers.given_up", fault.Params{"sku": quant.SKU, "qty": rest.String()}
	return err
}
