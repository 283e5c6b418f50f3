package picking

import (
	"context"

	"github.com/wareloom/wareloom/engine/plugin"
)

// cancelOrder takes a cancelled order off its pick bill and out of its wave. What
// was picked stays in its tote until it is put back.
func (f floor) cancelOrder(ctx context.Context, e *plugin.EffectEvent, _ []plugin.Row) error {
	return f.waves.Forget(ctx, e.Data, plugin.ID(e.Head))
}
