package httpapi

import (
	"sync"

	"github.com/wareloom/wareloom/engine/fault"
	"github.com/wareloom/wareloom/engine/files"
)

// Limits bound what one user takes of the server; a zero member is its default.
type Limits struct {
	Calls  int   // that are answered at once, streams apart
	Unheld int64 // bytes of files that he brought and no record holds
}

// The defaults of Limits.
const (
	DefaultCalls  = 100
	DefaultUnheld = 2 << 30
)

func (l Limits) calls() int {
	if l.Calls > 0 {
		return l.Calls
	}
	return DefaultCalls
}

func (l Limits) unheld() int64 {
	if l.Unheld > 0 {
		return l.Unheld
	}
	return DefaultUnheld
}

// shares count the calls that are under way, of each user, and of each address for
// those whom nobody signed.
type shares struct {
	mu sync.Mutex
	of map[sender]int
}

// enter counts a call unless its sender has as many as he may.
func (s *shares) enter(who sender, most int) bool {
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.of[who] >= most {
		return false
	}
	if s.of == nil {
		s.of = map[sender]int{}
	}
	s.of[who]++
	return true
}

func (s *shares) leave(who sender) {
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.of[who]--; s.of[who] <= 0 {
		delete(s.of, who)
	}
}

// takeShare counts the call among those of its user until its end. A stream has a
// bound of its own. The TooMany fault request.too_many.
func (q *request) takeShare() error {
	if q.route.timeout < 0 {
		return nil
	}
	who := sender{user: q.actor().UserID}
	if !q.signedIn() {
		who.address = q.RealIP()
	}
	most := q.api.Limits.calls()
	if !q.api.shares.enter(who, most) {
		return fault.New(fault.TooMany, "request.too_many", "max", most, "seconds", waitSeconds).With(map[string]any{"retryAfter": waitSeconds})
	}
	q.last = append(q.last, func() { q.api.shares.leave(who) })
	return nil
}

// unheldRoom is what the caller may bring that no record holds.
func (q *request) unheldRoom() files.Room {
	return files.Room{Most: q.api.Limits.unheld(), Holders: files.Holders(q.release)}
}
