package wave_test

import (
	"context"
	"slices"
	"testing"

	"github.com/wareloom/wareloom/engine/fault"
	"github.com/wareloom/wareloom/engine/plugin"
	"github.com/wareloom/wareloom/plugins/wave"
)

// act takes an action on a record, and gives its refusal.
func (h *house) act(table string, id int64, action string, params plugin.Row) error {
	return h.Try(h.Context(), func(ctx context.Context, data plugin.Data) error {
		_, err := data.Act(ctx, table, action, id, params)
		return err
	})
}

// states are those of the records that a question finds, in its order.
func (h *house) states(question string, want []string, args ...any) {
	h.Helper()
	var got []string
	if h.rows(&got, question, args...); !slices.Equal(got, want) {
		h.Errorf("%s: %v, want %v", question, got, want)
	}
}

// run runs statements as nobody may.
func (h *house) run(statement string, args ...any) {
	h.Helper()
	h.Do(h.T, func(ctx context.Context, data plugin.Data) error {
		_, err := data.SQL().Exec(ctx, statement, args...)
		return err
	})
}

// TestAWaveThatIsUndoneLeavesNothing: its orders are allocated again and may go into another
// one, unless a piece was picked.
func TestAWaveThatIsUndoneLeavesNothing(t *testing.T) {
	eachHouse(t, func(h *house) {
		first, second := h.order(h.products[0], h.products[1]), h.order(h.products[2])
		id := h.wave(nil, first, second)
		h.states(`SELECT status FROM sale_order ORDER BY id`, []string{"waved", "waved"})
		h.run(`UPDATE pick_task SET picked_qty = 1000 WHERE sale_order_id = ?`, first)
		if err := h.act("wave", id, "cancel", nil); !fault.IsKey(err, "wave.picked_from") {
			h.Errorf("one that is picked from is undone: %v", err)
		}
		h.run(`UPDATE pick_task SET picked_qty = 0 WHERE sale_order_id = ?`, first)
		if err := h.act("wave", id, "cancel", nil); err != nil {
			h.Fatal(err)
		}
		h.states(`SELECT status || CASE WHEN wave_id IS NULL THEN '' ELSE ' in a wave' END FROM sale_order ORDER BY id`, []string{"allocated", "allocated"})
		h.states(`SELECT DISTINCT status FROM pick_task`, []string{"cancelled"})
		h.states(`SELECT DISTINCT status FROM pick_bill`, []string{"cancelled"})
		if err := h.rejoin(first, id); !fault.IsKey(err, "wave.over") {
			h.Errorf("an order is put back into a wave that is over: %v", err)
		}
		h.wave(nil, second, first)
		h.states(`SELECT status FROM sale_order ORDER BY id`, []string{"waved", "waved"})
	})
}

func (h *house) rejoin(order, id int64) error {
	return h.Try(h.Context(), func(ctx context.Context, data plugin.Data) error {
		return wave.Waves{}.Rejoin(ctx, data, order, id)
	})
}

// TestAnOrderLeavesItsWaveWhileNothingOfItIsPicked: the wave goes on with the others, and ends
// with the last of them.
func TestAnOrderLeavesItsWaveWhileNothingOfItIsPicked(t *testing.T) {
	eachHouse(t, func(h *house) {
		first, second, apart := h.order(h.products[0]), h.order(h.products[1], h.products[2]), h.order(h.products[3])
		id := h.wave(nil, first, second)
		out := func(order int64) error {
			return h.act("wave", id, "remove_order", plugin.Row{"sale_order_id": order})
		}
		if err := out(apart); fault.CodeOf(err) != fault.Invalid {
			h.Errorf("an order of no wave leaves it: %v", err)
		}
		h.run(`UPDATE pick_task SET picked_qty = 1000 WHERE sale_order_id = ?`, second)
		if err := out(second); !fault.IsKey(err, "wave.picked_already") {
			h.Errorf("one that is picked leaves: %v", err)
		}
		h.run(`UPDATE pick_task SET picked_qty = 0 WHERE sale_order_id = ?`, second)
		if err := out(second); err != nil {
			h.Fatal(err)
		}
		h.states(`SELECT status FROM sale_order ORDER BY id`, []string{"waved", "allocated", "allocated"})
		h.states(`SELECT status || ' ' || order_count || ' ' || line_count || ' ' || total_qty FROM wave`, []string{"released 1 1 1000"})
		if err := out(first); err != nil {
			h.Fatal(err)
		}
		h.states(`SELECT status FROM wave`, []string{"cancelled"})
		h.states(`SELECT DISTINCT status FROM pick_bill`, []string{"cancelled"})
		h.states(`SELECT status FROM sale_order ORDER BY id`, []string{"allocated", "allocated", "allocated"})
	})
}

// TestABillIsPickedInTheOrderOfTheWalk and is as urgent as its most urgent order.
func TestABillIsPickedInTheOrderOfTheWalk(t *testing.T) {
	eachHouse(t, func(h *house) {
		slow, urgent := h.order(h.products[3], h.products[0]), h.order(h.products[2], h.products[1])
		h.run(`UPDATE sale_order SET priority = 7 WHERE id = ?`, urgent)
		id := h.wave(nil, slow, urgent)
		h.states(`SELECT p.code FROM pick_task t JOIN position p ON p.id = t.position_id ORDER BY t.seq`, []string{"A-01", "A-02", "A-03", "A-04"})
		h.states(`SELECT priority || ' ' || order_count || ' ' || task_count FROM pick_bill WHERE wave_id = ?`, []string{"7 2 4"}, id)
		h.states(`SELECT walk_kind || ' ' || order_count || ' ' || line_count FROM wave`, []string{"exact 2 4"})
	})
}

// TestInvariantsFindTheirBreaches plants a breach of each, which must be told.
func TestInvariantsFindTheirBreaches(t *testing.T) {
	eachHouse(t, func(h *house) {
		order := h.order(h.products[0])
		id := h.wave(nil, order)
		for _, plant := range []struct {
			key, text string
			args      []any
		}{
			{"wave.task_of_its_reservation", `UPDATE reservation SET line_id = line_id + 1`, nil},
			{"wave.waved_order_has_tasks", `UPDATE pick_task SET status = 'cancelled'`, nil},
			{"wave.waved_order_is_member", `DELETE FROM wave_order`, nil},
			{"wave.bill_is_open_while_tasks_are", `UPDATE pick_bill SET status = 'picked'`, nil},
			{"wave.wave_is_open_while_bills_are", `UPDATE wave SET status = 'picked' WHERE id = ?`, []any{id}},
			{"wave.wave_is_where_its_orders_are", `UPDATE wave SET status = 'done' WHERE id = ?`, []any{id}},
			{"wave.bill_adds_up", `UPDATE pick_bill SET picked_qty = 1`, nil},
			{"wave.wave_adds_up", `UPDATE wave SET picked_qty = 1`, nil},
		} {
			if broken := h.Broken(h.T, plant.text, plant.args...); !slices.Contains(broken, plant.key) {
				h.Errorf("%s is not found: %v", plant.key, broken)
			}
		}
		if broken := h.Broken(h.T, `SELECT 1`); len(broken) > 0 {
			h.Errorf("without a plant %v is broken", broken)
		}
	})
}
