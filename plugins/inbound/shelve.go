package inbound

import (
	"context"
	"database/sql"
	"errors"
	"fmt"

	"github.com/shopspring/decimal"

	"github.com/wareloom/wareloom/engine/fault"
	"github.com/wareloom/wareloom/engine/plugin"
	"github.com/wareloom/wareloom/plugins/inventory/contract"
)

// staged is free stock at a staging place. Quantities are thousandths.
type staged struct {
	QuantID     int64         `db:"id"`
	WarehouseID int64         `db:"warehouse_id"`
	PositionID  int64         `db:"position_id"`
	LpnID       sql.NullInt64 `db:"lpn_id"`
	ConsignorID int64         `db:"consignor_id"`
	Owner       string        `db:"owner"`
	ProductID   int64         `db:"product_id"`
	SKU         string        `db:"sku"`
	Name        string        `db:"name"`
	SerialCtl   bool          `db:"serial_ctl"`
	LotID       sql.NullInt64 `db:"lot_id"`
	LotNo       string        `db:"lot_no"`
	Quality     string        `db:"quality"`
	Free        int64         `db:"free"`
}

// readStaged reads the free stock at a position, or in a container.
func readStaged(ctx context.Context, tx plugin.Tx, position, lpn int64) ([]staged, error) {
	where, id := `q.position_id = ?`, position
	if lpn != 0 {
		where, id = `q.lpn_id = ?`, lpn
	}
	var list []staged
	err := tx.Select(ctx, &list, `SELECT q.id, q.warehouse_id, q.position_id, q.lpn_id, q.consignor_id, c.name AS owner, q.product_id, p.sku, p.name,
		COALESCE(p.serial_ctl, ?) AS serial_ctl, q.lot_id, COALESCE(l.lot_no, '') AS lot_no, q.quality, q.on_hand - q.reserved AS free
		FROM quant q JOIN product p ON p.id = q.product_id JOIN consignor c ON c.id = q.consignor_id LEFT JOIN lot l ON l.id = q.lot_id
		WHERE q.on_hand > q.reserved AND q.held_at IS NULL AND `+where+` ORDER BY p.sku, q.id`, false, id)
	if err != nil {
		return nil, fmt.Errorf("read staged stock: %w", err)
	}
	return list, nil
}

// suggest names the bin for goods: one that holds the same already, else the
// first empty one on the walk.
func suggest(ctx context.Context, tx plugin.Tx, g *staged) (id int64, code string, err error) {
	for _, question := range []struct {
		text string
		args []any
	}{
		{`SELECT p.id, p.code FROM quant q JOIN position p ON p.id = q.position_id JOIN storage_area a ON a.id = p.storage_area_id
			WHERE q.warehouse_id = ? AND q.product_id = ? AND COALESCE(q.lot_id, 0) = ? AND q.quality = ? AND q.on_hand > 0 AND p.position_use = 'bin'
			AND p.status IN ('normal', 'no_out') AND a.pick_allowed ORDER BY p.put_seq, p.id LIMIT 1`,
			[]any{g.WarehouseID, g.ProductID, g.LotID.Int64, g.Quality}},
		{`SELECT p.id, p.code FROM position p JOIN storage_area a ON a.id = p.storage_area_id
			WHERE p.warehouse_id = ? AND p.position_use = 'bin' AND p.status IN ('normal', 'no_out') AND a.pick_allowed AND COALESCE(a.consignor_id, ?) = ?
			AND NOT EXISTS (SELECT 1 FROM quant q WHERE q.position_id = p.id AND q.on_hand > 0) ORDER BY p.put_seq, p.id LIMIT 1`,
			[]any{g.WarehouseID, g.ConsignorID, g.ConsignorID}},
	} {
		err = tx.QueryRow(ctx, question.text, question.args...).Scan(&id, &code)
		if !errors.Is(err, sql.ErrNoRows) {
			return id, code, err
		}
	}
	return 0, "", nil
}

