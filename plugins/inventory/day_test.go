package inventory_test

import (
	"context"
	"fmt"
	"testing"

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
		world.AddUpDays(t, w.Server, runs)
		var lines int
		w.Do(t, func(ctx context.Context, data plugin.Data) error {
			return data.SQL().Get(ctx, &lines, `SELECT COUNT(*) FROM stock_day WHERE in_qty = 5000`)
		})
		if lines != products {
			t.Errorf("the day has %d lines, want %d", lines, products)
		}
	})
}
