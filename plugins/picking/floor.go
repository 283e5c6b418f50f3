package picking

import (
	"context"
	"database/sql"
	"errors"
	"fmt"
	"slices"

	"github.com/wareloom/wareloom/engine/fault"
	"github.com/wareloom/wareloom/engine/plugin"
	counting "github.com/wareloom/wareloom/plugins/counting/contract"
	"github.com/wareloom/wareloom/plugins/inventory/contract"
)

// The document picked for, and its lines.
const (
	order     = "sale_order"
	orderLine = "sale_order_line"
)

// soundError goes with an input that was taken but did not do what it was meant
// for.
const soundError = "error"

// Waves is what picking asks of waves.
type Waves interface {
	// Forget takes an order out of its wave: its open tasks leave their pick bills,
	// and what is left without a task is closed.
	Forget(ctx context.Context, data plugin.Data, order int64) error
	// Recount sums the tasks of a wave anew into its pick bills and the wave.
	Recount(ctx context.Context, data plugin.Data, wave int64) error
	// Rejoin puts an order that left its wave back into it. Conflict: the wave is
	// cancelled.
	Rejoin(ctx context.Context, data plugin.Data, order, wave int64) error
	// Reopen has a wave of which all was picked be picked again.
	Reopen(ctx context.Context, data plugin.Data, wave int64) error
	// Reroute puts the open tasks of a pick bill into the order of the shortest walk
	// from a position.
	Reroute(ctx context.Context, data plugin.Data, bill, position int64) error
	// Settle closes the pick bills of a wave of which nothing is left to pick, and
	// the wave when none of them is open any more.
	Settle(ctx context.Context, data plugin.Data, wave int64) error
}

// floor is what both stations need.
type floor struct {
	stock  contract.Stock
	waves  Waves
	counts counting.Counts
	codes  *plugin.Codes
}

// warehouseOf is the warehouse that the station was started in; 0 for any.
func warehouseOf(s *plugin.Session) int64 { return plugin.Int(s.Params, "warehouse_id") }

// scopeOf narrows codes to that warehouse.
func scopeOf(s *plugin.Session) plugin.Scope { return s.Scope("warehouse_id") }

// place resolves a scanned position of the warehouse.
func (f floor) place(ctx context.Context, s *plugin.Session, code string, warehouse int64) (plugin.Candidate, error) {
	found, err := f.codes.Resolve(ctx, s.Data, code, plugin.Scope{"warehouse_id": warehouse}, "position")
	if err != nil {
		return plugin.Candidate{}, err
	}
	return found[0], nil // a warehouse has each barcode once
}

// bin is a scanned position where goods are kept.
func (f floor) bin(ctx context.Context, s *plugin.Session, code string, warehouse int64) (plugin.Candidate, error) {
	at, err := f.place(ctx, s, code, warehouse)
	if err != nil {
		return at, err
	}
	var use string
	if err := s.Data.SQL().Get(ctx, &use, `SELECT position_use FROM position WHERE id = ?`, at.ID); err != nil {
		return at, fmt.Errorf("read position %d: %w", at.ID, err)
	}
	if use != contract.UseBin {
		return at, fault.New(fault.Invalid, "picking.not_a_bin", "position", at.Label)
	}
	return at, nil
}

// tote finds the tote with a code. One that is scanned for the first time is known
// from then on; a code that means something else is refused.
func (f floor) tote(ctx context.Context, s *plugin.Session, warehouse int64, code string) (int64, error) {
	found, err := f.codes.Resolve(ctx, s.Data, code, plugin.Scope{"warehouse_id": warehouse}, "lpn", "position", "product", "sku", "pick_bill", "wave", "order")
	if fault.IsKey(err, "station.code_unknown") {
		row, err := s.Data.Save(ctx, "lpn", plugin.Row{"warehouse_id": warehouse, "barcode": code, "lpn_type": "tote", "status": "in_use"})
		return plugin.ID(row), err
	}
	if err != nil {
		return 0, err
	}
	if kind := found[0].Detail; found[0].Kind != "lpn" || kind != "tote" && kind != "cart" {
		return 0, fault.New(fault.Invalid, "picking.not_a_tote", "code", code)
	}
	return found[0].ID, nil
}

// products are the products that a code may mean.
func (f floor) products(ctx context.Context, s *plugin.Session, code string, scope plugin.Scope) ([]plugin.Candidate, error) {
	return f.codes.Resolve(ctx, s.Data, code, scope, "product", "sku")
}

// pickPosition is the warehouse's place for picked goods.
func pickPosition(ctx context.Context, data plugin.Data, warehouse int64) (int64, error) {
	var id int64
	err := data.SQL().Get(ctx, &id, `SELECT id FROM position WHERE warehouse_id = ? AND position_use = ? AND status = 'normal' ORDER BY id LIMIT 1`, warehouse, contract.UseTote)
	if errors.Is(err, sql.ErrNoRows) {
		return 0, fault.New(fault.Conflict, "picking.no_pick_position")
	}
	return id, err
}

// addSerial adds a scanned serial number to those scanned before it: a number that
// lies at the place, and only once.
func (f floor) addSerial(ctx context.Context, s *plugin.Session, list []string, productID int64, at contract.Place, code string) ([]string, error) {
	found, err := f.codes.Resolve(ctx, s.Data, code, plugin.Scope{"product_id": productID}, "serial")
	if err != nil {
		return nil, err
	}
	serial := found[0].Label // a product has each number once
	if slices.Contains(list, serial) {
		return nil, fault.New(fault.Invalid, "picking.serial_twice", "serial", serial)
	}
	var here int64
	err = s.Data.SQL().Get(ctx, &here, `SELECT COUNT(*) FROM serial n JOIN quant q ON q.id = n.quant_id
		WHERE n.id = ? AND q.position_id = ? AND COALESCE(q.lpn_id, 0) = ?`, found[0].ID, at.PositionID, at.LpnID)
	if err != nil {
		return nil, fmt.Errorf("look up serial %q: %w", serial, err)
	}
	if here == 0 {
		return nil, fault.New(fault.Invalid, "picking.serial_elsewhere", "serial", serial)
	}
	return append(list, serial), nil
}

// addPicked puts picked goods on a line, or takes them off when negative.
func addPicked(ctx context.Context, data plugin.Data, line int64, qty contract.Qty) error {
	if err := data.Add(ctx, orderLine, []plugin.Row{{"id": line, "picked_qty": qty.Decimal()}}); err != nil {
		return fmt.Errorf("write picked quantity of line %d: %w", line, err)
	}
	return nil
}

// findOrders finds orders by their numbers.
func findOrders(ctx context.Context, data plugin.Data, code plugin.Code, scope plugin.Scope) ([]plugin.Candidate, error) {
	question, args := contract.InWarehouse(`SELECT o.id, o.doc_no, c.name FROM sale_order o JOIN consignor c ON c.id = o.consignor_id
		WHERE (o.doc_no = ? OR o.ext_no = ? OR o.tracking_no = ?)`, "o.warehouse_id", scope, code.Text, code.Text, code.Text)
	var rows []struct {
		ID    int64  `db:"id"`
		Label string `db:"doc_no"`
		Owner string `db:"name"`
	}
	if err := data.SQL().Select(ctx, &rows, question+" ORDER BY o.id LIMIT 50", args...); err != nil {
		return nil, fmt.Errorf("look up order %q: %w", code.Text, err)
	}
	var found []plugin.Candidate
	for _, r := range rows {
		found = append(found, plugin.Candidate{ID: r.ID, Label: r.Label, Detail: r.Owner})
	}
	return found, nil
}
