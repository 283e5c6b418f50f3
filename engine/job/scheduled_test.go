package job_test

import (
	"context"
	"errors"
	"strings"
	"testing"
	"time"

	"github.com/wareloom/wareloom/engine/fault"
	"github.com/wareloom/wareloom/engine/job"
	"github.com/wareloom/wareloom/engine/store"
)

// TestAScheduleIsRunPausedAndResumed plans a job for tomorrow, has it run now, well and
// ill, and pauses it: how its last run went stays beside its next time.
func TestAScheduleIsRunPausedAndResumed(t *testing.T) {
	t.Parallel()
	eachDB(t, func(t *testing.T, db *store.DB) {
		daily := job.Schedule{Key: "daily", Cron: "0 6 * * *", Zone: "Asia/Shanghai", Kind: "tick"}
		write(t, db, func(ctx context.Context, tx *store.Tx) error { return job.Plan(ctx, tx, []job.Schedule{daily}) })
		look := func() (one job.Scheduled) {
			read(t, db, func(ctx context.Context, tx *store.Tx) error {
				all, err := job.Scheduleds(ctx, tx)
				one = all[0]
				return err
			})
			return one
		}
		id := look().ID
		if before := look(); before.LastState != "" || before.DueAt <= time.Now().UnixMilli() {
			t.Errorf("before its first run: %+v", before)
		}
		result := make(chan error, 1)
		start(t, db, quick, job.Kind{Key: "tick", Tries: 1, Run: func(context.Context, *job.Task) error { return <-result }})
		after := func(ended int64) job.Scheduled {
			for {
				if one := look(); one.LastEndedAt != ended && one.State == job.Waiting {
					return one
				}
				time.Sleep(2 * time.Millisecond)
			}
		}
		do := func(change func(ctx context.Context, tx *store.Tx) error) { write(t, db, change) }
		run := func(ctx context.Context, tx *store.Tx) error { return job.RunNow(ctx, tx, id) }

		result <- nil
		do(run)
		well := after(0)
		if well.LastState != job.Done || well.LastBeganAt == 0 || well.LastBeganAt > well.LastEndedAt || well.DueAt <= time.Now().UnixMilli() {
			t.Errorf("well: %+v", well)
		}
		time.Sleep(2 * time.Millisecond) // another instant
		result <- fault.New(fault.Invalid, "some.reason")
		do(run)
		ill := after(well.LastEndedAt)
		if ill.LastState != job.Dead || !strings.Contains(ill.LastFailure, "some.reason") {
			t.Errorf("ill: %+v", ill)
		}

		do(func(ctx context.Context, tx *store.Tx) error { return job.Pause(ctx, tx, id, 7) })
		if paused := look(); paused.PausedAt == 0 || paused.PausedBy != 7 {
			t.Errorf("paused: %+v", paused)
		}
		if err := db.Write(t.Context(), run); !fault.IsKey(err, "job.paused") {
			t.Errorf("a paused one is run: %v", err)
		}
		do(func(ctx context.Context, tx *store.Tx) error { // its time comes
			_, err := tx.Exec(ctx, "update job set due_at = 1")
			return err
		})
		time.Sleep(20 * quick.Poll)
		if now := look(); now.State != job.Waiting || now.LastEndedAt != ill.LastEndedAt {
			t.Errorf("it ran while it was paused: %+v", now)
		}
		do(func(ctx context.Context, tx *store.Tx) error { return job.Plan(ctx, tx, []job.Schedule{daily}) })
		if look().PausedAt == 0 {
			t.Error("a start of the server resumed it")
		}
		do(func(ctx context.Context, tx *store.Tx) error { return job.Resume(ctx, tx, id) })
		if now := look(); now.PausedAt != 0 || now.DueAt <= time.Now().UnixMilli() {
			t.Errorf("resumed: %+v", now)
		}
	})
}

// TestOnlySchedulesAreScheduled: a job of a person is none, and one that is not there
// neither.
func TestOnlySchedulesAreScheduled(t *testing.T) {
	t.Parallel()
	eachDB(t, func(t *testing.T, db *store.DB) {
		id := enqueue(t, db, job.New{Kind: "once"})
		for _, id := range []int64{id, 404} {
			err := db.Write(t.Context(), func(ctx context.Context, tx *store.Tx) error {
				return errors.Join(job.RunNow(ctx, tx, id), job.Pause(ctx, tx, id, 1), job.Resume(ctx, tx, id))
			})
			if fault.CodeOf(err) != fault.NotFound {
				t.Errorf("job %d: %v", id, err)
			}
		}
	})
}
