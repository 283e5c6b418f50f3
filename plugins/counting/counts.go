package counting

import (
	"context"
	"fmt"

	"github.com/shopspring/decimal"

	"github.com/wareloom/wareloom/engine/fault"
	"github.com/wareloom/wareloom/engine/plugin"
	"github.com/wareloom/wareloom/plugins/counting/contract"
	stock "github.com/wareloom/wareloom/plugins/inventory/contract"
)

// table is the document of a count task.
const table = "count_task"

// Counts keeps the count tasks.
type Counts struct {
	Stock stock.Stock
}

var _ contract.Counts = Counts{}

// Raise holds doubted stock and has it counted; see contract.Counts.
func (c Counts) Raise(ctx context.Context, data plugin.Data, d contract.Doubt) (int64, error) {
	quant, err := data.Get(ctx, "quant", d.QuantID)
	if err != nil {
		return 0, err
	}
	if task, err := join(ctx, data, d, quant); err != nil || task != 0 {
		return task, err
	}
	row := plugin.Row{
		"quant_id": d.QuantID, "book_qty": quant["on_hand"], "missing_qty": d.Missing, "reason": d.Reason, "sale_order_id": null(d.OrderID),
	}
	for _, field := range []string{"warehouse_id", "position_id", "consignor_id", "product_id", "lot_id", "quality"} {
		row[field] = quant[field]
	}
	made, err := data.Save(ctx, table, row)
	if err != nil {
		return 0, fmt.Errorf("raise count of quant %d: %w", d.QuantID, err)
	}
	return plugin.ID(made), c.Stock.Hold(ctx, data, d.QuantID, plugin.Text(made, "doc_no"))
}

// join adds a doubt to the open task of its stock and gives the task; 0 when there
// is none.
func join(ctx context.Context, data plugin.Data, d contract.Doubt, quant plugin.Row) (int64, error) {
	var task int64
	err := data.SQL().Get(ctx, &task, `SELECT COALESCE(MAX(id), 0) FROM count_task WHERE quant_id = ? AND status = 'open'`, d.QuantID)
	if err != nil || task == 0 {
		return 0, err
	}
	return task, addMissing(ctx, data, task, d.Missing, quant)
}

// addMissing changes what is missing by the task; its book figure follows the stock.
func addMissing(ctx context.Context, data plugin.Data, task int64, qty decimal.Decimal, quant plugin.Row) error {
	err := data.Add(ctx, table, []plugin.Row{{"id": task, "missing_qty": qty}})
	if err == nil {
		err = data.Set(ctx, table, []plugin.Row{{"id": task, "book_qty": quant["on_hand"]}})
	}
	if err != nil {
		return fmt.Errorf("join count task %d: %w", task, err)
	}
	return nil
}

// Withdraw takes a doubt back, and its count task with the last; see contract.Counts.
func (c Counts) Withdraw(ctx context.Context, data plugin.Data, task int64, missing decimal.Decimal) error {
	row, err := data.Get(ctx, table, task)
	if err != nil {
		return err
	}
	if plugin.Text(row, "status") != "open" {
		return fault.New(fault.Conflict, "counting.settled", "task", plugin.Text(row, "doc_no"))
	}
	if plugin.Decimal(row, "missing_qty").GreaterThan(missing) {
		quant, err := data.Get(ctx, "quant", plugin.Int(row, "quant_id"))
		if err != nil {
			return err
		}
		return addMissing(ctx, data, task, missing.Neg(), quant)
	}
	_, err = data.Act(ctx, table, "withdraw", task, nil)
	return err
}

// release is the effect counting.release: the stock may be taken again.
func (c Counts) release(ctx context.Context, e *plugin.EffectEvent, _ []plugin.Row) error {
	return c.Stock.Unhold(ctx, e.Data, plugin.Int(e.Head, "quant_id"))
}

// settle is the effect counting.settle: what was counted becomes the figure. The
// difference leaves for, or comes from, the place of count differences.
func (c Counts) settle(ctx context.Context, e *plugin.EffectEvent, batch []plugin.Row) error {
	if err := c.release(ctx, e, nil); err != nil {
		return err
	}
	quant, err := e.Data.Get(ctx, "quant", plugin.Int(e.Head, "quant_id"))
	if err != nil {
		return err
	}
	diff := plugin.Decimal(batch[0], "counted_qty").Sub(plugin.Decimal(quant, "on_hand"))
	if diff.IsZero() {
		return nil
	}
	move, err := c.difference(ctx, e, quant, diff)
	if err != nil {
		return err
	}
	_, err = c.Stock.Post(ctx, e.Data, []stock.Move{move})
	return err
}

// difference is the movement that makes the figure what was counted.
func (c Counts) difference(ctx context.Context, e *plugin.EffectEvent, quant plugin.Row, diff decimal.Decimal) (stock.Move, error) {
	away, err := c.Stock.VirtualPosition(ctx, e.Data, plugin.Int(quant, "warehouse_id"), stock.UseCountDiff)
	m := stock.Move{
		Code: stock.CountDiff, Doc: stock.Doc{Type: table, ID: plugin.ID(e.Head)}, Qty: diff.Abs(), Reason: plugin.Text(e.Head, "reason"),
		Goods: stock.Goods{
			ConsignorID: plugin.Int(quant, "consignor_id"), ProductID: plugin.Int(quant, "product_id"),
			LotID: plugin.Int(quant, "lot_id"), Quality: plugin.Text(quant, "quality"),
		},
		From: stock.Place{PositionID: plugin.Int(quant, "position_id"), LpnID: plugin.Int(quant, "lpn_id")}, To: stock.Place{PositionID: away},
	}
	if diff.Sign() > 0 {
		m.From, m.To = m.To, m.From
	}
	return m, err
}

// null is nil for 0.
func null(id int64) any {
	if id == 0 {
		return nil
	}
	return id
}
