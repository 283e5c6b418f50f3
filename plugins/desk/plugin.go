package desk

import (
	"context"
	"embed"
	"io/fs"

	"github.com/wareloom/wareloom/engine/plugin"
)

//go:embed all:metadata
var metadata embed.FS

// Shortages says why orders are short.
type Shortages interface {
	// Causes says for each of some short orders what has to be lifted that it can go on.
	Causes(ctx context.Context, tx plugin.Tx, orders []int64) (map[int64]string, error)
}

// Plugin brings the desk of orders that do not move.
type Plugin struct {
	Shortages Shortages
}

// Name is the plugin's name.
func (Plugin) Name() string { return "desk" }

// watchJob looks at the orders in work, layOutJob lays plans out over the days.
const (
	watchJob  = "desk.watch"
	layOutJob = "desk.lay_out"
)

// Register adds the job, what calls for it at once, and the invariant.
func (p Plugin) Register(r *plugin.Registrar) {
	if files, err := fs.Sub(metadata, "metadata"); err == nil {
		r.Metadata(files)
	}
	r.Job("watch", p.watch)
	r.Every("* * * * *", "watch")
	r.Job("lay_out", layOutPlans)
	r.Every("*/10 * * * *", "lay_out")
	r.AfterSaveAll("hour_plan", "lay_out", 300, func(_ context.Context, e *plugin.SaveBatch) error {
		plugin.RunSoon(e.Tx, layOutJob)
		return nil
	})
	r.BeforeDelete("hour_plan", "lay_out", 300, func(_ context.Context, e *plugin.DeleteBatch) error {
		plugin.RunSoon(e.Tx, layOutJob)
		return nil
	})
	for _, action := range stopsOrFrees {
		r.AfterAct("sale_order", action, "watch_desk", 300, lookAgain)
	}
	r.Invariant(plugin.Breaking("desk.ended_is_off", `SELECT s.id, o.doc_no || ' is ' || o.status FROM stopped_order s JOIN sale_order o ON o.id = s.sale_order_id
		WHERE s.status = 'open' AND o.status IN ('shipped', 'signed', 'cancelled') AND o.updated_at < s.looked_at`))
}

var _ plugin.Plugin = Plugin{}

// stopsOrFrees are the acts on orders after which the desk is looked at again at once.
var stopsOrFrees = []string{
	"hold", "unhold", "intercept", "let_go", "mark_short", "pick_short", "stop_unfit", "mark_unfit", "mark_fit", "mark_allocated", "mark_served",
	"audit", "cancel", "resume_picking", "ship_without",
}

// lookAgain has the desk looked at anew after the commit.
func lookAgain(_ context.Context, e *plugin.ActEvent) error {
	plugin.RunSoon(e.Tx, watchJob)
	return nil
}
