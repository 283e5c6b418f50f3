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

// origin is where goods to be shelved are taken from: a staging position, or a
// container that stands at one.
type origin struct {
	PositionID int64 `json:"position,omitempty"`
	LpnID      int64 `json:"lpn,omitempty"`
}

// stagedStock is the free stock of an origin. Goods elsewhere, as in a picker's
// tote, are not to be shelved.
const stagedStock = ` FROM quant q JOIN product p ON p.id = q.product_id JOIN consignor c ON c.id = q.consignor_id JOIN position s ON s.id = q.position_id
	LEFT JOIN lot l ON l.id = q.lot_id WHERE q.on_hand > q.reserved AND q.held_at IS NULL AND s.position_use = ? AND `

func (from origin) where() (condition string, args []any) {
	if from.LpnID != 0 {
		return `q.lpn_id = ?`, []any{contract.UseStagingIn, from.LpnID}
	}
	return `q.position_id = ?`, []any{contract.UseStagingIn, from.PositionID}
}

// longestList is how many goods a screen lists; the figure beside it says how many
// there are.
const longestList = 100

// staged reads the first goods of the origin in the order of their SKUs.
func (from origin) staged(ctx context.Context, tx plugin.Tx) ([]staged, error) {
	return from.read(ctx, tx, `1 = 1`, nil)
}

// ofProducts reads the goods of some products.
func (from origin) ofProducts(ctx context.Context, tx plugin.Tx, products []int64) ([]staged, error) {
	marks, args := listOf(products)
	return from.read(ctx, tx, `q.product_id IN (`+marks+`)`, args)
}

// ofQuants reads the goods of some quants, as far as they are still there.
func (from origin) ofQuants(ctx context.Context, tx plugin.Tx, quants ...int64) ([]staged, error) {
	marks, args := listOf(quants)
	return from.read(ctx, tx, `q.id IN (`+marks+`)`, args)
}

func (from origin) read(ctx context.Context, tx plugin.Tx, which string, more []any) ([]staged, error) {
	where, args := from.where()
	var list []staged
	err := tx.Select(ctx, &list, `SELECT q.id, q.warehouse_id, q.position_id, q.lpn_id, q.consignor_id, c.name AS owner, q.product_id, p.sku, p.name,
		COALESCE(p.serial_ctl, ?) AS serial_ctl, q.lot_id, COALESCE(l.lot_no, '') AS lot_no, q.quality, q.on_hand - q.reserved AS free`+
		stagedStock+where+` AND `+which+` ORDER BY p.sku, q.id LIMIT ?`, append(append(append([]any{false}, args...), more...), longestList)...)
	if err != nil {
		return nil, fmt.Errorf("read staged stock: %w", err)
	}
	return list, nil
}

// count is how many different goods are there.
func (from origin) count(ctx context.Context, tx plugin.Tx) (n int, err error) {
	where, args := from.where()
	if err := tx.Get(ctx, &n, `SELECT COUNT(*)`+stagedStock+where, args...); err != nil {
		return 0, fmt.Errorf("count staged stock: %w", err)
	}
	return n, nil
}

// empty reports whether nothing is left there.
func (from origin) empty(ctx context.Context, tx plugin.Tx) (bool, error) {
	where, args := from.where()
	var ids []int64
	if err := tx.Select(ctx, &ids, `SELECT q.id`+stagedStock+where+` LIMIT 1`, args...); err != nil {
		return false, fmt.Errorf("look for staged stock: %w", err)
	}
	return len(ids) == 0, nil
}

// mustFit refuses a quantity beyond what is staged.
func (g *staged) mustFit(qty decimal.Decimal) error {
	if thousandths(qty) > g.Free {
		return fault.New(fault.Invalid, "station.over", "max", quantity(g.Free).String(), "value", qty.String())
	}
	return nil
}

// mustHold refuses a serial number that does not lie among the goods.
func (g *staged) mustHold(ctx context.Context, tx plugin.Tx, serial string) error {
	var here int64
	err := tx.Get(ctx, &here, `SELECT COUNT(*) FROM serial WHERE product_id = ? AND serial_no = ? AND quant_id = ?`, g.ProductID, serial, g.QuantID)
	if err != nil {
		return fmt.Errorf("look for serial %s: %w", serial, err)
	}
	if here == 0 {
		return fault.New(fault.Conflict, "stock.serial_elsewhere", "serial", serial, "product", g.SKU)
	}
	return nil
}

// openBin is the condition of a bin p in area a that takes goods of an owner.
const openBin = `p.warehouse_id = ? AND p.position_use = 'bin' AND p.status IN ('normal', 'no_out') AND COALESCE(p.enabled, ?)
	AND COALESCE(a.consignor_id, ?) = ?`

// bin is a position to put goods into.
type bin struct {
	ID      int64  `db:"id" json:"id"`
	Code    string `db:"code" json:"code"`
	Barcode string `db:"barcode" json:"barcode"`
}

// suggest names the bin for goods: one that holds the same already, else the
// first empty one on the walk. Goods with a fault go to the damaged areas.
func suggest(ctx context.Context, tx plugin.Tx, g *staged) (best bin, err error) {
	kinds := `('storage', 'picking')`
	if g.Quality != good {
		kinds = `('damaged')`
	}
	open := []any{g.WarehouseID, true, g.ConsignorID, g.ConsignorID}
	for _, question := range []struct {
		text string
		args []any
	}{
		{`SELECT p.id, p.code, p.barcode FROM quant q JOIN position p ON p.id = q.position_id JOIN storage_area a ON a.id = p.storage_area_id
			WHERE ` + openBin + ` AND a.area_kind IN ` + kinds + ` AND q.product_id = ? AND COALESCE(q.lot_id, 0) = ? AND q.quality = ? AND q.on_hand > 0
			ORDER BY p.put_seq, p.id LIMIT 1`, append(open, g.ProductID, g.LotID.Int64, g.Quality)},
		{`SELECT p.id, p.code, p.barcode FROM position p JOIN storage_area a ON a.id = p.storage_area_id
			WHERE ` + openBin + ` AND a.area_kind IN ` + kinds + ` AND NOT EXISTS (SELECT 1 FROM quant q WHERE q.position_id = p.id AND q.on_hand > 0)
			ORDER BY p.put_seq, p.id LIMIT 1`, open},
	} {
		err = tx.Get(ctx, &best, question.text, question.args...)
		if !errors.Is(err, sql.ErrNoRows) {
			return best, err
		}
	}
	return bin{}, nil
}
