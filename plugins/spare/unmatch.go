package spare

import (
	"context"
	"fmt"

	"github.com/wareloom/wareloom/engine/fault"
	"github.com/wareloom/wareloom/engine/plugin"
)

// unmatch is an effect of orders: their numbers are free again, unless one was printed.
func unmatch(ctx context.Context, e *plugin.EffectEvent, _ []plugin.Row) error {
	for _, head := range e.Heads {
		held, err := heldFor(ctx, e.Data, plugin.ID(head))
		if err != nil {
			return err
		}
		if held == nil {
			key := "spare.no_number"
			if plugin.Text(head, "tracking_no") != "" {
				key = "spare.printed"
			}
			err = e.Leave(plugin.ID(head), fault.New(fault.Conflict, key, "order", plugin.Text(head, "doc_no"), "number", plugin.Text(head, "tracking_no")))
		} else {
			err = release(ctx, e.Data, plugin.ID(head), held)
		}
		if err != nil {
			return err
		}
	}
	return nil
}

// heldFor is the number that is held for an order; nil when there is none.
func heldFor(ctx context.Context, data plugin.Data, id int64) (plugin.Row, error) {
	rows, err := data.Find(ctx, table, plugin.Where{Match: plugin.Row{"sale_order_id": id, "status": "held"}, Lock: true})
	if err != nil || len(rows) == 0 {
		return nil, err
	}
	return rows[0], nil
}

// release takes a held number off its order.
func release(ctx context.Context, data plugin.Data, id int64, held plugin.Row) error {
	if _, err := data.Act(ctx, table, "release", plugin.ID(held), nil); err != nil {
		return err
	}
	no := plugin.Text(held, "tracking_no")
	if err := data.Set(ctx, order, []plugin.Row{{"id": id, "tracking_no": nil}}); err != nil {
		return fmt.Errorf("take number %s off its order: %w", no, err)
	}
	noted := plugin.Row{"sale_order_id": id, "tracking_no": no, "match_kind": "number", "undone_at": nil}
	if _, err := data.SetWhere(ctx, "order_match", noted, plugin.Row{"undone_at": data.SQL().Now(), "undone_by": personOf(data)}); err != nil {
		return fmt.Errorf("note that number %s is free: %w", no, err)
	}
	return nil
}

// cancelled follows the cancelling of orders: their numbers are free again.
func cancelled(ctx context.Context, e *plugin.ActEvent) error {
	for _, head := range e.Heads {
		held, err := heldFor(ctx, e.Data, plugin.ID(head))
		if err != nil {
			return err
		}
		if held == nil {
			continue
		}
		if err := release(ctx, e.Data, plugin.ID(head), held); err != nil {
			return err
		}
	}
	return nil
}

// used follows the closing of a package: its label bears the number, which never
// returns.
func used(ctx context.Context, e *plugin.ActEvent) error {
	held, err := heldFor(ctx, e.Data, plugin.Int(e.Head, "sale_order_id"))
	if err != nil || held == nil {
		return err
	}
	_, err = e.Data.Act(ctx, table, "use", plugin.ID(held), nil)
	return err
}

// keepCarrier refuses another carrier for an order that has a number of the old one.
func keepCarrier(ctx context.Context, e *plugin.SaveEvent) error {
	if e.IsNew() || plugin.Int(e.Old, "carrier_id") == plugin.Int(e.New, "carrier_id") {
		return nil
	}
	held, err := heldFor(ctx, e.Data, plugin.ID(e.Old))
	if err != nil || held == nil {
		return err
	}
	return fault.New(fault.Conflict, "spare.unmatch_first", "order", plugin.Text(e.Old, "doc_no"), "number", plugin.Text(held, "tracking_no")).On("carrier_id")
}
