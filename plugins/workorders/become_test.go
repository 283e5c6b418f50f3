package workorders_test

import (
	"testing"
	"time"
)

// TestGoodsBecomeOthers: relabelled goods are another product, another lot, or what they
// were under another label; figures of what came and went do not know of it.
func TestGoodsBecomeOthers(t *testing.T) {
	each(t, func(f *floor) {
		days := func(n int) string { return time.Now().AddDate(0, 0, n).Format(time.DateOnly) }
		f.product("CHOC-2", m{"expiry_ctl": true, "lot_ctl": true})
		f.lies("AC-2002", "A-02-01-1", 10, "lot_no", "L1", "exp_date", days(200))
		f.lies("AC-1001", "A-01-01-1", 10)

		other := f.started("relabel", "AC-2002", 4, m{"to_product_id": m{"sku": "CHOC-2"}})
		done := f.does(other, 4, 5)
		f.lie(bench, map[string]float64{"AC-2002": 0, "CHOC-2": 4})
		if lot, expires := f.dated("CHOC-2", bench); lot != "L1" || expires != days(200) {
			f.Errorf("lot %v until %v, want what it was", lot, expires)
		}
		f.Act("work_record", done, "undo", m{"reason": "wrong label"})
		f.lie(bench, map[string]float64{"AC-2002": 4, "CHOC-2": 0})
		f.does(other, 4, 5)

		dated := f.started("relabel", "AC-2002", 3, m{"lot_no": "L1", "to_lot_no": "L9", "to_exp_date": days(150)})
		f.does(dated, 3, 5)
		if lot, expires := f.dated("AC-2002", bench); lot != "L9" || expires != days(150) {
			f.Errorf("lot %v until %v, want the new one", lot, expires)
		}

		undated := f.started("relabel", "AC-1001", 2, m{"to_product_id": m{"sku": "CHOC-2"}})
		f.Refuses("work_order", undated, "make", f.report(2, 5), "CHOC-2")
		f.Ask("data/work_order/save", m{"id": undated, "to_exp_date": days(90)})
		f.does(undated, 2, 5)

		label := f.started("relabel", "AC-1001", 5, nil)
		done = f.does(label, 2, 5)
		f.lie(bench, map[string]float64{"AC-1001": 5})
		f.keeps(3)
		f.Act("work_record", done, "undo", m{"reason": "torn"})
		f.keeps(5)
		f.does(label, 5, 5)
		if n := f.Count(`SELECT COUNT(*) FROM stock_move WHERE doc_type = 'work_order' AND code NOT IN ('MOV', 'ATT')`); n != 0 {
			f.Errorf("%d movements are in figures of what came and went", n)
		}
	})
}

// TestGoodsAreRepacked into a container.
func TestGoodsAreRepacked(t *testing.T) {
	each(t, func(f *floor) {
		f.lies("AC-1001", "A-01-01-1", 24)
		order := f.started("repack", "AC-1001", 24, m{"to_unit": "carton", "to_container": "PAL-7"})
		done := f.does(order, 12, 10)
		in := func() int64 {
			return f.Count(`SELECT CAST(COALESCE(SUM(q.on_hand), 0) AS BIGINT) FROM quant q JOIN lpn l ON l.id = q.lpn_id WHERE l.barcode = 'PAL-7'`)
		}
		if in() != 12000 {
			f.Errorf("%d thousandths are in the container, want those of 12", in())
		}
		f.Act("work_record", done, "undo", m{"reason": "wrong pallet"})
		if in() != 0 {
			f.Errorf("%d thousandths are in the container, want none", in())
		}
		f.does(order, 24, 10)
		f.lie(bench, map[string]float64{"AC-1001": 24})

		f.lies("AC-1001", "A-01-01-1", 5)
		away := f.started("repack", "AC-1001", 5, m{"to_container": "PAL-7", "position_id": f.Find("position", "code", "R-02")["id"]})
		f.Refuses("work_order", away, "make", f.report(5, 1), bench)
	})
}

// TestMaterialIsUsedAsWorkGoesOn: whole pieces, all of it at the end, and given back.
func TestMaterialIsUsedAsWorkGoesOn(t *testing.T) {
	each(t, func(f *floor) {
		f.gift()
		f.parts()
		f.lies("AC-1003", "A-03-05-1", 4)
		used := func(order int64) any {
			row, _ := f.Read("work_order", order)
			return row["materials"].([]any)[0].(m)["used_qty"]
		}
		order := f.started("build", "GIFT", 8, m{"materials": []m{{"product_id": m{"sku": "AC-1003"}, "qty": 3}}})
		f.does(order, 2, 5)
		f.lie("A-03-05-1", map[string]float64{"AC-1003": 3})
		half := f.does(order, 4, 5)
		f.lie("A-03-05-1", map[string]float64{"AC-1003": 1})
		f.Act("work_record", half, "undo", m{"reason": "again"})
		f.lie("A-03-05-1", map[string]float64{"AC-1003": 3})
		if used(order) != 1.0 {
			f.Errorf("%v used, want 1", used(order))
		}
		lines := f.Find("work_order_material", "work_order_id", order)
		f.Ask("data/work_order/save", m{"id": order, "materials": []m{{"id": lines["id"], "qty": 9}}})
		f.Refuses("work_order", order, "make", f.report(6, 5), "AC-1003: 5 missing")
		f.Ask("data/work_order/save", m{"id": order, "materials": []m{{"id": lines["id"], "qty": 3}}})
		f.does(order, 6, 5)
		f.lie("A-03-05-1", map[string]float64{"AC-1003": 1})
	})
}