// shelved is what a put did, for taking it back.
type shelved struct {
	LineID int64   `json:"line"` // of the shelving order
	MoveNo int64   `json:"move"`
	Shares []share `json:"shares"`
}

// share is how much of a receipt line a put shelved, in thousandths.
type share struct {
	ReceiptLineID int64 `json:"receipt_line"`
	Qty           int64 `json:"qty"`
}

// shelve moves staged goods into a bin and writes the shelving order.
func (d dock) shelve(ctx context.Context, data plugin.Data, order *int64, g *staged, qty decimal.Decimal, to int64, serials []string) (shelved, error) {
	if *order == 0 {
		row, err := data.Save(ctx, "shelve_order", plugin.Row{"warehouse_id": g.WarehouseID, "consignor_id": g.ConsignorID})
		if err != nil {
			return shelved{}, err
		}
		*order = plugin.ID(row)
		if _, err := data.Act(ctx, "shelve_order", "start", *order, nil); err != nil {
			return shelved{}, err
		}
	}
	posted, err := d.stock.Post(ctx, data, []contract.Move{{
		Code: contract.Putaway, Doc: contract.Doc{Type: "shelve_order", ID: *order}, Qty: qty, Serials: serials,
		Goods: contract.Goods{ConsignorID: g.ConsignorID, ProductID: g.ProductID, LotID: g.LotID.Int64, Quality: g.Quality},
		From:  contract.Place{PositionID: g.PositionID, LpnID: g.LpnID.Int64}, To: contract.Place{PositionID: to},
	}})
	if err != nil {
		return shelved{}, err
	}
	row := plugin.Row{
		"shelve_order_id": *order, "product_id": g.ProductID, "qty": qty, "quality": g.Quality, "from_position_id": g.PositionID,
		"position_id": to, "move_no": posted[0].MoveNo, "lot_id": null(g.LotID.Int64),
	}
	line, err := data.Save(ctx, "shelve_order_line", row)
	if err != nil {
		return shelved{}, err
	}
	shares, err := shareOut(ctx, data, g, thousandths(qty))
	return shelved{LineID: plugin.ID(line), MoveNo: posted[0].MoveNo, Shares: shares}, err
}

// shareOut tells the receipt lines that these goods came with, the oldest first, how
// much of them is shelved, and moves their notices on.
func shareOut(ctx context.Context, data plugin.Data, g *staged, qty int64) ([]share, error) {
	var lines []struct {
		ID   int64 `db:"id"`
		Left int64 `db:"left_qty"`
	}
	err := data.SQL().Select(ctx, &lines, `SELECT id, base_qty - COALESCE(shelved_qty, 0) AS left_qty FROM receipt_line WHERE position_id = ? AND product_id = ?
		AND COALESCE(lot_id, 0) = ? AND quality = ? AND reversed_at IS NULL AND base_qty > COALESCE(shelved_qty, 0) ORDER BY id`,
		g.PositionID, g.ProductID, g.LotID.Int64, g.Quality)
	if err != nil {
		return nil, fmt.Errorf("read receipts of %s: %w", g.SKU, err)
	}
	var shares []share
	for _, l := range lines {
		part := min(l.Left, qty)
		if part <= 0 {
			break
		}
		qty -= part
		shares = append(shares, share{l.ID, part})
		if err := addShelved(ctx, data, l.ID, part); err != nil {
			return nil, err
		}
	}
	return shares, nil
}

// addShelved adds to a receipt line and its notice's line; negative takes it off.
func addShelved(ctx context.Context, data plugin.Data, receiptLine, qty int64) error {
	tx := data.SQL()
	if _, err := tx.Exec(ctx, `UPDATE receipt_line SET shelved_qty = COALESCE(shelved_qty, 0) + ? WHERE id = ?`, qty, receiptLine); err != nil {
		return fmt.Errorf("count receipt line %d: %w", receiptLine, err)
	}
	var line, notice sql.NullInt64
	err := tx.QueryRow(ctx, `SELECT l.id, l.asn_id FROM receipt_line r JOIN asn_line l ON l.id = r.asn_line_id WHERE r.id = ?`, receiptLine).Scan(&line, &notice)
	if errors.Is(err, sql.ErrNoRows) {
		return nil
	}
	if err == nil {
		_, err = tx.Exec(ctx, `UPDATE asn_line SET shelved_qty = COALESCE(shelved_qty, 0) + ?, version = version + 1 WHERE id = ?`, qty, line.Int64)
	}
	if err != nil {
		return fmt.Errorf("count notice of receipt line %d: %w", receiptLine, err)
	}
	return settleNotice(ctx, data, notice.Int64)
}

