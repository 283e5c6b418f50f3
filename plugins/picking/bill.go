package picking

import (
	"context"
	"fmt"

	"github.com/wareloom/wareloom/engine/fault"
	"github.com/wareloom/wareloom/engine/plugin"
	tasks "github.com/wareloom/wareloom/plugins/tasks/contract"
)

// nextBill is the ready bill of the warehouse (of all, for 0) or of a wave that is next for
// the person; 0 when there is none. One that another picker is just taking is passed over.
func nextBill(ctx context.Context, s *plugin.Session, wave int64) (int64, error) {
	who, err := tasks.Asks(ctx, s.Data, tasks.Picks)
	if err != nil {
		return 0, err
	}
	where, args := ready, []any{who.ID, who.ID}
	if warehouse := warehouseOf(s); warehouse != 0 {
		where, args = where+` AND warehouse_id = ?`, append(args, warehouse)
	}
	if wave != 0 {
		where, args = where+` AND wave_id = ?`, append(args, wave)
	}
	var bills []tasks.Task
	err = s.Data.SQL().Select(ctx, &bills, `SELECT b.id, b.mine, b.priority, `+tasks.Place+` FROM (SELECT id, COALESCE(picker_id = ?, picker_id IS NOT NULL) AS mine, priority
		FROM pick_bill WHERE `+where+` ORDER BY 2 DESC, priority DESC, id LIMIT ?) b
		LEFT JOIN position p ON p.id = (SELECT t.position_id FROM pick_task t WHERE t.pick_bill_id = b.id AND t.status = 'ready' ORDER BY t.seq LIMIT 1)
		ORDER BY b.id`, append(args, tasks.Most)...)
	if err != nil {
		return 0, fmt.Errorf("look for the next pick bill: %w", err)
	}
	return who.Take(ctx, s.Data.SQL(), bills, `SELECT id FROM pick_bill WHERE id = ? AND `+ready)
}

// ready are the bills that a picker may take.
const ready = `status = 'ready' AND (picker_id IS NULL OR picker_id = ?)`

// holder is who has a pick bill.
type holder struct {
	Status    string `db:"status"`
	Picker    int64  `db:"picker"`
	Wave      int64  `db:"wave_id"`
	Warehouse int64  `db:"warehouse_id"`
}

func readHolder(ctx context.Context, tx plugin.Tx, bill int64) (holder, error) {
	question := `SELECT status, COALESCE(picker_id, 0) AS picker, wave_id, warehouse_id FROM pick_bill WHERE id = ?` + tx.ForUpdate()
	var h holder
	if err := tx.Get(ctx, &h, question, bill); err != nil {
		return h, fmt.Errorf("read pick bill %d: %w", bill, err)
	}
	return h, nil
}

// claim takes a ready bill for the picker, or goes on with his own.
func claim(ctx context.Context, s *plugin.Session, bill int64) error {
	now, err := readHolder(ctx, s.Data.SQL(), bill)
	if err != nil {
		return err
	}
	if now.Status == "picking" && now.Picker == s.Actor.UserID {
		return nil
	}
	if now.Status != "ready" || now.Picker != 0 && now.Picker != s.Actor.UserID {
		return fault.New(fault.Conflict, "picking.bill_taken")
	}
	if _, err := s.Data.Act(ctx, "pick_bill", "take", bill, nil); err != nil {
		return err
	}
	if err := setTasks(ctx, s.Data, bill, "ready", "taken"); err != nil {
		return err
	}
	return actIn(ctx, s.Data, "wave", now.Wave, "released", "start")
}

// handOver gives the bill at hand to who leads, if its picker still has it.
func (t *pick) handOver(ctx context.Context, from int64) error {
	if t.BillID == 0 {
		return nil
	}
	his := plugin.Row{"id": t.BillID, "picker_id": from, "status": "picking"}
	if _, err := t.Data.SetWhere(ctx, "pick_bill", his, plugin.Row{"picker_id": t.Actor.UserID}); err != nil {
		return fmt.Errorf("give pick bill %d to another picker: %w", t.BillID, err)
	}
	return nil
}

// putDown makes the picker's bill ready for others. A wave of which nobody picks
// and nothing is picked is as it was before anybody began.
func putDown(ctx context.Context, s *plugin.Session, bill int64) error {
	now, err := readHolder(ctx, s.Data.SQL(), bill)
	if err != nil {
		return err
	}
	if now.Status != "picking" || now.Picker != s.Actor.UserID {
		return fault.New(fault.Conflict, "picking.bill_taken")
	}
	if _, err := s.Data.Act(ctx, "pick_bill", "put_down", bill, nil); err != nil {
		return err
	}
	if err := setTasks(ctx, s.Data, bill, "taken", "ready"); err != nil {
		return err
	}
	return stopUnbegun(ctx, s.Data, now.Wave)
}

// free is the effect picking.free: the tasks of a bill that nobody walks any more wait again.
func free(ctx context.Context, e *plugin.EffectEvent, _ []plugin.Row) error {
	if err := setTasks(ctx, e.Data, plugin.ID(e.Head), "taken", "ready"); err != nil {
		return err
	}
	return stopUnbegun(ctx, e.Data, plugin.Int(e.Head, "wave_id"))
}

// setTasks moves the tasks of a bill from one state to another.
func setTasks(ctx context.Context, data plugin.Data, bill int64, from, to string) error {
	_, err := data.SetWhere(ctx, "pick_task", plugin.Row{"pick_bill_id": bill, "status": from}, plugin.Row{"status": to})
	if err != nil {
		return fmt.Errorf("move tasks of pick bill %d: %w", bill, err)
	}
	return nil
}

func stopUnbegun(ctx context.Context, data plugin.Data, wave int64) error {
	status, err := stateOf(ctx, data.SQL(), "wave", wave)
	if err != nil || status != "picking" {
		return err
	}
	var begun int64
	err = data.SQL().Get(ctx, &begun, `SELECT COUNT(*) FROM pick_bill b WHERE b.wave_id = ? AND (b.status IN ('picking', 'picked')
		OR EXISTS (SELECT 1 FROM pick_task t WHERE t.pick_bill_id = b.id AND (t.picked_qty > 0 OR t.status = 'short')))`, wave)
	if err != nil {
		return fmt.Errorf("look for picks of wave %d: %w", wave, err)
	}
	if begun > 0 {
		return nil
	}
	_, err = data.Act(ctx, "wave", "stop", wave, nil)
	return err
}
