package billing

import (
	"embed"
	"io/fs"

	"github.com/wareloom/wareloom/engine/plugin"
)

//go:embed all:metadata
var metadata embed.FS

// Tables of fees.
const (
	template = "fee_template"
	rule     = "fee_rule"
	fee      = "fee_row"
	bill     = "bill"
	line     = "bill_line"
	counted  = "storage_day"
)

// Plugin brings fees and statements.
type Plugin struct{}

// Name is the plugin's name.
func (Plugin) Name() string { return "billing" }

// Register adds what charges, what gathers and what must hold.
func (Plugin) Register(r *plugin.Registrar) {
	if files, err := fs.Sub(metadata, "metadata"); err == nil {
		r.Metadata(files)
	}
	for _, s := range sources {
		r.AfterAct(s.document, s.action, "charge", 500, s.charge)
		for _, back := range s.back {
			r.AfterAct(s.document, back, "reverse", 500, s.reverse)
		}
	}
	r.BeforeSave(fee, "keep", 100, keep)
	r.BeforeDelete(fee, "keep", 100, keepAll)
	r.BeforeAct("waybill", "pay", "credit", 100, stops("waybill"))
	r.BeforeAct("sale_order", "ship", "credit", 100, stops("shipment"))
	r.Effect("prove", prove)
	r.Effect("gather", gather)
	r.Effect("open", open)
	r.Effect("dispute", dispute)
	r.Job("storage", storage)
	r.Every("25 * * * *", "storage")
	r.Job("monthly", monthly)
	r.Every("35 * * * *", "monthly")
	for _, i := range invariants {
		r.Invariant(i)
	}
}

var _ plugin.Plugin = Plugin{}
