package allocation

import (
	"context"
	"encoding/json"
	"fmt"

	"github.com/wareloom/wareloom/engine/plugin"
	"github.com/wareloom/wareloom/plugins/inventory/contract"
)

// The answer to why an order is short.
type (
	whyAnswer struct {
		OrderID int64     `json:"order_id"`
		OrderNo string    `json:"order_no"`
		Lines   []whyLine `json:"lines"`
	}
	whyLine struct {
		LineID  int64      `json:"line_id"`
		LineNo  int64      `json:"line_no"`
		SKU     string     `json:"sku"`
		Name    string     `json:"name"`
		Ordered string     `json:"ordered"`
		Missing string     `json:"missing"`
		Cause   string     `json:"cause"`
		Stock   []whyStock `json:"stock"`
	}
	// whyStock is one quant, part by part: what nobody has reserved, and who has the rest.
	whyStock struct {
		ID         int64     `json:"id"`
		ProductID  int64     `json:"product_id"`
		PositionID int64     `json:"position_id"`
		Position   string    `json:"position"`
		Warehouse  string    `json:"warehouse"`
		Lot        string    `json:"lot,omitempty"`
		LotID      int64     `json:"lot_id,omitempty"`
		ExpDate    string    `json:"exp_date,omitempty"`
		Quality    string    `json:"quality"`
		OnHand     string    `json:"on_hand"`
		Open       string    `json:"open"` // that nobody has reserved
		Block      string    `json:"block"`
		Why        string    `json:"why,omitempty"` // as the person wrote who held it
		Keepers    []whyKeep `json:"keepers,omitempty"`
	}
	// whyKeep is a document that has reserved some of a quant.
	whyKeep struct {
		Type string `json:"type"`
		ID   int64  `json:"id"`
		No   string `json:"no"`
		Qty  string `json:"qty"`
	}
)

// why is the endpoint allocation/why: for each line of an order that misses something,
// all stock of its product and why it is not used.
func why(ctx context.Context, data plugin.Data, body json.RawMessage) (any, error) {
	var asked struct {
		ID int64 `json:"id"`
	}
	if err := json.Unmarshal(body, &asked); err != nil {
		return nil, fmt.Errorf("read which order: %w", err)
	}
	head, err := data.Get(ctx, order, asked.ID)
	if err != nil {
		return nil, err
	}
	answer := whyAnswer{OrderID: asked.ID, OrderNo: plugin.Text(head, "doc_no"), Lines: []whyLine{}}
	wishes, err := wishesOf(ctx, data.SQL(), []int64{asked.ID})
	if err != nil {
		return nil, err
	}
	stock, err := piecesOf(ctx, data.SQL(), productsOf(wishes))
	if err != nil {
		return nil, err
	}
	for _, w := range wishes {
		line, err := w.explain(ctx, data.SQL(), stock[w.ProductID])
		if err != nil {
			return nil, err
		}
		answer.Lines = append(answer.Lines, line)
	}
	return answer, nil
}

func (w *wish) explain(ctx context.Context, tx plugin.Tx, stock []*piece) (whyLine, error) {
	line := whyLine{
		LineID: w.LineID, LineNo: w.LineNo, SKU: w.SKU, Name: w.Name, Ordered: qty(w.Ordered), Missing: qty(w.Missing), Cause: w.cause(stock, tx.Now()), Stock: []whyStock{},
	}
	keepers, err := keepersOf(ctx, tx, w.ProductID)
	if err != nil {
		return line, err
	}
	for _, p := range stock {
		block := p.blockOf(w, tx.Now())
		if block == nothingBlocks && p.OnHand == p.Reserved {
			block = reserved
		}
		line.Stock = append(line.Stock, whyStock{
			ID: p.ID, ProductID: p.ProductID, PositionID: p.PositionID, Position: p.Position, Warehouse: p.Warehouse, Lot: p.LotNo.String, LotID: p.LotID.Int64,
			ExpDate: p.ExpDate.String, Quality: p.Quality, OnHand: qty(p.OnHand), Open: qty(p.OnHand - p.Reserved), Block: block, Why: p.HoldReason.String, Keepers: keepers[p.ID],
		})
	}
	return line, nil
}

// keepersOf says which documents have reserved stock of a product, by quant.
func keepersOf(ctx context.Context, tx plugin.Tx, product int64) (map[int64][]whyKeep, error) {
	var list []struct {
		QuantID int64        `db:"quant_id"`
		Type    string       `db:"doc_type"`
		DocID   int64        `db:"doc_id"`
		No      string       `db:"doc_no"`
		Qty     contract.Qty `db:"qty"`
	}
	err := tx.Select(ctx, &list, `SELECT r.quant_id, r.doc_type, r.doc_id, COALESCE(o.doc_no, '') AS doc_no, SUM(r.qty - r.consumed) AS qty FROM reservation r
		LEFT JOIN sale_order o ON o.id = r.doc_id AND r.doc_type = 'sale_order'
		WHERE r.status = 'active' AND r.product_id = ? GROUP BY r.quant_id, r.doc_type, r.doc_id, o.doc_no ORDER BY r.quant_id, r.doc_id`, product)
	if err != nil {
		return nil, fmt.Errorf("read who has product %d: %w", product, err)
	}
	byQuant := map[int64][]whyKeep{}
	for _, k := range list {
		byQuant[k.QuantID] = append(byQuant[k.QuantID], whyKeep{Type: k.Type, ID: k.DocID, No: k.No, Qty: qty(k.Qty)})
	}
	return byQuant, nil
}
