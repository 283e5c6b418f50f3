package job_test

import (
	"context"
	"errors"
	"strings"
	"testing"
	"time"

	"github.com/wareloom/wareloom/engine/job"
	"github.com/wareloom/wareloom/engine/store"
)

// TestAJobGoesOnBehindItsLastPart has every try do one step and fail: more tries
// than a kind has are no matter as long as each keeps a part.
func TestAJobGoesOnBehindItsLastPart(t *testing.T) {
	t.Parallel()
	eachDB(t, func(t *testing.T, db *store.DB) {
		const steps = 7
		start(t, db, quick, job.Kind{Key: "walk", Tries: 2, Backoff: time.Millisecond, Run: func(ctx context.Context, task *job.Task) error {
			parts, err := task.Kept(ctx)
			if err != nil || len(parts) == steps {
				return errors.Join(err, task.Result(len(parts)))
			}
			if err := db.Write(ctx, func(ctx context.Context, tx *store.Tx) error { return task.Keep(ctx, tx, len(parts)) }); err != nil {
				return err
			}
			return errors.New("stumbled")
		}})
		id := enqueue(t, db, job.New{Kind: "walk"})
		if j := until(t, db, id, job.Done); j.Result != "7" {
			t.Errorf("got %+v", j)
		}
		if n := countParts(t, db, id); n != 0 {
			t.Errorf("%d parts of a job that is done are left", n)
		}
	})
}

func TestAJobThatCannotGoOnTellsWhatIsDone(t *testing.T) {
	t.Parallel()
	eachDB(t, func(t *testing.T, db *store.DB) {
		start(t, db, quick, job.Kind{Key: "walk", Tries: 2, Backoff: time.Millisecond, Run: func(ctx context.Context, task *job.Task) error {
			if parts, err := task.Kept(ctx); err != nil || len(parts) > 0 {
				return errors.New("a wall")
			}
			if err := task.Progress(ctx, 3, 9, ""); err != nil {
				return err
			}
			return db.Write(ctx, func(ctx context.Context, tx *store.Tx) error {
				if err := task.Keep(ctx, tx, "three"); err != nil {
					return err
				}
				tx.AfterCommit(func() { panic("a kill") })
				return nil
			})
		}})
		j := until(t, db, enqueue(t, db, job.New{Kind: "walk"}), job.Dead)
		for _, want := range []string{`"job.stopped_at"`, `"done":3`, `"total":9`, `"job.failed"`} {
			if !strings.Contains(j.Failure, want) {
				t.Errorf("failure %s lacks %s", j.Failure, want)
			}
		}
	})
}

// TestNoPartIsKeptOfALostJob: what another runner goes on with is not done twice.
func TestNoPartIsKeptOfALostJob(t *testing.T) {
	t.Parallel()
	eachDB(t, func(t *testing.T, db *store.DB) {
		late := make(chan error, 1)
		stop := start(t, db, quick, job.Kind{Key: "walk", Run: func(ctx context.Context, task *job.Task) error {
			err := db.Write(ctx, func(ctx context.Context, tx *store.Tx) error {
				if _, err := tx.Exec(ctx, "update job set lease = 'of another runner' where id = ?", task.ID); err != nil {
					return err
				}
				return nil
			})
			if err == nil {
				err = db.Write(ctx, func(ctx context.Context, tx *store.Tx) error {
					if _, err := job.Enqueue(ctx, tx, job.New{Kind: "effect", RunAt: time.Now().Add(time.Hour)}); err != nil {
						return err
					}
					return task.Keep(ctx, tx, 1)
				})
			}
			late <- err
			return nil
		}})
		id := enqueue(t, db, job.New{Kind: "walk"})
		if err := <-late; err == nil {
			t.Error("a part was kept of a job that another runner has")
		}
		stop()
		if n := countParts(t, db, id); n != 0 {
			t.Errorf("%d parts", n)
		}
		err := db.Read(t.Context(), func(ctx context.Context, tx *store.Tx) error {
			var n int
			if err := tx.Get(ctx, &n, "select count(*) from job where kind = 'effect'"); err != nil || n == 0 {
				return err
			}
			return errors.New("the effect of the lost job is there")
		})
		if err != nil {
			t.Error(err)
		}
	})
}

func countParts(t *testing.T, db *store.DB, id int64) (n int) {
	t.Helper()
	err := db.Read(t.Context(), func(ctx context.Context, tx *store.Tx) error {
		return tx.Get(ctx, &n, "select count(*) from job_part where job_id = ?", id)
	})
	if err != nil {
		t.Fatal(err)
	}
	return n
}
