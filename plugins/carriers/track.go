package carriers

import (
	"context"
	"fmt"
	"time"

	"github.com/wareloom/wareloom/engine/fault"
	"github.com/wareloom/wareloom/engine/plugin"
	"github.com/wareloom/wareloom/plugins/carriers/house"
)

const (
	routeTask = "route_task"
	trackJob  = "carriers.track"
)

// Bounds of one run of a route task: pages of a house that goes by cursor, and numbers that
// one is asked for at once by others.
const (
	mostPages   = 50
	mostNumbers = 100
	mostParcels = 2000
)

// routes has the route tasks run that are due.
func routes(ctx context.Context, e *plugin.JobEvent) error {
	return e.Write(ctx, func(ctx context.Context, data plugin.Data) error {
		var due []int64
		err := data.SQL().Select(ctx, &due, `SELECT id FROM route_task WHERE status = 'active' AND next_run_at <= ? ORDER BY next_run_at LIMIT 100`, data.SQL().Now().UnixMilli())
		if err != nil {
			return fmt.Errorf("look for route tasks: %w", err)
		}
		for _, id := range due {
			if err := soon(ctx, data.SQL(), trackJob, id); err != nil {
				return err
			}
		}
		return nil
	})
}

// runNow follows a person who wants a route task to run.
func runNow(ctx context.Context, e *plugin.ActEvent) error {
	for _, head := range e.Heads {
		if err := soon(ctx, e.Tx, trackJob, plugin.ID(head)); err != nil {
			return err
		}
	}
	return nil
}

// routeRun is one run of a route task.
type routeRun struct {
	call
	task    plugin.Row
	numbers []string // of parcels on their way by this carrier
}

// track is the job that fetches what happened to the parcels of an account. Each page is
// written with the cursor behind it, so that a run that is cut off goes on where it was.
func track(ctx context.Context, e *plugin.JobEvent) error {
	var w errand
	if err := e.Args(&w); err != nil {
		return err
	}
	var r *routeRun
	err := e.Write(ctx, func(ctx context.Context, data plugin.Data) (err error) {
		r, err = runOf(ctx, data, e, w.ID)
		return err
	})
	if err != nil || r == nil {
		return err
	}
	for _, part := range r.parts() {
		for range mostPages {
			answer, failed := r.ask(ctx, house.Question{Ask: house.Track, Numbers: part, Cursor: plugin.Text(r.task, "cursor")})
			err := e.Write(ctx, func(ctx context.Context, data plugin.Data) error { return r.page(ctx, data, answer, failed) })
			if err != nil || failed != nil {
				return err
			}
			if answer.Cursor == "" || answer.Cursor == plugin.Text(r.task, "cursor") {
				break
			}
			r.task["cursor"] = answer.Cursor
		}
	}
	return nil
}

// runOf reads a route task, the way to its house, and the parcels on their way; nil where
// there is nothing to ask.
func runOf(ctx context.Context, data plugin.Data, e *plugin.JobEvent, id int64) (*routeRun, error) {
	list, err := data.Find(ctx, routeTask, plugin.Where{Match: plugin.Row{"id": id, "status": "active"}, Lock: true})
	if err != nil || len(list) == 0 {
		return nil, err
	}
	by, err := data.Get(ctx, account, plugin.Int(list[0], "carrier_account_id"))
	if err != nil {
		return nil, err
	}
	now := data.SQL().Now()
	next := now.Add(time.Duration(plugin.Int(list[0], "every_minutes")) * time.Minute)
	if err := data.Set(ctx, routeTask, []plugin.Row{{"id": id, "last_run_at": now, "next_run_at": next}}); err != nil {
		return nil, err
	}
	s, ok, err := speakerOf(ctx, data, by)
	if err != nil || !ok {
		return nil, err
	}
	r := &routeRun{call: call{speaker: s, event: e, at: now}, task: list[0]}
	err = data.SQL().Select(ctx, &r.numbers, `SELECT tracking_no FROM waybill WHERE carrier_id = ? AND tracking_no IS NOT NULL
		AND status IN ('last_mile', 'returned') ORDER BY id DESC LIMIT `+fmt.Sprint(mostParcels), plugin.Int(by, "carrier_id"))
	if err != nil {
		return nil, fmt.Errorf("read parcels of account %d: %w", plugin.ID(by), err)
	}
	return r, nil
}

