package live

import "sync"

// Names of events.
const (
	Release = "release" // Data: {"release": number}
	Data    = "data"    // Data: {"table": key}
	Job     = "job"     // Data: {"id": number}
	Notice  = "notice"  // Data: {"message": text}
)

// Event is one thing to tell.
type Event struct {
	Name   string
	Data   any
	Key    string // events of one name and key replace each other while they wait
	UserID int64  // who is told; 0 is everybody
	Table  string // told only to those who may read it; "" is everybody
}

// Hub hands events to subscriptions. The zero Hub is ready.
type Hub struct {
	mu    sync.Mutex
	open  map[*Subscription]struct{}
	of    map[int64]int // subscriptions by user
	done  bool
	relay func(Event) // to other processes; nil: there are none
}

// MostOfUser is how many subscriptions one user may have.
const MostOfUser = 50

// Publish gives the event to every subscription and waits for none.
func (h *Hub) Publish(e Event) {
	h.deliver(e)
	if h.relay != nil {
		h.relay(e)
	}
}

// Here gives the event to the subscriptions of this process alone, where each process
// tells its own.
func (h *Hub) Here(e Event) { h.deliver(e) }

// Recheck has every subscription look whether its user may still see what he sees.
func (h *Hub) Recheck() {
	h.mu.Lock()
	defer h.mu.Unlock()
	for s := range h.open {
		s.mu.Lock()
		s.recheck = true
		s.mu.Unlock()
		s.wake()
	}
}

// deliver gives the event to the subscriptions of this process.
func (h *Hub) deliver(e Event) {
	h.mu.Lock()
	defer h.mu.Unlock()
	for s := range h.open {
		s.add(e)
	}
}

// Closed reports whether the process ends: what waits shall not wait on.
func (h *Hub) Closed() bool {
	h.mu.Lock()
	defer h.mu.Unlock()
	return h.done
}

// Subscribe opens a subscription; Close ends it. It is nil when the user has too many.
func (h *Hub) Subscribe(userID int64) *Subscription {
	s := &Subscription{hub: h, userID: userID, ready: make(chan struct{}, 1), waiting: map[slot]int{}}
	h.mu.Lock()
	defer h.mu.Unlock()
	if h.done {
		close(s.ready)
		return s
	}
	if h.of[userID] >= MostOfUser {
		return nil
	}
	if h.open == nil {
		h.open, h.of = map[*Subscription]struct{}{}, map[int64]int{}
	}
	h.open[s] = struct{}{}
	h.of[userID]++
	return s
}

// Close ends all subscriptions, so that a server can stop.
func (h *Hub) Close() {
	h.mu.Lock()
	defer h.mu.Unlock()
	h.done = true
	for s := range h.open {
		delete(h.open, s)
		close(s.ready)
	}
}

// slot is what events replace each other in.
type slot struct{ name, key string }

// Subscription collects the events of one connection.
type Subscription struct {
	hub     *Hub
	userID  int64
	ready   chan struct{}
	mu      sync.Mutex
	events  []Event
	waiting map[slot]int
	recheck bool
}

// Ready receives when there is something to take, and is closed with the hub.
func (s *Subscription) Ready() <-chan struct{} { return s.ready }

// Take gives what has been published since the last call.
func (s *Subscription) Take() []Event {
	s.mu.Lock()
	defer s.mu.Unlock()
	events := s.events
	s.events = nil
	clear(s.waiting)
	return events
}

// Rechecks tells, once, that rights or sessions changed since the last call.
func (s *Subscription) Rechecks() bool {
	s.mu.Lock()
	defer s.mu.Unlock()
	changed := s.recheck
	s.recheck = false
	return changed
}

// Close ends the subscription. It may be called more than once.
func (s *Subscription) Close() {
	s.hub.mu.Lock()
	defer s.hub.mu.Unlock()
	if _, open := s.hub.open[s]; !open {
		return
	}
	delete(s.hub.open, s)
	if s.hub.of[s.userID]--; s.hub.of[s.userID] == 0 {
		delete(s.hub.of, s.userID)
	}
}

// add runs under the hub's lock, so the channel cannot be closed meanwhile.
func (s *Subscription) add(e Event) {
	if e.UserID != 0 && e.UserID != s.userID {
		return
	}
	s.put(e)
	s.wake()
}

func (s *Subscription) wake() {
	select {
	case s.ready <- struct{}{}:
	default:
	}
}

func (s *Subscription) put(e Event) {
	s.mu.Lock()
	defer s.mu.Unlock()
	at := slot{e.Name, e.Key}
	if i, waits := s.waiting[at]; waits {
		s.events[i] = e
		return
	}
	s.waiting[at] = len(s.events)
	s.events = append(s.events, e)
}
