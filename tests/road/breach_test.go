package road

import (
	"fmt"
	"slices"
	"testing"

	"github.com/wareloom/wareloom/tests/world"
)

// Rows that the plants below change: a leg inside the building, a bin with goods,
// one that was emptied, an order line that was sent.
const (
	realLeg  = `(SELECT MAX(id) FROM stock_move WHERE quant_id IS NOT NULL)`
	lying    = `(SELECT MAX(id) FROM quant WHERE on_hand > 0)`
	emptied  = `(SELECT MAX(id) FROM quant WHERE on_hand = 0 AND seq > 0)`
	bin      = `(SELECT MAX(position_id) FROM quant WHERE reserved > 0)`
	sentLine = `(SELECT MAX(id) FROM sale_order_line WHERE shipped_qty > 0)`
	other    = `(SELECT id FROM consignor WHERE code = 'GLOBEX')`
)

// plants break one invariant each, as a fault of the program would.
var plants = []struct{ key, sql string }{
	{"stock.ledger_equals_quants", `UPDATE quant SET on_hand = on_hand + 1000 WHERE id = ` + lying},
	{"stock.newest_balance", `UPDATE stock_move SET balance = balance + 1000 WHERE quant_id = ` + lying},
	{"stock.sequence_without_gap", `UPDATE quant SET seq = seq + 1 WHERE id = ` + lying},
	{"stock.moves_balance", `UPDATE stock_move SET qty = qty + 1000 WHERE id = ` + realLeg},
	{"stock.real_leg_has_quant", `UPDATE stock_move SET quant_id = NULL, quant_seq = NULL WHERE id = ` + realLeg},
	{"stock.reserved_equals_reservations", `UPDATE quant SET reserved = reserved + 1000 WHERE id = ` + lying},
	{"stock.reserved_for_its_owner", `UPDATE reservation SET consignor_id = ` + other},
	{"stock.owner_of_goods", `UPDATE quant SET consignor_id = ` + other + ` WHERE id = ` + lying},
	{"stock.lot_of_product", `UPDATE lot SET product_id = (SELECT id FROM product WHERE sku = 'AC-1001')`},
	{"stock.frozen_is_held", `UPDATE quant SET held_at = NULL`},
	{"stock.serial_once", `UPDATE serial SET quant_id = NULL WHERE status = 'in_stock'`},
	{"stock.serials_count", `UPDATE serial SET status = 'out', quant_id = NULL WHERE status = 'in_stock'`},
	{"stock.quant_in_real_place", `UPDATE quant SET warehouse_id = (SELECT MAX(id) FROM warehouse WHERE id <> quant.warehouse_id) WHERE id = ` + lying},
	{"stock.reversal_is_opposite", `UPDATE stock_move SET qty = qty * 2 WHERE reverse_of IS NOT NULL`},
	{"stock.in_date_of_ledger", `UPDATE quant SET in_date = '2020-01-01' WHERE id = ` + lying},
	{"stock.empty_has_no_date", `UPDATE quant SET in_date = '2020-01-01' WHERE id = ` + emptied},
	{"stock.filled_has_date", `UPDATE quant SET in_date = NULL WHERE id = ` + lying},
	{"stock.counted_once", `UPDATE stock_move SET net_qty = qty, net_lines = 1`},
	{"stock.one_warehouse", `UPDATE stock_move SET warehouse_id = (SELECT MAX(id) FROM warehouse WHERE id <> stock_move.warehouse_id) WHERE id = ` + realLeg},
	{"stock.expiry_of_lot", `UPDATE lot SET exp_date = '2031-01-01'`},
	{"stock.shipped_until", `UPDATE product SET min_ship_days = 11 WHERE min_ship_days = 60`},
	{"stock.area_of_owner", `UPDATE storage_area SET consignor_id = ` + other},
	{"stock.position_holds", `UPDATE position SET mix_product = (1 = 0), updated_at = 0; UPDATE product SET updated_at = 0;
		UPDATE quant SET position_id = ` + bin + ` WHERE on_hand > 0 AND lot_id IS NOT NULL`},
	{"stock.position_holds", `UPDATE position SET max_weight = 1, updated_at = 0; UPDATE product SET weight = 90000, updated_at = 0`},
	{"stock.position_holds", `UPDATE position SET max_volume = 1, updated_at = 0; UPDATE product SET length = 9000, width = 9000, height = 9000, updated_at = 0`},
	{"inbound.received_equals_receipts", `UPDATE asn_line SET received_qty = received_qty + 1000`},
	{"inbound.receipt_equals_ledger", `UPDATE receipt_line SET base_qty = base_qty + 1000`},
	{"inbound.receipt_adds_up", `UPDATE receipt SET total_qty = total_qty + 1000`},
	{"inbound.shelved_within_received", `UPDATE receipt_line SET shelved_qty = base_qty + 1000`},
	{"allocation.line_equals_reservations", `UPDATE reservation SET qty = qty + 1000 WHERE status = 'active'`},
	{"allocation.order_adds_up", `UPDATE sale_order SET total_qty = total_qty + 1000`},
	{"allocation.never_held", `UPDATE quant SET held_at = 1 WHERE reserved > 0`},
	{"picking.line_equals_tasks", `UPDATE pick_task SET picked_qty = picked_qty - 1000 WHERE picked_qty > 0`},
	{"packing.shipped_order_is_sent", `UPDATE package SET status = 'packed' WHERE status = 'shipped'`},
	{"packing.one_shipment", `UPDATE package SET ship_move_no = NULL WHERE status = 'shipped'`},
	{"packing.shipped_is_packed", `UPDATE sale_order_line SET shipped_qty = shipped_qty - 1000 WHERE id = ` + sentLine},
	{"packing.sent_equals_ledger", `UPDATE sale_order_line SET shipped_qty = shipped_qty - 1000 WHERE id = ` + sentLine},
	{"returns.line_equals_returns", `UPDATE sale_order_line SET returned_qty = 0 WHERE id = ` + sentLine},
	{"wave.wave_is_where_its_orders_are", `UPDATE wave SET status = 'picked' WHERE status = 'done'`},
	{"wave.wave_is_where_its_orders_are", `UPDATE sale_order SET status = 'picked' WHERE status = 'shipped'`},
	{"transfers.moved_within_lifted", `UPDATE position_transfer_line SET moved_qty = lifted_qty + 1000`},
	{"transfers.lifted_equals_ledger", `UPDATE position_transfer_line SET qty = qty + 1000, lifted_qty = lifted_qty + 1000`},
	{"transfers.on_carts_equals_ledger", `UPDATE position_transfer_line SET moved_qty = moved_qty - 1000 WHERE moved_qty > 0`},
	{"transfers.ended_keeps_nothing", `UPDATE position_transfer SET status = 'done' WHERE status = 'released'`},
	{"replenishment.moved_within_lifted", `UPDATE replenish_order_line SET moved_qty = lifted_qty + 1000`},
	{"replenishment.moved_equals_records", `UPDATE replenish_record SET qty = qty + 1000`},
	{"replenishment.record_equals_ledger", `UPDATE replenish_record SET qty = qty + 1000`},
	{"replenishment.on_carts_equals_ledger", `UPDATE replenish_order_line SET moved_qty = moved_qty - 1000 WHERE moved_qty > 0`},
	{"replenishment.ended_keeps_nothing", `UPDATE replenish_order SET status = 'done' WHERE status = 'released'`},
	{"wave.wave_adds_up", `UPDATE wave SET picked_qty = picked_qty + 1000`},
}

