package inbound

import (
	"context"
	"database/sql"
	"errors"
	"fmt"
	"slices"

	"github.com/shopspring/decimal"

	"github.com/wareloom/wareloom/engine/fault"
	"github.com/wareloom/wareloom/engine/plugin"
	"github.com/wareloom/wareloom/plugins/inventory/contract"
)

// Refusals that a supervisor may let pass.
const (
	overReceipt = "inbound.over_receipt"
	otherLot    = "inbound.other_lot"
)

// good is the quality of goods without a fault.
const good = "ZP"

// arrival is goods received by one scan.
type arrival struct {
	of      wanted
	qty     decimal.Decimal
	lotNo   string
	expDate string
	quality string
	serials []string
	leave   bool // a supervisor lets more come than the tolerance
}

// received is what one receipt line holds, for taking it back.
type received struct {
	ReceiptLineID int64        `json:"receipt_line"`
	LineID        int64        `json:"line"`
	MoveNo        int64        `json:"move"`
	Qty           contract.Qty `json:"qty"`
	Damaged       bool         `json:"damaged,omitempty"`
}

// receive posts an arrival to the staging position and writes it to the open
// receipt of the notice, a line for each line of the notice that it counts for.
//
// Faults: inbound.over_receipt, inbound.counted_already, and those of the ledger.
func (d dock) receive(ctx context.Context, data plugin.Data, notice, staging int64, a arrival) ([]received, error) {
	if err := lockNotices(ctx, data.SQL(), []int64{notice}); err != nil {
		return nil, err
	}
	n, err := readNotice(ctx, data.SQL(), notice)
	if err != nil {
		return nil, err
	}
	if err := n.mustBeUnloading(); err != nil {
		return nil, err
	}
	parts, err := d.partsOf(ctx, data, n, a)
	if err != nil {
		return nil, err
	}
	receipt, err := openReceipt(ctx, data, n, staging)
	if err != nil {
		return nil, err
	}
	lines, err := d.postArrival(ctx, data, n, contract.Place{PositionID: staging}, receipt, a, parts)
	if err != nil {
		return nil, err
	}
	if err := count(ctx, data, lines, 1); err != nil {
		return nil, err
	}
	return lines, actIn(ctx, data, "asn", n.ID, "unloading", "start_counting")
}

// partsOf spreads an arrival over the lines as they are now, since another person
// may have received some meanwhile.
func (d dock) partsOf(ctx context.Context, data plugin.Data, n *notice, a arrival) ([]part, error) {
	w, err := readWanted(ctx, data.SQL(), n.ID, a.of[0].LineID)
	if err != nil {
		return nil, err
	}
	tolerance, err := toleranceOf(ctx, data, n, a.leave)
	if err != nil {
		return nil, err
	}
	if err := mayCome(w, tolerance, a.qty); err != nil {
		return nil, err
	}
	return w.spread(contract.QtyOf(a.qty), tolerance), nil
}

// readWanted reads the kind of goods that a line of a notice belongs to.
func readWanted(ctx context.Context, tx plugin.Tx, notice, line int64) (wanted, error) {
	lines, err := readLines(ctx, tx, `l.asn_id = ? AND l.product_id = (SELECT product_id FROM asn_line WHERE id = ?)`, notice, line)
	if err != nil {
		return nil, err
	}
	for _, w := range kindsOf(lines) {
		for i := range w {
			if w[i].LineID == line {
				return w, nil
			}
		}
	}
	return nil, fault.New(fault.Conflict, "inbound.line_gone")
}

// mayCome refuses more than the notice and the tolerance allow.
func mayCome(w wanted, tolerance, qty decimal.Decimal) error {
	if most := w.room(tolerance).Decimal(); qty.GreaterThan(most) {
		return fault.New(fault.Invalid, overReceipt, "sku", w[0].SKU, "max", most.String(), "value", qty.String())
	}
	return nil
}

