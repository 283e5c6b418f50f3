package job_test

import (
	"context"
	"fmt"
	"slices"
	"testing"
	"time"

	"github.com/wareloom/wareloom/engine/enginetest"
	"github.com/wareloom/wareloom/engine/fault"
	"github.com/wareloom/wareloom/engine/job"
	"github.com/wareloom/wareloom/engine/store"
)

// TestShares has one user ask for all the jobs that he may have, each of which waits,
// and another for one: that one runs beside the first of the many.
func TestShares(t *testing.T) {
	enginetest.EachDB(t, func(t *testing.T, db *store.DB) {
		if err := db.Migrate(t.Context(), job.Migrations()); err != nil {
			t.Fatal(err)
		}
		const many, one = 7, 8
		enqueue := func(user int64) error {
			return db.Write(t.Context(), func(ctx context.Context, tx *store.Tx) error {
				_, err := job.Ask(ctx, tx, job.New{Kind: "k", Args: 1, CreatedBy: user})
				return err
			})
		}
		for range job.MostOfUser {
			if err := enqueue(many); err != nil {
				t.Fatal(err)
			}
		}
		if err := enqueue(many); fault.CodeOf(err) != fault.Conflict {
			t.Errorf("one too many: %v, want conflict", err)
		}
		if err := enqueue(one); err != nil {
			t.Fatal(err)
		}
		ctx, stop := context.WithCancel(t.Context())
		served := make(chan struct{})
		runner := job.NewRunner(db, job.Options{Workers: 2})
		runner.Register(job.Kind{Key: "k", Run: func(ctx context.Context, task *job.Task) error {
			if task.CreatedBy == one {
				close(served)
				return nil
			}
			select { // until the other one was served
			case <-served:
			case <-ctx.Done():
			}
			return nil
		}})
		ended := make(chan struct{})
		go func() {
			runner.Run(ctx)
			close(ended)
		}()
		select {
		case <-served:
		case <-time.After(20 * time.Second):
			t.Error("the many jobs of one keep the other's waiting")
		}
		stop()
		<-ended
	})
}

// TestOwnersShareTheQueue has many people of one owner ask for jobs before anybody else
// does: another owner's person runs beside the first of them, and so does one who
// belongs to none; among themselves they are served person by person.
func TestOwnersShareTheQueue(t *testing.T) {
	const many, other, nobody = 100, 200, 0
	ask := func(owner int64, people ...int64) (all []job.New) {
		for _, person := range people {
			all = append(all, job.New{CreatedBy: person, OwnerID: owner})
		}
		return all
	}
	for name, tt := range map[string]struct {
		queue []job.New
		want  []int64 // persons whose jobs run at once
	}{
		"two owners":              {slices.Concat(ask(many, 1, 2, 3, 4), ask(other, 9)), []int64{1, 9}},
		"an owner and nobody's":   {slices.Concat(ask(many, 1, 2, 3, 4), ask(nobody, 9)), []int64{1, 9}},
		"persons of one owner":    {ask(many, 1, 1, 1, 2), []int64{1, 2}},
		"persons without owner":   {ask(nobody, 1, 1, 2, 3), []int64{1, 2}},
		"owners, then by person":  {slices.Concat(ask(many, 1, 1, 2), ask(other, 9)), []int64{1, 2, 9}},
		"the system, before them": {slices.Concat(ask(many, 1, 2), ask(nobody, 0)), []int64{0, 1}},
	} {
		t.Run(name, func(t *testing.T) {
			eachDB(t, func(t *testing.T, db *store.DB) {
				for _, n := range tt.queue {
					n.Kind = "k"
					enqueue(t, db, n)
				}
				taken := make(chan int64, len(tt.queue))
				options := quick
				options.Workers, options.Grace = len(tt.want), time.Millisecond
				start(t, db, options, job.Kind{Key: "k", Run: func(ctx context.Context, task *job.Task) error {
					taken <- task.CreatedBy
					<-ctx.Done() // holds its place until the test ends
					return context.Cause(ctx)
				}})
				var got []int64
				for range tt.want {
					got = append(got, <-taken)
				}
				if slices.Sort(got); !slices.Equal(got, tt.want) {
					t.Errorf("the jobs of %v run at once, want %v", got, tt.want)
				}
			})
		})
	}
}

// TestOneOfAKindRunsForAPerson has somebody ask for jobs of two kinds, and the system
// for some: of his one of a kind runs at a time, though there are workers left, and the
// next when it has ended.
func TestOneOfAKindRunsForAPerson(t *testing.T) {
	eachDB(t, func(t *testing.T, db *store.DB) {
		for _, n := range []job.New{{Kind: "a", CreatedBy: 1}, {Kind: "a", CreatedBy: 1}, {Kind: "b", CreatedBy: 1}, {Kind: "a"}, {Kind: "a"}} {
			enqueue(t, db, n)
		}
		taken, end := make(chan string, 5), make(chan struct{})
		run := func(ctx context.Context, task *job.Task) error {
			taken <- fmt.Sprintf("%s of %d", task.Kind, task.CreatedBy)
			select {
			case <-end:
			case <-ctx.Done():
			}
			return context.Cause(ctx)
		}
		options := quick
		options.Workers, options.Grace = 5, time.Millisecond
		start(t, db, options, job.Kind{Key: "a", Run: run}, job.Kind{Key: "b", Run: run})
		got := []string{<-taken, <-taken, <-taken, <-taken}
		if slices.Sort(got); !slices.Equal(got, []string{"a of 0", "a of 0", "a of 1", "b of 1"}) {
			t.Errorf("%v run at once", got)
		}
		select {
		case more := <-taken:
			t.Fatalf("%s runs beside them", more)
		case <-time.After(20 * quick.Poll):
		}
		close(end)
		if last := <-taken; last != "a of 1" {
			t.Errorf("then runs %s", last)
		}
	})
}

// TestAPersonRestsBetweenJobs gives one worker two jobs of a person and a younger one
// of another: that one comes between the two.
func TestAPersonRestsBetweenJobs(t *testing.T) {
	eachDB(t, func(t *testing.T, db *store.DB) {
		for _, person := range []int64{1, 1, 2} {
			enqueue(t, db, job.New{Kind: "k", CreatedBy: person})
		}
		taken := make(chan int64, 3)
		options := quick
		options.Workers = 1
		start(t, db, options, job.Kind{Key: "k", Run: func(_ context.Context, task *job.Task) error {
			time.Sleep(300 * time.Millisecond)
			taken <- task.CreatedBy
			return nil
		}})
		if got := []int64{<-taken, <-taken, <-taken}; !slices.Equal(got, []int64{1, 2, 1}) {
			t.Errorf("the jobs of %v came in turn", got)
		}
	})
}
