package transfers_test

import (
	"fmt"
	"testing"

	"github.com/wareloom/wareloom/tests/world"
)

// TestGoodsAreMovedAtOnce: from bin to bin, with wrong scans, an undo, and all that lies
// there at once.
func TestGoodsAreMovedAtOnce(t *testing.T) {
	each(t, func(f *floor) {
		f.HeartHolders()
		f.Rule(m{"max_weight": 1.2}, "A-01-01-3") // four pieces of 0.3 kg
		s := f.MoveAt()
		s.Refused("scan", "R-01", "transfers.not_a_bin")
		s.Refused("scan", "A-01-02-1", "transfers.empty_source")
		s.Refused("scan", "NOWHERE", "station.code_unknown")
		s.Must("scan", "A-01-01-1", "item")
		s.Refused("scan", "AC-1002", "transfers.not_here")
		s.Must("scan", "6900000001001", "qty")
		s.Offers("20", "20")
		s.Refused("key", "21", "station.over")
		s.Refused("key", "0", "station.bad_qty")
		s.Must("key", "5", "target")
		s.Refused("scan", "A-01-01-1", "transfers.same_place")
		s.Refused("scan", "R-01", "transfers.not_a_bin")
		s.Refused("scan", "A-01-01-3", "stock.capacity")
		s.Must("scan", "A-01-01-2", "item")
		f.Lie(map[string]float64{"A-01-01-1": 15, "A-01-01-2": 5})
		transfer := id(f.Find("position_transfer", "status", "working"))
		f.Lines("position_transfer", transfer, "moved_qty", 5)
		s.Must("undo", m{"seq": s.Seq}, "target")
		f.State("position_transfer", transfer, "cancelled")
		f.Lie(map[string]float64{"A-01-01-1": 20, "A-01-01-2": 0})
		s.Must("scan", "A-01-01-2", "item")
		s.Must("button", "whole", "target")
		s.Must("scan", "B-01-01-1", "source")
		f.Lie(map[string]float64{"A-01-01-1": 0, "A-01-01-2": 5, "B-01-01-1": 15})
		s.Must("button", "finish", "done")
		if s.Screen["next"] == nil {
			t.Error("the end leads nowhere")
		}
	})
}

// TestGoodsAreMovedOverACart: several are picked up, then put down one by one; an end
// with goods on the cart is refused.
func TestGoodsAreMovedOverACart(t *testing.T) {
	each(t, func(f *floor) {
		f.HeartHolders()
		f.Stocked("ACME", "IN-B", []m{line("AC-1002", 8)}, m{"item": "AC-1002", "qty": 8, "position": "A-01-02-1"})
		s := f.MoveAt()
		s.Must("scan", "A-01-01-1", "item")
		s.Must("scan", "AC-1001", "qty")
		s.Must("key", "12", "target")
		s.Must("button", "to_cart", "cart")
		s.Refused("scan", "AC-1001", "transfers.not_a_cart")
		s.Must("scan", "CART-1", "item")
		s.Must("button", "back", "source")
		s.Must("scan", "A-01-02-1", "item")
		s.Must("scan", "AC-1002", "qty")
		s.Must("key", "8", "target")
		s.Must("button", "to_cart", "source")
		f.Lie(map[string]float64{"A-01-01-1": 8, "PICK-01": 12})
		s.Refused("button", "finish", "transfers.cart_loaded")
		transfer := id(f.Find("position_transfer", "status", "working"))
		if answer := f.Try("data/position_transfer/act", m{"name": "finish", "id": transfer}); answer.Result {
			t.Error("a transfer ends with goods on a cart")
		}
		other := f.MoveAt() // whoever comes to the cart puts it down
		other.Must("scan", "CART-1", "target")
		other.Must("button", "later", "target")
		other.Must("scan", "B-01-01-1", "target")
		s.Must("button", "unload", "target")
		s.Must("scan", "B-01-01-2", "source")
		s.Must("undo", m{"seq": s.Seq}, "target")
		s.Must("scan", "B-01-01-3", "source")
		s.Must("button", "finish", "done")
		f.State("position_transfer", transfer, "done")
		f.Lie(map[string]float64{"A-01-01-1": 8, "PICK-01": 0})
		if got := f.Pieces("B-01-01-3", "AC-1001") + f.Pieces("B-01-01-1", "AC-1001"); got != 12 {
			t.Errorf("%v pieces were put down", got)
		}
	})
}

