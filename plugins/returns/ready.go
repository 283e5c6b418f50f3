package returns

import "github.com/wareloom/wareloom/engine/plugin"

// readiness is where goods that come back are put down before the first day.
var readiness = plugin.Breaking("returns.no_place", `SELECT 0, w.code FROM warehouse w WHERE w.enabled
	AND NOT EXISTS (SELECT 1 FROM position p WHERE p.warehouse_id = w.id AND p.enabled AND p.position_use = 'returns' AND p.status = 'normal') ORDER BY w.code`)
