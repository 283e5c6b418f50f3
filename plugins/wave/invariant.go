package wave

import "github.com/wareloom/wareloom/engine/plugin"

// invariants are the statements about waves that always hold.
var invariants = []plugin.Invariant{
	plugin.Breaking("wave.order_in_one_wave", `SELECT w.sale_order_id, 'in ' || COUNT(*) || ' live waves' FROM wave_order w JOIN wave v ON v.id = w.wave_id
		WHERE v.status NOT IN ('done', 'cancelled') GROUP BY w.sale_order_id HAVING COUNT(*) > 1`),
	plugin.Breaking("wave.task_of_its_reservation", `SELECT t.id, 'line ' || t.sale_order_line_id || ', reserved for ' || r.line_id FROM pick_task t
		JOIN reservation r ON r.id = t.reservation_id WHERE r.line_id <> t.sale_order_line_id OR r.doc_id <> t.sale_order_id`),
	plugin.Breaking("wave.waved_order_has_tasks", `SELECT o.id, o.doc_no FROM sale_order o WHERE o.status IN ('waved', 'picking')
		AND NOT EXISTS (SELECT 1 FROM pick_task t WHERE t.sale_order_id = o.id AND t.status <> 'cancelled')`),
	plugin.Breaking("wave.waved_order_is_member", `SELECT o.id, o.doc_no FROM sale_order o WHERE o.status IN ('waved', 'picking')
		AND NOT EXISTS (SELECT 1 FROM wave_order w JOIN wave v ON v.id = w.wave_id WHERE w.sale_order_id = o.id AND w.wave_id = o.wave_id AND v.status <> 'cancelled')`),
	plugin.Breaking("wave.bill_is_open_while_tasks_are", `SELECT b.id, b.doc_no || ' ' || b.status || ', open tasks ' || t.still FROM pick_bill b
		JOIN (SELECT pick_bill_id, SUM(CASE WHEN status IN ('ready', 'taken') THEN 1 ELSE 0 END) AS still FROM pick_task GROUP BY pick_bill_id) t ON t.pick_bill_id = b.id
		WHERE b.status IN ('new', 'ready', 'picking') AND t.still = 0 OR b.status IN ('picked', 'cancelled') AND t.still > 0`),
	plugin.Breaking("wave.wave_is_open_while_bills_are", `SELECT v.id, v.doc_no || ' ' || v.status FROM wave v WHERE
		v.status IN ('new', 'released', 'picking') AND NOT EXISTS (SELECT 1 FROM pick_bill b WHERE b.wave_id = v.id AND b.status IN ('new', 'ready', 'picking'))
		OR v.status NOT IN ('new', 'released', 'picking') AND EXISTS (SELECT 1 FROM pick_bill b WHERE b.wave_id = v.id AND b.status IN ('new', 'ready', 'picking'))`),
	plugin.Breaking("wave.wave_is_where_its_orders_are", `SELECT v.id, v.doc_no || ' ' || v.status || ', to pack ' || o.left_to_pack || ' of ' || o.orders FROM wave v
		JOIN (SELECT wave_id, COUNT(*) AS orders, SUM(CASE WHEN status IN ('packed', 'weighed', 'shipped', 'signed') THEN 0 ELSE 1 END) AS left_to_pack,
			SUM(CASE WHEN status IN ('waved', 'picking', 'picked') THEN 0 ELSE 1 END) AS begun FROM sale_order WHERE wave_id IS NOT NULL GROUP BY wave_id) o ON o.wave_id = v.id
		WHERE v.status = 'done' AND o.left_to_pack > 0 OR v.status IN ('picked', 'checking') AND o.left_to_pack = 0 OR v.status = 'picked' AND o.begun > 0`),
	plugin.Breaking("wave.bill_adds_up", `SELECT b.id, b.doc_no || ' picked ' || b.picked_qty || ', tasks ' || COALESCE(t.picked, 0) FROM pick_bill b
		LEFT JOIN (SELECT pick_bill_id, SUM(picked_qty) AS picked FROM pick_task GROUP BY pick_bill_id) t ON t.pick_bill_id = b.id
		WHERE b.picked_qty <> COALESCE(t.picked, 0)`),
	plugin.Breaking("wave.wave_adds_up", `SELECT v.id, v.doc_no || ' picked ' || v.picked_qty || ', ended bills ' || COALESCE(b.picked, 0) FROM wave v
		LEFT JOIN (SELECT wave_id, SUM(picked_qty) AS picked FROM pick_bill WHERE status NOT IN ('new', 'ready', 'picking') GROUP BY wave_id) b ON b.wave_id = v.id
		WHERE v.picked_qty <> COALESCE(b.picked, 0)`),
}
