package job

import (
	"context"
	"crypto/rand"
	"database/sql"
	"encoding/json"
	"errors"
	"fmt"
	"slices"
	"time"

	"github.com/wareloom/wareloom/engine/store"
)

// Why the context of a handler ended; context.Cause gives one of them.
var (
	errLost      = errors.New("the lease was lost to another runner")
	errCancelled = errors.New("the job was cancelled")
	errStopping  = errors.New("the runner stops")
)

// anyDue looks without a lock, so that idle runners do not queue for SQLite's
// one writer.
func (r *Runner) anyDue(ctx context.Context) (due bool, err error) {
	err = r.db.Read(ctx, func(ctx context.Context, tx *store.Tx) error {
		now, err := clock(ctx, tx)
		if err != nil {
			return err
		}
		systems, persons := r.systems(now), r.persons(now)
		return tx.QueryRow(ctx, "select exists (select 1 from job where "+systems.text+") or exists (select 1 from job where "+persons.text+")",
			slices.Concat(systems.args, persons.args)...).Scan(&due)
	})
	return due, err
}

// take leases the job of whom the fewest run that is due the longest; nil if there is
// none.
func (r *Runner) take(ctx context.Context) (task *Task, err error) {
	if due, err := r.anyDue(ctx); err != nil || !due {
		return nil, err
	}
	err = r.db.Write(ctx, func(ctx context.Context, tx *store.Tx) error {
		task = &Task{runner: r, lease: rand.Text()}
		now, err := clock(ctx, tx)
		if err != nil {
			return err
		}
		id, err := r.next(ctx, tx, now)
		if err != nil || id == 0 {
			task = nil
			return err
		}
		return tx.Get(ctx, task, `update job set state = 'running', lease = ?, due_at = ?, began_at = ?, tries = tries + 1
			where id = ? returning id, kind, args, cron, zone, tries, created_by, done, total`, task.lease, now+r.options.Lease.Milliseconds(), now, id)
	})
	if err != nil {
		return nil, fmt.Errorf("take a job: %w", err)
	}
	if task != nil { // a run that keeps to itself how far it is shows what the last one told
		task.report.done, task.report.total = task.WasDone, task.WasTotal
	}
	return task, nil
}

// hold is the condition under which a task still owns its job.
const hold = " where id = ? and lease = ? and state = 'running'"

// extend prolongs the lease and stores the progress. Its error is errLost or
// errCancelled when the handler shall end.
func (t *Task) extend(ctx context.Context) error {
	var stopping int64
	p := t.current()
	err := t.runner.db.Write(ctx, func(ctx context.Context, tx *store.Tx) error {
		now, err := clock(ctx, tx)
		if err != nil {
			return err
		}
		return tx.QueryRow(ctx, "update job set due_at = ?, done = ?, total = ?, message = ?"+hold+" returning stopping",
			now+t.runner.options.Lease.Milliseconds(), p.done, p.total, p.message, t.ID, t.lease).Scan(&stopping)
	})
	switch {
	case errors.Is(err, sql.ErrNoRows):
		return errLost
	case err != nil:
		return fmt.Errorf("hold job %d: %w", t.ID, err)
	case stopping != 0:
		return errCancelled
	}
	t.runner.changed(t, false)
	return nil
}

// ending is how a run of a job ends.
type ending struct {
	state   State
	delay   time.Duration // until the next try, for Waiting
	tries   int64
	failure string
}

// settle stores the end of a run. A schedule's job goes back to wait for its next
// time instead of ending. One that was asked for meanwhile runs again after a rest as long
// as the run was: what is asked for without end takes half of a worker at most.
func (t *Task) settle(ctx context.Context, tx *store.Tx, e ending) error {
	now, err := clock(ctx, tx)
	if err != nil {
		return err
	}
	due, finished, over := now+e.delay.Milliseconds(), now, e.state == Done || e.state == Cancelled || t.Cron != "" && e.state == Dead
	if e.failure, err = t.wordedFailure(ctx, tx, e); err != nil {
		return err
	}
	if t.Cron != "" && over {
		if err := t.noteRun(ctx, tx, e, now); err != nil {
			return err
		}
	}
	if t.Cron != "" && e.state != Waiting {
		if due, err = nextTime(t.Cron, t.Zone, now); err != nil {
			return err
		}
		e.state, e.tries = Waiting, 0
	}
	if e.state == Waiting {
		finished = 0
	}
	p := t.current()
	held, err := tx.Exec(ctx, `update job set state = case when again = 1 then 'waiting' else ? end,
		due_at = cast(? as BIGINT) + case when again = 1 and cron = '' then cast(? as BIGINT) - began_at else 0 end,
		finished_at = case when again = 1 then 0 else cast(? as BIGINT) end, tries = case when again = 1 then 0 else cast(? as BIGINT) end, again = 0,
		failure = ?, lease = '', stopping = 0, done = ?, total = ?, message = ?, file = ?, result = ?`+hold,
		e.state, due, now, finished, e.tries, e.failure, p.done, p.total, p.message, p.file, p.result, t.ID, t.lease)
	if err == nil && held == 0 {
		err = errLost
	}
	if err != nil || !over {
		return err
	}
	return dropParts(ctx, tx, t.ID)
}

// noteRun keeps how a run of a schedule's job went, which its next one does not touch.
func (t *Task) noteRun(ctx context.Context, tx *store.Tx, e ending, now int64) error {
	_, err := tx.Exec(ctx, "update job set last_began_at = began_at, last_ended_at = ?, last_state = ?, last_failure = ?"+hold,
		now, e.state, e.failure, t.ID, t.lease)
	return err
}

// wordedFailure has the failure of a job that ends for good tell how much of it is
// done and stays.
func (t *Task) wordedFailure(ctx context.Context, tx *store.Tx, e ending) (string, error) {
	if e.state != Dead {
		return e.failure, nil
	}
	kept, err := t.keptAny(ctx, tx)
	if err != nil || !kept {
		return e.failure, err
	}
	p := t.current()
	text, err := json.Marshal(map[string]any{"key": "job.stopped_at", "params": map[string]any{
		"done": p.done, "total": p.total, "why": json.RawMessage(e.failure),
	}})
	return string(text), err
}
