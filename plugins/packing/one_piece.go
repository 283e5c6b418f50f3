package packing

import (
	"context"
	"fmt"

	"github.com/wareloom/wareloom/engine/fault"
	"github.com/wareloom/wareloom/engine/plugin"
	"github.com/wareloom/wareloom/plugins/inventory/contract"
)

// onePiece finds the picked orders of one piece; those that another station is just
// verifying are passed over.
var onePiece = ` FROM sale_order o JOIN sale_order_line l ON l.sale_order_id = o.id
	WHERE o.status IN ('picked', 'checked') AND o.total_qty = ` + contract.OnePiece + ` AND l.picked_qty = ` + contract.OnePiece + ` AND o.waits_in IS NULL
	AND NOT EXISTS (SELECT 1 FROM package p WHERE p.sale_order_id = o.id AND p.status = 'open' AND p.session_id IS NOT NULL AND p.session_id <> ? AND p.worked_at > ?)`

// mostTried is how many orders are tried for one piece before it is given up.
const mostTried = 50

// where narrows the orders of one piece to those of the task; more comes behind it.
func (t *matching) where(more string, args ...any) (string, []any) {
	where, all := onePiece, []any{t.ID, t.Data.SQL().Now().Add(-idle).UnixMilli()}
	if warehouse := plugin.Int(t.Params, "warehouse_id"); warehouse != 0 {
		where, all = where+` AND o.warehouse_id = ?`, append(all, warehouse)
	}
	if t.WaveID != 0 {
		where, all = where+` AND o.wave_id = ?`, append(all, t.WaveID)
	}
	return where + more, append(all, args...)
}

const mayGoOn = ` AND o.held_at IS NULL AND o.intercepted_at IS NULL`

// waiting are the orders of one piece of a product, the most urgent first, then the
// oldest.
func (t *matching) waiting(ctx context.Context, product int64) (ids []int64, err error) {
	where, args := t.where(mayGoOn+` AND l.product_id = ? ORDER BY o.priority DESC, COALESCE(o.ordered_at, o.created_at), o.id LIMIT ?`, product, mostTried)
	if err := t.Data.SQL().Select(ctx, &ids, `SELECT o.id`+where, args...); err != nil {
		return nil, fmt.Errorf("read orders of one piece of product %d: %w", product, err)
	}
	return ids, nil
}

// left counts the orders of one piece that wait.
func (t *matching) left(ctx context.Context) (n int, err error) {
	where, args := t.where(mayGoOn)
	if err := t.Data.SQL().Get(ctx, &n, `SELECT COUNT(*)`+where, args...); err != nil {
		return 0, fmt.Errorf("count orders of one piece: %w", err)
	}
	return n, nil
}

// oldest locks the order that a piece is for; one that went on meanwhile is passed
// over, and so is one for which another number was picked.
//
// Invalid packing.none_waits. Conflict packing.serial_not_picked.
func (t *matching) oldest(ctx context.Context, product int64, serials []string) (*order, error) {
	ids, err := t.waiting(ctx, product)
	if err != nil {
		return nil, err
	}
	refusal := error(fault.New(fault.Invalid, "packing.none_waits", "sku", t.SKU))
	for _, id := range ids {
		o, err := lockOrder(ctx, t.Data.SQL(), id)
		if err != nil {
			return nil, err
		}
		if o.mustBePicked() != nil {
			continue
		}
		items, err := pickedItems(ctx, t.Data.SQL(), id)
		if err != nil {
			return nil, err
		}
		if _, err := assign(ctx, t.Data.SQL(), items, product, serials); err != nil {
			refusal = err
			continue
		}
		return o, nil
	}
	return nil, refusal
}

// noneWaits says why none of the goods that a code means is taken: the order that
// wants it must not go on, or there is none.
func (t *matching) noneWaits(ctx context.Context, found []plugin.Candidate) error {
	for _, c := range found {
		where, args := t.where(` AND l.product_id = ? ORDER BY o.id LIMIT 1`, c.ID)
		var ids []int64
		if err := t.Data.SQL().Select(ctx, &ids, `SELECT o.id`+where, args...); err != nil {
			return fmt.Errorf("read held orders of product %d: %w", c.ID, err)
		}
		if len(ids) == 0 {
			continue
		}
		o, err := readOrder(ctx, t.Data.SQL(), ids[0])
		if err != nil {
			return err
		}
		if err := o.mustGoOn(); err != nil {
			return err
		}
	}
	return fault.New(fault.Invalid, "packing.none_waits", "sku", found[0].Label)
}
