package parcels

import (
	"context"

	"github.com/wareloom/wareloom/engine/fault"
	"github.com/wareloom/wareloom/engine/plugin"
)

// atCustoms are the states of a waybill that came to a port and is not through it yet.
var atCustoms = []any{"arrived", "declared", "inspecting"}

// cleared refuses to call a voyage cleared while a parcel of it waits at customs.
//
// Conflict: parcels.at_customs.
func cleared(ctx context.Context, e *plugin.ActEvent) error {
	for _, voyage := range e.Heads {
		waiting, err := waitingOf(ctx, e.Data, plugin.ID(voyage))
		if err != nil {
			return err
		}
		if len(waiting) > 0 {
			return fault.New(fault.Conflict, "parcels.at_customs", "n", len(waiting), "waybill", plugin.Text(waiting[0], "doc_no"))
		}
	}
	return nil
}

// waitingOf are the parcels of a voyage that wait at customs.
func waitingOf(ctx context.Context, data plugin.Data, voyage int64) ([]plugin.Row, error) {
	panels, err := idsOf(ctx, data, "voyage_line", plugin.Row{"voyage_id": voyage}, "panel_id")
	if err != nil || len(panels) == 0 {
		return nil, err
	}
	parcels, err := idsOf(ctx, data, "panel_line", plugin.Row{"panel_id": panels}, "waybill_id")
	if err != nil || len(parcels) == 0 {
		return nil, err
	}
	return data.Find(ctx, waybill, plugin.Where{Match: plugin.Row{"id": parcels, "status": atCustoms}, Sort: []string{"id"}})
}

// idsOf are the references of lines.
func idsOf(ctx context.Context, data plugin.Data, table string, match plugin.Row, key string) ([]any, error) {
	rows, err := data.Find(ctx, table, plugin.Where{Match: match})
	var ids []any
	for _, row := range rows {
		ids = append(ids, plugin.Int(row, key))
	}
	return ids, err
}
