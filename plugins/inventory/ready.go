package inventory

import "github.com/wareloom/wareloom/engine/plugin"

// readiness is what stock and the ways to it need before the first day.
var readiness = []plugin.Invariant{
	plugin.Breaking("inventory.no_warehouse", `SELECT 0, '' FROM (SELECT COUNT(*) AS n FROM warehouse WHERE enabled) w WHERE w.n = 0`),
	plugin.Breaking("inventory.no_consignor", `SELECT 0, '' FROM (SELECT COUNT(*) AS n FROM consignor WHERE enabled) c WHERE c.n = 0`),
	plugin.Breaking("inventory.no_product", `SELECT 0, '' FROM (SELECT COUNT(*) AS n FROM product WHERE status <> 'stopped') p WHERE p.n = 0`),
	plugin.Breaking("inventory.no_bin", `SELECT 0, w.code FROM warehouse w WHERE w.enabled
		AND NOT EXISTS (SELECT 1 FROM position p WHERE p.warehouse_id = w.id AND p.enabled AND p.position_use = 'bin' AND p.status = 'normal') ORDER BY w.code`),
	plugin.Breaking("inventory.no_walk", `SELECT p.id, w.code || ' ' || p.code FROM position p JOIN warehouse w ON w.id = p.warehouse_id
		JOIN storage_area a ON a.id = p.storage_area_id WHERE w.enabled AND p.enabled AND a.pick_allowed AND p.position_use = 'bin' AND p.pick_seq IS NULL AND (p.x IS NULL OR p.y IS NULL) ORDER BY w.code, p.code`),
	plugin.Breaking("inventory.no_weight", `SELECT g.id, c.code || ' ' || g.sku FROM product g JOIN consignor c ON c.id = g.consignor_id
		WHERE g.status <> 'stopped' AND COALESCE(g.weight, 0) = 0 AND (EXISTS (SELECT 1 FROM position p WHERE p.enabled AND p.max_weight IS NOT NULL)
			OR EXISTS (SELECT 1 FROM shelving_rule r WHERE r.status = 'active' AND (r.min_weight IS NOT NULL OR r.max_weight IS NOT NULL))) ORDER BY c.code, g.sku`),
	plugin.Breaking("inventory.no_size", `SELECT g.id, c.code || ' ' || g.sku FROM product g JOIN consignor c ON c.id = g.consignor_id
		WHERE g.status <> 'stopped' AND (COALESCE(g.length, 0) = 0 OR COALESCE(g.width, 0) = 0 OR COALESCE(g.height, 0) = 0)
		AND (EXISTS (SELECT 1 FROM position p WHERE p.enabled AND p.max_volume IS NOT NULL)
			OR EXISTS (SELECT 1 FROM shelving_rule r WHERE r.status = 'active' AND (r.min_height IS NOT NULL OR r.max_height IS NOT NULL))) ORDER BY c.code, g.sku`),
	plugin.Breaking("inventory.no_stock", `SELECT 0, w.code FROM warehouse w WHERE w.enabled
		AND NOT EXISTS (SELECT 1 FROM quant q WHERE q.warehouse_id = w.id AND q.on_hand > 0) ORDER BY w.code`),
	plugin.Breaking("inventory.opening_waits", `SELECT d.id, d.doc_no FROM other_io d WHERE d.io_type = 'opening' AND d.status IN ('draft', 'audited') ORDER BY d.doc_no`),
}
