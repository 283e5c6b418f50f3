package counting

import (
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/wareloom/wareloom/engine/plugin"
)

// TestACountCoversWhatItsTypeSays: which positions, and there which goods; each condition has
// a value for each mark.
func TestACountCoversWhatItsTypeSays(t *testing.T) {
	t.Parallel()
	since := time.UnixMilli(1234)
	for _, tt := range []struct {
		name     string
		head     plugin.Row
		in, lack []string // parts of the condition on positions
		goods    string   // the condition on goods
	}{
		{"all", plugin.Row{"count_type": "full"}, []string{"p.warehouse_id = ?", "p.position_use IN ?"}, []string{"EXISTS", "stock_count_position"}, ""},
		{"all of an owner", plugin.Row{"count_type": "full", "consignor_id": int64(4)}, []string{"EXISTS", "q.consignor_id = ?"}, nil, "q.consignor_id = ?"},
		{"areas", plugin.Row{"count_type": byArea, "storage_area_ids": []int64{1, 2}}, []string{"p.storage_area_id IN ?"}, []string{"EXISTS"}, ""},
		{"no area", plugin.Row{"count_type": byArea}, []string{"p.storage_area_id IN ?"}, nil, ""},
		{"products", plugin.Row{"count_type": byProduct, "product_ids": []int64{7}}, []string{"q.product_id IN ?", "EXISTS"}, nil, "q.product_id IN ?"},
		{"no product", plugin.Row{"count_type": byProduct}, []string{"q.product_id IN ?"}, nil, "q.product_id IN ?"},
		{"a letter of an owner", plugin.Row{"count_type": byClass, "abc": "A", "consignor_id": int64(4)}, []string{"abc = ?", "q.consignor_id = ?"}, nil, "q.consignor_id = ? AND q.product_id IN (SELECT id FROM product WHERE abc = ?)"},
		{"what moved", plugin.Row{"count_type": moved}, []string{"m.at >= ?"}, []string{"NOT EXISTS"}, ""},
		{"what was emptied", plugin.Row{"count_type": emptied, "consignor_id": int64(4)}, []string{"m.at >= ?", "NOT EXISTS"}, []string{"AND EXISTS (SELECT 1 FROM quant q WHERE q.position_id = p.id AND q.on_hand > 0 AND"}, "q.consignor_id = ?"},
		{"chosen positions, whatever their use", plugin.Row{"count_type": chosen, "consignor_id": int64(4)}, []string{"stock_count_position WHERE stock_count_id = ?"}, []string{"p.position_use", "quant"}, "q.consignor_id = ?"},
	} {
		tt.head["id"], tt.head["warehouse_id"] = int64(9), int64(1)
		s := covers(tt.head)
		where, goods := s.positions(since), s.goods("q")
		for _, part := range tt.in {
			if !strings.Contains(where.all(), part) {
				t.Errorf("%s: %s lacks %s", tt.name, where.all(), part)
			}
		}
		for _, part := range tt.lack {
			if strings.Contains(where.all(), part) {
				t.Errorf("%s: %s has %s", tt.name, where.all(), part)
			}
		}
		if goods.all() != tt.goods {
			t.Errorf("%s: of goods %s, want %s", tt.name, goods.all(), tt.goods)
		}
		for _, c := range []clause{where, goods} {
			if strings.Count(c.all(), "?") != len(c.args) {
				t.Errorf("%s: %s with %v", tt.name, c.all(), c.args)
			}
		}
		if tt.head["count_type"] == moved && !slices.Contains(where.args, any(int64(1234))) {
			t.Errorf("%s: since %v", tt.name, where.args)
		}
	}
}
