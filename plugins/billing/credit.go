package billing

import (
	"context"

	"github.com/wareloom/wareloom/engine/fault"
	"github.com/wareloom/wareloom/engine/plugin"
)

// stops makes the hook that refuses an act when the consignor is over the limit and the
// setting names it.
func stops(act string) func(context.Context, *plugin.ActEvent) error {
	return func(ctx context.Context, e *plugin.ActEvent) error {
		for _, head := range e.Heads {
			wanted, err := e.Data.Setting(ctx, "credit_stops", head)
			if err != nil {
				return err
			}
			if wanted != act && wanted != "both" {
				continue
			}
			if err := (Fees{}).Credit(ctx, e.Data, plugin.Int(head, "consignor_id")); err != nil {
				return err
			}
		}
		return nil
	}
}

// Credit refuses over the limit; see contract.Fees. What counts is what the client owes of
// confirmed statements and the fees of the consignor that none has yet.
func (Fees) Credit(ctx context.Context, data plugin.Data, consignor int64) error {
	owner, err := data.Get(ctx, "consignor", consignor)
	if err != nil || owner["client_id"] == nil {
		return err
	}
	client, err := data.Get(ctx, "client", plugin.Int(owner, "client_id"))
	if err != nil || plugin.Decimal(client, "credit_limit").IsZero() { // there is none
		return err
	}
	open, err := data.Find(ctx, fee, plugin.Where{
		Match: plugin.Row{"consignor_id": consignor, "currency": client["currency"], "status": []any{"unconfirmed", "confirmed"}},
	})
	if err != nil {
		return err
	}
	owed, limit := plugin.Decimal(client, "owed").Add(sum(open, "total")), plugin.Decimal(client, "credit_limit")
	if owed.GreaterThan(limit) {
		return fault.New(fault.Invalid, "billing.over_limit", "owed", owed, "limit", limit, "currency", plugin.Text(client, "currency"))
	}
	return nil
}
