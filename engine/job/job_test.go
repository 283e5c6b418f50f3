package job_test

import (
	"context"
	"errors"
	"fmt"
	"log/slog"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/wareloom/wareloom/engine/enginetest"
	"github.com/wareloom/wareloom/engine/fault"
	"github.com/wareloom/wareloom/engine/job"
	"github.com/wareloom/wareloom/engine/store"
)

// quick are options under which tests need not wait.
var quick = job.Options{Poll: 2 * time.Millisecond, Lease: 10 * time.Minute, Grace: time.Minute, Log: slog.New(slog.DiscardHandler)}

// eachDB runs a test on both databases with the job table.
func eachDB(t *testing.T, run func(t *testing.T, db *store.DB)) {
	t.Helper()
	enginetest.EachDB(t, func(t *testing.T, db *store.DB) {
		if err := db.Migrate(t.Context(), job.Migrations()); err != nil {
			t.Fatal(err)
		}
		run(t, db)
	})
}

// start runs jobs of the kinds until the test ends or stop is called.
func start(t *testing.T, db *store.DB, options job.Options, kinds ...job.Kind) (stop func()) {
	t.Helper()
	runner := job.NewRunner(db, options)
	for _, kind := range kinds {
		runner.Register(kind)
	}
	if err := runner.Check(); err != nil {
		t.Fatal(err)
	}
	ctx, cancel := context.WithCancel(t.Context())
	ended := make(chan struct{})
	go func() {
		defer close(ended)
		runner.Run(ctx)
	}()
	stop = func() { cancel(); <-ended }
	t.Cleanup(stop)
	return stop
}

func enqueue(t *testing.T, db *store.DB, n job.New) (id int64) {
	t.Helper()
	write(t, db, func(ctx context.Context, tx *store.Tx) (err error) {
		id, err = job.Enqueue(ctx, tx, n)
		return err
	})
	return id
}

func write(t *testing.T, db *store.DB, fn store.Func) {
	t.Helper()
	if err := db.Write(t.Context(), fn); err != nil {
		t.Fatal(err)
	}
}

func get(t *testing.T, db *store.DB, id int64) (j *job.Job) {
	t.Helper()
	err := db.Read(t.Context(), func(ctx context.Context, tx *store.Tx) (err error) {
		j, err = job.Get(ctx, tx, id)
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
	return j
}

// until waits for a job to come into a state; only the test's time-out ends it.
func until(t *testing.T, db *store.DB, id int64, state job.State) *job.Job {
	t.Helper()
	for {
		if j := get(t, db, id); j.State == state {
			return j
		}
		time.Sleep(2 * time.Millisecond)
	}
}

func TestJobLivesInItsCausesTransaction(t *testing.T) {
	t.Parallel()
	refused := errors.New("refused")
	eachDB(t, func(t *testing.T, db *store.DB) {
		var id int64
		err := db.Write(t.Context(), func(ctx context.Context, tx *store.Tx) (err error) {
			if id, err = job.Enqueue(ctx, tx, job.New{Kind: "mail"}); err != nil {
				return err
			}
			return refused
		})
		if !errors.Is(err, refused) {
			t.Fatal(err)
		}
		err = db.Read(t.Context(), func(ctx context.Context, tx *store.Tx) error {
			_, err := job.Get(ctx, tx, id)
			return err
		})
		if !fault.IsKey(err, "job.not_found") {
			t.Errorf("got %v", err)
		}
	})
}

func TestEachJobRunsOnceAmongRunners(t *testing.T) {
	t.Parallel()
	const jobs = 40
	eachDB(t, func(t *testing.T, db *store.DB) {
		var mu sync.Mutex
		runs := map[int]int{}
		kind := job.Kind{Key: "count", Run: func(_ context.Context, task *job.Task) error {
			var n int
			err := task.Args(&n)
			mu.Lock()
			defer mu.Unlock()
			runs[n]++
			return errors.Join(err, task.Result(map[string]int{"n": n}))
		}}
		var last int64
		for n := range jobs {
			last = enqueue(t, db, job.New{Kind: "count", Args: n, CreatedBy: 7})
		}
		other := enqueue(t, db, job.New{Kind: "unknown to these runners"})
		var stops []func()
		for range 3 {
			stops = append(stops, start(t, db, quick, kind))
		}
		for id := last - jobs + 1; id <= last; id++ {
			until(t, db, id, job.Done)
		}
		for _, stop := range stops {
			stop()
		}
		if j := get(t, db, last); j.Result != fmt.Sprintf(`{"n":%d}`, jobs-1) || j.CreatedBy != 7 || j.FinishedAt == 0 {
			t.Errorf("last job %+v", j)
		}
		for n := range jobs {
			if runs[n] != 1 {
				t.Errorf("job %d ran %d times", n, runs[n])
			}
		}
		if j := get(t, db, other); j.State != job.Waiting {
			t.Errorf("a job of an unknown kind: %+v", j)
		}
	})
}

func TestFailures(t *testing.T) {
	t.Parallel()
	tests := []struct {
		name        string
		run         func(ctx context.Context, task *job.Task) error
		wantState   job.State
		wantTries   int64
		wantFailure string
	}{
		{
			"an error is tried again until the job is dead",
			func(context.Context, *job.Task) error { return errors.New("secret detail") }, job.Dead, 3, `{"key":"job.failed"}`,
		},
		{
			"a panic is an error",
			func(context.Context, *job.Task) error { panic("in the handler") }, job.Dead, 3, `{"key":"job.failed"}`,
		},
		{
			"a fault is final",
			func(context.Context, *job.Task) error { return fault.New(fault.Invalid, "order.empty", "no", "A1") },
			job.Dead, 1, `{"key":"order.empty","params":{"no":"A1"}}`,
		},
		{
			"a fault of the moment is tried again",
			func(context.Context, *job.Task) error { return fault.New(fault.Unavailable, "store.busy") }, job.Dead, 3, `{"key":"store.busy"}`,
		},
		{"a later try may succeed", func(_ context.Context, task *job.Task) error {
			if task.Tries < 3 {
				return errors.New("not yet")
			}
			return nil
		}, job.Done, 3, ""},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			t.Parallel()
			eachDB(t, func(t *testing.T, db *store.DB) {
				start(t, db, quick, job.Kind{Key: "try", Run: tt.run, Tries: 3, Backoff: time.Millisecond})
				j := until(t, db, enqueue(t, db, job.New{Kind: "try"}), tt.wantState)
				if j.Tries != tt.wantTries || j.Failure != tt.wantFailure {
					t.Errorf("got %d tries, failure %s", j.Tries, j.Failure)
				}
			})
		})
	}
}

