package workorders_test

import (
	"sync"
	"testing"
	"time"
)

// TestKitsAreBuiltInParts: what is built stands at the place of work, what is not built
// stays reserved there, and what was done can be undone and done again.
func TestKitsAreBuiltInParts(t *testing.T) {
	each(t, func(f *floor) {
		f.gift()
		f.parts()
		order := f.order("build", "GIFT", 8, nil)
		f.Lines("work_order", order, "qty", 16, 8, 8)
		f.Act("work_order", order, "release", nil)
		f.keeps(24)
		if _, lines := f.Read("work_order", order); lines[0]["lies_at"] != "A-01-01-1 × 16" || lines[2]["lies_at"] != nil {
			f.Errorf("the goods are said to lie at %v and %v", lines[0]["lies_at"], lines[2]["lies_at"])
		}
		f.Refuses("work_order", order, "make", f.report(1, 5), "")
		f.Act("work_order", order, "start", nil)
		f.lie(bench, map[string]float64{"AC-1001": 16, "AC-1002": 8})
		f.keeps(24)

		f.does(order, 3, 15)
		f.lie(bench, map[string]float64{"AC-1001": 10, "AC-1002": 5, "GIFT": 3})
		f.State("work_order", order, "working")
		f.Refuses("work_order", order, "cancel", nil, "undo")
		f.Refuses("work_order", order, "make", f.report(6, 5), "5")
		last := f.does(order, 5, 20)
		f.lie(bench, map[string]float64{"AC-1001": 0, "AC-1002": 0, "GIFT": 8})
		f.State("work_order", order, "done")
		f.keeps(0)

		f.Act("work_record", last, "undo", m{"reason": "miscounted"})
		f.lie(bench, map[string]float64{"AC-1001": 10, "AC-1002": 5, "GIFT": 3})
		f.State("work_order", order, "working")
		f.keeps(15)
		f.Lines("work_order", order, "done_qty", 6, 3, 3)
		if row, _ := f.Read("work_order", order); row["minutes"] != 15.0 || row["done_qty"] != 3.0 {
			f.Errorf("%v done in %v minutes, want 3 in 15", row["done_qty"], row["minutes"])
		}
		f.does(order, 5, 10)
		f.State("work_order", order, "done")
		f.lie(bench, map[string]float64{"GIFT": 8})
		if sum := f.Count(`SELECT CAST(SUM(net_qty) AS BIGINT) FROM stock_move WHERE code = 'WRK' AND product_id = (SELECT id FROM product WHERE sku = 'GIFT')`); sum != 8000 {
			f.Errorf("figures say %d thousandths of GIFT, want those of 8 pieces", sum)
		}
	})
}

// TestWhatMovedOnIsNotUndone: kits that were taken elsewhere are not made components again.
func TestWhatMovedOnIsNotUndone(t *testing.T) {
	each(t, func(f *floor) {
		f.gift()
		f.parts()
		order := f.started("build", "GIFT", 4, nil)
		done := f.does(order, 4, 5)
		put := f.Start("shelve_no_order")
		put.Must("scan", bench, "item")
		put.Must("form", m{"item": "GIFT", "qty": 4, "position": "A-03-01-1"}, "done")
		f.Refuses("work_record", done, "undo", m{"reason": "too late"}, "GIFT")
		f.lie("A-03-01-1", map[string]float64{"GIFT": 4})
	})
}

// TestKitsAreBroken: their components stand at the place of work.
func TestKitsAreBroken(t *testing.T) {
	each(t, func(f *floor) {
		f.gift()
		f.lies("GIFT", "A-03-01-1", 6)
		order := f.started("break", "GIFT", 6, nil)
		done := f.does(order, 4, 5)
		f.lie(bench, map[string]float64{"AC-1001": 8, "AC-1002": 4, "GIFT": 2})
		f.Act("work_record", done, "undo", m{"reason": "wrong kit"})
		f.lie(bench, map[string]float64{"AC-1001": 0, "AC-1002": 0, "GIFT": 6})
		f.does(order, 1, 5)
		f.Act("work_order", order, "close", nil)
		f.State("work_order", order, "done")
		f.keeps(0)
		f.lie(bench, map[string]float64{"AC-1001": 2, "AC-1002": 1, "GIFT": 5})
	})
}

