package parcels

import (
	"context"

	"github.com/wareloom/wareloom/engine/fault"
	"github.com/wareloom/wareloom/engine/plugin"
)

// cleared refuses to call a voyage cleared while a parcel of it came to the port and is not
// through customs.
//
// Conflict: parcels.at_customs.
func cleared(ctx context.Context, e *plugin.ActEvent) error {
	for _, voyage := range e.Heads {
		var waiting []string
		err := e.Data.SQL().Select(ctx, &waiting, `SELECT w.doc_no FROM voyage_line v JOIN panel_line p ON p.panel_id = v.panel_id JOIN waybill w ON w.id = p.waybill_id
			WHERE v.voyage_id = ? AND w.status IN ('arrived', 'declared', 'inspecting') ORDER BY w.id`, plugin.ID(voyage))
		if err != nil {
			return err
		}
		if len(waiting) > 0 {
			return fault.New(fault.Conflict, "parcels.at_customs", "n", len(waiting), "waybill", waiting[0])
		}
	}
	return nil
}
