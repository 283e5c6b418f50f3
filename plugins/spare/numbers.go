package spare

import (
	"context"

	"github.com/wareloom/wareloom/engine/plugin"
	"github.com/wareloom/wareloom/plugins/spare/contract"
)

// Numbers gives spare numbers to other plugins.
type Numbers struct{}

var _ contract.Numbers = Numbers{}

// Give gives an order the next free number; see contract.Numbers.
func (Numbers) Give(ctx context.Context, data plugin.Data, order plugin.Row) (string, error) {
	one, err := give(ctx, data, order)
	if err != nil {
		return "", err
	}
	if one.AccountID.Valid {
		err = tellLow(ctx, data, one.AccountID.Int64, one.ID)
	}
	return one.No, err
}

// Retire voids the number that was used for an order; see contract.Numbers.
func (Numbers) Retire(ctx context.Context, data plugin.Data, order int64, no string) (bool, error) {
	n, err := data.SetWhere(ctx, table, plugin.Row{"sale_order_id": order, "tracking_no": no, "status": []string{"held", "used"}}, plugin.Row{"status": "void"})
	return n > 0, err
}
