package inbound

import (
	"context"
	"fmt"
	"time"

	"github.com/shopspring/decimal"

	"github.com/wareloom/wareloom/engine/fault"
	"github.com/wareloom/wareloom/engine/plugin"
	"github.com/wareloom/wareloom/plugins/inventory/contract"
	tasks "github.com/wareloom/wareloom/plugins/tasks/contract"
)

// keptForOrder is how long the room is kept that a shelving order was suggested.
const keptForOrder = 72 * time.Hour

// planOf is how much of a staged quant open lines of shelving orders take, in thousandths,
// and one of the orders. A line is open until its goods are put away.
type planOf struct {
	Qty   contract.Qty `db:"qty"`
	Order string       `db:"order_no"`
}

func readPlan(ctx context.Context, tx plugin.Tx, quant, but int64) (planOf, error) {
	var p planOf
	err := tx.Get(ctx, &p, `SELECT COALESCE(SUM(l.base_qty), 0) AS qty, COALESCE(MIN(o.doc_no), '') AS order_no FROM shelve_order_line l
		JOIN shelve_order o ON o.id = l.shelve_order_id WHERE l.quant_id = ? AND l.id <> ? AND l.move_no IS NULL
		AND o.status IN ('draft', 'assigned', 'shelving', 'partly')`, quant, but)
	if err != nil {
		return p, fmt.Errorf("read plans of quant %d: %w", quant, err)
	}
	return p, nil
}

// stagedQuant reads staged goods by their quant.
func stagedQuant(ctx context.Context, tx plugin.Tx, quant int64) (*staged, error) {
	list, err := readStaged(ctx, tx, `q.id = ?`, quant)
	if err != nil {
		return nil, err
	}
	if len(list) == 0 {
		return nil, fault.New(fault.Conflict, "inbound.gone_from_source")
	}
	return &list[0], nil
}

// fillStaged makes a line of a shelving order that a person writes out of the staged
// goods that it names: all that is free of them and on no other order, unless he says
// less.
//
// Faults: inbound.line_of_stock, inbound.staged_taken, inbound.staged_over.
func fillStaged(ctx context.Context, e *plugin.SaveEvent) error {
	if e.Head == nil || e.New["move_no"] != nil {
		return nil
	}
	quant := plugin.Int(e.New, "quant_id")
	if quant == 0 {
		return fault.New(fault.Invalid, "inbound.line_of_stock").On("quant_id")
	}
	g, err := stagedQuant(ctx, e.Tx, quant)
	if err != nil {
		return err
	}
	plan, err := readPlan(ctx, e.Tx, quant, plugin.ID(e.New))
	if err != nil {
		return err
	}
	left := g.Free - plan.Qty
	if left <= 0 {
		return fault.New(fault.Conflict, "inbound.staged_taken", "sku", g.SKU, "order", plan.Order).On("quant_id")
	}
	if e.New["qty"] == nil {
		e.New["qty"] = left.Decimal()
	}
	if plugin.Decimal(e.New, "qty").GreaterThan(left.Decimal()) {
		return fault.New(fault.Invalid, "inbound.staged_over", "sku", g.SKU, "max", left.Text()).On("qty")
	}
	e.New["product_id"], e.New["lot_id"], e.New["quality"] = g.ProductID, null(g.LotID.Int64), g.Quality
	e.New["from_position_id"] = g.PositionID
	if !e.IsNew() && (plugin.Int(e.Old, "quant_id") != quant || !plugin.Decimal(e.Old, "qty").Equal(plugin.Decimal(e.New, "qty"))) {
		e.New["suggested_position_id"] = nil
	}
	return nil
}

// planSaved sums a shelving order up that a person saved, and suggests bins for lines that
// have none.
func (d dock) planSaved(ctx context.Context, e *plugin.SaveEvent) error {
	if plugin.Text(e.New, "status") != "draft" {
		return nil
	}
	if err := d.suggest(ctx, e.Data, e.New); err != nil {
		return err
	}
	return sumOrder(ctx, e.Data, plugin.ID(e.New))
}

