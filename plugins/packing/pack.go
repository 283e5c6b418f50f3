package packing

import (
	"context"
	"fmt"

	"github.com/shopspring/decimal"

	"github.com/wareloom/wareloom/engine/plugin"
	"github.com/wareloom/wareloom/plugins/inventory/contract"
)

// pack puts everything that is picked for an order into one package: goods, order
// and package move together.
func (b bench) pack(ctx context.Context, data plugin.Data, o *order, serials map[int64][]string, box string, weight decimal.Decimal) (plugin.Row, error) {
	items, err := pickedItems(ctx, data.SQL(), o.ID)
	if err != nil {
		return nil, err
	}
	staging, err := stagingOf(ctx, data.SQL(), o.WarehouseID)
	if err != nil {
		return nil, err
	}
	if _, err := b.stock.Post(ctx, data, packMoves(o, items, staging, serials)); err != nil {
		return nil, err
	}
	made, err := savePackage(ctx, data, o, items, staging, box, weight)
	if err != nil {
		return nil, err
	}
	for _, it := range items {
		if err := addTo(ctx, data.SQL(), "packed", it.LineID, it.Qty); err != nil {
			return nil, err
		}
	}
	actions := []string{"check", "pack"}
	if weight.Sign() > 0 {
		actions = append(actions, "weigh")
	}
	for _, action := range actions {
		if _, err := data.Act(ctx, "sale_order", action, o.ID, nil); err != nil {
			return nil, err
		}
	}
	return made, nil
}

func packMoves(o *order, items []item, staging int64, serials map[int64][]string) []contract.Move {
	moves := make([]contract.Move, 0, len(items))
	for _, it := range items {
		m := contract.Move{
			Code: contract.Pack, Doc: contract.Doc{Type: "sale_order", ID: o.ID, LineID: it.LineID}, Qty: quantity(it.Qty),
			Goods: contract.Goods{ConsignorID: o.ConsignorID, ProductID: it.ProductID, LotID: it.LotID.Int64, Quality: it.Quality},
			From:  contract.Place{PositionID: it.PositionID, LpnID: it.LpnID.Int64}, To: contract.Place{PositionID: staging},
		}
		if it.SerialCtl {
			m.Serials = serials[it.LineID]
		}
		moves = append(moves, m)
	}
	return moves
}

// savePackage writes the package. Its number is the tracking number while no
// carrier has given one.
func savePackage(ctx context.Context, data plugin.Data, o *order, items []item, staging int64, box string, weight decimal.Decimal) (plugin.Row, error) {
	var lines []any
	var total int64
	for _, it := range items {
		total += it.Qty
		line := plugin.Row{"sale_order_line_id": it.LineID, "product_id": it.ProductID, "quality": it.Quality, "qty": quantity(it.Qty)}
		if it.LotID.Valid {
			line["lot_id"] = it.LotID.Int64
		}
		lines = append(lines, line)
	}
	row := plugin.Row{
		"sale_order_id": o.ID, "warehouse_id": o.WarehouseID, "consignor_id": o.ConsignorID, "position_id": staging,
		"total_qty": quantity(total), "checked_by": userOf(data), "lines": lines,
	}
	if o.CarrierID.Valid {
		row["carrier_id"] = o.CarrierID.Int64
	}
	if box != "" {
		row["box"] = box
	}
	if weight.Sign() > 0 {
		row["gross_weight"] = weight
	}
	made, err := data.Save(ctx, "package", row)
	if err != nil {
		return nil, err
	}
	number := o.TrackingNo
	if number == "" {
		number = plugin.Text(made, "package_no")
	}
	_, err = data.SQL().Exec(ctx, `UPDATE package SET tracking_no = ?, packed_at = ? WHERE id = ?`, number, nowMillis(), plugin.ID(made))
	if err == nil {
		_, err = data.SQL().Exec(ctx, `UPDATE sale_order SET tracking_no = ? WHERE id = ?`, number, o.ID)
	}
	if err != nil {
		return nil, fmt.Errorf("number package of order %d: %w", o.ID, err)
	}
	return data.Act(ctx, "package", "close", plugin.ID(made), nil)
}

func userOf(data plugin.Data) any {
	if id := data.Actor().UserID; id != 0 {
		return id
	}
	return nil
}

// reopen is the effect of package.reopen: the goods go back to the picked place
// and the order is verified anew.
func (b bench) reopen(ctx context.Context, e *plugin.EffectEvent, _ []plugin.Row) error {
	return b.takeBack(ctx, e, contract.Pack, "packed", "reopen")
}

// takeBack reverses the newest movements of a code for the package's order.
func (b bench) takeBack(ctx context.Context, e *plugin.EffectEvent, code, column, action string) error {
	order := plugin.Int(e.Head, "sale_order_id")
	var moves []int64
	err := e.Tx.Select(ctx, &moves, `SELECT move_no FROM stock_move m WHERE doc_type = 'sale_order' AND doc_id = ? AND code = ? AND leg = 1 AND reverse_of IS NULL
		AND NOT EXISTS (SELECT 1 FROM stock_move r WHERE r.reverse_of = m.move_no) ORDER BY move_no`, order, code)
	if err != nil {
		return fmt.Errorf("read movements of order %d: %w", order, err)
	}
	if _, err := b.stock.Reverse(ctx, e.Data, moves, plugin.Text(e.Params, "reason")); err != nil {
		return err
	}
	for _, line := range e.Lines["lines"] {
		if err := addTo(ctx, e.Tx, column, plugin.Int(line, "sale_order_line_id"), -plugin.Decimal(line, "qty").Shift(3).IntPart()); err != nil {
			return err
		}
	}
	_, err = e.Data.Act(ctx, "sale_order", action, order, nil)
	return err
}

// cancelShip is the effect of package.cancel_ship: the package is back at the
// staging place.
func (b bench) cancelShip(ctx context.Context, e *plugin.EffectEvent, _ []plugin.Row) error {
	_, err := e.Tx.Exec(ctx, `UPDATE package SET shipped_at = NULL, shipped_by = NULL, ship_move_no = NULL WHERE id = ?`, plugin.ID(e.Head))
	if err != nil {
		return fmt.Errorf("cancel shipment of package %d: %w", plugin.ID(e.Head), err)
	}
	return b.takeBack(ctx, e, contract.Ship, "shipped", "unship")
}
