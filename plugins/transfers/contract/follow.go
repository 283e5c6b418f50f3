package contract

import (
	"context"

	"github.com/wareloom/wareloom/engine/plugin"
	stock "github.com/wareloom/wareloom/plugins/inventory/contract"
)

// Follow has the open lines of a plan say where their goods lie now; see the Follow of
// inventory.
func (p Plan) Follow(ctx context.Context, data plugin.Data, list []stock.Followed) error {
	table := p.Document + "_line"
	var rows []plugin.Row
	for _, f := range list {
		lines, err := data.Find(ctx, table, plugin.Where{Match: plugin.Row{"reservation_id": f.ReservationID}})
		if err != nil {
			return err
		}
		for _, line := range lines {
			if plugin.Decimal(line, "lifted_qty").LessThan(plugin.Decimal(line, "qty")) {
				rows = append(rows, plugin.Row{"id": plugin.ID(line), "from_position_id": f.PositionID})
			}
		}
	}
	return data.Set(ctx, table, rows)
}