// TestAPlannedTransferIsWorked: its goods are kept for it, two people share it over a
// cart and without, and the paper way does the rest.
func TestAPlannedTransferIsWorked(t *testing.T) {
	each(t, func(f *floor) {
		f.HeartHolders()
		short := f.Planned(world.FromTo("AC-1001", 21, "A-01-01-1", "B-01-01-1"))
		if answer := f.Try("data/position_transfer/act", m{"name": "release", "id": short}); answer.Result {
			t.Error("more is planned than lies there")
		}
		plan := f.Planned(world.FromTo("AC-1001", 10, "A-01-01-1", "B-01-01-1"), world.FromTo("AC-1001", 6, "A-01-01-1", "B-01-02-1"))
		f.Act("position_transfer", plan, "release", nil)
		f.Act("position_transfer", plan, "unrelease", nil)
		f.Act("position_transfer", plan, "release", nil)
		loose := f.MoveAt()
		loose.Must("scan", "A-01-01-1", "item")
		loose.Must("scan", "AC-1001", "qty")
		loose.Offers("4", "4") // the others are kept

		number := fmt.Sprint(f.Find("position_transfer", "id", plan)["doc_no"])
		s := f.MoveAt()
		s.Must("scan", number, "source")
		s.Refused("scan", "A-01-01-2", "transfers.wrong_source")
		s.Must("scan", "A-01-01-1", "item")
		s.Refused("scan", "AC-1002", "transfers.wrong_item")
		s.Must("scan", "AC-1001", "qty")
		s.Offers("10", "10")
		s.Must("key", "4", "target")
		s.Must("button", "to_cart", "cart")
		s.Must("scan", "CART-2", "source") // six are left of the line
		f.State("position_transfer", plan, "working")
		other := f.MoveAt()
		other.Must("scan", number, "source")
		other.Must("form", m{"from": "A-01-01-1", "item": "AC-1001", "qty": 6, "to": "B-01-01-1"}, "source")
		s.Must("scan", "A-01-01-1", "source") // told that the line was done by another
		s.Must("scan", "A-01-01-1", "item")
		s.Must("scan", "AC-1001", "qty")
		s.Must("key", "2", "target")
		s.Refused("scan", "B-01-03-1", "transfers.wrong_target")
		s.Must("button", "elsewhere", "target")
		s.Must("scan", "B-01-03-1", "source")
		s.Must("undo", m{"seq": s.Seq}, "target")
		s.Must("scan", "B-01-02-1", "source")
		s.Must("button", "short", "short_reason")
		s.Must("key", "less", "target") // what is on the cart is left to do
		s.Refused("scan", "B-01-02-1", "transfers.wrong_target")
		s.Must("scan", "B-01-01-1", "done")
		f.State("position_transfer", plan, "done")
		f.Lie(map[string]float64{"A-01-01-1": 8, "B-01-01-1": 10, "B-01-02-1": 2})
		f.Act("position_transfer", plan, "reverse", m{"reason": "wrong aisle"})
		f.Lie(map[string]float64{"A-01-01-1": 20, "B-01-01-1": 0, "B-01-02-1": 0})

		paper := f.Planned(world.FromTo("AC-1001", 3, "A-01-01-1", "B-01-01-1"))
		f.Act("position_transfer", paper, "release", nil)
		f.Act("position_transfer", paper, "move_all", nil)
		f.State("position_transfer", paper, "done")
		f.Lie(map[string]float64{"A-01-01-1": 17, "B-01-01-1": 3})
	})
}

