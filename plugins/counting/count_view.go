package counting

import (
	"context"
	"fmt"

	"github.com/wareloom/wareloom/engine/fault"
	"github.com/wareloom/wareloom/engine/plugin"
	stock "github.com/wareloom/wareloom/plugins/inventory/contract"
)

// show shows where the person counts, and what was counted there.
func (t *counts) show(ctx context.Context, view *plugin.View) error {
	view.Prompt = fault.Params{"code": t.Code, "n": t.Seen, "sku": "", "position": "", "next": ""}
	if t.CountID == 0 {
		return nil
	}
	head, err := t.Data.Get(ctx, countTable, t.CountID)
	if err != nil {
		return err
	}
	t.head = head
	view.About = plugin.About{Table: countTable, ID: t.CountID}
	view.Done, view.Left = int(plugin.Int(head, "counted_count")), int(plugin.Int(head, "position_count")-plugin.Int(head, "counted_count"))
	if status := plugin.Text(head, "status"); status == counted || status == recounting {
		view.Left = int(plugin.Int(head, "recount_count"))
	}
	switch {
	case t.Step() == plugin.StepDone:
		view.Facts = plugin.Row{"stock_count_id": t.CountID}
		return nil
	case t.SpotID == 0:
		return t.showNext(ctx, view)
	}
	return t.showSpot(ctx, view)
}

// showNext shows the next position that this person may count, in the order of the walk.
func (t *counts) showNext(ctx context.Context, view *plugin.View) error {
	var next []string
	err := t.Data.SQL().Select(ctx, &next, `SELECT p.code FROM stock_count_position l JOIN position p ON p.id = l.position_id
		WHERE l.stock_count_id = ? AND (l.status = 'open' OR l.status = 'counting' AND l.counted_by = ? OR l.status = 'recount' AND COALESCE(l.counted_by, 0) <> ?
			OR l.status = 'recounting' AND l.recounted_by = ?) ORDER BY CASE WHEN l.status IN ('counting', 'recounting') THEN 0 ELSE 1 END, l.line_no, l.id LIMIT 20`, t.CountID, t.Actor.UserID, t.Actor.UserID, t.Actor.UserID)
	if err != nil {
		return fmt.Errorf("read positions to count: %w", err)
	}
	for i, code := range next {
		if i == 0 {
			view.Prompt["next"] = code
			view.Target = []plugin.Target{{Label: "counting.next_position", Value: code, Size: plugin.SizeHuge, Field: "position"}}
		}
		view.List = append(view.List, plugin.Choice{Code: code, Label: code, State: open})
	}
	if len(next) == 0 {
		view.Prompt["next"] = "–"
	}
	return nil
}

// showSpot shows the position with what was counted there; what the figures say only in
// a count that is not blind.
func (t *counts) showSpot(ctx context.Context, view *plugin.View) (err error) {
	if t.spot, err = readSpot(ctx, t.Data.SQL(), `l.id = ?`, t.SpotID); err != nil || t.spot == nil {
		return err
	}
	view.Prompt["position"], view.At = t.spot.Code, t.spot.Code
	view.Target = []plugin.Target{{Label: "counting.position", Value: t.spot.Code, Size: plugin.SizeLarge, Field: "position"}}
	list, err := t.shown(ctx)
	if err != nil {
		return err
	}
	for _, s := range list {
		if t.Goods != nil && s.pile == *t.Goods {
			view.Image = s.Image
		}
		view.List = append(view.List, s.choice(plugin.Bool(t.head, "blind")))
	}
	if t.Goods != nil {
		p, err := t.product(ctx, t.Goods.ProductID)
		if err != nil {
			return err
		}
		view.Prompt["sku"] = p.SKU
		view.Target = append(view.Target, plugin.Target{Label: "counting.item", Value: p.SKU, Size: plugin.SizeLarge, Field: "item"})
	}
	if t.Step() == plugin.StepChoose {
		view.List = t.Shown()
	}
	return nil
}

// shown is a pile with its book, when it is known, and what was counted of it.
type shown struct {
	book
	Counted *stock.Qty
}

// shown are the piles of the position: those that were counted, and of an open count those
// that the figures know.
func (t *counts) shown(ctx context.Context) ([]shown, error) {
	var rows []struct {
		pile
		SKU   string     `db:"sku"`
		Name  string     `db:"name"`
		Owner string     `db:"owner"`
		LotNo string     `db:"lot_no"`
		Lpn   string     `db:"lpn"`
		Image string     `db:"image"`
		First *stock.Qty `db:"count1"`
		Again *stock.Qty `db:"count2"`
	}
	err := t.Data.SQL().Select(ctx, &rows, `SELECT COALESCE(l.lpn_id, 0) AS lpn_id, l.consignor_id, l.product_id, COALESCE(l.lot_id, 0) AS lot_id, l.quality, p.sku, p.name,
		c.name AS owner, COALESCE(t.lot_no, '') AS lot_no, COALESCE(n.barcode, '') AS lpn, COALESCE(p.image, '') AS image, l.count1, l.count2
		FROM stock_count_line l JOIN product p ON p.id = l.product_id JOIN consignor c ON c.id = l.consignor_id
		LEFT JOIN lot t ON t.id = l.lot_id LEFT JOIN lpn n ON n.id = l.lpn_id WHERE l.stock_count_id = ? AND l.position_id = ? ORDER BY l.id`, t.CountID, t.spot.PositionID)
	if err != nil {
		return nil, fmt.Errorf("read counted lines: %w", err)
	}
	var list []shown
	for _, r := range rows {
		s := shown{book: book{pile: r.pile, SKU: r.SKU, Name: r.Name, Owner: r.Owner, LotNo: r.LotNo, Lpn: r.Lpn, Image: r.Image, OnHand: -1}, Counted: r.First}
		if t.spot.second() {
			s.Counted = r.Again
		}
		if s.Counted != nil {
			list = append(list, s)
		}
	}
	if plugin.Bool(t.head, "blind") {
		return list, nil
	}
	return t.withBooks(ctx, list)
}

// withBooks adds what the figures say.
func (t *counts) withBooks(ctx context.Context, list []shown) ([]shown, error) {
	here, err := books(ctx, t.Data.SQL(), covers(t.head), t.spot.PositionID)
	if err != nil {
		return nil, err
	}
	for _, b := range here {
		known := false
		for i := range list {
			if list[i].pile == b.pile {
				list[i].OnHand, known = b.OnHand, true
			}
		}
		if !known {
			list = append(list, shown{book: b})
		}
	}
	return list, nil
}

// choice is the pile as a line of the screen.
func (s *shown) choice(blind bool) plugin.Choice {
	c := plugin.Choice{Code: s.SKU, Label: s.SKU + " " + s.Name, State: open, Params: fault.Params{"about": s.detail(), "counted": "–", "book": "0"}, Says: "counting.line_open"}
	if blind {
		c.Says = "counting.line_blind"
	}
	if s.OnHand > 0 {
		c.Params["book"] = s.OnHand.Text()
	}
	if s.Counted != nil {
		c.State, c.Params["counted"] = "done", s.Counted.Text()
	}
	return c
}
