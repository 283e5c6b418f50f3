package road

import (
	"fmt"
	"testing"
)

// pieces is how many pieces of a product lie at a position of SH1.
func (f *floor) pieces(position, sku string) float64 {
	f.Helper()
	var page struct{ Rows []m }
	f.ask("data/quant/query", m{"filter": m{"and": []m{
		{"field": "position_id.code", "op": "eq", "value": position}, {"field": "product_id.sku", "op": "eq", "value": sku},
	}}}).Into(f, &page)
	sum := 0.0
	for _, row := range page.Rows {
		sum += row["on_hand"].(float64)
	}
	return sum
}

// lie wants pieces of AC-1001 at positions.
func (f *floor) lie(want map[string]float64) {
	f.Helper()
	for position, qty := range want {
		if got := f.pieces(position, "AC-1001"); got != qty {
			f.Errorf("%v pieces of AC-1001 lie at %s, want %v", got, position, qty)
		}
	}
}

// moveAt begins to move goods in SH1.
func (f *floor) moveAt() *station {
	f.Helper()
	return f.startIn("transfer_scan", m{"warehouse_id": f.find("warehouse", "code", "SH1")["id"]})
}

// TestGoodsAreMovedAtOnce: from bin to bin, with wrong scans, an undo, and all that lies
// there at once.
func TestGoodsAreMovedAtOnce(t *testing.T) {
	inbound(t, func(f *floor) {
		f.heartHolders()
		f.rule(m{"max_weight": 1.2}, "A-01-01-3") // four pieces of 0.3 kg
		s := f.moveAt()
		s.refused("scan", "R-01", "transfers.not_a_bin")
		s.refused("scan", "A-01-02-1", "transfers.empty_source")
		s.refused("scan", "NOWHERE", "station.code_unknown")
		s.must("scan", "A-01-01-1", "item")
		s.refused("scan", "AC-1002", "transfers.not_here")
		s.must("scan", "6900000001001", "qty")
		s.offers("20", "20")
		s.refused("key", "21", "station.over")
		s.refused("key", "0", "station.bad_qty")
		s.must("key", "5", "target")
		s.refused("scan", "A-01-01-1", "transfers.same_place")
		s.refused("scan", "R-01", "transfers.not_a_bin")
		s.refused("scan", "A-01-01-3", "stock.capacity")
		s.must("scan", "A-01-01-2", "item")
		f.lie(map[string]float64{"A-01-01-1": 15, "A-01-01-2": 5})
		transfer := id(f.find("position_transfer", "status", "working"))
		f.lines("position_transfer", transfer, "moved_qty", 5)
		s.must("undo", m{"seq": s.seq}, "target")
		f.state("position_transfer", transfer, "cancelled")
		f.lie(map[string]float64{"A-01-01-1": 20, "A-01-01-2": 0})
		s.must("scan", "A-01-01-2", "item")
		s.must("button", "whole", "target")
		s.must("scan", "B-01-01-1", "source")
		f.lie(map[string]float64{"A-01-01-1": 0, "A-01-01-2": 5, "B-01-01-1": 15})
		s.must("button", "finish", "done")
		if s.screen["next"] == nil {
			t.Error("the end leads nowhere")
		}
	})
}

// TestGoodsAreMovedOverACart: several are picked up, then put down one by one; an end
// with goods on the cart is refused.
func TestGoodsAreMovedOverACart(t *testing.T) {
	inbound(t, func(f *floor) {
		f.heartHolders()
		f.stocked("ACME", "IN-B", []m{line("AC-1002", 8)}, m{"item": "AC-1002", "qty": 8, "position": "A-01-02-1"})
		s := f.moveAt()
		s.must("scan", "A-01-01-1", "item")
		s.must("scan", "AC-1001", "qty")
		s.must("key", "12", "target")
		s.must("button", "to_cart", "cart")
		s.refused("scan", "AC-1001", "transfers.not_a_cart")
		s.must("scan", "CART-1", "item")
		s.must("button", "back", "source")
		s.must("scan", "A-01-02-1", "item")
		s.must("scan", "AC-1002", "qty")
		s.must("key", "8", "target")
		s.must("button", "to_cart", "source")
		f.lie(map[string]float64{"A-01-01-1": 8, "PICK-01": 12})
		s.refused("button", "finish", "transfers.cart_loaded")
		transfer := id(f.find("position_transfer", "status", "working"))
		if answer := f.try("data/position_transfer/act", m{"name": "finish", "id": transfer}); answer.Result {
			t.Error("a transfer ends with goods on a cart")
		}
		other := f.moveAt() // whoever comes to the cart puts it down
		other.must("scan", "CART-1", "target")
		other.must("button", "later", "target")
		other.must("scan", "B-01-01-1", "target")
		s.must("button", "unload", "target")
		s.must("scan", "B-01-01-2", "source")
		s.must("undo", m{"seq": s.seq}, "target")
		s.must("scan", "B-01-01-3", "source")
		s.must("button", "finish", "done")
		f.state("position_transfer", transfer, "done")
		f.lie(map[string]float64{"A-01-01-1": 8, "PICK-01": 0})
		if got := f.pieces("B-01-01-3", "AC-1001") + f.pieces("B-01-01-1", "AC-1001"); got != 12 {
			t.Errorf("%v pieces were put down", got)
		}
	})
}