// sumOrder says on a shelving order what its lines add up to.
func sumOrder(ctx context.Context, data plugin.Data, order int64) error {
	lines, err := data.Find(ctx, "shelve_order_line", plugin.Where{Match: plugin.Row{"shelve_order_id": order, "reversed_at": nil}})
	if err != nil {
		return err
	}
	total, put := decimal.Zero, decimal.Zero
	for _, line := range lines {
		qty := plugin.Decimal(line, "base_qty")
		total = total.Add(qty)
		if line["move_no"] != nil {
			put = put.Add(qty)
		}
	}
	row, err := begins(ctx, data.SQL(), lines)
	if err != nil {
		return err
	}
	row["id"], row["line_count"], row["total_qty"], row["put_qty"] = order, int64(len(lines)), total, put
	if err := data.Set(ctx, "shelve_order", []plugin.Row{row}); err != nil {
		return fmt.Errorf("sum up shelving order %d: %w", order, err)
	}
	return nil
}

// begins says in which area the first open line is fetched.
func begins(ctx context.Context, tx plugin.Tx, lines []plugin.Row) (plugin.Row, error) {
	for _, line := range lines {
		if line["move_no"] == nil {
			return tasks.Begins(ctx, tx, plugin.Int(line, "from_position_id"))
		}
	}
	return plugin.Row{}, nil
}

// openLines reads the lines of a shelving order whose goods are still staged.
func openLines(ctx context.Context, data plugin.Data, order int64) ([]plugin.Row, error) {
	return data.Find(ctx, "shelve_order_line", plugin.Where{
		Match: plugin.Row{"shelve_order_id": order, "move_no": nil, "reversed_at": nil}, Sort: []string{"line_no"},
	})
}

// suggest names a bin for each open line that has none, and keeps room there. A line of
// which a bin takes a part becomes two; one that no bin takes stays without.
func (d dock) suggest(ctx context.Context, data plugin.Data, order plugin.Row) error {
	lines, err := openLines(ctx, data, plugin.ID(order))
	if err != nil {
		return err
	}
	for len(lines) > 0 {
		line := lines[0]
		lines = lines[1:]
		if line["suggested_position_id"] != nil {
			continue
		}
		rest, err := d.suggestLine(ctx, data, order, line)
		if err != nil {
			return err
		}
		if rest != nil {
			lines = append(lines, rest)
		}
	}
	return nil
}

// suggestLine names the bin of a line, and gives the line of what it does not take.
func (d dock) suggestLine(ctx context.Context, data plugin.Data, order, line plugin.Row) (rest plugin.Row, err error) {
	qty := plugin.Decimal(line, "base_qty")
	spot, err := d.stock.Propose(ctx, data, contract.Wish{
		WarehouseID: plugin.Int(order, "warehouse_id"), Qty: qty, For: plugin.ID(line), Keep: keptForOrder,
		Goods: contract.Goods{
			ConsignorID: plugin.Int(order, "consignor_id"), ProductID: plugin.Int(line, "product_id"),
			LotID: plugin.Int(line, "lot_id"), Quality: plugin.Text(line, "quality"),
		},
	})
	if err != nil || spot.PositionID == 0 {
		return nil, err
	}
	row := plugin.Row{"id": plugin.ID(line), "suggested_position_id": spot.PositionID}
	if spot.Qty.LessThan(qty) {
		row["qty"], row["base_qty"] = spot.Qty, spot.Qty
		if rest, err = splitOff(ctx, data, line, qty.Sub(spot.Qty), nil); err != nil {
			return nil, err
		}
	}
	return rest, data.Set(ctx, "shelve_order_line", []plugin.Row{row})
}

// splitOff makes a line like another for a part of its goods.
func splitOff(ctx context.Context, data plugin.Data, line plugin.Row, qty decimal.Decimal, with plugin.Row) (plugin.Row, error) {
	row := plugin.Row{"qty": qty}
	for _, field := range []string{"shelve_order_id", "line_no", "quant_id", "product_id", "lot_id", "quality", "from_position_id"} {
		row[field] = line[field]
	}
	for field, value := range with {
		row[field] = value
	}
	return data.Save(ctx, "shelve_order_line", row)
}

// suggestAgain is the effect that forgets what was suggested and begins anew.
func (d dock) suggestAgain(ctx context.Context, e *plugin.EffectEvent, _ []plugin.Row) error {
	if err := d.forgetLines(ctx, e.Data, plugin.ID(e.Head)); err != nil {
		return err
	}
	if err := d.suggest(ctx, e.Data, e.Head); err != nil {
		return err
	}
	return sumOrder(ctx, e.Data, plugin.ID(e.Head))
}

// forgetLines gives the room back that is kept for the open lines of an order.
func (d dock) forgetLines(ctx context.Context, data plugin.Data, order int64) error {
	lines, err := openLines(ctx, data, order)
	if err != nil {
		return err
	}
	rows := make([]plugin.Row, len(lines))
	for i, line := range lines {
		if err := d.stock.Forget(ctx, data, plugin.ID(line)); err != nil {
			return err
		}
		rows[i] = plugin.Row{"id": plugin.ID(line), "suggested_position_id": nil}
	}
	return data.Set(ctx, "shelve_order_line", rows)
}

