package carriers

import (
	"context"
	"fmt"
	"time"

	"github.com/wareloom/wareloom/engine/fault"
	"github.com/wareloom/wareloom/engine/plugin"
	spare "github.com/wareloom/wareloom/plugins/spare/contract"
)

// desk is where numbers are taken.
type desk struct{ numbers spare.Numbers }

// live are the states of a carrier order that binds its parcel.
var live = []string{"awaited", "taken", "refused"}

// closed follows the closing of a package: where its carrier is served by an account, it
// gets its number, or waits for it. The number of the package stands in only where no
// account serves the order.
func (d desk) closed(ctx context.Context, e *plugin.ActEvent) error {
	for _, head := range e.Heads {
		o, err := e.Data.Get(ctx, sale, plugin.Int(head, "sale_order_id"))
		if err != nil {
			return err
		}
		bound, err := liveOf(ctx, e.Data, plugin.Row{"sale_order_id": plugin.ID(o)})
		switch {
		case err != nil:
			return err
		case bound != nil:
			err = d.packedAgain(ctx, e.Data, head, bound)
		case plugin.Text(o, "tracking_no") == plugin.Text(head, "package_no"):
			err = d.begins(ctx, e.Data, head, o)
		}
		if err != nil {
			return err
		}
	}
	return nil
}

// begins makes the carrier order of a package that has none.
func (d desk) begins(ctx context.Context, data plugin.Data, head, o plugin.Row) error {
	by, err := serving(ctx, data, plugin.Int(o, "carrier_id"), plugin.Int(o, "consignor_id"), fromPool, fromCarrier)
	if err != nil || by == nil {
		return err
	}
	if err := giveNumber(ctx, data, plugin.ID(head), plugin.ID(o), nil); err != nil {
		return err
	}
	_, err = data.Save(ctx, order, plugin.Row{
		"carrier_account_id": plugin.ID(by), "sale_order_id": plugin.ID(o), "package_id": plugin.ID(head), "consignor_id": plugin.Int(o, "consignor_id"),
	})
	return err
}

// packedAgain has the number of an order that was packed before go with its new package.
func (d desk) packedAgain(ctx context.Context, data plugin.Data, head, bound plugin.Row) error {
	err := data.Set(ctx, order, []plugin.Row{{"id": plugin.ID(bound), "package_id": plugin.ID(head)}})
	if err != nil {
		return fmt.Errorf("bind the number of package %d: %w", plugin.ID(head), err)
	}
	if err := giveNumber(ctx, data, plugin.ID(head), plugin.Int(bound, "sale_order_id"), bound["tracking_no"]); err != nil {
		return err
	}
	if plugin.Text(bound, "status") != "taken" {
		return nil
	}
	_, err = data.Act(ctx, order, "pack_again", plugin.ID(bound), nil)
	return err
}

// giveNumber writes a number, or none, on a package and its order.
func giveNumber(ctx context.Context, data plugin.Data, box, of int64, no any) error {
	err := data.Set(ctx, sale, []plugin.Row{{"id": of, "tracking_no": no}})
	if err == nil && box != 0 {
		err = data.Set(ctx, parcel, []plugin.Row{{"id": box, "tracking_no": no}})
	}
	if err != nil {
		return fmt.Errorf("number order %d: %w", of, err)
	}
	return nil
}

// liveOf is the carrier order that binds a parcel; nil when there is none.
func liveOf(ctx context.Context, data plugin.Data, match plugin.Row) (plugin.Row, error) {
	match["status"] = live
	list, err := data.Find(ctx, order, plugin.Where{Match: match, Limit: 1})
	if err != nil || len(list) == 0 {
		return nil, err
	}
	return list[0], nil
}

// check refuses a carrier order of an account that cannot be asked, or for a waybill whose
// number is not wanted.
func check(ctx context.Context, e *plugin.SaveEvent) error {
	if !e.IsNew() {
		return nil
	}
	by, err := e.Data.Get(ctx, account, plugin.Int(e.New, "carrier_account_id"))
	if err != nil {
		return err
	}
	wants := plugin.Text(by, "number_source")
	if wants == fromNowhere || wants == fromPool && plugin.Int(e.New, "sale_order_id") == 0 {
		return fault.New(fault.Invalid, "carriers.gives_none", "account", plugin.Text(by, "code")).On("carrier_account_id").Breaking("source")
	}
	return nil
}

