package allocation

import (
	"testing"

	"github.com/wareloom/wareloom/engine/plugin"
	"github.com/wareloom/wareloom/plugins/inventory/contract"
)

// TestWhoCannotBeServedTakesNothing: of orders that wait in line, one that cannot have all
// leaves its part to those behind it; one that ships what there is takes it.
func TestWhoCannotBeServedTakesNothing(t *testing.T) {
	t.Parallel()
	type waits struct {
		policy string
		pieces []int // by line
		served bool
	}
	for _, tt := range []struct {
		name   string
		stock  int
		orders []waits
		left   int
	}{
		{"first come, first served", 5, []waits{{"complete", []int{3}, true}, {"complete", []int{3}, false}}, 2},
		{"a large one does not stop a small one", 5, []waits{{"complete", []int{6}, false}, {"complete", []int{5}, true}}, 0},
		{"a line that misses lets the other go", 5, []waits{{"complete", []int{4, 4}, false}, {"complete", []int{5}, true}}, 0},
		{"who ships what there is takes it", 5, []waits{{"available", []int{4, 4}, true}, {"complete", []int{1}, false}}, 0},
		{"who ships what there is needs a piece at least", 0, []waits{{"available", []int{4}, false}}, 0},
	} {
		stock := map[int64][]*candidate{1: {lying(1, tt.stock)}}
		for i, o := range tt.orders {
			var needs []*need
			for line, pieces := range o.pieces {
				needs = append(needs, wants(int64(line), pieces))
			}
			if got := try(plugin.Row{"id": int64(i), "ship_policy": o.policy}, needs, stock, today); got != o.served {
				t.Errorf("%s: order %d is served: %v", tt.name, i, got)
			}
		}
		if left := stock[1][0].free(); left != contract.Pieces(tt.left) {
			t.Errorf("%s: %s pieces are left, want %d", tt.name, left.Text(), tt.left)
		}
	}
}
