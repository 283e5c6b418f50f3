package picking

import (
	"context"
	"fmt"

	"github.com/wareloom/wareloom/engine/fault"
	"github.com/wareloom/wareloom/engine/plugin"
	counting "github.com/wareloom/wareloom/plugins/counting/contract"
	"github.com/wareloom/wareloom/plugins/inventory/contract"
)

// Picks picks what lies at a station already; see the contract.
type Picks struct {
	Stock  contract.Stock
	Waves  Waves
	Counts counting.Counts
}

func (p Picks) floor() floor { return floor{stock: p.Stock, waves: p.Waves, counts: p.Counts} }

// mostOfOne is how many lines a wave of one order may have: all.
const mostOfOne = 2000

// PickNow implements contract.Picks.
func (p Picks) PickNow(ctx context.Context, s *plugin.Session, id int64, serials map[int64][]string) (int64, error) {
	_, err := s.Data.Act(ctx, order, "wave", id, plugin.Row{"max_orders": int64(1), "max_lines": int64(mostOfOne), "release": true})
	if err != nil {
		return 0, err
	}
	tasks, err := tasksOf(ctx, s.Data.SQL(), `o.id = ? AND b.wave_id = o.wave_id AND t.status = 'ready'`, id)
	if err != nil {
		return 0, err
	}
	if len(tasks) == 0 {
		return 0, fault.New(fault.Conflict, "wave.nothing_reserved")
	}
	for _, t := range tasks {
		if err := claim(ctx, s, t.BillID); err != nil {
			return 0, err
		}
		if err := p.pickAll(ctx, s, t.ID, serials[t.ProductID]); err != nil {
			return 0, err
		}
	}
	return tasks[0].WaveID, nil
}

// pickAll picks all of a task; of the numbers those that lie where it picks.
func (p Picks) pickAll(ctx context.Context, s *plugin.Session, id int64, serials []string) error {
	t, err := lockTask(ctx, s.Data.SQL(), id)
	if err != nil {
		return err
	}
	here, err := serialsAt(ctx, s.Data.SQL(), t.QuantID, serials)
	if err != nil {
		return err
	}
	_, err = p.floor().pick(ctx, s.Data, t, 0, t.left().Decimal(), here[:min(len(here), t.left().Floor())])
	return err
}

// serialsAt are those of some numbers that lie in a quant.
func serialsAt(ctx context.Context, tx plugin.Tx, quant int64, serials []string) (here []string, err error) {
	if len(serials) == 0 {
		return nil, nil
	}
	err = tx.Select(ctx, &here, `SELECT serial_no FROM serial WHERE quant_id = ? AND serial_no IN ? ORDER BY serial_no`, quant, serials)
	if err != nil {
		return nil, fmt.Errorf("look for serials in quant %d: %w", quant, err)
	}
	return here, nil
}

// UnpickNow implements contract.Picks.
func (p Picks) UnpickNow(ctx context.Context, s *plugin.Session, wave int64) error {
	tasks, err := tasksOf(ctx, s.Data.SQL(), `b.wave_id = ? AND t.picked_qty > 0`, wave)
	if err != nil {
		return err
	}
	for _, t := range tasks {
		did := picked{TaskID: t.ID, MoveNo: t.MoveNo, ReservationID: t.ReservationID, Qty: t.Picked}
		if err := p.floor().unpick(ctx, s.Data, &did); err != nil {
			return err
		}
	}
	_, err = s.Data.Act(ctx, "wave", "cancel", wave, nil)
	return err
}

// tasksOf reads the tasks that a condition names.
func tasksOf(ctx context.Context, tx plugin.Tx, where string, args ...any) ([]task, error) {
	var tasks []task
	if err := tx.Select(ctx, &tasks, taskQuestion+where+` ORDER BY t.id`, append([]any{false}, args...)...); err != nil {
		return nil, fmt.Errorf("read pick tasks: %w", err)
	}
	return tasks, nil
}
