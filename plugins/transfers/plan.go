package transfers

import (
	"cmp"
	"context"
	"slices"

	"github.com/shopspring/decimal"

	"github.com/wareloom/wareloom/engine/fault"
	"github.com/wareloom/wareloom/engine/plugin"
	stock "github.com/wareloom/wareloom/plugins/inventory/contract"
	"github.com/wareloom/wareloom/plugins/transfers/contract"
)

// planOf is the plan of the document that an effect works on.
func planOf(e *plugin.EffectEvent) plan { return plan{contract.Plan{Document: e.Document.Key}} }

// reserve is the effect transfers.reserve: the goods of every line are kept at their
// places, the first expired first. A line whose goods are of several lots becomes as
// many lines.
func (d desk) reserve(ctx context.Context, e *plugin.EffectEvent, _ []plugin.Row) error {
	h := &hand{desk: d, plan: planOf(e), data: e.Data}
	for _, line := range e.Lines["lines"] {
		if err := h.reserveLine(ctx, e.Head, line); err != nil {
			return err
		}
	}
	return nil
}

func (h *hand) reserveLine(ctx context.Context, head, line plugin.Row) error {
	list, err := h.candidates(ctx, line)
	if err != nil {
		return err
	}
	want := plugin.Decimal(line, "qty")
	for i, g := range list {
		part := decimal.Min(g.most.Decimal(), want)
		of := line
		if want = want.Sub(part); want.Sign() > 0 && i+1 < len(list) {
			if of, err = h.split(ctx, line, part, nil); err != nil {
				return err
			}
			if line, err = h.data.Get(ctx, h.line(), plugin.ID(line)); err != nil {
				return err
			}
		}
		if want.Sign() > 0 && i+1 == len(list) {
			break
		}
		if err := h.keep(ctx, head, of, g, part); err != nil {
			return err
		}
		if want.Sign() == 0 {
			return nil
		}
	}
	return h.notEnough(ctx, line, want)
}

// candidates are the free goods that a line may take, the first expired first.
func (h *hand) candidates(ctx context.Context, line plugin.Row) ([]*goods, error) {
	where, args := `q.position_id = ? AND q.product_id = ? AND q.quality = ?`,
		[]any{plugin.Int(line, "from_position_id"), plugin.Int(line, "product_id"), plugin.Text(line, "quality")}
	if lot := plugin.Text(line, "lot_no"); lot != "" {
		where, args = where+` AND l.lot_no = ?`, append(args, lot)
	}
	if lot := plugin.Int(line, "lot_id"); lot != 0 {
		where, args = where+` AND q.lot_id = ?`, append(args, lot)
	}
	all, err := readGoods(ctx, h.data.SQL(), where, args...)
	list := free(all)
	slices.SortStableFunc(list, func(a, b *goods) int {
		return cmp.Or(cmp.Compare(a.expiry(), b.expiry()), cmp.Compare(a.QuantID, b.QuantID))
	})
	return list, err
}

// keep reserves goods for a line and says on it which they are.
func (h *hand) keep(ctx context.Context, head, line plugin.Row, g *goods, qty decimal.Decimal) error {
	ids, err := h.stock.Reserve(ctx, h.data, []stock.Claim{{
		Doc: stock.Doc{Type: h.Document, ID: plugin.ID(head), LineID: plugin.ID(line)}, QuantID: g.QuantID, Qty: qty, Priority: plugin.Int(head, "priority"),
	}})
	if err != nil {
		return err
	}
	return h.data.Set(ctx, h.line(), []plugin.Row{{"id": plugin.ID(line), "reservation_id": ids[0], "lot_id": null(g.LotID)}})
}

// notEnough names what a line lacks at its place.
func (h *hand) notEnough(ctx context.Context, line plugin.Row, missing decimal.Decimal) error {
	product, err := h.data.Get(ctx, "product", plugin.Int(line, "product_id"))
	if err != nil {
		return err
	}
	code, err := labelOf(ctx, h.data.SQL(), plugin.Int(line, "from_position_id"))
	return cmp.Or[error](err, fault.New(fault.Conflict, "transfers.not_free", "line", plugin.Int(line, "line_no"), "sku", plugin.Text(product, "sku"),
		"position", code, "missing", missing.String()))
}

// free is the effect transfers.free: what was kept for the document and not taken is
// free again.
func (d desk) free(ctx context.Context, e *plugin.EffectEvent, _ []plugin.Row) error {
	_, err := d.stock.Release(ctx, e.Data, stock.Doc{Type: e.Document.Key, ID: plugin.ID(e.Head)})
	return err
}

