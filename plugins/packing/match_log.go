package packing

import (
	"context"
	"fmt"

	"github.com/wareloom/wareloom/engine/plugin"
)

// logMatch notes which order a piece was matched to, and gives the note's id.
func logMatch(ctx context.Context, data plugin.Data, o *order, made plugin.Row, product int64) (int64, error) {
	row := plugin.Row{
		"match_kind": "order", "warehouse_id": o.WarehouseID, "consignor_id": o.ConsignorID, "sale_order_id": o.ID, "package_id": plugin.ID(made),
		"product_id": product, "tracking_no": made["tracking_no"], "matched_by": userOf(data), "matched_at": data.SQL().Now(),
	}
	if o.CarrierID.Valid {
		row["carrier_id"] = o.CarrierID.Int64
	}
	kept, err := data.Save(ctx, "order_match", row)
	if err != nil {
		return 0, fmt.Errorf("note match of order %d: %w", o.ID, err)
	}
	return plugin.ID(kept), nil
}

// logUndone notes that a match was taken back.
func logUndone(ctx context.Context, data plugin.Data, id int64) error {
	row := plugin.Row{"id": id, "undone_by": userOf(data), "undone_at": data.SQL().Now()}
	if err := data.Set(ctx, "order_match", []plugin.Row{row}); err != nil {
		return fmt.Errorf("note the undo of match %d: %w", id, err)
	}
	return nil
}