// planned saves a position transfer.
func (f *floor) planned(lines ...m) int64 {
	f.Helper()
	var made m
	f.ask("data/position_transfer/save", m{"consignor_id": m{"code": "ACME"}, "warehouse_id": m{"code": "SH1"}, "lines": lines}).Into(f, &made)
	return id(made)
}

func from(sku string, qty float64, from, to string, more ...any) m {
	l := m{"product_id": m{"sku": sku}, "qty": qty, "from_position_id": m{"warehouse_id": m{"code": "SH1"}, "code": from}, "to_position_id": m{"warehouse_id": m{"code": "SH1"}, "code": to}}
	for i := 0; i+1 < len(more); i += 2 {
		l[fmt.Sprint(more[i])] = more[i+1]
	}
	return l
}

// TestAPlannedTransferIsWorked: its goods are kept for it, two people share it over a
// cart and without, and the paper way does the rest.
func TestAPlannedTransferIsWorked(t *testing.T) {
	inbound(t, func(f *floor) {
		f.heartHolders()
		short := f.planned(from("AC-1001", 21, "A-01-01-1", "B-01-01-1"))
		if answer := f.try("data/position_transfer/act", m{"name": "release", "id": short}); answer.Result {
			t.Error("more is planned than lies there")
		}
		plan := f.planned(from("AC-1001", 10, "A-01-01-1", "B-01-01-1"), from("AC-1001", 6, "A-01-01-1", "B-01-02-1"))
		f.act("position_transfer", plan, "release", nil)
		f.act("position_transfer", plan, "unrelease", nil)
		f.act("position_transfer", plan, "release", nil)
		loose := f.moveAt()
		loose.must("scan", "A-01-01-1", "item")
		loose.must("scan", "AC-1001", "qty")
		loose.offers("4", "4") // the others are kept

		number := fmt.Sprint(f.find("position_transfer", "id", plan)["doc_no"])
		s := f.moveAt()
		s.must("scan", number, "source")
		s.refused("scan", "A-01-01-2", "transfers.wrong_source")
		s.must("scan", "A-01-01-1", "item")
		s.refused("scan", "AC-1002", "transfers.wrong_item")
		s.must("scan", "AC-1001", "qty")
		s.offers("10", "10")
		s.must("key", "4", "target")
		s.must("button", "to_cart", "cart")
		s.must("scan", "CART-2", "source") // six are left of the line
		f.state("position_transfer", plan, "working")
		other := f.moveAt()
		other.must("scan", number, "source")
		other.must("form", m{"from": "A-01-01-1", "item": "AC-1001", "qty": 6, "to": "B-01-01-1"}, "source")
		s.must("scan", "A-01-01-1", "source") // told that the line was done by another
		s.must("scan", "A-01-01-1", "item")
		s.must("scan", "AC-1001", "qty")
		s.must("key", "2", "target")
		s.refused("scan", "B-01-03-1", "transfers.wrong_target")
		s.must("button", "elsewhere", "target")
		s.must("scan", "B-01-03-1", "source")
		s.must("undo", m{"seq": s.seq}, "target")
		s.must("scan", "B-01-02-1", "source")
		s.must("button", "short", "short_reason")
		s.must("key", "less", "target") // what is on the cart is left to do
		s.refused("scan", "B-01-02-1", "transfers.wrong_target")
		s.must("scan", "B-01-01-1", "done")
		f.state("position_transfer", plan, "done")
		f.lie(map[string]float64{"A-01-01-1": 8, "B-01-01-1": 10, "B-01-02-1": 2})
		f.act("position_transfer", plan, "reverse", m{"reason": "wrong aisle"})
		f.lie(map[string]float64{"A-01-01-1": 20, "B-01-01-1": 0, "B-01-02-1": 0})

		paper := f.planned(from("AC-1001", 3, "A-01-01-1", "B-01-01-1"))
		f.act("position_transfer", paper, "release", nil)
		f.act("position_transfer", paper, "move_all", nil)
		f.state("position_transfer", paper, "done")
		f.lie(map[string]float64{"A-01-01-1": 17, "B-01-01-1": 3})
	})
}

