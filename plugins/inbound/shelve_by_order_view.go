package inbound

import (
	"cmp"
	"context"
	"slices"
	"strconv"

	"github.com/wareloom/wareloom/engine/fault"
	"github.com/wareloom/wareloom/engine/plugin"
	"github.com/wareloom/wareloom/plugins/inventory/contract"
)

// show shows what is left of the order and where its goods go.
func (t *putting) show(ctx context.Context, view *plugin.View) error {
	view.Prompt = fault.Params{"code": t.Code}
	if t.OrderID == 0 {
		view.List = t.Shown()
		return nil
	}
	tasks, err := readTasks(ctx, t.Data.SQL(), t.OrderID)
	if err != nil {
		return err
	}
	view.Done, view.Left, view.About = t.Puts, len(tasks), plugin.About{Table: "shelve_order", ID: t.OrderID}
	view.Expect = &plugin.Expect{Online: true}
	if t.Step() == plugin.StepDone {
		view.Facts = plugin.Row{"shelve_order_id": t.OrderID}
	}
	view.List = t.choices(tasks)
	if len(tasks) > 0 {
		view.Prompt["from"] = tasks[0].From
	}
	at := slices.IndexFunc(tasks, func(l task) bool { return l.LineID == t.LineID })
	if at < 0 {
		return nil
	}
	return t.showTask(ctx, view, &tasks[at])
}

// choices are the lines that are left, what a code may mean, or the reasons.
func (t *putting) choices(tasks []task) (list []plugin.Choice) {
	if t.Step() == stepReason {
		return t.reasons()
	}
	choosing := t.Step() == plugin.StepChoose
	for i := range tasks {
		l := &tasks[i]
		c := plugin.Choice{Code: l.SKU, Label: l.SKU + " " + l.Name, Detail: l.detail(t.Session), State: "open"}
		if choosing {
			c.Code = strconv.FormatInt(l.LineID, 10)
			if !slices.ContainsFunc(t.Choices, func(m plugin.Meaning) bool { return m.ID == l.LineID }) {
				continue
			}
		}
		list = append(list, c)
		if len(list) == longestList {
			break
		}
	}
	return list
}

// detail says where the goods are and where they go.
func (l *task) detail(s *plugin.Session) string {
	text := l.From + " → " + cmp.Or(l.Bin, "–") + " × " + l.Qty.Text()
	if l.LotNo != "" {
		text += " · " + l.LotNo
	}
	if l.Quality != good {
		text += " · " + qualityWord(s, l.Quality)
	}
	return text
}

// showTask shows the line at hand.
func (t *putting) showTask(ctx context.Context, view *plugin.View, l *task) (err error) {
	most := l.Qty.Text()
	view.Prompt = fault.Params{
		"sku": l.SKU, "max": most, "qty": t.Qty.String(), "left": t.Qty.IntPart() - int64(len(t.Serials)), "suggested": l.Bin, "position": t.To, "from": l.From,
	}
	view.Target = []plugin.Target{
		{Label: "inbound.item", Value: l.SKU + " " + l.Name, Size: plugin.SizeMedium, Field: "item"},
		{Label: "inbound.suggested", Value: cmp.Or(l.Bin, "–"), Size: plugin.SizeLarge, Field: "position"},
		{Label: "inbound.staged", Value: most, Size: plugin.SizeHuge, Field: "qty"},
	}
	if t.Step() == stepQty {
		view.Default, view.Max = most, most
	}
	view.Image, err = contract.Picture(ctx, t.Data.SQL(), l.ProductID)
	return err
}