// openReceipt finds or makes the receipt that a notice is received with.
func openReceipt(ctx context.Context, data plugin.Data, n *notice, staging int64) (int64, error) {
	var id int64
	err := data.SQL().Get(ctx, &id, `SELECT id FROM receipt WHERE asn_id = ? AND position_id = ? AND status = 'open' ORDER BY id LIMIT 1`, n.ID, staging)
	if err == nil || !errors.Is(err, sql.ErrNoRows) {
		return id, err
	}
	row, err := data.Save(ctx, "receipt", plugin.Row{"asn_id": n.ID, "warehouse_id": n.WarehouseID, "consignor_id": n.ConsignorID, "position_id": staging})
	return plugin.ID(row), err
}

// postArrival posts the parts of an arrival and writes their receipt lines.
func (d dock) postArrival(ctx context.Context, data plugin.Data, n *notice, at contract.Place, receipt int64, a arrival, parts []part) ([]received, error) {
	first := &a.of[0]
	lot, err := d.stock.Lot(ctx, data, contract.Lot{
		ConsignorID: n.ConsignorID, ProductID: first.ProductID, No: a.lotNo, MfgDate: first.MfgDate.String, ExpDate: a.expDate,
	})
	if err != nil {
		return nil, err
	}
	vendor, err := d.stock.VirtualPosition(ctx, data, n.WarehouseID, contract.UseVendor)
	if err != nil {
		return nil, err
	}
	goods := contract.Goods{ConsignorID: n.ConsignorID, ProductID: first.ProductID, LotID: lot, Quality: a.quality}
	moves, serials := make([]contract.Move, len(parts)), a.serials
	for i, p := range parts {
		own := serials[:min(p.qty.Floor(), len(serials))]
		if serials = serials[len(own):]; i == len(parts)-1 {
			own = append(own, serials...) // one too many is the ledger's to refuse
		}
		moves[i] = contract.Move{
			Code: contract.Receipt, Doc: contract.Doc{Type: "receipt", ID: receipt, LineID: p.line.LineID}, Qty: p.qty.Decimal(),
			Serials: own, Goods: goods, From: contract.Place{PositionID: vendor}, To: at,
		}
	}
	posted, err := d.stock.Post(ctx, data, moves)
	if err != nil {
		return nil, err
	}
	return saveLines(ctx, data, receipt, a, moves, posted)
}

// saveLines writes a receipt line for each movement.
func saveLines(ctx context.Context, data plugin.Data, receipt int64, a arrival, moves []contract.Move, posted []contract.Posted) ([]received, error) {
	rows := make([]plugin.Row, len(moves))
	for i, m := range moves {
		rows[i] = plugin.Row{
			"receipt_id": receipt, "asn_line_id": null(m.Doc.LineID), "product_id": m.Goods.ProductID, "qty": m.Qty, "lot_id": null(m.Goods.LotID),
			"lot_no": empty(a.lotNo), "mfg_date": empty(a.of[0].MfgDate.String), "exp_date": empty(a.expDate), "quality": a.quality,
			"position_id": m.To.PositionID, "move_no": posted[i].MoveNo,
		}
		if len(m.Serials) > 0 {
			rows[i]["serials"] = m.Serials
		}
	}
	saved, err := data.SaveMany(ctx, "receipt_line", rows)
	if err != nil {
		return nil, err
	}
	lines := make([]received, len(saved))
	for i, row := range saved {
		lines[i] = lineOf(row)
	}
	return lines, sumUp(ctx, data, "receipt", saved, 1)
}

// lineOf is a receipt line with what taking it back needs.
func lineOf(row plugin.Row) received {
	return received{
		ReceiptLineID: plugin.ID(row), LineID: plugin.Int(row, "asn_line_id"), MoveNo: plugin.Int(row, "move_no"),
		Qty: contract.QtyOf(plugin.Decimal(row, "base_qty")), Damaged: plugin.Text(row, "quality") != good,
	}
}

