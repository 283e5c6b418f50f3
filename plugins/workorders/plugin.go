package workorders

import (
	"embed"
	"io/fs"

	"github.com/wareloom/wareloom/engine/plugin"
	alloc "github.com/wareloom/wareloom/plugins/allocation/contract"
	stock "github.com/wareloom/wareloom/plugins/inventory/contract"
)

//go:embed all:metadata
var metadata embed.FS

// Tables of this plugin, and that of the parts of a kit.
const (
	order     = "work_order"
	orderLine = "work_order_line"
	material  = "work_order_material"
	record    = "work_record"
	component = "product_component"
)

// Kinds of work.
const (
	building   = "build"
	breaking   = "break"
	relabeling = "relabel"
	repacking  = "repack"
)

// Sides of an order's lines.
const (
	taken = "take"
	made  = "make"
)

// Plugin brings work orders.
type Plugin struct {
	Stock  stock.Stock
	Choose alloc.Chooser
}

// Name is the plugin's name.
func (Plugin) Name() string { return "workorders" }

// Register adds effects, hooks, the station, its kind of codes and invariants.
func (p Plugin) Register(r *plugin.Registrar) {
	if files, err := fs.Sub(metadata, "metadata"); err == nil {
		r.Metadata(files)
	}
	d := desk(p)
	r.BeforeSave(component, "circle", 100, noCircle)
	r.BeforeSave(order, "place", 100, fillPlace)
	r.AfterSave(order, "plan", 100, planSaved)
	r.Effect("reserve", d.reserve)
	r.Effect("free", d.free)
	r.Effect("bring", d.bring)
	r.Effect("make", d.make)
	r.Effect("undo", d.undo)
	r.CodeKind(plugin.CodeKind{Key: order, Find: plugin.FindBy(order, map[string]string{"warehouse_id": "warehouse_id"}, "doc_no", "ext_no")})
	r.Flow("bench", benchFlow(r.Codes))
	for _, i := range invariants {
		r.Invariant(i)
	}
}

var _ plugin.Plugin = Plugin{}

// desk is what the effects need.
type desk Plugin

// invariants are the statements about work orders that always hold.
var invariants = []plugin.Invariant{
	plugin.Breaking("workorders.done_equals_records", `SELECT o.id, o.doc_no || ' says ' || COALESCE(o.done_qty, 0) || ', records ' || COALESCE(r.qty, 0) FROM work_order o
		LEFT JOIN (SELECT work_order_id, SUM(qty) AS qty FROM work_record WHERE status = 'done' GROUP BY work_order_id) r ON r.work_order_id = o.id
		WHERE COALESCE(o.done_qty, 0) <> COALESCE(r.qty, 0) OR o.done_qty > o.qty`),
	plugin.Breaking("workorders.lines_follow", `SELECT l.id, 'line ' || l.line_no || ' says ' || COALESCE(l.done_qty, 0) FROM work_order_line l JOIN work_order o ON o.id = l.work_order_id
		WHERE COALESCE(l.done_qty, 0) * `+stock.OnePiece+` <> l.per_qty * COALESCE(o.done_qty, 0)`),
	plugin.Breaking("workorders.lines_equal_ledger", `SELECT l.id, 'line ' || COALESCE(l.done_qty, 0) || ', ledger ' || COALESCE(m.qty, 0) FROM work_order_line l JOIN work_order o ON o.id = l.work_order_id
		LEFT JOIN (SELECT line_id, ABS(SUM(qty)) AS qty FROM stock_move WHERE doc_type = 'work_order' AND code = 'WRK' AND quant_id IS NOT NULL GROUP BY line_id) m ON m.line_id = l.id
		WHERE o.kind IN ('build', 'break') AND COALESCE(l.done_qty, 0) <> COALESCE(m.qty, 0)`),
	plugin.Breaking("workorders.material_equals_ledger", `SELECT l.id, 'used ' || COALESCE(l.used_qty, 0) || ', ledger ' || COALESCE(m.qty, 0) FROM work_order_material l
		LEFT JOIN (SELECT line_id, -SUM(qty) AS qty FROM stock_move WHERE doc_type = 'work_order' AND code = 'MAT' AND quant_id IS NOT NULL GROUP BY line_id) m ON m.line_id = l.id
		WHERE COALESCE(l.used_qty, 0) <> COALESCE(m.qty, 0)`),
	plugin.Breaking("workorders.reserved_within", `SELECT l.id, 'reserved ' || r.kept || ', left to do ' || (l.qty - COALESCE(l.done_qty, 0)) FROM work_order_line l
		JOIN (SELECT line_id, SUM(qty - consumed) AS kept FROM reservation WHERE doc_type = 'work_order' AND status = 'active' GROUP BY line_id) r ON r.line_id = l.id
		WHERE l.side <> 'take' OR r.kept > l.qty - COALESCE(l.done_qty, 0)`),
	plugin.Breaking("workorders.ended_keeps_nothing", `SELECT r.id, 'order ' || o.doc_no FROM reservation r JOIN work_order o ON o.id = r.doc_id AND r.doc_type = 'work_order'
		WHERE o.status IN ('draft', 'done', 'cancelled') AND r.status = 'active'`),
}
