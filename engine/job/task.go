package job

import (
	"context"
	"encoding/json"
	"fmt"
	"sync"
	"time"

	"github.com/wareloom/wareloom/engine/store"
)

// progressEvery bounds how often progress is written.
const progressEvery = 500 * time.Millisecond

// Task is a job in the hands of its handler.
type Task struct {
	ID        int64  `db:"id"`
	Kind      string `db:"kind"`
	CreatedBy int64  `db:"created_by"` // user id; 0 is the system
	Tries     int64  `db:"tries"`      // 1 on the first run
	Cron      string `db:"cron"`
	Zone      string `db:"zone"`
	Arguments string `db:"args"`  // JSON
	WasDone   int64  `db:"done"`  // steps that an earlier run told of
	WasTotal  int64  `db:"total"` // of these

	runner *Runner
	lease  string

	mu      sync.Mutex // the heartbeat reads what the handler writes
	report  report
	written time.Time
	settled bool
}

// report is what a handler tells about its work.
type report struct {
	done, total           int64
	message, file, result string
}

func (t *Task) current() report {
	t.mu.Lock()
	defer t.mu.Unlock()
	return t.report
}

// Args decodes the job's arguments.
func (t *Task) Args(into any) error {
	if err := json.Unmarshal([]byte(t.Arguments), into); err != nil {
		return fmt.Errorf("read the arguments of job %d: %w", t.ID, err)
	}
	return nil
}

// Progress tells how many of the steps are done, with a translated key or a short
// text. It is cheap to call often. An error means that the handler shall end: the
// job was cancelled or lost.
func (t *Task) Progress(ctx context.Context, done, total int64, message string) error {
	t.mu.Lock()
	t.report.done, t.report.total, t.report.message = done, total, message
	fresh := time.Since(t.written) < progressEvery
	if !fresh {
		t.written = time.Now()
	}
	t.mu.Unlock()
	if ctx.Err() != nil {
		return context.Cause(ctx)
	}
	if fresh {
		return nil
	}
	return t.extend(ctx)
}

// Attach gives the job a file for its owner to fetch.
func (t *Task) Attach(file string) {
	t.mu.Lock()
	defer t.mu.Unlock()
	t.report.file = file
}

// Result gives the job an outcome, anything that JSON carries. It is kept when
// the job fails, too.
func (t *Task) Result(value any) error {
	text, err := json.Marshal(value)
	if err != nil {
		return fmt.Errorf("write the result of job %d: %w", t.ID, err)
	}
	t.mu.Lock()
	defer t.mu.Unlock()
	t.report.result = string(text)
	return nil
}

// Done ends the job in the handler's own transaction, so that its effect happens
// exactly once. The handler returns nil after the commit.
func (t *Task) Done(ctx context.Context, tx *store.Tx) error {
	if err := t.settle(ctx, tx, ending{state: Done, tries: t.Tries}); err != nil {
		return fmt.Errorf("end job %d: %w", t.ID, err)
	}
	tx.AfterCommit(func() {
		t.mu.Lock()
		defer t.mu.Unlock()
		t.settled = true
	})
	return nil
}

func (t *Task) isSettled() bool {
	t.mu.Lock()
	defer t.mu.Unlock()
	return t.settled
}
