package contract

// topics are the parts of the contract, in the order in which it tells them.
func topics() []topic {
	return []topic{
		{"envelope", checkEnvelope},
		{"signature", checkSignature},
		{"session", checkSession},
	}
}

// is is a filter of one leaf.
func is(field string, value any) map[string]any { return leaf(field, "eq", value) }

func leaf(field, op string, value any) map[string]any {
	return map[string]any{"field": field, "op": op, "value": value}
}

func and(filters ...any) map[string]any { return map[string]any{"and": filters} }