// TestAShortageNamesAllThatIsMissing and reserves nothing.
func TestAShortageNamesAllThatIsMissing(t *testing.T) {
	each(t, func(f *floor) {
		f.gift()
		f.lies("AC-1001", "A-01-01-1", 12)
		f.lies("AC-1002", "A-02-01-1", 8)
		order := f.order("build", "GIFT", 8, nil)
		f.Refuses("work_order", order, "release", nil, "AC-1001: 4 missing")
		f.keeps(0)
		f.State("work_order", order, "draft")
		f.Ask("data/work_order/save", m{"id": order, "qty": 9})
		f.Lines("work_order", order, "qty", 18, 9, 9)
		f.Refuses("work_order", order, "release", nil, "AC-1001: 6 missing; AC-1002: 1 missing. Lower")
		f.Ask("data/work_order/save", m{"id": order, "qty": 6})
		f.Act("work_order", order, "release", nil)
		f.keeps(18)
	})
}

// TestAKitExpiresWithItsFirstComponent: and one that has expired, or is on hold, is not
// taken; another is, once it is asked for.
func TestAKitExpiresWithItsFirstComponent(t *testing.T) {
	each(t, func(f *floor) {
		f.product("SWEET", m{"components": []m{of("AC-2002", 1), of("AC-1001", 1)}})
		f.lies("AC-1001", "A-01-01-1", 40)
		days := func(n int) string { return time.Now().AddDate(0, 0, n).Format(time.DateOnly) }
		f.lies("AC-2002", "A-02-01-1", 3, "lot_no", "L1", "exp_date", days(200))
		f.lies("AC-2002", "A-02-01-2", 20, "lot_no", "L2", "exp_date", days(400))
		order := f.started("build", "SWEET", 5, nil)
		f.does(order, 4, 5)
		if lot, expires := f.dated("SWEET", bench); expires != days(200) || lot != days(200) {
			f.Errorf("the kit is of lot %v and expires %v, want the day of its first component", lot, expires)
		}

		old := id(f.Find("lot", "lot_no", "L2"))
		f.lies("AC-2002", "A-02-01-3", 9, "lot_no", "L3", "exp_date", days(300))
		f.Act("lot", old, "hold", m{"reason": "smells"})
		f.Refuses("work_order", order, "make", f.report(1, 5), "L2")
		f.Act("work_order", order, "reserve_again", nil)
		f.does(order, 1, 5)
		f.State("work_order", order, "done")
		f.lie(bench, map[string]float64{"SWEET": 5, "AC-2002": 1})
		f.keeps(0)

		third := f.order("build", "SWEET", 2, nil)
		f.Act("work_order", third, "release", nil)
		f.Act("lot", id(f.Find("lot", "lot_no", "L3")), "correct", m{"exp_date": days(-1), "reason": "misread"})
		f.Refuses("work_order", third, "start", nil, "L3")
		f.Refuses("work_order", third, "reserve_again", nil, "AC-2002")
		f.Act("work_order", third, "cancel", nil)
		f.keeps(0)
	})
}

// TestTwoAtOnce: of two orders that want the same goods one gets them, and of two reports
// of the last pieces one is taken.
func TestTwoAtOnce(t *testing.T) {
	each(t, func(f *floor) {
		f.gift()
		f.lies("AC-1001", "A-01-01-1", 10)
		f.lies("AC-1002", "A-02-01-1", 5)
		first, second := f.order("build", "GIFT", 5, nil), f.order("build", "GIFT", 5, nil)
		both := func(calls ...m) (granted int) {
			var wait sync.WaitGroup
			results := make([]bool, len(calls))
			for i, call := range calls {
				wait.Go(func() { results[i] = f.Try("data/work_order/act", call).Result })
			}
			wait.Wait()
			for _, ok := range results {
				if ok {
					granted++
				}
			}
			return granted
		}
		if n := both(m{"name": "release", "id": first}, m{"name": "release", "id": second}); n != 1 {
			f.Errorf("%d orders got the same goods", n)
		}
		f.keeps(15)
		got := first
		if row, _ := f.Read("work_order", first); row["status"] == "draft" {
			got = second
		}
		f.Act("work_order", got, "start", nil)
		all := m{"name": "make", "id": got, "params": f.report(5, 5)}
		if n := both(all, all); n != 1 {
			f.Errorf("%d reports made the same kits", n)
		}
		f.lie(bench, map[string]float64{"GIFT": 5, "AC-1001": 0})
	})
}

