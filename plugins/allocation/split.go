package allocation

import (
	"context"
	"fmt"
	"unicode/utf8"

	"github.com/wareloom/wareloom/engine/fault"
	"github.com/wareloom/wareloom/engine/plugin"
)

// kept are the head fields that the rest of a split order takes over.
var kept = []string{
	"warehouse_id", "consignor_id", "source", "order_type", "carrier_id", "ship_policy", "priority", "ordered_at", "ship_by", "shop",
	"customer_code", "receiver", "phone", "country", "province", "city", "district", "detail", "zip", "id_type", "id_no", "buyer_note", "seller_note",
}

// longestExtNo is how many characters the number has that an order bears elsewhere.
const longestExtNo = 64

// restOf is the number of the rest of an order: the order's own, as far as there is room
// for it, and the order.
func restOf(extNo, docNo string) string {
	own := []rune(extNo)
	return string(own[:min(len(own), longestExtNo-1-utf8.RuneCountInString(docNo))]) + "/" + docNo
}

// splitRest moves what the order cannot have to an order of its own, which waits
// for stock.
func splitRest(ctx context.Context, e *plugin.EffectEvent, short []*need) error {
	short, err := unbegun(ctx, e.Data.SQL(), short)
	if err != nil || len(short) == 0 {
		return err
	}
	rest := plugin.Row{"split_from_id": plugin.ID(e.Head)}
	for _, field := range kept {
		rest[field] = e.Head[field]
	}
	if no := plugin.Text(e.Head, "ext_no"); no != "" {
		rest["ext_no"] = restOf(no, plugin.Text(e.Head, "doc_no"))
	}
	var lines, left []plugin.Row
	for _, n := range short {
		missing := (n.want - n.got).Decimal()
		lines = append(lines, plugin.Row{
			"product_id": n.line["product_id"], "qty": missing, "quality": n.line["quality"], "lot_no": n.line["lot_no"],
			"price": n.line["price"], "currency": n.line["currency"],
		})
		left = append(left, shrunk(n))
	}
	if _, err := e.Data.Save(ctx, order, plugin.Row{"id": plugin.ID(e.Head), "lines": left}); err != nil {
		return fmt.Errorf("shrink order %d: %w", plugin.ID(e.Head), err)
	}
	rest["lines"] = lines
	made, err := e.Data.Save(ctx, order, rest)
	if err != nil {
		return fmt.Errorf("split the rest of order %d: %w", plugin.ID(e.Head), err)
	}
	if _, err := e.Data.Act(ctx, order, "audit", plugin.ID(made), nil); err != nil {
		return err
	}
	reason, err := fault.Keep(fault.Tell("allocation.rest_of", "order", plugin.Text(e.Head, "doc_no")))
	if err != nil {
		return err
	}
	_, err = e.Data.Act(ctx, order, "mark_short", plugin.ID(made), plugin.Row{"reason": reason})
	return err
}

// unbegun leaves out the lines that were picked before and now get nothing: their
// walks stay with them, and the order ships without, as if its picker had found less.
func unbegun(ctx context.Context, tx plugin.Tx, short []*need) ([]*need, error) {
	var list []*need
	for _, n := range short {
		var begun int64
		err := tx.Get(ctx, &begun, `SELECT COUNT(*) FROM stock_move WHERE doc_type = 'sale_order' AND doc_id = ? AND line_id = ?`, plugin.Int(n.line, "sale_order_id"), plugin.ID(n.line))
		if err != nil {
			return nil, fmt.Errorf("look for picks of line %d: %w", plugin.ID(n.line), err)
		}
		if begun == 0 || n.got > 0 || plugin.Decimal(n.line, "allocated_qty").Sign() > 0 {
			list = append(list, n)
		}
	}
	return list, nil
}

// shrunk leaves a line what it got; a line that got nothing goes.
func shrunk(n *need) plugin.Row {
	has := n.got.Decimal().Add(plugin.Decimal(n.line, "allocated_qty"))
	if has.IsZero() {
		return plugin.Row{"id": plugin.ID(n.line), "_delete": true}
	}
	return plugin.Row{"id": plugin.ID(n.line), "qty": has, "unit": nil}
}
