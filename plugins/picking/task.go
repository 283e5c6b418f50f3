package picking

import (
	"context"
	"database/sql"
	"errors"
	"fmt"

	"github.com/wareloom/wareloom/engine/plugin"
	"github.com/wareloom/wareloom/plugins/inventory/contract"
)

// task is a stop of a pick bill with what the picker must know. Quantities are
// thousandths.
type task struct {
	ID            int64         `db:"id"`
	BillID        int64         `db:"pick_bill_id"`
	WaveID        int64         `db:"wave_id"`
	WarehouseID   int64         `db:"warehouse_id"`
	OrderID       int64         `db:"sale_order_id"`
	LineID        int64         `db:"sale_order_line_id"`
	ReservationID int64         `db:"reservation_id"`
	PositionID    int64         `db:"position_id"`
	Position      string        `db:"position"`
	LpnID         sql.NullInt64 `db:"lpn_id"`
	ConsignorID   int64         `db:"consignor_id"`
	ProductID     int64         `db:"product_id"`
	SKU           string        `db:"sku"`
	Name          string        `db:"name"`
	SerialCtl     bool          `db:"serial_ctl"`
	LotID         sql.NullInt64 `db:"lot_id"`
	LotNo         string        `db:"lot_no"`
	Quality       string        `db:"quality"`
	Qty           int64         `db:"qty"`
	Picked        int64         `db:"picked_qty"`
	Status        string        `db:"status"`
	OrderStatus   string        `db:"order_status"`
}

func (t *task) left() int64 { return t.Qty - t.Picked }

func (t *task) goods() contract.Goods {
	return contract.Goods{ConsignorID: t.ConsignorID, ProductID: t.ProductID, LotID: t.LotID.Int64, Quality: t.Quality}
}

const taskQuestion = `SELECT t.id, t.pick_bill_id, b.wave_id, b.warehouse_id, t.sale_order_id, t.sale_order_line_id, COALESCE(t.reservation_id, 0) AS reservation_id,
	t.position_id, p.code AS position, q.lpn_id, t.consignor_id, t.product_id, g.sku, g.name, COALESCE(g.serial_ctl, ?) AS serial_ctl, t.lot_id,
	COALESCE(l.lot_no, '') AS lot_no, t.quality, t.qty, COALESCE(t.picked_qty, 0) AS picked_qty, t.status, o.status AS order_status
	FROM pick_task t JOIN pick_bill b ON b.id = t.pick_bill_id JOIN position p ON p.id = t.position_id JOIN product g ON g.id = t.product_id
	JOIN sale_order o ON o.id = t.sale_order_id LEFT JOIN quant q ON q.id = t.quant_id LEFT JOIN lot l ON l.id = t.lot_id WHERE `

// readTask reads a task.
func readTask(ctx context.Context, tx plugin.Tx, id int64) (*task, error) {
	var t task
	if err := tx.Get(ctx, &t, taskQuestion+`t.id = ?`, false, id); err != nil {
		return nil, fmt.Errorf("read pick task %d: %w", id, err)
	}
	return &t, nil
}

// openTasks reads the tasks of a bill that are still to be done, in walking order;
// those in skipped come last.
func openTasks(ctx context.Context, tx plugin.Tx, bill int64, skipped []int64) ([]task, error) {
	var all []task
	err := tx.Select(ctx, &all, taskQuestion+`t.pick_bill_id = ? AND t.status IN ('ready', 'taken') ORDER BY t.seq`, false, bill)
	if err != nil {
		return nil, fmt.Errorf("read tasks of pick bill %d: %w", bill, err)
	}
	var now, later []task
	for _, t := range all {
		if contains(skipped, t.ID) {
			later = append(later, t)
		} else {
			now = append(now, t)
		}
	}
	return append(now, later...), nil
}

func contains(list []int64, id int64) bool {
	for _, one := range list {
		if one == id {
			return true
		}
	}
	return false
}

// nextBill claims nothing yet: it names the oldest ready bill of the warehouse (of
// all, for 0), or of a wave. 0 when there is none.
func nextBill(ctx context.Context, tx plugin.Tx, warehouse, wave int64) (int64, error) {
	question, args := `SELECT id FROM pick_bill WHERE status = 'ready'`, []any{}
	if warehouse != 0 {
		question, args = question+` AND warehouse_id = ?`, append(args, warehouse)
	}
	if wave != 0 {
		question, args = question+` AND wave_id = ?`, append(args, wave)
	}
	question += ` ORDER BY id LIMIT 1`
	if tx.Dialect() == plugin.Postgres {
		question += ` FOR UPDATE SKIP LOCKED`
	}
	var id int64
	err := tx.Get(ctx, &id, question, args...)
	if errors.Is(err, sql.ErrNoRows) {
		return 0, nil
	}
	return id, err
}

// stateOf is the status of a document.
func stateOf(ctx context.Context, tx plugin.Tx, table string, id int64) (string, error) {
	questions := map[string]string{
		"wave":       `SELECT status FROM wave WHERE id = ?`,
		"pick_bill":  `SELECT status FROM pick_bill WHERE id = ?`,
		"sale_order": `SELECT status FROM sale_order WHERE id = ?`,
	}
	var status string
	if err := tx.Get(ctx, &status, questions[table], id); err != nil {
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
