package road

import (
	"fmt"
	"testing"
)

// picked brings a fresh order of an owner to picked, in the tote TOTE-1.
func (f *floor) picked(owner, number string, lines ...m) int64 {
	f.Helper()
	var made m
	f.Ask("data/sale_order/save", m{
		"consignor_id": m{"code": owner}, "warehouse_id": m{"code": "SH1"}, "ext_no": number, "receiver": "Road", "country": "CN", "phone": "13900000000", "city": "上海", "detail": "1", "lines": lines,
	}).Into(f, &made)
	for _, action := range []string{"audit", "allocate"} {
		f.Act("sale_order", id(made), action, nil)
	}
	f.pickTogether(id(made))
	return id(made)
}

// pickTogether picks orders in one wave, into the tote TOTE-1.
func (f *floor) pickTogether(orders ...int64) {
	f.Helper()
	f.Ask("data/sale_order/act", m{"name": "wave", "ids": orders, "params": m{"max_orders": 20, "max_lines": 60, "release": true}})
	s := f.Start("pick")
	s.Must("button", "next", "cart")
	s.Must("scan", "TOTE-1", "position")
	for s.Screen["step"] == "position" {
		facts := map[string]string{}
		for _, target := range s.Screen["target"].([]any) {
			facts[target.(m)["field"].(string)] = target.(m)["value"].(string)
		}
		var sku string
		if _, err := fmt.Sscan(facts["item"], &sku); err != nil {
			f.Fatal(err)
		}
		form := m{"position": facts["position"], "item": sku, "qty": s.Screen["max"]}
		if sku == "AC-3001" {
			form["serials"] = serialsAt(facts["position"])
		}
		if result := s.Input("form", form); result["ok"] != true {
			f.Fatalf("pick %v: %v", form, result)
		}
	}
	for _, order := range orders {
		f.State("sale_order", order, "picked")
	}
}

// serialsAt are the earphones that the tests shelve at a position.
func serialsAt(position string) []string {
	if position == "A-01-01-1" {
		return []string{"S1"}
	}
	return []string{"S2"}
}

// verify begins to verify an order.
func (f *floor) verifying(number string) *station {
	f.Helper()
	s := f.Start("verify_by_order")
	s.Must("scan", number, "item")
	return s
}

// packed verifies the order ROAD-1 of two pieces and gives its package.
func (f *floor) packed(s *station) m {
	f.Helper()
	s.Must("form", m{"item": "AC-1001", "qty": 2}, "box")
	s.Must("button", "skip", "weight")
	s.Must("button", "skip", "order")
	return f.Find("package", "sale_order_id.ext_no", "ROAD-1")
}

func TestQuantitiesCountOverLines(t *testing.T) {
	each(t, func(f *floor) {
		f.HeartHolders()
		order := f.picked("ACME", "ROAD-1", line("AC-1001", 9), line("AC-1001", 5))
		s := f.verifying("TOTE-1")
		s.Refused("button", "qty", "packing.scan_first")
		s.Must("scan", "16900000001008", "item") // a carton of twelve
		s.Refused("scan", "16900000001008", "station.over")
		s.Must("button", "qty", "qty")
		s.Offers("2", "2")
		s.Refused("key", "3", "station.over")
		s.Must("key", "1", "item")
		s.Must("undo", m{"seq": s.Seq}, "qty")
		s.Must("button", "back", "item")
		s.Must("scan", "AC-1001", "item")
		s.Must("button", "reset", "item")
		s.Must("form", m{"item": "AC-1001", "qty": 14}, "box")
		s.Must("scan", "BOX-3", "weight")
		s.Refused("key", "0", "packing.bad_weight")
		s.Must("weight", "2.5", "order")
		f.Lines("sale_order", order, "packed_qty", 9, 5)
		f.State("sale_order", order, "weighed")
	})
}

func TestAnOrderIsVerifiedAtOneStation(t *testing.T) {
	each(t, func(f *floor) {
		f.HeartHolders()
		f.picked("ACME", "ROAD-1", line("AC-1001", 2))
		first := f.verifying("ROAD-1")
		packer := f.as("packer")
		second := packer.Start("verify_by_order")
		second.Refused("scan", "ROAD-1", "packing.busy")
		first.Must("button", "back", "order")
		second.Must("scan", "ROAD-1", "item")
		first.Refused("scan", "ROAD-1", "packing.busy")
		third := packer.verifying("ROAD-1") // the packer goes on at another device
		second.Refused("scan", "AC-1001", "packing.taken_over")
		second.Must("button", "back", "order")
		f.packed(third)
	})
}

