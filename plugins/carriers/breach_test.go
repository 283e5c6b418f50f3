package carriers_test

import (
	"context"
	"slices"
	"testing"

	"github.com/wareloom/wareloom/engine/plugin"
)

// Each invariant tells its breach.
func TestInvariantsTellTheirBreaches(t *testing.T) {
	eachBench(t, "sf", func(b *bench) {
		var boxes, orders []int64
		for range 2 {
			order := b.ordered(nil)
			box := b.packed(order)
			b.waits("taken", stateOfAsked, order)
			b.act("package", "ship", box, nil)
			boxes, orders = append(boxes, box), append(orders, order)
		}
		no := b.text(numberOfOrder, orders[0])
		for _, plant := range []struct {
			key, text string
			args      []any
		}{
			{"carriers.one_parcel_each", "UPDATE package SET tracking_no = ? WHERE id = ?", []any{no, boxes[1]}},
			{"carriers.one_waybill_each", "UPDATE waybill SET carrier_id = NULL, tracking_no = ?", []any{no}},
			{"carriers.given_is_on_its_parcel", "UPDATE sale_order SET tracking_no = NULL WHERE id = ?", []any{orders[1]}},
			{"carriers.sent_has_waybill", "UPDATE waybill SET status = 'cancelled' WHERE package_id = ?", []any{boxes[1]}},
			{"carriers.waybill_bears_the_number", "UPDATE waybill SET tracking_no = 'OTHER' WHERE package_id = ?", []any{boxes[1]}},
		} {
			b.breaks(plant.key, plant.text, plant.args...)
		}
		other := b.account
		b.Do(t, func(ctx context.Context, data plugin.Data) error {
			row, err := data.Save(ctx, "carrier_account", plugin.Row{"code": "SIM2", "name": "Second", "carrier_id": b.carrier, "account_env": "test", "number_source": "none"})
			other = plugin.ID(row)
			return err
		})
		b.breaks("carriers.one_order_each", "UPDATE carrier_order SET carrier_account_id = ?, tracking_no = ? WHERE sale_order_id = ?", other, no, orders[1])
	})
}

// breaks plants a breach, which verify must tell.
func (b *bench) breaks(key, text string, args ...any) {
	b.Helper()
	if broken := b.Broken(b.T, text, args...); !slices.Contains(broken, key) {
		b.Errorf("%s does not tell its breach: %v", key, broken)
	}
}
