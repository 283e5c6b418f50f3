package inbound

import (
	"context"
	"database/sql"
	"fmt"
	"slices"

	"github.com/shopspring/decimal"

	"github.com/wareloom/wareloom/engine/fault"
	"github.com/wareloom/wareloom/engine/plugin"
	"github.com/wareloom/wareloom/plugins/inventory/contract"
)

// staged is free stock at a staging place.
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
	Free        contract.Qty  `db:"free"`
}

// origin is where goods to be shelved are taken from: a staging position, or a
// container that stands at one.
type origin struct {
	PositionID int64 `json:"position,omitempty"`
	LpnID      int64 `json:"lpn,omitempty"`
}

// stagedStock is the free stock of an origin. Goods elsewhere, as in a picker's
// tote, are not to be shelved. What has a date of entry is not empty: of all goods that ever
// passed a staging position, the index holds those that lie there.
const stagedStock = ` FROM quant q JOIN product p ON p.id = q.product_id JOIN consignor c ON c.id = q.consignor_id JOIN position s ON s.id = q.position_id
	LEFT JOIN lot l ON l.id = q.lot_id WHERE q.in_date IS NOT NULL AND q.on_hand > q.reserved AND q.held_at IS NULL AND s.position_use = ? AND `

func (from origin) where() (condition string, args []any) {
	if from.LpnID != 0 {
		return `q.lpn_id = ?`, []any{from.LpnID}
	}
	return `q.position_id = ?`, []any{from.PositionID}
}

// longestList is how many goods a screen lists; the figure beside it says how many
// there are.
const longestList = 100

// staged reads the first goods of the origin in the order of their SKUs.
func (from origin) staged(ctx context.Context, tx plugin.Tx) ([]staged, error) {
	return from.read(ctx, tx, `1 = 1`)
}

// ofProducts reads the goods of some products.
func (from origin) ofProducts(ctx context.Context, tx plugin.Tx, products []int64) ([]staged, error) {
	return from.read(ctx, tx, `q.product_id IN ?`, products)
}

// ofQuants reads the goods of some quants, as far as they are still there.
func (from origin) ofQuants(ctx context.Context, tx plugin.Tx, quants ...int64) ([]staged, error) {
	return from.read(ctx, tx, `q.id IN ?`, quants)
}

func (from origin) read(ctx context.Context, tx plugin.Tx, which string, more ...any) ([]staged, error) {
	where, args := from.where()
	return readStaged(ctx, tx, where+` AND `+which, append(args, more...)...)
}

// readStaged reads the first staged goods that meet a condition.
func readStaged(ctx context.Context, tx plugin.Tx, which string, args ...any) ([]staged, error) {
	var list []staged
	err := tx.Select(ctx, &list, `SELECT q.id, q.warehouse_id, q.position_id, q.lpn_id, q.consignor_id, c.name AS owner, q.product_id, p.sku, p.name,
		COALESCE(p.serial_ctl, ?) AS serial_ctl, q.lot_id, COALESCE(l.lot_no, '') AS lot_no, q.quality, q.on_hand - q.reserved AS free`+
		stagedStock+which+` ORDER BY p.sku, q.id LIMIT ?`, append(append([]any{false, contract.UseStagingIn}, args...), longestList)...)
	if err != nil {
		return nil, fmt.Errorf("read staged stock: %w", err)
	}
	return list, nil
}

// stagedFrom is the staging position where the goods of a notice lie; where there
// are several, the person says which.
func stagedFrom(ctx context.Context, tx plugin.Tx, notice plugin.Candidate) (int64, error) {
	var places []int64
	err := tx.Select(ctx, &places, `SELECT DISTINCT l.position_id FROM receipt r JOIN receipt_line l ON l.receipt_id = r.id
		WHERE r.asn_id = ? AND l.reversed_at IS NULL AND l.base_qty > l.shelved_qty ORDER BY 1`, notice.ID)
	switch {
	case err != nil:
		return 0, fmt.Errorf("read where the goods of notice %d lie: %w", notice.ID, err)
	case len(places) == 0:
		return 0, fault.New(fault.Invalid, "inbound.empty_source", "code", notice.Label)
	case len(places) > 1:
		return 0, fault.New(fault.Invalid, "inbound.many_positions", "code", notice.Label)
	}
	return places[0], nil
}

// count is how many different goods are there.
func (from origin) count(ctx context.Context, tx plugin.Tx) (n int, err error) {
	where, args := from.where()
	if err := tx.Get(ctx, &n, `SELECT COUNT(*)`+stagedStock+where, append([]any{contract.UseStagingIn}, args...)...); err != nil {
		return 0, fmt.Errorf("count staged stock: %w", err)
	}
	return n, nil
}

// empty reports whether nothing is left there.
func (from origin) empty(ctx context.Context, tx plugin.Tx) (bool, error) {
	where, args := from.where()
	var ids []int64
	if err := tx.Select(ctx, &ids, `SELECT q.id`+stagedStock+where+` LIMIT 1`, append([]any{contract.UseStagingIn}, args...)...); err != nil {
		return false, fmt.Errorf("look for staged stock: %w", err)
	}
	return len(ids) == 0, nil
}

// mustFit refuses a quantity beyond what is staged.
func (g *staged) mustFit(qty decimal.Decimal) error {
	return contract.AtMost(qty, g.Free)
}

// mustHold refuses a serial number that does not lie among the goods.
func (g *staged) mustHold(ctx context.Context, tx plugin.Tx, serial string) error {
	return contract.SerialIn(ctx, tx, g.QuantID, g.ProductID, g.SKU, serial)
}

// bin is the position that is proposed for goods.
type bin struct {
	ID      int64           `json:"id"`
	Code    string          `json:"code"`
	Barcode string          `json:"barcode"`
	Fits    decimal.Decimal `json:"fits"` // how much of the goods it takes
}

// propose names the bin for a quantity of the goods and keeps room there while the
// session walks.
func (d dock) propose(ctx context.Context, s *plugin.Session, g *staged, qty decimal.Decimal) (bin, error) {
	at, err := d.stock.Propose(ctx, s.Data, contract.Wish{
		WarehouseID: g.WarehouseID, Qty: qty, For: s.ID,
		Goods: contract.Goods{ConsignorID: g.ConsignorID, ProductID: g.ProductID, LotID: g.LotID.Int64, Quality: g.Quality},
	})
	return bin{ID: at.PositionID, Code: at.Code, Barcode: at.Barcode, Fits: at.Qty}, err
}

// matches are the staged goods that a code may mean; a lot narrows them.
func (t *shelving) matches(ctx context.Context, code, lot string) ([]staged, error) {
	products, err := t.products(ctx, t.Data, code, nil)
	if err != nil {
		return nil, err
	}
	matches, err := t.ofProducts(ctx, t.Data.SQL(), idsOf(products))
	if err != nil {
		return nil, err
	}
	if lot != "" {
		matches = slices.DeleteFunc(matches, func(g staged) bool { return g.LotNo != lot })
	}
	if len(matches) == 0 {
		return nil, fault.New(fault.Invalid, "inbound.not_staged", "sku", products[0].Label)
	}
	return matches, nil
}

func idsOf(found []plugin.Candidate) []int64 {
	ids := make([]int64, len(found))
	for i, c := range found {
		ids[i] = c.ID
	}
	return ids
}
