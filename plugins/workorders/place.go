package workorders

import (
	"context"
	"database/sql"
	"errors"
	"fmt"
	"maps"
	"slices"

	"github.com/wareloom/wareloom/engine/fault"
	"github.com/wareloom/wareloom/engine/plugin"
	stock "github.com/wareloom/wareloom/plugins/inventory/contract"
	tasks "github.com/wareloom/wareloom/plugins/tasks/contract"
)

// fillPlace says where the work of an order is done that names no place: at the first
// position of an area for work, else where goods are received, from where they are put
// away; and in which area that is.
//
// Invalid workorders.no_place.
func fillPlace(ctx context.Context, e *plugin.SaveEvent) error {
	warehouse := plugin.Int(e.New, "warehouse_id")
	if warehouse == 0 {
		return nil
	}
	if plugin.Int(e.New, "position_id") == 0 {
		id, err := placeIn(ctx, e.Tx, warehouse)
		if err != nil {
			return err
		}
		e.New["position_id"] = id
	}
	begins, err := tasks.Begins(ctx, e.Tx, plugin.Int(e.New, "position_id"))
	maps.Copy(e.New, begins)
	return err
}

// placeIn is where work of a warehouse is done.
func placeIn(ctx context.Context, tx plugin.Tx, warehouse int64) (id int64, err error) {
	err = tx.Get(ctx, &id, `SELECT p.id FROM position p JOIN storage_area a ON a.id = p.storage_area_id
		WHERE p.warehouse_id = ? AND p.status = 'normal' AND COALESCE(p.enabled, ?) AND (p.position_use = ? OR p.position_use = ? AND a.area_kind = 'work')
		ORDER BY CASE WHEN a.area_kind = 'work' THEN 0 ELSE 1 END, p.id LIMIT 1`, warehouse, true, stock.UseStagingIn, stock.UseBin)
	if errors.Is(err, sql.ErrNoRows) {
		return 0, fault.New(fault.Invalid, "workorders.no_place").On("position_id")
	}
	if err != nil {
		return 0, fmt.Errorf("look for a place of work in warehouse %d: %w", warehouse, err)
	}
	return id, nil
}

// findPlaces finds where what is made stands, and what is between taking and making.
func (w *work) findPlaces(ctx context.Context) (err error) {
	w.bench.PositionID = plugin.Int(w.head, "position_id")
	if w.kind() == repacking {
		if w.bench.LpnID, err = w.container(ctx); err != nil {
			return err
		}
	}
	w.away, err = w.Stock.VirtualPosition(ctx, w.data, plugin.Int(w.head, "warehouse_id"), stock.UseWork)
	return err
}

// container is the one that goods are repacked into; 0 for none. One that is named for the
// first time is a new pallet.
//
// Invalid workorders.other_container: it is another owner's, or carries what is picked;
// Conflict workorders.container_elsewhere.
func (w *work) container(ctx context.Context) (int64, error) {
	code, owner := plugin.Text(w.head, "to_container"), plugin.Int(w.head, "consignor_id")
	if code == "" {
		return 0, nil
	}
	known, err := w.data.Find(ctx, "lpn", plugin.Where{Match: plugin.Row{"warehouse_id": w.head["warehouse_id"], "barcode": code}, Lock: true})
	if err != nil {
		return 0, err
	}
	if len(known) == 0 {
		row, err := w.data.Save(ctx, "lpn", plugin.Row{
			"warehouse_id": w.head["warehouse_id"], "barcode": code, "lpn_type": "pallet", "status": "in_use", "consignor_id": owner, "position_id": w.bench.PositionID,
		})
		return plugin.ID(row), err
	}
	of, carries := plugin.Int(known[0], "consignor_id"), plugin.Text(known[0], "lpn_type")
	if of != 0 && of != owner || slices.Contains([]string{"tote", "cart"}, carries) {
		return 0, fault.New(fault.Invalid, "workorders.other_container", "code", code).On("to_container")
	}
	return plugin.ID(known[0]), w.mustStandHere(ctx, known[0])
}

// mustStandHere refuses a container whose goods lie elsewhere.
func (w *work) mustStandHere(ctx context.Context, lpn plugin.Row) error {
	var at string
	err := w.data.SQL().Get(ctx, &at, `SELECT s.code FROM quant q JOIN position s ON s.id = q.position_id
		WHERE q.lpn_id = ? AND q.on_hand > 0 AND q.position_id <> ? ORDER BY q.id LIMIT 1`, plugin.ID(lpn), w.bench.PositionID)
	if errors.Is(err, sql.ErrNoRows) {
		return nil
	}
	if err != nil {
		return fmt.Errorf("read where container %d stands: %w", plugin.ID(lpn), err)
	}
	return fault.New(fault.Conflict, "workorders.container_elsewhere", "code", plugin.Text(lpn, "barcode"), "position", at)
}
