package picking

import (
	"context"
	"fmt"
	"slices"
	"strconv"

	"github.com/wareloom/wareloom/engine/fault"
	"github.com/wareloom/wareloom/engine/plugin"
	"github.com/wareloom/wareloom/plugins/inventory/contract"
)

// listed is how many of the next stops the screen lists.
const listed = 5

// show shows where to go, what to take and how many.
func (t *pick) show(ctx context.Context, view *plugin.View) error {
	if t.BillID == 0 {
		return nil
	}
	tx := t.Data.SQL()
	ids, err := nextTasks(ctx, tx, t.BillID, t.Skipped, listed)
	if err != nil {
		return err
	}
	tasks, err := tasksIn(ctx, tx, ids)
	view.Done, view.Left, view.About = t.Done, t.Left, plugin.About{Table: "pick_bill", ID: t.BillID}
	if err == nil && t.Step() == plugin.StepDone {
		view.Facts, err = t.facts(ctx, tx)
	}
	if err == nil && t.Step() == stepCart {
		view.Target, err = t.walk(ctx, tx)
	}
	if err != nil || t.TaskID == 0 {
		return err
	}
	stop, err := t.shown(ctx, tx, tasks)
	if err != nil {
		return err
	}
	showStop(view, stop, t.Step(), len(t.Serials))
	if view.Image, err = contract.Picture(ctx, tx, stop.ProductID); err != nil {
		return err
	}
	view.List = stops(tasks)
	if t.Step() == stepReason {
		view.List = plugin.Reasons("picking.reason.", shortReasons)
	}
	view.Expect, err = t.expected(ctx, stop)
	return err
}

// facts are what is known of a bill at its end: where its goods lie, which of its
// orders may be packed, and how many bills of its wave wait.
func (t *pick) facts(ctx context.Context, tx plugin.Tx) (plugin.Row, error) {
	var known struct {
		Orders int64 `db:"orders"`
		Order  int64 `db:"first"`
		Bills  int64 `db:"bills"`
	}
	err := tx.Get(ctx, &known, `SELECT COUNT(DISTINCT o.id) AS orders, COALESCE(MIN(o.id), 0) AS first,
		(SELECT COUNT(*) FROM pick_bill n JOIN pick_bill b ON b.wave_id = n.wave_id WHERE b.id = ? AND n.status = 'ready') AS bills
		FROM pick_task t JOIN sale_order o ON o.id = t.sale_order_id WHERE t.pick_bill_id = ? AND o.status = 'picked'`, t.BillID, t.BillID)
	if err != nil {
		return nil, fmt.Errorf("read what pick bill %d leads to: %w", t.BillID, err)
	}
	facts := plugin.Row{"pick_bill_id": t.BillID, "orders": known.Orders, "bills": known.Bills}
	if known.Orders > 0 {
		facts["sale_order_id"] = known.Order
	}
	if t.LpnID != 0 {
		facts["lpn_id"] = t.LpnID
	}
	return facts, nil
}

// walk says how far the bill leads, and whether that is more than a guess; positions
// without coordinates give no length.
func (t *pick) walk(ctx context.Context, tx plugin.Tx) ([]plugin.Target, error) {
	var bill struct {
		Kind   string        `db:"walk_kind"`
		Walk   contract.Walk `db:"walk"`
		Places int64         `db:"places"`
	}
	err := tx.Get(ctx, &bill, `SELECT COALESCE(walk_kind, '') AS walk_kind, COALESCE(walk, 0) AS walk,
		(SELECT COUNT(DISTINCT position_id) FROM pick_task WHERE pick_bill_id = b.id) AS places FROM pick_bill b WHERE b.id = ?`, t.BillID)
	if err != nil || bill.Kind == "" {
		return nil, err
	}
	walk := plugin.Target{Label: "picking.walk_" + bill.Kind, Value: bill.Walk.Decimal().Round(0).String() + " m", Size: plugin.SizeMedium, Field: "walk"}
	if bill.Kind == "sequence" {
		walk.Value = strconv.FormatInt(bill.Places, 10)
	}
	return []plugin.Target{walk}, nil
}

// shown is the stop that the next input is about.
func (t *pick) shown(ctx context.Context, tx plugin.Tx, tasks []task) (*task, error) {
	at := func(id int64) int { return slices.IndexFunc(tasks, func(open task) bool { return open.ID == id }) }
	if i := at(t.TaskID); i >= 0 {
		return &tasks[i], nil
	}
	ended, err := readTask(ctx, tx, t.TaskID)
	if err != nil {
		return nil, err
	}
	id, err := heir(ctx, tx, ended)
	if err != nil || id == 0 {
		return ended, err
	}
	return readTask(ctx, tx, id)
}

// showStop fills the screen of a stop: the position is largest until the picker is
// there, then the quantity.
func showStop(view *plugin.View, t *task, step string, serials int) {
	position, qty := plugin.SizeLarge, plugin.SizeHuge
	if step == stepPosition {
		position, qty = plugin.SizeHuge, plugin.SizeLarge
		view.Speak = t.Position
	}
	left := t.left().Text()
	view.At = t.Position
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
	view.Prompt = fault.Params{"position": t.Position, "sku": t.SKU, "max": left, "left": (t.left() - contract.Pieces(serials)).Text()}
}

func stops(tasks []task) []plugin.Choice {
	var list []plugin.Choice
	for _, t := range tasks {
		list = append(list, plugin.Choice{Code: t.Barcode, Label: t.Position, Detail: t.SKU + " × " + t.left().Text(), State: "open"})
	}
	return list
}
