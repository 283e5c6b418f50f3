package counting

import (
	"context"
	"slices"

	"github.com/wareloom/wareloom/engine/fault"
	"github.com/wareloom/wareloom/engine/plugin"
)

// again counts the position from the start.
func (t *counts) again(ctx context.Context) error {
	back, err := wipe(ctx, t.Data, t.spot)
	t.LpnID = 0
	t.Reply = plugin.Reply{Key: "counting.from_start", Params: fault.Params{"position": t.spot.Code}, Undo: t.token(back)}
	return err
}

// leave goes to another position; one of which nothing was counted is anybody's again.
func (t *counts) leave(ctx context.Context) error {
	t.SpotID, t.LpnID = 0, 0
	t.GoTo(stepPosition)
	list, err := lines(ctx, t.Data.SQL(), t.spot)
	if err != nil || slices.ContainsFunc(list, func(l tallied) bool { _, so := l.now(t.spot.second()); return so != nil }) {
		return err
	}
	return t.Data.Set(ctx, positionTable, []plugin.Row{t.spot.anybodys()})
}

// anybodys is the position as it waits to be counted.
func (s *spot) anybodys() plugin.Row {
	if s.second() {
		return plugin.Row{"id": s.ID, "status": recount, "recounted_by": nil}
	}
	return plugin.Row{"id": s.ID, "status": open, "counted_by": nil}
}

// empty says that nothing lies at the position.
func (t *counts) empty(ctx context.Context) error {
	list, err := lines(ctx, t.Data.SQL(), t.spot)
	if err != nil {
		return err
	}
	if slices.ContainsFunc(list, func(l tallied) bool { _, so := l.now(t.spot.second()); return so != nil && *so > 0 }) {
		return fault.New(fault.Invalid, "counting.not_empty", "position", t.spot.Code)
	}
	return t.finish(ctx)
}

// finish ends the position: what was not seen is not there. With the last one the count
// goes on.
func (t *counts) finish(ctx context.Context) error {
	back, err := zero(ctx, t.Data, covers(t.head), t.spot)
	if err != nil {
		return err
	}
	if err := t.endSpot(ctx, &back); err != nil {
		return err
	}
	t.Reply = plugin.Reply{Key: "counting.position_counted", Params: fault.Params{"position": t.spot.Code}, Undo: t.token(back)}
	t.SpotID, t.LpnID = 0, 0
	t.GoTo(stepPosition)
	if back.Ended != "" {
		t.GoTo(plugin.StepDone)
		t.Reply.Key, t.Reply.Sound = "counting.all_counted", plugin.SoundDone
	}
	return nil
}

// endSpot closes the position and, when it was the last, the count.
func (t *counts) endSpot(ctx context.Context, back *did) error {
	back.Spot = t.spot.ID
	row := plugin.Row{"id": t.spot.ID, "status": counted, "counted_at": t.Data.SQL().Now()}
	change := plugin.Row{"id": t.CountID, "counted_count": int64(1)}
	action, undo, last := "finish", "resume", plugin.Int(t.head, "counted_count")+1 == plugin.Int(t.head, "position_count")
	if t.spot.second() {
		row = plugin.Row{"id": t.spot.ID, "status": recounted, "recounted_at": t.Data.SQL().Now()}
		change = plugin.Row{"id": t.CountID, "recount_count": int64(-1)}
		action, undo, last = "review", "resume_recount", plugin.Int(t.head, "recount_count") == 1
	}
	if err := t.Data.Set(ctx, positionTable, []plugin.Row{row}); err != nil {
		return err
	}
	if err := t.Data.Add(ctx, countTable, []plugin.Row{change}); err != nil || !last {
		return err
	}
	back.Ended = undo
	_, err := t.Data.Act(ctx, countTable, action, t.CountID, nil)
	return err
}

// reopen has the position counted again that an input ended.
func (t *counts) reopen(ctx context.Context, d did) error {
	row := plugin.Row{"id": d.Spot, "status": underCount, "counted_at": nil}
	change := plugin.Row{"id": d.Count, "counted_count": int64(-1)}
	if d.Again {
		row = plugin.Row{"id": d.Spot, "status": recounting, "recounted_at": nil}
		change = plugin.Row{"id": d.Count, "recount_count": int64(1)}
	}
	if err := t.Data.Add(ctx, countTable, []plugin.Row{change}); err != nil {
		return err
	}
	return t.Data.Set(ctx, positionTable, []plugin.Row{row})
}

// token says what an input did, for taking it back.
func (t *counts) token(back did) did {
	back.Count, back.Again = t.CountID, t.spot.second()
	return back
}

// mayTakeBack refuses to take back what the count has gone on from.
func (t *counts) mayTakeBack(ctx context.Context, d did) error {
	heads, err := t.Data.Find(ctx, countTable, plugin.Where{Match: plugin.Row{"id": d.Count}, Lock: true})
	if err != nil {
		return err
	}
	at := underCount
	if d.Again {
		at = recounting
	}
	if len(heads) == 0 || d.Ended == "" && plugin.Text(heads[0], "status") != at {
		return fault.New(fault.Conflict, "counting.not_under_way")
	}
	return nil
}

// takeBack takes an input back: lines and position are as they were.
func (t *counts) takeBack(ctx context.Context, d did) error {
	if err := t.mayTakeBack(ctx, d); err != nil {
		return err
	}
	if d.Ended != "" {
		if _, err := t.Data.Act(ctx, countTable, d.Ended, d.Count, nil); err != nil {
			return err
		}
	}
	if d.Spot != 0 {
		if err := t.reopen(ctx, d); err != nil {
			return err
		}
	}
	if len(d.Added) > 0 {
		if err := t.Data.Delete(ctx, lineTable, d.Added); err != nil {
			return err
		}
	}
	rows := make([]plugin.Row, len(d.Lines))
	for i := range d.Lines {
		rows[i] = d.Lines[i].state()
	}
	return t.Data.Set(ctx, lineTable, rows)
}
