package carriers

import (
	"context"
	"slices"

	"github.com/wareloom/wareloom/engine/fault"
	"github.com/wareloom/wareloom/engine/plugin"
	"github.com/wareloom/wareloom/plugins/carriers/house"
)

// voided follows a number that is not wanted any more: its parcel loses it at once, the
// house is told after the commit. Another account is asked where one is named.
func (d desk) voided(ctx context.Context, e *plugin.ActEvent) error {
	for _, head := range e.Heads {
		if err := d.detach(ctx, e.Data, head); err != nil {
			return err
		}
		if err := soon(ctx, e.Tx, cancelJob, plugin.ID(head)); err != nil {
			return err
		}
		instead := plugin.Int(e.Params, "carrier_account_id")
		if instead == 0 {
			continue
		}
		if err := another(ctx, e.Data, head, instead); err != nil {
			return err
		}
	}
	return nil
}

// detach takes the number of a carrier order off its parcel. A spare number is used up.
func (d desk) detach(ctx context.Context, data plugin.Data, c plugin.Row) error {
	no := plugin.Text(c, "tracking_no")
	of := plugin.Int(c, "sale_order_id")
	if of == 0 {
		row, err := data.Get(ctx, waybill, plugin.Int(c, "waybill_id"))
		if err != nil || plugin.Text(row, "tracking_no") != no || !slices.Contains([]string{"numbered", "printed"}, plugin.Text(row, "status")) {
			return err
		}
		_, err = data.Act(ctx, waybill, "void_number", plugin.ID(row), nil)
		return err
	}
	if no != "" {
		if _, err := d.numbers.Retire(ctx, data, of, no); err != nil {
			return err
		}
		if _, err := data.SetWhere(ctx, waybill, plugin.Row{"package_id": plugin.Int(c, "package_id"), "tracking_no": no, "status": "numbered"}, plugin.Row{"tracking_no": nil}); err != nil {
			return err
		}
	}
	return giveNumber(ctx, data, plugin.Int(c, "package_id"), of, nil)
}

// another makes a carrier order of another account for the same parcel, which then goes by
// that account's carrier.
func another(ctx context.Context, data plugin.Data, c plugin.Row, instead int64) error {
	by, err := data.Get(ctx, account, instead)
	if err != nil {
		return err
	}
	made := plugin.Row{"carrier_account_id": instead, "consignor_id": c["consignor_id"]}
	for key, table := range map[string]string{"sale_order_id": sale, "package_id": parcel, "waybill_id": waybill} {
		id := plugin.Int(c, key)
		if id == 0 {
			continue
		}
		made[key] = id
		if err := data.Set(ctx, table, []plugin.Row{{"id": id, "carrier_id": by["carrier_id"]}}); err != nil {
			return err
		}
	}
	_, err = data.Save(ctx, order, made)
	return err
}

// cancel is the job that tells a house that an order is not wanted. Whatever the house
// says, the number never comes back: where the parcel is on its way already, it keeps it.
func (d desk) cancel(ctx context.Context, e *plugin.JobEvent) error {
	var w errand
	if err := e.Args(&w); err != nil {
		return err
	}
	var c *claim
	err := e.Write(ctx, func(ctx context.Context, data plugin.Data) (err error) {
		if done, err := endUnasked(ctx, data, w.ID); err != nil || done {
			return err
		}
		c, err = d.claimFor(ctx, data, e, w.ID, cancelJob, "voiding")
		return err
	})
	if err != nil || c == nil {
		return err
	}
	_, failed := c.ask(ctx, house.Question{Ask: house.Cancel, Order: c.what})
	return e.Write(ctx, func(ctx context.Context, data plugin.Data) error { return c.ended(ctx, data, failed) })
}

// endUnasked voids an order of which no house knows.
func endUnasked(ctx context.Context, data plugin.Data, id int64) (bool, error) {
	list, err := data.Find(ctx, order, plugin.Where{Match: plugin.Row{"id": id, "status": "voiding", "asked": false}, Lock: true})
	if err != nil || len(list) == 0 {
		return false, err
	}
	_, err = data.Act(ctx, order, "finish_void", id, nil)
	return true, err
}

