package picking

import (
	"context"

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
	tasks, err := openTasks(ctx, s.Data.SQL(), st.BillID, st.Skipped)
	if err != nil {
		return plugin.View{}, err
	}
	view := plugin.View{Left: len(tasks)}
	err = s.Data.SQL().Get(ctx, &view.Done, `SELECT COUNT(*) FROM pick_task WHERE pick_bill_id = ? AND status IN ('picked', 'short')`, st.BillID)
	if err != nil || st.TaskID == 0 || len(tasks) == 0 {
		return view, err
	}
	t, err := readTask(ctx, s.Data.SQL(), st.TaskID)
	if err != nil {
		return view, err
	}
	show(&view, t, len(st.Serials))
	view.List = stops(tasks)
	switch s.Step() {
	case stepReason:
		view.List = reasons()
	case stepPosition:
		view.Expect = &plugin.Expect{Codes: map[string]string{t.Position: stepItem}}
	case stepItem:
		view.Expect = &plugin.Expect{Codes: map[string]string{t.SKU: stepQty}}
	}
	return view, nil
}

func show(view *plugin.View, t *task, serials int) {
	left := quantity(t.left()).String()
	view.Target = []plugin.Target{
		{Label: "picking.position", Value: t.Position, Size: plugin.SizeLarge, Field: "position"},
		{Label: "picking.item", Value: t.SKU + " " + t.Name, Size: plugin.SizeMedium, Field: "item"},
		{Label: "picking.qty", Value: left, Size: plugin.SizeHuge, Field: "qty"},
	}
	if t.LotNo != "" {
		view.Target = append(view.Target, plugin.Target{Label: "picking.lot", Value: t.LotNo, Size: plugin.SizeMedium, Field: "lot"})
	}
	view.Default, view.Max = left, left
	view.Prompt = fault.Params{"position": t.Position, "sku": t.SKU, "max": left, "left": quantity(t.left() - int64(serials)*1000).String()}
	view.Speak = t.Position
}

func stops(tasks []task) []plugin.Choice {
	var list []plugin.Choice
	for _, t := range tasks[:min(len(tasks), listed)] {
		list = append(list, plugin.Choice{Code: t.Position, Label: t.Position, Detail: t.SKU + " × " + quantity(t.left()).String(), State: "open"})
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
