package picking

import (
	"context"
	"fmt"
	"slices"
	"strconv"

	"github.com/shopspring/decimal"

	"github.com/wareloom/wareloom/engine/fault"
	"github.com/wareloom/wareloom/engine/plugin"
	"github.com/wareloom/wareloom/plugins/inventory/contract"
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
	view := plugin.View{Left: len(tasks), About: plugin.About{Table: "pick_bill", ID: st.BillID}}
	err = tx.Get(ctx, &view.Done, `SELECT COUNT(*) FROM pick_task WHERE pick_bill_id = ? AND status IN ('picked', 'short')`, st.BillID)
	if err == nil && s.Step() == plugin.StepDone {
		view.Facts, err = st.facts(ctx, tx)
	}
	if err == nil && s.Step() == stepCart {
		view.Target, err = st.walk(ctx, tx)
	}
	if err != nil || st.TaskID == 0 {
		return view, err
	}
	t, err := f.shown(ctx, tx, &st, tasks)
	if err != nil {
		return view, err
	}
	show(&view, t, s.Step(), len(st.Serials))
	view.At = t.Position
	if view.Image, err = contract.Picture(ctx, tx, t.ProductID); err != nil {
		return view, err
	}
	view.List = stops(tasks)
	if s.Step() == stepReason {
		view.List = reasons()
	}
	view.Expect, err = f.expected(ctx, s, t, tasks)
	return view, err
}

// facts are what is known of a bill at its end: where its goods lie, which of its
// orders may be packed, and how many bills of its wave wait.
func (st *pickState) facts(ctx context.Context, tx plugin.Tx) (plugin.Row, error) {
	var known struct {
		Orders int64 `db:"orders"`
		Order  int64 `db:"first"`
		Bills  int64 `db:"bills"`
	}
	err := tx.Get(ctx, &known, `SELECT COUNT(DISTINCT o.id) AS orders, COALESCE(MIN(o.id), 0) AS first,
		(SELECT COUNT(*) FROM pick_bill n JOIN pick_bill b ON b.wave_id = n.wave_id WHERE b.id = ? AND n.status = 'ready') AS bills
		FROM pick_task t JOIN sale_order o ON o.id = t.sale_order_id WHERE t.pick_bill_id = ? AND o.status = 'picked'`, st.BillID, st.BillID)
	if err != nil {
		return nil, fmt.Errorf("read what pick bill %d leads to: %w", st.BillID, err)
	}
	facts := plugin.Row{"pick_bill_id": st.BillID, "orders": known.Orders, "bills": known.Bills}
	if known.Orders > 0 {
		facts["sale_order_id"] = known.Order
	}
	if st.LpnID != 0 {
		facts["lpn_id"] = st.LpnID
	}
	return facts, nil
}

// walk says how far the bill leads, and whether that is more than a guess; positions
// without coordinates give no length.
func (st *pickState) walk(ctx context.Context, tx plugin.Tx) ([]plugin.Target, error) {
	var bill struct {
		Kind   string `db:"walk_kind"`
		Walk   int64  `db:"walk"` // hundredths of a metre
		Places int64  `db:"places"`
	}
	err := tx.Get(ctx, &bill, `SELECT COALESCE(walk_kind, '') AS walk_kind, COALESCE(walk, 0) AS walk,
		(SELECT COUNT(DISTINCT position_id) FROM pick_task WHERE pick_bill_id = b.id) AS places FROM pick_bill b WHERE b.id = ?`, st.BillID)
	if err != nil || bill.Kind == "" {
		return nil, err
	}
	walk := plugin.Target{Label: "picking.walk_" + bill.Kind, Value: decimal.New(bill.Walk, -2).Round(0).String() + " m", Size: plugin.SizeMedium, Field: "walk"}
	if bill.Kind == "sequence" {
		walk.Value = strconv.FormatInt(bill.Places, 10)
	}
	return []plugin.Target{walk}, nil
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
	id, err := heir(ctx, tx, ended)
	if i := slices.IndexFunc(tasks, func(t task) bool { return t.ID == id }); i >= 0 {
		return &tasks[i], err
	}
	return ended, err
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
	view.Max = left
	if step == stepQty {
		view.Default = left
	}
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
