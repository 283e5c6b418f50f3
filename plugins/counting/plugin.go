package counting

import (
	"embed"
	"io/fs"

	"github.com/wareloom/wareloom/engine/plugin"
	stock "github.com/wareloom/wareloom/plugins/inventory/contract"
)

//go:embed all:metadata
var metadata embed.FS

// Plugin brings count tasks.
type Plugin struct {
	Stock stock.Stock
}

// Name is the plugin's name.
func (Plugin) Name() string { return "counting" }

// Register adds the effects and invariants of count tasks.
func (p Plugin) Register(r *plugin.Registrar) {
	if files, err := fs.Sub(metadata, "metadata"); err == nil {
		r.Metadata(files)
	}
	c := Counts(p)
	r.Effect("release", c.release)
	r.Effect("settle", c.settle)
	for _, i := range invariants {
		r.Invariant(i)
	}
}

var _ plugin.Plugin = Plugin{}

// invariants are the statements about count tasks that always hold.
var invariants = []plugin.Invariant{
	plugin.Breaking("counting.doubted_stock_is_held", `SELECT t.id, t.doc_no || ' is open, its stock is not held' FROM count_task t JOIN quant q ON q.id = t.quant_id
		WHERE t.status = 'open' AND q.held_at IS NULL`),
	plugin.Breaking("counting.one_open_task", `SELECT quant_id, COUNT(*) || ' open tasks' FROM count_task WHERE status = 'open' GROUP BY quant_id HAVING COUNT(*) > 1`),
}
