package month

import (
	"context"
	"fmt"

	"github.com/wareloom/wareloom/engine/record"
	"github.com/wareloom/wareloom/engine/station"
)

// delivery is a line of goods that come.
type delivery struct {
	goods
	qty  int
	left int // days that they still last; 0 they do not expire
}

// announce makes a notice of goods and takes it so many steps on: confirmed, arrived,
// being unloaded.
func (p *player) announce(ctx context.Context, owner string, list []delivery, steps int) (string, error) {
	p.notices++
	no := fmt.Sprintf("PO-%s-%03d", owner, p.notices)
	lines := make([]any, len(list))
	cartons := 0
	for i, d := range list {
		lines[i] = map[string]any{"product_id": d.ref(), "qty": number(d.qty)}
		cartons += d.qty/12 + 1
	}
	return no, p.act(ctx, "lead", func(ctx context.Context, data record.Data) error {
		notice, err := data.Save(ctx, "asn", row{
			"consignor_id": code(owner), "warehouse_id": code(building), "provider_id": code("V001"), "ext_no": no, "carton_count": number(cartons), "lines": lines,
		})
		for _, action := range []string{"confirm", "arrive", "unload"}[:steps] {
			if err == nil {
				_, err = data.Act(ctx, "asn", action, record.ID(notice), nil)
			}
		}
		return err
	})
}

// receive takes the goods of a notice in at the dock, now and then with a scan taken
// back.
func (p *player) receive(ctx context.Context, who, no string, list []delivery) error {
	t, err := p.open(ctx, who, "receive_by_order", no, dock)
	if err != nil {
		return err
	}
	for i, d := range list {
		form := map[string]any{"item": d.sku, "qty": d.qty}
		if d.left > 0 {
			form["lot"], form["expiry"] = d.lot(no), p.day(d.left)
		}
		if err := t.count(ctx, form, i == p.notices%7); err != nil {
			return err
		}
	}
	return t.input(ctx, station.KindButton, "finish")
}

// count counts goods, if told so twice: the first time is taken back.
func (t *task) count(ctx context.Context, form map[string]any, twice bool) error {
	err := t.input(ctx, station.KindForm, form)
	if err != nil || !twice {
		return err
	}
	if err := t.undo(ctx); err != nil {
		return err
	}
	for t.screen.Step != "item" {
		if err := t.input(ctx, station.KindButton, "back"); err != nil {
			return err
		}
	}
	return t.input(ctx, station.KindForm, form)
}

// shelve puts goods from the dock into bins of their aisle.
func (p *player) shelve(ctx context.Context, who, no string, list []delivery) error {
	t, err := p.open(ctx, who, "shelve_no_order", dock)
	if err != nil {
		return err
	}
	for _, d := range list {
		form := map[string]any{"item": d.sku, "qty": d.qty, "position": fmt.Sprintf("A-%02d-%02d-%d", d.aisle, p.between(3, 16), p.between(1, 3))}
		if d.left > 0 {
			form["lot"] = d.lot(no)
		}
		if err := t.input(ctx, station.KindForm, form); err != nil {
			return err
		}
	}
	return nil
}
