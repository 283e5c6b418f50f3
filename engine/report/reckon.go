package report

import (
	"context"
	"encoding/json"
	"fmt"

	"github.com/shopspring/decimal"

	"github.com/wareloom/wareloom/engine/catalog"
	"github.com/wareloom/wareloom/engine/expression"
)

// reckon adds to a row the figures that are made of its others.
func (r *run) reckon(ctx context.Context, row map[string]any) error {
	vars := map[string]any{catalog.FiguresName: r.plain(row), catalog.TotalsName: r.plain(r.answer.Totals)}
	if r.stretch != nil {
		if days := r.stretch.count(); days != nil {
			vars[catalog.DaysName] = *days
		}
	}
	for _, m := range r.report.Measures {
		if m.Value == nil {
			continue
		}
		value, err := m.Value.Eval(ctx, expression.Scope{Vars: vars})
		if err != nil {
			return fmt.Errorf("figure %s: %w", m.Meta.Key, err)
		}
		row[m.Meta.Key] = nil
		if n, ok := value.(decimal.Decimal); ok {
			row[m.Meta.Key] = json.Number(n.Round(int32(m.Whole.Scale)).String())
		}
	}
	return nil
}

// plain is a row's figures as numbers; what the asker may not see has none.
func (r *run) plain(row map[string]any) map[string]any {
	figures := map[string]any{}
	for _, m := range r.report.Measures {
		if value := row[m.Meta.Key]; m.Adds() && value != nil {
			figures[m.Meta.Key] = numberOf(value)
		}
	}
	return figures
}
