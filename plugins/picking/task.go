package picking

import (
	"cmp"
	"context"
	"database/sql"
	"fmt"
	"slices"

	"github.com/wareloom/wareloom/engine/fault"
	"github.com/wareloom/wareloom/engine/plugin"
	"github.com/wareloom/wareloom/plugins/inventory/contract"
)

// task is a stop of a pick bill with what the picker must know.
type task struct {
	ID            int64         `db:"id"`
	Seq           int64         `db:"seq"`
	BillID        int64         `db:"pick_bill_id"`
	BillStatus    string        `db:"bill_status"`
	PickerID      int64         `db:"picker_id"`
	WaveID        int64         `db:"wave_id"`
	WarehouseID   int64         `db:"warehouse_id"`
	OrderID       int64         `db:"sale_order_id"`
	OrderNo       string        `db:"order_no"`
	OrderStatus   string        `db:"order_status"`
	Priority      int64         `db:"priority"`
	LineID        int64         `db:"sale_order_line_id"`
	LotAsked      string        `db:"lot_asked"`
	ReservationID int64         `db:"reservation_id"`
	QuantID       int64         `db:"quant_id"`
	PositionID    int64         `db:"position_id"`
	Position      string        `db:"position"`
	Barcode       string        `db:"barcode"` // of the position
	LpnID         sql.NullInt64 `db:"lpn_id"`
	ConsignorID   int64         `db:"consignor_id"`
	ProductID     int64         `db:"product_id"`
	SKU           string        `db:"sku"`
	Name          string        `db:"name"`
	SerialCtl     bool          `db:"serial_ctl"`
	LotID         sql.NullInt64 `db:"lot_id"`
	LotNo         string        `db:"lot_no"`
	Quality       string        `db:"quality"`
	Qty           contract.Qty  `db:"qty"`
	Picked        contract.Qty  `db:"picked_qty"`
	MoveNo        int64         `db:"move_no"`       // of the last pick; 0 before it
	InsteadOf     int64         `db:"instead_of_id"` // the task whose place it took; 0 for none
	Status        string        `db:"status"`
	life
}

func (t *task) left() contract.Qty { return t.Qty - t.Picked }

// open reports whether there is something to pick.
func (t *task) open() bool { return t.Status == "ready" || t.Status == "taken" }

func (t *task) doc() contract.Doc {
	return contract.Doc{Type: order, ID: t.OrderID, LineID: t.LineID}
}

func (t *task) goods() contract.Goods {
	return contract.Goods{ConsignorID: t.ConsignorID, ProductID: t.ProductID, LotID: t.LotID.Int64, Quality: t.Quality}
}

func (t *task) place() contract.Place {
	return contract.Place{PositionID: t.PositionID, LpnID: t.LpnID.Int64}
}

// mustBeOf refuses a bill that someone else has taken, or nobody any more.
func (t *task) mustBeOf(user int64) error {
	if t.BillStatus == "ready" || t.BillStatus == "picking" && t.PickerID != user {
		return fault.New(fault.Conflict, "picking.bill_taken")
	}
	return nil
}

// mustBeUndoable refuses to change what was done for an order that went on to the
// next station, or was cancelled.
func (t *task) mustBeUndoable(user int64) error {
	if !slices.Contains([]string{"waved", "picking", "picked", "short"}, t.OrderStatus) {
		return fault.New(fault.Conflict, "picking.went_on", "order", t.OrderNo)
	}
	return t.mustBeOf(user)
}

const taskQuestion = `SELECT t.id, t.seq, t.pick_bill_id, b.status AS bill_status, COALESCE(b.picker_id, 0) AS picker_id, b.wave_id, b.warehouse_id,
	t.sale_order_id, o.doc_no AS order_no, o.status AS order_status, COALESCE(o.priority, 0) AS priority,
	t.sale_order_line_id, COALESCE(s.lot_no, '') AS lot_asked, COALESCE(t.reservation_id, 0) AS reservation_id, COALESCE(t.quant_id, 0) AS quant_id,
	t.position_id, p.code AS position, COALESCE(p.barcode, p.code) AS barcode, q.lpn_id, t.consignor_id, t.product_id, g.sku, g.name,
	COALESCE(g.serial_ctl, ?) AS serial_ctl, t.lot_id, COALESCE(l.lot_no, '') AS lot_no, COALESCE(l.status, 'ok') <> 'ok' AS lot_held,
	COALESCE(l.exp_date, '') AS exp_date, COALESCE(g.min_ship_days, 0) AS min_ship_days, w.time_zone, t.quality, t.qty, t.picked_qty, COALESCE(t.move_no, 0) AS move_no,
	COALESCE(t.instead_of_id, 0) AS instead_of_id, t.status
	FROM pick_task t JOIN pick_bill b ON b.id = t.pick_bill_id JOIN warehouse w ON w.id = b.warehouse_id JOIN position p ON p.id = t.position_id JOIN product g ON g.id = t.product_id
	JOIN sale_order o ON o.id = t.sale_order_id JOIN sale_order_line s ON s.id = t.sale_order_line_id
	LEFT JOIN quant q ON q.id = t.quant_id LEFT JOIN lot l ON l.id = t.lot_id WHERE `

