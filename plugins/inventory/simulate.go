package inventory

import (
	"context"

	"github.com/wareloom/wareloom/engine/fault"
	"github.com/wareloom/wareloom/engine/plugin"
	"github.com/wareloom/wareloom/plugins/inventory/contract"
)

// simulate tells rule by rule where goods would be put and why; nothing is kept.
func (l Ledger) simulate(ctx context.Context, e *plugin.EffectEvent, batch []plugin.Row) error {
	with := batch[0]
	product, err := e.Data.Get(ctx, "product", plugin.Int(with, "product_id"))
	if err != nil {
		return err
	}
	qty := plugin.Decimal(with, "qty")
	if qty.Sign() <= 0 {
		return fault.New(fault.Invalid, "stock.bad_qty", "qty", qty.String(), "product", plugin.Text(product, "sku")).On("params.qty")
	}
	p, err := newProposal(ctx, e.Tx, contract.Wish{
		WarehouseID: plugin.Int(with, "warehouse_id"), Qty: qty,
		Goods: contract.Goods{ConsignorID: plugin.Int(product, "consignor_id"), ProductID: plugin.ID(product), Quality: plugin.Text(with, "quality")},
	})
	if err != nil {
		return err
	}
	told, err := p.search(ctx)
	for _, v := range told {
		e.Tell(v.Key, "rule", v.Rule, "field", fieldTitle(e, v.Why), "position", v.Spot.Code, "qty", v.Spot.Qty.String())
	}
	return err
}

// fieldTitle is what a field of a rule is called in the language of who asks.
func fieldTitle(e *plugin.EffectEvent, field string) string {
	table, err := e.Data.Release().Table("shelving_rule")
	if err != nil || field == "" {
		return field
	}
	f, ok := table.Field(field)
	if !ok {
		return field
	}
	return f.Meta.Title.In(e.Actor.Language)
}
