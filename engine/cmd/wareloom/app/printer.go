package app

import (
	"github.com/wareloom/wareloom/engine/plugin"
	"github.com/wareloom/wareloom/engine/printing/spool"
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
