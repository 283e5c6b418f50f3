package road

import (
	"fmt"
	"testing"
)

// One scan of a piece packs the oldest order of one piece that wants it; who takes it
// back has the order wait again. The log tells both.
func TestOneScanMatchesAnOrder(t *testing.T) {
	each(t, func(f *floor) {
		f.HeartHolders()
		first, second, held := f.allocated("ONE-1", 1), f.allocated("ONE-2", 1), f.allocated("ONE-3", 1)
		many := f.allocated("MANY", 2)
		s := f.Start("match_order")
		s.Refused("scan", "6900000001001", "packing.none_waits") // nothing is picked
		f.pickTogether(first, second, held, many)
		f.Act("sale_order", held, "hold", m{"reason": "address", "place": "Shelf H"})
		s.Refused("scan", "NO-SUCH", "station.code_unknown")
		s.Refused("scan", "6900000001002", "packing.none_waits")
		s.Must("scan", "6900000001001", "item")
		f.State("sale_order", first, "packed")
		s.Must("undo", m{"seq": s.Seq}, "item")
		f.State("sale_order", first, "picked")
		log := f.Find("order_match", "sale_order_id", first)
		if log["undone_at"] == nil {
			f.Errorf("the log of a match that was taken back says %v", log)
		}
		s.Must("scan", "6900000001001", "item")
		s.Must("scan", "6900000001001", "item")
		f.State("sale_order", first, "packed")
		f.State("sale_order", second, "packed")
		s.Stops("scan", "6900000001001", "packing.held_at")
		f.Act("sale_order", held, "unhold", nil)
		s.Must("scan", fmt.Sprint(f.Find("wave", "warehouse_id.code", "SH1")["doc_no"]), "item")
		s.Must("scan", "6900000001001", "item")
		s.Refused("scan", "6900000001001", "packing.none_waits") // the rest is for an order of two
		f.State("sale_order", many, "picked")
		quick := f.Start("send_check_fast")
		for _, order := range []int64{first, second, held} {
			no := f.Find("package", "sale_order_id", order)["tracking_no"]
			if order == second {
				no = f.Find("sale_order", "id", second)["doc_no"]
			}
			quick.Must("scan", no, "package")
		}
		f.State("sale_order", second, "shipped")
	})
}

// The pieces of a wave are shared among slots; what is complete is packed, and the rest
// is told at the end.
func TestAWaveIsSortedIntoSlots(t *testing.T) {
	each(t, func(f *floor) {
		f.HeartHolders()
		one, three, two := f.allocated("W-1", 1), f.allocated("W-3", 3), f.allocated("W-2", 2)
		f.pickTogether(one, three, two)
		wave := f.Find("wave", "warehouse_id.code", "SH1")
		s := f.Start("verify_by_wave")
		s.Refused("scan", "6900000001001", "station.code_unknown")
		s.Must("scan", wave["doc_no"], "item")
		s.Refused("scan", "6900000001002", "packing.not_in_wave")
		s.Refused("button", "qty", "packing.scan_first")
		s.Must("scan", "6900000001001", "item") // the order that is complete soonest
		f.State("sale_order", one, "packed")
		s.Must("undo", m{"seq": s.Seq}, "item")
		f.State("sale_order", one, "checked")
		s.Must("scan", "6900000001001", "item")
		f.State("sale_order", one, "packed")
		s.Must("scan", "6900000001001", "item") // a piece of two
		if got := s.Screen["target"].([]any)[0].(m)["value"]; got != "3" {
			f.Errorf("the piece goes to slot %v, want 3", got)
		}
		packer := f.as("packer")
		packer.Start("verify_by_order").Refused("scan", "W-2", "packing.busy")
		f.Act("sale_order", two, "hold", m{"reason": "changed"})
		s.Stops("scan", "6900000001001", "packing.held")
		s.Must("button", "qty", "qty")
		s.Refused("key", "4", "station.over")
		s.Must("key", "2", "item")
		s.Must("button", "finish", "unresolved")
		s.Refused("scan", "6900000001001", "packing.confirm_left")
		if list := s.Screen["list"].([]any); len(list) != 2 {
			f.Errorf("unresolved are %v", list)
		}
		s.Must("button", "back", "item")
		s.Must("scan", "6900000001001", "unresolved") // all but the held one is packed
		f.State("sale_order", three, "packed")
		f.Act("sale_order", three, "intercept", m{"reason": "returned", "place": "Shelf H"})
		s.Must("button", "back", "item")
		s.Stops("scan", "6900000001001", "packing.intercepted_at")
		s.Refused("scan", "6900000001001", "packing.held")
		s.Must("button", "finish", "unresolved")
		s.Must("form", m{"confirmed": true}, "wave")
		f.Act("sale_order", two, "unhold", nil)
		again := f.verifying("W-2")
		again.Must("form", m{"item": "AC-1001", "qty": 2}, "box")
		again.Must("button", "skip", "weight")
		again.Must("button", "skip", "order")
		f.Start("send_check_fast").Stops("scan", "W-3", "packing.intercepted_at")
	})
}