// TestAKitIsOfItsOwnersGoods: not of another's, not of itself over whatever way.
func TestAKitIsOfItsOwnersGoods(t *testing.T) {
	each(t, func(f *floor) {
		gift := f.gift()
		set := f.product("SET", m{"components": []m{of("GIFT", 1), of("AC-1003", 1)}})
		add := func(kit int64, component any) m {
			return m{"id": kit, "components": []m{{"component_id": component, "qty": 1}}}
		}
		f.MustNot("data/product/save", add(gift, m{"sku": "SET"}), "cannot contain itself")
		f.MustNot("data/product/save", add(set, m{"sku": "SET"}), "cannot contain itself")
		f.MustNot("data/product/save", add(gift, f.Find("product", "sku", "GX-02")["id"]), "")
		f.MustNot("data/product/save", add(gift, m{"sku": "AC-1001"}), "already")
		f.MustNot("data/work_order/save", m{
			"consignor_id": m{"code": "ACME"}, "warehouse_id": m{"code": "SH1"}, "kind": "build", "product_id": f.Find("product", "sku", "GX-02")["id"], "qty": 1,
		}, "")
		f.MustNot("data/work_order/save", m{
			"consignor_id": m{"code": "ACME"}, "warehouse_id": m{"code": "SH1"}, "kind": "build", "product_id": m{"sku": "AC-1003"}, "qty": 1,
		}, "no components")
	})
}

// TestTwoDoNotCloseACircleAtOnce: each of two kits gets the other, once.
func TestTwoDoNotCloseACircleAtOnce(t *testing.T) {
	each(t, func(f *floor) {
		kits := []int64{f.product("ONE", nil), f.product("TWO", nil)}
		var wait sync.WaitGroup
		results := make([]bool, 2)
		for i, kit := range kits {
			wait.Go(func() {
				results[i] = f.Try("data/product/save", m{"id": kit, "components": []m{{"component_id": kits[1-i], "qty": 1}}}).Result
			})
		}
		wait.Wait()
		if results[0] == results[1] {
			f.Errorf("both were %v", results[0])
		}
	})
}

// TestWhoGivesUpFreesWhatWasReserved: from wherever it is, a cancelled order keeps nothing.
func TestWhoGivesUpFreesWhatWasReserved(t *testing.T) {
	each(t, func(f *floor) {
		f.gift()
		f.parts()
		released := f.order("build", "GIFT", 8, nil)
		f.Act("work_order", released, "release", nil)
		f.Act("work_order", released, "unrelease", nil)
		f.keeps(0)
		f.Act("work_order", released, "release", nil)
		f.Act("work_order", released, "cancel", nil)
		f.keeps(0)
		working := f.started("build", "GIFT", 8, nil)
		f.Act("work_record", f.does(working, 2, 5), "undo", m{"reason": "not mine"})
		f.keeps(24)
		f.Act("work_order", working, "cancel", nil)
		f.keeps(0)
		f.Holds(bench, 24)
	})
}

// TestAnAreaForWorkIsWhereOneWorks: before the places of goods that come in.
func TestAnAreaForWorkIsWhereOneWorks(t *testing.T) {
	each(t, func(f *floor) {
		f.gift()
		f.parts()
		f.Ask("data/storage_area/save", m{"warehouse_id": m{"code": "SH1"}, "code": "W", "name": "Work", "area_kind": "work", "pick_allowed": false})
		f.Ask("data/position/save", m{"warehouse_id": m{"code": "SH1"}, "storage_area_id": m{"code": "W"}, "code": "W-01", "barcode": "W-01", "position_use": "bin"})
		f.does(f.started("build", "GIFT", 2, nil), 2, 1)
		f.lie("W-01", map[string]float64{"GIFT": 2})
	})
}
