package workorders

import (
	"cmp"
	"context"
	"slices"

	"github.com/shopspring/decimal"

	"github.com/wareloom/wareloom/engine/fault"
	"github.com/wareloom/wareloom/engine/plugin"
)

// noCircle refuses a component that is made of the kit, over however many kits. The
// products on the way are locked, so that two who close a circle at once see each other.
//
// Invalid workorders.circle.
func noCircle(ctx context.Context, e *plugin.SaveEvent) error {
	kit, part := plugin.Int(e.New, "product_id"), plugin.Int(e.New, "component_id")
	if e.Head != nil {
		kit = plugin.ID(e.Head)
	}
	seen := map[int64]bool{}
	for next := []int64{part}; kit != 0 && part != 0 && len(next) > 0; {
		if slices.Contains(next, kit) {
			return circle(ctx, e, part, kit)
		}
		if _, err := e.Data.Find(ctx, "product", plugin.Where{Match: plugin.Row{"id": next}, Lock: true}); err != nil {
			return err
		}
		parts, err := e.Data.Find(ctx, component, plugin.Where{Match: plugin.Row{"product_id": next}})
		if err != nil {
			return err
		}
		next = nil
		for _, p := range parts {
			if id := plugin.Int(p, "component_id"); !seen[id] {
				seen[id] = true
				next = append(next, id)
			}
		}
		slices.Sort(next)
	}
	return nil
}

func circle(ctx context.Context, e *plugin.SaveEvent, part, kit int64) error {
	inner, err := skuOf(ctx, e.Data, part)
	if err != nil {
		return err
	}
	outer, err := skuOf(ctx, e.Data, kit)
	if err != nil {
		return err
	}
	return fault.New(fault.Invalid, "workorders.circle", "sku", inner, "kit", outer).On("component_id")
}

func skuOf(ctx context.Context, data plugin.Data, product int64) (string, error) {
	row, err := data.Get(ctx, "product", product)
	return plugin.Text(row, "sku"), err
}

// share is how much of a product goes with each piece of an order.
type share struct {
	side      string
	productID int64
	per       decimal.Decimal
}

// sharesOf is what an order takes and makes of each piece.
//
// Invalid workorders.no_components: the product is no kit.
func sharesOf(ctx context.Context, data plugin.Data, head plugin.Row) ([]share, error) {
	one, product := decimal.NewFromInt(1), plugin.Int(head, "product_id")
	switch plugin.Text(head, "kind") {
	case building:
		parts, err := partsOf(ctx, data, product, taken)
		return append(parts, share{made, product, one}), err
	case breaking:
		parts, err := partsOf(ctx, data, product, made)
		return append([]share{{taken, product, one}}, parts...), err
	case relabeling:
		return []share{{taken, product, one}, {made, becomes(head), one}}, nil
	}
	return []share{{taken, product, one}, {made, product, one}}, nil
}

// becomes is the product that relabelled goods are afterwards.
func becomes(head plugin.Row) int64 {
	if id := plugin.Int(head, "to_product_id"); id != 0 {
		return id
	}
	return plugin.Int(head, "product_id")
}

func partsOf(ctx context.Context, data plugin.Data, kit int64, side string) ([]share, error) {
	rows, err := data.Find(ctx, component, plugin.Where{Match: plugin.Row{"product_id": kit}, Sort: []string{"id"}})
	if err != nil {
		return nil, err
	}
	if len(rows) == 0 {
		sku, err := skuOf(ctx, data, kit)
		return nil, cmp.Or[error](err, fault.New(fault.Invalid, "workorders.no_components", "sku", sku).On("product_id"))
	}
	parts := make([]share, len(rows))
	for i, row := range rows {
		parts[i] = share{side, plugin.Int(row, "component_id"), plugin.Decimal(row, "qty")}
	}
	return parts, nil
}
