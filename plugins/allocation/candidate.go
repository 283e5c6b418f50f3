package allocation

import (
	"cmp"
	"context"
	"database/sql"
	"fmt"
	"math"
	"slices"
	"time"

	"github.com/wareloom/wareloom/engine/plugin"
	"github.com/wareloom/wareloom/plugins/inventory/contract"
)

// Rules of allocation, the values of the setting alloc_rule.
const (
	firstExpired = "fefo"
	firstIn      = "fifo"
	lastIn       = "lifo"
)

// candidate is stock that may serve a line.
type candidate struct {
	ID          int64          `db:"id"`
	ProductID   int64          `db:"product_id"`
	LotNo       sql.NullString `db:"lot_no"`
	Quality     string         `db:"quality"`
	OnHand      contract.Qty   `db:"on_hand"`
	Reserved    contract.Qty   `db:"reserved"`
	InDate      string         `db:"in_date"`
	ExpDate     sql.NullString `db:"exp_date"`
	PickSeq     sql.NullInt64  `db:"pick_seq"`
	Use         string         `db:"position_use"`
	MinShipDays sql.NullInt64  `db:"min_ship_days"`
	Usable      bool           `db:"usable"` // neither held nor closed, in a picking area
	TimeZone    string         `db:"time_zone"`

	taken contract.Qty
}

func (c *candidate) free() contract.Qty { return c.OnHand - c.Reserved - c.taken }

// fresh reports whether the goods may still be shipped: their date lies beyond the
// days that a customer must have left.
func (c *candidate) fresh(now time.Time) bool {
	return contract.ShelfLife{ExpDate: c.ExpDate.String, MinShipDays: c.MinShipDays.Int64, TimeZone: c.TimeZone}.Fresh(now)
}

// usable is whether stock q is neither held nor closed, in a picking area. It asks for
// contract.UseBin and false.
const usable = `(q.held_at IS NULL AND p.status IN ('normal', 'no_in') AND p.position_use = ? AND COALESCE(a.pick_allowed, ?) AND COALESCE(l.status, 'ok') = 'ok'
		AND COALESCE(a.consignor_id, q.consignor_id) = q.consignor_id)`

// free begins, and byGoods ends, the question how much of stock q lies free and usable, by
// warehouse, owner, product and quality; what more is asked of q stands between. It asks for
// what usable does.
const (
	free = `SELECT q.warehouse_id, q.consignor_id, q.product_id, q.quality, SUM(q.on_hand - q.reserved) AS qty
		FROM quant q JOIN position p ON p.id = q.position_id JOIN storage_area a ON a.id = p.storage_area_id LEFT JOIN lot l ON l.id = q.lot_id
		WHERE q.on_hand > q.reserved AND ` + usable
	byGoods = ` GROUP BY q.warehouse_id, q.consignor_id, q.product_id, q.quality`
)

// stock reads the stock of an owner in a warehouse with all that decides whether it
// may serve.
const stock = `SELECT q.id, q.product_id, l.lot_no, q.quality, q.on_hand, q.reserved, q.in_date, q.exp_date, p.pick_seq, p.position_use, g.min_ship_days,
	` + usable + ` AS usable, w.time_zone
	FROM quant q JOIN position p ON p.id = q.position_id JOIN storage_area a ON a.id = p.storage_area_id
	JOIN warehouse w ON w.id = q.warehouse_id JOIN product g ON g.id = q.product_id LEFT JOIN lot l ON l.id = q.lot_id
	WHERE q.warehouse_id = ? AND q.consignor_id = ?`

// question finds the stock of an owner's products in a warehouse, in
// the order in which all postings lock it, so that two orders never wait for each
// other in a ring.
const question = stock + ` AND q.on_hand > q.reserved AND q.product_id IN ?
	ORDER BY q.warehouse_id, q.product_id, q.position_id, q.id`

// mostProducts is how many products one statement asks for.
const mostProducts = 500

// candidates reads what is free of the products, usable or not, and locks it with
// the clause given, if any.
func candidates(ctx context.Context, tx plugin.Tx, of contract.Owned, products []int64, lock string) ([]*candidate, error) {
	var list []*candidate
	for part := range slices.Chunk(products, mostProducts) {
		var rows []*candidate
		if err := tx.Select(ctx, &rows, question+lock, contract.UseBin, false, of.WarehouseID, of.ConsignorID, part); err != nil {
			return nil, fmt.Errorf("read stock of %d products: %w", len(part), err)
		}
		list = append(list, rows...)
	}
	return list, nil
}

// byRule orders stock as the rule takes it; equal dates by the walk.
func byRule(rule string) func(a, b *candidate) int {
	return func(a, b *candidate) int {
		date := cmp.Compare(a.InDate, b.InDate)
		switch rule {
		case lastIn:
			date = -date
		case firstExpired:
			date = cmp.Or(cmp.Compare(expiry(a), expiry(b)), date)
		}
		return cmp.Or(date, cmp.Compare(onWalk(a), onWalk(b)), cmp.Compare(a.ID, b.ID))
	}
}

// onWalk is where on the walk goods lie; what lies on none goes last.
func onWalk(c *candidate) int64 {
	if !c.PickSeq.Valid {
		return math.MaxInt64
	}
	return c.PickSeq.Int64
}

// expiry is the date by which goods go first; goods without one go last.
func expiry(c *candidate) string {
	if !c.ExpDate.Valid {
		return "9999-12-31"
	}
	return c.ExpDate.String
}

// sorted are the candidates in the rule's order, per product.
func sorted(list []*candidate, rule string) map[int64][]*candidate {
	byProduct := map[int64][]*candidate{}
	slices.SortStableFunc(list, byRule(rule))
	for _, c := range list {
		byProduct[c.ProductID] = append(byProduct[c.ProductID], c)
	}
	return byProduct
}
