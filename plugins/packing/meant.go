package packing

import (
	"context"
	"fmt"

	"github.com/wareloom/wareloom/engine/fault"
	"github.com/wareloom/wareloom/engine/plugin"
)

// nothingIn refuses a tote or a wave that holds no order to pack.
func nothingIn(c plugin.Candidate) error {
	if c.Kind == "wave" {
		return fault.New(fault.Invalid, "packing.wave_empty", "wave", c.Label)
	}
	return fault.New(fault.Invalid, "packing.tote_empty", "tote", c.Label)
}

// ordersOf are the orders that a scanned code stands for: one, or the picked ones of
// a wave, or those whose goods lie in a tote.
func ordersOf(ctx context.Context, tx plugin.Tx, c plugin.Candidate) (list []plugin.Meaning, err error) {
	where := map[string]string{
		"wave": `wave_id = ?`,
		"lpn":  `id IN (SELECT doc_id FROM stock_move WHERE doc_type = 'sale_order' AND lpn_id = ? GROUP BY doc_id HAVING SUM(qty) > 0)`,
	}[c.Kind]
	if where == "" {
		return plugin.MeaningsOf([]plugin.Candidate{c}), nil
	}
	err = tx.Select(ctx, &list, `SELECT id, doc_no AS label, COALESCE(receiver, '') AS detail FROM sale_order
		WHERE status IN ('picked', 'checked') AND `+where+` ORDER BY id`, c.ID)
	if err != nil {
		return nil, fmt.Errorf("read orders of %s %d: %w", c.Kind, c.ID, err)
	}
	return list, nil
}
