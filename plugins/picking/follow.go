package picking

import (
	"context"

	"github.com/wareloom/wareloom/engine/plugin"
	"github.com/wareloom/wareloom/plugins/inventory/contract"
)

// Follow sends pickers to where the goods of their open tasks were moved; see
// contract.Follow.
func Follow(ctx context.Context, data plugin.Data, list []contract.Followed) error {
	var rows []plugin.Row
	for _, f := range list {
		tasks, err := data.Find(ctx, "pick_task", plugin.Where{Match: plugin.Row{"reservation_id": f.ReservationID, "status": []string{"ready", "taken"}}})
		if err != nil {
			return err
		}
		for _, task := range tasks {
			rows = append(rows, plugin.Row{"id": plugin.ID(task), "quant_id": f.QuantID, "position_id": f.PositionID})
		}
	}
	return data.Set(ctx, "pick_task", rows)
}
