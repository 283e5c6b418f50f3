package picking

import "github.com/wareloom/wareloom/engine/plugin"

// readiness is what a walk needs before the first day: where picked goods are meanwhile, and
// the way into each of several areas.
var readiness = []plugin.Invariant{
	plugin.Breaking("picking.no_tote", `SELECT 0, w.code FROM warehouse w WHERE w.enabled
		AND NOT EXISTS (SELECT 1 FROM position p WHERE p.warehouse_id = w.id AND p.enabled AND p.position_use = 'tote' AND p.status = 'normal') ORDER BY w.code`),
	plugin.Breaking("picking.no_gate", `SELECT a.id, w.code || ' ' || a.code FROM storage_area a JOIN warehouse w ON w.id = a.warehouse_id
		WHERE w.enabled AND a.enabled AND a.pick_allowed AND (a.gate_x IS NULL OR a.gate_y IS NULL)
		AND EXISTS (SELECT 1 FROM position p WHERE p.storage_area_id = a.id AND p.position_use = 'bin' AND p.x IS NOT NULL)
		AND EXISTS (SELECT 1 FROM storage_area b JOIN position p ON p.storage_area_id = b.id WHERE b.warehouse_id = a.warehouse_id AND b.id <> a.id
			AND b.enabled AND b.pick_allowed AND p.position_use = 'bin' AND p.x IS NOT NULL) ORDER BY w.code, a.code`),
}
