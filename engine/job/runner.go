package job

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"math/rand/v2"
	"runtime/debug"
	"sync"
	"time"

	"github.com/wareloom/wareloom/engine/fault"
	"github.com/wareloom/wareloom/engine/store"
)

// Kind is a kind of job and its handler.
type Kind struct {
	Key     string
	Run     func(ctx context.Context, task *Task) error
	Tries   int           // runs before a failing job is dead; default 5
	Timeout time.Duration // longest run; default 30 minutes
	Backoff time.Duration // wait after the first failure, doubled each time; default 2 s
}

// longestBackoff bounds the wait between two tries.
const longestBackoff = 15 * time.Minute

// Runner leases and runs jobs of the registered kinds. Many runners may share a
// database; each job is run by one at a time.
type Runner struct {
	db       *store.DB
	options  Options
	kinds    map[string]Kind
	keys     []string
	mistakes []error
	wake     chan struct{}
	rests    rests
}

// NewRunner makes a runner without kinds.
func NewRunner(db *store.DB, options Options) *Runner {
	return &Runner{db: db, options: options.withDefaults(), kinds: map[string]Kind{}, wake: make(chan struct{}, 1)}
}

// Register adds a kind of job, before Run. A mistake is kept for Check.
func (r *Runner) Register(kind Kind) {
	if kind.Key == "" || kind.Run == nil {
		r.mistakes = append(r.mistakes, fmt.Errorf("job %q needs a key and a handler", kind.Key))
		return
	}
	if _, known := r.kinds[kind.Key]; known {
		r.mistakes = append(r.mistakes, fmt.Errorf("job %q is registered twice", kind.Key))
		return
	}
	if kind.Tries <= 0 {
		kind.Tries = 5
	}
	if kind.Timeout <= 0 {
		kind.Timeout = 30 * time.Minute
	}
	if kind.Backoff <= 0 {
		kind.Backoff = 2 * time.Second
	}
	r.kinds[kind.Key] = kind
	r.keys = append(r.keys, kind.Key)
}

// Check gives all mistakes of the registration together; nil if there are none.
func (r *Runner) Check() error { return errors.Join(r.mistakes...) }

// Knows reports whether a kind is registered.
func (r *Runner) Knows(kind string) bool {
	_, ok := r.kinds[kind]
	return ok
}

// Wake makes the runner look for due jobs now; good in Tx.AfterCommit.
func (r *Runner) Wake() {
	select {
	case r.wake <- struct{}{}:
	default: // it will look anyway
	}
}

// Run runs jobs until the context ends. It then takes no more, gives the running
// ones time to finish, and puts back those that do not.
func (r *Runner) Run(ctx context.Context) {
	handlers, stop := context.WithCancelCause(context.WithoutCancel(ctx))
	slots := make(chan struct{}, r.options.Workers)
	var running sync.WaitGroup
	for r.waitForSlot(ctx, slots) {
		task, err := r.take(ctx)
		if err != nil && ctx.Err() == nil {
			r.options.Log.Error("jobs cannot be taken", "error", err)
		}
		if task == nil {
			<-slots
			r.sleep(ctx)
			continue
		}
		running.Go(func() {
			defer func() { <-slots }()
			began := time.Now()
			r.run(handlers, task)
			r.Wake()
			if rest := r.rests.begin(task.CreatedBy, time.Since(began)); rest > 0 {
				time.AfterFunc(rest, r.Wake)
			}
		})
	}
	grace := time.AfterFunc(r.options.Grace, func() { stop(errStopping) })
	running.Wait()
	grace.Stop()
	stop(errStopping)
}

// waitForSlot takes a worker's place; false means that the runner shall stop.
func (r *Runner) waitForSlot(ctx context.Context, slots chan struct{}) bool {
	if len(r.keys) == 0 || ctx.Err() != nil {
		return false
	}
	select {
	case slots <- struct{}{}:
		return true
	case <-ctx.Done():
		return false
	}
}

func (r *Runner) sleep(ctx context.Context) {
	select {
	case <-r.wake:
	case <-time.After(r.options.Poll):
	case <-ctx.Done():
	}
}

