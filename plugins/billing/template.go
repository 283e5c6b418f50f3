package billing

import (
	"context"
	"slices"
	"strings"

	"github.com/wareloom/wareloom/engine/fault"
	"github.com/wareloom/wareloom/engine/plugin"
)

// prove is the effect billing.prove: a template in force has one price for each quantity,
// in units that its triggers count, and is the only one of its consignor at that time.
//
// Invalid billing.tiers, billing.unit, billing.free_days; Conflict billing.other_template.
func prove(ctx context.Context, e *plugin.EffectEvent, _ []plugin.Row) error {
	for _, head := range e.Heads {
		rules, err := e.Data.Find(ctx, rule, plugin.Where{Match: plugin.Row{"fee_template_id": plugin.ID(head)}, Sort: []string{"line_no"}})
		if err != nil {
			return err
		}
		for i, r := range rules {
			if err := proveRule(ctx, e.Data, r, rules[:i], head); err != nil {
				return err
			}
		}
		if err := alone(ctx, e.Data, head); err != nil {
			return err
		}
	}
	return nil
}

func proveRule(ctx context.Context, data plugin.Data, r plugin.Row, before []plugin.Row, head plugin.Row) error {
	full, err := chargingOf(ctx, data, r, head)
	if err != nil {
		return err
	}
	trigger := plugin.Text(r, "fee_trigger")
	if can, known := units[trigger]; known && !slices.Contains(can, full.unit) {
		return fault.New(fault.Invalid, "billing.unit", "line", plugin.Int(r, "line_no")).On("rules")
	}
	if plugin.Int(r, "free_days") > 0 && !strings.HasSuffix(full.unit, "_day") {
		return fault.New(fault.Invalid, "billing.free_days", "line", plugin.Int(r, "line_no")).On("rules")
	}
	for _, other := range before {
		if same(r, other) && meet(r, other) && overlap(r, other) {
			return fault.New(fault.Invalid, "billing.tiers", "line", plugin.Int(r, "line_no"), "other", plugin.Int(other, "line_no"), "from", plugin.Decimal(r, "qty_from")).On("rules")
		}
	}
	return nil
}

// same reports whether two rules charge the same thing.
func same(a, b plugin.Row) bool {
	return plugin.Int(a, "fee_item_id") == plugin.Int(b, "fee_item_id") && plugin.Text(a, "fee_trigger") == plugin.Text(b, "fee_trigger") &&
		plugin.Int(a, "warehouse_id") == plugin.Int(b, "warehouse_id")
}

// meet reports whether two versions have a day in common.
func meet(a, b plugin.Row) bool {
	ends := func(x, y plugin.Row) bool {
		to := plugin.Text(x, "valid_to")
		return to != "" && to < plugin.Text(y, "valid_from")
	}
	return !ends(a, b) && !ends(b, a)
}

// overlap reports whether a quantity is in both tiers.
func overlap(a, b plugin.Row) bool {
	below := func(x, y plugin.Row) bool {
		return x["qty_to"] != nil && plugin.Decimal(x, "qty_to").LessThanOrEqual(plugin.Decimal(y, "qty_from"))
	}
	return !below(a, b) && !below(b, a)
}

// alone refuses a second template in force.
func alone(ctx context.Context, data plugin.Data, head plugin.Row) error {
	others, err := data.Find(ctx, template, plugin.Where{Match: plugin.Row{"status": "active", "consignor_id": head["consignor_id"]}})
	if err != nil {
		return err
	}
	for _, other := range others {
		if plugin.ID(other) != plugin.ID(head) && meet(head, other) {
			return fault.New(fault.Conflict, "billing.other_template", "code", plugin.Text(other, "code")).On("valid_from")
		}
	}
	return nil
}
