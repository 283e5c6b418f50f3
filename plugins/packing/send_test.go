package packing_test

import (
	"strings"
	"sync"
	"testing"
)

// TestTheGoodsOfAPackageLeaveLast: all packages take theirs from the same stock, which is
// locked when nothing is left to do for the package but to note that it is sent.
func TestTheGoodsOfAPackageLeaveLast(t *testing.T) {
	eachHouse(t, func(h *house) {
		_, number := h.picked(2)
		pack := h.Scanner(h.T, h.packer, "verify_by_order", nil)
		pack.Want(h.T, "scan", number, "item", "")
		pack.Want(h.T, "form", map[string]any{"item": "P1", "qty": 2}, "box", "")
		pack.Want(h.T, "button", "skip", "weight", "")
		if given := pack.Give(h.T, "button", "skip"); !given.OK {
			h.Fatal(given.Message)
		}
		send := h.Scanner(h.T, h.packer, "send_check", nil)
		var mu sync.Mutex
		var wrote []string // tables, in the order in which they were written
		h.Hear(func(text string) {
			verb, rest, _ := strings.Cut(strings.ToLower(text), " ")
			table, _, _ := strings.Cut(strings.TrimPrefix(strings.TrimPrefix(rest, "into "), `"`), " ")
			if verb == "insert" || verb == "update" {
				mu.Lock()
				defer mu.Unlock()
				wrote = append(wrote, strings.TrimSuffix(table, `"`))
			}
		})
		if given := send.Give(h.T, "scan", number); !given.OK {
			h.Fatal(given.Message)
		}
		mu.Lock()
		defer mu.Unlock()
		_, after, sent := strings.Cut(strings.Join(wrote, " ")+" ", "quant stock_move ")
		for _, table := range []string{"sale_order", "sale_order_line", "waybill", "waybill_line", "tracking_event"} {
			if !sent || strings.Contains(" "+after, " "+table+" ") {
				h.Errorf("the table %s is written after the stock: %v", table, wrote)
			}
		}
	})
}
