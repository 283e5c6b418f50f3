package road

import (
	"fmt"
	"strings"
	"testing"
)

// picked brings a fresh order of an owner to picked, in the tote TOTE-1.
func (f *floor) picked(owner, number string, lines ...m) int64 {
	f.Helper()
	var made m
	f.ask("data/sale_order/save", m{
		"consignor_id": m{"code": owner}, "warehouse_id": m{"code": "SH1"}, "ext_no": number, "receiver": "Road", "country": "CN", "phone": "13900000000", "city": "上海", "detail": "1", "lines": lines,
	}).Into(f, &made)
	for _, action := range []string{"audit", "allocate"} {
		f.act("sale_order", id(made), action, nil)
	}
	f.pickTogether(id(made))
	return id(made)
}

// pickTogether picks orders in one wave, into the tote TOTE-1.
func (f *floor) pickTogether(orders ...int64) {
	f.Helper()
	f.ask("data/sale_order/act", m{"name": "wave", "ids": orders, "params": m{"max_orders": 20, "max_lines": 60, "release": true}})
	s := f.start("pick")
	s.must("button", "next", "cart")
	s.must("scan", "TOTE-1", "position")
	for s.screen["step"] == "position" {
		facts := map[string]string{}
		for _, target := range s.screen["target"].([]any) {
			facts[target.(m)["field"].(string)] = target.(m)["value"].(string)
		}
		var sku string
		if _, err := fmt.Sscan(facts["item"], &sku); err != nil {
			f.Fatal(err)
		}
		form := m{"position": facts["position"], "item": sku, "qty": s.screen["max"]}
		if sku == "AC-3001" {
			form["serials"] = serialsAt(facts["position"])
		}
		if result := s.input("form", form); result["ok"] != true {
			f.Fatalf("pick %v: %v", form, result)
		}
	}
	for _, order := range orders {
		f.state("sale_order", order, "picked")
	}
}

// serialsAt are the earphones that the tests shelve at a position.
func serialsAt(position string) []string {
	if position == "A-01-01-1" {
		return []string{"S1"}
	}
	return []string{"S2"}
}

// stocked receives and shelves goods in the bins where a test wants them.
func (f *floor) stocked(owner, number string, lines []m, puts ...m) {
	f.Helper()
	f.unload(owner, number, lines...)
	s := f.dockAt(number)
	for _, p := range puts {
		s.must("form", p, "item")
	}
	s.must("button", "finish", "done")
	put := f.start("shelve_no_order")
	put.must("scan", "R-01", "item")
	for _, p := range puts {
		if result := put.input("form", p); result["ok"] != true {
			f.Fatalf("put %v: %v", p, result)
		}
	}
}

// heartHolders stocks twenty pieces of AC-1001.
func (f *floor) heartHolders() {
	f.Helper()
	f.stocked("ACME", "IN-A", []m{line("AC-1001", 20)}, m{"item": "AC-1001", "qty": 20, "position": "A-01-01-1"})
}

// verify begins to verify an order.
func (f *floor) verifying(number string) *station {
	f.Helper()
	s := f.start("verify_by_order")
	s.must("scan", number, "item")
	return s
}

// packed verifies the order ROAD-1 of two pieces and gives its package.
func (f *floor) packed(s *station) m {
	f.Helper()
	s.must("form", m{"item": "AC-1001", "qty": 2}, "box")
	s.must("button", "skip", "weight")
	s.must("button", "skip", "order")
	return f.find("package", "sale_order_id.ext_no", "ROAD-1")
}

func TestQuantitiesCountOverLines(t *testing.T) {
	inbound(t, func(f *floor) {
		f.heartHolders()
		order := f.picked("ACME", "ROAD-1", line("AC-1001", 9), line("AC-1001", 5))
		s := f.verifying("TOTE-1")
		s.refused("button", "qty", "packing.scan_first")
		s.must("scan", "16900000001008", "item") // a carton of twelve
		s.refused("scan", "16900000001008", "station.over")
		s.must("button", "qty", "qty")
		s.offers("2", "2")
		s.refused("key", "3", "station.over")
		s.must("key", "1", "item")
		s.must("undo", m{"seq": s.seq}, "qty")
		s.must("button", "back", "item")
		s.must("scan", "AC-1001", "item")
		s.must("button", "reset", "item")
		s.must("form", m{"item": "AC-1001", "qty": 14}, "box")
		s.must("scan", "BOX-3", "weight")
		s.refused("key", "0", "packing.bad_weight")
		s.must("weight", "2.5", "order")
		f.lines("sale_order", order, "packed_qty", 9, 5)
		f.state("sale_order", order, "weighed")
	})
}

