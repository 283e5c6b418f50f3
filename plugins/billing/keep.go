package billing

import (
	"context"
	"fmt"

	"github.com/wareloom/wareloom/engine/fault"
	"github.com/wareloom/wareloom/engine/plugin"
)

// kept are the fields of a fee that its cause said.
var kept = []string{"consignor_id", "fee_item_id", "charged_on", "waybill_id", "source_no", "qty", "currency", "price", "tax_rate"}

// keep refuses to change what was charged for something that happened: another amount is a
// fee of its own, with a reason, so that each row stays what its rule and its cause say.
//
// Conflict billing.by_cause.
func keep(_ context.Context, e *plugin.SaveEvent) error {
	if e.IsNew() || e.Old["source_table"] == nil {
		return nil
	}
	for _, key := range kept {
		if fmt.Sprint(e.Old[key]) != fmt.Sprint(e.New[key]) {
			return byCause(e.Old).On(key)
		}
	}
	return nil
}

// keepAll refuses to delete what was charged so; it is struck instead.
//
// Conflict billing.by_cause.
func keepAll(_ context.Context, e *plugin.DeleteBatch) error {
	for _, row := range e.Rows {
		if row["source_table"] != nil {
			return byCause(row)
		}
	}
	return nil
}

func byCause(row plugin.Row) *fault.Fault {
	return fault.New(fault.Conflict, "billing.by_cause", "fee", plugin.Text(row, "doc_no"), "source", plugin.Text(row, "source_no"))
}
