package transfers_test

import (
	"fmt"
	"testing"

	"github.com/wareloom/wareloom/tests/world"
)

// TestAPlanTakesOnlyWhatIsFree: a line is kept at its place or refused by its name; who
// has it no more on paper frees it, and a cart with goods keeps the plan open.
func TestAPlanTakesOnlyWhatIsFree(t *testing.T) {
	each(t, func(f *floor) {
		f.HeartHolders()
		first := f.Planned(world.FromTo("AC-1001", 15, "A-01-01-1", "B-01-01-1"))
		f.Act("position_transfer", first, "release", nil)
		second := f.Planned(world.FromTo("AC-1001", 6, "A-01-01-1", "B-01-02-1"))
		f.Refuses("position_transfer", second, "release", nil, "AC-1001")
		f.Act("position_transfer", first, "cancel", nil)
		f.Act("position_transfer", second, "release", nil)
		if kept := f.Count(`SELECT CAST(SUM(reserved) AS BIGINT) FROM quant`); kept != 6000 {
			t.Errorf("%d thousandths are kept, want those of the second alone", kept)
		}

		number := fmt.Sprint(f.Find("position_transfer", "id", second)["doc_no"])
		s := f.MoveAt()
		s.Must("scan", number, "source")
		s.Must("scan", "A-01-01-1", "item")
		s.Must("scan", "AC-1001", "qty")
		s.Must("key", "2", "target")
		s.Must("button", "to_cart", "cart")
		s.Must("scan", "CART-1", "source")
		f.Refuses("position_transfer", second, "finish", nil, "CART-1")
		s.Must("undo", m{"seq": s.Seq}, "cart")
		f.Lie(map[string]float64{"A-01-01-1": 20, "B-01-02-1": 0})
	})
}

// TestAPlanOnPaperMovesWhatItCan: pieces with numbers only as a whole, others in parts.
func TestAPlanOnPaperMovesWhatItCan(t *testing.T) {
	each(t, func(f *floor) {
		f.Stocked("ACME", "IN-S", []m{line("AC-3001", 3)}, m{"item": "AC-3001", "qty": 3, "serials": []string{"S1", "S2", "S3"}, "position": "A-01-01-3"})
		released := func(qty float64) int64 {
			plan := f.Planned(world.FromTo("AC-3001", qty, "A-01-01-3", "A-02-01-1"))
			f.Act("position_transfer", plan, "release", nil)
			return plan
		}
		part := released(2)
		f.Refuses("position_transfer", part, "move_all", nil, "AC-3001")
		f.Act("position_transfer", part, "cancel", nil)
		whole := released(3)
		f.Act("position_transfer", whole, "move_all", nil)
		f.State("position_transfer", whole, "done")
		if n := f.Count(`SELECT COUNT(*) FROM serial n JOIN quant q ON q.id = n.quant_id JOIN position p ON p.id = q.position_id WHERE p.code = 'A-02-01-1'`); n != 3 {
			t.Errorf("%d pieces came along, want 3", n)
		}
	})
}

// TestAPlanFollowsItsGoods: they are carried back to where they came from, and it says so and
// takes them from there, be it that they lie where they are to go.
func TestAPlanFollowsItsGoods(t *testing.T) {
	each(t, func(f *floor) {
		f.HeartHolders()
		there := f.Planned(world.FromTo("AC-1001", 20, "A-01-01-1", "B-01-01-1"))
		f.Act("position_transfer", there, "release", nil)
		f.Act("position_transfer", there, "move_all", nil)
		on := f.Planned(world.FromTo("AC-1001", 6, "B-01-01-1", "B-01-02-1"))
		f.Act("position_transfer", on, "release", nil)
		back := f.Planned(world.FromTo("AC-1001", 5, "B-01-01-1", "A-01-01-1"))
		f.Act("position_transfer", back, "release", nil)
		f.Act("position_transfer", there, "reverse", m{"reason": "wrong bin"})
		if n := f.Count(`SELECT COUNT(*) FROM position_transfer_line l JOIN position p ON p.id = l.from_position_id WHERE l.position_transfer_id = ? AND p.code = 'A-01-01-1'`, on); n != 1 {
			t.Error("the plan does not say where its goods lie")
		}
		f.Act("position_transfer", on, "move_all", nil)
		f.State("position_transfer", on, "done")
		f.Act("position_transfer", back, "move_all", nil)
		f.State("position_transfer", back, "done")
		f.Lie(map[string]float64{"A-01-01-1": 14, "B-01-01-1": 0, "B-01-02-1": 6})
	})
}

// TestACartIsForWhatIsCarried: an empty one puts nothing down, and one of a plan is not
// unloaded by another task.
func TestACartIsForWhatIsCarried(t *testing.T) {
	each(t, func(f *floor) {
		f.HeartHolders()
		s := f.MoveAt()
		s.Must("scan", "A-01-01-1", "item")
		s.Must("scan", "AC-1001", "qty")
		s.Must("key", "3", "target")
		s.Must("button", "to_cart", "cart")
		s.Must("scan", "CART-1", "item")
		s.Must("button", "back", "source")
		s.Must("button", "unload", "target")
		s.Must("scan", "B-01-01-1", "source")
		s.Refused("button", "unload", "transfers.cart_empty")
		f.Lie(map[string]float64{"A-01-01-1": 17, "B-01-01-1": 3})
		s.Must("button", "finish", "done")
	})
}
