package days

import (
	"fmt"
	"strconv"
	"strings"
)

// order takes an order to allocated, as far as stock goes.
func (f *floor) order() {
	owner := f.owner()
	lines := bare(f.wanted(owner, 5))
	doc := f.save("sale_order", m{
		"consignor_id": m{"code": owner}, "warehouse_id": m{"code": "SH1"}, "ext_no": f.nextNumber("SO"),
		"receiver": "Ada", "phone": "13900000000", "country": "CN", "province": "上海", "city": "上海", "detail": "1",
		"ship_policy": one(f, []string{"complete", "available"}), "lines": lines,
	})
	for _, l := range lines {
		f.count.ordered += float64(l["qty"].(int))
	}
	if f.act("sale_order", "audit", doc, nil) {
		f.act("sale_order", "allocate", doc, nil)
	}
	if f.chance(5) {
		f.act("sale_order", "unallocate", doc, nil)
	}
}

// wave puts what is allocated into waves.
func (f *floor) wave() {
	var ids []int64
	for _, order := range f.some("sale_order", "status", "allocated") {
		ids = append(ids, id(order))
	}
	if len(ids) == 0 {
		return
	}
	f.steps++
	answer := f.try("data/sale_order/act", m{"name": "wave", "ids": ids, "params": m{"max_orders": 5, "max_lines": 60, "release": true}})
	f.note("sale_order.wave", answer.Result, answer.Msg)
}

// pick walks one pick bill, with picks taken back, short picks and other places.
func (f *floor) pick() {
	s := f.start("pick")
	if !s.input("button", "next") || !s.input("scan", fmt.Sprintf("TOTE-%d", f.random.IntN(3))) {
		return
	}
	for range 30 {
		if s.screen["step"] != "position" || f.chance(3) && s.input("button", "pause") {
			return
		}
		if f.chance(6) && s.input("button", "short") {
			s.input("key", one(f, []string{"not_found", "damaged", "less"}))
			continue
		}
		most, err := strconv.ParseFloat(fmt.Sprint(s.screen["max"]), 64)
		if err != nil {
			f.Fatal(err)
		}
		if !s.pickOne() {
			return
		}
		f.count.picked += most
		if f.chance(15) {
			if s.undo() {
				f.count.picked -= most
			}
			if s.screen["step"] != "position" { // the last input alone is open again
				s.input("button", "back")
			}
		}
	}
}

// pickOne picks what the screen asks for.
func (s *station) pickOne() bool {
	facts := map[string]string{}
	targets, _ := s.screen["target"].([]any)
	for _, target := range targets {
		facts[fmt.Sprint(target.(m)["field"])] = fmt.Sprint(target.(m)["value"])
	}
	sku, _, _ := strings.Cut(facts["item"], " ")
	return s.input("form", m{"position": facts["position"], "item": sku, "qty": s.screen["max"]})
}

// pack verifies one picked order.
func (f *floor) pack() {
	orders := f.some("sale_order", "status", "picked", "checked")
	if len(orders) == 0 {
		return
	}
	order := one(f, orders)
	s := f.start("verify_by_order", order["doc_no"])
	if s == nil {
		return
	}
	for _, l := range f.lines("sale_order", id(order)) {
		sku, _, _ := strings.Cut(fmt.Sprint(l["product_id__label"]), " ")
		if left := number(l["picked_qty"]) - number(l["packed_qty"]); left > 0 {
			s.input("form", m{"item": sku, "qty": left})
		}
	}
	for _, step := range []string{"box", "weight"} {
		if s.screen["step"] != step || !s.input("button", "skip") {
			return
		}
	}
	if f.chance(10) {
		s.undo()
	}
}

// send hands packages over; some come back from the lorry.
func (f *floor) send() {
	parcels := f.some("package", "status", "packed")
	if len(parcels) == 0 {
		return
	}
	s := f.start("send_check")
	for range 1 + f.random.IntN(3) {
		parcel := one(f, parcels)
		qty, lines := 0.0, 0.0
		for _, l := range f.lines("package", id(parcel)) {
			qty, lines = qty+number(l["qty"]), lines+1
		}
		if !s.input("scan", parcel["package_no"]) {
			continue
		}
		f.count.sent, f.count.sentLines = f.count.sent+qty, f.count.sentLines+lines
		if f.chance(10) && s.undo() || f.chance(10) && f.act("package", "cancel_ship", id(parcel), m{"reason": "wrong lorry"}) {
			f.count.sent, f.count.sentLines = f.count.sent-qty, f.count.sentLines-lines
		}
	}
}

// cancel stops an order wherever it stands and puts back what was picked.
func (f *floor) cancel() {
	orders := f.some("sale_order", "status", "audited", "short", "allocated", "waved", "picking", "picked", "checked")
	if len(orders) == 0 {
		return
	}
	order := one(f, orders)
	if !f.act("sale_order", "cancel", id(order), nil) {
		return
	}
	for _, l := range f.lines("sale_order", id(order)) {
		f.count.ordered -= number(l["base_qty"])
	}
	s := f.start("put_back", order["doc_no"])
	if s == nil {
		return
	}
	for range 10 {
		list, _ := s.screen["list"].([]any)
		if s.screen["step"] != "item" || len(list) == 0 {
			return
		}
		choice := list[0].(m)
		if !s.input("key", choice["code"]) && !s.input("scan", choice["code"]) {
			return
		}
		if s.screen["step"] == "qty" && !s.input("key", s.screen["max"]) || !s.input("scan", one(f, bins)) {
			return
		}
		if f.chance(15) {
			s.undo()
			return
		}
	}
}

// comeBack returns a part of an order that was sent.
func (f *floor) comeBack() {
	orders := f.some("sale_order", "status", "shipped")
	if len(orders) == 0 {
		return
	}
	order := one(f, orders)
	line := one(f, f.lines("sale_order", id(order)))
	qty := 1.0
	rma := f.save("rma", m{
		"consignor_id": order["consignor_id"], "warehouse_id": order["warehouse_id"], "sale_order_id": order["id"],
		"lines": []m{{"product_id": line["product_id"], "qty": qty, "sale_order_line_id": line["id"]}},
	})
	if !f.act("rma", "wait", rma, nil) || !f.act("rma", "receive", rma, nil) {
		return
	}
	f.count.returned += qty
	if f.act("rma", "grade", rma, nil) {
		f.act("rma", "dispose", rma, m{"position_id": m{"warehouse_id": m{"code": "SH1"}, "code": one(f, bins)}})
	}
}
