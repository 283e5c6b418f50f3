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

// good is the quality of goods without a fault.
const good = "ZP"

// notice is a pre-arrival notice at the station.
type notice struct {
	ID          int64  `db:"id"`
	DocNo       string `db:"doc_no"`
	Status      string `db:"status"`
	WarehouseID int64  `db:"warehouse_id"`
	ConsignorID int64  `db:"consignor_id"`
}

func readNotice(ctx context.Context, tx plugin.Tx, id int64) (*notice, error) {
	var n notice
	if err := tx.Get(ctx, &n, `SELECT id, doc_no, status, warehouse_id, consignor_id FROM asn WHERE id = ?`, id); err != nil {
		return nil, fmt.Errorf("read notice %d: %w", id, err)
	}
	return &n, nil
}

// expected is a line of a notice with its product. Quantities are thousandths.
type expected struct {
	LineID    int64          `db:"id"`
	ProductID int64          `db:"product_id"`
	SKU       string         `db:"sku"`
	Name      string         `db:"name"`
	LotCtl    bool           `db:"lot_ctl"`
	SerialCtl bool           `db:"serial_ctl"`
	ExpiryCtl bool           `db:"expiry_ctl"`
	LotNo     sql.NullString `db:"lot_no"`
	MfgDate   sql.NullString `db:"mfg_date"`
	ExpDate   sql.NullString `db:"exp_date"`
	Quality   string         `db:"quality"`
	Qty       int64          `db:"base_qty"`
	Received  int64          `db:"received_qty"`
}

func readExpected(ctx context.Context, tx plugin.Tx, notice int64) ([]expected, error) {
	var list []expected
	err := tx.Select(ctx, &list, `SELECT l.id, l.product_id, p.sku, p.name, COALESCE(p.lot_ctl, ?) AS lot_ctl, COALESCE(p.serial_ctl, ?) AS serial_ctl,
		COALESCE(p.expiry_ctl, ?) AS expiry_ctl, l.lot_no, l.mfg_date, l.exp_date, l.quality, l.base_qty, COALESCE(l.received_qty, 0) AS received_qty
		FROM asn_line l JOIN product p ON p.id = l.product_id WHERE l.asn_id = ? ORDER BY l.line_no, l.id`, false, false, false, notice)
	if err != nil {
		return nil, fmt.Errorf("read lines of notice %d: %w", notice, err)
	}
	return list, nil
}

// arrival is goods received by one scan.
type arrival struct {
	line    *expected
	qty     decimal.Decimal
	lotNo   string
	expDate string
	quality string
	serials []string
}

// received is what a scan did, for taking it back.
type received struct {
	ReceiptLineID int64 `json:"receipt_line"`
	LineID        int64 `json:"line"`
	MoveNo        int64 `json:"move"`
	Qty           int64 `json:"qty"` // thousandths
	Damaged       bool  `json:"damaged,omitempty"`
}

// receive posts an arrival to the staging position and writes it to the open
// receipt of the notice.
func (d dock) receive(ctx context.Context, data plugin.Data, n *notice, staging int64, a arrival) (received, error) {
	lot, err := d.stock.Lot(ctx, data, contract.Lot{
		ConsignorID: n.ConsignorID, ProductID: a.line.ProductID, No: a.lotNo, MfgDate: a.line.MfgDate.String, ExpDate: a.expDate,
	})
	if err != nil {
		return received{}, err
	}
	vendor, err := d.stock.VirtualPosition(ctx, data, n.WarehouseID, contract.UseVendor)
	if err != nil {
		return received{}, err
	}
	receipt, err := openReceipt(ctx, data, n, staging)
	if err != nil {
		return received{}, err
	}
	posted, err := d.stock.Post(ctx, data, []contract.Move{{
		Code: contract.Receipt, Doc: contract.Doc{Type: "receipt", ID: receipt, LineID: a.line.LineID}, Qty: a.qty, Serials: a.serials,
		Goods: contract.Goods{ConsignorID: n.ConsignorID, ProductID: a.line.ProductID, LotID: lot, Quality: a.quality},
		From:  contract.Place{PositionID: vendor}, To: contract.Place{PositionID: staging},
	}})
	if err != nil {
		return received{}, err
	}
	line, err := data.Save(ctx, "receipt_line", plugin.Row{
		"receipt_id": receipt, "asn_line_id": a.line.LineID, "product_id": a.line.ProductID, "qty": a.qty, "lot_id": null(lot), "lot_no": empty(a.lotNo),
		"exp_date": empty(a.expDate), "quality": a.quality, "position_id": staging, "move_no": posted[0].MoveNo,
	})
	if err != nil {
		return received{}, err
	}
	did := received{ReceiptLineID: plugin.ID(line), LineID: a.line.LineID, MoveNo: posted[0].MoveNo, Qty: thousandths(a.qty), Damaged: a.quality != good}
	if err := did.count(ctx, data.SQL(), did.Qty); err != nil {
		return did, err
	}
	return did, actIn(ctx, data, n.ID, "unloading", "start_counting")
}

