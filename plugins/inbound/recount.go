package inbound

import (
	"context"
	"fmt"
	"maps"
	"slices"

	"github.com/shopspring/decimal"

	"github.com/wareloom/wareloom/engine/fault"
	"github.com/wareloom/wareloom/engine/plugin"
)

// sumUp adds lines to the figures of their heads, or takes them off with the sign -1. The
// table is receipt or shelve_order; lines of the latter were put away.
func sumUp(ctx context.Context, data plugin.Data, table string, lines []plugin.Row, sign int64) error {
	heads := map[int64]plugin.Row{}
	for _, line := range lines {
		id := plugin.Int(line, table+"_id")
		if heads[id] == nil {
			heads[id] = plugin.Row{"id": id, "line_count": int64(0), "total_qty": decimal.Zero}
		}
		heads[id]["line_count"] = plugin.Int(heads[id], "line_count") + sign
		heads[id]["total_qty"] = plugin.Decimal(heads[id], "total_qty").Add(plugin.Decimal(line, "base_qty").Mul(decimal.NewFromInt(sign)))
	}
	if table == "shelve_order" {
		for _, head := range heads {
			head["put_qty"] = head["total_qty"]
		}
	}
	if err := data.Add(ctx, table, slices.Collect(maps.Values(heads))); err != nil {
		return fmt.Errorf("sum up %s: %w", table, err)
	}
	return nil
}

// reversed marks lines of a receipt or a shelving order as taken back; they count no more.
// Conflict: goods of a receipt were put away, by whoever scanned the same goods.
func reversed(ctx context.Context, data plugin.Data, table string, ids []int64) error {
	lines, err := data.Find(ctx, table+"_line", plugin.Where{Match: plugin.Row{"id": ids, "reversed_at": nil}, Lock: true})
	if err != nil {
		return err
	}
	rows := make([]plugin.Row, len(lines))
	for i, line := range lines {
		if plugin.Decimal(line, "shelved_qty").Sign() > 0 { // of a receipt
			return fault.New(fault.Conflict, "inbound.shelved_already")
		}
		rows[i] = plugin.Row{"id": plugin.ID(line), "reversed_at": data.SQL().Now()}
	}
	if err := data.Set(ctx, table+"_line", rows); err != nil {
		return fmt.Errorf("reverse lines of %s: %w", table, err)
	}
	return sumUp(ctx, data, table, lines, -1)
}
