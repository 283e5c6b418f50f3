package workorders_test

import (
	"math/rand/v2"
	"testing"
)

// TestManyOrders takes random steps with work orders in one place, as people do who report,
// undo and give up: nothing is lost, and every invariant holds.
func TestManyOrders(t *testing.T) {
	seed := rand.Uint64()
	t.Logf("seed %d", seed)
	each(t, func(f *floor) {
		dice := rand.New(rand.NewPCG(seed, 1))
		f.gift()
		f.parts()
		f.lies("GIFT", "A-03-01-1", 10)
		at := f.Find("position", "code", "A-03-01-2")["id"]
		var orders []int64
		begin := func() {
			qty, more := float64(1+dice.IntN(6)), m{"position_id": at}
			switch dice.IntN(4) {
			case 0:
				orders = append(orders, f.order("build", "GIFT", qty, more))
			case 1:
				orders = append(orders, f.order("break", "GIFT", qty, more))
			case 2:
				more["to_product_id"] = m{"sku": "AC-1003"}
				orders = append(orders, f.order("relabel", "AC-1001", qty, more))
			case 3:
				orders = append(orders, f.order("repack", "AC-1002", qty, more))
			}
		}
		begin()
		for step := range 150 {
			order := orders[dice.IntN(len(orders))]
			call := m{"id": order, "name": f.step(order, dice.IntN(12))}
			if call["name"] == "make" {
				call["params"] = f.report(float64(1+dice.IntN(4)), dice.IntN(30))
			}
			if step%50 == 49 {
				f.Verify()
			}
			switch dice.IntN(6) {
			case 0:
				begin()
			case 1:
				var page struct{ Rows []m }
				f.Ask("data/work_record/query", m{"filter": m{"field": "status", "op": "eq", "value": "done"}}).Into(f, &page)
				if len(page.Rows) > 0 {
					f.Try("data/work_record/act", m{"id": page.Rows[dice.IntN(len(page.Rows))]["id"], "name": "undo", "params": m{"reason": "random"}})
				}
			default:
				f.Try("data/work_order/act", call)
			}
		}
		has := func(sku string) int64 {
			return f.Count(`SELECT CAST(COALESCE(SUM(q.on_hand), 0) AS BIGINT) FROM quant q JOIN product p ON p.id = q.product_id WHERE p.sku = ? AND q.warehouse_id = (SELECT id FROM warehouse WHERE code = 'SH1')`, sku)
		}
		if n := has("AC-1001") + has("AC-1003") + 2*has("GIFT"); n != 60000 {
			f.Errorf("%d thousandths of AC-1001 are there in whatever form, want those of 60", n)
		}
		if n := has("AC-1002") + has("GIFT"); n != 30000 {
			f.Errorf("%d thousandths of AC-1002 are there in whatever form, want those of 30", n)
		}
		if n := f.Count(`SELECT COUNT(*) FROM work_record`); n == 0 {
			f.Error("no report was taken of random steps")
		}
	})
}

// step is what is done with an order: mostly what leads on.
func (f *floor) step(order int64, die int) string {
	row, _ := f.Read("work_order", order)
	if rare := []string{"close", "cancel", "unrelease", "reserve_again"}; die < len(rare) {
		return rare[die]
	}
	if next, open := map[any]string{"draft": "release", "released": "start"}[row["status"]]; open {
		return next
	}
	return "make"
}

// TestInvariantsOfWorkCanFail plants what each of them finds.
func TestInvariantsOfWorkCanFail(t *testing.T) {
	each(t, func(f *floor) {
		f.gift()
		f.parts()
		f.lies("AC-1003", "A-03-05-1", 4)
		f.does(f.started("build", "GIFT", 4, m{"materials": []m{{"product_id": m{"sku": "AC-1003"}, "qty": 2}}}), 2, 5)
		for statement, key := range map[string]string{
			`UPDATE work_record SET qty = qty + 1000`:                                                     "workorders.done_equals_records",
			`UPDATE work_order_line SET done_qty = done_qty + 1000`:                                       "workorders.lines_follow",
			`UPDATE stock_move SET code = 'ADJ' WHERE code = 'WRK'`:                                       "workorders.lines_equal_ledger",
			`UPDATE work_order_material SET used_qty = used_qty + 1000`:                                   "workorders.material_equals_ledger",
			`UPDATE reservation SET qty = qty + 1000 WHERE doc_type = 'work_order' AND status = 'active'`: "workorders.reserved_within",
			`UPDATE work_order SET status = 'done' WHERE status = 'working'`:                              "workorders.ended_keeps_nothing",
		} {
			found := false
			for _, broken := range f.Broken(statement) {
				found = found || broken == key
			}
			if !found {
				f.Errorf("%s: %s is not broken", statement, key)
			}
		}
	})
}
