package job_test

import (
	"context"
	"maps"
	"strings"
	"sync"
	"testing"

	"github.com/wareloom/wareloom/engine/enginetest"
	"github.com/wareloom/wareloom/engine/job"
	"github.com/wareloom/wareloom/engine/store"
)

// TestTheSystemsJobsAreTakenByTime asks SQLite how the next of them is found: by an index in
// the order of time, so that it costs the same however many wait.
func TestTheSystemsJobsAreTakenByTime(t *testing.T) {
	t.Parallel()
	said := map[string][]any{}
	var mu sync.Mutex
	db := enginetest.Open(t, "sqlite:"+t.TempDir()+"/x.db", store.Options{Tap: func(text string, args []any) {
		mu.Lock()
		defer mu.Unlock()
		said[text] = args
	}})
	if err := db.Migrate(t.Context(), job.Migrations()); err != nil {
		t.Fatal(err)
	}
	enqueue(t, db, job.New{Kind: "k"})
	ran := make(chan struct{})
	start(t, db, quick, job.Kind{Key: "k", Run: func(context.Context, *job.Task) error {
		close(ran)
		return nil
	}})
	<-ran
	mu.Lock()
	questions := maps.Clone(said)
	mu.Unlock()
	asked := 0
	for text, args := range questions {
		if !strings.HasPrefix(text, "select id, 0 as owners") {
			continue
		}
		asked++
		var plan []struct {
			ID, Parent, Notused int
			Detail              string
		}
		err := db.Read(t.Context(), func(ctx context.Context, tx *store.Tx) error {
			return tx.Select(ctx, &plan, "explain query plan "+text, args...)
		})
		if err != nil || len(plan) == 0 || !strings.Contains(plan[0].Detail, "job_share") {
			t.Errorf("%v, %v", plan, err)
		}
		for _, step := range plan {
			if strings.Contains(step.Detail, "TEMP B-TREE") {
				t.Errorf("all that wait are sorted: %v", plan)
			}
		}
	}
	if asked != 1 {
		t.Errorf("the next job of the system was asked for by %d statements", asked)
	}
}