// TestAJobIsTriedFiveTimes: a kind that says no number is not tried for ever.
func TestAJobIsTriedFiveTimes(t *testing.T) {
	t.Parallel()
	eachDB(t, func(t *testing.T, db *store.DB) {
		failing := func(context.Context, *job.Task) error { return errors.New("again") }
		start(t, db, quick, job.Kind{Key: "try", Run: failing, Backoff: time.Millisecond})
		if j := until(t, db, enqueue(t, db, job.New{Kind: "try"}), job.Dead); j.Tries != 5 {
			t.Errorf("it was tried %d times", j.Tries)
		}
	})
}

func TestProgressIsSeenAndCancelEndsTheHandler(t *testing.T) {
	t.Parallel()
	eachDB(t, func(t *testing.T, db *store.DB) {
		options := quick
		options.Lease = 30 * time.Millisecond // beats every 10 ms
		began := make(chan struct{}, 1)
		start(t, db, options, job.Kind{Key: "long", Run: func(ctx context.Context, task *job.Task) error {
			task.Attach("file-1")
			if err := task.Progress(ctx, 3, 10, "rows"); err != nil {
				return err
			}
			began <- struct{}{}
			<-ctx.Done()
			return ctx.Err()
		}})
		id := enqueue(t, db, job.New{Kind: "long"})
		<-began
		if j := get(t, db, id); j.Done != 3 || j.Total != 10 || j.Message != "rows" || j.State != job.Running {
			t.Errorf("while running: %+v", j)
		}
		write(t, db, func(ctx context.Context, tx *store.Tx) error { return job.Cancel(ctx, tx, id) })
		if j := until(t, db, id, job.Cancelled); j.File != "file-1" || j.Done != 3 {
			t.Errorf("after cancelling: %+v", j)
		}
	})
}

func TestCancelOfAWaitingJob(t *testing.T) {
	t.Parallel()
	eachDB(t, func(t *testing.T, db *store.DB) {
		id := enqueue(t, db, job.New{Kind: "later", RunAt: time.Now().Add(time.Hour)})
		for range 2 { // the second changes nothing
			write(t, db, func(ctx context.Context, tx *store.Tx) error { return job.Cancel(ctx, tx, id) })
		}
		if j := get(t, db, id); j.State != job.Cancelled || j.FinishedAt == 0 {
			t.Errorf("got %+v", j)
		}
	})
}

