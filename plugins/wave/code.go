package wave

import (
	"context"
	"fmt"

	"github.com/wareloom/wareloom/engine/plugin"
)

// findBy makes the search of a code kind among the documents of a table that have
// a number, narrowed by warehouse.
func findBy(table string) func(context.Context, plugin.Data, plugin.Code, plugin.Scope) ([]plugin.Candidate, error) {
	return func(ctx context.Context, data plugin.Data, code plugin.Code, scope plugin.Scope) ([]plugin.Candidate, error) {
		match := plugin.Row{"doc_no": code.Text}
		if warehouse, ok := scope["warehouse_id"]; ok {
			match["warehouse_id"] = warehouse
		}
		rows, err := data.Find(ctx, table, plugin.Where{Match: match, Limit: 2})
		if err != nil {
			return nil, fmt.Errorf("look up %s %q: %w", table, code.Text, err)
		}
		found := make([]plugin.Candidate, len(rows))
		for i, row := range rows {
			found[i] = plugin.Candidate{ID: plugin.ID(row), Label: plugin.Text(row, "doc_no")}
		}
		return found, nil
	}
}
