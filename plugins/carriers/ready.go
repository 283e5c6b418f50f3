package carriers

import "github.com/wareloom/wareloom/engine/plugin"

// readiness is what parcels need before the first of them goes.
var readiness = []plugin.Invariant{
	plugin.Breaking("carriers.no_account", `SELECT c.id, c.code FROM carrier c WHERE c.enabled
		AND NOT EXISTS (SELECT 1 FROM carrier_account a WHERE a.carrier_id = c.id AND a.enabled) ORDER BY c.code`),
	plugin.Breaking("carriers.test_account", `SELECT a.id, a.code FROM carrier_account a WHERE a.enabled AND a.account_env = 'test' ORDER BY a.code`),
	plugin.Breaking("carriers.no_weight", `SELECT g.id, o.code || ' ' || g.sku FROM product g JOIN consignor o ON o.id = g.consignor_id
		WHERE g.status <> 'stopped' AND COALESCE(g.weight, 0) = 0 AND EXISTS (SELECT 1 FROM carrier_account a WHERE a.enabled) ORDER BY o.code, g.sku`),
}
