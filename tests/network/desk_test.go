package network

import (
	"encoding/json"
	"errors"
	"fmt"
	"time"

	"github.com/wareloom/wareloom/engine/auth"
)

// This file does what runtime-ui/src/screens/station/desk.ts does.

// enter opens a station: in the task that this device is in the middle of, else in its
// first question.
func (d *device) enter(station string) error {
	d.page, d.rest = nil, nil
	if text, kept := d.store[station]; kept {
		q := &queue{device: d, station: station}
		if err := json.Unmarshal(text, &q.task); err != nil {
			return err
		}
		d.page = q
		if err := q.look(); err != nil {
			return err
		}
	}
	if d.page == nil {
		return d.start(station)
	}
	return nil
}

// look shows the task as the server has it now, and sends what waits.
func (q *queue) look() error {
	since := q.task.Seq
	var told answer
	err := q.post("station/"+q.station+"/resume", "", m{"session": q.task.Session}, &told)
	var refused *callError
	switch {
	case err == nil:
		err = q.adopt(told, since)
	case errors.As(err, &refused) && (refused.status == 404 || refused.status == 409):
		q.did.forgotten.Add(1)
		q.forget()
		return nil
	case errors.As(err, &refused): // without an answer the device goes on with what it has
		err = nil
	}
	if err != nil || !q.signedIn {
		return err
	}
	return q.flush()
}

// askAgain is of a task of which the server knows more than this device, or nothing.
func (q *queue) askAgain() error {
	if err := q.look(); err != nil || q.page != nil || !q.signedIn {
		return err
	}
	return q.enter(q.station)
}

// start begins a task, under a new key each time that the person asks for it.
func (d *device) start(station string) error {
	for try := 0; d.signedIn; try++ {
		var told answer
		err := d.post("station/"+station+"/start", auth.NewID(), m{"params": d.params}, &told)
		var refused *callError
		switch {
		case err == nil:
			q := &queue{device: d, station: station, task: task{Session: told.Session, Screen: told.Screen}}
			d.page = q
			return q.keep()
		case !errors.As(err, &refused):
			return err
		case !refused.passing() && d.signedIn || try > endless:
			return fmt.Errorf("start: %w", refused)
		}
	}
	return nil
}

// setAside parks the task for its person, beside the queue; this device keeps what it
// knows of it.
func (q *queue) setAside() error {
	park := input{Seq: q.task.Seq + 1, Kind: "park", At: time.Now().UTC().Truncate(time.Millisecond)}
	_, err := q.ask([]input{park})
	if err == nil {
		return q.change(func(t *task) { t.Seq = park.Seq })
	}
	if errors.Is(err, errReloaded) {
		return err
	}
	return nil // without an answer the task stays open for its person, who finds it alike
}

// end leads from a task that was put down to the first question.
func (q *queue) end() error {
	q.forget()
	return q.start(q.station)
}

func (q *queue) forget() {
	if waits := len(q.task.Waiting); waits > 0 {
		q.did.returned.Add(int64(waits))
	}
	delete(q.store, q.station)
	q.page = nil
}