// dropShelving is the effect of a cancelled order: nothing is kept for it.
func (d dock) dropShelving(ctx context.Context, e *plugin.EffectEvent, _ []plugin.Row) error {
	return d.forgetLines(ctx, e.Data, plugin.ID(e.Head))
}

// endShelving ends an order without what is still staged of it.
func (d dock) endShelving(ctx context.Context, e *plugin.EffectEvent, _ []plugin.Row) error {
	order := plugin.ID(e.Head)
	lines, err := openLines(ctx, e.Data, order)
	if err != nil {
		return err
	}
	ids := make([]int64, len(lines))
	for i, line := range lines {
		ids[i] = plugin.ID(line)
	}
	if err := e.Data.Delete(ctx, "shelve_order_line", ids); err != nil {
		return err
	}
	return sumOrder(ctx, e.Data, order)
}

// forgetDeleted gives the room of lines back that go.
func (d dock) forgetDeleted(ctx context.Context, e *plugin.DeleteBatch) error {
	for _, line := range e.Rows {
		if err := d.stock.Forget(ctx, e.Data, plugin.ID(line)); err != nil {
			return err
		}
	}
	return nil
}

// arrivedAt is staged goods that a notice or a receipt brought, in thousandths.
type arrivedAt struct {
	QuantID int64        `db:"id"`
	Free    contract.Qty `db:"free"`
	Left    contract.Qty `db:"left_qty"` // that its receipt lines have not put away
}

// arrivedStock reads what is still staged of a notice, or of one receipt.
func arrivedStock(ctx context.Context, tx plugin.Tx, of string, id int64) ([]arrivedAt, error) {
	var list []arrivedAt
	err := tx.Select(ctx, &list, `SELECT q.id, q.on_hand - q.reserved AS free, SUM(l.base_qty - COALESCE(l.shelved_qty, 0)) AS left_qty
		FROM receipt r JOIN receipt_line l ON l.receipt_id = r.id JOIN quant q ON q.position_id = l.position_id AND q.product_id = l.product_id
			AND q.warehouse_id = r.warehouse_id AND q.consignor_id = r.consignor_id AND COALESCE(q.lot_id, 0) = COALESCE(l.lot_id, 0) AND q.quality = l.quality
		WHERE `+of+` AND l.reversed_at IS NULL AND l.base_qty > COALESCE(l.shelved_qty, 0) AND q.held_at IS NULL AND q.on_hand > q.reserved
		GROUP BY q.id, q.on_hand, q.reserved ORDER BY q.id`, id)
	if err != nil {
		return nil, fmt.Errorf("read what %d left at staging: %w", id, err)
	}
	return list, nil
}

// shelveStaged makes a shelving order of what a notice or a receipt left at staging and
// no order takes.
//
// Conflict inbound.nothing_staged.
func (d dock) shelveStaged(ctx context.Context, e *plugin.EffectEvent, batch []plugin.Row) error {
	of, id := "r.asn_id = ?", plugin.Int(batch[0], "asn_id")
	if receipt := plugin.Int(batch[0], "receipt_id"); receipt != 0 {
		of, id = "r.id = ?", receipt
	}
	list, err := arrivedStock(ctx, e.Tx, of, id)
	if err != nil {
		return err
	}
	lines := []plugin.Row{}
	for _, a := range list {
		plan, err := readPlan(ctx, e.Tx, a.QuantID, 0)
		if err != nil {
			return err
		}
		if qty := min(a.Left, a.Free-plan.Qty); qty > 0 {
			lines = append(lines, plugin.Row{"quant_id": a.QuantID, "qty": qty.Decimal()})
		}
	}
	if len(lines) == 0 {
		return fault.New(fault.Conflict, "inbound.nothing_staged", "document", plugin.Text(e.Head, "doc_no"))
	}
	notice := plugin.Int(e.Head, "asn_id")
	if e.Document.Key == "asn" {
		notice = plugin.ID(e.Head)
	}
	order, err := e.Data.Save(ctx, "shelve_order", plugin.Row{
		"warehouse_id": e.Head["warehouse_id"], "consignor_id": e.Head["consignor_id"], "asn_id": null(notice), "lines": lines,
	})
	if err == nil {
		e.Created("shelve_order", plugin.ID(order))
	}
	return err
}
