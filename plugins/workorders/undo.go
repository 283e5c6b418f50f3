package workorders

import (
	"context"
	"encoding/json"
	"fmt"

	"github.com/wareloom/wareloom/engine/fault"
	"github.com/wareloom/wareloom/engine/plugin"
)

// undo is the effect workorders.undo: what a report of work made becomes again what it was
// made of, reserved for its order, which goes on. The ledger refuses it when what was made
// has moved on.
//
// Conflict workorders.order_cancelled.
func (d desk) undo(ctx context.Context, e *plugin.EffectEvent, batch []plugin.Row) error {
	did, err := postedOf(e.Head)
	if err != nil {
		return err
	}
	heads, err := e.Data.Find(ctx, order, plugin.Where{Match: plugin.Row{"id": plugin.Int(e.Head, "work_order_id")}, Lock: true})
	if err != nil {
		return err
	}
	head := heads[0] // a record refers to its order
	if plugin.Text(head, "status") == "cancelled" {
		return fault.New(fault.Conflict, "workorders.order_cancelled", "doc", plugin.Text(head, "doc_no"))
	}
	if _, err := d.Stock.Reverse(ctx, e.Data, did.Moves, plugin.Text(batch[0], "reason")); err != nil {
		return err
	}
	for _, u := range did.Used {
		if err := d.Stock.Restore(ctx, e.Data, u.ID, u.Qty.Decimal()); err != nil {
			return err
		}
	}
	lines, err := linesOf(ctx, e.Data, plugin.ID(head))
	if err != nil {
		return err
	}
	if err := count(ctx, e.Data, plugin.ID(head), lines, plugin.Decimal(e.Head, "qty").Neg(), did.Materials); err != nil {
		return err
	}
	if plugin.Text(head, "status") != "done" {
		return nil
	}
	_, err = e.Data.Act(ctx, order, "resume", plugin.ID(head), nil)
	return err
}

// postedOf is what a record says that its report did.
func postedOf(row plugin.Row) (did posted, err error) {
	text, err := json.Marshal(row["posted"])
	if err == nil {
		err = json.Unmarshal(text, &did)
	}
	if err != nil {
		return did, fmt.Errorf("read what record %d posted: %w", plugin.ID(row), err)
	}
	return did, nil
}