func TestUniqueKey(t *testing.T) {
	t.Parallel()
	eachDB(t, func(t *testing.T, db *store.DB) {
		later := time.Now().Add(time.Hour)
		n := job.New{Kind: "refresh", UniqueKey: "refresh:1", RunAt: later}
		first := enqueue(t, db, n)
		n.RunAt = later.Add(-time.Minute)
		if again := enqueue(t, db, n); again != first {
			t.Errorf("a second job %d beside %d", again, first)
		}
		if j := get(t, db, first); j.DueAt != n.RunAt.UnixMilli() {
			t.Errorf("the job was not brought forward: %+v", j)
		}
		write(t, db, func(ctx context.Context, tx *store.Tx) error { return job.Cancel(ctx, tx, first) })
		if again := enqueue(t, db, n); again == first {
			t.Error("an ended job kept the key")
		}
	})
}

// TestAskedForWhileItRuns: what the job read may be older than what the asker
// wrote, so it runs once more, after a rest as long as it ran.
func TestAskedForWhileItRuns(t *testing.T) {
	t.Parallel()
	eachDB(t, func(t *testing.T, db *store.DB) {
		began, goOn := make(chan struct{}), make(chan struct{})
		start(t, db, quick, job.Kind{Key: "serve", Run: func(context.Context, *job.Task) error {
			began <- struct{}{}
			<-goOn
			return nil
		}})
		n := job.New{Kind: "serve", UniqueKey: "serve"}
		id := enqueue(t, db, n)
		<-began
		first, run := time.Now(), 50*time.Millisecond
		if again := enqueue(t, db, n); again != id {
			t.Errorf("a second job %d beside %d", again, id)
		}
		time.Sleep(run)
		goOn <- struct{}{}
		<-began
		if passed := time.Since(first); passed < 2*run {
			t.Errorf("it rested %v after %v", passed-run, run)
		}
		goOn <- struct{}{}
		if j := until(t, db, id, job.Done); j.Tries != 1 {
			t.Errorf("the last run was try %d", j.Tries)
		}
	})
}

func TestJobOfADeadRunnerRunsAgainAndItsRunnerIsShutOut(t *testing.T) {
	t.Parallel()
	eachDB(t, func(t *testing.T, db *store.DB) {
		began, goOn := make(chan struct{}), make(chan struct{})
		late := make(chan error, 1)
		alone := quick
		alone.Workers = 1 // busy with its lost job, the first cannot take it again
		stopFirst := start(t, db, alone, job.Kind{Key: "work", Run: func(ctx context.Context, task *job.Task) error {
			close(began)
			<-goOn
			late <- db.Write(ctx, func(ctx context.Context, tx *store.Tx) error { return task.Done(ctx, tx) })
			return task.Result("from the first")
		}})
		id := enqueue(t, db, job.New{Kind: "work"})
		<-began
		write(t, db, func(ctx context.Context, tx *store.Tx) error { // as if its lease had run out
			_, err := tx.Exec(ctx, "update job set due_at = 0 where id = ?", id)
			return err
		})
		start(t, db, quick, job.Kind{Key: "work", Run: func(_ context.Context, task *job.Task) error {
			return task.Result("from the second")
		}})
		until(t, db, id, job.Done)
		close(goOn)
		if err := <-late; err == nil {
			t.Error("the first runner could end a job that it had lost")
		}
		stopFirst()
		if j := get(t, db, id); j.Result != `"from the second"` || j.Tries != 2 {
			t.Errorf("got %+v", j)
		}
	})
}

func TestDoneInsideTheHandlersTransaction(t *testing.T) {
	t.Parallel()
	eachDB(t, func(t *testing.T, db *store.DB) {
		start(t, db, quick, job.Kind{Key: "once", Run: func(ctx context.Context, task *job.Task) error {
			return db.Write(ctx, func(ctx context.Context, tx *store.Tx) error {
				if _, err := job.Enqueue(ctx, tx, job.New{Kind: "effect", RunAt: time.Now().Add(time.Hour)}); err != nil {
					return err
				}
				return task.Done(ctx, tx)
			})
		}})
		j := until(t, db, enqueue(t, db, job.New{Kind: "once"}), job.Done)
		if j.Tries != 1 || j.FinishedAt == 0 {
			t.Errorf("got %+v", j)
		}
	})
}