// TestSerialsAndLotsAreMoved: pieces with numbers are told apart, and a line over two
// lots takes the first expired first.
func TestSerialsAndLotsAreMoved(t *testing.T) {
	each(t, func(f *floor) {
		f.Stocked("ACME", "IN-S", []m{line("AC-3001", 3)}, m{"item": "AC-3001", "qty": 3, "serials": []string{"S1", "S2", "S3"}, "position": "A-01-01-3"})
		f.Stocked("ACME", "IN-L", []m{line("AC-2002", 4, "lot_no", "L1", "exp_date", "2031-01-31"), line("AC-2002", 5, "lot_no", "L2", "exp_date", "2030-01-31")},
			m{"item": "AC-2002", "qty": 4, "lot": "L1", "position": "A-01-01-2"}, m{"item": "AC-2002", "qty": 5, "lot": "L2", "position": "A-01-01-2"})
		s := f.MoveAt()
		s.Must("scan", "A-01-01-3", "item")
		s.Must("scan", "AC-3001", "qty")
		s.Must("key", "2", "serial")
		s.Refused("scan", "S9", "stock.serial_elsewhere")
		s.Must("scan", "S1", "serial")
		s.Refused("scan", "S1", "transfers.serial_twice")
		s.Must("scan", "S3", "target")
		s.Must("button", "to_cart", "cart")
		s.Must("scan", "CART-3", "item")
		s.Must("button", "whole", "target")
		s.Must("scan", "A-02-01-1", "source")
		s.Must("button", "unload", "target")
		s.Must("scan", "A-02-01-1", "source")
		if n := f.Count(`SELECT COUNT(*) FROM serial n JOIN quant q ON q.id = n.quant_id JOIN position p ON p.id = q.position_id WHERE p.code = 'A-02-01-1'`); n != 3 {
			t.Errorf("%d serials came along", n)
		}
		plan := f.Planned(world.FromTo("AC-2002", 7, "A-01-01-2", "B-02-01-1"))
		f.Act("position_transfer", plan, "release", nil)
		f.Lines("position_transfer", plan, "qty", 2, 5)
	})
}

// TestReservationsGoWithTheirGoods: a part of goods that are reserved stays; all of them
// go with what is reserved, in their container, and the picker is sent after them.
func TestReservationsGoWithTheirGoods(t *testing.T) {
	each(t, func(f *floor) {
		f.HeartHolders()
		var made m
		f.Ask("data/sale_order/save", m{
			"consignor_id": m{"code": "ACME"}, "warehouse_id": m{"code": "SH1"}, "ext_no": "ROAD-1", "receiver": "Road", "country": "CN", "phone": "13900000000", "city": "上海", "detail": "1", "lines": []m{line("AC-1001", 18)},
		}).Into(f, &made)
		for _, action := range []string{"audit", "allocate"} {
			f.Act("sale_order", id(made), action, nil)
		}
		f.Ask("data/sale_order/act", m{"name": "wave", "ids": []int64{id(made)}, "params": m{"max_orders": 20, "max_lines": 60, "release": true}})
		house, bin := id(f.Find("warehouse", "code", "SH1")), id(f.Find("position", "code", "B-01-01-1"))
		f.Write(`INSERT INTO lpn (id, version, created_at, updated_at, warehouse_id, barcode, lpn_type, status, position_id) VALUES (900001, 1, 0, 0, ?, 'PAL-1', 'pallet', 'in_use', ?)`, house, bin)
		s := f.MoveAt()
		s.Must("scan", "A-01-01-1", "item")
		s.Must("scan", "AC-1001", "qty")
		s.Offers("2", "2")
		s.Must("button", "back", "item")
		s.Must("button", "whole", "target")
		s.Refused("scan", "DMG-01", "stock.along")
		s.Must("scan", "PAL-1", "source") // into the container
		f.Lie(map[string]float64{"A-01-01-1": 0, "B-01-01-1": 20})
		s.Must("scan", "PAL-1", "item") // the container and what it holds
		s.Must("button", "whole", "target")
		s.Must("scan", "B-02-01-1", "source")
		if f.Count(`SELECT COUNT(*) FROM lpn l JOIN position p ON p.id = l.position_id WHERE l.barcode = 'PAL-1' AND p.code = 'B-02-01-1'`) != 1 {
			t.Error("the container did not come along")
		}
		s.Must("undo", m{"seq": s.Seq}, "target")
		if f.Count(`SELECT COUNT(*) FROM lpn l JOIN position p ON p.id = l.position_id WHERE l.barcode = 'PAL-1' AND p.code = 'B-01-01-1'`) != 1 {
			t.Error("the container did not come back")
		}
		s.Must("scan", "B-02-01-1", "source")
		s.Must("button", "finish", "done")
		pick := f.Start("pick")
		pick.Must("button", "next", "cart")
		pick.Must("button", "no_cart", "position")
		pick.Must("form", m{"position": "B-02-01-1", "item": "AC-1001", "qty": 18}, "done")
		f.State("sale_order", id(made), "picked")
	})
}
