package returns

import (
	"context"
	"fmt"

	"github.com/wareloom/wareloom/engine/fault"
	"github.com/wareloom/wareloom/engine/plugin"
)

// settled are the fields of a line that stand once its goods are received; lot,
// quality and position are what grading is about.
var settled = []string{"product_id", "unit", "sale_order_line_id"}

// keepReceived refuses changes of received lines beyond grading, and lines added
// after the receipt.
func keepReceived(_ context.Context, e *plugin.SaveEvent) error {
	if e.IsNew() {
		if status := plugin.Text(e.Head, "status"); status == "received" || status == "graded" {
			return fault.New(fault.Conflict, "returns.received_already").On("lines")
		}
		return nil
	}
	if plugin.Decimal(e.Old, "received_qty").IsZero() {
		return nil
	}
	changed := !plugin.Decimal(e.Old, "qty").Equal(plugin.Decimal(e.New, "qty"))
	for _, field := range settled {
		changed = changed || e.Old[field] != e.New[field]
	}
	if changed {
		return fault.New(fault.Conflict, "returns.received_already").On("lines")
	}
	return nil
}

// keepLines refuses that a line goes whose goods are received.
func keepLines(ctx context.Context, e *plugin.SaveEvent) error {
	if e.IsNew() {
		return nil
	}
	var gone int64
	err := e.Tx.Get(ctx, &gone, `SELECT COUNT(*) FROM stock_move m WHERE m.doc_type = 'rma' AND m.doc_id = ? AND m.code = 'RTI' AND m.leg = 2
		AND NOT EXISTS (SELECT 1 FROM rma_line l WHERE l.id = m.line_id)`, plugin.ID(e.New))
	if err != nil {
		return fmt.Errorf("read lines of return %d: %w", plugin.ID(e.New), err)
	}
	if gone > 0 {
		return fault.New(fault.Conflict, "returns.received_already").On("lines")
	}
	return nil
}
