package workorders_test

import (
	"testing"

	"github.com/wareloom/wareloom/tests/world"
)

// TestKitsAreBuiltByScan: what an order takes is scanned where it is worked on, which starts
// it; pieces are counted in parts, with the minutes of the clock, and the last report can be
// taken back.
func TestKitsAreBuiltByScan(t *testing.T) {
	each(t, func(f *floor) {
		f.gift()
		f.parts()
		order := f.order("build", "GIFT", 6, nil)
		number := f.Find("work_order", "id", order)["doc_no"]
		s := f.bench()
		s.Refused("button", "next", "workorders.none_waits")
		s.Refused("scan", number, "workorders.not_open")
		f.Act("work_order", order, "release", nil)
		s.Must("button", "next", "bring")
		s.Refused("scan", "AC-1003", "workorders.not_taken")
		s.Must("scan", "AC-1002", "bring")
		f.State("work_order", order, "released")
		s.Must("scan", "6900000001001", "qty")
		f.State("work_order", order, "working")
		f.lie(bench, map[string]float64{"AC-1001": 12, "AC-1002": 6})
		s.Offers("6", "6")
		s.Refused("key", "7", "workorders.too_many")
		s.Must("key", "2", "qty")
		f.lie(bench, map[string]float64{"GIFT": 2, "AC-1001": 8, "AC-1002": 4})
		s.Must("undo", nil, "qty")
		f.lie(bench, map[string]float64{"GIFT": 0, "AC-1001": 12, "AC-1002": 6})
		s.Must("key", "1", "qty")
		s.Must("button", "finish", "done")
		f.State("work_order", order, "working")

		other := f.bench() // another goes on where that one left
		other.Must("scan", number, "qty")
		other.Offers("5", "5")
		other.Must("key", "5", "done")
		f.State("work_order", order, "done")
		f.lie(bench, map[string]float64{"GIFT": 6, "AC-1001": 0, "AC-1002": 0})
		if row, _ := f.Read("work_order", order); row["minutes"].(float64) < 1 || row["minutes"].(float64) > 60 {
			f.Errorf("%v minutes are told of it", row["minutes"])
		}
		if next, _ := other.Screen["next"].([]any); len(next) == 0 || next[0].(m)["label"] != "Put away" {
			f.Errorf("what leads on from a done order is %v", other.Screen["next"])
		}
		other.Must("undo", nil, "qty")
		f.State("work_order", order, "working")
		f.lie(bench, map[string]float64{"GIFT": 1, "AC-1001": 10, "AC-1002": 5})
	})
}

// TestNumbersAreScannedAsTheyAreUsed: every piece with a number is scanned on its way into a
// kit, and every kit that gets one; one that is not the order's is refused at once.
func TestNumbersAreScannedAsTheyAreUsed(t *testing.T) {
	each(t, func(f *floor) {
		f.numbered("LENS", "A-01-01-1", "L1", "L2", "L3")
		f.product("CAM", m{"serial_ctl": true, "components": []m{of("LENS", 1), of("AC-1001", 2)}})
		f.lies("AC-1001", "A-02-01-1", 8)
		at := m{"position_id": f.Find("position", "code", table)["id"]}
		order := f.started("build", "CAM", 2, at)
		f.numbered("LENS", "A-03-01-1", "L9")
		s := f.bench()
		s.Must("button", "next", "qty")
		s.Must("key", "2", "used")
		s.Refused("scan", "L9", "workorders.serial_not_taken")
		s.Must("scan", "L3", "used")
		s.Refused("scan", "L3", "workorders.scanned_twice")
		s.Must("scan", "L1", "made")
		s.Must("scan", "C1", "made")
		s.Must("button", "back", "qty")
		s.Must("key", "1", "used")
		s.Must("scan", "L2", "made")
		s.Must("scan", "C1", "qty")
		f.has("CAM", table, "C1")
		f.has("LENS", "A-01-01-1", "L1 L3")
		s.Must("key", "1", "used")
		s.Must("scan", "L1", "made")
		s.Must("scan", "C2", "done")
		f.State("work_order", order, "done")
		f.has("CAM", table, "C1 C2")

		f.numbered("LENS-2", "")
		other := f.started("relabel", "LENS", 1, m{"to_product_id": m{"sku": "LENS-2"}})
		again := f.bench()
		again.Must("scan", f.Find("work_order", "id", other)["doc_no"], "qty")
		again.Must("key", "1", "used")
		again.Must("scan", "L3", "done")
		f.has("LENS-2", bench, "L3")
	})
}

// bench is somebody at the station, in SH1.
func (f *floor) bench() *world.Task {
	f.Helper()
	return f.StartIn("work_bench", m{"warehouse_id": f.Find("warehouse", "code", "SH1")["id"]})
}
