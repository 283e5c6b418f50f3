package inbound

import (
	"context"
	"database/sql"
	"fmt"

	"github.com/shopspring/decimal"

	"github.com/wareloom/wareloom/engine/fault"
	"github.com/wareloom/wareloom/engine/plugin"
	"github.com/wareloom/wareloom/plugins/inventory/contract"
)

// task is an open line of a shelving order: goods to take from staging to a bin.
// Quantities are thousandths.
type task struct {
	LineID    int64         `db:"id"`
	QuantID   sql.NullInt64 `db:"quant_id"`
	ProductID int64         `db:"product_id"`
	SKU       string        `db:"sku"`
	Name      string        `db:"name"`
	LotNo     string        `db:"lot_no"`
	Quality   string        `db:"quality"`
	Qty       contract.Qty  `db:"base_qty"`
	From      string        `db:"from_code"`
	BinID     int64         `db:"bin_id"` // suggested; 0 when no bin takes the goods
	Bin       string        `db:"bin"`
	Barcode   string        `db:"barcode"`
}

// readTasks reads what is left of a shelving order, in the order of the walk.
func readTasks(ctx context.Context, tx plugin.Tx, order int64) ([]task, error) {
	var list []task
	err := tx.Select(ctx, &list, `SELECT l.id, l.quant_id, l.product_id, p.sku, p.name, COALESCE(t.lot_no, '') AS lot_no, l.quality, l.base_qty,
		COALESCE(f.code, '') AS from_code, COALESCE(b.id, 0) AS bin_id, COALESCE(b.code, '') AS bin, COALESCE(b.barcode, '') AS barcode FROM shelve_order_line l
		JOIN product p ON p.id = l.product_id LEFT JOIN lot t ON t.id = l.lot_id LEFT JOIN position f ON f.id = l.from_position_id
		LEFT JOIN position b ON b.id = l.suggested_position_id WHERE l.shelve_order_id = ? AND l.move_no IS NULL AND l.reversed_at IS NULL
		ORDER BY CASE WHEN b.put_seq IS NULL THEN 1 ELSE 0 END, b.put_seq, l.id`, order)
	if err != nil {
		return nil, fmt.Errorf("read tasks of shelving order %d: %w", order, err)
	}
	return list, nil
}

// ordered is a shelving order at the station.
type ordered struct {
	ID          int64         `db:"id"`
	DocNo       string        `db:"doc_no"`
	Status      string        `db:"status"`
	WarehouseID int64         `db:"warehouse_id"`
	AssignedID  sql.NullInt64 `db:"assigned_id"`
	Assigned    string        `db:"assigned"`
}

func readOrdered(ctx context.Context, tx plugin.Tx, id int64) (*ordered, error) {
	var o ordered
	err := tx.Get(ctx, &o, `SELECT o.id, o.doc_no, o.status, o.warehouse_id, o.assigned_id, COALESCE(u.true_name, '') AS assigned FROM shelve_order o
		LEFT JOIN "user" u ON u.id = o.assigned_id WHERE o.id = ?`, id)
	if err != nil {
		return nil, fmt.Errorf("read shelving order %d: %w", id, err)
	}
	return &o, nil
}

// mustBeOpen refuses an order that nothing is put away for, or that another person has.
func (o *ordered) mustBeOpen(person int64) error {
	switch o.Status {
	case "draft", "assigned", "shelving", "partly":
	default:
		return fault.New(fault.Conflict, "inbound.order_closed", "order", o.DocNo)
	}
	if o.AssignedID.Valid && o.AssignedID.Int64 != person {
		return fault.New(fault.Conflict, orderOfOther, "order", o.DocNo, "person", o.Assigned)
	}
	return nil
}

// findShelveOrders finds shelving orders by their numbers.
func findShelveOrders(ctx context.Context, data plugin.Data, code plugin.Code, scope plugin.Scope) ([]plugin.Candidate, error) {
	question, args := contract.InWarehouse(`SELECT o.id, o.doc_no, c.name FROM shelve_order o JOIN consignor c ON c.id = o.consignor_id
		WHERE (o.doc_no = ? OR o.ext_no = ?)`, "o.warehouse_id", scope, code.Text, code.Text)
	var rows []struct {
		ID    int64  `db:"id"`
		Label string `db:"doc_no"`
		Owner string `db:"name"`
	}
	if err := data.SQL().Select(ctx, &rows, question+" ORDER BY o.id LIMIT 50", args...); err != nil {
		return nil, fmt.Errorf("look up shelving order %q: %w", code.Text, err)
	}
	found := make([]plugin.Candidate, len(rows))
	for i, r := range rows {
		found[i] = plugin.Candidate{ID: r.ID, Label: r.Label, Detail: r.Owner}
	}
	return found, nil
}

