package workorders_test

import "testing"

// TestLotsAreScannedAsTheyAreBrought: of goods under lot control each lot that is reserved is
// asked for after its goods; another lot is refused, and the one to fetch is named. A label that
// names the lot answers both.
func TestLotsAreScannedAsTheyAreBrought(t *testing.T) {
	each(t, func(f *floor) {
		f.product("TEA", m{"lot_ctl": true})
		f.product("TEABOX", m{"components": []m{of("TEA", 2), of("AC-1002", 1)}})
		f.lies("TEA", "A-01-01-1", 3, "lot_no", "T1")
		f.lies("TEA", "A-01-01-2", 3, "lot_no", "T2")
		f.lies("TEA", "A-03-01-1", 9, "lot_no", "T9")
		f.lies("AC-1002", "A-02-01-1", 5)
		order := f.order("build", "TEABOX", 3, nil)
		f.Act("work_order", order, "release", nil)
		if at := f.Find("work_order_line", "product_id.sku", "TEA")["lies_at"]; at != "A-01-01-1 T1 × 3, A-01-01-2 T2 × 3" {
			f.Errorf("what is to be fetched lies at %v", at)
		}
		s := f.bench()
		s.Must("button", "next", "bring")
		s.Must("scan", "TEA", "lot")
		s.Refused("scan", "T9", "workorders.lot_not_taken")
		s.Refused("scan", "nothing", "workorders.lot_not_taken")
		s.Must("button", "back", "bring")
		s.Must("scan", "AC-1002", "bring")
		s.Must("scan", "TEA", "lot")
		s.Must("scan", "T1", "bring")
		f.State("work_order", order, "released")
		s.Must("scan", "TEA", "lot")
		s.Refused("scan", "T1", "workorders.lot_not_taken")
		s.Must("scan", "T2", "qty")
		f.State("work_order", order, "working")
		s.Must("key", "3", "done")
		f.lie(bench, map[string]float64{"TEABOX": 3, "TEA": 0})
	})
}