// settleNotice moves a notice on as its goods are shelved.
func settleNotice(ctx context.Context, data plugin.Data, notice int64) error {
	if err := actIn(ctx, data, notice, "counted", "start_shelving"); err != nil {
		return err
	}
	var left int64
	err := data.SQL().Get(ctx, &left, `SELECT COUNT(*) FROM asn_line WHERE asn_id = ? AND COALESCE(shelved_qty, 0) < COALESCE(received_qty, 0)`, notice)
	if err != nil {
		return fmt.Errorf("look what is left of notice %d: %w", notice, err)
	}
	if left > 0 {
		return nil
	}
	return actIn(ctx, data, notice, "shelving", "mark_done")
}

// unshelve takes a put back.
func (d dock) unshelve(ctx context.Context, data plugin.Data, s shelved) error {
	if _, err := d.stock.Reverse(ctx, data, []int64{s.MoveNo}, "undo"); err != nil {
		return err
	}
	if _, err := data.SQL().Exec(ctx, `UPDATE shelve_order_line SET reversed_at = ? WHERE id = ?`, nowMillis(), s.LineID); err != nil {
		return fmt.Errorf("reverse shelving line %d: %w", s.LineID, err)
	}
	for _, part := range s.Shares {
		if err := addShelved(ctx, data, part.ReceiptLineID, -part.Qty); err != nil {
			return err
		}
	}
	return nil
}

// reverseShelving takes a whole shelving order back.
func (d dock) reverseShelving(ctx context.Context, e *plugin.EffectEvent, _ []plugin.Row) error {
	for _, line := range e.Lines["lines"] {
		if line["reversed_at"] != nil {
			continue
		}
		shares, err := sharesOf(ctx, e.Data, line)
		if err != nil {
			return err
		}
		if err := d.unshelve(ctx, e.Data, shelved{LineID: plugin.ID(line), MoveNo: plugin.Int(line, "move_no"), Shares: shares}); err != nil {
			return err
		}
	}
	return nil
}

// sharesOf finds receipt lines that the goods of a put may be given back to, the
// newest first.
func sharesOf(ctx context.Context, data plugin.Data, line plugin.Row) ([]share, error) {
	var lines []share
	rows, err := data.SQL().Query(ctx, `SELECT id, shelved_qty FROM receipt_line WHERE position_id = ? AND product_id = ? AND COALESCE(lot_id, 0) = ? AND quality = ?
		AND shelved_qty > 0 ORDER BY id DESC`, plugin.Int(line, "from_position_id"), plugin.Int(line, "product_id"), plugin.Int(line, "lot_id"), plugin.Text(line, "quality"))
	if err != nil {
		return nil, fmt.Errorf("read receipts: %w", err)
	}
	left := thousandths(plugin.Decimal(line, "base_qty"))
	for rows.Next() {
		var s share
		if err := rows.Scan(&s.ReceiptLineID, &s.Qty); err != nil {
			return nil, errors.Join(err, rows.Close())
		}
		if s.Qty = min(s.Qty, left); s.Qty > 0 {
			lines = append(lines, s)
			left -= s.Qty
		}
	}
	return lines, errors.Join(rows.Err(), rows.Close())
}

// mustFit refuses a quantity beyond what is staged.
func mustFit(g *staged, qty decimal.Decimal) error {
	if qty.Sign() <= 0 || thousandths(qty) > g.Free {
		return fault.New(fault.Invalid, "station.over", "max", quantity(g.Free).String(), "value", qty.String())
	}
	return nil
}