// count adds receipt lines to what their notice has received, or takes them off
// with the sign -1; the notice's own figure and that of its plan follow.
func count(ctx context.Context, data plugin.Data, lines []received, sign int64) error {
	lines = slices.DeleteFunc(slices.Clone(lines), func(r received) bool { return r.LineID == 0 }) // nobody announced them
	if len(lines) == 0 {
		return nil
	}
	rows := make([]plugin.Row, len(lines))
	for i, r := range lines {
		qty := r.Qty.Decimal().Mul(decimal.NewFromInt(sign))
		rows[i] = plugin.Row{"id": r.LineID, "received_qty": qty}
		if r.Damaged {
			rows[i]["damaged_qty"] = qty
		}
	}
	if err := data.Add(ctx, "asn_line", rows); err != nil {
		return fmt.Errorf("count lines of notices: %w", err)
	}
	return countPlanned(ctx, data, lines, sign)
}

// unreceive takes receipt lines of a notice back.
func (d dock) unreceive(ctx context.Context, data plugin.Data, lines []received, reason string) error {
	if len(lines) == 0 {
		return nil
	}
	var moves, ids []int64
	for _, r := range lines {
		moves, ids = append(moves, r.MoveNo), append(ids, r.ReceiptLineID)
	}
	if _, err := d.stock.Reverse(ctx, data, moves, reason); err != nil {
		return err
	}
	if err := reversed(ctx, data, "receipt", ids); err != nil {
		return err
	}
	return count(ctx, data, lines, -1)
}

// undoScan takes one scan back while its notice is still received.
func (d dock) undoScan(ctx context.Context, data plugin.Data, notice int64, lines []received) error {
	if err := lockNotices(ctx, data.SQL(), []int64{notice}); err != nil {
		return err
	}
	n, err := readNotice(ctx, data.SQL(), notice)
	if err != nil {
		return err
	}
	if err := n.mustBeUnloading(); err != nil {
		return err
	}
	return d.unreceive(ctx, data, lines, "undo")
}

// closeReceipts is an effect of the notice's end: its receipts end with it.
func closeReceipts(ctx context.Context, e *plugin.EffectEvent, _ []plugin.Row) error {
	var open []int64
	if err := e.Tx.Select(ctx, &open, `SELECT id FROM receipt WHERE asn_id = ? AND status = 'open' ORDER BY id`, plugin.ID(e.Head)); err != nil {
		return fmt.Errorf("read receipts of notice %d: %w", plugin.ID(e.Head), err)
	}
	for _, id := range open {
		if _, err := e.Data.Act(ctx, "receipt", "finish", id, nil); err != nil {
			return err
		}
	}
	return nil
}

// reverseReceipt takes a whole receipt back while its goods are still staged.
func (d dock) reverseReceipt(ctx context.Context, e *plugin.EffectEvent, _ []plugin.Row) error {
	notice := []int64{plugin.Int(e.Head, "asn_id")}
	if err := lockNotices(ctx, e.Tx, notice); err != nil {
		return err
	}
	var lines []received
	for _, row := range e.Lines["lines"] {
		if plugin.Decimal(row, "shelved_qty").Sign() > 0 {
			return fault.New(fault.Conflict, "inbound.shelved_already")
		}
		if row["reversed_at"] == nil {
			lines = append(lines, lineOf(row))
		}
	}
	if err := d.unreceive(ctx, e.Data, lines, plugin.Text(e.Params, "reason")); err != nil {
		return err
	}
	if notice[0] == 0 {
		return nil
	}
	return receiveAgain(ctx, e.Data, notice[0])
}

// receiveAgain opens a notice, part of which was taken back, for what is to come
// anew: from the start when nothing of it is here any more.
func receiveAgain(ctx context.Context, data plugin.Data, notice int64) error {
	n, err := readNotice(ctx, data.SQL(), notice)
	if err != nil {
		return err
	}
	var here int64
	err = data.SQL().Get(ctx, &here, `SELECT COALESCE(SUM(received_qty), 0) FROM asn_line WHERE asn_id = ?`, notice)
	if err != nil {
		return fmt.Errorf("read what notice %d brought: %w", notice, err)
	}
	action := "unload_again"
	if here > 0 {
		action = "count_again"
	}
	if n.Status == "unloading" || here > 0 && n.Status == "counting" {
		return nil
	}
	_, err = data.Act(ctx, "asn", action, notice, nil)
	return err
}
