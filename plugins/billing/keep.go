package billing

import (
	"context"
	"fmt"

	"github.com/wareloom/wareloom/engine/fault"
	"github.com/wareloom/wareloom/engine/plugin"
)

// kept are the fields of a fee that a rule said.
var kept = []string{"consignor_id", "fee_item_id", "charged_on", "waybill_id", "source_no", "qty", "currency", "price", "tax_rate"}

// keep refuses to change what a rule charged: another amount is a fee of its own, with a
// reason, so that each row stays what its rule and its cause say.
//
// Conflict billing.by_rule.
func keep(_ context.Context, e *plugin.SaveEvent) error {
	if e.IsNew() || e.Old["fee_rule_id"] == nil {
		return nil
	}
	for _, key := range kept {
		if fmt.Sprint(e.Old[key]) != fmt.Sprint(e.New[key]) {
			return byRule(e.Old).On(key)
		}
	}
	return nil
}

// keepAll refuses to delete what a rule charged; it is struck instead.
//
// Conflict billing.by_rule.
func keepAll(_ context.Context, e *plugin.DeleteBatch) error {
	for _, row := range e.Rows {
		if row["fee_rule_id"] != nil {
			return byRule(row)
		}
	}
	return nil
}

func byRule(row plugin.Row) *fault.Fault {
	return fault.New(fault.Conflict, "billing.by_rule", "fee", plugin.Text(row, "doc_no"))
}
