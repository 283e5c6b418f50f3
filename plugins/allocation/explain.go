package allocation

import (
	"context"
	"fmt"
	"strings"
	"time"

	"github.com/wareloom/wareloom/engine/plugin"
	"github.com/wareloom/wareloom/plugins/inventory/contract"
)

// account is what lies in the building of what a line asks for, part
// by part. No piece is in two parts.
type account struct {
	Free      contract.Qty // that would be allocated now
	Others    contract.Qty // reserved for other orders
	Stopped   contract.Qty // held, of a lot that is, or at a place that nothing is picked from
	Expired   contract.Qty // or with too few days left
	Receiving contract.Qty // received and not yet put away
}

// mostNamed is how many of the other orders are named.
const mostNamed = 5

// explain is the effect of sale_order.why_short: it says of every line that misses
// something where the stock is.
func (a Allocator) explain(ctx context.Context, e *plugin.EffectEvent, _ []plugin.Row) error {
	heads := map[int64]plugin.Row{}
	for _, head := range e.Heads {
		heads[plugin.ID(head)] = head
	}
	needs := needsOf(e.Lines["lines"])
	for _, n := range needs {
		if err := a.explainLine(ctx, e, heads[plugin.Int(n.line, "sale_order_id")], n); err != nil {
			return err
		}
	}
	if len(needs) == 0 {
		e.Tell("allocation.nothing_missing")
	}
	return nil
}

func (a Allocator) explainLine(ctx context.Context, e *plugin.EffectEvent, head plugin.Row, n *need) error {
	product, err := e.Data.Get(ctx, "product", plugin.Int(n.line, "product_id"))
	if err != nil {
		return err
	}
	acc, err := reckon(ctx, e.Data.SQL(), head, n.line)
	if err != nil {
		return err
	}
	named, err := othersOf(ctx, e.Data.SQL(), head, plugin.ID(product))
	if err != nil {
		return err
	}
	of := map[string]any{"product_id": plugin.ID(product), "warehouse_id": plugin.Int(head, "warehouse_id")}
	e.TellOf("stock_detail", of, "allocation.line_has", "order", plugin.Text(head, "doc_no"), "line", plugin.Int(n.line, "line_no"),
		"sku", plugin.Text(product, "sku"), "ordered", plugin.Decimal(n.line, "base_qty").String(), "missing", qty(n.want), "free", qty(acc.Free))
	for _, part := range []struct {
		qty  contract.Qty
		key  string
		list string
		more map[string]any
	}{
		{acc.Others, "allocation.with_others", "reservation", map[string]any{"status": "active"}},
		{acc.Stopped, "allocation.stopped", "stock_detail", nil},
		{acc.Expired, "allocation.expired", "stock_detail", nil},
		{acc.Receiving, "allocation.receiving", "stock_detail", map[string]any{"position_id.position_use": contract.UseStagingIn}},
	} {
		if part.qty == 0 {
			continue
		}
		rows := map[string]any{"product_id": of["product_id"], "warehouse_id": of["warehouse_id"]}
		for field, value := range part.more {
			rows[field] = value
		}
		e.TellOf(part.list, rows, part.key, "sku", plugin.Text(product, "sku"), "qty", qty(part.qty), "orders", named)
	}
	return nil
}

func qty(n contract.Qty) string { return n.Text() }

// reckon sums up the stock that a line asks for.
func reckon(ctx context.Context, tx plugin.Tx, head, line plugin.Row) (account, error) {
	var acc account
	var list []candidate
	err := tx.Select(ctx, &list, stock+` AND q.on_hand > 0 AND q.product_id = ? ORDER BY q.id`,
		contract.UseBin, false, plugin.Int(head, "warehouse_id"), plugin.Int(head, "consignor_id"), plugin.Int(line, "product_id"))
	if err != nil {
		return acc, fmt.Errorf("read stock for line %d: %w", plugin.ID(line), err)
	}
	now, lot := tx.Now(), plugin.Text(line, "lot_no")
	for _, c := range list {
		if c.Quality == plugin.Text(line, "quality") && (lot == "" || c.LotNo.String == lot) {
			acc.add(&c, now)
		}
	}
	var own contract.Qty
	err = tx.Get(ctx, &own, `SELECT COALESCE(SUM(qty - consumed), 0) FROM reservation WHERE status = 'active' AND doc_type = 'sale_order' AND doc_id = ? AND product_id = ?`,
		plugin.ID(head), plugin.Int(line, "product_id"))
	if err != nil {
		return acc, fmt.Errorf("read what order %d has: %w", plugin.ID(head), err)
	}
	acc.Others = max(0, acc.Others-own)
	return acc, nil
}

// add counts a candidate. Goods that are picked or packed for somebody are nobody's.
func (acc *account) add(c *candidate, now time.Time) {
	acc.Others += c.Reserved
	switch {
	case c.Use == contract.UseStagingIn:
		acc.Receiving += c.free()
	case c.Use != contract.UseBin:
	case !c.Usable:
		acc.Stopped += c.free()
	case !c.fresh(now):
		acc.Expired += c.free()
	default:
		acc.Free += c.free()
	}
}

// othersOf names the orders that have reserved a product, the most urgent first.
func othersOf(ctx context.Context, tx plugin.Tx, head plugin.Row, product int64) (string, error) {
	var list []struct {
		No  string       `db:"doc_no"`
		Qty contract.Qty `db:"qty"`
	}
	err := tx.Select(ctx, &list, `SELECT o.doc_no, SUM(r.qty - r.consumed) AS qty FROM reservation r JOIN sale_order o ON o.id = r.doc_id
		WHERE r.status = 'active' AND r.doc_type = 'sale_order' AND r.product_id = ? AND r.warehouse_id = ? AND r.doc_id <> ?
		GROUP BY o.id, o.doc_no, o.priority ORDER BY COALESCE(o.priority, 0) DESC, o.id`, product, plugin.Int(head, "warehouse_id"), plugin.ID(head))
	if err != nil {
		return "", fmt.Errorf("read who has product %d: %w", product, err)
	}
	var names []string
	for i, o := range list {
		if i == mostNamed {
			names = append(names, "…")
			break
		}
		names = append(names, o.No+" × "+qty(o.Qty))
	}
	return strings.Join(names, ", "), nil
}
