package billing

import (
	"context"
	"time"

	"github.com/wareloom/wareloom/engine/plugin"
	"github.com/wareloom/wareloom/plugins/billing/contract"
)

// monthly is the job billing.monthly: in the first days of a month it charges what each
// consignor pays for the month that is over, on its last day.
func monthly(ctx context.Context, e *plugin.JobEvent) error {
	return e.Write(ctx, func(ctx context.Context, data plugin.Data) error {
		asked, err := data.Find(ctx, rule, plugin.Where{Match: plugin.Row{"fee_trigger": "monthly"}, Limit: 1})
		if err != nil || len(asked) == 0 {
			return err
		}
		houses, err := data.Find(ctx, "warehouse", plugin.Where{Sort: []string{"id"}})
		if err != nil {
			return err
		}
		for _, house := range houses {
			now := data.SQL().Now().In(zoneOf(house))
			if now.Day() > late {
				continue
			}
			if err := ChargeMonth(ctx, data, plugin.ID(house), time.Date(now.Year(), now.Month()-1, 1, 0, 0, 0, 0, now.Location())); err != nil {
				return err
			}
		}
		return nil
	})
}

// ChargeMonth charges a month, which begins at a moment of the warehouse's clock, to those who
// were consignors by its end; again it changes nothing. A rule that names no warehouse charges
// at the first.
func ChargeMonth(ctx context.Context, data plugin.Data, house int64, month time.Time) error {
	consignors, err := data.Find(ctx, "consignor", plugin.Where{Sort: []string{"id"}})
	if err != nil {
		return err
	}
	end := month.AddDate(0, 1, 0)
	for _, one := range consignors {
		since, _ := one["created_at"].(time.Time)
		if one["enabled"] == false || !since.Before(end) {
			continue
		}
		c := contract.Cause{
			Trigger: "monthly", ConsignorID: plugin.ID(one), WarehouseID: house, Table: "consignor", ID: plugin.ID(one),
			Period: month.Format("2006-01"), No: month.Format("2006-01"), On: end.AddDate(0, 0, -1).Format(time.DateOnly),
		}
		if err := (Fees{}).Charge(ctx, data, c); err != nil {
			return err
		}
	}
	return nil
}
