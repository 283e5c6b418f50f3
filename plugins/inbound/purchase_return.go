package inbound

import (
	"context"
	"database/sql"
	"errors"
	"fmt"

	"github.com/wareloom/wareloom/engine/fault"
	"github.com/wareloom/wareloom/engine/plugin"
	"github.com/wareloom/wareloom/plugins/inventory/contract"
)

const purchaseReturn = "purchase_return"

// fillReturned makes a line of a purchase return out of the stock that it names: all that
// is free of it unless it says less.
//
// Invalid inbound.nothing_free.
func fillReturned(ctx context.Context, e *plugin.SaveEvent) error {
	quant := plugin.Int(e.New, "quant_id")
	if e.Head == nil || quant == 0 || plugin.Text(e.Head, "status") != "draft" {
		return nil
	}
	q, err := e.Data.Get(ctx, "quant", quant)
	if err != nil {
		return err
	}
	for _, field := range []string{"product_id", "lot_id", "quality", "position_id"} {
		e.New[field] = q[field]
	}
	if e.New["qty"] != nil {
		return nil
	}
	free := plugin.Decimal(q, "on_hand").Sub(plugin.Decimal(q, "reserved"))
	if free.Sign() <= 0 {
		return fault.New(fault.Invalid, "inbound.nothing_free").On("quant_id")
	}
	e.New["qty"] = free
	return nil
}

// keepPicked refuses changes of lines that are reserved, but for the serial numbers that
// are picked.
func keepPicked(_ context.Context, e *plugin.SaveEvent) error {
	if e.Head == nil || plugin.Text(e.Head, "status") == "draft" {
		return nil
	}
	if e.IsNew() || plugin.Int(e.Old, "quant_id") != plugin.Int(e.New, "quant_id") || !plugin.Decimal(e.Old, "qty").Equal(plugin.Decimal(e.New, "qty")) {
		return fault.New(fault.Conflict, "inbound.return_fixed", "document", plugin.Text(e.Head, "doc_no")).On("lines")
	}
	return nil
}

// keepReturned refuses that a reserved line goes.
func keepReturned(_ context.Context, e *plugin.SaveEvent) error {
	if e.IsNew() || plugin.Text(e.New, "status") == "draft" || plugin.Int(e.Old, "line_count") == plugin.Int(e.New, "line_count") {
		return nil
	}
	return fault.New(fault.Conflict, "inbound.return_fixed", "document", plugin.Text(e.New, "doc_no")).On("lines")
}

// returned is the document line of a purchase return.
func returned(e *plugin.EffectEvent, line plugin.Row) contract.Doc {
	return contract.Doc{Type: purchaseReturn, ID: plugin.ID(e.Head), LineID: plugin.ID(line)}
}

// reserveReturn keeps the stock of a purchase return.
func (d dock) reserveReturn(ctx context.Context, e *plugin.EffectEvent, _ []plugin.Row) error {
	var claims []contract.Claim
	for _, line := range e.Lines["lines"] {
		claims = append(claims, contract.Claim{Doc: returned(e, line), QuantID: plugin.Int(line, "quant_id"), Qty: plugin.Decimal(line, "base_qty")})
	}
	_, err := d.stock.Reserve(ctx, e.Data, claims)
	return err
}

func (d dock) releaseReturn(ctx context.Context, e *plugin.EffectEvent, _ []plugin.Row) error {
	_, err := d.stock.Release(ctx, e.Data, contract.Doc{Type: purchaseReturn, ID: plugin.ID(e.Head)})
	return err
}

// waitingPlace is where the picked goods of a return wait: the document's position, else
// the warehouse's first for goods that leave.
//
// Conflict inbound.no_ship_staging.
func waitingPlace(ctx context.Context, e *plugin.EffectEvent) (int64, error) {
	if id := plugin.Int(e.Head, "position_id"); id != 0 {
		return id, nil
	}
	var id int64
	err := e.Tx.Get(ctx, &id, `SELECT id FROM position WHERE warehouse_id = ? AND position_use = ? AND status = 'normal' ORDER BY id LIMIT 1`,
		plugin.Int(e.Head, "warehouse_id"), contract.UseShipStaging)
	if errors.Is(err, sql.ErrNoRows) {
		return 0, fault.New(fault.Conflict, "inbound.no_ship_staging").On("position_id")
	}
	if err != nil {
		return 0, fmt.Errorf("look for where goods wait: %w", err)
	}
	return id, e.Data.Set(ctx, purchaseReturn, []plugin.Row{{"id": plugin.ID(e.Head), "position_id": id}})
}

