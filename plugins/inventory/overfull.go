package inventory

import (
	"context"
	"fmt"
	"slices"

	"github.com/wareloom/wareloom/engine/plugin"
)

// filled is a bin with rules, in which goods lie.
type filled struct {
	place
	Since int64 `db:"since"` // when its rules, or what its goods weigh and measure, were last changed
}

// overfull finds the bins whose content breaks their mixing rules or capacity. A
// rule that was made narrower over goods that lay there is no breach, until more
// is put there.
func overfull(ctx context.Context, tx plugin.Tx) ([]plugin.Breach, error) {
	var rows []filled
	err := tx.Select(ctx, &rows, `SELECT p.id, p.code, p.mix_product, p.mix_lot, p.mix_consignor, p.max_weight, p.max_volume,
		CASE WHEN MAX(g.updated_at) > p.updated_at THEN MAX(g.updated_at) ELSE p.updated_at END AS since
		FROM position p JOIN quant q ON q.position_id = p.id AND q.on_hand > 0 JOIN product g ON g.id = q.product_id
		WHERE p.position_use = 'bin' AND (p.max_weight IS NOT NULL OR p.max_volume IS NOT NULL OR NOT p.mix_product OR NOT p.mix_lot OR NOT p.mix_consignor)
		GROUP BY p.id ORDER BY p.id`)
	if err != nil {
		return nil, fmt.Errorf("read bins with rules: %w", err)
	}
	ids := make([]int64, len(rows))
	for i := range rows {
		ids[i] = rows[i].ID
	}
	contents, err := readContents(ctx, tx, ids)
	if err != nil {
		return nil, err
	}
	rows = slices.DeleteFunc(rows, func(f filled) bool { return f.holds(contents[f.ID]) == nil })
	var found []plugin.Breach
	for _, f := range rows {
		var newest int64
		if err := tx.Get(ctx, &newest, `SELECT COALESCE(MAX(at), 0) FROM stock_move WHERE position_id = ? AND qty > 0`, f.ID); err != nil {
			return nil, fmt.Errorf("read what came to %s: %w", f.Code, err)
		}
		if newest > f.Since {
			found = append(found, plugin.Breach{ID: f.ID, Detail: f.Code + " holds " + contents[f.ID].String()})
		}
	}
	return found, nil
}
