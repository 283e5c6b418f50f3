// Package parcels packs parcels anew while they lie in the warehouse: several of one receiver
// into one, or a part of one into another. Goods stand on exactly one parcel before and after,
// and what was packed anew is weighed anew. It also keeps voyages to what their parcels are.
package parcels

import (
	"embed"
	"io/fs"

	"github.com/wareloom/wareloom/engine/plugin"
)

//go:embed all:metadata
var metadata embed.FS

// Plugin brings the merging and splitting of parcels, and a guard of voyages.
type Plugin struct{}

// Name is the plugin's name.
func (Plugin) Name() string { return "parcels" }

const waybill = "waybill"

// Register adds the effects, a hook and the invariants.
func (Plugin) Register(r *plugin.Registrar) {
	if files, err := fs.Sub(metadata, "metadata"); err == nil {
		r.Metadata(files)
	}
	r.Effect("merge", merge)
	r.Effect("split", split)
	r.BeforeAct("voyage", "clear", "customs", 100, cleared)
	for _, i := range invariants {
		r.Invariant(i)
	}
}

var _ plugin.Plugin = Plugin{}