// shelvePlanned puts goods of an open line away. A line of which a part is put keeps what
// is left, with a bin of its own.
func (d dock) shelvePlanned(ctx context.Context, data plugin.Data, order, line plugin.Row, p put, reason string) (shelved, error) {
	did, err := d.putAway(ctx, data, plugin.ID(order), p)
	if err != nil {
		return did, err
	}
	did.Planned = plugin.ID(line)
	values := plugin.Row{
		"suggested_position_id": line["suggested_position_id"], "position_id": p.to, "move_no": did.MoveNo, "shares": did.Shares, "other_reason": empty(reason),
	}
	if err := d.stock.Forget(ctx, data, plugin.ID(line)); err != nil {
		return did, err
	}
	if left := plugin.Decimal(line, "base_qty").Sub(p.qty); left.Sign() > 0 {
		did.LineID, err = d.putPart(ctx, data, order, line, p.qty, left, values)
	} else {
		did.LineID, values["id"] = plugin.ID(line), plugin.ID(line)
		err = data.Set(ctx, "shelve_order_line", []plugin.Row{values})
	}
	if err != nil {
		return did, err
	}
	return did, sumOrder(ctx, data, plugin.ID(order))
}

// putPart writes the part of a line that was put as a line of its own.
func (d dock) putPart(ctx context.Context, data plugin.Data, order, line plugin.Row, qty, left decimal.Decimal, values plugin.Row) (int64, error) {
	row, err := splitOff(ctx, data, line, qty, values)
	if err != nil {
		return 0, err
	}
	rest := plugin.Row{"id": plugin.ID(line), "qty": left, "base_qty": left, "suggested_position_id": nil}
	if err := data.Set(ctx, "shelve_order_line", []plugin.Row{rest}); err != nil {
		return 0, err
	}
	return plugin.ID(row), d.suggest(ctx, data, order)
}

// undoPlanned takes one put back: its goods are to be put away again.
func (d dock) undoPlanned(ctx context.Context, data plugin.Data, p shelved) error {
	if err := d.unshelve(ctx, data, []shelved{p}, "undo"); err != nil {
		return err
	}
	if err := d.reopen(ctx, data, p); err != nil {
		return err
	}
	for _, back := range [][2]string{{"done", "resume"}, {"partly", "start"}} {
		if err := actIn(ctx, data, "shelve_order", p.OrderID, back[0], back[1]); err != nil {
			return err
		}
	}
	order, err := data.Get(ctx, "shelve_order", p.OrderID)
	if err != nil {
		return err
	}
	if err := d.suggest(ctx, data, order); err != nil {
		return err
	}
	if err := sumOrder(ctx, data, p.OrderID); err != nil {
		return err
	}
	live, err := livePuts(ctx, data.SQL(), p.OrderID)
	if err != nil || live > 0 {
		return err
	}
	return actIn(ctx, data, "shelve_order", p.OrderID, "shelving", "give_back")
}

// reopen makes the goods of a put that was taken back those of its planned line again;
// what was done stays on a line of its own.
func (d dock) reopen(ctx context.Context, data plugin.Data, p shelved) error {
	line, err := data.Get(ctx, "shelve_order_line", p.LineID)
	if err != nil {
		return err
	}
	planned, err := data.Get(ctx, "shelve_order_line", p.Planned)
	if err != nil {
		return err
	}
	qty := plugin.Decimal(line, "base_qty")
	open := plugin.Row{"id": p.Planned, "suggested_position_id": nil}
	switch {
	case p.Planned == p.LineID:
		did := plugin.Row{}
		for _, field := range []string{"suggested_position_id", "position_id", "move_no", "shares", "other_reason", "reversed_at"} {
			did[field], open[field] = line[field], nil
		}
		if _, err := splitOff(ctx, data, line, qty, did); err != nil {
			return err
		}
	case planned["move_no"] == nil:
		all := plugin.Decimal(planned, "base_qty").Add(qty)
		open["qty"], open["base_qty"] = all, all
	default:
		_, err := splitOff(ctx, data, line, qty, nil)
		return err
	}
	if err := d.stock.Forget(ctx, data, p.Planned); err != nil {
		return err
	}
	return data.Set(ctx, "shelve_order_line", []plugin.Row{open})
}

// livePuts is how many puts of an order stand.
func livePuts(ctx context.Context, tx plugin.Tx, order int64) (n int64, err error) {
	err = tx.Get(ctx, &n, `SELECT COUNT(*) FROM shelve_order_line WHERE shelve_order_id = ? AND move_no IS NOT NULL AND reversed_at IS NULL`, order)
	if err != nil {
		return 0, fmt.Errorf("read shelving order %d: %w", order, err)
	}
	return n, nil
}