// TestVerifyFindsWhatIsPlanted breaks the invariants one by one and asks verify,
// which must find every breach.
func TestVerifyFindsWhatIsPlanted(t *testing.T) {
	each(t, func(f *floor) {
		f.aDay()
		for i, plant := range plants {
			if !slices.Contains(f.Broken(plant.sql), plant.key) {
				f.Errorf("plant %d, %s: verify does not find it", i, plant.key)
			}
		}
		if broken := f.Broken(); len(broken) > 0 {
			f.Errorf("without a plant %v is broken", broken)
		}
	})
}

// aDay leaves goods of every kind: in lots, with serials, reserved, sent, returned
// and taken back.
func (f *floor) aDay() {
	f.Helper()
	f.HeartHolders()
	f.Stocked("ACME", "IN-L", []m{line("AC-2002", 4, "lot_no", "L1", "exp_date", "2030-01-31")}, m{"item": "AC-2002", "qty": 4, "lot": "L1", "position": "A-01-01-2"})
	f.Stocked("ACME", "IN-S", []m{line("AC-3001", 1)}, m{"item": "AC-3001", "qty": 1, "serials": []string{"S1"}, "position": "A-01-01-3"})
	order := f.picked("ACME", "ROAD-1", line("AC-1001", 2))
	f.send(fmt.Sprint(f.packed(f.verifying("ROAD-1"))["package_no"]))
	f.Act("rma", f.returned(order, line("AC-1001", 1)), "receive", nil)
	f.picked("ACME", "ROAD-2", line("AC-1001", 3))
	f.Act("sale_order", id(f.Find("sale_order", "ext_no", "ROAD-2")), "cancel", nil)
	s := f.Start("put_back")
	s.Must("scan", "ROAD-2", "item")
	s.Must("form", m{"item": "AC-1001", "qty": 3, "position": "A-01-01-1"}, "done")
	s.Must("undo", m{"seq": s.Seq}, "item")
	s.Must("form", m{"item": "AC-1001", "qty": 3, "position": "A-01-01-1"}, "done")
	var made m
	f.Ask("data/sale_order/save", m{
		"consignor_id": m{"code": "ACME"}, "warehouse_id": m{"code": "SH1"}, "ext_no": "ROAD-3", "receiver": "Road", "country": "CN", "phone": "13900000000", "city": "上海", "detail": "1", "lines": []m{line("AC-1001", 1)},
	}).Into(f, &made)
	f.Act("sale_order", id(made), "audit", nil)
	f.Act("sale_order", id(made), "allocate", nil)
	moving := f.MoveAt()
	moving.Must("form", m{"from": "A-01-01-1", "item": "AC-1001", "qty": 1, "to": "B-01-01-1"}, "item")
	f.Act("position_transfer", f.Planned(world.FromTo("AC-1001", 1, "A-01-01-1", "B-01-01-1")), "release", nil)
	for _, action := range []string{"move_all", "release"} {
		var made m
		f.Ask("data/replenish_order/save", m{"consignor_id": m{"code": "ACME"}, "warehouse_id": m{"code": "SH1"}, "lines": []m{world.FromTo("AC-1001", 1, "A-01-01-1", "B-01-01-1")}}).Into(f, &made)
		f.Act("replenish_order", id(made), "release", nil)
		if action != "release" {
			f.Act("replenish_order", id(made), action, nil)
		}
	}
	f.Act("stock_hold", f.freezes("ACME", f.Find("quant", "position_id", m{"warehouse_id": m{"code": "SH1"}, "code": "A-01-01-2"})), "freeze", m{"reason": "doubt"})
}
