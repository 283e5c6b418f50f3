package allocation

import (
	"context"
	"fmt"

	"github.com/shopspring/decimal"

	"github.com/wareloom/wareloom/engine/fault"
	"github.com/wareloom/wareloom/engine/plugin"
)

// copied are the line fields that goods keep in another order.
var copied = []string{"product_id", "quality", "lot_no", "price", "currency"}

// divide is an effect of an order: a line of it, or some pieces of one, go into an order
// of their own, which is where the order is.
//
// Invalid allocation.not_its_line, allocation.split_all.
func divide(ctx context.Context, e *plugin.EffectEvent, batch []plugin.Row) error {
	line := lineOf(e.Lines["lines"], plugin.Int(batch[0], "line_id"))
	if line == nil {
		return fault.New(fault.Invalid, "allocation.not_its_line").On("params.line_id")
	}
	has := plugin.Decimal(line, "base_qty")
	part := plugin.Decimal(batch[0], "qty")
	if part.IsZero() {
		part = has
	}
	if part.GreaterThan(has) || part.Equal(has) && len(e.Lines["lines"]) == 1 {
		return fault.New(fault.Invalid, "allocation.split_all", "most", has.String()).On("params.qty")
	}
	left := plugin.Row{"id": plugin.ID(line), "qty": has.Sub(part), "unit": nil}
	if part.Equal(has) {
		left = plugin.Row{"id": plugin.ID(line), "_delete": true}
	}
	if _, err := e.Data.Save(ctx, order, plugin.Row{"id": plugin.ID(e.Head), "lines": []plugin.Row{left}}); err != nil {
		return fmt.Errorf("shrink order %d: %w", plugin.ID(e.Head), err)
	}
	made, err := apart(ctx, e, line, part)
	if err != nil || plugin.Text(e.Head, "status") != "audited" {
		return err
	}
	_, err = e.Data.Act(ctx, order, "audit", plugin.ID(made), nil)
	return err
}

// apart makes the order of the pieces that are split off.
func apart(ctx context.Context, e *plugin.EffectEvent, line plugin.Row, part decimal.Decimal) (plugin.Row, error) {
	off := plugin.Row{"qty": part}
	for _, field := range copied {
		off[field] = line[field]
	}
	row := plugin.Row{"split_from_id": plugin.ID(e.Head), "lines": []plugin.Row{off}}
	for _, field := range kept {
		row[field] = e.Head[field]
	}
	if no := plugin.Text(e.Head, "ext_no"); no != "" {
		before, err := e.Data.Find(ctx, order, plugin.Where{Match: plugin.Row{"split_from_id": plugin.ID(e.Head)}})
		if err != nil {
			return nil, err
		}
		row["ext_no"] = restOf(no, fmt.Sprintf("%s-%d", plugin.Text(e.Head, "doc_no"), len(before)+1))
	}
	made, err := e.Data.Save(ctx, order, row)
	if err != nil {
		return nil, fmt.Errorf("split order %d: %w", plugin.ID(e.Head), err)
	}
	return made, nil
}

func lineOf(lines []plugin.Row, id int64) plugin.Row {
	for _, line := range lines {
		if plugin.ID(line) == id {
			return line
		}
	}
	return nil
}

// alike are the head fields in which orders that are merged must agree.
var alike = []string{
	"consignor_id", "warehouse_id", "status", "carrier_id", "receiver", "phone", "country", "province", "city", "district", "detail", "zip",
}

// merge is an effect of orders: the goods of all that go to one receiver go into the
// oldest of them, and the others are cancelled. Those that differ are left, and told why.
func merge(ctx context.Context, e *plugin.EffectEvent, _ []plugin.Row) error {
	why := func(into, head plugin.Row) *fault.Fault {
		return fault.New(fault.Conflict, "allocation.merge_differs", "order", plugin.Text(head, "doc_no"), "with", plugin.Text(into, "doc_no"))
	}
	into, merged, err := e.Merge(alike, why, func(into, head plugin.Row) error { return mergeInto(ctx, e, into, head) })
	if err != nil {
		return err
	}
	e.Tell("allocation.merged", "n", merged, "order", plugin.Text(into, "doc_no"))
	return nil
}

// mergeInto moves the lines of an order into another and cancels it.
func mergeInto(ctx context.Context, e *plugin.EffectEvent, into, head plugin.Row) error {
	var lines []plugin.Row
	for _, line := range e.Lines["lines"] {
		if plugin.Int(line, "sale_order_id") != plugin.ID(head) {
			continue
		}
		moved := plugin.Row{"qty": line["qty"], "unit": line["unit"]}
		for _, field := range copied {
			moved[field] = line[field]
		}
		lines = append(lines, moved)
	}
	if _, err := e.Data.Save(ctx, order, plugin.Row{"id": plugin.ID(into), "lines": lines}); err != nil {
		return fmt.Errorf("add lines to order %d: %w", plugin.ID(into), err)
	}
	if _, err := e.Data.Act(ctx, order, "cancel", plugin.ID(head), nil); err != nil {
		return err
	}
	if err := e.Data.Set(ctx, order, []plugin.Row{{"id": plugin.ID(head), "merged_into_id": plugin.ID(into)}}); err != nil {
		return fmt.Errorf("note that order %d was merged: %w", plugin.ID(head), err)
	}
	return nil
}
