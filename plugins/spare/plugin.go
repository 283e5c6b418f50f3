package spare

import (
	"embed"
	"io/fs"

	"github.com/wareloom/wareloom/engine/plugin"
)

//go:embed all:metadata
var metadata embed.FS

// Plugin brings spare tracking numbers.
type Plugin struct{}

// Name is the plugin's name.
func (Plugin) Name() string { return "spare" }

// Register adds effects, hooks and invariants.
func (Plugin) Register(r *plugin.Registrar) {
	if files, err := fs.Sub(metadata, "metadata"); err == nil {
		r.Metadata(files)
	}
	r.Effect("match", match)
	r.Effect("unmatch", unmatch)
	r.BeforeSave(table, "check", 100, check)
	r.AfterSave(table, "range", 100, fillRange)
	r.BeforeSave(order, "number", 100, keepCarrier)
	r.AfterAct(order, "cancel", "release", 100, cancelled)
	r.AfterAct("package", "close", "use", 100, used)
	for _, i := range invariants {
		r.Invariant(i)
	}
	r.Ready(readiness)
}

var _ plugin.Plugin = Plugin{}

// The document of numbers, and that which they are given to.
const (
	table = "spare_number"
	order = "sale_order"
)

// invariants are the statements about spare numbers that always hold.
var invariants = []plugin.Invariant{
	plugin.Breaking("spare.held_is_on_its_order", `SELECT n.id, n.tracking_no || ' is held, its order has ' || COALESCE(o.tracking_no, 'none') FROM spare_number n
		LEFT JOIN sale_order o ON o.id = n.sale_order_id WHERE n.status = 'held' AND (o.id IS NULL OR COALESCE(o.tracking_no, '') <> n.tracking_no)`),
	plugin.Breaking("spare.free_is_nobodys", `SELECT n.id, n.tracking_no || ' is ' || n.status || ' and has an order' FROM spare_number n
		WHERE n.status = 'free' AND n.sale_order_id IS NOT NULL`),
	plugin.Breaking("spare.one_order_each", `SELECT MIN(o.id), n.tracking_no || ' is on ' || COUNT(*) || ' orders' FROM spare_number n
		JOIN sale_order o ON o.carrier_id = n.carrier_id AND o.tracking_no = n.tracking_no AND o.status <> 'cancelled' GROUP BY n.tracking_no HAVING COUNT(*) > 1`),
	plugin.Breaking("spare.one_number_each", `SELECT sale_order_id, COUNT(*) || ' numbers are held for it' FROM spare_number
		WHERE status = 'held' GROUP BY sale_order_id HAVING COUNT(*) > 1`),
}
