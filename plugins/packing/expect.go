package packing

import (
	"context"
	"fmt"
	"strconv"

	"github.com/wareloom/wareloom/engine/plugin"
)

// expected is what is right for the rest of an order: the codes of its goods as
// often as they are missing, then box and weight.
func (t *verifying) expected(ctx context.Context, list []line) (*plugin.Expect, error) {
	e := plugin.NewExpect(t.Step())
	numbered := map[int64]bool{}
	var products []int64
	for _, l := range list {
		left, known := leftOf(list, l.ProductID)
		if pool := poolOf(l.ProductID); known && e.Left[pool] == "" {
			e.Left[pool], numbered[l.ProductID] = left.Text(), l.SerialCtl
			products = append(products, l.ProductID)
		}
	}
	codes, err := t.codes.Of(ctx, t.Data, products, "product", "sku")
	if err != nil {
		return nil, err
	}
	item, box := e.Node(stepItem, stepItem), e.Node(stepBox, stepBox)
	for _, k := range codes {
		move := plugin.ExpectMove{To: stepItem, Of: poolOf(k.ID), Qty: k.Pack.String(), Done: stepBox}
		box.Add(k.Code, move) // a piece too many, since nothing is left there
		if numbered[k.ID] {   // its pieces are scanned by number, which only the server knows
			move = plugin.ExpectMove{}
		}
		item.Add(k.Code, move)
	}
	t.expectPacking(e)
	return e, nil
}

// expectPacking adds the steps beside the items. After the weight comes the next
// order.
func (t *verifying) expectPacking(e *plugin.Expect) {
	e.Node(stepQty, stepQty).Number = &plugin.ExpectMove{To: stepItem, Of: poolOf(t.ProductID), Done: stepBox}
	e.Node(stepBox, stepBox).Any = &plugin.ExpectMove{To: stepWeight}
	e.Node(stepWeight, stepWeight).Number = &plugin.ExpectMove{}
}

func poolOf(id int64) string { return strconv.FormatInt(id, 10) }

// most is how many packages a client is told of; with one more it asks the server.
const most = 250

// expected are the packages that wait to be sent, each once. One that is packed
// meanwhile is not among them.
func (t *sending) expected(ctx context.Context) (*plugin.Expect, error) {
	where, args := "", []any{}
	if warehouse := plugin.Int(t.Params, "warehouse_id"); warehouse != 0 {
		where, args = " AND p.warehouse_id = ?", append(args, warehouse)
	}
	var rows []struct {
		ID       int64  `db:"id"`
		No       string `db:"package_no"`
		Tracking string `db:"tracking_no"`
	}
	err := t.Data.SQL().Select(ctx, &rows, `SELECT p.id, p.package_no, COALESCE(p.tracking_no, '') AS tracking_no FROM package p
		JOIN sale_order o ON o.id = p.sale_order_id
		WHERE p.status = 'packed' AND o.held_at IS NULL AND o.intercepted_at IS NULL`+where+` LIMIT ?`, append(args, most+1)...)
	if err != nil {
		return nil, fmt.Errorf("read packages to be sent: %w", err)
	}
	if len(rows) > most {
		return &plugin.Expect{Online: true}, nil
	}
	e := plugin.NewExpect(stepPackage)
	node := e.Node(stepPackage, stepPackage)
	node.Open = true
	for _, r := range rows {
		pool := poolOf(r.ID)
		e.Left[pool] = "1"
		node.Add(r.No, plugin.ExpectMove{To: stepPackage, Of: pool, Qty: "1"})
		if r.Tracking != "" {
			node.Add(r.Tracking, plugin.ExpectMove{To: stepPackage, Of: pool, Qty: "1"})
		}
	}
	for code, move := range node.Codes {
		if move.Of == "" { // several packages have it, which is refused
			delete(node.Codes, code)
		}
	}
	return e, nil
}
