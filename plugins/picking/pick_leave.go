package picking

import (
	"context"

	"github.com/wareloom/wareloom/engine/fault"
)

// goOn goes on where the rest of the bill is routed to from where the picker stands.
func (t *pick) goOn(ctx context.Context) error {
	if err := t.waves.Reroute(ctx, t.Data, t.stop.BillID, t.stop.PositionID); err != nil {
		return err
	}
	return t.next(ctx)
}

// leave leaves the rest of a stop where it is, for a reason, and goes on; it says
// whether other stock takes its place.
func (t *pick) leave(ctx context.Context, reason string) (moved bool, err error) {
	m, err := t.short(ctx, t.Data, t.stop, reason)
	if err != nil {
		return false, err
	}
	if err := t.goOn(ctx); err != nil {
		return false, err
	}
	t.Reply.Undo = change{Moved: m}
	return len(m.Heirs) > 0, sayStopped(ctx, t.Data.SQL(), t.stop, &t.Reply)
}

// leaveStale leaves the stops of the bill whose goods may no longer be shipped, before
// anybody walks there.
func (t *pick) leaveStale(ctx context.Context) error {
	tasks, err := openTasks(ctx, t.Data.SQL(), t.BillID, nil)
	if err != nil {
		return err
	}
	for i := range tasks {
		why := tasks[i].stale(t.Data.SQL().Now())
		if why == "" {
			continue
		}
		stop, err := lockTask(ctx, t.Data.SQL(), tasks[i].ID)
		if err != nil {
			return err
		}
		if !stop.open() { // its order stopped meanwhile
			continue
		}
		if _, err := t.short(ctx, t.Data, stop, why); err != nil {
			return err
		}
	}
	return nil
}

// refuseStale sends the picker on from goods that may no longer be shipped.
func (t *pick) refuseStale(ctx context.Context, why string) error {
	_, err := t.leave(ctx, why)
	if t.Reply.Key != keyStopped {
		t.Reply.Key, t.Reply.Params = "picking."+why, fault.Params{"sku": t.stop.SKU, "lot": t.stop.LotNo, "position": t.stop.Position, "date": t.stop.ExpDate}
	}
	t.Reply.Sound = soundError
	return err
}
