package network

import (
	"encoding/json"
	"errors"
	"fmt"
	"slices"
	"time"

	"github.com/wareloom/wareloom/tests/client"
)

// This file does what runtime-ui/src/data/client.ts does.

const attempts = 3 // of a call that is safe to send again

var lostStatuses = []int{401, 403, 406}

// errReloaded is that of a page that is gone, with all that it did not keep.
var errReloaded = errors.New("the page was reloaded")

// callError is a call without an answer (status 0), or whose answer is a refusal.
type callError struct {
	status int
	msg    string
}

func (e *callError) Error() string { return fmt.Sprintf("%d %s", e.status, e.msg) }

// passing tells that the same may be sent again: isPassing of inputQueue.ts.
func (e *callError) passing() bool { return e.status == 0 || e.status == 429 || e.status >= 500 }

// post is `exchange`: it sends until there is an answer, mends the clock, and ends the
// session at an answer that lost it.
func (d *device) post(path, key string, body, into any) error {
	err := d.persistently(path, key, body, into)
	if at, told := serverTime(err); told {
		d.did.clocks.Add(1)
		d.client.Adjust(at)
		err = d.persistently(path, key, body, into)
	}
	var refused *client.Refusal
	switch {
	case err == nil || errors.Is(err, errReloaded):
		return err
	case !errors.As(err, &refused):
		return &callError{msg: err.Error()}
	case slices.Contains(lostStatuses, refused.StatusCode):
		d.signedIn = false
		d.did.signedOut.Add(1)
	case refused.StatusCode == 500:
		d.Errorf("%s: %s", path, refused.Msg)
	}
	return &callError{refused.StatusCode, refused.Msg}
}

// persistently sends until there is an answer; each attempt has a nonce of its own.
func (d *device) persistently(path, key string, body, into any) error {
	for attempt := 1; ; attempt++ {
		err := d.client.CallAs(d.Context(), path, key, path, body, into)
		var refused *client.Refusal
		if err == nil || errors.As(err, &refused) {
			return err
		}
		if d.reloads(reloadsUnanswered) {
			return errReloaded
		}
		if key == "" || attempt == attempts {
			return err
		}
	}
}

// serverTime is what the answer says when only this device's clock was wrong.
func serverTime(err error) (at time.Time, told bool) {
	var refused *client.Refusal
	var data struct{ ServerTime int64 }
	if !errors.As(err, &refused) || refused.StatusCode != 406 || json.Unmarshal(refused.Data, &data) != nil || data.ServerTime == 0 {
		return at, false
	}
	return time.UnixMilli(data.ServerTime), true
}
