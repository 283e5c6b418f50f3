package contract

import (
	"context"
	"maps"
	"slices"

	"github.com/wareloom/wareloom/engine/plugin"
	stock "github.com/wareloom/wareloom/plugins/inventory/contract"
)

// Follow has the open lines of a plan say where their goods lie now; see the Follow of
// inventory.
func (p Plan) Follow(ctx context.Context, data plugin.Data, list []stock.Followed) error {
	table, at := p.Document+"_line", map[int64]int64{}
	for _, f := range list {
		at[f.ReservationID] = f.PositionID
	}
	lines, err := data.Find(ctx, table, plugin.Where{Match: plugin.Row{"reservation_id": slices.Collect(maps.Keys(at))}})
	if err != nil {
		return err
	}
	var rows []plugin.Row
	for _, line := range lines {
		if plugin.Decimal(line, "lifted_qty").LessThan(plugin.Decimal(line, "qty")) {
			rows = append(rows, plugin.Row{"id": plugin.ID(line), "from_position_id": at[plugin.Int(line, "reservation_id")]})
		}
	}
	return data.Set(ctx, table, rows)
}