// settleDoc is the effect transfers.settle: a document ends. What lies on a cart refuses
// it, what was not taken is free again.
func (d desk) settleDoc(ctx context.Context, e *plugin.EffectEvent, batch []plugin.Row) error {
	for _, line := range e.Lines["lines"] {
		if carried(line).Sign() <= 0 {
			continue
		}
		lpn, err := e.Data.Get(ctx, "lpn", plugin.Int(line, "lpn_id"))
		return cmp.Or[error](err, fault.New(fault.Conflict, "transfers.on_cart", "cart", plugin.Text(lpn, "barcode"), "line", plugin.Int(line, "line_no")))
	}
	return d.free(ctx, e, batch)
}

// MoveAll takes what the lines of a document still ask for straight to where it goes;
// see contract.Carrier.
func (c Carrying) MoveAll(ctx context.Context, data plugin.Data, p contract.Plan, lines []plugin.Row) error {
	h := &hand{desk: desk{stock: c.Stock}, plan: plan{p}, data: data}
	for _, line := range lines {
		if open(line).Sign() <= 0 {
			continue
		}
		list, err := h.planned(ctx, line)
		if err != nil {
			return err
		}
		if len(list) == 0 || list[0].most <= 0 {
			return fault.New(fault.Conflict, "transfers.gone_from_source")
		}
		l := load{line: line, goods: list[0], qty: list[0].most.Decimal()}
		if l.serials, err = h.numbers(ctx, l); err != nil {
			return err
		}
		if err := h.put(ctx, l, stock.Place{PositionID: plugin.Int(line, "to_position_id")}); err != nil {
			return err
		}
	}
	return nil
}

// numbers are the serial numbers of goods that are taken as a whole; a part of them is
// for a person to choose at a station.
func (h *hand) numbers(ctx context.Context, l load) ([]string, error) {
	list, err := l.goods.serials(ctx, h.data.SQL())
	if err == nil && l.goods.SerialCtl && int64(len(list)) != l.qty.IntPart() {
		err = fault.New(fault.Conflict, "transfers.scan_serials", "sku", l.goods.SKU)
	}
	return list, err
}

// Reverse takes goods of a line back to where they were taken from; see
// contract.Carrier.
func (c Carrying) Reverse(ctx context.Context, data plugin.Data, p contract.Plan, put contract.Put, reason string) error {
	h := &hand{desk: desk{stock: c.Stock}, plan: plan{p}, data: data}
	doc := plugin.Int(put.Line, h.head())
	if _, err := h.lock(ctx, data, doc); err != nil {
		return err
	}
	line, err := data.Get(ctx, h.line(), plugin.ID(put.Line))
	if err != nil {
		return err
	}
	if err := h.sendBack(ctx, line, put, reason); err != nil {
		return err
	}
	return h.change(ctx, line, func(f *figures) { f.Lifted, f.Moved = f.Lifted.Sub(put.Qty), f.Moved.Sub(put.Qty) })
}

// sendBack posts the way back: the movement is taken back, or, where the goods came on
// a cart, made the other way.
func (h *hand) sendBack(ctx context.Context, line plugin.Row, put contract.Put, reason string) error {
	if put.Cart == 0 {
		_, err := h.stock.Reverse(ctx, h.data, []int64{put.MoveNo}, reason)
		return err
	}
	head, err := h.data.Get(ctx, h.Document, plugin.Int(line, h.head()))
	if err != nil {
		return err
	}
	_, err = h.stock.Post(ctx, h.data, []stock.Move{{
		Code: stock.Transfer, Doc: stock.Doc{Type: h.Document, ID: plugin.ID(head), LineID: plugin.ID(line)}, Qty: put.Qty, Reason: reason, Serials: listOf(line["serials"]),
		Goods: stock.Goods{
			ConsignorID: plugin.Int(head, "consignor_id"), ProductID: plugin.Int(line, "product_id"), LotID: plugin.Int(line, "lot_id"), Quality: plugin.Text(line, "quality"),
		},
		From: stock.Place{PositionID: put.To}, To: stock.Place{PositionID: plugin.Int(line, "from_position_id")},
	}})
	return err
}

// moveAll is the effect transfers.move_all.
func (d desk) moveAll(ctx context.Context, e *plugin.EffectEvent, _ []plugin.Row) error {
	return Carrying{Stock: d.stock}.MoveAll(ctx, e.Data, planOf(e).Plan, e.Lines["lines"])
}
