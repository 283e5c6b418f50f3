package contract

import (
	"context"

	"github.com/shopspring/decimal"

	"github.com/wareloom/wareloom/engine/fault"
	"github.com/wareloom/wareloom/engine/plugin"
)

// Exchange is what one of a currency is in another on a day.
//
// Invalid rating.no_rate.
func Exchange(ctx context.Context, data plugin.Data, from, to, day string) (decimal.Decimal, error) {
	if from == to {
		return decimal.NewFromInt(1), nil
	}
	rates, err := data.Find(ctx, "exchange_rate", plugin.Where{Match: plugin.Row{"currency": from, "to_currency": to}, Sort: []string{"-valid_from"}})
	if err != nil {
		return decimal.Zero, err
	}
	for _, row := range rates {
		if InForce(row, day) {
			return plugin.Decimal(row, "rate"), nil
		}
	}
	return decimal.Zero, fault.New(fault.Invalid, "rating.no_rate", "from", from, "to", to, "day", day).On("currency")
}

// InForce reports whether a version counts on a day.
func InForce(row plugin.Row, day string) bool {
	to := plugin.Text(row, "valid_to")
	return plugin.Text(row, "valid_from") <= day && (to == "" || day <= to)
}
