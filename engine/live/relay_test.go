package live

import (
	"context"
	"encoding/json"
	"fmt"
	"log/slog"
	"strings"
	"sync"
	"testing"

	"github.com/wareloom/wareloom/engine/enginetest"
	"github.com/wareloom/wareloom/engine/store"
)

// server is a hub with a relay, as a process has them; what it tells others is written
// down.
func server(t *testing.T, self string) (*Relay, *Subscription) {
	t.Helper()
	r := &Relay{Hub: &Hub{}, Self: self, Log: slog.New(slog.DiscardHandler), waiting: make(chan Event, mostWaiting)}
	return r, r.Hub.Subscribe(1)
}

// names spells events.
func names(events []Event) string {
	var all []string
	for _, e := range events {
		all = append(all, fmt.Sprint(e.Name, " ", e.Key, " ", e.Data))
	}
	return strings.Join(all, ", ")
}

func message(t *testing.T, from string, events ...Event) string {
	t.Helper()
	text, err := json.Marshal(relayed{from, events})
	if err != nil {
		t.Fatal(err)
	}
	return string(text)
}

// TestWhatAnotherServerTellsIsDelivered holds messages of others to the browsers of this
// one, its own to none, and what is no message to nothing.
func TestWhatAnotherServerTellsIsDelivered(t *testing.T) {
	t.Parallel()
	r, browser := server(t, "one")
	r.Heard(message(t, "one", Event{Name: Data, Key: "order"}))
	r.Heard("nonsense")
	r.Heard(message(t, "two", Event{Name: Data, Key: "item", Data: "x"}, Event{Name: Job, Key: "7", UserID: 2}, Event{Name: Notice, UserID: 1, Data: "y"}))
	if got := names(browser.Take()); got != "data item x, notice  y" {
		t.Errorf("heard are %s", got)
	}
}

// TestWhatWaitsIsToldTogether holds a message to the newest event of each kind and key, in
// the order in which they first came.
func TestWhatWaitsIsToldTogether(t *testing.T) {
	t.Parallel()
	r, _ := server(t, "one")
	for _, e := range []Event{{Name: Data, Key: "b", Data: 1}, {Name: Data, Key: "a", Data: 2}, {Name: Release, Key: "a", Data: 3}} {
		r.waiting <- e
	}
	if got := names(r.gather(Event{Name: Data, Key: "a", Data: 0})); got != "data a 2, data b 1, release a 3" {
		t.Errorf("told are %s", got)
	}
	if got := names(r.gather(Event{Name: Data, Key: "c"})); got != "data c <nil>" {
		t.Errorf("alone it is %s", got)
	}
}

// TestServersHearOfEachOther has two servers on one database: what one publishes comes to
// the browsers of both once, however long the list; what it keeps to itself does not.
func TestServersHearOfEachOther(t *testing.T) {
	t.Parallel()
	db := enginetest.Open(t, enginetest.Postgres(t), store.Options{})
	here, own := server(t, "here")
	there, other := server(t, "there")
	here.DB, there.DB = db, db
	heard := make(chan string, 100)
	ctx, stop := context.WithCancel(t.Context())
	defer stop()
	listening := make(chan struct{})
	var listens sync.Once
	go db.Listen(ctx, []string{Channel}, func(_, text string) { heard <- text }, func() { listens.Do(func() { close(listening) }) })
	<-listening
	here.Start()
	go here.Run(ctx)
	long := strings.Repeat("x", mostRelayed/3)
	here.Hub.Here(Event{Name: Data, Key: "own"})
	for i := range 5 {
		here.Hub.Publish(Event{Name: Data, Key: fmt.Sprint(i), Data: long})
	}
	here.Hub.Publish(Event{Name: Notice, Key: "too long to tell", Data: strings.Repeat("x", 2*mostRelayed)})
	here.Hub.Publish(Event{Name: Job, Key: "last"})
	keys := map[string]int{}
	for keys["last"] == 0 {
		text := <-heard
		if len(text) > mostRelayed {
			t.Errorf("a message has %d bytes", len(text))
		}
		there.Heard(text)
		here.Heard(text)
		for _, e := range other.Take() {
			keys[e.Key]++
		}
	}
	if fmt.Sprint(keys) != "map[0:1 1:1 2:1 3:1 4:1 last:1]" {
		t.Errorf("heard are %v", keys)
	}
	if got := len(own.Take()); got != 8 {
		t.Errorf("%d events came to browsers of the server itself, want 8", got)
	}
}

// TestWithoutOtherServersNothingIsRelayed holds a server on SQLite to its own browsers.
func TestWithoutOtherServersNothingIsRelayed(t *testing.T) {
	t.Parallel()
	r, browser := server(t, "one")
	r.DB = enginetest.Open(t, enginetest.SQLite(t), store.Options{})
	r.Start()
	r.Hub.Publish(Event{Name: Notice})
	if r.Hub.relay != nil || len(browser.Take()) != 1 {
		t.Error("what is published is relayed, or does not come to the browsers here")
	}
}
