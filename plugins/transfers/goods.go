package transfers

import (
	"context"
	"fmt"

	"github.com/shopspring/decimal"

	"github.com/wareloom/wareloom/engine/plugin"
	stock "github.com/wareloom/wareloom/plugins/inventory/contract"
)

// goods is stock that a person carries, with what he must know of it.
type goods struct {
	QuantID     int64     `db:"id"`
	WarehouseID int64     `db:"warehouse_id"`
	PositionID  int64     `db:"position_id"`
	Position    string    `db:"position"`
	LpnID       int64     `db:"lpn_id"`
	ConsignorID int64     `db:"consignor_id"`
	Owner       string    `db:"owner"`
	ProductID   int64     `db:"product_id"`
	SKU         string    `db:"sku"`
	Name        string    `db:"name"`
	SerialCtl   bool      `db:"serial_ctl"`
	LotID       int64     `db:"lot_id"`
	LotNo       string    `db:"lot_no"`
	Quality     string    `db:"quality"`
	OnHand      stock.Qty `db:"on_hand"`
	Reserved    stock.Qty `db:"reserved"`
	ExpDate     string    `db:"exp_date"`
	Held        bool      `db:"held"`

	most stock.Qty // of it, that may be carried now
}

func (g *goods) of() stock.Goods {
	return stock.Goods{ConsignorID: g.ConsignorID, ProductID: g.ProductID, LotID: g.LotID, Quality: g.Quality}
}

func (g *goods) place() stock.Place { return stock.Place{PositionID: g.PositionID, LpnID: g.LpnID} }

// digits is how many a quantity has after the point; pieces with numbers of their own
// come whole.
func (g *goods) digits() int32 {
	if g.SerialCtl {
		return 0
	}
	return stock.QtyDigits
}

// mustFit refuses a quantity beyond what may be carried.
func (g *goods) mustFit(qty decimal.Decimal) error {
	return stock.AtMost(qty, g.most)
}

// mustHold refuses a serial number that does not lie among the goods.
func (g *goods) mustHold(ctx context.Context, tx plugin.Tx, serial string) error {
	return stock.SerialIn(ctx, tx, g.QuantID, g.ProductID, g.SKU, serial)
}

// serials are the numbers of all pieces of the goods.
func (g *goods) serials(ctx context.Context, tx plugin.Tx) ([]string, error) {
	if !g.SerialCtl {
		return nil, nil
	}
	var list []string
	if err := tx.Select(ctx, &list, `SELECT serial_no FROM serial WHERE quant_id = ? ORDER BY id`, g.QuantID); err != nil {
		return nil, fmt.Errorf("read serials of quant %d: %w", g.QuantID, err)
	}
	return list, nil
}

const goodsQuestion = `SELECT q.id, q.warehouse_id, q.position_id, s.code AS position, COALESCE(q.lpn_id, 0) AS lpn_id, q.consignor_id, c.name AS owner,
	q.product_id, p.sku, p.name, COALESCE(p.serial_ctl, ?) AS serial_ctl, COALESCE(q.lot_id, 0) AS lot_id, COALESCE(l.lot_no, '') AS lot_no, q.quality,
	q.on_hand, q.reserved, COALESCE(q.exp_date, '') AS exp_date, q.held_at IS NOT NULL AS held
	FROM quant q JOIN product p ON p.id = q.product_id JOIN consignor c ON c.id = q.consignor_id JOIN position s ON s.id = q.position_id
	LEFT JOIN lot l ON l.id = q.lot_id WHERE q.on_hand > 0 AND `

// longestList is how many goods a screen lists.
const longestList = 100

func readGoods(ctx context.Context, tx plugin.Tx, where string, args ...any) ([]*goods, error) {
	var list []*goods
	err := tx.Select(ctx, &list, goodsQuestion+where+` ORDER BY p.sku, q.id LIMIT ?`, append(append([]any{false}, args...), longestList)...)
	if err != nil {
		return nil, fmt.Errorf("read goods to carry: %w", err)
	}
	return list, nil
}

// source is where goods are taken from: a bin, or a container that stands in one.
type source struct {
	PositionID int64 `json:"position,omitempty"`
	LpnID      int64 `json:"lpn,omitempty"`
}

func (from source) set() bool { return from.PositionID != 0 || from.LpnID != 0 }

// goods are the goods of a bin or container; with products only theirs.
func (from source) goods(ctx context.Context, tx plugin.Tx, products ...int64) ([]*goods, error) {
	where, args := `s.position_use = ? AND q.position_id = ?`, []any{stock.UseBin, from.PositionID}
	if from.LpnID != 0 {
		where, args[1] = `s.position_use = ? AND q.lpn_id = ?`, from.LpnID
	}
	if len(products) > 0 {
		where, args = where+` AND q.product_id IN ?`, append(args, products)
	}
	return readGoods(ctx, tx, where, args...)
}

// free are those of the goods that nobody has reserved or holds.
func free(all []*goods) []*goods {
	var list []*goods
	for _, g := range all {
		if g.most = g.OnHand - g.Reserved; g.most > 0 && !g.Held {
			list = append(list, g)
		}
	}
	return list
}

// expiry is the date by which goods go first; goods without one go last.
func (g *goods) expiry() string {
	if g.ExpDate == "" {
		return "9999-12-31"
	}
	return g.ExpDate
}
