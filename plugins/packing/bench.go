package packing

import (
	"context"
	"database/sql"
	"errors"
	"fmt"

	"github.com/wareloom/wareloom/engine/fault"
	"github.com/wareloom/wareloom/engine/plugin"
	"github.com/wareloom/wareloom/plugins/inventory/contract"
	lights "github.com/wareloom/wareloom/plugins/lights/contract"
	picks "github.com/wareloom/wareloom/plugins/picking/contract"
)

// bench is what all stations need.
type bench struct {
	stock contract.Stock
	picks picks.Picks
	walls lights.Walls
	codes *plugin.Codes
}

// order is an order with what packing must know of it.
type order struct {
	ID          int64         `db:"id"`
	DocNo       string        `db:"doc_no"`
	Status      string        `db:"status"`
	WarehouseID int64         `db:"warehouse_id"`
	ConsignorID int64         `db:"consignor_id"`
	CarrierID   sql.NullInt64 `db:"carrier_id"`
	WaveID      sql.NullInt64 `db:"wave_id"`
	TrackingNo  string        `db:"tracking_no"`
	Held        bool          `db:"held"`
	Intercepted bool          `db:"intercepted"`
	HoldReason  string        `db:"hold_reason"`
	HoldPlace   string        `db:"hold_place"` // where it is put meanwhile
	ShortReason string        `db:"short_reason"`
	WaitsIn     string        `db:"waits_in"` // where what is picked of a short order lies
}

const orderQuestion = `SELECT id, doc_no, status, warehouse_id, consignor_id, carrier_id, wave_id, COALESCE(tracking_no, '') AS tracking_no,
	held_at IS NOT NULL AS held, intercepted_at IS NOT NULL AS intercepted, COALESCE(hold_reason, '') AS hold_reason, COALESCE(hold_place, '') AS hold_place,
	COALESCE(short_reason, '') AS short_reason, COALESCE(waits_in, '') AS waits_in FROM sale_order WHERE `

func readOrder(ctx context.Context, tx plugin.Tx, id int64) (*order, error) {
	return oneOrder(ctx, tx, id, "")
}

// lockOrder reads an order that nobody else changes until the transaction ends.
func lockOrder(ctx context.Context, tx plugin.Tx, id int64) (*order, error) {
	return oneOrder(ctx, tx, id, tx.ForUpdate())
}

// oneOrder reads an order, with the clause that locks it, if any.
func oneOrder(ctx context.Context, tx plugin.Tx, id int64, lock string) (*order, error) {
	var o order
	if err := tx.Get(ctx, &o, orderQuestion+`id = ?`+lock, id); err != nil {
		return nil, fmt.Errorf("read order %d: %w", id, err)
	}
	return &o, nil
}

// mustGoOn refuses an order that is held or intercepted, and says where it is put. A
// station that has it at hand sounds unlike at any mistake.
func (o *order) mustGoOn() error {
	key := "packing.held"
	switch {
	case o.Intercepted:
		key = "packing.intercepted"
	case !o.Held:
		return nil
	}
	if o.HoldPlace != "" {
		key += "_at"
	}
	return plugin.Stop(fault.New(fault.Conflict, key, "order", o.DocNo, "reason", o.HoldReason, "place", o.HoldPlace))
}

// mustNotStop is mustGoOn of an order that is at work: it may be cancelled, too.
func (o *order) mustNotStop() error {
	if o.Status == "cancelled" {
		return plugin.Stop(fault.New(fault.Conflict, "packing.cancelled", "order", o.DocNo))
	}
	return o.mustGoOn()
}

// mustBePicked refuses an order that is not there to be verified. One that was
// reopened is checked.
func (o *order) mustBePicked() error {
	if o.WaitsIn != "" && o.Status != "cancelled" {
		return fault.New(fault.Conflict, "packing.waits_for_rest", "order", o.DocNo, "reason", o.ShortReason, "place", o.WaitsIn)
	}
	switch o.Status {
	case "picked", "checked":
		return o.mustGoOn()
	case "cancelled":
		return fault.New(fault.Conflict, "packing.cancelled", "order", o.DocNo)
	default:
		return fault.New(fault.Conflict, "packing.not_picked", "order", o.DocNo)
	}
}

// item is picked goods of an order line that wait to be packed.
type item struct {
	OrderID    int64         `db:"order_id" json:"order"`
	LineID     int64         `db:"line_id" json:"line"`
	ProductID  int64         `db:"product_id" json:"product"`
	SKU        string        `db:"sku" json:"sku"`
	Name       string        `db:"name" json:"name"`
	SerialCtl  bool          `db:"serial_ctl" json:"serial_ctl,omitempty"`
	PositionID int64         `db:"position_id" json:"position"`
	LpnID      sql.NullInt64 `db:"lpn_id" json:"lpn"`
	LotID      sql.NullInt64 `db:"lot_id" json:"lot"`
	Quality    string        `db:"quality" json:"quality"`
	Qty        contract.Qty  `db:"qty" json:"qty"`
}

