package wave_test

import (
	"context"
	"testing"

	"github.com/wareloom/wareloom/engine/plugin"
)

// TestWhatACartHoldsSplitsAWave: four orders of one piece each, of a kilogram and a
// litre, become as many pick bills as what is given asks for.
func TestWhatACartHoldsSplitsAWave(t *testing.T) {
	eachHouse(t, func(h *house) {
		h.Do(h.T, func(ctx context.Context, data plugin.Data) error {
			for _, product := range h.products {
				one := plugin.Row{"id": product, "weight": 1, "length": 10, "width": 10, "height": 10}
				if _, err := data.Save(ctx, "product", one); err != nil {
					return err
				}
			}
			return nil
		})
		var orders []int64
		for _, product := range h.products {
			orders = append(orders, h.order(product))
		}
		for _, one := range []struct {
			what  string
			given plugin.Row
			bills int
		}{
			{"nothing", nil, 1},
			{"orders", plugin.Row{"max_orders": 3}, 2},
			{"lines", plugin.Row{"max_lines": 1}, 4},
			{"pieces", plugin.Row{"max_qty": 2}, 2},
			{"weight", plugin.Row{"max_weight": 2}, 2},
			{"volume", plugin.Row{"max_volume": 3}, 2},
			{"slots", plugin.Row{"slots": 2}, 2},
			{"slots that are too small for an order", plugin.Row{"slots": 4, "slot_volume": 0.5}, 2},
		} {
			wave := h.wave(one.given, orders...)
			var held []int64
			h.rows(&held, `SELECT order_count FROM pick_bill WHERE wave_id = ?`, wave)
			sum := int64(0)
			for _, n := range held {
				sum += n
			}
			if len(held) != one.bills || sum != int64(len(orders)) {
				t.Errorf("%s: bills of %v orders, want %d bills of %d", one.what, held, one.bills, len(orders))
			}
			h.Do(h.T, func(ctx context.Context, data plugin.Data) error {
				_, err := data.Act(ctx, "wave", "cancel", wave, nil)
				return err
			})
		}
	})
}

// wave puts orders into a wave with these limits and gives its id.
func (h *house) wave(given plugin.Row, orders ...int64) int64 {
	h.Helper()
	made, err := h.Wave(h.Context(), given, orders...)
	if err != nil || len(made.Created) != 1 {
		h.Fatalf("wave of %v with %v: %+v, %v", orders, given, made, err)
	}
	return made.Created[0].ID
}
