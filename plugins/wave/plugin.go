package wave

import (
	"embed"
	"io/fs"

	"github.com/wareloom/wareloom/engine/plugin"
)

//go:embed all:metadata
var metadata embed.FS

// Plugin brings waves.
type Plugin struct{}

// Name is the plugin's name.
func (Plugin) Name() string { return "wave" }

// Register adds the effects, hooks, code kinds and invariants of waves.
func (Plugin) Register(r *plugin.Registrar) {
	if files, err := fs.Sub(metadata, "metadata"); err == nil {
		r.Metadata(files)
	}
	r.PlannedEffect("create", foresee, create)
	r.Effect("release", release)
	r.Effect("cancel", cancel)
	r.Effect("remove_order", removeOrder)
	for _, action := range packed {
		r.AfterAct("sale_order", action, "follow", 100, follow)
	}
	r.CodeKind(plugin.CodeKind{Key: "wave", Find: plugin.FindBy("wave", ofHouse, "doc_no")})
	r.CodeKind(plugin.CodeKind{Key: "pick_bill", Find: plugin.FindBy("pick_bill", ofHouse, "doc_no")})
	for _, i := range invariants {
		r.Invariant(i)
	}
	r.Mend(stayed)
	r.Mend(counted)
}

// ofHouse narrows a search to the warehouse that is worked in.
var ofHouse = map[string]string{"warehouse_id": "warehouse_id"}

var _ plugin.Plugin = Plugin{}
