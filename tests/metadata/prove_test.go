package metadata

import (
	"context"
	"testing"

	"github.com/wareloom/wareloom/engine/cmd/wareloom/apptest"
	"github.com/wareloom/wareloom/engine/cmd/wareloom/product"
	"github.com/wareloom/wareloom/engine/enginetest"
	"github.com/wareloom/wareloom/engine/store"
)

// TestWhatMetadataSaysIsSo runs the tests of the product on both databases, and finds
// nothing of them behind them.
func TestWhatMetadataSaysIsSo(t *testing.T) {
	t.Parallel()
	enginetest.EachDSN(t, func(t *testing.T, dsn string) {
		wareloom, err := product.Wareloom()
		if err != nil {
			t.Fatal(err)
		}
		s := apptest.StartProduct(t, dsn, wareloom)
		results, err := s.Prover().Run(t.Context(), s.Catalog.Current())
		if err != nil || len(results) == 0 {
			t.Fatal(len(results), err)
		}
		for _, one := range results {
			if !one.Passed() {
				t.Errorf("%s at %s: %v", one.Key, one.Step, one.Fault)
			}
		}
		for _, table := range []string{"consignor", "sale_order", "stock_move", "quant", "record_audit"} {
			var n int
			err := s.DB.Read(t.Context(), func(ctx context.Context, tx *store.Tx) error {
				return tx.Get(ctx, &n, "select count(*) from "+store.Quote(table))
			})
			if err != nil || n > 0 {
				t.Errorf("the tests leave %d rows of %s: %v", n, table, err)
			}
		}
		if report, err := s.Verify(t.Context()); err != nil || !report.OK {
			t.Errorf("verify: %v %v", report, err)
		}
	})
}
