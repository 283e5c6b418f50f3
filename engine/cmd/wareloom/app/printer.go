package app

import (
	"context"
	"time"

	"github.com/wareloom/wareloom/engine/plugin"
	"github.com/wareloom/wareloom/engine/printing/spool"
	"github.com/wareloom/wareloom/engine/store"
)

// printer brings the effects by which actions print, and by which people decide on what
// was printed.
type printer struct{ spool *spool.Spool }

// Name implements plugin.Plugin.
func (printer) Name() string { return "printing" }

// Register implements plugin.Plugin.
func (p printer) Register(r *plugin.Registrar) {
	r.Effect("print", p.spool.PrintEffect)
	r.Effect("cancel", p.spool.CancelEffect)
	r.Effect("settle", p.spool.SettleEffect)
	r.Effect("after", p.spool.AfterEffect)
	r.Ready(plugin.Breaking("printing.silent_printer", `SELECT p.id, p.code FROM printer p WHERE p.enabled AND p.seen_at IS NULL ORDER BY p.code`))
}

// prunePrints deletes prints that are older than the setting keeps them; 0 keeps all.
func (a *App) prunePrints(ctx context.Context, tx *store.Tx, now time.Time) error {
	value, _, err := a.Settings.Effective(ctx, tx, a.Catalog.Current(), "print_log_days")
	if days, ok := value.(int64); err == nil && ok && days > 0 {
		err = spool.Prune(ctx, tx, now.AddDate(0, 0, -int(days)))
	}
	return err
}
