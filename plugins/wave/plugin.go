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

// Register adds the effects, code kinds and invariants of waves.
func (Plugin) Register(r *plugin.Registrar) {
	if files, err := fs.Sub(metadata, "metadata"); err == nil {
		r.Metadata(files)
	}
	r.Effect("create", nil, create)
	r.Effect("release", nil, release)
	r.Effect("cancel", nil, cancel)
	r.Effect("remove_order", nil, removeOrder)
	r.CodeKind(plugin.CodeKind{Key: "wave", Find: findBy(`SELECT id, doc_no FROM wave WHERE doc_no = ?`)})
	r.CodeKind(plugin.CodeKind{Key: "pick_bill", Find: findBy(`SELECT id, doc_no FROM pick_bill WHERE doc_no = ?`)})
	for _, i := range invariants {
		r.Invariant(i)
	}
}

var _ plugin.Plugin = Plugin{}

// invariants are the statements about waves that always hold.
var invariants = []plugin.Invariant{
	plugin.Breaking("wave.order_in_one_wave", `SELECT w.sale_order_id, 'in ' || COUNT(*) || ' live waves' FROM wave_order w JOIN wave v ON v.id = w.wave_id
		WHERE v.status NOT IN ('done', 'cancelled') GROUP BY w.sale_order_id HAVING COUNT(*) > 1`),
	plugin.Breaking("wave.task_of_its_reservation", `SELECT t.id, 'line ' || t.sale_order_line_id || ', reserved for ' || r.line_id FROM pick_task t
		JOIN reservation r ON r.id = t.reservation_id WHERE r.line_id <> t.sale_order_line_id OR r.doc_id <> t.sale_order_id`),
	plugin.Breaking("wave.waved_order_has_tasks", `SELECT o.id, o.doc_no FROM sale_order o WHERE o.status IN ('waved', 'picking')
		AND NOT EXISTS (SELECT 1 FROM pick_task t WHERE t.sale_order_id = o.id AND t.status <> 'cancelled')`),
}
