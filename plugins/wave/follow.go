package wave

import (
	"context"
	"fmt"
	"slices"

	"github.com/wareloom/wareloom/engine/plugin"
)

// packed are the actions of an order that bring its wave on, or open it again.
var packed = []string{"check", "pack", "reopen", "uncheck"}

// follow has the waves of orders follow what was done to them.
func follow(ctx context.Context, e *plugin.ActEvent) error {
	var waves []int64
	for _, order := range e.Heads {
		if id := plugin.Int(order, "wave_id"); id != 0 {
			waves = append(waves, id)
		}
	}
	slices.Sort(waves)
	for _, id := range slices.Compact(waves) {
		status, err := lock(ctx, e.Tx, id)
		if err != nil {
			return err
		}
		if err := (Waves{}).follow(ctx, e.Data, id, status); err != nil {
			return err
		}
	}
	return nil
}

// follow brings a wave of which all is picked to where its orders are: checking from
// the first that is, done when none is left to pack; picked again when the check of all
// was taken back.
func (Waves) follow(ctx context.Context, data plugin.Data, wave int64, status string) error {
	if status != "picked" && status != "checking" && status != "done" {
		return nil
	}
	var orders struct {
		Open  int64 `db:"open"`
		Begun int64 `db:"begun"`
	}
	err := data.SQL().Get(ctx, &orders, `SELECT COUNT(CASE WHEN status NOT IN ('packed', 'weighed', 'shipped', 'signed') THEN 1 END) AS open,
		COUNT(CASE WHEN status NOT IN ('waved', 'picking', 'picked') THEN 1 END) AS begun FROM sale_order WHERE wave_id = ?`, wave)
	if err != nil {
		return fmt.Errorf("count orders of wave %d: %w", wave, err)
	}
	var action string
	switch {
	case orders.Open == 0 && status != "done":
		action = "finish"
	case orders.Open > 0 && status == "done":
		action = "check_again"
	case orders.Begun > 0 && status == "picked":
		action = "check"
	case orders.Begun == 0 && status == "checking":
		action = "uncheck"
	default:
		return nil
	}
	_, err = data.Act(ctx, "wave", action, wave, nil)
	return err
}
