package contract

import "github.com/wareloom/wareloom/engine/plugin"

// InWarehouse narrows a question for what bears a code to the warehouse of the scope, if it has
// one; the field names its warehouse. The plus keeps the field from leading: SQLite, which keeps
// no figures of its tables, else reads all that a warehouse has instead of the few with the code.
func InWarehouse(question, field string, scope plugin.Scope, args ...any) (string, []any) {
	warehouse, ok := scope["warehouse_id"]
	if !ok {
		return question, args
	}
	return question + " AND +" + field + " = ?", append(args, warehouse)
}
