package picking

import (
	"context"
	"database/sql"
	"errors"
	"fmt"
	"slices"

	"github.com/wareloom/wareloom/engine/fault"
	"github.com/wareloom/wareloom/engine/plugin"
	"github.com/wareloom/wareloom/plugins/inventory/contract"
)

// lying is goods that lie picked for a line of an order.
type lying struct {
	OrderID     int64         `db:"doc_id"`
	LineID      int64         `db:"line_id"`
	WarehouseID int64         `db:"warehouse_id"`
	PositionID  int64         `db:"position_id"`
	LpnID       sql.NullInt64 `db:"lpn_id"`
	ConsignorID int64         `db:"consignor_id"`
	ProductID   int64         `db:"product_id"`
	SKU         string        `db:"sku"`
	SerialCtl   bool          `db:"serial_ctl"`
	LotID       sql.NullInt64 `db:"lot_id"`
	LotNo       string        `db:"lot_no"`
	Quality     string        `db:"quality"`
	Qty         contract.Qty  `db:"qty"`
	life
}

// lyingQuestion sums the ledger: what came to places of a use for orders and did
// not leave them.
const lyingQuestion = `SELECT m.doc_id, m.line_id, m.warehouse_id, m.position_id, m.lpn_id, m.consignor_id, m.product_id, g.sku,
	COALESCE(g.serial_ctl, ?) AS serial_ctl, m.lot_id, COALESCE(l.lot_no, '') AS lot_no, m.quality, SUM(m.qty) AS qty,
	COALESCE(l.status, 'ok') <> 'ok' AS lot_held, COALESCE(l.exp_date, '') AS exp_date, COALESCE(g.min_ship_days, 0) AS min_ship_days, w.time_zone
	FROM stock_move m JOIN position p ON p.id = m.position_id JOIN product g ON g.id = m.product_id JOIN sale_order o ON o.id = m.doc_id
	JOIN warehouse w ON w.id = m.warehouse_id LEFT JOIN lot l ON l.id = m.lot_id WHERE m.doc_type = 'sale_order' AND %s
	GROUP BY m.doc_id, m.line_id, m.warehouse_id, m.position_id, m.lpn_id, m.consignor_id, m.product_id, g.sku, g.serial_ctl, m.lot_id, l.lot_no, m.quality,
	l.status, l.exp_date, g.min_ship_days, w.time_zone HAVING SUM(m.qty) > 0 ORDER BY m.doc_id, m.line_id, m.position_id, m.lpn_id, m.lot_id, m.quality`

// source is where goods to be put back are looked for: an order or a tote.
type source struct {
	OrderID int64 `json:"order,omitempty"`
	LpnID   int64 `json:"lpn,omitempty"`
}

// left is what is still to be put back, of cancelled orders.
func (from source) left(ctx context.Context, tx plugin.Tx) ([]lying, error) {
	where, id := `m.doc_id = ?`, from.OrderID
	if from.LpnID != 0 {
		where, id = `m.lpn_id = ?`, from.LpnID
	}
	return readLying(ctx, tx, `o.status = 'cancelled' AND p.position_use = ? AND `+where, contract.UseTote, id)
}

// readLying reads what lies picked under a condition.
func readLying(ctx context.Context, tx plugin.Tx, where string, args ...any) ([]lying, error) {
	var list []lying
	if err := tx.Select(ctx, &list, fmt.Sprintf(lyingQuestion, where), append([]any{false}, args...)...); err != nil {
		return nil, fmt.Errorf("read what is picked: %w", err)
	}
	return list, nil
}

// key tells the goods from others of the same source.
func (p *lying) key() string {
	return fmt.Sprintf("%d-%d-%d-%d-%s", p.LineID, p.PositionID, p.LpnID.Int64, p.LotID.Int64, p.Quality)
}

func (p *lying) doc() contract.Doc {
	return contract.Doc{Type: order, ID: p.OrderID, LineID: p.LineID}
}

func (p *lying) goods() contract.Goods {
	return contract.Goods{ConsignorID: p.ConsignorID, ProductID: p.ProductID, LotID: p.LotID.Int64, Quality: p.Quality}
}

func (p *lying) place() contract.Place {
	return contract.Place{PositionID: p.PositionID, LpnID: p.LpnID.Int64}
}

// detail tells a person which of several goods these are.
func (p *lying) detail() string {
	detail := "× " + p.Qty.Text()
	if p.LotNo != "" {
		detail += " · " + p.LotNo
	}
	return detail
}

// origin is the position that goods were picked from; zero when nobody knows.
type origin struct {
	ID      int64  `db:"id"`
	Code    string `db:"code"`
	Barcode string `db:"barcode"`
	Use     string `db:"position_use"`
	Held    bool   `db:"held"` // some of its stock is
}

// takesBack reports whether the goods may be led back there.
func (o origin) takesBack() bool { return o.Use == contract.UseBin && !o.Held }

// cameFrom is the position that the goods were picked from last.
func (p *lying) cameFrom(ctx context.Context, tx plugin.Tx) (origin, error) {
	var from origin
	err := tx.Get(ctx, &from, `SELECT p.id, p.code, p.barcode, p.position_use,
		EXISTS (SELECT 1 FROM quant h WHERE h.position_id = p.id AND h.held_at IS NOT NULL) AS held FROM stock_move m JOIN position p ON p.id = m.position_id
		WHERE m.doc_type = 'sale_order' AND m.doc_id = ? AND m.line_id = ? AND COALESCE(m.lot_id, 0) = ? AND m.code = 'PCK' AND m.qty < 0
		AND m.reverse_of IS NULL ORDER BY m.id DESC LIMIT 1`, p.OrderID, p.LineID, p.LotID.Int64)
	if errors.Is(err, sql.ErrNoRows) {
		return origin{}, nil
	}
	return from, err
}

// matches are the goods that a code may mean. Goods of the same kind at the same
// place are as good for one line as for another: the first counts.
func (t *putBack) matches(ctx context.Context, code string) ([]lying, error) {
	found, err := t.products(ctx, t.Session, code, nil)
	if err != nil {
		return nil, err
	}
	list, err := t.left(ctx, t.Data.SQL())
	if err != nil {
		return nil, err
	}
	var each []lying
	for _, p := range list {
		isIt := slices.ContainsFunc(found, func(c plugin.Candidate) bool { return c.ID == p.ProductID })
		if isIt && !slices.ContainsFunc(each, func(q lying) bool { return q.goods() == p.goods() && q.place() == p.place() }) {
			each = append(each, p)
		}
	}
	if len(each) == 0 {
		return nil, fault.New(fault.Invalid, "picking.not_picked_here", "sku", found[0].Label)
	}
	return each, nil
}
