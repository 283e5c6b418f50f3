package packing

import (
	"context"
	"fmt"
	"strconv"
	"strings"

	"github.com/wareloom/wareloom/engine/fault"
	"github.com/wareloom/wareloom/engine/plugin"
	"github.com/wareloom/wareloom/plugins/inventory/contract"
)

// wavesOf are the waves that a scanned code stands for: one, that of an order, or those
// whose goods lie in a tote.
func wavesOf(ctx context.Context, tx plugin.Tx, c plugin.Candidate) (list []plugin.Meaning, err error) {
	where := map[string]string{
		"wave":  `id = ?`,
		"order": `id = (SELECT wave_id FROM sale_order WHERE id = ?)`,
		"lpn": `id IN (SELECT wave_id FROM sale_order WHERE status IN ('picked', 'checked')
			AND id IN (SELECT doc_id FROM stock_move WHERE doc_type = 'sale_order' AND lpn_id = ? GROUP BY doc_id HAVING SUM(qty) > 0))`,
	}[c.Kind]
	if err := tx.Select(ctx, &list, `SELECT id, doc_no AS label, '' AS detail FROM wave WHERE `+where+` ORDER BY id`, c.ID); err != nil {
		return nil, fmt.Errorf("read waves of %s %d: %w", c.Kind, c.ID, err)
	}
	return list, nil
}

// show shows the slots, the last one big.
func (t *sorting) show(ctx context.Context, view *plugin.View) error {
	if t.Step() == plugin.StepChoose {
		view.Prompt, view.List = fault.Params{"code": t.Code}, t.Shown()
		return nil
	}
	if t.Put == nil { // else the hands are full
		view.Facts = packageFacts(t.Packed)
	}
	if t.WaveID == 0 {
		return nil
	}
	view.About = plugin.About{Table: "wave", ID: t.WaveID}
	slots, err := t.slots(ctx)
	if err != nil {
		return err
	}
	left := t.Step() == stepUnresolved
	for _, s := range slots {
		if s.packed() {
			view.Done++
		} else {
			view.Left++
		}
		if !left || s.unresolved() {
			view.List = append(view.List, s.choice(left))
		}
	}
	if t.LastSlot > 0 && !left {
		view.Target = []plugin.Target{{Label: "packing.slot", Value: strconv.Itoa(t.LastSlot), Size: plugin.SizeHuge, Field: "slot"}}
		view.Speak = strconv.Itoa(t.LastSlot)
	}
	if err := t.showItem(ctx, view); err != nil {
		return err
	}
	return t.showWall(ctx, view)
}

// showItem shows the goods at hand.
func (t *sorting) showItem(ctx context.Context, view *plugin.View) (err error) {
	most, err := t.most(ctx)
	if err != nil {
		return err
	}
	view.Prompt = fault.Params{"wave": t.WaveNo, "max": most.Text()}
	if t.Step() == stepQty {
		view.Default, view.Max = most.Text(), most.Text()
	}
	if t.ProductID == 0 {
		return nil
	}
	product, err := t.Data.Get(ctx, "product", t.ProductID)
	if err != nil {
		return err
	}
	sku := plugin.Text(product, "sku")
	view.Prompt["sku"] = sku
	view.Target = append(view.Target, plugin.Target{Label: "packing.item", Value: sku + " " + plugin.Text(product, "name"), Size: plugin.SizeLarge, Field: "item"})
	view.Image, err = contract.Picture(ctx, t.Data.SQL(), t.ProductID)
	return err
}

// choice tells how far a slot is; what is missing in it where that is asked.
func (s slot) choice(missing bool) plugin.Choice {
	c := plugin.Choice{Code: strconv.Itoa(s.No), Label: fmt.Sprintf("%d · %s", s.No, s.DocNo), State: "open"}
	if s.No == 0 {
		c.Code, c.Label = s.DocNo, s.DocNo
	}
	c.Detail = s.scanned().Text() + " / " + (s.scanned() + s.missing()).Text()
	switch {
	case s.Intercepted:
		c.State, c.Says = "wrong", "packing.slot.intercepted"
	case s.Held:
		c.State, c.Says = "wrong", "packing.slot.held"
	case s.packed():
		c.State, c.Says = "done", "packing.slot.packed"
	case s.Status == "cancelled":
		c.State, c.Says = "wrong", "packing.slot.cancelled"
	case s.unseated():
		c.Says = "packing.slot.waits"
	case s.No == 0:
		c.State, c.Says = "short", "packing.slot.not_picked"
	case missing:
		c.State, c.Detail = "short", s.lacks()
	}
	return c
}

// lacks names what was not scanned.
func (s slot) lacks() string {
	var list []string
	for _, l := range s.list {
		if l.left > 0 {
			list = append(list, l.SKU+" × "+l.left.Text())
		}
	}
	return strings.Join(list, ", ")
}
