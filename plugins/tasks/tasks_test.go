package tasks_test

import (
	"context"
	"fmt"
	"testing"

	"github.com/wareloom/wareloom/engine/fault"
	"github.com/wareloom/wareloom/engine/plugin"
	"github.com/wareloom/wareloom/tests/world"
)

const many = 6

// TestNobodyGetsWhatAnotherHas: people who press at once get a pick bill each, and the
// next one none.
func TestNobodyGetsWhatAnotherHas(t *testing.T) {
	eachHouse(t, many, func(h *house) {
		h.bills(many)
		h.allPress("pick", "next")
		h.wantOneEach("pick bills", `SELECT picker_id FROM pick_bill WHERE status = 'picking' ORDER BY id`)
		h.wantNext("pick", "next", h.person("late"), "picking.nothing_to_pick")
	})
}

// TestReplenishmentsAreGivenOnce: the same of replenishment orders.
func TestReplenishmentsAreGivenOnce(t *testing.T) {
	eachHouse(t, many, func(h *house) {
		h.Receive(t, world.Goods(h.Owners[0], h.product), "A-01", 100)
		for range many {
			order := h.save("replenish_order", plugin.Row{
				"consignor_id": h.Owners[0], "warehouse_id": h.Warehouse,
				"lines": []any{plugin.Row{"product_id": h.product, "from_position_id": h.Places["A-01"], "to_position_id": h.Places["A-02"], "qty": 2}},
			})
			h.act("replenish_order", "release", order, nil)
		}
		h.allPress("replenish_scan", "next")
		h.wantOneEach("replenishment orders", `SELECT assigned_id FROM replenish_order WHERE assigned_id IS NOT NULL ORDER BY id`)
		h.wantNext("replenish_scan", "next", h.person("late"), "transfers.nothing_to_do")
	})
}

// TestShelvingsAreGivenOnce: the same of shelving orders.
func TestShelvingsAreGivenOnce(t *testing.T) {
	eachHouse(t, many, func(h *house) {
		for i := range many {
			product := h.Product(t, h.Owners[0], fmt.Sprint("S", i), nil)
			h.Receive(t, world.Goods(h.Owners[0], product), "R-01", 5)
		}
		for _, quant := range h.ids(`SELECT id FROM quant WHERE position_id = ? ORDER BY id`, h.Places["R-01"]) {
			order := h.shelving(quant)
			h.act("shelve_order", "assign", order, plugin.Row{"assigned_id": h.people[0].UserID})
			h.act("shelve_order", "to_pool", order, nil)
			if area := h.get("shelve_order", order, "storage_area_id"); area == nil {
				t.Error("a shelving order does not tell in which area it begins")
			}
		}
		h.allPress("shelve_by_order", "next")
		h.wantOneEach("shelving orders", `SELECT assigned_id FROM shelve_order WHERE assigned_id IS NOT NULL ORDER BY id`)
		h.wantNext("shelve_by_order", "next", h.person("late"), "inbound.nothing_to_shelve")
	})
}

// shelving makes a shelving order of all of a staged quant.
func (h *house) shelving(quant int64) (id int64) {
	h.Helper()
	return h.save("shelve_order", plugin.Row{
		"consignor_id": h.Owners[0], "warehouse_id": h.Warehouse, "lines": []any{plugin.Row{"quant_id": quant, "qty": 5}},
	})
}

// TestPositionsAreCountedByOne: people who press at once are sent to a position each of
// one count; a count that is given to somebody is his alone.
func TestPositionsAreCountedByOne(t *testing.T) {
	eachHouse(t, 4, func(h *house) {
		area := h.ids(`SELECT id FROM storage_area WHERE code = 'A'`)
		count := h.save("stock_count", plugin.Row{"warehouse_id": h.Warehouse, "count_type": "area", "storage_area_ids": area})
		h.act("stock_count", "release", count, nil)
		if got := h.get("stock_count", count, "storage_area_id"); got != area[0] {
			t.Errorf("the count begins in area %v, want %d", got, area[0])
		}
		h.allPress("count_scan", "next_task")
		h.wantOneEach("positions", `SELECT counted_by FROM stock_count_position WHERE status = 'counting' ORDER BY id`)
		h.wantNext("count_scan", "next_task", h.person("late"), "counting.none_waits")

		heir := h.people[1].UserID
		h.act("stock_count", "assign", count, plugin.Row{"counter_id": heir})
		if open := h.ids(`SELECT id FROM stock_count_position WHERE status = 'open'`); len(open) != 4 {
			t.Errorf("%d positions are open for the new counter, want all 4", len(open))
		}
		h.wantNext("count_scan", "next_task", h.people[0], "counting.none_waits")
		h.wantNext("count_scan", "next_task", h.people[1], "")
	})
}

