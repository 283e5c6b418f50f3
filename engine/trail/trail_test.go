package trail_test

import (
	"context"
	"log/slog"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/wareloom/wareloom/engine/enginetest"
	"github.com/wareloom/wareloom/engine/store"
	"github.com/wareloom/wareloom/engine/trail"
)

var start = time.Date(2026, 3, 1, 8, 0, 0, 0, time.UTC)

// each gives a test a trail on every database; step sets its clock on by a minute.
func each(t *testing.T, test func(t *testing.T, tr *trail.Trail, step func())) {
	t.Helper()
	enginetest.EachDSN(t, func(t *testing.T, dsn string) {
		db, err := store.Open(t.Context(), dsn, store.Options{Log: slog.New(slog.DiscardHandler)})
		if err != nil {
			t.Fatal(err)
		}
		t.Cleanup(func() { _ = db.Close() })
		if err := db.Migrate(t.Context(), trail.Migrations()); err != nil {
			t.Fatal(err)
		}
		now := start
		tr := &trail.Trail{DB: db, Now: func() time.Time { return now }, Log: slog.New(slog.DiscardHandler)}
		test(t, tr, func() { now = now.Add(time.Minute) })
	})
}

func listed(t *testing.T, tr *trail.Trail, ask trail.Ask) (doors []string, more bool) {
	t.Helper()
	if err := tr.Flush(t.Context()); err != nil {
		t.Fatal(err)
	}
	if ask.Size == 0 {
		ask.Size = 50
	}
	err := tr.DB.Read(t.Context(), func(ctx context.Context, tx *store.Tx) error {
		entries, further, err := trail.List(ctx, tx, ask)
		for _, e := range entries {
			doors = append(doors, e.Door)
		}
		more = further
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
	return doors, more
}

func TestEntriesAreFoundAgain(t *testing.T) {
	each(t, func(t *testing.T, tr *trail.Trail, step func()) {
		for _, e := range []trail.Entry{
			{Kind: trail.Refusal, Door: "a", Outcome: "right.missing", Address: "10.0.0.1"},
			{Kind: trail.SignIn, Door: "in", Account: "Ada_1"},
			{Kind: trail.SignIn, Door: "out", Account: "AdaX1", Outcome: "auth.wrong"},
			{Kind: trail.Refusal, Door: "b", Outcome: "right.missing", Detail: "100%"},
		} {
			tr.Note(e)
			step()
		}
		for _, c := range []struct {
			name string
			ask  trail.Ask
			want string
		}{
			{"of a kind, the newest first", trail.Ask{Kind: trail.Refusal}, "b a"},
			{"those that failed", trail.Ask{Kind: trail.SignIn, Failed: true}, "out"},
			{"by a part, in any case", trail.Ask{Kind: trail.SignIn, Search: "ADA"}, "out in"},
			{"signs of a pattern mean themselves", trail.Ask{Kind: trail.SignIn, Search: "a_1"}, "in"},
			{"and so does a percent sign", trail.Ask{Kind: trail.Refusal, Search: "%"}, "b"},
			{"from a moment", trail.Ask{Kind: trail.Refusal, From: start.Add(time.Minute)}, "b"},
			{"before a moment", trail.Ask{Kind: trail.Refusal, To: start.Add(time.Minute)}, "a"},
			{"a page", trail.Ask{Kind: trail.Refusal, Size: 1}, "b …"},
		} {
			doors, more := listed(t, tr, c.ask)
			if more {
				doors = append(doors, "…")
			}
			if got := strings.Join(doors, " "); got != c.want {
				t.Errorf("%s: %s, want %s", c.name, got, c.want)
			}
		}
	})
}

// TestAFloodIsBounded: callers choose how many entries there are, and what is in them.
func TestAFloodIsBounded(t *testing.T) {
	each(t, func(t *testing.T, tr *trail.Trail, _ func()) {
		for range 1_500 {
			tr.Note(trail.Entry{Kind: trail.Refusal, Door: strings.Repeat("x", 10_000) + "\x00\xff"})
		}
		doors, _ := listed(t, tr, trail.Ask{Kind: trail.Refusal, Size: 2_000})
		if len(doors) != 1_000 || len(doors[0]) != 500 {
			t.Errorf("%d entries of %d characters are kept", len(doors), len(doors[0]))
		}
	})
}

// TestCallsDrownNothing: however many calls a system makes, a refusal beside them is kept.
func TestCallsDrownNothing(t *testing.T) {
	each(t, func(t *testing.T, tr *trail.Trail, _ func()) {
		for range 1_500 {
			tr.Note(trail.Entry{Kind: trail.Call, Door: "in"})
		}
		tr.Note(trail.Entry{Kind: trail.Refusal, Door: "out"})
		if doors, _ := listed(t, tr, trail.Ask{Kind: trail.Refusal}); len(doors) != 1 {
			t.Errorf("%d refusals are kept", len(doors))
		}
		if doors, _ := listed(t, tr, trail.Ask{Kind: trail.Call, Size: 2_000}); len(doors) != 500 {
			t.Errorf("%d calls are kept", len(doors))
		}
	})
}

func TestWhatIsOldIsForgotten(t *testing.T) {
	each(t, func(t *testing.T, tr *trail.Trail, step func()) {
		tr.Note(trail.Entry{Kind: trail.Failure, Door: "old"})
		tr.Note(trail.Entry{Kind: trail.Call, Door: "old"})
		step()
		tr.Note(trail.Entry{Kind: trail.Failure, Door: "new"})
		if doors, _ := listed(t, tr, trail.Ask{Kind: trail.Failure}); len(doors) != 2 {
			t.Fatalf("%v were written", doors)
		}
		err := tr.DB.Write(t.Context(), func(ctx context.Context, tx *store.Tx) error {
			return trail.Prune(ctx, tx, trail.Failure, start.Add(time.Second))
		})
		if err != nil {
			t.Fatal(err)
		}
		if doors, _ := listed(t, tr, trail.Ask{Kind: trail.Failure}); strings.Join(doors, " ") != "new" {
			t.Errorf("%v are left", doors)
		}
		if doors, _ := listed(t, tr, trail.Ask{Kind: trail.Call}); len(doors) != 1 {
			t.Errorf("of calls, which are kept on their own, %v are left", doors)
		}
	})
}

// TestFlushWaitsForAnother: whoever flushes finds what another flush is still writing. Of a
// flood the other tells the server's log between taking the entries and writing them.
func TestFlushWaitsForAnother(t *testing.T) {
	each(t, func(t *testing.T, tr *trail.Trail, _ func()) {
		for range 1_001 {
			tr.Note(trail.Entry{Kind: trail.Failure, Door: "noted"})
		}
		taken := make(told, 1)
		tr.Log = slog.New(slog.NewTextHandler(taken, nil))
		var other sync.WaitGroup
		other.Go(func() {
			if err := tr.Flush(t.Context()); err != nil {
				t.Error(err)
			}
		})
		<-taken
		if doors, _ := listed(t, tr, trail.Ask{Kind: trail.Failure, Size: 1_000}); len(doors) != 1_000 {
			t.Errorf("%d of 1000 entries are there", len(doors))
		}
		other.Wait()
	})
}

// told hears of every line of a log.
type told chan struct{}

func (t told) Write(line []byte) (int, error) {
	t <- struct{}{}
	return len(line), nil
}

// TestWhatWasNotedIsWrittenAtTheEnd: a server that stops writes what is left.
func TestWhatWasNotedIsWrittenAtTheEnd(t *testing.T) {
	each(t, func(t *testing.T, tr *trail.Trail, _ func()) {
		ctx, stop := context.WithCancel(t.Context())
		tr.Note(trail.Entry{Kind: trail.Failure, Door: "last"})
		stop()
		tr.Run(ctx)
		if doors, _ := listed(t, tr, trail.Ask{Kind: trail.Failure}); strings.Join(doors, " ") != "last" {
			t.Errorf("%v are kept", doors)
		}
	})
}
