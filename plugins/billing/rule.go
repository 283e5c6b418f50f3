package billing

import (
	"context"
	"maps"
	"slices"

	"github.com/shopspring/decimal"

	"github.com/wareloom/wareloom/engine/plugin"
	"github.com/wareloom/wareloom/plugins/billing/contract"
	price "github.com/wareloom/wareloom/plugins/rating/contract"
)

// charging is a rule with what its template and item say of it.
type charging struct {
	plugin.Row
	unit     string
	currency string
	tax      decimal.Decimal
	own      bool // of the consignor's own template
}

// tariff is an active template with its rules in their order.
type tariff struct {
	plugin.Row
	rules []plugin.Row
}

// tariffKey names the tariffs that a transaction asked for: it asks anew when it wrote some.
type tariffKey struct {
	consignor int64
	written   int
}

// tariffsOf are the general tariffs and the consignor's own, read once for all that a
// transaction charges.
func tariffsOf(ctx context.Context, data plugin.Data, consignor int64) ([]tariff, error) {
	tx := data.SQL()
	return plugin.KnownIn(tx, tariffKey{consignor, tx.WrittenTo(template) + tx.WrittenTo(rule)}, func() ([]tariff, error) {
		var list []tariff
		at := map[int64]int{} // places in the list, by template
		for _, owner := range []any{nil, consignor} {
			found, err := data.Find(ctx, template, plugin.Where{Match: plugin.Row{"status": "active", "consignor_id": owner}})
			if err != nil {
				return nil, err
			}
			for _, t := range found {
				at[plugin.ID(t)] = len(list)
				list = append(list, tariff{Row: t})
			}
		}
		rules, err := data.Find(ctx, rule, plugin.Where{Match: plugin.Row{"fee_template_id": slices.Sorted(maps.Keys(at))}, Sort: []string{"line_no"}})
		for _, r := range rules {
			t := &list[at[plugin.Int(r, "fee_template_id")]]
			t.rules = append(t.rules, r)
		}
		return list, err
	})
}

// rulesFor are the rules in force for a cause, in their order, the general ones first. Where
// the consignor's own template says something of an item, the general one is silent about it.
func rulesFor(ctx context.Context, data plugin.Data, c contract.Cause) ([]charging, error) {
	tariffs, err := tariffsOf(ctx, data, c.ConsignorID)
	if err != nil {
		return nil, err
	}
	var found []charging
	said := map[int64]bool{}
	for _, t := range tariffs {
		if !price.InForce(t.Row, c.On) {
			continue
		}
		for _, r := range t.rules {
			if house := plugin.Int(r, "warehouse_id"); plugin.Text(r, "fee_trigger") != c.Trigger || !price.InForce(r, c.On) || house != 0 && house != c.WarehouseID {
				continue
			}
			one, err := chargingOf(ctx, data, r, t.Row)
			if err != nil {
				return nil, err
			}
			found = append(found, one)
			said[plugin.Int(r, "fee_item_id")] = said[plugin.Int(r, "fee_item_id")] || one.own
		}
	}
	kept := found[:0]
	for _, r := range found {
		if r.own || !said[plugin.Int(r.Row, "fee_item_id")] {
			kept = append(kept, r)
		}
	}
	return kept, nil
}

func chargingOf(ctx context.Context, data plugin.Data, r, t plugin.Row) (charging, error) {
	item, err := data.Get(ctx, "fee_item", plugin.Int(r, "fee_item_id"))
	if err != nil {
		return charging{}, err
	}
	unit := plugin.Text(r, "fee_unit")
	if unit == "" {
		unit = plugin.Text(item, "fee_unit")
	}
	return charging{r, unit, plugin.Text(t, "currency"), plugin.Decimal(item, "tax_rate"), plugin.Int(t, "consignor_id") != 0}, nil
}

// due is what a rule asks for a figure.
type due struct {
	counted, free, qty, price, adjust decimal.Decimal
}

var hundred = decimal.NewFromInt(100)

// dueOf counts the part of a figure that is in the rule's tier and not free. A discount
// comes before the least and the most, and a row is rounded to the cent.
func (r charging) dueOf(figure decimal.Decimal) (due, bool) {
	from := decimal.Max(plugin.Decimal(r.Row, "qty_from"), plugin.Decimal(r.Row, "free_qty"))
	end := figure
	if r.Row["qty_to"] != nil {
		end = decimal.Min(end, plugin.Decimal(r.Row, "qty_to"))
	}
	d := due{counted: figure, qty: end.Sub(from), price: plugin.Decimal(r.Row, "price")}
	if d.qty.Sign() <= 0 {
		return d, false
	}
	d.free = figure.Sub(d.qty)
	full := d.qty.Mul(d.price)
	final := price.Rounded(full.Sub(full.Mul(plugin.Decimal(r.Row, "discount")).Div(hundred)))
	if r.Row["min_charge"] != nil {
		final = decimal.Max(final, plugin.Decimal(r.Row, "min_charge"))
	}
	if r.Row["max_charge"] != nil {
		final = decimal.Min(final, plugin.Decimal(r.Row, "max_charge"))
	}
	d.adjust = final.Sub(price.Rounded(full))
	return d, final.Sign() != 0
}