// parts are the numbers as many at a time as a house is asked for; one that goes by a
// cursor is asked without.
func (r *routeRun) parts() (all [][]string) {
	for at := 0; at < len(r.numbers); at += mostNumbers {
		all = append(all, r.numbers[at:min(at+mostNumbers, len(r.numbers))])
	}
	if len(all) == 0 {
		return [][]string{nil}
	}
	return all
}

// page writes what one answer told.
func (r *routeRun) page(ctx context.Context, data plugin.Data, answer house.Answer, failed error) error {
	if err := r.keep(ctx, data); err != nil {
		return err
	}
	r.logs = nil
	id := plugin.ID(r.task)
	if failed != nil {
		if err := data.Add(ctx, routeTask, []plugin.Row{{"id": id, "fail_count": int64(1)}}); err != nil {
			return err
		}
		return data.Set(ctx, routeTask, []plugin.Row{{"id": id, "failure": clipped(wordsOf(failed))}})
	}
	came, err := heard(ctx, data, r.id, answer.Events)
	if err != nil {
		return err
	}
	row := plugin.Row{"id": id, "failure": nil}
	if answer.Cursor != "" {
		row["cursor"] = answer.Cursor
	}
	if err := data.Set(ctx, routeTask, []plugin.Row{row}); err != nil {
		return err
	}
	return data.Add(ctx, routeTask, []plugin.Row{{"id": id, "fine_count": int64(1), "event_count": came}})
}

// heard writes events of a carrier's parcels, each once, and gives how many were new. What
// is about no parcel of ours is passed over.
func heard(ctx context.Context, data plugin.Data, by int64, events []house.Event) (came int64, err error) {
	if len(events) == 0 {
		return 0, nil
	}
	from, err := data.Get(ctx, account, by)
	if err != nil {
		return 0, err
	}
	for _, e := range events {
		parcels, err := data.Find(ctx, waybill, plugin.Where{Match: plugin.Row{"carrier_id": from["carrier_id"], "tracking_no": e.Number}, Sort: []string{"-id"}, Limit: 1, Lock: true})
		if err != nil {
			return came, err
		}
		if len(parcels) == 0 {
			continue
		}
		fresh, err := happened(ctx, data, parcels[0], e)
		if err != nil {
			return came, err
		}
		if fresh {
			came++
		}
	}
	return came, nil
}

// happened writes an event of a parcel, and takes the step that it means. A parcel never
// comes back from delivered by an event that is late.
func happened(ctx context.Context, data plugin.Data, w plugin.Row, e house.Event) (bool, error) {
	known, err := data.Find(ctx, tracking, plugin.Where{Match: plugin.Row{"waybill_id": plugin.ID(w), "event_ref": e.Ref}, Limit: 1})
	if err != nil || len(known) > 0 {
		return false, err
	}
	row := plugin.Row{
		"waybill_id": plugin.ID(w), "happened_at": e.At, "tracking_code": e.Code, "tracking_source": "carrier", "event_ref": e.Ref, "raw_code": e.Raw,
	}
	if e.Place != "" {
		row["place"] = clipped(e.Place)
	}
	if e.Text != "" {
		row["note"] = clipped(e.Text)
	}
	if _, err := data.Save(ctx, tracking, row); err != nil {
		return false, err
	}
	if plugin.Text(w, "status") != "last_mile" {
		return true, nil
	}
	switch e.Code {
	case "delivered":
		_, err = data.Act(ctx, waybill, "deliver", plugin.ID(w), nil)
	case "return_to_sender":
		_, err = data.Act(ctx, waybill, "give_back", plugin.ID(w), plugin.Row{"reason": plugin.Text(row, "note")})
	}
	if why, ok := fault.As(err); ok && why.Code == fault.Conflict {
		return true, nil // a person decides
	}
	return true, err
}
