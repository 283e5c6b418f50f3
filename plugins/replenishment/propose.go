package replenishment

import (
	"cmp"
	"context"
	"database/sql"
	"errors"
	"fmt"
	"slices"
	"time"

	"github.com/wareloom/wareloom/engine/plugin"
	stock "github.com/wareloom/wareloom/plugins/inventory/contract"
)

// proposal is an order to bring goods, for one owner in one warehouse.
type proposal struct {
	of     plugin.Row
	lines  []plugin.Row
	pieces stock.Qty
}

// proposeForFaces is the effect replenishment.propose: what the chosen faces lack is
// brought up to their most. What they have and what is on its way is reckoned anew.
func proposeForFaces(ctx context.Context, e *plugin.EffectEvent, _ []plugin.Row) error {
	var ids []int64
	for _, head := range e.Heads {
		ids = append(ids, plugin.ID(head))
	}
	wants, err := readFaces(ctx, e.Tx, ids...)
	if err != nil {
		return err
	}
	wants = slices.DeleteFunc(wants, func(w *want) bool {
		if w.need <= 0 {
			e.Tell("replenishment.enough", "sku", w.SKU, "has", w.Available.Text(), "incoming", w.Incoming.Text())
		}
		return w.need <= 0
	})
	return propose(ctx, e, wants, "lower_limit", func(s *source, w *want) bool { return s.PositionID != w.FaceID })
}

// proposeForOrders is the effect replenishment.propose_for_orders: what the chosen lines
// wait for is brought from areas that nothing is picked from.
func proposeForOrders(ctx context.Context, e *plugin.EffectEvent, _ []plugin.Row) error {
	wants, err := waiting(ctx, e)
	if err != nil {
		return err
	}
	return propose(ctx, e, wants, "short_order", func(s *source, _ *want) bool { return !s.Picked })
}

// waiting are the wants of the chosen short lines, as they are now.
func waiting(ctx context.Context, e *plugin.EffectEvent) ([]*want, error) {
	chosen := map[int64]bool{}
	for _, head := range e.Heads {
		chosen[plugin.Int(head, "sale_order_line_id")] = true
	}
	all, err := readShort(ctx, e.Tx)
	if err != nil {
		return nil, err
	}
	var wants []*want
	for _, s := range all {
		if !chosen[s.LineID] {
			continue
		}
		if s.need() <= 0 {
			e.Tell("replenishment.ordered", "order", s.OrderNo, "sku", s.SKU)
			continue
		}
		face, err := faceFor(ctx, e.Tx, s)
		if err != nil {
			return nil, err
		}
		if face == 0 {
			e.Tell("replenishment.no_face", "sku", s.SKU, "order", s.OrderNo)
			continue
		}
		w := &want{
			WarehouseID: s.WarehouseID, ConsignorID: s.ConsignorID, ProductID: s.ProductID, SKU: s.SKU, FaceID: face, Quality: s.Quality, LotNo: s.LotNo,
			OrderID: s.OrderID, Urgency: 100 + s.Priority, need: s.need(),
		}
		if s.ShipBy.Valid {
			w.ShipBy = time.UnixMilli(s.ShipBy.Int64)
		}
		wants = append(wants, w)
	}
	return wants, nil
}

// faceFor is the position that goods for an order are brought to: the face of the
// product, else where it lies in a picking area, else an empty bin there; 0 for none.
func faceFor(ctx context.Context, tx plugin.Tx, s *shortage) (int64, error) {
	ofProduct := []any{s.WarehouseID, s.ProductID, true}
	questions := []struct {
		text string
		args []any
	}{
		{`SELECT w.face_position_id FROM product_wh w WHERE w.warehouse_id = ? AND w.product_id = ? AND COALESCE(w.enabled, ?) AND w.face_position_id IS NOT NULL ORDER BY w.id LIMIT 1`, ofProduct},
		{`SELECT p.id FROM position p JOIN storage_area a ON a.id = p.storage_area_id WHERE p.warehouse_id = ? AND a.area_kind = 'picking' AND p.position_use = 'bin' AND p.status = 'normal'
			AND p.id IN (SELECT q.position_id FROM quant q WHERE q.warehouse_id = ? AND q.product_id = ? AND q.on_hand > 0 AND q.held_at IS NULL) AND COALESCE(p.enabled, ?)
			ORDER BY p.pick_seq NULLS LAST, p.id LIMIT 1`, []any{s.WarehouseID, s.WarehouseID, s.ProductID, true}},
		{`SELECT p.id FROM position p JOIN storage_area a ON a.id = p.storage_area_id WHERE p.warehouse_id = ? AND a.area_kind = 'picking' AND p.position_use = 'bin' AND p.status = 'normal'
			AND NOT EXISTS (SELECT 1 FROM quant q WHERE q.position_id = p.id AND q.on_hand > 0) AND COALESCE(p.enabled, ?) ORDER BY p.pick_seq NULLS LAST, p.id LIMIT 1`, []any{s.WarehouseID, true}},
	}
	for _, question := range questions {
		var id int64
		err := tx.Get(ctx, &id, question.text, question.args...)
		if err == nil {
			return id, nil
		}
		if !errors.Is(err, sql.ErrNoRows) {
			return 0, fmt.Errorf("look for the face of %s: %w", s.SKU, err)
		}
	}
	return 0, nil
}

