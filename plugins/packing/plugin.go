package packing

import (
	"embed"
	"io/fs"

	"github.com/wareloom/wareloom/engine/plugin"
	"github.com/wareloom/wareloom/plugins/inventory/contract"
	lights "github.com/wareloom/wareloom/plugins/lights/contract"
	picks "github.com/wareloom/wareloom/plugins/picking/contract"
)

//go:embed all:metadata
var metadata embed.FS

// Plugin brings packing and sending.
type Plugin struct {
	Stock contract.Stock
	Picks picks.Picks
	Walls lights.Walls
}

// Name is the plugin's name.
func (Plugin) Name() string { return "packing" }

// Register adds flows, effects, hooks, code kinds and invariants.
func (p Plugin) Register(r *plugin.Registrar) {
	if files, err := fs.Sub(metadata, "metadata"); err == nil {
		r.Metadata(files)
	}
	bench := bench{stock: p.Stock, picks: p.Picks, walls: p.Walls, codes: r.Codes}
	r.Flow("verify_by_order", bench.verifying())
	r.Flow("verify_by_wave", bench.sorting())
	r.Flow("verify_light", bench.lighting())
	r.Flow("verify_no_order", bench.binding())
	r.Flow("match_order", bench.matching())
	r.Flow("send_check", bench.sending())
	r.Flow("send_check_fast", bench.sending())
	r.Effect("ship", ship)
	r.Effect("reopen", bench.reopen)
	r.Effect("open_packages", openPackages)
	r.Effect("cancel_ship", bench.cancelShip)
	r.AfterAct("package", "ship", "leave", 900, bench.leave)
	r.AfterAct("sale_order", "cancel", "drop_open", 100, dropOpen)
	r.CodeKind(plugin.CodeKind{Key: "package", Find: findPackages})
	for _, i := range invariants {
		r.Invariant(i)
	}
	r.Ready(readiness)
}

var _ plugin.Plugin = Plugin{}

// invariants are the statements about packages that always hold.
var invariants = []plugin.Invariant{
	plugin.Breaking("packing.shipped_order_is_sent", `SELECT p.id, o.doc_no || ' is shipped, package ' || p.package_no || ' is ' || p.status FROM package p
		JOIN sale_order o ON o.id = p.sale_order_id WHERE o.status IN ('shipped', 'signed') AND p.status NOT IN ('shipped', 'cancelled')`),
	plugin.Breaking("packing.one_shipment", `SELECT p.id, p.package_no FROM package p LEFT JOIN stock_move m ON m.move_no = p.ship_move_no AND m.leg = 1
		WHERE p.status = 'shipped' AND (m.id IS NULL OR m.code <> 'SHP')`),
	plugin.Breaking("packing.shipped_is_packed", `SELECT l.id, o.doc_no || ' is shipped with ' || COALESCE(l.shipped_qty, 0) || ' of ' || COALESCE(l.packed_qty, 0) FROM sale_order_line l
		JOIN sale_order o ON o.id = l.sale_order_id WHERE o.status IN ('shipped', 'signed') AND COALESCE(l.shipped_qty, 0) <> COALESCE(l.packed_qty, 0)`),
	plugin.Breaking("packing.one_open_package", `SELECT sale_order_id, COUNT(*) || ' open packages' FROM package WHERE status = 'open' GROUP BY sale_order_id HAVING COUNT(*) > 1`),
	plugin.Breaking("packing.sent_equals_ledger", `SELECT l.id, 'shipped ' || COALESCE(l.shipped_qty, 0) || ', ledger ' || COALESCE(m.qty, 0) FROM sale_order_line l
		LEFT JOIN (SELECT line_id, SUM(CASE WHEN reverse_of IS NULL THEN qty ELSE -qty END) AS qty FROM stock_move
			WHERE doc_type = 'sale_order' AND code = 'SHP' AND qty > 0 GROUP BY line_id) m ON m.line_id = l.id
		WHERE COALESCE(l.shipped_qty, 0) <> COALESCE(m.qty, 0)`),
	plugin.Breaking("packing.use_is_in_ledger", `SELECT u.id, 'package ' || u.package_id || ' used ' || u.qty || ' of a carton, the ledger says ' || COALESCE(m.net_qty, 0) FROM material_use u
		LEFT JOIN stock_move m ON m.move_no = u.move_no AND m.net_qty IS NOT NULL AND m.code = 'MAT' AND m.product_id = u.product_id WHERE COALESCE(m.net_qty, 0) <> u.qty`),
	plugin.Breaking("packing.ledger_is_in_use", `SELECT m.id, 'movement ' || m.move_no || ' is no package''s carton' FROM stock_move m
		WHERE m.code = 'MAT' AND m.doc_type = 'package' AND m.leg = 1 AND NOT EXISTS (SELECT 1 FROM material_use u WHERE u.move_no = m.move_no)`),
	plugin.Breaking("packing.line_equals_packages", `SELECT l.id, 'packed ' || COALESCE(l.packed_qty, 0) || ', in packages ' || COALESCE(k.qty, 0) FROM sale_order_line l
		LEFT JOIN (SELECT x.sale_order_line_id, SUM(x.qty) AS qty FROM package_line x JOIN package p ON p.id = x.package_id
			WHERE p.status IN ('packed', 'shipped') GROUP BY x.sale_order_line_id) k ON k.sale_order_line_id = l.id
		WHERE COALESCE(l.packed_qty, 0) <> COALESCE(k.qty, 0)`),
}
