package live

import (
	"context"
	"encoding/json"
	"fmt"
	"log/slog"
	"time"

	"github.com/wareloom/wareloom/engine/store"
)

// Channel is where processes tell each other their events.
const Channel = "wareloom_live"

// Bounds of what is relayed: events that wait, for how long others are gathered, and bytes
// of one message.
const (
	mostWaiting = 1000
	gatherFor   = 25 * time.Millisecond
	mostRelayed = 7000
)

// Relay takes the events of one process to the subscriptions of the others. A hub
// without one serves its own process only.
type Relay struct {
	DB   *store.DB
	Hub  *Hub
	Self string // name of this process, unlike all others
	Log  *slog.Logger

	waiting chan Event
}

// Start has the hub hand its events over. What cannot be told in time is dropped:
// browsers look again by themselves.
func (r *Relay) Start() {
	if r.DB.Dialect() != store.Postgres {
		return
	}
	r.waiting = make(chan Event, mostWaiting)
	r.Hub.relay = func(e Event) {
		select {
		case r.waiting <- e:
		default:
		}
	}
}

// relayed is a message between processes.
type relayed struct {
	From   string  `json:"from"`
	Events []Event `json:"events"`
}

// Run tells the other processes until the context ends.
func (r *Relay) Run(ctx context.Context) {
	for {
		select {
		case <-ctx.Done():
			return
		case e := <-r.waiting:
			time.Sleep(gatherFor) // each message is a transaction, and locks the channel for all who commit one
			if err := r.tell(ctx, r.gather(e)); err != nil && ctx.Err() == nil {
				r.Log.Warn("other servers not told", slog.Any("error", err))
			}
		}
	}
}

// gather takes what waits beside an event; one replaces an earlier one of its slot.
func (r *Relay) gather(e Event) []Event {
	events, at := []Event{e}, map[slot]int{{e.Name, e.Key}: 0}
	for {
		select {
		case e := <-r.waiting:
			if i, has := at[slot{e.Name, e.Key}]; has {
				events[i] = e
				continue
			}
			at[slot{e.Name, e.Key}] = len(events)
			events = append(events, e)
		default:
			return events
		}
	}
}

// tell sends events in messages that are small enough.
func (r *Relay) tell(ctx context.Context, events []Event) error {
	text, err := json.Marshal(relayed{r.Self, events})
	if err != nil {
		return fmt.Errorf("write events: %w", err)
	}
	if len(text) > mostRelayed {
		if len(events) == 1 {
			return nil // nobody else needs to hear that long a story
		}
		half := len(events) / 2
		if err := r.tell(ctx, events[:half]); err != nil {
			return err
		}
		return r.tell(ctx, events[half:])
	}
	return r.DB.Tell(ctx, Channel, string(text))
}

// Heard takes in what another process told.
func (r *Relay) Heard(text string) {
	var told relayed
	if err := json.Unmarshal([]byte(text), &told); err != nil {
		r.Log.Warn("a message of another server is not understood", slog.Any("error", err))
		return
	}
	if told.From == r.Self {
		return
	}
	for _, e := range told.Events {
		r.Hub.deliver(e)
	}
}
