package allocation

import (
	"context"
	"fmt"

	"github.com/wareloom/wareloom/engine/plugin"
)

// totals adds up the orders whose rest earlier versions split off and left in the total.
var totals = plugin.Mend{Key: "totals", Do: func(ctx context.Context, data plugin.Data, after int64) (int64, error) {
	var lines []struct {
		OrderID int64 `db:"order_id"`
		ID      int64
	}
	err := data.SQL().Select(ctx, &lines, `SELECT o.id AS order_id, MIN(l.id) AS id FROM sale_order o JOIN sale_order_line l ON l.sale_order_id = o.id
		WHERE o.id > ? GROUP BY o.id, o.total_qty, o.line_count HAVING o.total_qty <> SUM(l.base_qty) OR o.line_count <> COUNT(*) ORDER BY o.id LIMIT 100`, after)
	if err != nil {
		return 0, fmt.Errorf("look for orders with an old total: %w", err)
	}
	last := int64(0)
	for _, l := range lines {
		// A line that is saved by itself has its head added up.
		if _, err := data.Save(ctx, "sale_order_line", plugin.Row{"id": l.ID}); err != nil {
			return 0, fmt.Errorf("add up order %d: %w", l.OrderID, err)
		}
		last = l.OrderID
	}
	return last, nil
}}
