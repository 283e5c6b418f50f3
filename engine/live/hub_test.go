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
