package carriers_test

import (
	"context"
	"sync"
	"testing"

	"github.com/wareloom/wareloom/engine/plugin"
	"github.com/wareloom/wareloom/plugins/spare"
)

// 32 clients take numbers of a segment at once: no number is given twice, none is left
// out, and the lead hears once that they run low.
func TestASegmentGivesEachNumberOnce(t *testing.T) {
	eachBench(t, "sf", func(b *bench) {
		const clients, each = 32, 4
		var segment int64
		b.Do(t, func(ctx context.Context, data plugin.Data) error {
			if err := data.Set(ctx, "carrier_account", []plugin.Row{{"id": b.account, "number_source": "pool", "check_rule": "luhn"}}); err != nil {
				return err
			}
			row, err := data.Save(ctx, "number_segment", plugin.Row{"carrier_account_id": b.account, "prefix": "SE", "from_no": 1, "to_no": 140, "low_mark": 50})
			segment = plugin.ID(row)
			return err
		})
		var orders []int64
		b.Do(t, func(ctx context.Context, data plugin.Data) error {
			for range clients * each {
				row, err := data.Save(ctx, "sale_order", plugin.Row{
					"consignor_id": b.Owners[0], "warehouse_id": b.Warehouse, "carrier_id": b.carrier, "receiver": "R", "country": "CN", "phone": "1", "city": "C", "detail": "1",
					"lines": []any{plugin.Row{"product_id": b.product, "qty": 1}},
				})
				if err != nil {
					return err
				}
				orders = append(orders, plugin.ID(row))
			}
			return nil
		})
		var all sync.WaitGroup
		for client := range clients {
			all.Go(func() {
				for i := range each {
					err := b.Try(t.Context(), func(ctx context.Context, data plugin.Data) error {
						row, err := data.Get(ctx, "sale_order", orders[client*each+i])
						if err != nil {
							return err
						}
						_, err = spare.Numbers{}.Give(ctx, data, row)
						return err
					})
					if err != nil {
						t.Error(err)
					}
				}
			})
		}
		all.Wait()
		if n := b.one("SELECT COUNT(DISTINCT tracking_no) FROM sale_order WHERE tracking_no LIKE 'SE%'"); n != clients*each {
			t.Errorf("%d orders have %d numbers", clients*each, n)
		}
		if used, filed := b.one("SELECT used FROM number_segment WHERE id = ?", segment), b.one("SELECT COUNT(*) FROM spare_number"); used != filed || used != 140 {
			t.Errorf("%d numbers of the segment are used, %d are filed, want all 140", used, filed)
		}
		if low := b.one("SELECT COUNT(*) FROM number_segment WHERE id = ? AND low", segment); low != 1 {
			t.Error("nobody is told that the segment runs low")
		}
		b.poolRunsDry()
	})
}

// poolRunsDry packs more orders than there are numbers: the last one waits, and gets its
// number when there are some again.
func (b *bench) poolRunsDry() {
	b.Helper()
	var order int64
	for range 13 {
		order = b.ordered(nil)
		b.packed(order)
	}
	b.waits("pool_empty", "SELECT waits_for FROM carrier_order WHERE sale_order_id = ?", order)
	b.Do(b.T, func(ctx context.Context, data plugin.Data) error {
		_, err := data.Save(ctx, "spare_number", plugin.Row{"carrier_id": b.carrier, "tracking_no": "EXTRA1"})
		return err
	})
	b.act("carrier_order", "ask_now", b.one("SELECT id FROM carrier_order WHERE sale_order_id = ?", order), nil)
	b.waits("EXTRA1", numberOfOrder, order)
}