func TestHeldAndCancelledOrdersAreRefused(t *testing.T) {
	each(t, func(f *floor) {
		f.HeartHolders()
		order := f.picked("ACME", "ROAD-1", line("AC-1001", 2))
		f.Act("sale_order", order, "hold", m{"reason": "address"})
		f.Start("verify_by_order").Refused("scan", "ROAD-1", "packing.held")
		f.Act("sale_order", order, "unhold", nil)
		s := f.verifying("ROAD-1")
		f.Act("sale_order", order, "cancel", nil)
		s.Refused("scan", "AC-1001", "packing.taken_over")
		f.Start("verify_by_order").Refused("scan", "ROAD-1", "packing.cancelled")
		f.State("package", id(f.Find("package", "sale_order_id", order)), "cancelled")
	})
}

func TestAPackageIsReopenedAndPackedAgain(t *testing.T) {
	each(t, func(f *floor) {
		f.HeartHolders()
		order := f.picked("ACME", "ROAD-1", line("AC-1001", 2))
		s := f.verifying("ROAD-1")
		first := f.packed(s)
		s.Must("undo", m{"seq": s.Seq}, "weight")
		f.State("sale_order", order, "picked")
		f.State("package", id(first), "open")
		f.Start("send_check").Refused("scan", first["package_no"], "packing.not_packed")
		s.Must("weight", "1.5", "order")
		f.Act("package", id(first), "reopen", nil)
		f.Lines("sale_order", order, "packed_qty", 0)
		again := f.packed(f.verifying("ROAD-1"))
		if again["package_no"] != first["package_no"] || again["tracking_no"] != first["package_no"] {
			f.Errorf("packed again as %v with %v, first as %v", again["package_no"], again["tracking_no"], first["package_no"])
		}
		f.Lines("package", id(again), "qty", 2)
		f.send(fmt.Sprint(again["package_no"]))
		f.State("sale_order", order, "shipped")
	})
}

// TestAWaveFollowsItsOrders: a wave is checking from its first order that is packed
// to its last, then done; a package that is opened opens it again.
func TestAWaveFollowsItsOrders(t *testing.T) {
	each(t, func(f *floor) {
		f.HeartHolders()
		f.pickTogether(f.allocated("ROAD-1", 2), f.allocated("ROAD-2", 2))
		wave := id(f.Find("wave", "warehouse_id.code", "SH1"))
		f.State("wave", wave, "picked")
		first := f.packed(f.verifying("ROAD-1"))
		f.State("wave", wave, "checking")
		s := f.verifying("ROAD-2")
		f.packed(s)
		f.State("wave", wave, "done")
		s.Must("undo", m{"seq": s.Seq}, "weight")
		f.State("wave", wave, "checking")
		s.Must("button", "skip", "order")
		f.State("wave", wave, "done")
		f.send(fmt.Sprint(first["package_no"]))
		f.State("wave", wave, "done")
	})
}

func TestAShipmentIsTakenBack(t *testing.T) {
	each(t, func(f *floor) {
		f.HeartHolders()
		order := f.picked("ACME", "ROAD-1", line("AC-1001", 2))
		parcel := f.packed(f.verifying("ROAD-1"))
		s := f.Start("send_check")
		s.Must("scan", parcel["package_no"], "package")
		f.Lines("sale_order", order, "shipped_qty", 2)
		s.Must("undo", m{"seq": s.Seq}, "package")
		f.State("package", id(parcel), "packed")
		f.State("sale_order", order, "packed")
		f.Lines("sale_order", order, "shipped_qty", 0)
		s.Must("scan", parcel["package_no"], "package")
		s.Refused("scan", parcel["package_no"], "packing.sent_before")
		f.Act("package", id(parcel), "cancel_ship", m{"reason": "wrong lorry"})
		f.Act("sale_order", order, "hold", m{"reason": "fraud"})
		s.Refused("scan", parcel["package_no"], "packing.held")
	})
}

