package rating

import (
	"context"

	"github.com/wareloom/wareloom/engine/fault"
	"github.com/wareloom/wareloom/engine/plugin"
	"github.com/wareloom/wareloom/plugins/rating/contract"
)

// price is the effect rating.price: a waybill takes its freight from the cheapest sheet in
// force or, with a reason, the amount that was typed. How it came about is kept with it.
//
// Invalid rating.no_reason, rating.no_sheet, rating.no_price, rating.no_rate.
func (r *Rates) price(ctx context.Context, e *plugin.EffectEvent, batch []plugin.Row) error {
	for i, head := range e.Heads {
		params := batch[min(i, len(batch)-1)]
		row, err := r.freight(ctx, e.Data, head, params)
		if err != nil {
			return err
		}
		row["id"] = plugin.ID(head)
		if _, err := e.Data.Save(ctx, waybill, row); err != nil {
			return err
		}
	}
	return nil
}

// freight is what a waybill is given.
func (r *Rates) freight(ctx context.Context, data plugin.Data, head, params plugin.Row) (plugin.Row, error) {
	if params["freight"] != nil {
		return typed(params)
	}
	day := data.SQL().Now().Format("2006-01-02")
	quotes, err := r.Quote(ctx, data, parcelOf(head, day))
	if err != nil {
		return nil, err
	}
	if len(quotes) == 0 {
		return nil, fault.New(fault.Invalid, "rating.no_sheet", "day", day).On("freight")
	}
	best, err := cheapest(ctx, data, quotes, plugin.Text(head, "currency"), day)
	if err != nil {
		return nil, err
	}
	return plugin.Row{
		"freight": best.Amount, "chargeable_weight": best.Chargeable, "freight_sheet_id": best.SheetID, "freight_reason": nil,
		"carrier_id": firstOf(plugin.Int(head, "carrier_id"), best.CarrierID), "freight_parts": lines(best.Parts),
	}, nil
}

// cheapest is the quote that asks the least once all of them are in one currency. One for
// which there is no rate is passed over where another has a price.
//
// Invalid rating.no_price, rating.no_rate.
func cheapest(ctx context.Context, data plugin.Data, quotes []contract.Quote, currency, day string) (best contract.Quote, err error) {
	if first := quotes[0]; first.Refusal != "" {
		return best, fault.New(fault.Invalid, "rating.no_price", "sheet", first.Sheet, "weight", first.Chargeable, "zone", first.Zone).On("freight")
	}
	var lacks error
	for _, q := range quotes {
		if q.Refusal != "" {
			continue
		}
		err := into(ctx, data, &q, currency, day)
		switch {
		case fault.IsKey(err, "rating.no_rate"):
			lacks = err
		case err != nil:
			return best, err
		case best.SheetID == 0 || q.Amount.LessThan(best.Amount):
			best = q
		}
	}
	if best.SheetID == 0 {
		return best, lacks
	}
	return best, nil
}

// typed is a freight that a person answers for.
func typed(params plugin.Row) (plugin.Row, error) {
	reason := plugin.Text(params, "reason")
	if reason == "" {
		return nil, fault.New(fault.Invalid, "rating.no_reason").On("reason")
	}
	amount := plugin.Decimal(params, "freight")
	part := contract.Part{Key: "typed", Name: reason, Count: one, Each: amount, Amount: amount}
	return plugin.Row{"freight": amount, "freight_sheet_id": nil, "freight_reason": reason, "freight_parts": lines([]contract.Part{part})}, nil
}

// into turns a quote into another currency by the rate of the day; the difference is a
// part, so that the parts still add up. Without a rate there is no price.
//
// Invalid rating.no_rate.
func into(ctx context.Context, data plugin.Data, q *contract.Quote, currency, day string) error {
	if q.Currency == currency {
		return nil
	}
	rate, err := contract.Exchange(ctx, data, q.Currency, currency, day)
	if err != nil {
		return err
	}
	amount := contract.Rounded(q.Amount.Mul(rate))
	q.Parts = append(q.Parts, contract.Part{Key: "exchange", Name: q.Currency + " → " + currency, Count: rate, Each: q.Amount, Amount: amount.Sub(q.Amount)})
	q.Amount, q.Currency, q.Cost = amount, currency, contract.Rounded(q.Cost.Mul(rate))
	return nil
}

// lines are parts as a document's lines.
func lines(parts []contract.Part) []any {
	rows := make([]any, len(parts))
	for i, row := range rowsOf(parts) {
		rows[i] = row
	}
	return rows
}

// firstOf is the first id that there is.
func firstOf(ids ...int64) any {
	for _, id := range ids {
		if id != 0 {
			return id
		}
	}
	return nil
}