func TestAnOrderIsVerifiedAtOneStation(t *testing.T) {
	inbound(t, func(f *floor) {
		f.heartHolders()
		f.picked("ACME", "ROAD-1", line("AC-1001", 2))
		first := f.verifying("ROAD-1")
		packer := *f
		packer.session = f.server.Login(f, "user", "packer")
		second := packer.start("verify_by_order")
		second.refused("scan", "ROAD-1", "packing.busy")
		first.must("button", "back", "order")
		second.must("scan", "ROAD-1", "item")
		first.refused("scan", "ROAD-1", "packing.busy")
		third := packer.verifying("ROAD-1") // the packer goes on at another device
		second.refused("scan", "AC-1001", "packing.taken_over")
		second.must("button", "back", "order")
		f.packed(third)
	})
}

func TestHeldAndCancelledOrdersAreRefused(t *testing.T) {
	inbound(t, func(f *floor) {
		f.heartHolders()
		order := f.picked("ACME", "ROAD-1", line("AC-1001", 2))
		f.act("sale_order", order, "hold", m{"reason": "address"})
		f.start("verify_by_order").refused("scan", "ROAD-1", "packing.held")
		f.act("sale_order", order, "unhold", nil)
		s := f.verifying("ROAD-1")
		f.act("sale_order", order, "cancel", nil)
		s.refused("scan", "AC-1001", "packing.taken_over")
		f.start("verify_by_order").refused("scan", "ROAD-1", "packing.cancelled")
		f.state("package", id(f.find("package", "sale_order_id", order)), "cancelled")
	})
}

func TestAPackageIsReopenedAndPackedAgain(t *testing.T) {
	inbound(t, func(f *floor) {
		f.heartHolders()
		order := f.picked("ACME", "ROAD-1", line("AC-1001", 2))
		s := f.verifying("ROAD-1")
		first := f.packed(s)
		s.must("undo", m{"seq": s.seq}, "weight")
		f.state("sale_order", order, "checked")
		f.state("package", id(first), "open")
		f.start("send_check").refused("scan", first["package_no"], "packing.not_packed")
		s.must("weight", "1.5", "order")
		f.act("package", id(first), "reopen", nil)
		f.lines("sale_order", order, "packed_qty", 0)
		again := f.packed(f.verifying("ROAD-1"))
		if again["package_no"] != first["package_no"] || again["tracking_no"] != first["package_no"] {
			f.Errorf("packed again as %v with %v, first as %v", again["package_no"], again["tracking_no"], first["package_no"])
		}
		f.lines("package", id(again), "qty", 2)
		f.send(fmt.Sprint(again["package_no"]))
		f.state("sale_order", order, "shipped")
	})
}

// TestAWaveFollowsItsOrders: a wave is checking from its first order that is packed
// to its last, then done; a package that is opened opens it again.
func TestAWaveFollowsItsOrders(t *testing.T) {
	inbound(t, func(f *floor) {
		f.heartHolders()
		f.pickTogether(f.allocated("ROAD-1", 2), f.allocated("ROAD-2", 2))
		wave := id(f.find("wave", "warehouse_id.code", "SH1"))
		f.state("wave", wave, "picked")
		first := f.packed(f.verifying("ROAD-1"))
		f.state("wave", wave, "checking")
		s := f.verifying("ROAD-2")
		f.packed(s)
		f.state("wave", wave, "done")
		s.must("undo", m{"seq": s.seq}, "weight")
		f.state("wave", wave, "checking")
		s.must("button", "skip", "order")
		f.state("wave", wave, "done")
		f.send(fmt.Sprint(first["package_no"]))
		f.state("wave", wave, "done")
	})
}

func TestAShipmentIsTakenBack(t *testing.T) {
	inbound(t, func(f *floor) {
		f.heartHolders()
		order := f.picked("ACME", "ROAD-1", line("AC-1001", 2))
		parcel := f.packed(f.verifying("ROAD-1"))
		s := f.start("send_check")
		s.must("scan", parcel["package_no"], "package")
		f.lines("sale_order", order, "shipped_qty", 2)
		s.must("undo", m{"seq": s.seq}, "package")
		f.state("package", id(parcel), "packed")
		f.state("sale_order", order, "packed")
		f.lines("sale_order", order, "shipped_qty", 0)
		s.must("scan", parcel["package_no"], "package")
		s.refused("scan", parcel["package_no"], "packing.sent_before")
		f.act("package", id(parcel), "cancel_ship", m{"reason": "wrong lorry"})
		f.act("sale_order", order, "hold", m{"reason": "fraud"})
		s.refused("scan", parcel["package_no"], "packing.held")
	})
}

