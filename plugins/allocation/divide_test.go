package allocation_test

import (
	"context"
	"fmt"
	"slices"
	"testing"

	"github.com/wareloom/wareloom/engine/auth"
	"github.com/wareloom/wareloom/engine/document"
	"github.com/wareloom/wareloom/engine/fault"
	"github.com/wareloom/wareloom/engine/plugin"
)

// pieces are those of the lines of an order, in their order.
func (h *house) pieces(order int64) (list []string) {
	h.Helper()
	h.Do(h.T, func(ctx context.Context, data plugin.Data) error {
		lines, err := data.Find(ctx, "sale_order_line", plugin.Where{Match: plugin.Row{"sale_order_id": order}, Sort: []string{"line_no"}})
		for _, l := range lines {
			list = append(list, plugin.Decimal(l, "base_qty").String())
		}
		return err
	})
	return list
}

func (h *house) line(order int64) (id int64) {
	h.Helper()
	h.Do(h.T, func(ctx context.Context, data plugin.Data) error {
		return data.SQL().Get(ctx, &id, `SELECT MIN(id) FROM sale_order_line WHERE sale_order_id = ?`, order)
	})
	return id
}

func (h *house) split(order, line int64, qty any) error {
	return h.Try(h.Context(), func(ctx context.Context, data plugin.Data) error {
		_, err := data.Act(ctx, "sale_order", "split", order, plugin.Row{"line_id": line, "qty": qty})
		return err
	})
}

// TestAnOrderIsSplitWithinItsPieces: what leaves one is in the other, and an order is never
// left without goods.
func TestAnOrderIsSplitWithinItsPieces(t *testing.T) {
	eachHouse(t, func(h *house) {
		p := h.Product(h.T, h.Owners[0], "P1", nil)
		order, other := h.order(p, 5, plugin.Row{"ext_no": "E"}), h.order(p, 1, nil)
		line := h.line(order)
		for _, tt := range []struct {
			name string
			line int64
			qty  any
			want string
		}{
			{"more than it has", line, 6, "allocation.split_all"},
			{"all of its only line", line, 5, "allocation.split_all"},
			{"all, without a quantity", line, nil, "allocation.split_all"},
			{"a line of another order", h.line(other), 1, "record.invalid"},
		} {
			if err := h.split(order, tt.line, tt.qty); !fault.IsKey(err, tt.want) {
				h.Errorf("%s: %v, want %s", tt.name, err, tt.want)
			}
		}
		for _, qty := range []int{2, 1} {
			if err := h.split(order, line, qty); err != nil {
				h.Fatal(err)
			}
		}
		if got := h.pieces(order); !slices.Equal(got, []string{"2"}) {
			h.Errorf("the order keeps %v of 5, with 2 and 1 split off", got)
		}
		var parts []struct {
			ID     int64
			Status string
			ExtNo  string `db:"ext_no"`
		}
		h.Do(h.T, func(ctx context.Context, data plugin.Data) error {
			return data.SQL().Select(ctx, &parts, `SELECT id, status, ext_no FROM sale_order WHERE split_from_id = ? ORDER BY id`, order)
		})
		no := h.text(`SELECT doc_no FROM sale_order WHERE id = ?`, order)
		for i, want := range []string{"2", "1"} {
			if len(parts) != 2 || parts[i].Status != "audited" || parts[i].ExtNo != fmt.Sprintf("E/%s-%d", no, i+1) || h.pieces(parts[i].ID)[0] != want {
				h.Errorf("split off are %+v, want the audited %d. with %s pieces", parts, i+1, want)
			}
		}
	})
}

// TestOnlyOrdersThatGoTogetherAreMerged: into the oldest; what differs stays, and is told.
func TestOnlyOrdersThatGoTogetherAreMerged(t *testing.T) {
	eachHouse(t, func(h *house) {
		p := h.Product(h.T, h.Owners[0], "P1", nil)
		first, same, away := h.order(p, 1, nil), h.order(p, 2, nil), h.order(p, 4, plugin.Row{"detail": "2"})
		rights, err := h.Rights(h.Context(), auth.System("test"))
		if err != nil {
			h.Fatal(err)
		}
		done, err := h.Documents.Act(h.Context(), rights, "sale_order", document.Request{Name: "merge", IDs: []int64{away, same, first}})
		if err != nil || done.Set == nil || len(done.Set.Left) != 1 || done.Set.Left[0].ID != away {
			h.Fatalf("merged %+v, %v; want one left", done.Set, err)
		}
		if got := h.pieces(first); !slices.Equal(got, []string{"1", "2"}) {
			h.Errorf("the oldest has %v", got)
		}
		for order, want := range map[int64]string{first: "audited", same: "cancelled", away: "audited"} {
			if got := h.text(`SELECT status FROM sale_order WHERE id = ?`, order); got != want {
				h.Errorf("order %d is %s, want %s", order, got, want)
			}
		}
	})
}
