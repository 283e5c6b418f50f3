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

// live sends events until the client or the server goes.
func (a *API) live(q *request) (any, error) {
	return stream{a.Live.Subscribe(q.actor().UserID)}, nil
}

// stream is an answer that goes on.
type stream struct{ events *live.Subscription }

func (s stream) answer(q *request) error {
	defer s.events.Close()
	h := q.Response().Header()
	h.Set(echo.HeaderContentType, "text/event-stream")
	h.Set("X-Accel-Buffering", "no")
	q.Response().WriteHeader(http.StatusOK)
	if err := q.push(fmt.Sprintf("event: release\ndata: {\"release\":%d}\n\n", q.release.Number)); err != nil {
		return nil //nolint:nilerr // the client went
	}
	alive := time.NewTicker(liveKeepAlive)
	defer alive.Stop()
	for {
		select {
		case <-q.ctx.Done():
			return nil
		case <-alive.C:
			if !q.stillSignedIn() || q.push(": \n\n") != nil {
				return nil
			}
		case _, open := <-s.events.Ready():
			if !open {
				return nil
			}
			time.Sleep(liveGather)
			if err := q.pushAll(s.events.Take()); err != nil {
				return nil //nolint:nilerr // the client went
			}
		}
	}
}

// stillSignedIn ends the stream of a session that was ended elsewhere.
func (q *request) stillSignedIn() bool {
	_, err := q.who()
	return fault.CodeOf(err) != fault.Unauthenticated
}

func (q *request) pushAll(events []live.Event) error {
	for _, e := range events {
		if e.Table != "" && !q.rights.Can(e.Table+".read") {
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
