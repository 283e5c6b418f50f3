package road

import (
	"fmt"
	"testing"
)

// stops sends an input that is answered by an order to stop.
func (s *station) stops(kind string, value any, code string) {
	s.Helper()
	result := s.input(kind, value)
	if result["sound"] != "stop" || result["code"] != code {
		s.Errorf("%s %v: %v, want a stop for %s", s.key, value, result, code)
	}
}

// One scan of a piece packs the oldest order of one piece that wants it; who takes it
// back has the order wait again. The log tells both.
func TestOneScanMatchesAnOrder(t *testing.T) {
	inbound(t, func(f *floor) {
		f.heartHolders()
		first, second, held := f.allocated("ONE-1", 1), f.allocated("ONE-2", 1), f.allocated("ONE-3", 1)
		many := f.allocated("MANY", 2)
		s := f.start("match_order")
		s.refused("scan", "6900000001001", "packing.none_waits") // nothing is picked
		f.pickTogether(first, second, held, many)
		f.act("sale_order", held, "hold", m{"reason": "address", "place": "Shelf H"})
		s.refused("scan", "NO-SUCH", "station.code_unknown")
		s.refused("scan", "6900000001002", "packing.none_waits")
		s.must("scan", "6900000001001", "item")
		f.state("sale_order", first, "packed")
		s.must("undo", m{"seq": s.seq}, "item")
		f.state("sale_order", first, "picked")
		log := f.find("order_match", "sale_order_id", first)
		if log["undone_at"] == nil {
			f.Errorf("the log of a match that was taken back says %v", log)
		}
		s.must("scan", "6900000001001", "item")
		s.must("scan", "6900000001001", "item")
		f.state("sale_order", first, "packed")
		f.state("sale_order", second, "packed")
		s.stops("scan", "6900000001001", "packing.held_at")
		f.act("sale_order", held, "unhold", nil)
		s.must("scan", fmt.Sprint(f.find("wave", "warehouse_id.code", "SH1")["doc_no"]), "item")
		s.must("scan", "6900000001001", "item")
		s.refused("scan", "6900000001001", "packing.none_waits") // the rest is for an order of two
		f.state("sale_order", many, "picked")
		quick := f.start("send_check_fast")
		for _, order := range []int64{first, second, held} {
			no := f.find("package", "sale_order_id", order)["tracking_no"]
			if order == second {
				no = f.find("sale_order", "id", second)["doc_no"]
			}
			quick.must("scan", no, "package")
		}
		f.state("sale_order", second, "shipped")
	})
}

// The pieces of a wave are shared among slots; what is complete is packed, and the rest
// is told at the end.
func TestAWaveIsSortedIntoSlots(t *testing.T) {
	inbound(t, func(f *floor) {
		f.heartHolders()
		one, three, two := f.allocated("W-1", 1), f.allocated("W-3", 3), f.allocated("W-2", 2)
		f.pickTogether(one, three, two)
		wave := f.find("wave", "warehouse_id.code", "SH1")
		s := f.start("verify_by_wave")
		s.refused("scan", "6900000001001", "station.code_unknown")
		s.must("scan", wave["doc_no"], "item")
		s.refused("scan", "6900000001002", "packing.not_in_wave")
		s.refused("button", "qty", "packing.scan_first")
		s.must("scan", "6900000001001", "item") // the order that is complete soonest
		f.state("sale_order", one, "packed")
		s.must("undo", m{"seq": s.seq}, "item")
		f.state("sale_order", one, "checked")
		s.must("scan", "6900000001001", "item")
		f.state("sale_order", one, "packed")
		s.must("scan", "6900000001001", "item") // a piece of two
		if got := s.screen["target"].([]any)[0].(m)["value"]; got != "3" {
			f.Errorf("the piece goes to slot %v, want 3", got)
		}
		packer := *f
		packer.session = f.server.Login(f, "user", "packer")
		packer.start("verify_by_order").refused("scan", "W-2", "packing.busy")
		f.act("sale_order", two, "hold", m{"reason": "changed"})
		s.stops("scan", "6900000001001", "packing.held")
		s.must("button", "qty", "qty")
		s.refused("key", "4", "station.over")
		s.must("key", "2", "item")
		s.must("button", "finish", "unresolved")
		s.refused("scan", "6900000001001", "packing.confirm_left")
		if list := s.screen["list"].([]any); len(list) != 2 {
			f.Errorf("unresolved are %v", list)
		}
		s.must("button", "back", "item")
		s.must("scan", "6900000001001", "unresolved") // all but the held one is packed
		f.state("sale_order", three, "packed")
		f.act("sale_order", three, "intercept", m{"reason": "returned", "place": "Shelf H"})
		s.must("button", "back", "item")
		s.stops("scan", "6900000001001", "packing.intercepted_at")
		s.refused("scan", "6900000001001", "packing.held")
		s.must("button", "finish", "unresolved")
		s.must("form", m{"confirmed": true}, "wave")
		f.act("sale_order", two, "unhold", nil)
		again := f.verifying("W-2")
		again.must("form", m{"item": "AC-1001", "qty": 2}, "box")
		again.must("button", "skip", "weight")
		again.must("button", "skip", "order")
		f.start("send_check_fast").stops("scan", "W-3", "packing.intercepted_at")
	})
}

