package carriers

import (
	"context"
	"fmt"
	"time"

	"github.com/wareloom/wareloom/engine/fault"
	"github.com/wareloom/wareloom/engine/plugin"
	"github.com/wareloom/wareloom/plugins/carriers/house"
)

// The jobs that ask houses for numbers, and that they are not wanted any more.
const (
	takeJob   = "carriers.take"
	cancelJob = "carriers.cancel"
)

// errand names the carrier order of a job.
type errand struct {
	ID int64 `json:"id"`
}

// atWork is how long others leave an order alone whose job is with the house; longer than
// all its calls may take.
const atWork = 2 * time.Minute

// claim is a carrier order in the hands of a job.
type claim struct {
	call
	row   plugin.Row
	asked bool // the house may know the order already
	what  house.Order
}

// take is the job that gets the number of one carrier order. It is claimed in one
// transaction, asked for in none, and settled in another. A server that is killed between
// them leaves an order that says that it was asked: then it is looked for first.
func (d desk) take(ctx context.Context, e *plugin.JobEvent) error {
	var w errand
	if err := e.Args(&w); err != nil {
		return err
	}
	var c *claim
	err := e.Write(ctx, func(ctx context.Context, data plugin.Data) (err error) {
		c, err = d.claimFor(ctx, data, e, w.ID, takeJob, "awaited")
		return err
	})
	if err != nil || c == nil {
		return err
	}
	answer, failed := c.number(ctx)
	if failed == nil {
		c.bring(ctx, &answer)
	}
	err = e.Write(ctx, func(ctx context.Context, data plugin.Data) error { return c.settle(ctx, data, answer, failed) })
	if why, ok := fault.As(err); ok && why.Code == fault.Conflict { // as a waybill on hold
		return e.Write(ctx, func(ctx context.Context, data plugin.Data) error {
			return c.later(ctx, data, onHold, "")
		})
	}
	return err
}

// number asks the house: where it may know the order already, for what it gave; else for a
// number.
func (c *claim) number(ctx context.Context) (house.Answer, error) {
	if c.asked {
		answer, err := c.ask(ctx, house.Question{Ask: house.Find, Order: c.what})
		if meansOf(err) != house.Absent && meansOf(err) != house.Kept {
			return answer, err
		}
	}
	answer, err := c.ask(ctx, house.Question{Ask: house.Take, Order: c.what})
	if meansOf(err) == house.Repeated {
		return c.ask(ctx, house.Question{Ask: house.Find, Order: c.what})
	}
	return answer, err
}

// settle writes down what the house said.
func (c *claim) settle(ctx context.Context, data plugin.Data, answer house.Answer, failed error) error {
	list, err := data.Find(ctx, order, plugin.Where{Match: plugin.Row{"id": plugin.ID(c.row)}, Lock: true})
	if err != nil || len(list) == 0 {
		return err
	}
	if err := c.keep(ctx, data); err != nil {
		return err
	}
	now := list[0]
	if err := free(ctx, data, now); err != nil {
		return err
	}
	switch {
	case failed == nil:
		err = c.given(ctx, data, now, answer)
	case passes(failed):
		err = c.later(ctx, data, meansOf(failed), wordsOf(failed))
	case plugin.Text(now, "status") == "awaited":
		_, err = data.Act(ctx, order, "refuse", plugin.ID(now), plugin.Row{"failure": clipped(wordsOf(failed))})
	}
	if err != nil {
		return err
	}
	return noteHealth(ctx, data, c.id, failed == nil || !passes(failed))
}

// given gives the number to the parcel. One that nobody wants any more is only noted: the
// job that cancels it knows it by that.
func (c *claim) given(ctx context.Context, data plugin.Data, now plugin.Row, answer house.Answer) error {
	if plugin.Text(now, "status") != "awaited" {
		return data.Set(ctx, order, []plugin.Row{{"id": plugin.ID(now), "tracking_no": answer.Number}})
	}
	given := plugin.Row{"tracking_no": answer.Number}
	if answer.SortCode != "" {
		given["sort_code"] = answer.SortCode
	}
	if answer.Label != "" {
		given["label"] = answer.Label
	}
	if err := c.keepLabel(ctx, data, answer); err != nil {
		return err
	}
	return settle(ctx, data, now, given)
}

// later tries again after a while.
func (c *claim) later(ctx context.Context, data plugin.Data, why, words string) error {
	return postpone(ctx, data, takeJob, c.row, wait(plugin.Int(c.row, "tries"), plugin.ID(c.row)), why, words)
}

// clipped is a reason as long as the field holds; nil for none.
func clipped(text string) any {
	runes := []rune(text)
	if len(runes) == 0 {
		return nil
	}
	return string(runes[:min(len(runes), 450)])
}

// free lets others at a carrier order again.
func free(ctx context.Context, data plugin.Data, c plugin.Row) error {
	return data.Set(ctx, order, []plugin.Row{{"id": plugin.ID(c), "claimed_by": nil, "claimed_until": nil}})
}

