package road

import (
	"testing"

	"github.com/wareloom/wareloom/engine/cmd/wareloom/apptest"
	"github.com/wareloom/wareloom/engine/cmd/wareloom/product"
	"github.com/wareloom/wareloom/engine/enginetest"
)

// TestWhatEarlierVersionsLeftIsMended leaves a wave picked, an order with the total of
// before and a wave that counts what is being picked, as earlier versions did, and starts
// the product again.
func TestWhatEarlierVersionsLeftIsMended(t *testing.T) {
	t.Parallel()
	enginetest.EachDSN(t, func(t *testing.T, dsn string) {
		f := enter(t, dsn)
		f.aDay()
		f.Ask("data/sale_order/act", m{"name": "wave", "ids": []int64{f.allocated("MEND-1", 1)}, "params": m{"max_orders": 20, "max_lines": 60, "release": true}})
		f.Start("pick").Must("button", "next", "cart")
		for _, left := range []string{
			`UPDATE wave SET status = 'picked' WHERE status = 'done'`,
			`UPDATE wave SET picked_qty = picked_qty + 1000 WHERE status = 'picking'`,
			`UPDATE sale_order SET total_qty = total_qty + 1000, line_count = line_count + 1`,
			`DELETE FROM app_done WHERE key LIKE 'mend %'`,
		} {
			f.Write(left)
		}
		if broken := f.Broken(); len(broken) != 3 {
			t.Fatalf("before, %v is broken", broken)
		}
		p, err := product.Wareloom()
		if err != nil {
			t.Fatal(err)
		}
		apptest.StartProduct(t, dsn, p)
		if broken := f.Broken(); len(broken) > 0 {
			t.Errorf("%v is still broken", broken)
		}
		if done := f.Find("wave", "status", "done"); done == nil {
			t.Error("no wave is done")
		}
	})
}
