package allocation_test

import (
	"context"
	"maps"
	"slices"
	"testing"

	"github.com/wareloom/wareloom/engine/plugin"
	"github.com/wareloom/wareloom/plugins/allocation"
)

// TestWhoWaitsIsServedOfWhatComes: one who wants more than comes waits on, and so does one who
// is held; behind them all are served who can be, in whole, or in part where they ship what
// there is. What is of another quality, or was received and not put away, serves nobody.
func TestWhoWaitsIsServedOfWhatComes(t *testing.T) {
	eachHouse(t, func(h *house) {
		p, q := h.Product(h.T, h.Owners[0], "P1", nil), h.Product(h.T, h.Owners[0], "P2", nil)
		both := func(first, second int64) plugin.Row {
			return plugin.Row{"lines": []any{plugin.Row{"product_id": p, "qty": first}, plugin.Row{"product_id": q, "qty": second}}}
		}
		waits := []struct {
			name string
			id   int64
			want string
		}{
			{"more than comes", h.order(p, 99, nil), "short"},
			{"a line of which nothing comes", h.order(p, 0, both(1, 1)), "short"},
			{"held", h.order(p, 2, nil), "short"},
			{"all it wants", h.order(p, 3, nil), "allocated"},
			{"what there is", h.order(p, 9, plugin.Row{"ship_policy": "available"}), "allocated"},
			{"nothing is left", h.order(p, 1, nil), "short"},
			{"another quality", h.order(q, 0, plugin.Row{"lines": []any{plugin.Row{"product_id": q, "qty": int64(1)}}}), "short"},
		}
		for _, one := range waits {
			h.allocate(one.id, "short")
		}
		h.Do(h.T, func(ctx context.Context, data plugin.Data) error {
			_, err := data.Act(ctx, "sale_order", "hold", waits[2].id, plugin.Row{"reason": "asked for"})
			return err
		})
		h.lay(p, laid{place: "A-01", qty: 5})
		h.lay(q, laid{place: "A-02", qty: 5, quality: "CC"}, laid{place: "R-01", qty: 5})
		h.Do(h.T, func(ctx context.Context, data plugin.Data) error {
			_, err := plugin.Enqueue(ctx, data.SQL(), plugin.NewJob{Kind: "allocation.serve_all"})
			return err
		})
		h.Work(h.T)
		for _, one := range waits {
			h.Do(h.T, func(ctx context.Context, data plugin.Data) error {
				head, err := data.Get(ctx, "sale_order", one.id)
				if got := plugin.Text(head, "status"); err == nil && got != one.want {
					h.Errorf("%s: the order is %s, want %s", one.name, got, one.want)
				}
				return err
			})
		}
	})
}

// TestACauseIsOfTheLinesThatMissSomething: what lies free serves a line that asks for no lot,
// as long as it may still be shipped.
func TestACauseIsOfTheLinesThatMissSomething(t *testing.T) {
	eachHouse(t, func(h *house) {
		p := h.Product(h.T, h.Owners[0], "P1", nil)
		aged := h.Product(h.T, h.Owners[0], "P2", nil)
		lotted, gone := h.Product(h.T, h.Owners[0], "P3", nil), h.Product(h.T, h.Owners[0], "P4", nil)
		line := func(product, qty int64, lot any) plugin.Row {
			return plugin.Row{"product_id": product, "qty": qty, "lot_no": lot}
		}
		order := func(lines ...any) int64 {
			id := h.order(p, 0, plugin.Row{"lines": lines})
			h.allocate(id, "short")
			return id
		}
		wants := map[int64]string{
			order(line(p, 5, nil)):                      "free",
			order(line(p, 6, nil)):                      "none",
			order(line(p, 1, nil), line(gone, 1, nil)):  "none",
			order(line(aged, 2, nil)):                   "free",
			order(line(aged, 3, nil)):                   "expired",
			order(line(aged, 1, "L1"), line(p, 1, nil)): "free",
			order(line(aged, 3, "L1"), line(p, 1, nil)): "none",
			order(line(lotted, 2, "L1")):                "free",
			order(line(lotted, 2, "L2")):                "none",
		}
		h.lay(p, laid{place: "A-01", qty: 5})
		h.lay(lotted, laid{place: "A-04", qty: 2, lot: "L1"})
		h.lay(aged, laid{place: "A-02", qty: 2, lot: "L1", expires: "2999-01-01"}, laid{place: "A-03", qty: 2, lot: "L2", expires: "2001-01-01"})
		h.Do(h.T, func(ctx context.Context, data plugin.Data) error {
			causes, err := allocation.Shortages{}.Causes(ctx, data.SQL(), slices.Collect(maps.Keys(wants)))
			for id, want := range wants {
				if causes[id] != want {
					h.Errorf("the cause of order %d is %q, want %q", id, causes[id], want)
				}
			}
			return err
		})
	})
}
