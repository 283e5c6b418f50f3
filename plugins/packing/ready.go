package packing

import "github.com/wareloom/wareloom/engine/plugin"

// readiness is where packed goods wait for the truck before the first day.
var readiness = plugin.Breaking("packing.no_ship_staging", `SELECT 0, w.code FROM warehouse w WHERE w.enabled
	AND NOT EXISTS (SELECT 1 FROM position p WHERE p.warehouse_id = w.id AND p.enabled AND p.position_use = 'ship_staging' AND p.status = 'normal') ORDER BY w.code`)