func TestSerialsGoOutAndComeBack(t *testing.T) {
	each(t, func(f *floor) {
		f.Stocked("ACME", "IN-S", []m{line("AC-3001", 2)},
			m{"item": "AC-3001", "qty": 1, "serials": []string{"S1"}, "position": "A-01-01-1"},
			m{"item": "AC-3001", "qty": 1, "serials": []string{"S2"}, "position": "A-01-01-2"})
		order := f.picked("ACME", "ROAD-1", line("AC-3001", 2))
		s := f.verifying("ROAD-1")
		s.Refused("form", m{"item": "AC-3001", "qty": 2, "serials": []string{"S1"}}, "stock.serial_needed")
		s.Must("scan", "AC-3001", "serial")
		s.Refused("scan", "S7", "packing.serial_not_picked")
		s.Must("scan", "S2", "item")
		s.Must("scan", "AC-3001", "serial")
		s.Refused("scan", "S2", "packing.serial_twice")
		s.Must("scan", "S1", "box")
		s.Must("button", "skip", "weight")
		s.Must("button", "skip", "order")
		f.send(fmt.Sprint(f.Find("package", "sale_order_id", order)["package_no"]))

		back := f.returned(order, m{"product_id": m{"sku": "AC-3001"}, "qty": 1, "serials": []string{"S1"}})
		f.Act("rma", back, "receive", nil)
		f.Act("rma", back, "grade", nil)
		f.Act("rma", back, "dispose", m{"position_id": m{"warehouse_id": m{"code": "SH1"}, "code": "A-01-01-1"}})
	})
}

// returned announces a return of an order.
func (f *floor) returned(order int64, lines ...m) int64 {
	f.Helper()
	var made m
	f.Ask("data/rma/save", m{"consignor_id": m{"code": "ACME"}, "warehouse_id": m{"code": "SH1"}, "sale_order_id": order, "lines": lines}).Into(f, &made)
	f.Act("rma", id(made), "wait", nil)
	return id(made)
}

func TestReturnsStayWithinWhatWasShipped(t *testing.T) {
	each(t, func(f *floor) {
		f.HeartHolders()
		order := f.picked("ACME", "ROAD-1", line("AC-1001", 2))
		f.send(fmt.Sprint(f.packed(f.verifying("ROAD-1"))["package_no"]))

		many := f.returned(order, line("AC-1001", 3)) // no line is named, the order is known
		f.Wont("data/rma/act", m{"name": "receive", "id": many}, "At most 2")
		other := f.returned(order, line("AC-1002", 1))
		f.Wont("data/rma/act", m{"name": "receive", "id": other}, "not in that order")

		back := f.returned(order, line("AC-1001", 2))
		f.Act("rma", back, "receive", nil)
		f.Lines("sale_order", order, "returned_qty", 2)
		again := f.returned(order, line("AC-1001", 1))
		f.Wont("data/rma/act", m{"name": "receive", "id": again}, "At most 0")
		parcel := f.Find("package", "sale_order_id", order)
		f.Wont("data/package/act", m{"name": "cancel_ship", "id": parcel["id"], "params": m{"reason": "late"}}, "were returned")
	})
}

func TestGradedGoodsChangeQuality(t *testing.T) {
	each(t, func(f *floor) {
		f.HeartHolders()
		order := f.picked("ACME", "ROAD-1", line("AC-1001", 2))
		f.send(fmt.Sprint(f.packed(f.verifying("ROAD-1"))["package_no"]))
		back := f.returned(order, line("AC-1001", 2))
		f.Act("rma", back, "receive", nil)
		var row struct{ Lines []m }
		f.Ask("data/rma/get", m{"id": back}).Into(f, &row)
		one := row.Lines[0]["id"]
		for _, change := range []m{{"id": one, "qty": 5}, {"id": one, "_delete": true}, line("AC-1002", 1)} {
			f.Wont("data/rma/save", m{"id": back, "lines": []m{change}}, "The goods have been received")
		}
		f.Ask("data/rma/save", m{"id": back, "lines": []m{{"id": one, "quality": "CC"}}})
		f.Act("rma", back, "grade", nil)
		f.Wont("data/rma/act", m{"name": "dispose", "id": back}, "putaway position for line")
		f.Act("rma", back, "dispose", m{"position_id": m{"warehouse_id": m{"code": "SH1"}, "code": "DMG-01"}})
		f.Lines("rma", back, "disposed_qty", 2)
		if bad := f.Find("quant", "quality", "CC"); bad["on_hand"] != 2.0 {
			f.Errorf("%v damaged pieces lie in stock, want 2", bad["on_hand"])
		}
	})
}
