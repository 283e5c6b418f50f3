package network

import (
	"errors"
	"fmt"
	"math/rand/v2"
	"sync/atomic"
	"testing"

	"github.com/wareloom/wareloom/engine/cmd/wareloom/apptest"
	"github.com/wareloom/wareloom/tests/client"
)

// How often, of a thousand, a page is reloaded.
const (
	reloadsUnanswered = 60 // when a call has no answer
	reloadsUnkept     = 2  // before a change is kept
	reloadsKept       = 2  // after it
)

// endsLogin is how often, of a thousand inputs, the login is ended elsewhere.
const endsLogin = 10

// deeds counts what the devices went through.
type deeds struct {
	scans, accepted, refused, again, repeated, returned, givenBack, forgotten atomic.Int64
	reloads, ended, expired, signedOut, signedIn, clocks, undone              atomic.Int64
}

// device is a handheld with its person.
type device struct {
	testing.TB
	name     string
	client   *client.Client
	road     *road
	random   *rand.Rand
	did      *deeds
	book     *book
	hall     *hall
	params   m                 // of its stations
	store    map[string][]byte // what the browser keeps: by station, the task
	signedIn bool

	page  *queue // nil: no task is open
	rest  []act  // what the person is about to do without looking
	hands map[string]*does
	bill  string          // that the person left open, and goes on with
	tired map[string]bool // stations with nothing left to do
}

// reloads tells by chance whether the page goes now.
func (d *device) reloads(share int) bool {
	if d.random.IntN(1000) >= share {
		return false
	}
	d.did.reloads.Add(1)
	return true
}

// work has the person work at one station after another, until enough was scanned.
func (d *device) work(enough func() bool) {
	for !enough() && !d.Failed() {
		station := d.choose()
		if station == "" {
			return
		}
		stint := 5 + d.random.IntN(60)
		d.at(station, func() (bool, error) { stint--; return stint > 0 && !enough() && !d.tired[station], d.step() })
		if d.random.IntN(3) == 0 {
			d.at(station, func() (bool, error) { return false, d.putDown() })
		}
	}
}

// finish has every task that the device keeps answered, on a page opened anew.
func (d *device) finish() {
	for station := range d.store {
		d.at(station, func() (bool, error) { return false, d.page.flush() })
		if d.page != nil && len(d.page.task.Waiting) > 0 {
			d.Errorf("%s at %s keeps %d inputs that nobody answered", d.name, station, len(d.page.task.Waiting))
		}
	}
	d.road.end()
}

// at opens a station and does something there, again and again while it says so. When the
// page goes or the login ends, the station is opened anew, after signing in.
func (d *device) at(station string, do func() (again bool, err error)) {
	for again, open := true, false; again && !d.Failed(); {
		var err error
		if !d.signedIn {
			err, open = d.signIn(), false
		}
		if err == nil && !open {
			err = d.enter(station)
		}
		if open = err == nil && d.signedIn; open {
			again, err = do()
		}
		switch {
		case errors.Is(err, errReloaded):
			open, again = false, true
		case err != nil:
			d.Errorf("%s at %s: %v", d.name, station, err)
		case !d.signedIn:
			again = true
		}
	}
}

func (d *device) signIn() error {
	for try := 0; !d.signedIn; try++ {
		err := d.client.SignIn(d.Context(), d.name, apptest.Password)
		var refused *client.Refusal
		if d.signedIn = err == nil; errors.As(err, &refused) || try > endless {
			return fmt.Errorf("sign in: %w", err)
		}
	}
	d.did.signedIn.Add(1)
	return nil
}

// step does the next thing that the screen asks for.
func (d *device) step() error {
	if d.random.IntN(1000) < endsLogin {
		if err := d.hall.endLogin(d); err != nil {
			return err
		}
	}
	next := d.more()
	if next == nil {
		d.rest = d.burst()
		next = d.more()
	}
	if next == nil {
		return fmt.Errorf("nobody knows step %s", d.page.task.Screen.Step)
	}
	if err := d.page.add(*next); err != nil {
		return err
	}
	// Scans that come faster than answers go together.
	for d.random.IntN(3) == 0 {
		next := d.more()
		if next == nil {
			break
		}
		if err := d.page.add(*next); err != nil {
			return err
		}
	}
	return d.page.flush()
}

// more is the next thing that the person does without looking; nil when he looks.
func (d *device) more() *act {
	if len(d.rest) == 0 {
		return nil
	}
	next := d.rest[0]
	d.rest = d.rest[1:]
	return &next
}

// putDown ends a stint: the task is parked from the station, parked on the way elsewhere,
// or only left.
func (d *device) putDown() error {
	if d.page.isFree() {
		return nil
	}
	if d.random.IntN(2) == 0 {
		return d.page.setAside()
	}
	if err := d.page.add(act{kind: "park"}); err != nil {
		return err
	}
	return d.page.flush()
}

// hear hears how an input went, and enters it in the book.
func (q *queue) hear(session int64, one waiting, told result) (good bool) {
	if told.Seq != one.Input.Seq {
		q.Errorf("%s: input %d is answered as %d", q.name, one.Input.Seq, told.Seq)
	}
	if !told.OK {
		q.did.refused.Add(1)
		q.refused(told)
		return false
	}
	if q.book.enter(session, one) {
		q.did.accepted.Add(1)
		q.accepted(one)
	} else {
		q.did.repeated.Add(1)
	}
	return true
}
