package picking

import "github.com/wareloom/wareloom/engine/plugin"

// invariants are the statements about picking that always hold.
var invariants = []plugin.Invariant{
	plugin.Breaking("picking.line_equals_ledger", `SELECT l.id, 'picked ' || l.picked_qty || ', ledger ' || COALESCE(m.qty, 0) FROM sale_order_line l
		LEFT JOIN (SELECT line_id, SUM(-qty * CASE WHEN code = 'PCK' THEN 1 ELSE -1 END * CASE WHEN reverse_of IS NULL THEN 1 ELSE -1 END) AS qty
			FROM stock_move WHERE doc_type = 'sale_order' AND code IN ('PCK', 'UNP') AND qty < 0 GROUP BY line_id) m ON m.line_id = l.id
		WHERE l.picked_qty <> COALESCE(m.qty, 0)`),
	plugin.Breaking("picking.line_equals_tasks", `SELECT l.id, 'picked ' || l.picked_qty || ', tasks ' || COALESCE(t.qty, 0) || ', put back ' || COALESCE(m.qty, 0)
		FROM sale_order_line l LEFT JOIN (SELECT sale_order_line_id, SUM(picked_qty) AS qty FROM pick_task GROUP BY sale_order_line_id) t ON t.sale_order_line_id = l.id
		LEFT JOIN (SELECT line_id, SUM(-qty * CASE WHEN reverse_of IS NULL THEN 1 ELSE -1 END) AS qty
			FROM stock_move WHERE doc_type = 'sale_order' AND code = 'UNP' AND qty < 0 GROUP BY line_id) m ON m.line_id = l.id
		WHERE l.picked_qty <> COALESCE(t.qty, 0) - COALESCE(m.qty, 0)`),
	plugin.Breaking("picking.order_agrees_with_tasks", `SELECT o.id, o.doc_no || ' ' || o.status || ', tasks open ' || t.still || ', picked ' || t.picked FROM sale_order o
		JOIN (SELECT k.sale_order_id, SUM(CASE WHEN k.status IN ('ready', 'taken') THEN 1 ELSE 0 END) AS still, SUM(CASE WHEN k.picked_qty > 0 THEN 1 ELSE 0 END) AS picked,
			SUM(CASE WHEN k.picked_qty > 0 AND b.wave_id = w.wave_id THEN 1 ELSE 0 END) AS here
			FROM pick_task k JOIN pick_bill b ON b.id = k.pick_bill_id JOIN sale_order w ON w.id = k.sale_order_id GROUP BY k.sale_order_id) t ON t.sale_order_id = o.id
		WHERE o.status = 'waved' AND (t.still = 0 OR t.here > 0) OR o.status = 'picking' AND (t.still = 0 OR t.here = 0)
		OR o.status IN ('picked', 'checked', 'packed', 'weighed', 'shipped') AND (t.still > 0 OR t.picked = 0)
		OR o.status NOT IN ('waved', 'picking') AND t.still > 0`),
	plugin.Breaking("picking.complete_only_is_whole", `SELECT l.id, o.doc_no || ' ' || o.status || ', picked ' || l.picked_qty || ' of ' || l.base_qty FROM sale_order_line l
		JOIN sale_order o ON o.id = l.sale_order_id WHERE o.ship_policy = 'complete' AND l.picked_qty < l.base_qty
		AND o.status IN ('picked', 'checked', 'packed', 'weighed', 'shipped', 'signed')`),
	plugin.Breaking("picking.open_task_is_reserved", `SELECT t.id, 'left ' || (t.qty - t.picked_qty) || ', reserved ' || COALESCE(r.qty - r.consumed, 0) FROM pick_task t
		LEFT JOIN reservation r ON r.id = t.reservation_id AND r.status = 'active' AND r.quant_id = t.quant_id
		WHERE t.status IN ('ready', 'taken') AND t.qty - t.picked_qty <> COALESCE(r.qty - r.consumed, 0)`),
}