// What nobody was sent to pick is picked and packed by its scans, where a setting lets
// it; taken back, it is reserved as before.
func TestGoodsAreBoundToAnAllocatedOrder(t *testing.T) {
	inbound(t, func(f *floor) {
		f.heartHolders()
		order := f.allocated("FREE-1", 2)
		s := f.start("verify_no_order")
		s.refused("scan", "6900000001001", "packing.none_allocated")
		f.ask("settings/save", m{"key": "verify_no_order", "level": "system", "value": true})
		s.must("scan", "6900000001001", "item")
		s.refused("scan", "6900000001002", "packing.wrong_item")
		s.refused("scan", "16900000001008", "station.over")
		f.act("sale_order", order, "hold", m{"reason": "address"})
		s.stops("scan", "6900000001001", "packing.held")
		f.act("sale_order", order, "unhold", nil)
		s.must("scan", "6900000001001", "item")
		s.must("scan", "6900000001001", "item")
		f.state("sale_order", order, "packed")
		f.lines("sale_order", order, "packed_qty", 2)
		s.must("undo", m{"seq": s.seq}, "item")
		f.state("sale_order", order, "allocated")
		f.lines("sale_order", order, "picked_qty", 0)
		s.must("scan", "6900000001001", "item")
		f.state("sale_order", order, "packed")
		f.start("send_check_fast").must("scan", "FREE-1", "package")
	})
}

// An order that was intercepted when it was packed is taken apart where it is put back.
func TestAnInterceptedOrderIsPutBack(t *testing.T) {
	inbound(t, func(f *floor) {
		f.heartHolders()
		order := f.picked("ACME", "ROAD-1", line("AC-1001", 2))
		f.ask("settings/save", m{"key": "hold_place", "level": "system", "value": "Shelf H"})
		made := f.packed(f.verifying("ROAD-1"))
		if answer := f.try("data/sale_order/act", m{"name": "take_apart", "id": order}); answer.Result {
			f.Error("an order that nobody intercepted was taken apart")
		}
		f.act("sale_order", order, "intercept", m{"reason": "wrong address"})
		f.start("send_check").stops("scan", made["package_no"], "packing.intercepted_at")
		f.act("sale_order", order, "let_go", nil)
		f.act("sale_order", order, "intercept", m{"reason": "wrong address"})
		back := f.start("put_back")
		back.must("scan", made["tracking_no"], "item")
		f.state("sale_order", order, "cancelled")
		back.must("form", m{"item": "AC-1001", "qty": 2, "position": "A-01-01-1"}, "done")
		f.lines("sale_order", order, "picked_qty", 0)
	})
}

// Packages are sent together, each with its own outcome.
func TestPackagesAreSentTogether(t *testing.T) {
	inbound(t, func(f *floor) {
		f.heartHolders()
		orders := []int64{f.allocated("B-1", 1), f.allocated("B-2", 1), f.allocated("B-3", 1)}
		f.pickTogether(orders...)
		s := f.start("match_order")
		var packages []int64
		for _, order := range orders {
			s.must("scan", "6900000001001", "item")
			packages = append(packages, id(f.find("package", "sale_order_id", order)))
		}
		f.act("sale_order", orders[1], "hold", m{"reason": "address"})
		var outcomes []struct {
			Result bool
			Msg    string
		}
		f.try("data/package/act", m{"name": "ship", "ids": packages}).Into(f, &outcomes)
		for i, want := range []bool{true, false, true} {
			if outcomes[i].Result != want {
				f.Errorf("package %d: %v", i, outcomes[i])
			}
		}
		f.state("sale_order", orders[0], "shipped")
		f.state("sale_order", orders[1], "packed")
		if answer := f.try("data/package/act", m{"name": "ship", "id": packages[0]}); answer.Result {
			f.Error("a package was sent twice")
		}
		f.act("package", packages[0], "cancel_ship", m{"reason": "back"})
		f.state("sale_order", orders[0], "packed")
	})
}
