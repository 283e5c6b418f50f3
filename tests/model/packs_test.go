package model

import (
	"context"
	"time"

	"github.com/wareloom/wareloom/engine/store"
)

// pack packs a picked order in one package.
func (p *player) pack() {
	list := p.ordersAt("picked")
	if len(list) == 0 {
		return
	}
	o := one(p, list)
	d := p.begin("pack "+o.number, "verify_by_order", nil)
	inputs := [][2]any{{"scan", o.number}}
	var moves []move
	for _, w := range o.wants {
		inputs = append(inputs, [2]any{"form", map[string]any{"item": w.sku, "qty": number(w.qty)}})
	}
	for _, q := range sortedPiles(o.picked) {
		moves = append(moves, move{from: q.spot, to: spot{house: here, position: "S-01"}, goods: q.goods, into: q.goods, qty: o.picked[q]})
	}
	inputs = append(inputs, [2]any{"button", "skip"}, [2]any{"button", "skip"})
	then, why := p.stock.after(moves...)
	p.note("%s", o.number)
	code := ""
	for _, in := range inputs {
		if code == "" {
			code = p.give(d, in[0].(string), in[1])
		}
	}
	if !p.judge("pack", why, code) {
		return
	}
	was := o.picked
	o.picked, o.status = map[pile]int64{}, "packed"
	for _, m := range moves {
		add(o.picked, pile{m.to, m.into}, m.qty)
	}
	p.read(func(ctx context.Context, tx *store.Tx) error {
		return tx.Get(ctx, &o.parcel, `SELECT MAX(id) FROM package WHERE sale_order_id = ?`, o.id)
	})
	p.moved("pack", then, &deed{
		at: d, inputs: len(inputs), moves: moves, why: func(*stock) []string { return gone(o.status != "packed") },
		undone: func() { o.picked, o.status = was, "picked" },
	})
}

// send hands the package of an order over.
func (p *player) send() {
	list := p.ordersAt("packed", "shipped")
	if len(list) == 0 {
		return
	}
	o := one(p, list)
	var number string
	p.read(func(ctx context.Context, tx *store.Tx) error {
		return tx.Get(ctx, &number, `SELECT package_no FROM package WHERE id = ?`, o.parcel)
	})
	d := p.begin("send", "send_check", nil)
	var moves []move
	for _, q := range sortedPiles(o.picked) {
		moves = append(moves, move{from: q.spot, to: outside(here, "customer"), goods: q.goods, into: q.goods, qty: o.picked[q]})
	}
	then, why := p.stock.after(moves...)
	if o.status == "shipped" {
		why = []string{"sent already: packing.sent_before"}
	}
	if !p.judge("send", why, p.give(d, "scan", number)) {
		return
	}
	o.status, o.sentOn = "shipped", p.today()
	p.moved("send", then, &deed{
		at: d, moves: moves, undone: func() { o.status = "packed" }, why: func(*stock) []string {
			if o.sentOn != p.today() {
				return []string{"another day: packing.other_day"}
			}
			return gone(len(o.back) > 0)
		},
	})
}

// today is the date in the warehouses.
func (p *player) today() string { return p.Clock.Now().In(zone).Format(time.DateOnly) }

var zone = time.FixedZone("Asia/Shanghai", 8*60*60)
