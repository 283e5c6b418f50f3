package picking

import (
	"context"

	"github.com/wareloom/wareloom/engine/fault"
	"github.com/wareloom/wareloom/engine/plugin"
)

// goOn goes on where the rest of the bill is routed to from where the picker stands.
func (f pickFlow) goOn(ctx context.Context, s *plugin.Session, st *pickState, t *task) (plugin.Reply, error) {
	if err := f.waves.Reroute(ctx, s.Data.SQL(), t.BillID, t.PositionID); err != nil {
		return plugin.Reply{}, err
	}
	return f.next(ctx, s, st)
}

// leave leaves the rest of a task where it is, for a reason, and goes on; it says
// whether other stock takes its place.
func (f pickFlow) leave(ctx context.Context, s *plugin.Session, st *pickState, t *task, reason string) (reply plugin.Reply, moved bool, err error) {
	m, err := f.short(ctx, s.Data, t, reason)
	if err != nil {
		return reply, false, err
	}
	if reply, err = f.goOn(ctx, s, st, t); err != nil {
		return reply, false, err
	}
	reply.Undo = change{Moved: m}
	return reply, len(m.Heirs) > 0, sayStopped(ctx, s.Data.SQL(), t, &reply)
}

// leaveStale leaves the stops of a bill whose goods may no longer be shipped, before
// anybody walks there.
func (f pickFlow) leaveStale(ctx context.Context, s *plugin.Session, bill int64) error {
	tasks, err := openTasks(ctx, s.Data.SQL(), bill, nil)
	if err != nil {
		return err
	}
	for i := range tasks {
		why := tasks[i].stale(s.Data.SQL().Now())
		if why == "" {
			continue
		}
		t, err := lockTask(ctx, s.Data.SQL(), tasks[i].ID)
		if err != nil {
			return err
		}
		if !t.open() { // its order stopped meanwhile
			continue
		}
		if _, err := f.short(ctx, s.Data, t, why); err != nil {
			return err
		}
	}
	return nil
}

// refuseStale sends the picker on from goods that may no longer be shipped.
func (f pickFlow) refuseStale(ctx context.Context, s *plugin.Session, st *pickState, t *task, why string) (plugin.Reply, error) {
	reply, _, err := f.leave(ctx, s, st, t, why)
	if reply.Key != keyStopped {
		reply.Key, reply.Params = "picking."+why, fault.Params{"sku": t.SKU, "lot": t.LotNo, "position": t.Position, "date": t.ExpDate}
	}
	reply.Sound = soundError
	return reply, err
}