// reservationsOf are the reservations of the lines of a purchase return.
func reservationsOf(ctx context.Context, tx plugin.Tx, document int64) (map[int64]int64, error) {
	var rows []struct {
		ID     int64 `db:"id"`
		LineID int64 `db:"line_id"`
	}
	err := tx.Select(ctx, &rows, `SELECT id, line_id FROM reservation WHERE doc_type = ? AND doc_id = ? AND status IN ('active', 'consumed') ORDER BY id`, purchaseReturn, document)
	if err != nil {
		return nil, fmt.Errorf("read reservations of return %d: %w", document, err)
	}
	of := make(map[int64]int64, len(rows))
	for _, r := range rows {
		of[r.LineID] = r.ID
	}
	return of, nil
}

// goodsOf is what a line of a purchase return sends back.
func goodsOf(e *plugin.EffectEvent, line plugin.Row) contract.Goods {
	return contract.Goods{
		ConsignorID: plugin.Int(e.Head, "consignor_id"), ProductID: plugin.Int(line, "product_id"), LotID: plugin.Int(line, "lot_id"), Quality: plugin.Text(line, "quality"),
	}
}

// numbersOf are the serial numbers of a line.
func numbersOf(line plugin.Row) []string {
	list, _ := line["serials"].([]any)
	var numbers []string
	for _, one := range list {
		if no, ok := one.(string); ok {
			numbers = append(numbers, no)
		}
	}
	return numbers
}

// pickReturn takes the reserved goods to where they wait.
func (d dock) pickReturn(ctx context.Context, e *plugin.EffectEvent, _ []plugin.Row) error {
	to, err := waitingPlace(ctx, e)
	if err != nil {
		return err
	}
	kept, err := reservationsOf(ctx, e.Tx, plugin.ID(e.Head))
	if err != nil {
		return err
	}
	var moves []contract.Move
	for _, line := range e.Lines["lines"] {
		quant, err := e.Data.Get(ctx, "quant", plugin.Int(line, "quant_id"))
		if err != nil {
			return err
		}
		moves = append(moves, contract.Move{
			Code: contract.Pick, Doc: returned(e, line), Goods: goodsOf(e, line), Qty: plugin.Decimal(line, "base_qty"), Serials: numbersOf(line),
			From: contract.Place{PositionID: plugin.Int(quant, "position_id"), LpnID: plugin.Int(quant, "lpn_id")}, To: contract.Place{PositionID: to},
			ReservationID: kept[plugin.ID(line)],
		})
	}
	posted, err := d.stock.Post(ctx, e.Data, moves)
	if err != nil {
		return err
	}
	rows := make([]plugin.Row, len(posted))
	for i, line := range e.Lines["lines"] {
		rows[i] = plugin.Row{"id": plugin.ID(line), "move_no": posted[i].MoveNo}
	}
	return e.Data.Set(ctx, purchaseReturn+"_line", rows)
}

// unpickReturn puts picked goods back where they were, reserved as before.
func (d dock) unpickReturn(ctx context.Context, e *plugin.EffectEvent, _ []plugin.Row) error {
	kept, err := reservationsOf(ctx, e.Tx, plugin.ID(e.Head))
	if err != nil {
		return err
	}
	var moves []int64
	rows := []plugin.Row{}
	for _, line := range e.Lines["lines"] {
		moves = append(moves, plugin.Int(line, "move_no"))
		rows = append(rows, plugin.Row{"id": plugin.ID(line), "move_no": nil})
	}
	if _, err := d.stock.Reverse(ctx, e.Data, moves, "put back"); err != nil {
		return err
	}
	for _, line := range e.Lines["lines"] {
		if err := d.stock.Restore(ctx, e.Data, kept[plugin.ID(line)], plugin.Decimal(line, "base_qty")); err != nil {
			return err
		}
	}
	return e.Data.Set(ctx, purchaseReturn+"_line", rows)
}

// shipReturn sends the picked goods to the vendor.
func (d dock) shipReturn(ctx context.Context, e *plugin.EffectEvent, _ []plugin.Row) error {
	vendor, err := d.stock.VirtualPosition(ctx, e.Data, plugin.Int(e.Head, "warehouse_id"), contract.UseVendor)
	if err != nil {
		return err
	}
	var moves []contract.Move
	for _, line := range e.Lines["lines"] {
		moves = append(moves, contract.Move{
			Code: contract.ReturnToVendor, Doc: returned(e, line), Goods: goodsOf(e, line), Qty: plugin.Decimal(line, "base_qty"), Serials: numbersOf(line),
			From: contract.Place{PositionID: plugin.Int(e.Head, "position_id")}, To: contract.Place{PositionID: vendor},
		})
	}
	_, err = d.stock.Post(ctx, e.Data, moves)
	return err
}
