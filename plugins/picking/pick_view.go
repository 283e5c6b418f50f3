package picking

import (
	"context"
	"slices"

	"github.com/wareloom/wareloom/engine/fault"
	"github.com/wareloom/wareloom/engine/plugin"
)

// listed is how many of the next stops the screen lists.
const listed = 20

// View shows where to go, what to take and how many.
func (f pickFlow) View(ctx context.Context, s *plugin.Session) (plugin.View, error) {
	var st pickState
	if err := s.Load(&st); err != nil || st.BillID == 0 {
		return plugin.View{}, err
	}
	tx := s.Data.SQL()
	tasks, err := openTasks(ctx, tx, st.BillID, st.Skipped)
	if err != nil {
		return plugin.View{}, err
	}
	view := plugin.View{Left: len(tasks)}
	err = tx.Get(ctx, &view.Done, `SELECT COUNT(*) FROM pick_task WHERE pick_bill_id = ? AND status IN ('picked', 'short')`, st.BillID)
	if err != nil || st.TaskID == 0 {
		return view, err
	}
	t, err := f.shown(ctx, tx, &st, tasks)
	if err != nil {
		return view, err
	}
	show(&view, t, s.Step(), len(st.Serials))
	view.List = stops(tasks)
	if s.Step() == stepReason {
		view.List = reasons()
	}
	view.Expect, err = f.expected(ctx, s, t, tasks)
	return view, err
}

// shown is the task that the next input is about.
func (f pickFlow) shown(ctx context.Context, tx plugin.Tx, st *pickState, tasks []task) (*task, error) {
	if i := slices.IndexFunc(tasks, func(t task) bool { return t.ID == st.TaskID }); i >= 0 {
		return &tasks[i], nil
	}
	ended, err := readTask(ctx, tx, st.TaskID)
	if err != nil {
		return nil, err
	}
	if i := slices.IndexFunc(tasks, func(t task) bool { return t.Seq == ended.Seq }); i >= 0 {
		return &tasks[i], nil
	}
	return ended, nil
}

// show fills the screen of a stop: the position is largest until the picker is
// there, then the quantity.
func show(view *plugin.View, t *task, step string, serials int) {
	position, qty := plugin.SizeLarge, plugin.SizeHuge
	if step == stepPosition {
		position, qty = plugin.SizeHuge, plugin.SizeLarge
		view.Speak = t.Position
	}
	left := quantity(t.left()).String()
	view.Target = []plugin.Target{
		{Label: "picking.position", Value: t.Position, Size: position, Field: "position"},
		{Label: "picking.item", Value: t.SKU + " " + t.Name, Size: plugin.SizeMedium, Field: "item"},
		{Label: "picking.qty", Value: left, Size: qty, Field: "qty"},
	}
	if t.LotNo != "" {
		view.Target = append(view.Target, plugin.Target{Label: "picking.lot", Value: t.LotNo, Size: plugin.SizeMedium, Field: "lot"})
	}
	view.Default, view.Max = left, left
	view.Prompt = fault.Params{"position": t.Position, "sku": t.SKU, "max": left, "left": quantity(t.left() - int64(serials)*1000).String()}
}

func stops(tasks []task) []plugin.Choice {
	var list []plugin.Choice
	for _, t := range tasks[:min(len(tasks), listed)] {
		list = append(list, plugin.Choice{Code: t.Barcode, Label: t.Position, Detail: t.SKU + " × " + quantity(t.left()).String(), State: "open"})
	}
	return list
}

func reasons() []plugin.Choice {
	var list []plugin.Choice
	for _, r := range shortReasons {
		list = append(list, plugin.Choice{Code: r, Word: "picking.reason." + r})
	}
	return list
}