// What nobody was sent to pick is picked and packed by its scans, where a setting lets
// it; taken back, it is reserved as before.
func TestGoodsAreBoundToAnAllocatedOrder(t *testing.T) {
	each(t, func(f *floor) {
		f.HeartHolders()
		order := f.allocated("FREE-1", 2)
		s := f.Start("verify_no_order")
		s.Refused("scan", "6900000001001", "packing.none_allocated")
		f.Ask("settings/save", m{"key": "verify_no_order", "level": "system", "value": true})
		s.Must("scan", "6900000001001", "item")
		s.Refused("scan", "6900000001002", "packing.wrong_item")
		s.Refused("scan", "16900000001008", "station.over")
		f.Act("sale_order", order, "hold", m{"reason": "address"})
		s.Stops("scan", "6900000001001", "packing.held")
		f.Act("sale_order", order, "unhold", nil)
		s.Must("scan", "6900000001001", "item")
		s.Must("scan", "6900000001001", "item")
		f.State("sale_order", order, "packed")
		f.Lines("sale_order", order, "packed_qty", 2)
		s.Must("undo", m{"seq": s.Seq}, "item")
		f.State("sale_order", order, "allocated")
		f.Lines("sale_order", order, "picked_qty", 0)
		s.Must("scan", "6900000001001", "item")
		f.State("sale_order", order, "packed")
		f.Start("send_check_fast").Must("scan", "FREE-1", "package")
	})
}

// An order that was intercepted when it was packed is taken apart where it is put back.
func TestAnInterceptedOrderIsPutBack(t *testing.T) {
	each(t, func(f *floor) {
		f.HeartHolders()
		order := f.picked("ACME", "ROAD-1", line("AC-1001", 2))
		f.Ask("settings/save", m{"key": "hold_place", "level": "system", "value": "Shelf H"})
		made := f.packed(f.verifying("ROAD-1"))
		if answer := f.Try("data/sale_order/act", m{"name": "take_apart", "id": order}); answer.Result {
			f.Error("an order that nobody intercepted was taken apart")
		}
		f.Act("sale_order", order, "intercept", m{"reason": "wrong address"})
		f.Start("send_check").Stops("scan", made["package_no"], "packing.intercepted_at")
		f.Act("sale_order", order, "let_go", nil)
		f.Act("sale_order", order, "intercept", m{"reason": "wrong address"})
		back := f.Start("put_back")
		back.Must("scan", made["tracking_no"], "item")
		f.State("sale_order", order, "cancelled")
		back.Must("form", m{"item": "AC-1001", "qty": 2, "position": "A-01-01-1"}, "done")
		f.Lines("sale_order", order, "picked_qty", 0)
	})
}

// Packages are sent together, each with its own outcome.
func TestPackagesAreSentTogether(t *testing.T) {
	each(t, func(f *floor) {
		f.HeartHolders()
		orders := []int64{f.allocated("B-1", 1), f.allocated("B-2", 1), f.allocated("B-3", 1)}
		f.pickTogether(orders...)
		s := f.Start("match_order")
		var packages []int64
		for _, order := range orders {
			s.Must("scan", "6900000001001", "item")
			packages = append(packages, id(f.Find("package", "sale_order_id", order)))
		}
		f.Act("sale_order", orders[1], "hold", m{"reason": "address"})
		var outcomes []struct {
			Result bool
			Msg    string
		}
		f.Try("data/package/act", m{"name": "ship", "ids": packages}).Into(f, &outcomes)
		for i, want := range []bool{true, false, true} {
			if outcomes[i].Result != want {
				f.Errorf("package %d: %v", i, outcomes[i])
			}
		}
		f.State("sale_order", orders[0], "shipped")
		f.State("sale_order", orders[1], "packed")
		if answer := f.Try("data/package/act", m{"name": "ship", "id": packages[0]}); answer.Result {
			f.Error("a package was sent twice")
		}
		f.Act("package", packages[0], "cancel_ship", m{"reason": "back"})
		f.State("sale_order", orders[0], "packed")
	})
}