// TestTheBestTaskComesFirst: what is meant for a person, then the urgent, then what is near.
func TestTheBestTaskComesFirst(t *testing.T) {
	eachHouse(t, 3, func(h *house) {
		bills := h.bills(4)
		urgent, meant := bills[2], bills[3]
		h.Do(t, func(ctx context.Context, data plugin.Data) error {
			return data.Set(ctx, "pick_bill", []plugin.Row{{"id": urgent, "priority": 5}})
		})
		h.act("pick_bill", "assign", meant, plugin.Row{"picker_id": h.people[0].UserID})
		for i, want := range []int64{meant, urgent, bills[0]} {
			h.wantNext("pick", "next", h.people[i], "")
			if got := h.get("pick_bill", want, "picker_id"); got != h.people[i].UserID {
				t.Errorf("person %d has not bill %d but %v has", i, want, got)
			}
		}
	})
}

// TestAWorkerGetsWhatIsHis: who does not pick gets nothing to pick, and who has areas gets
// only what begins there.
func TestAWorkerGetsWhatIsHis(t *testing.T) {
	eachHouse(t, 3, func(h *house) {
		bill := h.bills(1)[0]
		area := h.get("pick_bill", bill, "storage_area_id")
		other := h.ids(`SELECT id FROM storage_area WHERE code = 'D'`)
		h.save("worker", plugin.Row{"person_id": h.people[0].UserID, "warehouse_id": h.Warehouse, "picks": false})
		h.save("worker", plugin.Row{"person_id": h.people[1].UserID, "warehouse_id": h.Warehouse, "storage_area_ids": other})
		h.save("worker", plugin.Row{"person_id": h.people[2].UserID, "warehouse_id": h.Warehouse, "storage_area_ids": []int64{area.(int64)}})
		h.wantNext("pick", "next", h.people[0], "tasks.not_his")
		h.wantNext("pick", "next", h.people[1], "picking.nothing_to_pick")
		h.wantNext("pick", "next", h.people[2], "")
	})
}

// TestABillGoesFromHandToHand: a lead gives a bill that is walked to another, or to all;
// who had it goes on no more, and its tasks wait again.
func TestABillGoesFromHandToHand(t *testing.T) {
	eachHouse(t, 2, func(h *house) {
		bill := h.bills(1)[0]
		h.wantNext("pick", "next", h.people[0], "")
		h.act("pick_bill", "assign", bill, plugin.Row{"picker_id": h.people[1].UserID})
		if status := h.get("pick_bill", bill, "status"); status != "ready" {
			t.Errorf("a bill that was given away is %v, want ready", status)
		}
		if ready := h.ids(`SELECT id FROM pick_task WHERE status = 'ready'`); len(ready) != 1 {
			t.Errorf("%d of its tasks wait, want 1", len(ready))
		}
		h.wantNext("pick", "next", h.people[0], "picking.nothing_to_pick")
		h.wantNext("pick", "next", h.people[1], "")
		h.act("pick_bill", "to_pool", bill, nil)
		if err := h.try("pick_bill", "to_pool", bill, nil); err == nil {
			t.Error("a bill that nobody has goes back once more")
		}
		h.wantNext("pick", "next", h.people[0], "")
	})
}

