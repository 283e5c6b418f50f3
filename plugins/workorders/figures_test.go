package workorders_test

import (
	"testing"

	"github.com/wareloom/wareloom/tests/world"
)

// TestDaysAgreeWithStock: what days say came and went adds up to what lies there, kits that
// were built, undone and relabelled among it.
func TestDaysAgreeWithStock(t *testing.T) {
	each(t, func(f *floor) {
		f.gift()
		f.parts()
		f.lies("AC-1003", "A-03-05-1", 4)
		order := f.started("build", "GIFT", 6, m{"materials": []m{{"product_id": m{"sku": "AC-1003"}, "qty": 2}}})
		f.does(order, 2, 5)
		f.Act("work_record", f.does(order, 3, 5), "undo", m{"reason": "miscounted"})
		f.does(f.started("relabel", "AC-1001", 4, m{"to_product_id": m{"sku": "AC-1002"}}), 4, 5)
		world.AddUpDays(f.T, f.Server, 1)
		differs := f.Count(`SELECT COUNT(*) FROM product p
			LEFT JOIN (SELECT d.product_id, SUM(d.in_qty - d.out_qty) AS qty FROM stock_day d JOIN warehouse w ON w.id = d.warehouse_id WHERE w.code = 'SH1' AND d.code IS NOT NULL GROUP BY d.product_id) d ON d.product_id = p.id
			LEFT JOIN (SELECT q.product_id, SUM(q.on_hand) AS qty FROM quant q JOIN warehouse w ON w.id = q.warehouse_id WHERE w.code = 'SH1' GROUP BY q.product_id) q ON q.product_id = p.id
			WHERE COALESCE(d.qty, 0) <> COALESCE(q.qty, 0)`)
		if differs != 0 {
			f.Errorf("of %d products days say another quantity than lies there", differs)
		}
		built := f.Count(`SELECT CAST(SUM(d.in_qty) AS BIGINT) FROM stock_day d JOIN product p ON p.id = d.product_id WHERE p.sku = 'GIFT' AND d.code = 'WRK'`)
		if built != 2000 {
			f.Errorf("days say that %d thousandths of GIFT were built, want those of 2", built)
		}
	})
}

// TestAReleaseTakesTheKitAsItIsNow, not as it was when the order was written.
func TestAReleaseTakesTheKitAsItIsNow(t *testing.T) {
	each(t, func(f *floor) {
		kit := f.gift()
		f.parts()
		order := f.order("build", "GIFT", 4, nil)
		lantern := f.newest("product_component", "product_id", kit)
		f.Ask("data/product/save", m{"id": kit, "components": []m{{"id": lantern, "_delete": true}}})
		f.Act("work_order", order, "release", nil)
		f.Lines("work_order", order, "qty", 8, 4)
		f.keeps(8)
	})
}

// TestALeadDoesAllOfIt and a picker none.
func TestALeadDoesAllOfIt(t *testing.T) {
	each(t, func(f *floor) {
		f.gift()
		f.parts()
		lead, picker := &floor{f.As("user", "lead")}, &floor{f.As("user", "picker")}
		order := lead.order("build", "GIFT", 4, nil)
		for _, action := range []string{"release", "start"} {
			picker.Refuses("work_order", order, action, nil, "right")
			lead.Act("work_order", order, action, nil)
		}
		report := f.report(4, 5)
		picker.Refuses("work_order", order, "make", report, "right")
		lead.Act("work_order", order, "make", report)
		done := lead.newest("work_record", "work_order_id", order)
		picker.Refuses("work_record", done, "undo", m{"reason": "no"}, "right")
		lead.Act("work_record", done, "undo", m{"reason": "miscounted"})
		f.State("work_order", order, "working")
	})
}
