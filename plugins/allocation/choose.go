package allocation

import (
	"context"
	"fmt"
	"slices"

	"github.com/wareloom/wareloom/engine/plugin"
	alloc "github.com/wareloom/wareloom/plugins/allocation/contract"
	"github.com/wareloom/wareloom/plugins/inventory/contract"
)

var _ alloc.Chooser = Allocator{}

// Choose gives what each wish gets of the stock; see alloc.Chooser.
func (a Allocator) Choose(ctx context.Context, data plugin.Data, head plugin.Row, wishes []alloc.Wish) ([]alloc.Chosen, error) {
	needs := make([]*need, len(wishes))
	for i, w := range wishes {
		line := plugin.Row{"product_id": w.ProductID, "quality": w.Quality}
		if w.LotNo != "" {
			line["lot_no"] = w.LotNo
		}
		needs[i] = &need{line: line, want: contract.QtyOf(w.Qty)}
	}
	if err := a.choose(ctx, data, head, needs); err != nil {
		return nil, err
	}
	chosen := make([]alloc.Chosen, len(needs))
	for i, n := range needs {
		chosen[i].Missing, chosen[i].Why = (n.want - n.got).Decimal(), n.reason
		for _, t := range n.taken {
			chosen[i].Parts = append(chosen[i].Parts, alloc.Part{QuantID: t.of.ID, Qty: t.qty.Decimal()})
		}
	}
	return chosen, nil
}

// choose takes stock for the needs in the rule's order, in memory. Nothing is locked
// until all else is written, so that nobody waits for an order that is being thought
// about; where another took what was chosen, the next try locks first.
func (a Allocator) choose(ctx context.Context, data plugin.Data, head plugin.Row, needs []*need) error {
	rule, err := data.Setting(ctx, "alloc_rule", head)
	if err != nil {
		return err
	}
	var products []int64
	for _, n := range needs {
		products = append(products, plugin.Int(n.line, "product_id"))
	}
	slices.Sort(products)
	of := contract.Owned{WarehouseID: plugin.Int(head, "warehouse_id"), ConsignorID: plugin.Int(head, "consignor_id")}
	lock := ""
	if data.SQL().Tries() > 0 {
		lock = data.SQL().ForUpdate("q")
	}
	list, err := candidates(ctx, data.SQL(), of, slices.Compact(products), lock)
	if err != nil {
		return err
	}
	promised := promisedIn(data.SQL())
	for _, c := range list {
		c.taken = promised[c.ID]
	}
	stock := sorted(list, fmt.Sprint(rule))
	for _, n := range needs {
		n.take(stock[plugin.Int(n.line, "product_id")], head, data.SQL().Now())
	}
	return nil
}
