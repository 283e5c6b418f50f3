package rating

import (
	"context"
	"errors"
	"fmt"

	"github.com/shopspring/decimal"

	"github.com/wareloom/wareloom/engine/fault"
	"github.com/wareloom/wareloom/engine/plugin"
	"github.com/wareloom/wareloom/plugins/rating/contract"
	"github.com/wareloom/wareloom/plugins/rating/price"
)

// prove is the effect rating.prove: a sheet is in force only if it has one price for each
// weight and place, and no other of the same port, carrier and consignor is at that time.
//
// Invalid rating.overlap, rating.gap, rating.twice, rating.no_rates, rating.figure,
// rating.other_sheet.
func prove(ctx context.Context, e *plugin.EffectEvent, _ []plugin.Row) error {
	for _, head := range e.Heads {
		if _, err := compile(ctx, e.Data, head); err != nil {
			return err
		}
		if err := alone(ctx, e.Data, head); err != nil {
			return err
		}
	}
	return nil
}

// alone refuses a second sheet in force.
func alone(ctx context.Context, data plugin.Data, head plugin.Row) error {
	match := plugin.Row{"status": "active"}
	for _, key := range []string{"port_id", "carrier_id", "consignor_id"} {
		match[key] = head[key]
	}
	others, err := data.Find(ctx, sheet, plugin.Where{Match: match})
	if err != nil {
		return err
	}
	for _, other := range others {
		if plugin.ID(other) != plugin.ID(head) && meet(head, other) {
			return fault.New(fault.Conflict, "rating.other_sheet", "code", plugin.Text(other, "code")).On("valid_from")
		}
	}
	return nil
}

// meet reports whether two versions have a day in common.
func meet(a, b plugin.Row) bool {
	return contract.InForce(a, plugin.Text(b, "valid_from")) || contract.InForce(b, plugin.Text(a, "valid_from"))
}

// compile reads a sheet with its lines and makes it ready.
func compile(ctx context.Context, data plugin.Data, head plugin.Row) (*price.Table, error) {
	port, err := data.Get(ctx, "port", plugin.Int(head, "port_id"))
	if err != nil {
		return nil, fmt.Errorf("read the port of sheet %d: %w", plugin.ID(head), err)
	}
	s := price.Sheet{
		Divisor: plugin.Int(own(head, port, "vol_ratio"), "vol_ratio"), Step: grams(own(head, port, "weight_step"), "weight_step"),
		MinWeight: grams(head, "min_weight"), MinCharge: cents(head, "min_charge"),
	}
	err = errors.Join(
		each(ctx, data, "freight_rate", head, func(l plugin.Row) { s.Rates = append(s.Rates, rateOf(l)) }),
		each(ctx, data, "freight_zone", head, func(l plugin.Row) { s.Zones = append(s.Zones, zoneOf(l)) }),
		each(ctx, data, "freight_surcharge", head, func(l plugin.Row) { s.Surcharges = append(s.Surcharges, surchargeOf(l)) }),
	)
	if err != nil {
		return nil, err
	}
	table, err := price.Compile(s)
	return table, told(err)
}

// each gives the lines of a sheet in their order.
func each(ctx context.Context, data plugin.Data, table string, head plugin.Row, add func(plugin.Row)) error {
	lines, err := data.Find(ctx, table, plugin.Where{Match: plugin.Row{"freight_sheet_id": plugin.ID(head)}, Sort: []string{"line_no"}})
	if err != nil {
		return fmt.Errorf("read %s of sheet %d: %w", table, plugin.ID(head), err)
	}
	for _, line := range lines {
		add(line)
	}
	return nil
}

func rateOf(l plugin.Row) price.Rate {
	return price.Rate{
		Zone: plugin.Text(l, "zone"), From: grams(l, "weight_from"), To: grams(l, "weight_to"),
		First: grams(l, "first_weight"), FirstPrice: cents(l, "first_price"), FirstCost: cents(l, "first_cost"),
		Step: grams(l, "step_weight"), StepPrice: cents(l, "step_price"), StepCost: cents(l, "cost"),
	}
}

// kinds of zones and bases of surcharges, as their dropdowns name them.
var (
	kinds = map[string]price.Kind{"postcode": price.Postcode, "city": price.City, "country": price.Country}
	bases = map[string]price.Basis{"fixed": price.Fixed, "per_kg": price.PerKilo, "percent": price.Percent}
)

func zoneOf(l plugin.Row) price.Zone {
	return price.Zone{Kind: kinds[plugin.Text(l, "zone_kind")], Prefix: plugin.Text(l, "prefix"), Zone: plugin.Text(l, "zone")}
}

func surchargeOf(l plugin.Row) price.Surcharge {
	return price.Surcharge{
		Name: plugin.Text(l, "name"), Basis: bases[plugin.Text(l, "surcharge_basis")], Value: cents(l, "value"), Cost: cents(l, "cost"),
		Zone: plugin.Text(l, "zone"), From: grams(l, "weight_from"),
	}
}

// own is the record that says a figure: the sheet or, where it says none, its port.
func own(head, port plugin.Row, key string) plugin.Row {
	if head[key] == nil {
		return port
	}
	return head
}

// grams and cents are figures of a record as they are counted.
func grams(row plugin.Row, key string) int64 { return int64(contract.Grams(plugin.Decimal(row, key))) }

func cents(row plugin.Row, key string) int64 { return int64(contract.Cents(plugin.Decimal(row, key))) }

// told says a mistake of a sheet to people.
func told(err error) error {
	var m *price.Mistake
	if !errors.As(err, &m) {
		return err
	}
	set := "rates"
	if m.Text != "" {
		set = "zones"
	}
	return fault.New(fault.Invalid, "rating."+m.Kind, "zone", m.Zone, "from", kilos(m.At), "to", kilos(m.To), "prefix", m.Text).On(set)
}

// kilos are grams as people read them.
func kilos(grams int64) decimal.Decimal { return contract.Gram(grams).Decimal() }

// money is hundredths as an amount.
func money(hundredths int64) decimal.Decimal { return contract.Cent(hundredths).Decimal() }
