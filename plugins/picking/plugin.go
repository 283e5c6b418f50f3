package picking

import (
	"embed"
	"io/fs"

	"github.com/wareloom/wareloom/engine/plugin"
	"github.com/wareloom/wareloom/plugins/inventory/contract"
)

//go:embed all:metadata
var metadata embed.FS

// Plugin brings picking.
type Plugin struct {
	Stock contract.Stock
	Waves Waves
}

// Name is the plugin's name.
func (Plugin) Name() string { return "picking" }

// Register adds flows, effects, code kinds and invariants.
func (p Plugin) Register(r *plugin.Registrar) {
	if files, err := fs.Sub(metadata, "metadata"); err == nil {
		r.Metadata(files)
	}
	floor := floor{stock: p.Stock, waves: p.Waves, codes: r.Codes}
	r.Flow("pick", pickFlow{floor})
	r.Flow("put_back", putBackFlow{floor})
	r.Effect("cancel_order", nil, floor.cancelOrder)
	r.CodeKind(plugin.CodeKind{Key: "order", Find: findOrders})
	for _, i := range invariants {
		r.Invariant(i)
	}
}

var _ plugin.Plugin = Plugin{}

// invariants are the statements about picking that always hold.
var invariants = []plugin.Invariant{
	plugin.Breaking("picking.line_equals_ledger", `SELECT l.id, 'picked ' || COALESCE(l.picked_qty, 0) || ', ledger ' || COALESCE(m.qty, 0) FROM sale_order_line l
		LEFT JOIN (SELECT line_id, SUM(CASE WHEN qty < 0 THEN -qty ELSE 0 END * CASE WHEN reverse_of IS NULL AND code = 'PCK' THEN 1 ELSE -1 END) AS qty
			FROM stock_move WHERE doc_type = 'sale_order' AND code IN ('PCK', 'UNP') GROUP BY line_id) m ON m.line_id = l.id
		WHERE COALESCE(l.picked_qty, 0) <> COALESCE(m.qty, 0)`),
	plugin.Breaking("picking.cancelled_has_no_task", `SELECT t.id, o.doc_no FROM pick_task t JOIN sale_order o ON o.id = t.sale_order_id
		WHERE o.status = 'cancelled' AND t.status IN ('ready', 'taken')`),
	plugin.Breaking("picking.picked_order_has_no_open_task", `SELECT t.id, o.doc_no FROM pick_task t JOIN sale_order o ON o.id = t.sale_order_id
		WHERE o.status IN ('picked', 'checked', 'packed', 'weighed', 'shipped') AND t.status IN ('ready', 'taken')`),
}
