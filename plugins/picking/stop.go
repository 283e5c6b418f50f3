package picking

import (
	"context"
	"fmt"
	"slices"
	"strings"

	"github.com/wareloom/wareloom/engine/fault"
	"github.com/wareloom/wareloom/engine/plugin"
	"github.com/wareloom/wareloom/plugins/inventory/contract"
)

// finishOrder ends an order's picking. One that ships complete only and misses
// something, and one of which nothing was found, leaves its wave and waits for stock
// or for what the lead decides.
func (f floor) finishOrder(ctx context.Context, data plugin.Data, id int64) error {
	var picked, missing int64
	var policy string
	err := data.SQL().QueryRow(ctx, `SELECT o.ship_policy, SUM(l.picked_qty), SUM(l.base_qty - l.picked_qty) FROM sale_order o
		JOIN sale_order_line l ON l.sale_order_id = o.id WHERE o.id = ? GROUP BY o.ship_policy`, id).Scan(&policy, &picked, &missing)
	if err != nil {
		return fmt.Errorf("sum up picks of order %d: %w", id, err)
	}
	if picked == 0 || missing > 0 && policy != "available" {
		return f.stop(ctx, data, id)
	}
	if err := actIn(ctx, data, order, id, "waved", "start_picking"); err != nil { // picked in a wave before
		return err
	}
	return actIn(ctx, data, order, id, "picking", "finish_picking")
}

// stop stops a short order and says what is missing and where the rest lies.
func (f floor) stop(ctx context.Context, data plugin.Data, id int64) error {
	missing, err := missingOf(ctx, data.SQL(), id)
	if err != nil {
		return err
	}
	places, err := lyingIn(ctx, data.SQL(), id)
	if err != nil {
		return err
	}
	with := plugin.Row{"reason": cut(strings.Join(missing, "; "), 500)}
	if len(places) > 0 {
		with["waits_in"] = cut(strings.Join(places, ", "), 200)
	}
	if _, err := data.Act(ctx, order, "pick_short", id, with); err != nil {
		return err
	}
	return f.waves.Forget(ctx, data, id)
}

// missingOf says what an order misses and where it was looked for last.
func missingOf(ctx context.Context, tx plugin.Tx, id int64) ([]string, error) {
	var rows []struct {
		SKU      string       `db:"sku"`
		Missing  contract.Qty `db:"missing"`
		Position string       `db:"position"`
	}
	err := tx.Select(ctx, &rows, `SELECT g.sku, l.base_qty - l.allocated_qty AS missing, COALESCE(p.code, '') AS position FROM sale_order_line l
		JOIN product g ON g.id = l.product_id LEFT JOIN position p ON p.id = l.short_position_id
		WHERE l.sale_order_id = ? AND l.base_qty > l.allocated_qty ORDER BY l.line_no, l.id`, id)
	if err != nil {
		return nil, fmt.Errorf("read what order %d misses: %w", id, err)
	}
	var list []string
	for _, r := range rows {
		text := r.SKU + " × " + r.Missing.Text()
		if r.Position != "" {
			text += " (" + r.Position + ")"
		}
		list = append(list, text)
	}
	return list, nil
}

// lyingIn names the totes that hold what is picked for an order; goods without a
// tote lie at their position.
func lyingIn(ctx context.Context, tx plugin.Tx, id int64) ([]string, error) {
	var places []string
	err := tx.Select(ctx, &places, `SELECT COALESCE(b.barcode, p.code) FROM stock_move m JOIN position p ON p.id = m.position_id LEFT JOIN lpn b ON b.id = m.lpn_id
		WHERE m.doc_type = 'sale_order' AND m.doc_id = ? AND p.position_use = ? GROUP BY COALESCE(b.barcode, p.code) HAVING SUM(m.qty) > 0 ORDER BY 1`, id, contract.UseTote)
	if err != nil {
		return nil, fmt.Errorf("read where order %d lies: %w", id, err)
	}
	return places, nil
}

// cut keeps the first n characters.
func cut(text string, n int) string {
	if runes := []rune(text); len(runes) > n {
		return string(runes[:n-1]) + "…"
	}
	return text
}

// reopen opens what the last task had ended. An order that stopped joins its wave
// again.
func (f floor) reopen(ctx context.Context, data plugin.Data, t *task) error {
	if err := actIn(ctx, data, order, t.OrderID, "picked", "unpick"); err != nil {
		return err
	}
	if t.OrderStatus == "short" {
		if err := f.waves.Rejoin(ctx, data, t.OrderID, t.WaveID); err != nil {
			return err
		}
		if err := actIn(ctx, data, order, t.OrderID, "short", "resume_picking"); err != nil {
			return err
		}
	}
	if err := actIn(ctx, data, "pick_bill", t.BillID, "picked", "reopen"); err != nil {
		return err
	}
	return f.waves.Reopen(ctx, data, t.WaveID)
}

// stopOrder puts an order of which nothing is picked in its wave any more back to
// where it was before its first pick there.
func stopOrder(ctx context.Context, data plugin.Data, t *task) error {
	var n int64
	err := data.SQL().Get(ctx, &n, `SELECT COUNT(*) FROM pick_task WHERE sale_order_id = ? AND picked_qty > 0
		AND pick_bill_id IN (SELECT id FROM pick_bill WHERE wave_id = ?)`, t.OrderID, t.WaveID)
	if err != nil {
		return fmt.Errorf("count picks of order %d: %w", t.OrderID, err)
	}
	if n > 0 {
		return nil
	}
	return actIn(ctx, data, order, t.OrderID, "picking", "stop_picking")
}

// keyStopped is the message of an order that stopped.
const keyStopped = "picking.order_stopped"

// sayStopped tells the picker of an order that his input stopped, and where what is
// picked of it is to wait.
func sayStopped(ctx context.Context, tx plugin.Tx, t *task, reply *plugin.Reply) error {
	var status, number string
	err := tx.QueryRow(ctx, `SELECT status, doc_no FROM sale_order WHERE id = ?`, t.OrderID).Scan(&status, &number)
	if err != nil || status != "short" {
		return err
	}
	places, err := lyingIn(ctx, tx, t.OrderID)
	reply.Key, reply.Params, reply.Sound = "picking.nothing_found", fault.Params{"order": number}, soundError
	if len(places) > 0 {
		reply.Key, reply.Params = keyStopped, fault.Params{"order": number, "place": strings.Join(slices.Compact(places), ", ")}
	}
	return err
}
