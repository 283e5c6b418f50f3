package allocation

import (
	"embed"
	"io/fs"

	"github.com/wareloom/wareloom/engine/plugin"
	"github.com/wareloom/wareloom/plugins/inventory/contract"
)

//go:embed all:metadata
var metadata embed.FS

// Plugin brings the allocation of stock to orders.
type Plugin struct {
	Stock contract.Stock
}

// Name is the plugin's name.
func (Plugin) Name() string { return "allocation" }

// Register adds the effects, and serves waiting orders when stock comes.
func (p Plugin) Register(r *plugin.Registrar) {
	a := Allocator(p)
	if sub, err := fs.Sub(metadata, "metadata"); err == nil {
		r.Metadata(sub)
	}
	r.Effect("allocate", a.allocate)
	r.Effect("release", a.release)
	r.Effect("explain", a.explain)
	r.Effect("divide", divide)
	r.Effect("merge", merge)
	r.Endpoint(plugin.Endpoint{Name: "why", Right: "allocation.why", Of: order, Handle: why})
	r.Job("serve", a.serve)
	r.Job("serve_all", serveAll)
	r.Every("*/5 * * * *", "serve_all")
	r.AfterAct(order, "unhold", "serve", 100, waitsAgain)
	for _, i := range invariants {
		r.Invariant(i)
	}
	r.Mend(totals)
}

var _ plugin.Plugin = Plugin{}

// invariants are statements about reservations that always hold.
var invariants = []plugin.Invariant{
	plugin.Breaking("allocation.line_equals_reservations", `SELECT l.id, 'allocated ' || l.allocated_qty || ', kept and picked ' || COALESCE(r.kept, 0) FROM sale_order_line l
		JOIN sale_order o ON o.id = l.sale_order_id
		LEFT JOIN (SELECT line_id, SUM(CASE WHEN status IN ('active', 'consumed') THEN qty ELSE 0 END) AS kept FROM reservation
			WHERE doc_type = 'sale_order' GROUP BY line_id) r ON r.line_id = l.id
		WHERE o.status IN ('allocated', 'waved', 'picking', 'picked', 'checked', 'packed', 'weighed', 'shipped') AND l.allocated_qty <> COALESCE(r.kept, 0)`),
	plugin.Breaking("allocation.never_foreign", `SELECT r.id, 'order ' || o.doc_no FROM reservation r JOIN sale_order o ON o.id = r.doc_id AND r.doc_type = 'sale_order'
		JOIN quant q ON q.id = r.quant_id WHERE q.consignor_id <> o.consignor_id OR q.warehouse_id <> o.warehouse_id`),
	plugin.Breaking("allocation.never_held", `SELECT r.id, 'quant ' || q.id FROM reservation r JOIN quant q ON q.id = r.quant_id WHERE r.status = 'active' AND q.held_at IS NOT NULL`),
	plugin.Breaking("allocation.cancelled_keeps_nothing", `SELECT r.id, 'order ' || o.doc_no FROM reservation r JOIN sale_order o ON o.id = r.doc_id AND r.doc_type = 'sale_order'
		WHERE o.status IN ('cancelled', 'shipped', 'new', 'audited') AND r.status = 'active'`),
	plugin.Breaking("allocation.order_adds_up", `SELECT o.id, o.doc_no || ' says ' || o.total_qty || ', its lines ' || COALESCE(l.qty, 0) FROM sale_order o
		LEFT JOIN (SELECT sale_order_id, COUNT(*) AS n, SUM(base_qty) AS qty FROM sale_order_line GROUP BY sale_order_id) l ON l.sale_order_id = o.id
		WHERE o.total_qty <> COALESCE(l.qty, 0) OR o.line_count <> COALESCE(l.n, 0)`),
}
