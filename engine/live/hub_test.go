package live_test

import (
	"testing"

	"github.com/wareloom/wareloom/engine/live"
)

func TestSubscription(t *testing.T) {
	t.Parallel()

	var hub live.Hub
	ann, bob := hub.Subscribe(1), hub.Subscribe(2)
	hub.Publish(live.Event{Name: live.Data, Key: "order", Data: "first"})
	hub.Publish(live.Event{Name: live.Data, Key: "order", Data: "second"})
	hub.Publish(live.Event{Name: live.Job, Key: "7", UserID: 1})

	<-ann.Ready()
	if got := ann.Take(); len(got) != 2 || got[0].Data != "second" || got[1].Name != live.Job {
		t.Errorf("ann took %v, want the newest of the order and her job", got)
	}
	if got := ann.Take(); len(got) != 0 {
		t.Errorf("ann took %v again", got)
	}
	if got := bob.Take(); len(got) != 1 {
		t.Errorf("bob took %v, want the order only", got)
	}
	ann.Close()
	hub.Publish(live.Event{Name: live.Notice})
	if got := ann.Take(); len(got) != 0 {
		t.Errorf("ann took %v after closing", got)
	}
	hub.Close()
	<-bob.Ready()
	<-bob.Ready() // closed
}

// TestEachUserHasSoManyConnections holds one person's tabs to a number, and another's to
// their own; a closed one makes room, and may be closed again.
func TestEachUserHasSoManyConnections(t *testing.T) {
	t.Parallel()
	var hub live.Hub
	var open []*live.Subscription
	for i := range live.MostOfUser {
		s := hub.Subscribe(1)
		if s == nil {
			t.Fatalf("connection %d is refused", i)
		}
		open = append(open, s)
	}
	if hub.Subscribe(1) != nil || hub.Subscribe(2) == nil {
		t.Error("one too many is opened, or somebody else is refused")
	}
	open[0].Close()
	open[0].Close()
	if hub.Subscribe(1) == nil || hub.Subscribe(1) != nil {
		t.Error("a closed connection makes no room, or makes it twice")
	}
}

// TestAConnectionIsToldOnceToLookAgain holds a change of rights to every connection.
func TestAConnectionIsToldOnceToLookAgain(t *testing.T) {
	t.Parallel()
	var hub live.Hub
	ann, bob := hub.Subscribe(1), hub.Subscribe(2)
	if ann.Rechecks() {
		t.Error("it is told to look again before anything changed")
	}
	hub.Recheck()
	hub.Recheck()
	for _, s := range []*live.Subscription{ann, bob} {
		<-s.Ready()
		if !s.Rechecks() || s.Rechecks() {
			t.Error("it is not told to look again, or told twice")
		}
	}
}

// TestAStoppedServerOpensNothing holds connections after the end to be ended at once.
func TestAStoppedServerOpensNothing(t *testing.T) {
	t.Parallel()
	var hub live.Hub
	if hub.Closed() {
		t.Error("it has ended before it began")
	}
	hub.Close()
	s := hub.Subscribe(1)
	if _, open := <-s.Ready(); open || !hub.Closed() {
		t.Error("a connection is open")
	}
	hub.Publish(live.Event{Name: live.Notice})
	hub.Recheck()
	s.Close()
	if got := s.Take(); len(got) > 0 {
		t.Errorf("it took %v", got)
	}
}