// TestSerialsAndLotsAreMoved: pieces with numbers are told apart, and a line over two
// lots takes the first expired first.
func TestSerialsAndLotsAreMoved(t *testing.T) {
	inbound(t, func(f *floor) {
		f.stocked("ACME", "IN-S", []m{line("AC-3001", 3)}, m{"item": "AC-3001", "qty": 3, "serials": []string{"S1", "S2", "S3"}, "position": "A-01-01-3"})
		f.stocked("ACME", "IN-L", []m{line("AC-2002", 4, "lot_no", "L1", "exp_date", "2031-01-31"), line("AC-2002", 5, "lot_no", "L2", "exp_date", "2030-01-31")},
			m{"item": "AC-2002", "qty": 4, "lot": "L1", "position": "A-01-01-2"}, m{"item": "AC-2002", "qty": 5, "lot": "L2", "position": "A-01-01-2"})
		s := f.moveAt()
		s.must("scan", "A-01-01-3", "item")
		s.must("scan", "AC-3001", "qty")
		s.must("key", "2", "serial")
		s.refused("scan", "S9", "stock.serial_elsewhere")
		s.must("scan", "S1", "serial")
		s.refused("scan", "S1", "transfers.serial_twice")
		s.must("scan", "S3", "target")
		s.must("button", "to_cart", "cart")
		s.must("scan", "CART-3", "item")
		s.must("button", "whole", "target")
		s.must("scan", "A-02-01-1", "source")
		s.must("button", "unload", "target")
		s.must("scan", "A-02-01-1", "source")
		if n := f.count(`SELECT COUNT(*) FROM serial n JOIN quant q ON q.id = n.quant_id JOIN position p ON p.id = q.position_id WHERE p.code = 'A-02-01-1'`); n != 3 {
			t.Errorf("%d serials came along", n)
		}
		plan := f.planned(from("AC-2002", 7, "A-01-01-2", "B-02-01-1"))
		f.act("position_transfer", plan, "release", nil)
		f.lines("position_transfer", plan, "qty", 2, 5)
	})
}

// TestReservationsGoWithTheirGoods: a part of goods that are reserved stays; all of them
// go with what is reserved, in their container, and the picker is sent after them.
func TestReservationsGoWithTheirGoods(t *testing.T) {
	inbound(t, func(f *floor) {
		f.heartHolders()
		var made m
		f.ask("data/sale_order/save", m{
			"consignor_id": m{"code": "ACME"}, "warehouse_id": m{"code": "SH1"}, "ext_no": "ROAD-1", "receiver": "Road", "country": "CN", "phone": "13900000000", "city": "上海", "detail": "1", "lines": []m{line("AC-1001", 18)},
		}).Into(f, &made)
		for _, action := range []string{"audit", "allocate"} {
			f.act("sale_order", id(made), action, nil)
		}
		f.ask("data/sale_order/act", m{"name": "wave", "ids": []int64{id(made)}, "params": m{"max_orders": 20, "max_lines": 60, "release": true}})
		house, bin := id(f.find("warehouse", "code", "SH1")), id(f.find("position", "code", "B-01-01-1"))
		f.write(`INSERT INTO lpn (id, version, created_at, updated_at, warehouse_id, barcode, lpn_type, status, position_id) VALUES (900001, 1, 0, 0, ?, 'PAL-1', 'pallet', 'in_use', ?)`, house, bin)
		s := f.moveAt()
		s.must("scan", "A-01-01-1", "item")
		s.must("scan", "AC-1001", "qty")
		s.offers("2", "2")
		s.must("button", "back", "item")
		s.must("button", "whole", "target")
		s.refused("scan", "DMG-01", "stock.along")
		s.must("scan", "PAL-1", "source") // into the container
		f.lie(map[string]float64{"A-01-01-1": 0, "B-01-01-1": 20})
		s.must("scan", "PAL-1", "item") // the container and what it holds
		s.must("button", "whole", "target")
		s.must("scan", "B-02-01-1", "source")
		if f.count(`SELECT COUNT(*) FROM lpn l JOIN position p ON p.id = l.position_id WHERE l.barcode = 'PAL-1' AND p.code = 'B-02-01-1'`) != 1 {
			t.Error("the container did not come along")
		}
		s.must("undo", m{"seq": s.seq}, "target")
		if f.count(`SELECT COUNT(*) FROM lpn l JOIN position p ON p.id = l.position_id WHERE l.barcode = 'PAL-1' AND p.code = 'B-01-01-1'`) != 1 {
			t.Error("the container did not come back")
		}
		s.must("scan", "B-02-01-1", "source")
		s.must("button", "finish", "done")
		pick := f.start("pick")
		pick.must("button", "next", "cart")
		pick.must("button", "no_cart", "position")
		pick.must("form", m{"position": "B-02-01-1", "item": "AC-1001", "qty": 18}, "done")
		f.state("sale_order", id(made), "picked")
	})
}
