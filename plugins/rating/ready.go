package rating

import "github.com/wareloom/wareloom/engine/plugin"

// readiness is that a price is known for whoever carries parcels. A sheet without a carrier
// is for all of them.
var readiness = plugin.Breaking("rating.no_sheet", `SELECT 0, c.code FROM carrier c WHERE c.enabled
	AND EXISTS (SELECT 1 FROM carrier_account a WHERE a.carrier_id = c.id AND a.enabled)
	AND NOT EXISTS (SELECT 1 FROM freight_sheet s WHERE (s.carrier_id IS NULL OR s.carrier_id = c.id) AND s.status = 'active'
		AND s.valid_from <= CAST(CURRENT_DATE AS TEXT) AND (s.valid_to IS NULL OR s.valid_to >= CAST(CURRENT_DATE AS TEXT))) ORDER BY c.code`)