// begin follows a new carrier order: a spare number is given at once, a house is asked
// after the commit.
func (d desk) begin(ctx context.Context, e *plugin.SaveEvent) error {
	if !e.IsNew() {
		return nil
	}
	by, err := e.Data.Get(ctx, account, plugin.Int(e.New, "carrier_account_id"))
	if err != nil {
		return err
	}
	id := plugin.ID(e.New)
	if plugin.Text(by, "number_source") == fromPool {
		given, err := d.fromPool(ctx, e.Data, e.New)
		if err != nil || given {
			return err
		}
		return postpone(ctx, e.Data, takeJob, e.New, wait(1, id), poolEmpty, "")
	}
	return soon(ctx, e.Data.SQL(), takeJob, id)
}

// fromPool gives a spare number, and reports whether there was one.
func (d desk) fromPool(ctx context.Context, data plugin.Data, c plugin.Row) (bool, error) {
	o, err := data.Get(ctx, sale, plugin.Int(c, "sale_order_id"))
	if err != nil {
		return false, err
	}
	no, err := d.numbers.Give(ctx, data, o)
	if why, ok := fault.As(err); ok && why.Code == fault.Conflict {
		return false, nil // there will be more
	}
	if err != nil {
		return false, err
	}
	return true, settle(ctx, data, c, plugin.Row{"tracking_no": no})
}

// settle gives a carrier order its number, and its parcel.
func settle(ctx context.Context, data plugin.Data, c, given plugin.Row) error {
	if _, err := data.Act(ctx, order, "take", plugin.ID(c), given); err != nil {
		return err
	}
	if of := plugin.Int(c, "sale_order_id"); of != 0 {
		return giveNumber(ctx, data, plugin.Int(c, "package_id"), of, given["tracking_no"])
	}
	by, err := data.Get(ctx, account, plugin.Int(c, "carrier_account_id"))
	if err != nil {
		return err
	}
	_, err = data.Act(ctx, waybill, "number", plugin.Int(c, "waybill_id"), plugin.Row{"carrier_id": plugin.Int(by, "carrier_id"), "tracking_no": given["tracking_no"]})
	return err
}

// mustHaveNumber refuses to send a package whose number is not there yet.
//
// Conflict carriers.awaited.
func mustHaveNumber(ctx context.Context, e *plugin.ActEvent) error {
	for _, head := range e.Heads {
		if plugin.Text(head, "tracking_no") != "" {
			continue
		}
		by, err := serving(ctx, e.Data, plugin.Int(head, "carrier_id"), plugin.Int(head, "consignor_id"), fromPool, fromCarrier)
		if err != nil {
			return err
		}
		name := "-"
		if by != nil {
			name = plugin.Text(by, "name")
		}
		return fault.New(fault.Conflict, "carriers.awaited", "package", plugin.Text(head, "package_no"), "account", name)
	}
	return nil
}

// soon has a job look at a carrier order after the commit.
func soon(ctx context.Context, tx plugin.Tx, kind string, id int64) error {
	_, err := plugin.Enqueue(ctx, tx, plugin.NewJob{Kind: kind, Args: errand{id}, UniqueKey: fmt.Sprintf("%s:%d", kind, id)})
	return err
}

// askSoon follows a person who wants the number now.
func askSoon(ctx context.Context, e *plugin.ActEvent) error {
	for _, head := range e.Heads {
		if err := soon(ctx, e.Tx, takeJob, plugin.ID(head)); err != nil {
			return err
		}
	}
	return nil
}

// What an order waits for, beside what a house may mean; values of the dropdown
// carrier_wait.
const (
	poolEmpty  = "pool_empty"
	dayFull    = "day_full"
	resting    = "resting"
	disabled   = "disabled"
	noEndpoint = "no_endpoint"
	onHold     = "on_hold"
)

// postpone has a job look at a carrier order later, and says what it waits for, in the
// words of a house where there are any.
func postpone(ctx context.Context, data plugin.Data, kind string, c plugin.Row, after time.Duration, why, words string) error {
	at := data.SQL().Now().Add(after)
	row := plugin.Row{"id": plugin.ID(c), "next_at": at, "waits_for": why, "failure": clipped(words), "claimed_by": nil, "claimed_until": nil}
	if err := data.Set(ctx, order, []plugin.Row{row}); err != nil {
		return fmt.Errorf("postpone carrier order %d: %w", plugin.ID(c), err)
	}
	_, err := plugin.Enqueue(ctx, data.SQL(), plugin.NewJob{Kind: kind, Args: errand{plugin.ID(c)}, UniqueKey: fmt.Sprintf("%s:%d:%d", kind, plugin.ID(c), at.UnixMilli()), RunAt: at})
	return err
}

// The waits between two tries: doubled each time, and a little apart from one order to
// the next.
const (
	firstWait   = time.Second
	longestWait = 10 * time.Minute
)

func wait(tries, id int64) time.Duration {
	return doubled(firstWait, tries-1, longestWait) + time.Duration(id%10)*100*time.Millisecond
}
