package spare

import "github.com/wareloom/wareloom/engine/plugin"

// readiness is that no account begins without a number.
var readiness = plugin.Breaking("spare.no_number", `SELECT 0, a.code FROM carrier_account a WHERE a.enabled AND a.number_source = 'pool'
	AND NOT EXISTS (SELECT 1 FROM spare_number n WHERE n.carrier_id = a.carrier_id AND n.status = 'free')
	AND NOT EXISTS (SELECT 1 FROM number_segment s WHERE s.carrier_account_id = a.id AND s.status = 'active' AND s.used < s.to_no - s.from_no + 1) ORDER BY a.code`)
