package wave

import (
	"context"
	"fmt"

	"github.com/wareloom/wareloom/engine/plugin"
)

// findBy makes the search of a code kind; the question selects id and label.
func findBy(question string) func(context.Context, plugin.Data, plugin.Code, plugin.Scope) ([]plugin.Candidate, error) {
	return func(ctx context.Context, data plugin.Data, code plugin.Code, _ plugin.Scope) ([]plugin.Candidate, error) {
		var rows []struct {
			ID    int64  `db:"id"`
			Label string `db:"doc_no"`
		}
		if err := data.SQL().Select(ctx, &rows, question, code.Text); err != nil {
			return nil, fmt.Errorf("look up %q: %w", code.Text, err)
		}
		var found []plugin.Candidate
		for _, r := range rows {
			found = append(found, plugin.Candidate{ID: r.ID, Label: r.Label})
		}
		return found, nil
	}
}
