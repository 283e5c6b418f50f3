package picking

import (
	"embed"
	"io/fs"

	"github.com/wareloom/wareloom/engine/plugin"
	counting "github.com/wareloom/wareloom/plugins/counting/contract"
	"github.com/wareloom/wareloom/plugins/inventory/contract"
)

//go:embed all:metadata
var metadata embed.FS

// Plugin brings picking.
type Plugin struct {
	Stock  contract.Stock
	Waves  Waves
	Counts counting.Counts
}

// Name is the plugin's name.
func (Plugin) Name() string { return "picking" }

// Register adds flows, effects, code kinds and invariants.
func (p Plugin) Register(r *plugin.Registrar) {
	if files, err := fs.Sub(metadata, "metadata"); err == nil {
		r.Metadata(files)
	}
	floor := floor{stock: p.Stock, waves: p.Waves, counts: p.Counts, codes: r.Codes}
	r.Flow("pick", floor.picks())
	r.Flow("put_back", floor.putBack())
	r.Effect("cancel_order", floor.cancelOrder)
	r.Effect("set_aside", floor.setAside)
	r.Effect("free", free)
	r.Job(unfitJob, markByDate)
	r.Every("15 * * * *", unfitJob)
	for _, action := range []string{"hold", "recall", "release", "correct"} {
		r.AfterAct("lot", action, unfitJob, 200, markLot)
	}
	r.CodeKind(plugin.CodeKind{Key: "order", Find: findOrders})
	for _, i := range invariants {
		r.Invariant(i)
	}
	for _, i := range readiness {
		r.Ready(i)
	}
}

var _ plugin.Plugin = Plugin{}
