package carriers

import (
	"context"

	"github.com/wareloom/wareloom/engine/fault"
	"github.com/wareloom/wareloom/engine/plugin"
)

// expressed follows a waybill that goes by express: the account that serves its carrier,
// the owner's own before one that all share, is asked for its number.
//
// Conflict carriers.no_account: none of them is.
func expressed(ctx context.Context, e *plugin.ActEvent) error {
	for _, head := range e.Heads {
		carrier, owner := plugin.Int(head, "carrier_id"), plugin.Int(head, "consignor_id")
		by, err := serving(ctx, e.Data, carrier, owner, fromCarrier)
		if err != nil {
			return err
		}
		if by == nil {
			house, err := e.Data.Get(ctx, "carrier", carrier)
			if err != nil {
				return err
			}
			return fault.New(fault.Conflict, "carriers.no_account", "carrier", plugin.Text(house, "name")).On("carrier_id")
		}
		row := plugin.Row{"carrier_account_id": plugin.ID(by), "waybill_id": plugin.ID(head), "consignor_id": owner}
		if _, err := e.Data.Save(ctx, order, row); err != nil {
			return err
		}
	}
	return nil
}