func TestSerialsGoOutAndComeBack(t *testing.T) {
	inbound(t, func(f *floor) {
		f.stocked("ACME", "IN-S", []m{line("AC-3001", 2)},
			m{"item": "AC-3001", "qty": 1, "serials": []string{"S1"}, "position": "A-01-01-1"},
			m{"item": "AC-3001", "qty": 1, "serials": []string{"S2"}, "position": "A-01-01-2"})
		order := f.picked("ACME", "ROAD-1", line("AC-3001", 2))
		s := f.verifying("ROAD-1")
		s.refused("form", m{"item": "AC-3001", "qty": 2, "serials": []string{"S1"}}, "stock.serial_needed")
		s.must("scan", "AC-3001", "serial")
		s.refused("scan", "S7", "packing.serial_not_picked")
		s.must("scan", "S2", "item")
		s.must("scan", "AC-3001", "serial")
		s.refused("scan", "S2", "packing.serial_twice")
		s.must("scan", "S1", "box")
		s.must("button", "skip", "weight")
		s.must("button", "skip", "order")
		f.send(fmt.Sprint(f.find("package", "sale_order_id", order)["package_no"]))

		back := f.returned(order, m{"product_id": m{"sku": "AC-3001"}, "qty": 1, "serials": []string{"S1"}})
		f.act("rma", back, "receive", nil)
		f.act("rma", back, "grade", nil)
		f.act("rma", back, "dispose", m{"position_id": m{"warehouse_id": m{"code": "SH1"}, "code": "A-01-01-1"}})
	})
}

// returned announces a return of an order.
func (f *floor) returned(order int64, lines ...m) int64 {
	f.Helper()
	var made m
	f.ask("data/rma/save", m{"consignor_id": m{"code": "ACME"}, "warehouse_id": m{"code": "SH1"}, "sale_order_id": order, "lines": lines}).Into(f, &made)
	f.act("rma", id(made), "wait", nil)
	return id(made)
}

// wont wants an action to be refused for a reason.
func (f *floor) wont(path string, body m, says string) {
	f.Helper()
	if answer := f.try(path, body); answer.Result || !strings.Contains(answer.Text, says) {
		f.Errorf("%s %v: %s, want %q", path, body, answer.Text, says)
	}
}

func TestReturnsStayWithinWhatWasShipped(t *testing.T) {
	inbound(t, func(f *floor) {
		f.heartHolders()
		order := f.picked("ACME", "ROAD-1", line("AC-1001", 2))
		f.send(fmt.Sprint(f.packed(f.verifying("ROAD-1"))["package_no"]))

		many := f.returned(order, line("AC-1001", 3)) // no line is named, the order is known
		f.wont("data/rma/act", m{"name": "receive", "id": many}, "At most 2")
		other := f.returned(order, line("AC-1002", 1))
		f.wont("data/rma/act", m{"name": "receive", "id": other}, "not in that order")

		back := f.returned(order, line("AC-1001", 2))
		f.act("rma", back, "receive", nil)
		f.lines("sale_order", order, "returned_qty", 2)
		again := f.returned(order, line("AC-1001", 1))
		f.wont("data/rma/act", m{"name": "receive", "id": again}, "At most 0")
		parcel := f.find("package", "sale_order_id", order)
		f.wont("data/package/act", m{"name": "cancel_ship", "id": parcel["id"], "params": m{"reason": "late"}}, "were returned")
	})
}

func TestGradedGoodsChangeQuality(t *testing.T) {
	inbound(t, func(f *floor) {
		f.heartHolders()
		order := f.picked("ACME", "ROAD-1", line("AC-1001", 2))
		f.send(fmt.Sprint(f.packed(f.verifying("ROAD-1"))["package_no"]))
		back := f.returned(order, line("AC-1001", 2))
		f.act("rma", back, "receive", nil)
		var row struct{ Lines []m }
		f.ask("data/rma/get", m{"id": back}).Into(f, &row)
		one := row.Lines[0]["id"]
		for _, change := range []m{{"id": one, "qty": 5}, {"id": one, "_delete": true}, line("AC-1002", 1)} {
			f.wont("data/rma/save", m{"id": back, "lines": []m{change}}, "The goods have been received")
		}
		f.ask("data/rma/save", m{"id": back, "lines": []m{{"id": one, "quality": "CC"}}})
		f.act("rma", back, "grade", nil)
		f.wont("data/rma/act", m{"name": "dispose", "id": back}, "putaway position for line")
		f.act("rma", back, "dispose", m{"position_id": m{"warehouse_id": m{"code": "SH1"}, "code": "DMG-01"}})
		f.lines("rma", back, "disposed_qty", 2)
		if bad := f.find("quant", "quality", "CC"); bad["on_hand"] != 2.0 {
			f.Errorf("%v damaged pieces lie in stock, want 2", bad["on_hand"])
		}
	})
}