func TestStopLetsAJobFinishOrPutsItBack(t *testing.T) {
	t.Parallel()
	tests := []struct {
		name      string
		grace     time.Duration
		run       func(ctx context.Context, stopping <-chan struct{}) error
		wantState job.State
		wantTries int64
	}{
		{"finishes", time.Minute, func(_ context.Context, stopping <-chan struct{}) error { <-stopping; return nil }, job.Done, 1},
		{
			"is put back, and the try does not count", time.Millisecond,
			func(ctx context.Context, _ <-chan struct{}) error { <-ctx.Done(); return ctx.Err() }, job.Waiting, 0,
		},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			t.Parallel()
			eachDB(t, func(t *testing.T, db *store.DB) {
				options := quick
				options.Grace = tt.grace
				began, stopping := make(chan struct{}), make(chan struct{})
				stop := start(t, db, options, job.Kind{Key: "work", Run: func(ctx context.Context, _ *job.Task) error {
					close(began)
					return tt.run(ctx, stopping)
				}})
				id := enqueue(t, db, job.New{Kind: "work"})
				<-began
				close(stopping)
				stop()
				if j := get(t, db, id); j.State != tt.wantState || j.Tries != tt.wantTries {
					t.Errorf("got %+v", j)
				}
			})
		})
	}
}

func TestScheduleComesAgainOnceForAllRunners(t *testing.T) {
	t.Parallel()
	eachDB(t, func(t *testing.T, db *store.DB) {
		plan := func(schedules ...job.Schedule) {
			write(t, db, func(ctx context.Context, tx *store.Tx) error { return job.Plan(ctx, tx, schedules) })
		}
		daily := job.Schedule{Key: "daily", Cron: "0 6 * * *", Zone: "Asia/Shanghai", Kind: "tick", Args: "x"}
		plan(daily, job.Schedule{Key: "gone", Cron: "* * * * *", Kind: "never registered"})
		plan(daily)
		var ids []int64
		read(t, db, func(ctx context.Context, tx *store.Tx) error { return tx.Select(ctx, &ids, "select id from job") })
		if len(ids) != 1 {
			t.Fatalf("%d rows, want the one schedule", len(ids))
		}
		runs := make(chan struct{}, 100)
		kind := job.Kind{Key: "tick", Run: func(context.Context, *job.Task) error { runs <- struct{}{}; return nil }}
		stops := []func(){start(t, db, quick, kind), start(t, db, quick, kind)}
		write(t, db, func(ctx context.Context, tx *store.Tx) error { // its time has come
			_, err := tx.Exec(ctx, "update job set due_at = 1")
			return err
		})
		<-runs
		j := until(t, db, ids[0], job.Waiting)
		for _, stop := range stops {
			stop()
		}
		if len(runs) != 0 || j.DueAt <= time.Now().UnixMilli() || j.Tries != 0 {
			t.Errorf("%d more runs, %+v", len(runs), j)
		}
	})
}

func read(t *testing.T, db *store.DB, fn store.Func) {
	t.Helper()
	if err := db.Read(t.Context(), fn); err != nil {
		t.Fatal(err)
	}
}

func TestPruneLeavesWhatLives(t *testing.T) {
	t.Parallel()
	eachDB(t, func(t *testing.T, db *store.DB) {
		waiting := enqueue(t, db, job.New{Kind: "a", RunAt: time.Now().Add(time.Hour)})
		ended := enqueue(t, db, job.New{Kind: "a"})
		write(t, db, func(ctx context.Context, tx *store.Tx) error {
			if err := job.Cancel(ctx, tx, ended); err != nil {
				return err
			}
			if n, err := job.Prune(ctx, tx, time.Now().Add(time.Hour)); n != 1 || err != nil {
				return fmt.Errorf("pruned %d: %w", n, err)
			}
			return nil
		})
		get(t, db, waiting)
	})
}

func TestMistakesOfRegistrationAreReportedTogether(t *testing.T) {
	t.Parallel()
	runner := job.NewRunner(nil, job.Options{})
	nothing := func(context.Context, *job.Task) error { return nil }
	runner.Register(job.Kind{Key: "a", Run: nothing})
	runner.Register(job.Kind{Key: "a", Run: nothing})
	runner.Register(job.Kind{Key: "b"})
	err := runner.Check()
	if err == nil || !strings.Contains(err.Error(), `"a" is registered twice`) || !strings.Contains(err.Error(), `"b" needs`) {
		t.Errorf("got %v", err)
	}
	if !runner.Knows("a") || runner.Knows("b") {
		t.Error("the registry is wrong")
	}
}
