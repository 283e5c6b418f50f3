package allocation_test

import (
	"slices"
	"testing"
)

// TestInvariantsFindTheirBreaches plants a breach of each, which must be told.
func TestInvariantsFindTheirBreaches(t *testing.T) {
	eachHouse(t, func(h *house) {
		p := h.Product(h.T, h.Owners[0], "P1", nil)
		h.lay(p, laid{place: "A-01", qty: 5})
		order := h.order(p, 2, nil)
		h.allocate(order, "allocated", "A-01 2")
		for _, plant := range []struct {
			key, text string
			args      []any
		}{
			{"allocation.line_equals_reservations", `UPDATE sale_order_line SET allocated_qty = allocated_qty - 1000 WHERE sale_order_id = ?`, []any{order}},
			{"allocation.never_foreign", `UPDATE sale_order SET consignor_id = ? WHERE id = ?`, []any{h.Owners[1], order}},
			{"allocation.never_held", `UPDATE quant SET held_at = 1 WHERE product_id = ?`, []any{p}},
			{"allocation.cancelled_keeps_nothing", `UPDATE sale_order SET status = 'audited' WHERE id = ?`, []any{order}},
			{"allocation.order_adds_up", `UPDATE sale_order SET line_count = line_count + 1 WHERE id = ?`, []any{order}},
		} {
			if broken := h.Broken(h.T, plant.text, plant.args...); !slices.Contains(broken, plant.key) {
				h.Errorf("%s is not found: %v", plant.key, broken)
			}
		}
	})
}
