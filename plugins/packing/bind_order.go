package packing

import (
	"context"
	"fmt"
	"slices"

	"github.com/wareloom/wareloom/engine/fault"
	"github.com/wareloom/wareloom/engine/plugin"
	"github.com/wareloom/wareloom/plugins/inventory/contract"
)

// reservedFor finds what is reserved for an allocated order and lies in bins.
const reservedFor = `SELECT r.doc_id AS order_id, r.line_id, q.product_id, g.sku, g.name, COALESCE(g.serial_ctl, ?) AS serial_ctl, q.position_id, q.lpn_id, q.lot_id, q.quality, SUM(r.qty - r.consumed) AS qty
	FROM reservation r JOIN quant q ON q.id = r.quant_id JOIN product g ON g.id = q.product_id
	WHERE r.doc_type = 'sale_order' AND r.doc_id = ? AND r.status = 'active'
	GROUP BY r.doc_id, r.line_id, q.product_id, g.sku, g.name, g.serial_ctl, q.position_id, q.lpn_id, q.lot_id, q.quality ORDER BY r.line_id, q.position_id`

// lines are what is reserved for the order, with what is still to be scanned.
func (t *binding) lines(ctx context.Context) ([]line, error) {
	if t.reserved != nil {
		return t.reserved, nil
	}
	var items []item
	if err := t.Data.SQL().Select(ctx, &items, reservedFor, false, t.OrderID); err != nil {
		return nil, fmt.Errorf("read what is reserved for order %d: %w", t.OrderID, err)
	}
	t.reserved = linesOf(items, t.Scanned)
	return t.reserved, nil
}

func (t *binding) leftOf(ctx context.Context, product int64) (contract.Qty, error) {
	list, err := t.lines(ctx)
	left, _ := leftOf(list, product)
	return left, err
}

// takes reports whether goods are wanted: by the order at work, or by one that waits.
func (t *binding) takes(ctx context.Context, product int64) (bool, error) {
	if t.OrderID != 0 {
		left, err := t.leftOf(ctx, product)
		return left > 0, err
	}
	ids, err := t.waiting(ctx, product)
	return len(ids) > 0, err
}

// waiting are the allocated orders that want a product and may be packed without a pick
// bill: those of one piece first, then the most urgent, then the oldest.
func (t *binding) waiting(ctx context.Context, product int64) ([]int64, error) {
	where, args := ``, []any{product, t.ID, t.Data.SQL().Now().Add(-idle).UnixMilli()}
	if warehouse := plugin.Int(t.Params, "warehouse_id"); warehouse != 0 {
		where, args = ` AND o.warehouse_id = ?`, append(args, warehouse)
	}
	var ids []int64
	err := t.Data.SQL().Select(ctx, &ids, `SELECT o.id FROM sale_order o WHERE o.status = 'allocated'`+mayGoOn+`
		AND EXISTS (SELECT 1 FROM sale_order_line l WHERE l.sale_order_id = o.id AND l.product_id = ? AND l.allocated_qty > l.picked_qty)
		AND NOT EXISTS (SELECT 1 FROM sale_order_line l WHERE l.sale_order_id = o.id AND l.picked_qty > 0)
		AND NOT EXISTS (SELECT 1 FROM package p WHERE p.sale_order_id = o.id AND p.status = 'open' AND p.session_id IS NOT NULL AND p.session_id <> ? AND p.worked_at > ?)`+where+`
		ORDER BY CASE WHEN o.total_qty = ? THEN 0 ELSE 1 END, o.priority DESC, COALESCE(o.ordered_at, o.created_at), o.id LIMIT ?`, append(args, contract.Pieces(1), mostTried)...)
	if err != nil {
		return nil, fmt.Errorf("read allocated orders of product %d: %w", product, err)
	}
	return t.allowed(ctx, ids)
}

// allowed are the orders whose owner and warehouse let them be packed so.
func (t *binding) allowed(ctx context.Context, ids []int64) ([]int64, error) {
	var list []int64
	for _, id := range ids {
		row, err := t.Data.Get(ctx, "sale_order", id)
		if err != nil {
			return nil, err
		}
		may, err := t.Data.Setting(ctx, "verify_no_order", row)
		if err != nil {
			return nil, err
		}
		if may == true {
			list = append(list, id)
		}
	}
	return list, nil
}

// oldest locks the first order that waits for a product.
func (t *binding) oldest(ctx context.Context, product int64) (*order, error) {
	ids, err := t.waiting(ctx, product)
	if err != nil {
		return nil, err
	}
	for _, id := range ids {
		o, err := lockOrder(ctx, t.Data.SQL(), id)
		if err != nil {
			return nil, err
		}
		if o.Status == "allocated" && o.mustGoOn() == nil {
			return o, nil
		}
	}
	return nil, fault.New(fault.Invalid, "packing.none_allocated", "sku", t.SKU)
}

// noneTakes says why goods are not taken.
func (t *binding) noneTakes(ctx context.Context, found []plugin.Candidate) error {
	if t.OrderID == 0 {
		return fault.New(fault.Invalid, "packing.none_allocated", "sku", found[0].Label)
	}
	list, err := t.lines(ctx)
	if err != nil {
		return err
	}
	if slices.ContainsFunc(found, func(c plugin.Candidate) bool { _, known := leftOf(list, c.ID); return known }) {
		return fault.New(fault.Invalid, overScanned, "sku", found[0].Label)
	}
	return fault.New(fault.Invalid, "packing.wrong_item", "sku", found[0].Label, "order", t.DocNo)
}

// mustBeReserved refuses a number that lies elsewhere than what is reserved.
func (t *binding) mustBeReserved(ctx context.Context, no string) error {
	var here int64
	err := t.Data.SQL().Get(ctx, &here, `SELECT COUNT(*) FROM serial n JOIN reservation r ON r.quant_id = n.quant_id AND r.status = 'active'
		WHERE n.product_id = ? AND n.serial_no = ? AND r.doc_type = 'sale_order' AND r.doc_id = ?`, t.ProductID, no, t.OrderID)
	if err != nil {
		return fmt.Errorf("look up serial %q: %w", no, err)
	}
	if here == 0 {
		return fault.New(fault.Conflict, "packing.serial_not_reserved", "serial", no, "order", t.DocNo)
	}
	return nil
}

// show shows what is still to be scanned of the order at work.
func (t *binding) show(ctx context.Context, view *plugin.View) error {
	if t.Step() == plugin.StepChoose {
		view.Prompt, view.List = fault.Params{"code": t.Code}, t.Shown()
		return nil
	}
	if t.OrderID == 0 {
		view.Facts, view.Buttons = packageFacts(t.Packed), []string{}
		return nil
	}
	list, err := t.lines(ctx)
	if err != nil {
		return err
	}
	*view = shown(list)
	view.About = plugin.About{Table: "sale_order", ID: t.OrderID}
	of, _ := leftOf(list, t.ProductID)
	left := of.Text()
	view.Prompt = fault.Params{"sku": t.SKU, "max": left, "left": left}
	if t.Step() == stepQty {
		view.Default, view.Max = left, left
	}
	view.Image, err = contract.Picture(ctx, t.Data.SQL(), t.ProductID)
	return err
}
