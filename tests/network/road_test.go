package network

import (
	"bytes"
	"context"
	"errors"
	"io"
	"math/rand/v2"
	"net/http"
	"sync"
	"sync/atomic"
)

// What happens to a call, of a thousand.
const (
	losesCall     = 100 // before it is sent
	losesAnswer   = 100 // the server has done it
	doublesAtOnce = 50
	doublesLate   = 50 // the copy comes after calls that were made later
	holdsBack     = 50 // the device is told that there is no answer, and the call comes late
)

// mostLater is how many calls of its device may overtake one.
const mostLater = 12

// errCut is all that a device learns of a network that failed.
var errCut = errors.New("the network is gone")

// faults counts what was done to the calls of all devices.
type faults struct {
	calls, lostCalls, lostAnswers, doubled, doubledLate, heldBack, overtaken, replayed atomic.Int64
}

// road is the network between one device and the server.
type road struct {
	under  http.RoundTripper
	random *rand.Rand
	faults *faults

	calls int // so far
	late  []*lateCall
	going sync.WaitGroup // copies whose answers nobody hears
}

// lateCall is a call that comes when others have come that were made after it.
type lateCall struct {
	*http.Request
	body []byte
	due  int
}

// RoundTrip carries a call, or does not.
func (r *road) RoundTrip(call *http.Request) (*http.Response, error) {
	body, err := io.ReadAll(call.Body)
	if err != nil {
		return nil, err
	}
	r.calls++
	r.faults.calls.Add(1)
	r.deliver(r.calls)
	at := r.random.IntN(1000)
	is := func(share int) bool { at -= share; return at < 0 }
	switch {
	case is(losesCall):
		r.faults.lostCalls.Add(1)
		return nil, errCut
	case is(losesAnswer):
		r.faults.lostAnswers.Add(1)
		r.drop(r.send(call, body))
		return nil, errCut
	case is(doublesAtOnce):
		r.faults.doubled.Add(1)
		return r.twice(call, body)
	case is(doublesLate):
		r.faults.doubledLate.Add(1)
		r.hold(call, body)
	case is(holdsBack):
		r.faults.heldBack.Add(1)
		r.hold(call, body)
		return nil, errCut
	}
	return r.send(call, body)
}

// send sends a call of its own, that outlives who waits for its answer.
func (r *road) send(call *http.Request, body []byte) (*http.Response, error) {
	one := call.Clone(context.WithoutCancel(call.Context()))
	one.Body = io.NopCloser(bytes.NewReader(body))
	return r.under.RoundTrip(one)
}

// drop hears an answer for nobody.
func (r *road) drop(answer *http.Response, err error) {
	if err != nil {
		return
	}
	if answer.StatusCode == http.StatusNotAcceptable {
		r.faults.replayed.Add(1)
	}
	_, _ = io.Copy(io.Discard, answer.Body)
	_ = answer.Body.Close()
}

// twice sends a call and its copy at once; the device hears either answer.
func (r *road) twice(call *http.Request, body []byte) (*http.Response, error) {
	answers, errs := [2]*http.Response{}, [2]error{}
	var both sync.WaitGroup
	for i := range answers {
		both.Go(func() { answers[i], errs[i] = r.send(call, body) })
	}
	both.Wait()
	heard := r.random.IntN(2)
	r.drop(answers[1-heard], errs[1-heard])
	return answers[heard], errs[heard]
}

// hold keeps a call for later.
func (r *road) hold(call *http.Request, body []byte) {
	r.late = append(r.late, &lateCall{call, body, r.calls + 1 + r.random.IntN(mostLater)})
}

// deliver sends the late calls that are due: before the device's next one, or beside it.
func (r *road) deliver(now int) {
	kept := r.late[:0]
	for _, one := range r.late {
		if one.due > now {
			kept = append(kept, one)
			continue
		}
		r.faults.overtaken.Add(1)
		if send := func() { r.drop(r.send(one.Request, one.body)) }; r.random.IntN(2) == 0 {
			send()
		} else {
			r.going.Go(send)
		}
	}
	r.late = kept
}

// end delivers all that is late.
func (r *road) end() {
	r.deliver(r.calls + mostLater + 1)
	r.going.Wait()
}
