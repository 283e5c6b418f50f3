package wave_test

import (
	"context"
	"slices"
	"testing"

	"github.com/wareloom/wareloom/engine/plugin"
	"github.com/wareloom/wareloom/plugins/wave"
)

func TestTheRestIsRoutedFromWhereThePickerStands(t *testing.T) {
	eachHouse(t, func(h *house) {
		order := h.order(h.products...)
		h.Do(h.T, func(ctx context.Context, data plugin.Data) error {
			_, err := data.Act(ctx, "sale_order", "wave", order, plugin.Row{"max_orders": 5, "max_lines": 50, "release": true})
			return err
		})
		var bills []int64
		h.rows(&bills, `SELECT id FROM pick_bill`)
		h.Do(h.T, func(ctx context.Context, data plugin.Data) error {
			return wave.Waves{}.Reroute(ctx, data, bills[0], h.Places["A-03"])
		})
		var places []string
		h.rows(&places, `SELECT p.code FROM pick_task t JOIN position p ON p.id = t.position_id WHERE t.pick_bill_id = ? ORDER BY t.seq`, bills[0])
		if want := []string{"A-03", "A-04", "A-02", "A-01"}; !slices.Equal(places, want) {
			t.Errorf("the picker at A-03 is sent to %v, want %v", places, want)
		}
	})
}
