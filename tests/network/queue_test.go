package network

import (
	"encoding/json"
	"errors"
	"fmt"
	"slices"
	"time"
)

// This file does what runtime-ui/src/data/inputQueue.ts does, and httpProvider.ts for it.

const (
	most    = 50   // inputs sent at once
	endless = 1000 // attempts after which a device is stuck
)

// input is one thing that a person did.
type input struct {
	Seq   int64     `json:"seq"`
	Step  string    `json:"step,omitempty"`
	Kind  string    `json:"kind"`
	Value any       `json:"value"`
	At    time.Time `json:"at"`
}

// waiting is an input that the server has not answered, with what it does.
type waiting struct {
	Input input
	Does  does
}

// task is what a device keeps of a task that it is in the middle of.
type task struct {
	Session int64
	Seq     int64 // of the last input made
	Screen  screen
	Waiting []waiting
	Good    int64 // number of the newest input in the log that was good
}

// screen is what a person reads of it.
type screen struct {
	Step   string
	Max    string
	Target []struct{ Field, Value string }
}

// fact is one that a screen shows.
func (s screen) fact(field string) string {
	for _, one := range s.Target {
		if one.Field == field {
			return one.Value
		}
	}
	return ""
}

type result struct {
	Seq     int64
	OK      bool
	Code    string
	Message string
}

// answer is what the server says of inputs, and of a start or a resume.
type answer struct {
	Session int64
	Seq     *int64
	Results []result
	Screen  screen
}

// queue numbers inputs when they are made, keeps them until they are answered and sends
// them in order.
type queue struct {
	*device
	station string
	task    task
}

// add numbers an input and keeps it.
func (q *queue) add(a act) error {
	q.did.scans.Add(1)
	seq := q.task.Seq + 1
	one := waiting{input{Seq: seq, Step: a.step, Kind: a.kind, Value: a.value, At: time.Now().UTC().Truncate(time.Millisecond)}, a.does}
	return q.change(func(t *task) { t.Seq, t.Waiting = seq, append(t.Waiting, one) })
}

// flush sends what waits, until all is answered or nobody is signed in.
func (q *queue) flush() error {
	for attempt := 1; len(q.task.Waiting) > 0; attempt++ {
		batch := slices.Clone(q.task.Waiting[:min(most, len(q.task.Waiting))])
		told, err := q.send(batch)
		var refused *callError
		switch {
		case err == nil:
			attempt = 0
			err = q.settle(batch, told)
		case !errors.As(err, &refused): // the page is gone
		case slices.Contains(lostStatuses, refused.status):
			return nil
		case refused.passing():
			q.did.again.Add(1)
			if err = nil; attempt > endless {
				err = fmt.Errorf("stuck: %w", refused)
			}
		default:
			err = q.giveBack(refused)
		}
		if err != nil {
			return err
		}
	}
	return nil
}

// send sends inputs; what the person does meanwhile waits behind them.
func (q *queue) send(batch []waiting) (told answer, err error) {
	inputs := make([]input, len(batch))
	for i, one := range batch {
		inputs[i] = one.Input
	}
	told, err = q.ask(inputs)
	if err == nil && q.random.IntN(4) == 0 {
		if meanwhile := q.more(); meanwhile != nil {
			err = q.add(*meanwhile)
		}
	}
	return told, err
}

// ask sends inputs under the key that httpProvider.ts gives them.
func (q *queue) ask(inputs []input) (told answer, err error) {
	last := inputs[len(inputs)-1]
	key := fmt.Sprintf("%d.%d.%d.%d", q.task.Session, inputs[0].Seq, last.Seq, last.At.UnixMilli())
	body := m{"session": q.task.Session, "inputs": inputs, "knows": true}
	err = q.post("station/"+q.station+"/input", key, body, &told)
	return told, err
}

// settle takes over what the server said of a batch, in one go.
func (q *queue) settle(batch []waiting, told answer) error {
	answered := batch[:min(len(batch), len(told.Results))]
	good := q.hearAll(answered, told.Results)
	q.task.Waiting, q.task.Screen = q.task.Waiting[len(answered):], told.Screen
	switch {
	case !good:
		return q.giveBack(nil)
	case len(answered) == 0:
		return q.giveBack(&callError{500, "no result"})
	}
	err := q.keep()
	if err == nil && answered[len(answered)-1].Input.Kind == "park" {
		err = q.end()
	}
	return err
}

// hearAll hears how inputs went; false when one was refused.
func (q *queue) hearAll(answered []waiting, told []result) (good bool) {
	for i, one := range answered {
		if !q.hear(q.task.Session, one, told[i]) {
			return false
		}
		q.task.Good = one.Input.Seq
	}
	return true
}

// giveBack frees the numbers of what the server has not applied; the person does it again.
func (q *queue) giveBack(reason *callError) error {
	q.rest = nil // looks at the screen again
	if len(q.task.Waiting) == 0 {
		return q.keep()
	}
	q.did.returned.Add(int64(len(q.task.Waiting)))
	err := q.change(func(t *task) { t.Seq, t.Waiting = t.Waiting[0].Input.Seq-1, nil })
	if err == nil && reason != nil {
		q.did.givenBack.Add(1)
		err = q.askAgain()
	}
	return err
}

// adopt takes over what the server shows, unless inputs are still on their way.
func (q *queue) adopt(told answer, since int64) error {
	if len(q.task.Waiting) > 0 || q.task.Seq != since {
		return nil
	}
	return q.change(func(t *task) {
		t.Screen = told.Screen
		if told.Seq != nil {
			t.Seq = *told.Seq
		}
	})
}

// change changes the task and keeps it.
func (q *queue) change(how func(*task)) error {
	how(&q.task)
	return q.keep()
}

// keep keeps the task as it is; the page may go before that, and after it.
func (q *queue) keep() error {
	if q.reloads(reloadsUnkept) {
		return errReloaded
	}
	text, err := json.Marshal(q.task)
	if err != nil {
		return err
	}
	q.store[q.station] = text
	if q.reloads(reloadsKept) {
		return errReloaded
	}
	return nil
}