// pickedItems sums the ledger: what lies picked for an order.
func pickedItems(ctx context.Context, tx plugin.Tx, order int64) ([]item, error) {
	byOrder, err := pickedOf(ctx, tx, []int64{order})
	return byOrder[order], err
}

// pickedOf sums the ledger: what lies picked for each of some orders.
func pickedOf(ctx context.Context, tx plugin.Tx, orders []int64) (map[int64][]item, error) {
	var list []item
	err := tx.Select(ctx, &list, `SELECT m.doc_id AS order_id, m.line_id, m.product_id, g.sku, g.name, COALESCE(g.serial_ctl, ?) AS serial_ctl, m.position_id, m.lpn_id, m.lot_id, m.quality, m.qty
		FROM (SELECT doc_id, line_id, product_id, position_id, lpn_id, lot_id, quality, SUM(qty) AS qty FROM stock_move
			WHERE doc_type = 'sale_order' AND doc_id IN ? GROUP BY doc_id, line_id, product_id, position_id, lpn_id, lot_id, quality HAVING SUM(qty) > 0) m
		JOIN position p ON p.id = m.position_id JOIN product g ON g.id = m.product_id
		WHERE p.position_use = 'tote' ORDER BY m.doc_id, m.line_id, m.position_id, m.lpn_id, m.lot_id`, false, orders)
	if err != nil {
		return nil, fmt.Errorf("read what is picked for %d orders: %w", len(orders), err)
	}
	byOrder := map[int64][]item{}
	for _, it := range list {
		byOrder[it.OrderID] = append(byOrder[it.OrderID], it)
	}
	return byOrder, nil
}

// pickedLines are the lines of an order of which something lies picked, with how much: by the
// sums that lines keep and an invariant holds against the ledger, which no scan is to add up.
func pickedLines(ctx context.Context, tx plugin.Tx, order int64) ([]line, error) {
	var list []line
	err := tx.Select(ctx, &list, `SELECT l.sale_order_id AS order_id, l.id AS line_id, l.product_id, g.sku, g.name, COALESCE(g.serial_ctl, ?) AS serial_ctl, l.picked_qty - l.packed_qty AS qty
		FROM sale_order_line l JOIN product g ON g.id = l.product_id
		WHERE l.sale_order_id = ? AND l.picked_qty > l.packed_qty ORDER BY l.id`, false, order)
	if err != nil {
		return nil, fmt.Errorf("read picked lines of order %d: %w", order, err)
	}
	return list, nil
}

// stagingOf is the warehouse's place for packages that wait for the carrier.
func stagingOf(ctx context.Context, tx plugin.Tx, warehouse int64) (int64, error) {
	var id int64
	err := tx.Get(ctx, &id, `SELECT id FROM position WHERE warehouse_id = ? AND position_use = ? AND status = 'normal' ORDER BY id LIMIT 1`, warehouse, contract.UseShipStaging)
	if errors.Is(err, sql.ErrNoRows) {
		return 0, fault.New(fault.Conflict, "packing.no_staging")
	}
	return id, err
}

// addTo adds to a quantity of order lines by line.
func addTo(ctx context.Context, data plugin.Data, field string, byLine map[int64]contract.Qty) error {
	rows := make([]plugin.Row, 0, len(byLine))
	for line, qty := range byLine {
		rows = append(rows, plugin.Row{"id": line, field: qty.Decimal()})
	}
	if err := data.Add(ctx, "sale_order_line", rows); err != nil {
		return fmt.Errorf("write %s of %d lines: %w", field, len(rows), err)
	}
	return nil
}

// findPackages finds packages by their numbers.
func findPackages(ctx context.Context, data plugin.Data, code plugin.Code, scope plugin.Scope) ([]plugin.Candidate, error) {
	question, args := contract.InWarehouse(`SELECT id, package_no FROM package WHERE (package_no = ? OR tracking_no = ?) AND status <> 'cancelled'`,
		"warehouse_id", scope, code.Text, code.Text)
	var rows []struct {
		ID    int64  `db:"id"`
		Label string `db:"package_no"`
	}
	if err := data.SQL().Select(ctx, &rows, question+` ORDER BY id LIMIT 50`, args...); err != nil {
		return nil, fmt.Errorf("look up package %q: %w", code.Text, err)
	}
	var found []plugin.Candidate
	for _, r := range rows {
		found = append(found, plugin.Candidate{ID: r.ID, Label: r.Label})
	}
	return found, nil
}
