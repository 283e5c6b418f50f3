package inbound

import (
	"context"
	"fmt"

	"github.com/wareloom/wareloom/engine/plugin"
)

// recount sums up the heads of lines anew, without what was reversed. The table is
// receipt or shelve_order.
func recount(ctx context.Context, tx plugin.Tx, table string, lines []int64) error {
	marks, args := listOf(lines)
	live := ` FROM ` + table + `_line l WHERE l.` + table + `_id = ` + table + `.id AND l.reversed_at IS NULL`
	_, err := tx.Exec(ctx, `UPDATE `+table+` SET line_count = (SELECT COUNT(*)`+live+`), total_qty = (SELECT COALESCE(SUM(l.base_qty), 0)`+live+`)
		WHERE id IN (SELECT `+table+`_id FROM `+table+`_line WHERE id IN (`+marks+`))`, args...)
	if err != nil {
		return fmt.Errorf("sum up %s: %w", table, err)
	}
	return nil
}

// reversed marks lines of a receipt or a shelving order as taken back.
func reversed(ctx context.Context, data plugin.Data, table string, lines []int64) error {
	rows := make([]plugin.Row, len(lines))
	for i, id := range lines {
		rows[i] = plugin.Row{"id": id, "reversed_at": data.SQL().Now()}
	}
	if err := data.Set(ctx, table, rows); err != nil {
		return fmt.Errorf("reverse %s: %w", table, err)
	}
	return nil
}
