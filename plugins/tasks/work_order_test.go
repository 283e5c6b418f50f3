package tasks_test

import (
	"testing"

	"github.com/wareloom/wareloom/engine/plugin"
	"github.com/wareloom/wareloom/tests/world"
)

// workOrder makes a work order that waits for somebody: pieces at A-04 are packed anew at R-01.
func (h *house) workOrder() int64 {
	h.Helper()
	h.Receive(h.T, world.Goods(h.Owners[0], h.product), "A-04", 6)
	order := h.save("work_order", plugin.Row{
		"consignor_id": h.Owners[0], "warehouse_id": h.Warehouse, "kind": "repack", "product_id": h.product, "qty": 6, "position_id": h.Places["R-01"],
	})
	h.act("work_order", "release", order, nil)
	return order
}

// TestAWorkOrderThatRestsGoesBack: an order of which nothing is done is anybody's again, and
// the lead is told; each report of work begins its time anew. Who had it is told at his next
// input, and may take it again.
func TestAWorkOrderThatRestsGoesBack(t *testing.T) {
	eachHouse(t, 2, func(h *house) {
		lead := h.save("user", plugin.Row{
			"account": "lea", "true_name": "lea", "user_type": "user", "roles": []any{plugin.Row{"role_id": h.save("role", plugin.Row{"code": "lead", "name": "Lead", "user_type": "user"})}},
		})
		order := h.workOrder()
		h.act("work_order", "start", order, nil)
		bench := h.at("work_bench", h.people[0])
		bench.press("next", "")
		if h.later(59); h.get("work_order", order, "assigned_id") == nil {
			t.Error("it goes back within its time")
		}
		bench.enter("key", "1", "")
		if h.later(59); h.get("work_order", order, "assigned_id") == nil {
			t.Error("it goes back though somebody works on it")
		}
		h.later(2)
		if h.get("work_order", order, "assigned_id") != nil || h.get("work_order", order, "taken_at") != nil || h.get("work_order", order, "status") != "working" {
			t.Error("it does not go back as it is")
		}
		if told := h.ids(`SELECT user_id FROM notice WHERE text_key = 'notice.task_back'`); len(told) != 1 || told[0] != lead {
			t.Errorf("told are %v, want the lead %d", told, lead)
		}
		bench.enter("key", "1", "workorders.went_back")
		bench.press("back", "")
		bench.press("next", "")
		h.act("work_order", "assign", order, plugin.Row{"assigned_id": h.people[1].UserID})
		bench.enter("key", "1", "workorders.given_away")
		bench.press("back", "")
		if got := h.get("work_order", order, "assigned_id"); got != h.people[1].UserID {
			t.Errorf("%v has it, want whom the lead gave it to", got)
		}
		h.wantNext("work_bench", "next", h.people[0], "workorders.none_waits")
		other := h.at("work_bench", h.people[1])
		other.press("next", "")
		other.enter("key", "5", "")
		if got := h.get("work_order", order, "status"); got != "done" {
			t.Errorf("the order is %v when all is done", got)
		}
	})
}

// TestWorkOrdersAreGivenAsOtherTasks: who does no such work gets none, and who has areas gets
// only what begins there.
func TestWorkOrdersAreGivenAsOtherTasks(t *testing.T) {
	eachHouse(t, 3, func(h *house) {
		order := h.workOrder()
		area := h.get("work_order", order, "storage_area_id")
		h.save("worker", plugin.Row{"person_id": h.people[0].UserID, "warehouse_id": h.Warehouse, "works": false})
		h.save("worker", plugin.Row{"person_id": h.people[1].UserID, "warehouse_id": h.Warehouse, "storage_area_ids": h.ids(`SELECT id FROM storage_area WHERE code = 'D'`)})
		h.save("worker", plugin.Row{"person_id": h.people[2].UserID, "warehouse_id": h.Warehouse, "storage_area_ids": []int64{area.(int64)}})
		h.wantNext("work_bench", "next", h.people[0], "tasks.not_his")
		h.wantNext("work_bench", "next", h.people[1], "workorders.none_waits")
		h.wantNext("work_bench", "next", h.people[2], "")
	})
}

// TestWhoStandsThereTakesAWorkOrder though his own work is in another building.
func TestWhoStandsThereTakesAWorkOrder(t *testing.T) {
	eachHouse(t, 1, func(h *house) {
		away := h.save("warehouse", plugin.Row{"code": "W2", "name": "W2", "time_zone": "Asia/Shanghai"})
		h.save("worker", plugin.Row{"person_id": h.people[0].UserID, "warehouse_id": away})
		order := h.workOrder()
		h.at("work_bench", h.people[0]).press("next", "")
		if got := h.get("work_order", order, "assigned_id"); got != h.people[0].UserID {
			t.Errorf("%v has it, want who took it", got)
		}
	})
}
