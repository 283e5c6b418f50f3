package replenishment_test

import (
	"testing"

	"github.com/wareloom/wareloom/tests/world"
)

// TestGoodsForAnOrderAreBroughtToTheFirstOnTheWalk: of the picking bins in which the product
// lies; one that is on no walk comes last, on either database.
func TestGoodsForAnOrderAreBroughtToTheFirstOnTheWalk(t *testing.T) {
	each(t, func(f *floor) {
		f.reserve(0, 0)
		f.Write(`UPDATE product_wh SET enabled = (1 = 0)`) // it has no face
		f.Other("in", "found", []m{line("AC-1001", 1, "position_id", m{"warehouse_id": m{"code": "SH1"}, "code": "A-02-01-1"})}, "audit", "post")
		f.Rule(m{"pick_seq": nil}, "A-01-01-1")
		var made m
		f.Ask("data/sale_order/save", m{
			"consignor_id": m{"code": "ACME"}, "warehouse_id": m{"code": "SH1"}, "ext_no": "ROAD-1", "receiver": "Road", "country": "CN", "phone": "13900000000", "city": "上海", "detail": "1", "lines": []m{line("AC-1001", 12)},
		}).Into(f, &made)
		f.Act("sale_order", id(made), "audit", nil)
		f.Act("sale_order", id(made), "allocate", nil)
		f.until("the line", func() bool { return f.Count(`SELECT COUNT(*) FROM short_line`) == 1 })
		f.Ask("data/short_line/act", m{"name": "propose", "ids": []int64{id(f.Find("short_line", "sale_order_id", made["id"]))}, "params": m{"release": false}})
		if n := f.Count(`SELECT COUNT(*) FROM replenish_order_line l JOIN position p ON p.id = l.to_position_id WHERE p.code = 'A-02-01-1'`); n != 1 {
			f.Errorf("%d lines bring goods to the bin on the walk, want 1", n)
		}
	})
}

// TestGoodsThatLieNowhereElseAreBroughtToAnEmptyBin of the picking area.
func TestGoodsThatLieNowhereElseAreBroughtToAnEmptyBin(t *testing.T) {
	each(t, func(f *floor) {
		f.reserve(0, 0)
		f.Other("in", "found", []m{line("AC-1003", 5, "position_id", m{"warehouse_id": m{"code": "SH1"}, "code": "TC-1"})}, "audit", "post")
		var made m
		f.Ask("data/sale_order/save", m{
			"consignor_id": m{"code": "ACME"}, "warehouse_id": m{"code": "SH1"}, "ext_no": "ROAD-2", "receiver": "Road", "country": "CN", "phone": "13900000000", "city": "上海", "detail": "1", "lines": []m{line("AC-1003", 5)},
		}).Into(f, &made)
		f.Act("sale_order", id(made), "audit", nil)
		f.Act("sale_order", id(made), "allocate", nil)
		f.until("the line", func() bool { return f.Count(`SELECT COUNT(*) FROM short_line`) == 1 })
		f.Ask("data/short_line/act", m{"name": "propose", "ids": []int64{id(f.Find("short_line", "sale_order_id", made["id"]))}, "params": m{"release": true}})
		if n := f.Count(`SELECT COUNT(*) FROM replenish_order_line l JOIN position p ON p.id = l.to_position_id JOIN storage_area a ON a.id = p.storage_area_id
			WHERE a.area_kind = 'picking' AND NOT EXISTS (SELECT 1 FROM quant q WHERE q.position_id = p.id AND q.on_hand > 0)`); n != 1 {
			f.Errorf("%d lines bring goods to an empty bin, want 1", n)
		}
	})
}

// TestAnOrderFollowsItsGoods: they are carried back to where they came from, and it says so and
// takes them from there.
func TestAnOrderFollowsItsGoods(t *testing.T) {
	each(t, func(f *floor) {
		sh1 := m{"code": "SH1"}
		at := func(code string) m { return m{"warehouse_id": sh1, "code": code} }
		f.Other("in", "found", []m{{"product_id": m{"sku": "AC-1001"}, "position_id": at("B-01-01-1"), "qty": 20}}, "audit", "post")
		away := f.Planned(world.FromTo("AC-1001", 20, "B-01-01-1", "B-01-02-1"))
		f.Act("position_transfer", away, "release", nil)
		f.Act("position_transfer", away, "move_all", nil)
		var made m
		f.Ask("data/replenish_order/save", m{"warehouse_id": sh1, "consignor_id": m{"code": "ACME"}, "lines": []m{
			{"product_id": m{"sku": "AC-1001"}, "qty": 6, "from_position_id": at("B-01-02-1"), "to_position_id": at("A-01-01-1")},
		}}).Into(f, &made)
		f.Act("replenish_order", id(made), "release", nil)
		f.Act("position_transfer", away, "reverse", m{"reason": "wrong bin"})
		if n := f.Count(`SELECT COUNT(*) FROM replenish_order_line l JOIN position p ON p.id = l.from_position_id WHERE l.replenish_order_id = ? AND p.code = 'B-01-01-1'`, id(made)); n != 1 {
			t.Error("the order does not say where its goods lie")
		}
		f.Act("replenish_order", id(made), "move_all", nil)
		f.State("replenish_order", id(made), "done")
		f.Lie(map[string]float64{"A-01-01-1": 6, "B-01-01-1": 14, "B-01-02-1": 0})
	})
}