// readTask reads a task.
func readTask(ctx context.Context, tx plugin.Tx, id int64) (*task, error) {
	var t task
	if err := tx.Get(ctx, &t, taskQuestion+`t.id = ?`, false, id); err != nil {
		return nil, fmt.Errorf("read pick task %d: %w", id, err)
	}
	return &t, nil
}

// lockTask reads a task to change it, with its order locked: whoever cancels the
// order or takes it out of its wave comes before or after.
func lockTask(ctx context.Context, tx plugin.Tx, id int64) (*task, error) {
	var locked int64
	err := tx.Get(ctx, &locked, `SELECT o.id FROM sale_order o WHERE o.id = (SELECT sale_order_id FROM pick_task WHERE id = ?)`+tx.ForUpdate(), id)
	if err != nil {
		return nil, fmt.Errorf("lock order of pick task %d: %w", id, err)
	}
	return readTask(ctx, tx, id)
}

// setTask writes to a task that is locked.
func setTask(ctx context.Context, data plugin.Data, id int64, values plugin.Row) error {
	values["id"] = id
	return data.Set(ctx, "pick_task", []plugin.Row{values})
}

// openTasks reads the tasks of a bill that are still to be done, in walking order;
// those in skipped come last.
func openTasks(ctx context.Context, tx plugin.Tx, bill int64, skipped []int64) ([]task, error) {
	var all []task
	err := tx.Select(ctx, &all, taskQuestion+`t.pick_bill_id = ? AND t.status IN ('ready', 'taken') ORDER BY t.seq, t.id`, false, bill)
	if err != nil {
		return nil, fmt.Errorf("read tasks of pick bill %d: %w", bill, err)
	}
	var now, later []task
	for _, t := range all {
		if slices.Contains(skipped, t.ID) {
			later = append(later, t)
		} else {
			now = append(now, t)
		}
	}
	return append(now, later...), nil
}

// openIDs finds the first open tasks of a bill, of either status, along an index.
const openIDs = `SELECT id FROM (
	SELECT * FROM (SELECT id, seq FROM pick_task WHERE pick_bill_id = ? AND status = 'ready' AND id NOT IN ? ORDER BY seq, id LIMIT %[1]d) AS r
	UNION ALL SELECT * FROM (SELECT id, seq FROM pick_task WHERE pick_bill_id = ? AND status = 'taken' AND id NOT IN ? ORDER BY seq, id LIMIT %[1]d) AS t
	) AS o ORDER BY seq, id LIMIT %[1]d`

// nextTasks names the next open tasks of a bill, as openTasks orders them, without
// reading the others.
func nextTasks(ctx context.Context, tx plugin.Tx, bill int64, skipped []int64, most int) ([]int64, error) {
	var ids, later []int64
	err := tx.Select(ctx, &ids, fmt.Sprintf(openIDs, most), bill, skipped, bill, skipped)
	if err == nil && len(ids) < most && len(skipped) > 0 {
		err = tx.Select(ctx, &later, `SELECT id FROM pick_task WHERE pick_bill_id = ? AND status IN ('ready', 'taken') AND id IN ? ORDER BY seq, id`, bill, skipped)
	}
	if err != nil {
		return nil, fmt.Errorf("look for the next tasks of pick bill %d: %w", bill, err)
	}
	ids = append(ids, later...)
	return ids[:min(len(ids), most)], nil
}

// tasksIn reads tasks in the order of their ids.
func tasksIn(ctx context.Context, tx plugin.Tx, ids []int64) ([]task, error) {
	if len(ids) == 0 {
		return nil, nil
	}
	var tasks []task
	err := tx.Select(ctx, &tasks, taskQuestion+`t.id IN ?`, false, ids)
	if err != nil {
		return nil, fmt.Errorf("read %d pick tasks: %w", len(ids), err)
	}
	slices.SortFunc(tasks, func(a, b task) int { return cmp.Compare(slices.Index(ids, a.ID), slices.Index(ids, b.ID)) })
	return tasks, nil
}

// heir is the open task that took the place of one that ended, if there is one.
func heir(ctx context.Context, tx plugin.Tx, t *task) (int64, error) {
	var ids []int64
	err := tx.Select(ctx, &ids, `SELECT id FROM pick_task WHERE instead_of_id = ? AND status IN ('ready', 'taken') ORDER BY seq, id LIMIT 1`, t.ID)
	if err != nil || len(ids) == 0 {
		return 0, err
	}
	return ids[0], nil
}

// stateOf is the status of a document, which nobody else changes until the
// transaction ends.
func stateOf(ctx context.Context, tx plugin.Tx, table string, id int64) (string, error) {
	questions := map[string]string{
		"wave":      `SELECT status FROM wave WHERE id = ?`,
		"pick_bill": `SELECT status FROM pick_bill WHERE id = ?`,
		order:       `SELECT status FROM sale_order WHERE id = ?`,
	}
	var status string
	if err := tx.Get(ctx, &status, questions[table]+tx.ForUpdate(), id); err != nil {
		return "", fmt.Errorf("read status of %s %d: %w", table, id, err)
	}
	return status, nil
}

// actIn takes an action if the document is in the state.
func actIn(ctx context.Context, data plugin.Data, table string, id int64, state, action string) error {
	status, err := stateOf(ctx, data.SQL(), table, id)
	if err != nil || status != state {
		return err
	}
	_, err = data.Act(ctx, table, action, id, nil)
	return err
}