// claimFor takes a carrier order in a state for a job; nil when there is nothing to do
// now. What is not done now is done later.
func (d desk) claimFor(ctx context.Context, data plugin.Data, e *plugin.JobEvent, id int64, kind, state string) (*claim, error) {
	list, err := data.Find(ctx, order, plugin.Where{Match: plugin.Row{"id": id, "status": state}, Lock: true})
	if err != nil || len(list) == 0 {
		return nil, err
	}
	row, now := list[0], data.SQL().Now()
	if until := timeOf(row, "claimed_until"); until.After(now) && plugin.Int(row, "claimed_by") != e.ID {
		_, err := plugin.Enqueue(ctx, data.SQL(), plugin.NewJob{Kind: kind, Args: errand{id}, UniqueKey: fmt.Sprintf("%s:%d:claimed", kind, id), RunAt: until})
		return nil, err
	}
	by, err := data.Find(ctx, account, plugin.Where{Match: plugin.Row{"id": plugin.Int(row, "carrier_account_id")}, Lock: true})
	if err != nil || len(by) == 0 {
		return nil, err
	}
	if state == "awaited" && plugin.Text(by[0], "number_source") == fromPool {
		given, err := d.fromPool(ctx, data, row)
		if err != nil || given {
			return nil, err
		}
		row["tries"] = plugin.Int(row, "tries") + 1
		if err := data.Set(ctx, order, []plugin.Row{{"id": id, "tries": row["tries"]}}); err != nil {
			return nil, err
		}
		return nil, postpone(ctx, data, kind, row, wait(plugin.Int(row, "tries")+4, id), poolEmpty, "")
	}
	if until, why := mayAsk(by[0], row, now); why != "" {
		return nil, postpone(ctx, data, kind, row, until.Sub(now)+time.Duration(id%20)*time.Second/4, why, "")
	}
	return claimed(ctx, data, e, row, by[0])
}

// mayAsk says until when an account is not asked, and why; "" where it may be.
func mayAsk(by, row plugin.Row, now time.Time) (until time.Time, why string) {
	if rest := timeOf(by, "rest_until"); rest.After(now) {
		return rest, resting
	}
	if !plugin.Bool(by, "enabled") {
		return now.Add(longestWait), disabled
	}
	most := plugin.Int(by, "daily_limit")
	if most > 0 && !plugin.Bool(row, "asked") && plugin.Text(by, "used_on") == now.Format(time.DateOnly) && plugin.Int(by, "used_today") >= most {
		return now.Truncate(24 * time.Hour).Add(24 * time.Hour), dayFull
	}
	return now, ""
}

// claimed marks a carrier order as asked before anybody is.
func claimed(ctx context.Context, data plugin.Data, e *plugin.JobEvent, row, by plugin.Row) (*claim, error) {
	now, id := data.SQL().Now(), plugin.ID(row)
	s, ok, err := speakerOf(ctx, data, by)
	if err != nil {
		return nil, err
	}
	if !ok {
		return nil, postpone(ctx, data, takeJob, row, longestWait, noEndpoint, "")
	}
	what, err := described(ctx, data, row)
	if err != nil {
		return nil, err
	}
	c := &claim{call: call{speaker: s, event: e, order: id, at: now}, row: row, asked: plugin.Bool(row, "asked"), what: what}
	row["tries"] = plugin.Int(row, "tries") + 1
	mark := plugin.Row{"id": id, "tries": row["tries"], "claimed_by": e.ID, "claimed_until": now.Add(atWork), "asked": true}
	if err := data.Set(ctx, order, []plugin.Row{mark}); err != nil {
		return nil, fmt.Errorf("claim carrier order %d: %w", id, err)
	}
	return c, c.count(ctx, data, by)
}

// count counts the order among those of the day, and has only one call tried where the
// account had rested.
func (c *claim) count(ctx context.Context, data plugin.Data, by plugin.Row) error {
	row := plugin.Row{"id": plugin.ID(by)}
	if plugin.Int(by, "daily_limit") > 0 && !c.asked {
		row["used_on"], row["used_today"] = c.at.Format(time.DateOnly), int64(1)
		if plugin.Text(by, "used_on") == row["used_on"] {
			row["used_today"] = plugin.Int(by, "used_today") + 1
		}
	}
	if plugin.Int(by, "fails") >= mostFails {
		row["rest_until"] = c.at.Add(firstRest)
	}
	if len(row) == 1 {
		return nil
	}
	return data.Set(ctx, account, []plugin.Row{row})
}

// sweep has orders looked at again that nobody looks at: whose job was lost.
func sweep(ctx context.Context, e *plugin.JobEvent) error {
	return e.Write(ctx, func(ctx context.Context, data plugin.Data) error {
		var lost []struct {
			ID     int64  `db:"id"`
			Status string `db:"status"`
		}
		now := data.SQL().Now().Add(-2 * time.Minute).UnixMilli()
		err := data.SQL().Select(ctx, &lost, `SELECT id, status FROM carrier_order WHERE status IN ('awaited', 'voiding')
			AND COALESCE(next_at, updated_at) < ? AND COALESCE(claimed_until, 0) < ? ORDER BY id LIMIT 500`, now, now)
		if err != nil {
			return fmt.Errorf("look for lost carrier orders: %w", err)
		}
		for _, one := range lost {
			kind := takeJob
			if one.Status == "voiding" {
				kind = cancelJob
			}
			if err := soon(ctx, data.SQL(), kind, one.ID); err != nil {
				return err
			}
		}
		return nil
	})
}
