// Package road walks the straight road of goods through the HTTP API, as devices
// would: from a pre-arrival notice to a package handed over and taken back.
package road

import (
	"fmt"
	"strings"
	"testing"

	"github.com/wareloom/wareloom/engine/enginetest"
	"github.com/wareloom/wareloom/tests/world"
)

// floor is the demo building with a person in it.
type floor struct{ *world.Floor }

type (
	m       = world.M
	station = world.Task
)

var (
	id   = world.ID
	line = world.Line
)

// each runs a test in the demo building, on both databases.
func each(t *testing.T, test func(f *floor)) {
	t.Helper()
	world.EachFloor(t, func(_ *testing.T, f *world.Floor) { test(&floor{f}) })
}

// enter starts the demo building for a test that asks for more than each.
func enter(t *testing.T, dsn string) *floor {
	t.Helper()
	return &floor{world.Enter(t, dsn)}
}

// as gives the floor with another person of the house in it.
func (f *floor) as(account string) *floor { return &floor{f.As("user", account)} }

func TestRoad(t *testing.T) {
	t.Parallel()
	enginetest.EachDSN(t, func(t *testing.T, dsn string) {
		f := enter(t, dsn)
		f.Receive()
		f.Shelve()
		order := f.order()
		f.pick(order)
		number := f.pack(order)
		f.send(number)
		f.State("sale_order", order, "shipped")
		f.takeBack(order)
	})
}

// order makes an order and takes it to a released wave.
func (f *floor) order() int64 {
	var made m
	f.Ask("data/sale_order/save", m{
		"consignor_id": m{"code": "ACME"}, "warehouse_id": m{"code": "SH1"}, "ext_no": "ROAD-1", "receiver": "Road", "country": "CN", "phone": "13900000000", "city": "上海", "detail": "1",
		"lines": []m{{"product_id": m{"sku": "AC-1001"}, "qty": 3}, {"product_id": m{"sku": "AC-1003"}, "qty": 2}},
	}).Into(f, &made)
	order := id(made)
	f.Act("sale_order", order, "audit", nil)
	f.Act("sale_order", order, "allocate", nil)
	f.State("sale_order", order, "allocated")
	f.Ask("data/sale_order/act", m{"name": "wave", "ids": []int64{order}, "params": m{"max_orders": 20, "max_lines": 60, "release": true}})
	f.State("sale_order", order, "waved")
	return order
}

// pick picks the order's bill, with wrong scans and an undo.
func (f *floor) pick(order int64) {
	s := f.Start("pick")
	s.Must("button", "next", "cart")
	s.Must("scan", "TOTE-7", "position")
	s.Refused("scan", "A-10-20-3", "picking.wrong_position")
	for range 2 {
		var want struct{ Position, SKU string }
		for _, target := range s.Screen["target"].([]any) {
			switch fact := target.(m); fact["field"] {
			case "position":
				want.Position = fact["value"].(string)
			case "item":
				want.SKU, _, _ = strings.Cut(fact["value"].(string), " ")
			}
		}
		s.Must("scan", want.Position, "item")
		s.Refused("scan", "AC-1002", "picking.wrong_item")
		s.Must("scan", want.SKU, "qty")
		s.Refused("key", "99", "station.over")
		qty := s.Screen["max"]
		if result := s.Input("key", qty); result["ok"] != true {
			s.Fatalf("pick %v: %v", qty, result)
		}
	}
	f.State("sale_order", order, "picked")
	s.Must("undo", m{"seq": s.Seq}, "qty")
	f.State("sale_order", order, "picking")
	s.Must("key", s.Screen["max"], "done")
	f.State("sale_order", order, "picked")
}

// pack verifies the order and gives the number of its package.
func (f *floor) pack(order int64) string {
	s := f.Start("verify_by_order")
	s.Must("scan", "ROAD-1", "item")
	s.Refused("scan", "AC-1002", "packing.wrong_item")
	s.Must("form", m{"item": "6900000001001", "qty": 3}, "item")
	s.Refused("scan", "6900000001001", "packing.over")
	s.Must("scan", "AC-1003", "item")
	s.Must("scan", "AC-1003", "box")
	s.Refused("scan", "AC-1003", "packing.over") // a piece too many is no box
	s.Must("button", "skip", "weight")
	result := s.Input("key", "1.25")
	if result["ok"] != true {
		f.Fatalf("pack: %v", result)
	}
	f.State("sale_order", order, "weighed")
	return fmt.Sprint(result["code"])
}

// send hands the package over, once.
func (f *floor) send(number string) {
	s := f.Start("send_check")
	s.Must("scan", number, "package")
	s.Refused("scan", number, "packing.sent_before")
}

// takeBack returns one piece.
func (f *floor) takeBack(order int64) {
	var row struct{ Lines []m }
	f.Ask("data/sale_order/get", m{"id": order}).Into(f, &row)
	var made m
	f.Ask("data/rma/save", m{
		"consignor_id": m{"code": "ACME"}, "warehouse_id": m{"code": "SH1"}, "sale_order_id": order,
		"lines": []m{{"product_id": row.Lines[0]["product_id"], "qty": 1, "sale_order_line_id": row.Lines[0]["id"]}},
	}).Into(f, &made)
	for _, action := range []string{"wait", "receive", "grade"} {
		f.Act("rma", id(made), action, nil)
	}
	f.Act("rma", id(made), "dispose", m{"position_id": m{"warehouse_id": made["warehouse_id"], "code": "A-01-01-1"}})
	f.State("rma", id(made), "disposed")
}

func TestCancelledOrderIsPutBack(t *testing.T) {
	t.Parallel()
	enginetest.EachDSN(t, func(t *testing.T, dsn string) {
		f := enter(t, dsn)
		f.Receive()
		f.Shelve()
		order := f.order()
		f.pick(order)
		f.Act("sale_order", order, "cancel", nil)
		f.State("sale_order", order, "cancelled")
		s := f.Start("put_back")
		s.Must("scan", "ROAD-1", "item")
		s.Must("form", m{"item": "AC-1001", "qty": 3, "position": "A-01-01-1"}, "item")
		s.Must("scan", "AC-1003", "qty")
		s.Must("key", "2", "position")
		s.Must("scan", "A-03-05-1", "done")
	})
}

func TestPickedGoodsAreNotShelved(t *testing.T) {
	each(t, func(f *floor) {
		f.Receive()
		f.Shelve()
		f.pick(f.order())
		f.Start("shelve_no_order").Refused("scan", "TOTE-7", "inbound.empty_source")
	})
}
