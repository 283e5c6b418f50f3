package contract

import "regexp"

// topics are the parts of the contract, in the order in which it tells them.
func topics() []topic {
	return []topic{
		{"envelope", checkEnvelope},
		{"signature", checkSignature},
		{"session", checkSession},
		{"badge", checkBadge},
		{"filters", checkFilters},
		{"page", checkPage},
		{"aggregate", checkAggregate},
		{"save", checkSave},
		{"upsert", checkUpsert},
		{"document", checkDocument},
		{"station", checkStation},
		{"dropdowns", checkDropdowns},
		{"meta", checkMeta},
		{"names", checkNames},
		{"files", checkFiles},
		{"live", checkLive},
		{"operations", checkOperations},
		{"settings", checkSettings},
		{"scope", checkScope},
		{"grants", checkGrants},
		{"preview", checkPreview},
		{"repeats", checkRepeats},
		{"sturdy", checkSturdy},
	}
}

// is is a filter of one leaf.
func is(field string, value any) map[string]any { return leaf(field, "eq", value) }

func leaf(field, op string, value any) map[string]any {
	return map[string]any{"field": field, "op": op, "value": value}
}

func and(filters ...any) map[string]any { return map[string]any{"and": filters} }

// instant is RFC 3339 with an offset.
var instant = regexp.MustCompile(`^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d+)?(Z|[+-]\d\d:\d\d)$`)