// run runs one job to the end of its try and stores how it went.
func (r *Runner) run(handlers context.Context, task *Task) {
	kind := r.kinds[task.Kind]
	ctx, stop := context.WithCancelCause(handlers)
	defer stop(nil)
	ctx, release := context.WithTimeout(ctx, kind.Timeout)
	defer release()
	beating := make(chan struct{})
	go func() {
		defer close(beating)
		r.beat(ctx, task, stop)
	}()
	r.changed(task, false)
	err := r.call(r.db.WithClock(ctx), kind, task)
	cause := context.Cause(ctx)
	stop(nil)
	<-beating
	if task.isSettled() {
		r.changed(task, true)
		return
	}
	r.end(task, kind, err, cause)
}

// call runs the handler. A panic becomes an error: it must not end the process.
func (r *Runner) call(ctx context.Context, kind Kind, task *Task) (err error) {
	defer func() {
		if p := recover(); p != nil {
			err = fmt.Errorf("panic: %v\n%s", p, debug.Stack())
		}
	}()
	if task.Tries > int64(kind.Tries) {
		return fault.New(fault.Internal, "job.died", "tries", kind.Tries)
	}
	if err := kind.Run(ctx, task); err != nil {
		return r.options.Word(ctx, err)
	}
	return nil
}

// beat prolongs the lease three times per lease and ends the handler when it is
// cancelled or lost.
func (r *Runner) beat(ctx context.Context, task *Task, stop context.CancelCauseFunc) {
	ticker := time.NewTicker(r.options.Lease / 3)
	defer ticker.Stop()
	for {
		select {
		case <-ctx.Done():
			return
		case <-ticker.C:
		}
		err := task.extend(ctx)
		switch {
		case errors.Is(err, errLost), errors.Is(err, errCancelled):
			stop(err)
			return
		case err != nil && ctx.Err() == nil:
			r.options.Log.Error("a job's lease could not be prolonged", "job", task.ID, "error", err)
		}
	}
}

// end decides what becomes of the job and stores it.
func (r *Runner) end(task *Task, kind Kind, err, cause error) {
	if errors.Is(cause, errLost) || errors.Is(err, errLost) {
		r.options.Log.Warn("a job was lost to another runner", "job", task.ID, "kind", task.Kind)
		return
	}
	e := endingOf(task, kind, err, cause)
	if e.failure != "" {
		r.options.Log.Error("a job failed", "job", task.ID, "kind", task.Kind, "try", task.Tries, "state", e.state, "error", err)
	}
	ctx, release := context.WithTimeout(context.Background(), r.options.Lease)
	defer release()
	err = r.db.Write(ctx, func(ctx context.Context, tx *store.Tx) error { return task.settle(ctx, tx, e) })
	if err != nil {
		r.options.Log.Error("a job's end could not be stored; it will run again", "job", task.ID, "error", err)
		return
	}
	r.changed(task, e.state != Waiting)
}

// endingOf reads a handler's error.
func endingOf(task *Task, kind Kind, err, cause error) ending {
	switch {
	case err == nil:
		return ending{state: Done, tries: task.Tries}
	case errors.Is(cause, errCancelled), errors.Is(err, errCancelled):
		return ending{state: Cancelled, tries: task.Tries}
	case errors.Is(cause, errStopping): // not the job's fault
		return ending{state: Waiting, tries: task.Tries - 1}
	case isFinal(err), task.Tries >= int64(kind.Tries):
		return ending{state: Dead, tries: task.Tries, failure: failureOf(err)}
	}
	wait := min(kind.Backoff<<min(task.Tries-1, 20), longestBackoff)
	return ending{state: Waiting, tries: task.Tries, delay: wait/2 + rand.N(wait/2+1), failure: failureOf(err)}
}

// isFinal reports whether another try would fail alike: a fault says what is
// wrong with the request, except where it says that the time is wrong.
func isFinal(err error) bool {
	f, ok := fault.As(err)
	return ok && f.Code != fault.Unavailable && f.Code != fault.Conflict && f.Code != fault.TooMany
}

// failureOf gives the failure as people may see it: the fault, or that there was
// one; the log has the rest.
func failureOf(err error) string {
	shown := struct {
		Key    string       `json:"key"`
		Params fault.Params `json:"params,omitempty"`
	}{Key: "job.failed"}
	if f, ok := fault.As(err); ok {
		shown.Key, shown.Params = f.Key, f.Params
	}
	text, err := json.Marshal(shown)
	if err != nil { // a parameter that JSON cannot carry
		return fmt.Sprintf(`{"key":%q}`, shown.Key)
	}
	return string(text)
}

func (r *Runner) changed(task *Task, ended bool) {
	if r.options.Changed != nil {
		r.options.Changed(task.ID, task.CreatedBy, ended)
	}
}
