package allocation

import (
	"context"
	"fmt"
	"slices"
	"time"

	"github.com/wareloom/wareloom/engine/plugin"
	"github.com/wareloom/wareloom/plugins/inventory/contract"
)

// Shortages tells other plugins why orders are short.
type Shortages struct{}

// NoStock is the cause of an order of which not enough lies in its building, whatever
// were freed.
const NoStock = "none"

// easiest are the blocks in the order in which people lift them: with all of a cause and
// of those before it, a line has what it misses.
var easiest = []string{nothingBlocks, inReceiving, setApart, inReturns, positionShut, areaOfOther, held, lotHeld, tooOld, reserved}

// Causes says for each of some short orders what has to be lifted that it can go on: the
// block of its worst line.
func (Shortages) Causes(ctx context.Context, tx plugin.Tx, orders []int64) (map[int64]string, error) {
	causes := map[int64]string{}
	for part := range slices.Chunk(orders, mostProducts) {
		wishes, err := unserved(ctx, tx, part)
		if err != nil {
			return nil, err
		}
		stock, err := piecesOf(ctx, tx, productsOf(wishes))
		if err != nil {
			return nil, err
		}
		for _, id := range part {
			causes[id] = nothingBlocks
		}
		for _, w := range wishes {
			causes[w.OrderID] = worse(causes[w.OrderID], w.cause(stock[w.ProductID], tx.Now()))
		}
	}
	return causes, nil
}

// notFree are the lines of some orders that miss more than lies free that never expires, or ask
// for a lot. Nothing blocks the others, most lines of orders that wait.
const notFree = `WITH free AS (` + free + ` AND q.exp_date IS NULL AND q.warehouse_id IN (SELECT id FROM warehouse)
		AND q.product_id IN (SELECT product_id FROM sale_order_line WHERE sale_order_id IN ? AND base_qty > allocated_qty)` + byGoods + `)
	SELECT o.id AS order_id, o.warehouse_id, o.consignor_id, l.product_id, l.quality, l.lot_no, l.base_qty - l.allocated_qty AS missing
	FROM sale_order o JOIN sale_order_line l ON l.sale_order_id = o.id
	LEFT JOIN free f ON f.warehouse_id = o.warehouse_id AND f.consignor_id = o.consignor_id AND f.product_id = l.product_id AND f.quality = l.quality
	WHERE o.id IN ? AND l.base_qty > l.allocated_qty AND (l.lot_no IS NOT NULL OR l.base_qty - l.allocated_qty > COALESCE(f.qty, 0))`

// unserved reads the lines that are not free, without what only people read of them.
func unserved(ctx context.Context, tx plugin.Tx, orders []int64) ([]*wish, error) {
	var list []*wish
	if err := tx.Select(ctx, &list, notFree, contract.UseBin, false, orders, orders); err != nil {
		return nil, fmt.Errorf("read what %d orders wait for: %w", len(orders), err)
	}
	return list, nil
}

// cause is the block that has to be lifted last until a line has what it misses.
func (w *wish) cause(stock []*piece, now time.Time) string {
	behind := map[string]contract.Qty{}
	for _, p := range stock {
		block := p.blockOf(w, now)
		behind[block] += p.OnHand - p.Reserved
		switch block {
		case nothingBlocks:
			behind[reserved] += p.Reserved
		case setApart:
			behind[setApart] += p.Coming
			behind[reserved] += p.Reserved - p.Coming
		}
	}
	var sum contract.Qty
	for _, block := range easiest {
		if sum += behind[block]; sum >= w.Missing {
			return block
		}
	}
	return NoStock
}

// worse is the cause that is harder to lift.
func worse(a, b string) string {
	rank := func(cause string) int {
		if at := slices.Index(easiest, cause); at >= 0 || cause == "" {
			return at
		}
		return len(easiest)
	}
	if rank(a) > rank(b) {
		return a
	}
	return b
}

func productsOf(wishes []*wish) []int64 {
	var products []int64
	for _, w := range wishes {
		products = append(products, w.ProductID)
	}
	slices.Sort(products)
	return slices.Compact(products)
}

// wishesOf reads the lines of orders that miss something.
func wishesOf(ctx context.Context, tx plugin.Tx, orders []int64) ([]*wish, error) {
	var list []*wish
	err := tx.Select(ctx, &list, `SELECT l.id AS line_id, o.id AS order_id, o.doc_no AS order_no, o.status, l.line_no, o.warehouse_id, o.consignor_id, l.product_id, g.sku, g.name,
		l.quality, l.lot_no, l.base_qty AS ordered, l.base_qty - l.allocated_qty AS missing
		FROM sale_order o JOIN sale_order_line l ON l.sale_order_id = o.id JOIN product g ON g.id = l.product_id
		WHERE o.id IN ? AND l.base_qty > l.allocated_qty ORDER BY o.id, l.line_no, l.id`, orders)
	if err != nil {
		return nil, fmt.Errorf("read what %d orders miss: %w", len(orders), err)
	}
	return list, nil
}
