package inbound_test

import (
	"fmt"
	"strings"
	"testing"
)

// simulate tells where goods would be put, a sentence for each rule.
func (f *floor) simulate(rule int64, sku string, qty int) string {
	f.Helper()
	var done struct{ Told []struct{ Text, Msg string } }
	f.Ask("data/shelving_rule/act", m{"name": "simulate", "ids": []int64{rule}, "params": m{
		"product_id": id(f.Find("product", "sku", sku)), "qty": qty, "quality": "ZP", "warehouse_id": id(f.Find("warehouse", "code", "SH1")),
	}}).Into(f, &done)
	return fmt.Sprint(done.Told)
}

// TestRulesSayWhereGoodsArePut: the first rule for the goods that has a bin decides, at a
// station as in a trial, and a rule may end the search without one.
func TestRulesSayWhereGoodsArePut(t *testing.T) {
	each(t, func(f *floor) {
		rule := func(name string, rank int, with m) int64 {
			row := m{"name": name, "rank": rank}
			for k, v := range with {
				row[k] = v
			}
			var made m
			f.Ask("data/shelving_rule/save", row).Into(f, &made)
			return id(made)
		}
		f.MustNot("data/shelving_rule/save", m{"name": "no bin", "rank": 1, "target": "fixed"}, "names the position")
		bin := f.Find("position", "code", "B-02-03-2")
		fixed := rule("fixed", 30, m{"target": "fixed", "position_id": bin["id"], "abc": "A"})
		rule("bulk", 40, m{"target": "empty", "storage_area_id": f.Find("storage_area", "code", "B")["id"], "min_weight": 0.5})
		stop := rule("nowhere", 50, m{"target": "empty", "area_kind": "sowing", "fallback": "stop"})
		for _, c := range []struct{ sku, says string }{
			{"AC-1001", "fixed: B-02-03-2"}, {"AC-1002", "bulk: B-01-01-1"}, {"AC-3001", "a person decides"},
		} {
			if told := f.simulate(fixed, c.sku, 5); !strings.Contains(told, c.says) {
				t.Errorf("%s: %s, want %q", c.sku, told, c.says)
			}
		}
		if told := f.simulate(fixed, "AC-1002", 5); !strings.Contains(told, "fixed: is for other goods (ABC class)") {
			t.Errorf("the trial says %s", told)
		}
		f.MustNot("data/shelving_rule/act", m{"name": "simulate", "ids": []int64{fixed}, "params": m{"product_id": id(f.Find("product", "sku", "AC-1001")), "qty": 0, "warehouse_id": bin["warehouse_id"]}}, "")
		notice := f.Unload("ACME", "RULE-1", line("AC-1001", 5), line("AC-1002", 5))
		f.ReceiveAll(notice, m{"item": "AC-1001", "qty": 5}, m{"item": "AC-1002", "qty": 5})
		s := f.Start("shelve_no_order")
		s.Must("scan", "R-01", "item")
		s.Takes("AC-1001", "B-02-03-2", "5")
		order := f.shelveOrder(notice)
		if bins := fmt.Sprint(f.field("shelve_order", order, "suggested_position_id__label")); bins != "[B-02-03-2 B-01-01-1]" {
			t.Errorf("the order suggests %v", bins)
		}
		f.Act("shelving_rule", stop, "stop", nil)
		if told := f.simulate(fixed, "AC-3001", 5); !strings.Contains(told, "usual search") {
			t.Errorf("without the last rule the trial says %s", told)
		}
	})
}
