package httpapi

import (
	"encoding/json"
	"fmt"
	"net/http"
	"time"

	"github.com/labstack/echo/v4"

	"github.com/wareloom/wareloom/engine/fault"
	"github.com/wareloom/wareloom/engine/live"
)

// Times of a live connection.
const (
	liveKeepAlive = 20 * time.Second       // between comments, so that proxies keep it open
	liveGather    = 250 * time.Millisecond // changes are gathered before they are sent
	liveWrite     = 10 * time.Second       // longest write to a slow client
)

// waitForStream is how long who has too many streams is asked to wait, in seconds.
const waitForStream = 30

// live sends events until the client or the server goes.
func (a *API) live(q *request) (any, error) {
	events := a.Live.Subscribe(q.actor().UserID)
	if events == nil {
		return nil, fault.New(fault.TooMany, "live.too_many", "max", live.MostOfUser).With(map[string]any{"retryAfter": waitForStream})
	}
	return stream{events}, nil
}

// stream is an answer that goes on.
type stream struct{ events *live.Subscription }

func (s stream) answer(q *request) error {
	defer s.events.Close()
	h := q.Response().Header()
	h.Set(echo.HeaderContentType, "text/event-stream")
	h.Set("X-Accel-Buffering", "no")
	q.Response().WriteHeader(http.StatusOK)
	if err := q.push(fmt.Sprintf("event: release\ndata: {\"release\":%d}\n\n", q.api.Catalog.Current().Number)); err != nil {
		return nil // the client went
	}
	_ = http.NewResponseController(q.Response()).SetReadDeadline(time.Time{}) // nothing more is read, however long it lasts
	alive := time.NewTicker(liveKeepAlive)
	defer alive.Stop()
	for {
		select {
		case <-q.ctx.Done():
			return nil
		case <-alive.C:
			if !q.lookAgain() || q.push(": \n\n") != nil {
				return nil
			}
		case _, open := <-s.events.Ready():
			if !open || !s.serve(q) {
				return nil
			}
		}
	}
}

// serve sends what waits, to who may still see it; false when the stream ends.
func (s stream) serve(q *request) bool {
	if s.events.Rechecks() && !q.lookAgain() {
		return false
	}
	time.Sleep(liveGather)
	events := s.events.Take()
	if s.events.Rechecks() && !q.lookAgain() { // before the events, which may be younger than the change
		return false
	}
	return q.pushAll(events) == nil
}

// lookAgain finds the release, the session and the rights as they are now; false when
// the session was ended elsewhere.
func (q *request) lookAgain() bool {
	q.release = q.api.Catalog.Current()
	if err := inTurn(q.signIn, q.look, q.findRights); err != nil {
		code := fault.CodeOf(err)
		return code != fault.Unauthenticated && code != fault.Denied && code != fault.Forbidden
	}
	return true
}

func (q *request) pushAll(events []live.Event) error {
	for _, e := range events {
		if e.Table != "" && !q.rights.Sees(e.Table) {
			continue
		}
		data, err := json.Marshal(e.Data)
		if err != nil {
			return fmt.Errorf("encode event %s: %w", e.Name, err)
		}
		if err := q.push(fmt.Sprintf("event: %s\ndata: %s\n\n", e.Name, data)); err != nil {
			return err
		}
	}
	return nil
}

// push writes one piece; the server's own write deadline does not fit a stream.
func (q *request) push(text string) error {
	control := http.NewResponseController(q.Response())
	if err := control.SetWriteDeadline(time.Now().Add(liveWrite)); err != nil {
		return fmt.Errorf("set write deadline: %w", err)
	}
	if _, err := q.Response().Write([]byte(text)); err != nil {
		return err
	}
	return control.Flush()
}