// propose writes orders that bring what is wanted, the most urgent first, as far as
// there is stock that suits.
func propose(ctx context.Context, e *plugin.EffectEvent, wants []*want, kind string, suits func(*source, *want) bool) error {
	if len(wants) == 0 {
		e.Tell("replenishment.nothing_proposed")
		return nil
	}
	slices.SortStableFunc(wants, func(a, b *want) int {
		return cmp.Or(cmp.Compare(b.Urgency, a.Urgency), a.ShipBy.Compare(b.ShipBy), cmp.Compare(a.ID, b.ID))
	})
	var products []int64
	for _, w := range wants {
		products = append(products, w.ProductID)
	}
	slices.Sort(products)
	list, err := sources(ctx, e.Tx, slices.Compact(products))
	if err != nil {
		return err
	}
	drafts := map[[2]int64]*proposal{}
	var made []*proposal
	for _, w := range wants {
		key := [2]int64{w.WarehouseID, w.ConsignorID}
		if drafts[key] == nil {
			drafts[key] = &proposal{of: plugin.Row{"warehouse_id": w.WarehouseID, "consignor_id": w.ConsignorID, "kind": kind}}
			made = append(made, drafts[key])
		}
		drafts[key].add(e, w, list, suits)
	}
	return write(ctx, e, made)
}

// add takes what a want needs of the sources.
func (p *proposal) add(e *plugin.EffectEvent, w *want, list []*source, suits func(*source, *want) bool) {
	need := w.need
	for _, s := range list {
		part := min(need, s.Free)
		if s.ProductID != w.ProductID || s.WarehouseID != w.WarehouseID || s.Quality != w.Quality || w.LotNo != "" && s.LotNo != w.LotNo || part <= 0 || !suits(s, w) || !s.fresh(e.Tx.Now()) {
			continue
		}
		s.Free -= part
		need -= part
		p.pieces += part
		row := plugin.Row{
			"product_id": w.ProductID, "qty": part.Decimal(), "quality": s.Quality, "lot_id": null(s.LotID), "from_position_id": s.PositionID, "to_position_id": w.FaceID,
			"sale_order_id": null(w.OrderID), "urgency": w.Urgency,
		}
		if !w.ShipBy.IsZero() {
			row["ship_by"] = w.ShipBy
		}
		p.lines = append(p.lines, row)
		if need == 0 {
			return
		}
	}
	e.Tell("replenishment.too_little", "sku", w.SKU, "missing", need.Text())
}

// write saves the orders and, if it was asked for, releases them.
func write(ctx context.Context, e *plugin.EffectEvent, made []*proposal) error {
	for _, p := range made {
		if len(p.lines) == 0 {
			continue
		}
		p.of["lines"] = p.lines
		row, err := e.Data.Save(ctx, order, p.of)
		if err != nil {
			return err
		}
		e.Created(order, plugin.ID(row))
		e.Tell("replenishment.proposed", "doc", plugin.Text(row, "doc_no"), "lines", len(p.lines), "qty", p.pieces.Text())
		if !plugin.Bool(e.Params, "release") {
			continue
		}
		if _, err := e.Data.Act(ctx, order, "release", plugin.ID(row), nil); err != nil {
			return err
		}
	}
	return nil
}