// count adds to what the notice's line has received; negative takes it off.
func (r received) count(ctx context.Context, tx plugin.Tx, qty int64) error {
	damaged := int64(0)
	if r.Damaged {
		damaged = qty
	}
	_, err := tx.Exec(ctx, `UPDATE asn_line SET received_qty = COALESCE(received_qty, 0) + ?, damaged_qty = COALESCE(damaged_qty, 0) + ?, version = version + 1 WHERE id = ?`, qty, damaged, r.LineID)
	if err == nil {
		_, err = tx.Exec(ctx, `UPDATE asn SET received_qty = COALESCE(received_qty, 0) + ? WHERE id = (SELECT asn_id FROM asn_line WHERE id = ?)`, qty, r.LineID)
	}
	if err != nil {
		return fmt.Errorf("count line %d: %w", r.LineID, err)
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

// unreceive takes one scan back.
func (d dock) unreceive(ctx context.Context, data plugin.Data, r received) error {
	if _, err := d.stock.Reverse(ctx, data, []int64{r.MoveNo}, "undo"); err != nil {
		return err
	}
	if _, err := data.SQL().Exec(ctx, `UPDATE receipt_line SET reversed_at = ? WHERE id = ?`, nowMillis(), r.ReceiptLineID); err != nil {
		return fmt.Errorf("reverse receipt line %d: %w", r.ReceiptLineID, err)
	}
	return r.count(ctx, data.SQL(), -r.Qty)
}

// mayReceive refuses more than the notice and the tolerance allow, in thousandths.
func mayReceive(ctx context.Context, data plugin.Data, n *notice, line *expected, qty int64) error {
	most, err := mostOf(ctx, data, n, line)
	if err != nil {
		return err
	}
	if qty > most {
		return fault.New(fault.Invalid, "inbound.over_receipt", "sku", line.SKU, "max", quantity(max(most, 0)).String(), "value", quantity(qty).String())
	}
	return nil
}

// mostOf is how much of a line may still come, tolerance included.
func mostOf(ctx context.Context, data plugin.Data, n *notice, line *expected) (int64, error) {
	value, err := data.Setting(ctx, "over_receipt_pct", plugin.Row{"warehouse_id": n.WarehouseID, "consignor_id": n.ConsignorID})
	if err != nil {
		return 0, err
	}
	pct, _ := value.(decimal.Decimal)
	extra := decimal.NewFromInt(line.Qty).Mul(pct).Div(decimal.NewFromInt(100)).IntPart()
	return line.Qty + extra - line.Received, nil
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
	for _, line := range e.Lines["lines"] {
		if line["reversed_at"] != nil {
			continue
		}
		if plugin.Decimal(line, "shelved_qty").Sign() > 0 {
			return fault.New(fault.Conflict, "inbound.shelved_already")
		}
		r := received{
			ReceiptLineID: plugin.ID(line), LineID: plugin.Int(line, "asn_line_id"), MoveNo: plugin.Int(line, "move_no"),
			Qty: thousandths(plugin.Decimal(line, "base_qty")), Damaged: plugin.Text(line, "quality") != good,
		}
		if err := d.unreceive(ctx, e.Data, r); err != nil {
			return err
		}
	}
	return nil
}
