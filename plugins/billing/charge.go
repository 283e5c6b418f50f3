package billing

import (
	"context"
	"time"

	"github.com/shopspring/decimal"

	"github.com/wareloom/wareloom/engine/plugin"
	"github.com/wareloom/wareloom/plugins/billing/contract"
	price "github.com/wareloom/wareloom/plugins/rating/contract"
)

// Fees charges by the templates in force.
type Fees struct{}

var _ contract.Fees = Fees{}

// Charge makes the fees of a cause; see contract.Fees.
func (Fees) Charge(ctx context.Context, data plugin.Data, c contract.Cause) error {
	if err := dated(ctx, data, &c); err != nil {
		return err
	}
	rules, err := rulesFor(ctx, data, c)
	if err != nil || len(rules) == 0 {
		return err
	}
	before, err := rowsOf(ctx, data, c.Trigger, c.Table, c.ID)
	if err != nil {
		return err
	}
	var rows []plugin.Row
	for _, r := range rules {
		turn, charged := turns(before, plugin.ID(r.Row), c.Period)
		if charged {
			continue
		}
		d, some, err := r.dueFor(ctx, data, c)
		if err != nil {
			return err
		}
		if some {
			rows = append(rows, r.row(c, d, turn+1))
		}
	}
	_, err = data.SaveMany(ctx, fee, rows)
	return err
}

// row is the fee that a rule asks for a cause, with all that it was worked out from.
func (r charging) row(c contract.Cause, d due, turn int64) plugin.Row {
	return plugin.Row{
		"consignor_id": c.ConsignorID, "fee_item_id": r.Row["fee_item_id"], "charged_on": c.On, "waybill_id": null(c.WaybillID), "source_no": c.No,
		"qty": d.qty, "currency": r.currency, "price": d.price, "adjust": d.adjust, "tax_rate": r.tax, "fee_rule_id": plugin.ID(r.Row),
		"fee_trigger": c.Trigger, "fee_unit": r.unit, "counted": d.counted, "free": d.free,
		"source_table": c.Table, "source_id": c.ID, "period": c.Period, "turn": turn,
	}
}

// dueFor is what a rule asks for a cause: what lies within its free days is counted, and free.
func (r charging) dueFor(ctx context.Context, data plugin.Data, c contract.Cause) (due, bool, error) {
	counted, err := figure(ctx, data, c, r)
	if err != nil {
		return due{}, false, err
	}
	lain := counted
	if days := plugin.Int(r.Row, "free_days"); days > 0 && c.Older != nil {
		older, err := c.Older(ctx, days)
		if err != nil {
			return due{}, false, err
		}
		c.Figures = older
		if lain, err = figure(ctx, data, c, r); err != nil {
			return due{}, false, err
		}
	}
	d, some := r.dueOf(lain)
	d.counted, d.free = counted, counted.Sub(d.qty)
	return d, some, nil
}

// figure is what a rule's unit counts of a cause. There is one of what happened; a freight
// counts in the currency that it is charged in.
func figure(ctx context.Context, data plugin.Data, c contract.Cause, r charging) (decimal.Decimal, error) {
	n, told := c.Figures[r.unit]
	switch {
	case told && r.unit == "freight" && c.Currency != "":
		rate, err := price.Exchange(ctx, data, c.Currency, r.currency, c.On)
		return price.Rounded(n.Mul(rate)), err
	case !told && (r.unit == "order" || r.unit == "once"):
		return decimal.NewFromInt(1), nil
	}
	return n, nil
}

// rowsOf are the fees that a record made by a trigger, void ones among them: what a person
// struck is not charged again.
func rowsOf(ctx context.Context, data plugin.Data, trigger, table string, id int64) ([]plugin.Row, error) {
	return data.Find(ctx, fee, plugin.Where{Match: plugin.Row{"source_table": table, "source_id": id, "fee_trigger": trigger}, Lock: true})
}

// turns is how often a rule charged a period, and whether the last time still stands.
func turns(rows []plugin.Row, rule int64, period string) (last int64, stands bool) {
	taken := int64(0)
	for _, row := range rows {
		if plugin.Int(row, "fee_rule_id") == rule && plugin.Text(row, "period") == period {
			last, taken = max(last, plugin.Int(row, "turn")), max(taken, -plugin.Int(row, "turn"))
		}
	}
	return last, last > taken
}

// Reverse takes fees back; see contract.Fees.
func (Fees) Reverse(ctx context.Context, data plugin.Data, c contract.Cause, reason string) error {
	if err := dated(ctx, data, &c); err != nil {
		return err
	}
	rows, err := rowsOf(ctx, data, c.Trigger, c.Table, c.ID)
	if err != nil {
		return err
	}
	taken := map[int64]bool{}
	for _, row := range rows {
		taken[plugin.Int(row, "reverse_of_id")] = true
	}
	var back []plugin.Row
	for _, row := range rows {
		if plugin.Int(row, "turn") > 0 && !taken[plugin.ID(row)] && plugin.Text(row, "status") != "void" {
			back = append(back, opposite(row, c.On, reason))
		}
	}
	_, err = data.SaveMany(ctx, fee, back)
	return err
}

// opposite is the negative row of a fee.
func opposite(row plugin.Row, day, reason string) plugin.Row {
	made := plugin.Row{
		"charged_on": day, "qty": plugin.Decimal(row, "qty").Neg(), "adjust": plugin.Decimal(row, "adjust").Neg(), "turn": -plugin.Int(row, "turn"),
		"reverse_of_id": plugin.ID(row), "reason": null(reason),
	}
	for _, key := range []string{
		"consignor_id", "fee_item_id", "waybill_id", "source_no", "currency", "price", "tax_rate", "fee_rule_id", "fee_trigger", "fee_unit", "counted", "free",
		"source_table", "source_id", "period",
	} {
		made[key] = row[key]
	}
	return made
}

// dated says the day of a cause that has none, which is today in its warehouse: what is done
// there in the night to the first of a month is of the month that the people there write.
func dated(ctx context.Context, data plugin.Data, c *contract.Cause) error {
	if c.On != "" {
		return nil
	}
	zone := time.UTC // of what is in no warehouse
	if c.WarehouseID != 0 {
		house, err := data.Get(ctx, "warehouse", c.WarehouseID)
		if err != nil {
			return err
		}
		zone = zoneOf(house)
	}
	c.On = data.SQL().Now().In(zone).Format(time.DateOnly)
	return nil
}

// null is nil for what is not there.
func null[T comparable](v T) any {
	var none T
	if v == none {
		return nil
	}
	return v
}
