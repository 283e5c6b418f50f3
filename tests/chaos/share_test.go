package chaos

import (
	"context"
	"fmt"
	"sync"
	"testing"
	"time"

	"github.com/wareloom/wareloom/engine/enginetest"
	"github.com/wareloom/wareloom/engine/live"
	"github.com/wareloom/wareloom/tests/client"
)

// What one person asks for at once in TestOnePersonTakesAShare.
const (
	greedyStreams = 1500
	greedyJobs    = 150
)

// paceCalls are as many calls as tell a 95th percentile apart from what a connection
// costs that is opened first.
const paceCalls = 1000

// TestOnePersonTakesAShare has strangers hold connections and one person open streams
// and order exports without end: most streams are refused, the memory stays, and the
// export of somebody else is made. The times of the others' calls are told before and
// meanwhile; they are a figure, not a verdict.
func TestOnePersonTakesAShare(t *testing.T) {
	enginetest.EachDSN(t, func(t *testing.T, dsn string) {
		s := newDemo(t, dsn)
		s.start()
		greedy, other := s.login("admin"), s.login("lead")
		quiet := s.pace(other, "quiet")
		idle := s.resident()

		for _, stranger := range s.holdOn("/api/files/upload", 32<<20) {
			defer stranger.Close()
		}
		ctx, stop := context.WithCancel(t.Context())
		defer stop()
		open := openStreams(ctx, greedy)
		if open != live.MostOfUser {
			t.Errorf("%d of %d streams are open, want %d", open, greedyStreams, live.MostOfUser)
		}
		var ordered int
		var all sync.WaitGroup
		all.Go(func() { ordered = orderExports(ctx, greedy) })
		loud := s.pace(other, "loud")
		if err := waitFor(t, s.export(other), other); err != nil {
			t.Error(err)
		}
		left := s.waiting(greedy)
		all.Wait()
		t.Logf("%d streams open, %d jobs taken of %d, %d of them left when the other's was ready; others' p95 %.1f ms, before %.1f ms; resident %d MB, before %d MB",
			open, ordered, greedyJobs, left, loud, quiet, s.resident(), idle)
		if grown := s.resident() - idle; grown > mostGrowth {
			t.Errorf("the process grew by %d MB, want at most %d", grown, mostGrowth)
		}
	})
}

func (s *server) login(account string) *client.Client {
	s.Helper()
	device, err := client.Login(s.Context(), s.base(), account, password)
	if err != nil {
		s.Fatal(err)
	}
	return device
}

// pace makes everyday calls for a while and gives the 95th percentile of them, in ms.
func (s *server) pace(c *client.Client, kind string) float64 {
	s.Helper()
	for range paceCalls {
		if err := c.Call(s.Context(), kind, "data/product/query", m{"size": 20}, nil); err != nil {
			s.Fatal(err)
		}
	}
	return c.Figures()[kind].P95
}

// openStreams opens streams of one person and gives how many the server granted.
func openStreams(ctx context.Context, c *client.Client) (open int) {
	var all sync.WaitGroup
	var mu sync.Mutex
	hands := make(chan struct{}, 64)
	for range greedyStreams {
		hands <- struct{}{}
		all.Go(func() {
			defer func() { <-hands }()
			if c.Listen(ctx) == nil {
				mu.Lock()
				open++
				mu.Unlock()
			}
		})
	}
	all.Wait()
	return open
}

// orderExports orders exports, again where the server takes no more for now, until it
// has taken all; it gives how many.
func orderExports(ctx context.Context, c *client.Client) (taken int) {
	for taken < greedyJobs && ctx.Err() == nil {
		if c.Call(ctx, "export", "data/product/export", m{"format": "csv"}, nil) == nil {
			taken++
			continue
		}
		time.Sleep(20 * time.Millisecond)
	}
	return taken
}

func (s *server) export(c *client.Client) (job int64) {
	s.Helper()
	var made struct{ Job int64 }
	if err := c.Call(s.Context(), "export", "data/product/export", m{"format": "csv"}, &made); err != nil {
		s.Fatal(err)
	}
	return made.Job
}

func waitFor(t *testing.T, job int64, c *client.Client) error {
	t.Helper()
	for range 600 {
		var now struct{ State string }
		if err := c.Call(t.Context(), "job", fmt.Sprintf("job/%d/get", job), m{}, &now); err != nil {
			return err
		}
		if now.State == "done" {
			return nil
		}
		time.Sleep(20 * time.Millisecond)
	}
	return fmt.Errorf("job %d of the other is not ready", job)
}

// waiting is how many jobs of a person have not ended.
func (s *server) waiting(c *client.Client) (n int) {
	s.Helper()
	var jobs struct{ Rows []struct{ State string } }
	if err := c.Call(s.Context(), "jobs", "job/list", m{}, &jobs); err != nil {
		s.Fatal(err)
	}
	for _, one := range jobs.Rows {
		if one.State == "queued" || one.State == "running" {
			n++
		}
	}
	return n
}
