package job_test

import (
	"context"
	"slices"
	"testing"

	"github.com/wareloom/wareloom/engine/job"
	"github.com/wareloom/wareloom/engine/store"
)

func TestSoonAsksOnceAndLast(t *testing.T) {
	t.Parallel()
	eachDB(t, func(t *testing.T, db *store.DB) {
		var asked []string
		kinds := func(ctx context.Context, tx *store.Tx) (kinds []string, err error) {
			return kinds, tx.Select(ctx, &kinds, "select kind from job order by id")
		}
		write(t, db, func(ctx context.Context, tx *store.Tx) error {
			for _, kind := range []string{"watch", "count", "watch"} {
				job.Soon(tx, kind)
			}
			before, err := kinds(ctx, tx)
			if len(before) > 0 {
				t.Errorf("%v are asked for while the transaction goes on", before)
			}
			return err
		})
		write(t, db, func(ctx context.Context, tx *store.Tx) (err error) {
			job.Soon(tx, "watch") // it waits still
			asked, err = kinds(ctx, tx)
			return err
		})
		if want := []string{"count", "watch"}; !slices.Equal(asked, want) {
			t.Errorf("asked for %v, want %v", asked, want)
		}
	})
}
