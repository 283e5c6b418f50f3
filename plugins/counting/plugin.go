package counting

import (
	"embed"
	"io/fs"

	"github.com/wareloom/wareloom/engine/plugin"
	stock "github.com/wareloom/wareloom/plugins/inventory/contract"
)

//go:embed all:metadata
var metadata embed.FS

// Plugin brings stock counts and count tasks.
type Plugin struct {
	Stock stock.Stock
}

// Name is the plugin's name.
func (Plugin) Name() string { return "counting" }

// Register adds the effects, the flow, the kind of codes and the invariants of counting.
func (p Plugin) Register(r *plugin.Registrar) {
	if files, err := fs.Sub(metadata, "metadata"); err == nil {
		r.Metadata(files)
	}
	c := Counts(p)
	r.Effect("release", c.release)
	r.Effect("settle", c.settle)
	r.Effect("draw", c.draw)
	r.Effect("compare", c.compare)
	r.Effect("recount", c.recount)
	r.Effect("resume", c.resume)
	r.Effect("waive", c.waive)
	r.Effect("judge", c.judge)
	r.Effect("approve", c.approve)
	r.Effect("withdraw", c.withdraw)
	r.Effect("post", c.post)
	r.Effect("post_result", c.postResult)
	r.Effect("follow", c.follow)
	r.Effect("thaw", c.thaw)
	r.Effect("free", c.free)
	r.Effect("close", c.close)
	r.Flow("count", c.flow(r.Codes))
	r.CodeKind(plugin.CodeKind{Key: "stock_count", Find: findCounts})
	for _, i := range invariants {
		r.Invariant(i)
	}
}

var _ plugin.Plugin = Plugin{}
