package counting

import (
	"context"
	"fmt"

	"github.com/wareloom/wareloom/engine/plugin"
	"github.com/wareloom/wareloom/plugins/inventory/contract"
)

// findCounts finds the stock counts with a number that are under way.
func findCounts(ctx context.Context, data plugin.Data, code plugin.Code, scope plugin.Scope) ([]plugin.Candidate, error) {
	question, args := contract.InWarehouse(`SELECT id, doc_no FROM stock_count WHERE doc_no = ? AND status IN ('released', 'counting', 'counted', 'recounting')`,
		"warehouse_id", scope, code.Text)
	var rows []struct {
		ID    int64  `db:"id"`
		Label string `db:"doc_no"`
	}
	if err := data.SQL().Select(ctx, &rows, question+" ORDER BY id", args...); err != nil {
		return nil, fmt.Errorf("look up count %q: %w", code.Text, err)
	}
	var found []plugin.Candidate
	for _, r := range rows {
		found = append(found, plugin.Candidate{ID: r.ID, Label: r.Label})
	}
	return found, nil
}