// TestWhatRestsGoesBack: a task of which nothing is done for longer than the warehouse
// allows is anybody's again, and the lead is told; one that is worked on is not.
func TestWhatRestsGoesBack(t *testing.T) {
	eachHouse(t, 1, func(h *house) {
		lead := h.save("user", plugin.Row{
			"account": "lea", "true_name": "lea", "user_type": "user", "roles": []any{plugin.Row{"role_id": h.save("role", plugin.Row{"code": "lead", "name": "Lead", "user_type": "user"})}},
		})
		bill := h.bills(1)[0]
		h.wantNext("pick", "next", h.people[0], "")
		if h.later(59); h.get("pick_bill", bill, "picker_id") == nil {
			t.Error("it goes back within its time")
		}
		h.Do(t, func(ctx context.Context, data plugin.Data) error {
			_, err := data.SetWhere(ctx, "pick_task", plugin.Row{"pick_bill_id": bill}, plugin.Row{"picked_at": data.SQL().Now()})
			return err
		})
		if h.later(59); h.get("pick_bill", bill, "picker_id") == nil {
			t.Error("it goes back though somebody works on it")
		}
		h.later(2)
		if h.get("pick_bill", bill, "picker_id") != nil || h.get("pick_bill", bill, "status") != "ready" {
			t.Error("it does not go back")
		}
		if told := h.ids(`SELECT user_id FROM notice WHERE text_key = 'notice.task_back'`); len(told) != 1 || told[0] != lead {
			t.Errorf("told are %v, want the lead %d", told, lead)
		}
	})
}

// TestATaskStaysInItsBuilding: none is given to a worker of another building, by its action
// or in a draft; the refusal names the field and where he works. Who is no worker of any
// may have it, and so may who is of this one.
func TestATaskStaysInItsBuilding(t *testing.T) {
	eachHouse(t, 3, func(h *house) {
		away := h.save("warehouse", plugin.Row{"code": "W2", "name": "W2", "time_zone": "Asia/Shanghai"})
		there, here, anybody := h.people[0].UserID, h.people[1].UserID, h.people[2].UserID
		h.save("worker", plugin.Row{"person_id": there, "warehouse_id": away})
		h.save("worker", plugin.Row{"person_id": here, "warehouse_id": h.Warehouse})
		for document, task := range h.oneOfEach() {
			for _, person := range []int64{here, there, anybody, there} {
				field := task.field
				err := h.try(document, "assign", task.id, plugin.Row{field: person})
				refused, _ := fault.As(err)
				if person != there && err != nil {
					t.Errorf("%s is not given to %d: %v", document, person, err)
				}
				if person == there && (refused == nil || refused.Key != "tasks.works_elsewhere" || refused.Path != field || refused.Params["warehouse"] != "W2") {
					t.Errorf("%s is given to a worker of another building: %v", document, err)
				}
			}
			if got := h.get(document, task.id, task.field); got != anybody {
				t.Errorf("%v has the %s, want who got it last", got, document)
			}
		}
		err := h.Try(h.Context(), func(ctx context.Context, data plugin.Data) error {
			_, err := data.Save(ctx, "shelve_order", plugin.Row{"consignor_id": h.Owners[0], "warehouse_id": h.Warehouse, "assigned_id": there})
			return err
		})
		if !fault.IsKey(err, "tasks.works_elsewhere") {
			t.Errorf("a draft is meant for a worker of another building: %v", err)
		}
	})
}

// work is a task that waits, and its field for who does it.
type work struct {
	id    int64
	field string
}

// oneOfEach makes a task of each kind.
func (h *house) oneOfEach() map[string]work {
	h.Helper()
	bill := h.bills(1)[0]
	h.Receive(h.T, world.Goods(h.Owners[0], h.product), "A-03", 9)
	replenish := h.save("replenish_order", plugin.Row{
		"consignor_id": h.Owners[0], "warehouse_id": h.Warehouse,
		"lines": []any{plugin.Row{"product_id": h.product, "from_position_id": h.Places["A-03"], "to_position_id": h.Places["A-02"], "qty": 2}},
	})
	h.act("replenish_order", "release", replenish, nil)
	h.Receive(h.T, world.Goods(h.Owners[0], h.product), "R-01", 5)
	shelving := h.shelving(h.ids(`SELECT id FROM quant WHERE position_id = ?`, h.Places["R-01"])[0])
	count := h.save("stock_count", plugin.Row{"warehouse_id": h.Warehouse, "count_type": "area", "storage_area_ids": h.ids(`SELECT id FROM storage_area WHERE code = 'A'`)})
	h.act("stock_count", "release", count, nil)
	return map[string]work{
		"pick_bill": {bill, "picker_id"}, "replenish_order": {replenish, "assigned_id"}, "shelve_order": {shelving, "assigned_id"}, "stock_count": {count, "counter_id"},
		"work_order": {h.workOrder(), "assigned_id"},
	}
}
