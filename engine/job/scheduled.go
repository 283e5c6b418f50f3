package job

import (
	"context"
	"database/sql"
	"errors"
	"fmt"

	"github.com/wareloom/wareloom/engine/fault"
	"github.com/wareloom/wareloom/engine/store"
)

// Scheduled is a job on a schedule: its next run and how the last one went. Times are unix
// milliseconds; 0 is never.
type Scheduled struct {
	ID          int64  `db:"id"`
	Kind        string `db:"kind"`
	Cron        string `db:"cron"`
	Zone        string `db:"zone"`
	State       State  `db:"state"` // waiting or running
	DueAt       int64  `db:"due_at"`
	BeganAt     int64  `db:"began_at"` // of the run that goes on, where one does
	Failure     string `db:"failure"`  // JSON of the try that failed and will be made again; "" is none
	LastBeganAt int64  `db:"last_began_at"`
	LastEndedAt int64  `db:"last_ended_at"`
	LastState   State  `db:"last_state"`   // done, dead or cancelled; "" while it never ran
	LastFailure string `db:"last_failure"` // JSON {key, params}
	PausedAt    int64  `db:"paused_at"`
	PausedBy    int64  `db:"paused_by"` // user id
}

const scheduledColumns = "id, kind, cron, zone, state, due_at, began_at, failure, last_began_at, last_ended_at, last_state, last_failure, paused_at, paused_by"

// Scheduleds lists the jobs on a schedule by their kinds.
func Scheduleds(ctx context.Context, tx *store.Tx) (all []Scheduled, err error) {
	if err := tx.Select(ctx, &all, "select "+scheduledColumns+" from job where cron <> '' order by kind, id"); err != nil {
		return nil, fmt.Errorf("list schedules: %w", err)
	}
	return all, nil
}

// RunNow has a job on a schedule run as soon as a runner is free; one that runs already
// runs once more. Its timetable stays.
//
// NotFound job.not_found; Conflict job.paused.
func RunNow(ctx context.Context, tx *store.Tx, id int64) error {
	s, err := scheduled(ctx, tx, id)
	if err != nil {
		return err
	}
	if s.PausedAt != 0 {
		return fault.New(fault.Conflict, "job.paused")
	}
	now, err := clock(ctx, tx)
	if err != nil {
		return err
	}
	const text = `update job set due_at = case when state = 'waiting' then cast(? as BIGINT) else due_at end,
		again = case when state = 'running' then 1 else again end where id = ?`
	if _, err := tx.Exec(ctx, text, now, id); err != nil {
		return fmt.Errorf("run schedule %d now: %w", id, err)
	}
	return nil
}

// Pause has a job on a schedule not begin any more until Resume; what runs goes on to its
// end.
//
// NotFound job.not_found.
func Pause(ctx context.Context, tx *store.Tx, id, userID int64) error {
	if _, err := scheduled(ctx, tx, id); err != nil {
		return err
	}
	now, err := clock(ctx, tx)
	if err != nil {
		return err
	}
	if _, err := tx.Exec(ctx, "update job set paused_at = ?, paused_by = ? where id = ? and paused_at = 0", now, userID, id); err != nil {
		return fmt.Errorf("pause schedule %d: %w", id, err)
	}
	return nil
}

// Resume goes on with a paused schedule at its next time: those that were missed are not
// made good.
//
// NotFound job.not_found.
func Resume(ctx context.Context, tx *store.Tx, id int64) error {
	s, err := scheduled(ctx, tx, id)
	if err != nil || s.PausedAt == 0 {
		return err
	}
	now, err := clock(ctx, tx)
	if err != nil {
		return err
	}
	due, err := nextTime(s.Cron, s.Zone, now)
	if err != nil {
		return err
	}
	const text = `update job set paused_at = 0, paused_by = 0,
		due_at = case when state = 'waiting' then cast(? as BIGINT) else due_at end where id = ?`
	if _, err := tx.Exec(ctx, text, due, id); err != nil {
		return fmt.Errorf("resume schedule %d: %w", id, err)
	}
	return nil
}

// scheduled finds a job on a schedule.
func scheduled(ctx context.Context, tx *store.Tx, id int64) (s Scheduled, err error) {
	err = tx.Get(ctx, &s, "select "+scheduledColumns+" from job where cron <> '' and id = ?", id)
	if errors.Is(err, sql.ErrNoRows) {
		return s, fault.New(fault.NotFound, "job.not_found", "id", id)
	}
	if err != nil {
		return s, fmt.Errorf("find schedule %d: %w", id, err)
	}
	return s, nil
}
