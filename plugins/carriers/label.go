package carriers

import (
	"context"

	"github.com/wareloom/wareloom/engine/fault"
	"github.com/wareloom/wareloom/engine/plugin"
	"github.com/wareloom/wareloom/plugins/carriers/house"
)

// labelled says of a package whether its carrier brings the label: where an account gives
// one with the number, and the order has no number from elsewhere. So the bench knows
// whether to print its own.
func labelled(ctx context.Context, e *plugin.SaveEvent) error {
	e.New["carrier_label"] = false
	by, err := serving(ctx, e.Data, plugin.Int(e.New, "carrier_id"), plugin.Int(e.New, "consignor_id"), fromPool, fromCarrier)
	if err != nil || by == nil || brings(by) == "" {
		return err
	}
	o, err := e.Data.Get(ctx, sale, plugin.Int(e.New, "sale_order_id"))
	if err != nil {
		return err
	}
	no := plugin.Text(o, "tracking_no")
	if no != "" && no != plugin.Text(e.New, "package_no") {
		bound, err := liveOf(ctx, e.Data, plugin.Row{"sale_order_id": plugin.ID(o)})
		if err != nil || bound == nil {
			return err
		}
	}
	e.New["carrier_label"] = true
	return nil
}

// keepLabel keeps the label that came with a number. One that cannot be kept is left, and
// the bench prints its own: the number is paid for, and must not be lost for it.
func (c *claim) keepLabel(ctx context.Context, data plugin.Data, answer house.Answer) error {
	if len(answer.File) == 0 {
		return nil
	}
	key, err := c.event.Files.Keep(ctx, data.SQL(), answer.Number+"."+c.account.Label, answer.File)
	if _, refused := fault.As(err); refused {
		return nil
	}
	if err != nil {
		return err
	}
	return data.Set(ctx, order, []plugin.Row{{"id": plugin.ID(c.row), "label_file": key}})
}
