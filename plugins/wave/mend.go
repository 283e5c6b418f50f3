package wave

import (
	"context"
	"fmt"

	"github.com/wareloom/wareloom/engine/plugin"
)

// stayed finds the waves of earlier versions that stayed picked when their orders were
// packed: that waves follow their orders is younger than they are.
var stayed = plugin.Mend{Key: "stayed", Do: func(ctx context.Context, data plugin.Data, after int64) (int64, error) {
	var waves []struct {
		ID     int64
		Status string
	}
	err := data.SQL().Select(ctx, &waves, `SELECT id, status FROM wave WHERE status IN ('picked', 'checking', 'done')
		AND EXISTS (SELECT 1 FROM sale_order o WHERE o.wave_id = wave.id) AND id > ? ORDER BY id LIMIT 100`, after)
	if err != nil {
		return 0, fmt.Errorf("look for waves that stayed: %w", err)
	}
	last := int64(0)
	for _, w := range waves {
		if err := (Waves{}).follow(ctx, data, w.ID, w.Status); err != nil {
			return 0, err
		}
		last = w.ID
	}
	return last, nil
}}

// counted finds the waves that earlier versions counted pick by pick: a wave counts its
// pick bills when they end.
var counted = plugin.Mend{Key: "counted", Do: func(ctx context.Context, data plugin.Data, after int64) (int64, error) {
	var waves []int64
	err := data.SQL().Select(ctx, &waves, `SELECT id FROM wave WHERE status IN ('released', 'picking') AND id > ? ORDER BY id LIMIT 100`, after)
	if err != nil {
		return 0, fmt.Errorf("look for waves that are picked: %w", err)
	}
	last := int64(0)
	for _, id := range waves {
		if _, err := lock(ctx, data.SQL(), id); err != nil {
			return 0, err
		}
		if err := sumPicked(ctx, data, id); err != nil {
			return 0, err
		}
		last = id
	}
	return last, nil
}}
