package inventory

import (
	"github.com/wareloom/wareloom/engine/plugin"
	"github.com/wareloom/wareloom/plugins/inventory/contract"
)

// invariants are the statements about stock that always hold. Each question
// finds the rows that break it.
var invariants = []plugin.Invariant{
	plugin.Breaking("stock.ledger_equals_quants", `SELECT q.id, 'on hand ' || q.on_hand || ', ledger ' || COALESCE(m.total, 0) FROM quant q
		LEFT JOIN (SELECT quant_id, SUM(qty) AS total FROM stock_move WHERE quant_id IS NOT NULL GROUP BY quant_id) m ON m.quant_id = q.id
		WHERE q.on_hand <> COALESCE(m.total, 0)`),
	plugin.Breaking("stock.newest_balance", `SELECT q.id, 'seq ' || q.seq || ', on hand ' || q.on_hand || ', newest balance ' || m.balance FROM quant q
		JOIN stock_move m ON m.quant_id = q.id AND m.quant_seq = q.seq WHERE m.balance <> q.on_hand`),
	plugin.Breaking("stock.sequence_without_gap", `SELECT q.id, 'seq ' || q.seq || ', legs ' || COALESCE(m.legs, 0) FROM quant q
		LEFT JOIN (SELECT quant_id, COUNT(*) AS legs, MAX(quant_seq) AS newest FROM stock_move WHERE quant_id IS NOT NULL GROUP BY quant_id) m ON m.quant_id = q.id
		WHERE q.seq <> COALESCE(m.legs, 0) OR q.seq <> COALESCE(m.newest, 0)`),
	plugin.Breaking("stock.moves_balance", `SELECT move_no, 'sum ' || SUM(qty) || ' over ' || COUNT(*) || ' legs' FROM stock_move GROUP BY move_no HAVING SUM(qty) <> 0 OR COUNT(*) < 2`),
	plugin.Breaking("stock.real_leg_has_quant", `SELECT m.id, 'leg at ' || p.code FROM stock_move m JOIN position p ON p.id = m.position_id
		WHERE (p.position_use IN ('vendor', 'customer', 'in_transit', 'scrap', 'count_diff', 'owner_bridge', 'work')) = (m.quant_id IS NOT NULL)`),
	plugin.Breaking("stock.reserved_equals_reservations", `SELECT q.id, 'reserved ' || q.reserved || ', reservations ' || COALESCE(r.kept, 0) FROM quant q
		LEFT JOIN (SELECT quant_id, SUM(qty - consumed) AS kept FROM reservation WHERE status = 'active' GROUP BY quant_id) r ON r.quant_id = q.id
		WHERE q.reserved <> COALESCE(r.kept, 0)`),
	plugin.Breaking("stock.within_bounds", `SELECT id, 'on hand ' || on_hand || ', reserved ' || reserved FROM quant WHERE on_hand < 0 OR reserved < 0 OR reserved > on_hand`),
	plugin.Breaking("stock.reserved_for_its_owner", `SELECT r.id, 'reservation of consignor ' || r.consignor_id FROM reservation r JOIN quant q ON q.id = r.quant_id
		WHERE r.consignor_id <> q.consignor_id OR r.product_id <> q.product_id`),
	plugin.Breaking("stock.owner_of_goods", `SELECT q.id, 'consignor ' || q.consignor_id || ' holds a product of ' || p.consignor_id FROM quant q JOIN product p ON p.id = q.product_id
		WHERE p.consignor_id <> q.consignor_id`),
	plugin.Breaking("stock.lot_of_product", `SELECT q.id, 'lot ' || l.lot_no FROM quant q JOIN lot l ON l.id = q.lot_id WHERE l.product_id <> q.product_id`),
	plugin.Breaking("stock.frozen_is_held", `SELECT l.id, d.doc_no || ' is held, its stock is not' FROM stock_hold d JOIN stock_hold_line l ON l.stock_hold_id = d.id
		JOIN quant q ON q.id = l.quant_id WHERE d.status = 'held' AND q.held_at IS NULL`),
	plugin.Breaking("stock.serial_once", `SELECT s.id, 'serial ' || s.serial_no FROM serial s LEFT JOIN quant q ON q.id = s.quant_id
		WHERE s.status = 'in_stock' AND (q.id IS NULL OR q.product_id <> s.product_id) OR s.status <> 'in_stock' AND s.quant_id IS NOT NULL`),
	plugin.Breaking("stock.serials_count", `SELECT q.id, 'on hand ' || q.on_hand || ', serials ' || COALESCE(s.pieces, 0) FROM quant q JOIN product p ON p.id = q.product_id
		LEFT JOIN (SELECT quant_id, COUNT(*) AS pieces FROM serial WHERE status = 'in_stock' GROUP BY quant_id) s ON s.quant_id = q.id
		WHERE p.serial_ctl AND q.on_hand <> `+contract.OnePiece+` * COALESCE(s.pieces, 0)`),
	plugin.Breaking("stock.quant_in_real_place", `SELECT q.id, 'at ' || p.code FROM quant q JOIN position p ON p.id = q.position_id
		WHERE p.warehouse_id <> q.warehouse_id OR p.position_use IN ('vendor', 'customer', 'in_transit', 'scrap', 'count_diff', 'owner_bridge', 'work')`),
	plugin.Breaking("stock.reversal_is_opposite", `SELECT r.id, 'reverses ' || r.reverse_of FROM stock_move r JOIN stock_move m ON m.move_no = r.reverse_of AND m.leg <> r.leg
		WHERE r.qty <> -m.qty OR r.product_id <> m.product_id OR r.position_id <> m.position_id OR m.reverse_of IS NOT NULL`),
	// What comes back has no date of its own; it had, and stock of that time may still have it.
	plugin.Breaking("stock.in_date_of_ledger", `WITH undone AS (SELECT z.id FROM stock_move r
			JOIN stock_move o ON o.move_no = r.reverse_of AND o.quant_id = r.quant_id AND o.qty < 0
			JOIN stock_move z ON z.quant_id = r.quant_id AND z.balance = 0 AND z.quant_seq >= o.quant_seq AND z.quant_seq < r.quant_seq
			WHERE r.reverse_of IS NOT NULL),
		emptied AS (SELECT e.quant_id, MAX(e.quant_seq) AS seq FROM stock_move e LEFT JOIN undone u ON u.id = e.id
			WHERE e.balance = 0 AND e.quant_id IS NOT NULL AND u.id IS NULL GROUP BY e.quant_id),
		came AS (SELECT i.quant_id, i.in_date, o.id IS NOT NULL AS back FROM stock_move i
			LEFT JOIN emptied e ON e.quant_id = i.quant_id
			LEFT JOIN stock_move o ON o.move_no = i.reverse_of AND o.quant_id = i.quant_id AND o.quant_seq > COALESCE(e.seq, 0)
			WHERE i.quant_id IS NOT NULL AND i.qty > 0 AND i.quant_seq > COALESCE(e.seq, 0)
			AND NOT EXISTS (SELECT 1 FROM stock_move r WHERE r.reverse_of = i.move_no))
		SELECT q.id, 'in since ' || COALESCE(q.in_date, 'never') || ', ledger ' || m.oldest FROM quant q
		JOIN (SELECT quant_id, MIN(in_date) AS oldest FROM came WHERE NOT back GROUP BY quant_id HAVING COUNT(*) = COUNT(in_date)) m ON m.quant_id = q.id
		WHERE q.on_hand > 0 AND COALESCE(q.in_date, '') <> m.oldest
		AND NOT EXISTS (SELECT 1 FROM came c WHERE c.quant_id = q.id AND c.back AND c.in_date = q.in_date)`),
	plugin.Breaking("stock.empty_has_no_date", `SELECT q.id, 'in since ' || q.in_date FROM quant q JOIN stock_move m ON m.quant_id = q.id AND m.quant_seq = q.seq
		WHERE q.on_hand = 0 AND q.in_date IS NOT NULL AND m.in_date IS NOT NULL`),
	plugin.Breaking("stock.filled_has_date", `SELECT q.id, 'on hand ' || q.on_hand FROM quant q WHERE q.on_hand > 0 AND q.in_date IS NULL`),
	plugin.Breaking("stock.counted_once", `SELECT move_no, COUNT(net_qty) || ' legs count in figures' FROM stock_move
		GROUP BY move_no HAVING COUNT(net_qty) <> COUNT(net_lines) OR COUNT(net_qty) > 1`),
	plugin.Breaking("stock.one_warehouse", `SELECT move_no, MIN(code) || ' between two warehouses' FROM stock_move
		GROUP BY move_no HAVING MIN(warehouse_id) <> MAX(warehouse_id) AND MIN(code) NOT IN ('TRO', 'TRI')`),
	plugin.Breaking("stock.expiry_of_lot", `SELECT q.id, 'expires ' || COALESCE(q.exp_date, 'never') || ', its lot ' || COALESCE(l.exp_date, 'never') FROM quant q
		LEFT JOIN lot l ON l.id = q.lot_id WHERE COALESCE(q.exp_date, '') <> COALESCE(l.exp_date, '')`),
	plugin.Breaking("stock.area_of_owner", `SELECT q.id, 'goods of consignor ' || q.consignor_id || ' at ' || p.code || ', area of ' || a.consignor_id FROM quant q
		JOIN position p ON p.id = q.position_id JOIN storage_area a ON a.id = p.storage_area_id WHERE q.on_hand > 0 AND a.consignor_id <> q.consignor_id`),
	{Key: "stock.shipped_until", Check: shippedTooLong},
	{Key: "stock.position_holds", Check: overfull},
	{Key: "stock.ledger_as_posted", Check: digests},
}
