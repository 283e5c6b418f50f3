package inbound

import (
	"context"
	"fmt"
	"strconv"

	"github.com/shopspring/decimal"

	"github.com/wareloom/wareloom/engine/plugin"
	"github.com/wareloom/wareloom/plugins/inventory/contract"
)

// mostPositions is how many staging positions a client is told of.
const mostPositions = 100

// node names a step about goods in what a client may expect.
func node(step string, id int64) string { return step + " " + strconv.FormatInt(id, 10) }

func pool(id int64) string { return strconv.FormatInt(id, 10) }

// expected is what is right for the rest of a notice: where it may be put, its goods
// and how many of each may come.
func (t *receiving) expected(ctx context.Context, lines []expected) (*plugin.Expect, error) {
	n, err := readNotice(ctx, t.Data.SQL(), t.NoticeID)
	if err != nil {
		return nil, err
	}
	tolerance, err := toleranceOf(ctx, t.Data, n, false)
	if err != nil {
		return nil, err
	}
	e := plugin.NewExpect(t.Step())
	if t.LineID != 0 {
		e.At = node(t.Step(), t.LineID)
	}
	if err := t.expectGoods(ctx, e, kindsOf(lines), tolerance); err != nil {
		return nil, err
	}
	return e, t.expectStaging(ctx, e, n)
}

// expectGoods adds the goods of a notice. What is asked beside the quantity is for
// the server to say; so is another scan in place of the quantity.
func (t *receiving) expectGoods(ctx context.Context, e *plugin.Expect, kinds []wanted, tolerance decimal.Decimal) error {
	var products []int64
	byProduct := map[int64][]wanted{}
	for _, w := range kinds {
		products = append(products, w[0].ProductID)
		byProduct[w[0].ProductID] = append(byProduct[w[0].ProductID], w)
	}
	known, err := t.codes.Of(ctx, t.Data, products, "product", "sku")
	if err != nil {
		return err
	}
	for _, w := range kinds {
		e.Left[pool(w[0].LineID)] = w.room(tolerance).Text()
		qty := e.Node(node(stepQty, w[0].LineID), stepQty)
		qty.Number, qty.Open = &plugin.ExpectMove{To: w[0].afterQty(), Of: pool(w[0].LineID)}, true
	}
	for _, k := range known {
		move := plugin.ExpectMove{}
		if of := byProduct[k.ID]; len(of) == 1 {
			move.To = node(stepQty, of[0][0].LineID)
		}
		e.Node(stepItem, stepItem).Add(k.Code, move)
	}
	return nil
}

// afterQty is the step that follows the quantity; "" for those that a client does
// not judge.
func (e *expected) afterQty() string {
	if e.LotCtl && !e.LotNo.Valid || e.ExpiryCtl && !e.ExpDate.Valid || e.SerialCtl || e.Quality != good {
		return ""
	}
	return stepItem
}

// stagingCodes are what is scanned at the positions that goods may be put at first, as
// many as a device judges and one more.
func stagingCodes(ctx context.Context, tx plugin.Tx, warehouse int64) (codes []string, err error) {
	err = tx.Select(ctx, &codes, `SELECT barcode FROM position WHERE warehouse_id = ? AND position_use = ? AND barcode IS NOT NULL ORDER BY barcode LIMIT ?`,
		warehouse, contract.UseStagingIn, mostPositions+1)
	if err != nil {
		return nil, fmt.Errorf("read staging positions: %w", err)
	}
	return codes, nil
}

// expectStaging adds the positions that goods may be put at firt.
func (t *receiving) expectStaging(ctx context.Context, e *plugin.Expect, n *notice) error {
	if t.Step() != stepStaging {
		return nil
	}
	codes, err := stagingCodes(ctx, t.Data.SQL(), n.WarehouseID)
	if err != nil {
		return err
	}
	staging := e.Node(stepStaging, stepStaging)
	staging.Open = len(codes) > mostPositions
	for _, code := range codes {
		staging.Add(code, plugin.ExpectMove{To: stepItem})
	}
	return nil
}

// expected is what is right for the rest of an origin: its goods, how many of each,
// and for those at hand the bin that is suggested. Other bins may be right too.
func (t *shelving) expected(ctx context.Context, list []staged) (*plugin.Expect, error) {
	e := plugin.NewExpect(t.Step())
	if t.QuantID != 0 {
		e.At = node(t.Step(), t.QuantID)
	}
	var products []int64
	for i := range list {
		products = append(products, list[i].ProductID)
	}
	known, err := t.codes.Of(ctx, t.Data, products, "product", "sku")
	if err != nil {
		return nil, err
	}
	for i := range list {
		t.expectStaged(e, &list[i], known)
	}
	if to := e.Nodes[node(stepPosition, t.QuantID)]; to != nil && t.Bin.Barcode != "" {
		to.Add(t.Bin.Barcode, plugin.ExpectMove{To: stepItem, Done: plugin.StepDone})
	}
	return e, nil
}

// expectStaged adds goods of the origin. Numbered pieces are for the server.
func (t *shelving) expectStaged(e *plugin.Expect, g *staged, known []plugin.Known) {
	left, after := g.Free.Decimal(), plugin.ExpectMove{}
	if !g.SerialCtl {
		after.To, after.Of = node(stepQty, g.QuantID), pool(g.QuantID)
		to := node(stepPosition, g.QuantID)
		e.Node(after.To, stepQty).Number = &plugin.ExpectMove{To: to, Of: pool(g.QuantID)}
		e.Node(to, stepPosition).Open = true
	}
	if g.QuantID == t.QuantID && t.Step() == stepPosition { // the quantity at hand was taken before
		left = left.Sub(t.Qty)
	}
	e.Left[pool(g.QuantID)] = left.String()
	for _, k := range known {
		if k.ID == g.ProductID {
			e.Node(stepItem, stepItem).Add(k.Code, after)
		}
	}
}