// ended writes down what the house said to the cancelling.
func (c *claim) ended(ctx context.Context, data plugin.Data, failed error) error {
	if err := c.keep(ctx, data); err != nil {
		return err
	}
	if err := free(ctx, data, c.row); err != nil {
		return err
	}
	if err := noteHealth(ctx, data, c.id, failed == nil || !passes(failed)); err != nil {
		return err
	}
	switch meansOf(failed) {
	case "", house.Gone, house.Absent:
		_, err := data.Act(ctx, order, "finish_void", plugin.ID(c.row), nil)
		return err
	case house.PickedUp:
		return c.stays(ctx, data, failed)
	case house.Kept, house.Refused, house.Repeated:
		_, err := data.Act(ctx, order, "finish_void", plugin.ID(c.row), plugin.Row{"failure": clipped(wordsOf(failed))})
		return err
	}
	return postpone(ctx, data, cancelJob, c.row, wait(plugin.Int(c.row, "tries"), plugin.ID(c.row)), meansOf(failed), wordsOf(failed))
}

// stays gives a parcel back the number by which it is on its way, unless it has another by
// now, or nobody is left to have it.
func (c *claim) stays(ctx context.Context, data plugin.Data, failed error) error {
	match := plugin.Row{"sale_order_id": c.row["sale_order_id"]}
	if c.row["sale_order_id"] == nil {
		match = plugin.Row{"waybill_id": c.row["waybill_id"]}
	}
	other, err := liveOf(ctx, data, match)
	if err != nil {
		return err
	}
	now, err := data.Get(ctx, order, plugin.ID(c.row))
	if err != nil {
		return err
	}
	open := other == nil && plugin.Text(now, "tracking_no") != "" && now["sale_order_id"] != nil
	if open {
		o, err := data.Get(ctx, sale, plugin.Int(now, "sale_order_id"))
		if err != nil {
			return err
		}
		open = plugin.Text(o, "status") != "cancelled" && o["tracking_no"] == nil
	}
	if !open {
		_, err := data.Act(ctx, order, "finish_void", plugin.ID(c.row), plugin.Row{"failure": clipped(wordsOf(failed))})
		return err
	}
	if _, err := data.Act(ctx, order, "keep", plugin.ID(c.row), nil); err != nil {
		return err
	}
	return giveNumber(ctx, data, plugin.Int(now, "package_id"), plugin.Int(now, "sale_order_id"), now["tracking_no"])
}

// cancelled follows the cancelling of orders: their numbers are not wanted any more.
func (d desk) cancelled(ctx context.Context, e *plugin.ActEvent) error {
	for _, head := range e.Heads {
		if err := voidLive(ctx, e.Data, plugin.Row{"sale_order_id": plugin.ID(head)}); err != nil {
			return err
		}
		drafts, err := e.Data.Find(ctx, waybill, plugin.Where{Match: plugin.Row{"sale_order_id": plugin.ID(head), "status": "numbered"}})
		if err != nil {
			return err
		}
		for _, w := range drafts {
			if w["package_id"] == nil {
				continue
			}
			if _, err := e.Data.Act(ctx, waybill, "cancel", plugin.ID(w), plugin.Row{"reason": plugin.Text(head, "doc_no")}); err != nil {
				return err
			}
		}
	}
	return nil
}

// dropped follows the cancelling of waybills, and the voiding of their numbers: the house is
// told of what it gave.
func (d desk) dropped(ctx context.Context, e *plugin.ActEvent) error {
	for _, head := range e.Heads {
		if err := voidLive(ctx, e.Data, plugin.Row{"waybill_id": plugin.ID(head)}); err != nil {
			return err
		}
	}
	return nil
}

// unvoided refuses to type a number that was voided: a number is never used again.
//
// Conflict: carriers.number_void.
func unvoided(ctx context.Context, e *plugin.ActEvent) error {
	no := plugin.Text(e.Params, "tracking_no")
	list, err := e.Data.Find(ctx, order, plugin.Where{Match: plugin.Row{"tracking_no": no, "status": []any{"voiding", "void"}}})
	if err != nil {
		return err
	}
	for _, voided := range list {
		of, err := e.Data.Get(ctx, account, plugin.Int(voided, "carrier_account_id"))
		if err != nil {
			return err
		}
		if plugin.Int(of, "carrier_id") == plugin.Int(e.Params, "carrier_id") {
			return fault.New(fault.Conflict, "carriers.number_void", "tracking", no, "number", plugin.Text(voided, "doc_no")).On("tracking_no")
		}
	}
	return nil
}

func voidLive(ctx context.Context, data plugin.Data, match plugin.Row) error {
	bound, err := liveOf(ctx, data, match)
	if err != nil || bound == nil {
		return err
	}
	_, err = data.Act(ctx, order, "void", plugin.ID(bound), nil)
	return err
}
