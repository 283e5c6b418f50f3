package inventory_test

import (
	"context"
	"fmt"
	"testing"
	"time"

	"github.com/wareloom/wareloom/engine/enginetest"
	"github.com/wareloom/wareloom/engine/plugin"
	"github.com/wareloom/wareloom/tests/world"
)

// TestDaysAreAddedUpByTwoAtOnce has several add up the same new day at the same time, as
// servers do that share a database and a job that a person started beside the clock's: all
// of them end well, and the day is written once.
func TestDaysAreAddedUpByTwoAtOnce(t *testing.T) {
	t.Parallel()
	enginetest.EachDSN(t, func(t *testing.T, dsn string) {
		w := world.Start(t, dsn)
		const products, runs = 40, 4
		for i := range products {
			g := world.Goods(w.Owners[0], w.Product(t, w.Owners[0], fmt.Sprintf("P%d", i), nil))
			w.Receive(t, g, "A-01", 5)
		}
		w.Do(t, func(ctx context.Context, data plugin.Data) error {
			for range runs {
				if _, err := plugin.Enqueue(ctx, data.SQL(), plugin.NewJob{Kind: "inventory.add_days"}); err != nil {
					return err
				}
			}
			return nil
		})
		ctx, stop := context.WithCancel(t.Context())
		ended := make(chan struct{})
		go func() {
			defer close(ended)
			w.Jobs.Run(ctx)
		}()
		var told []string
		for len(told) < runs {
			time.Sleep(5 * time.Millisecond)
			told = told[:0]
			w.Do(t, func(ctx context.Context, data plugin.Data) error {
				return data.SQL().Select(ctx, &told, `SELECT state || ' after ' || tries || ': ' || failure FROM job WHERE kind = 'inventory.add_days' AND cron = '' AND state NOT IN ('waiting', 'running')`)
			})
		}
		stop()
		<-ended
		for _, one := range told {
			if one != "done after 1: " {
				t.Errorf("adding up is %s", one)
			}
		}
		var lines int
		w.Do(t, func(ctx context.Context, data plugin.Data) error {
			return data.SQL().Get(ctx, &lines, `SELECT COUNT(*) FROM stock_day WHERE in_qty = 5000`)
		})
		if lines != products {
			t.Errorf("the day has %d lines, want %d", lines, products)
		}
	})
}
