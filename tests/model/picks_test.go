package model

import (
	"context"
	"fmt"
	"slices"
	"strings"

	"github.com/shopspring/decimal"

	"github.com/wareloom/wareloom/engine/document"
	"github.com/wareloom/wareloom/engine/plugin"
	"github.com/wareloom/wareloom/engine/store"
)

// pick begins to pick an order, or goes on with one that is picked.
func (p *player) pick() {
	if list := p.ordersAt("picking"); len(list) > 0 {
		p.pickStop(one(p, list))
		return
	}
	if list := p.ordersAt("allocated"); len(list) > 0 {
		p.wave(one(p, list))
	}
}

// wave puts an order in a wave of its own, and a picker takes that with a tote.
func (p *player) wave(o *order) {
	_, err := p.Documents.Act(p.Context(), p.rights, "sale_order", document.Request{
		Name: "wave", IDs: []int64{o.id}, Params: plugin.Row{"max_orders": int64(20), "max_lines": int64(60), "release": true},
	})
	p.note("%s", o.number)
	p.judge("wave", nil, p.codeOf(err))
	var wave struct {
		ID     int64  `db:"id"`
		Number string `db:"doc_no"`
	}
	p.read(func(ctx context.Context, tx *store.Tx) error {
		return tx.Get(ctx, &wave, `SELECT w.id, w.doc_no FROM wave w JOIN sale_order o ON o.wave_id = w.id WHERE o.id = ?`, o.id)
	})
	tote := fmt.Sprint("TOTE-", 1+p.random.IntN(3))
	o.picker = p.begin("pick "+o.number, "pick", nil, wave.Number, tote)
	o.picker.tote, o.status = tote, "picking"
	begun := &deed{name: "wave", at: o.picker, inputs: 2, undone: func() {
		o.status = "allocated"
		p.mustAct("wave", wave.ID, "cancel", nil)
		p.leave(o.picker)
	}}
	p.did(begun)
}

// pickStop picks what the station asks for.
func (p *player) pickStop(o *order) {
	d := o.picker
	q, left := p.stopOf(o, d)
	qty, position := left, q.position
	if p.chance(15) {
		qty = max(left-piece, piece/2)
	}
	var why []string
	switch p.random.IntN(12) {
	case 0:
		qty, why = left+piece, []string{"more than asked: station.over"}
	case 1:
		if position = one(p, bins(here)); position != q.position {
			why = []string{"elsewhere: picking.wrong_position"}
		}
	}
	m := move{from: q.spot, to: spot{here, "P-01", d.tote}, goods: q.goods, into: q.goods, qty: qty, doc: o.doc()}
	then := p.stock
	if len(why) == 0 {
		then, why = p.stock.after(m)
	}
	p.note("%v of %+v for %s", number(qty), q, o.number)
	if !p.judge("pick", why, p.give(d, "form", map[string]any{"position": position, "item": q.sku, "qty": number(qty)})) {
		return
	}
	in := pile{m.to, q.goods}
	add(o.picked, in, qty)
	p.moved("pick", then, &deed{
		at: d, moves: []move{m}, why: func(then *stock) []string {
			if then.held[q] {
				return []string{"on hold now: stock.claim_failed"}
			}
			return gone(o.status != "picking" && o.status != "picked")
		},
		undone: func() {
			add(p.stock.kept, claim{o.doc(), q}, qty)
			add(o.picked, in, -qty)
			o.status = "picking"
		},
	})
	if d.Screen.Step == "done" {
		o.status = "picked"
	}
	if whole := len(p.stock.keptFor(o.doc())) == 0; whole != (o.status == "picked") {
		p.diverge("%s is at %s, and all is picked: %v", o.number, d.Screen.Step, whole)
	}
}

// stopOf is what the station asks for next of an order. Where its goods were carried away
// since it was asked, it says so to whom goes to where they lay.
func (p *player) stopOf(o *order, d *device) (q pile, left int64) {
	p.Helper()
	q, left, ok := p.shown(o, d)
	if !ok && d.behind {
		p.judge("pick where the goods lay", []string{"carried away: picking.wrong_position"}, p.give(d, "scan", fact(d, "position")))
		q, left, ok = p.shown(o, d)
	}
	if !ok {
		p.diverge("the station asks for %v of %v, and %v is reserved for %s", d.Screen.Max, d.Screen.Target, p.stock.keptFor(o.doc()), o.number)
	}
	d.behind = false
	return q, left
}

// shown is what is reserved for an order and what a station shows. Two reservations of an
// order whose goods were carried into one pile stay two stops, so less may be asked for.
func (p *player) shown(o *order, d *device) (q pile, left int64, ok bool) {
	sku, _, _ := strings.Cut(fact(d, "item"), " ")
	asked, err := decimal.NewFromString(d.Screen.Max)
	for c, n := range p.stock.keptFor(o.doc()) {
		if c.position == fact(d, "position") && c.sku == sku && c.lot == fact(d, "lot") && err == nil && asked.IsPositive() && asked.LessThanOrEqual(figure(n)) {
			return c.pile, asked.Shift(3).IntPart(), true
		}
	}
	return q, 0, false
}

// fact is what the screen of a device says of its target; "" where it says nothing.
func fact(d *device, field string) string {
	for _, t := range d.Screen.Target {
		if t["field"] == field {
			return fmt.Sprint(t["value"])
		}
	}
	return ""
}

// putBack takes goods of a cancelled order from their tote to a bin.
func (p *player) putBack() {
	list := p.ordersAt("cancelled")
	if len(list) == 0 {
		return
	}
	o := one(p, list)
	d := p.begin("put back "+o.number, "put_back", nil, o.number)
	q := one(p, sortedPiles(o.picked))
	qty := o.picked[q]
	if p.chance(40) {
		qty = p.some(3)
	}
	m := move{from: q.spot, to: bin(one(p, bins(here))), goods: q.goods, into: q.goods, qty: qty}
	then, why := p.stock.after(m)
	if qty > o.picked[q] {
		why = append(why, "not so many of it: station.over")
	}
	if same := countOf(o.picked, func(other pile) bool { return other.sku == q.sku }); same > 1 {
		why = []string{"several: station.choose"}
	}
	p.note("%v of %+v of %s to %s", number(qty), q, o.number, m.to.position)
	if !p.judge("put back", why, p.give(d, "form", map[string]any{"item": q.sku, "qty": number(qty), "position": m.to.position})) {
		if why[0] == "several: station.choose" {
			p.leave(d)
			p.chosen(o, q)
		}
		return
	}
	p.backed(o, d, m, then, 1)
}

// chosen puts goods back that a person has to choose among others.
func (p *player) chosen(o *order, q pile) {
	d := p.begin("put back "+o.number, "put_back", nil, o.number)
	m := move{from: q.spot, to: bin("D-01"), goods: q.goods, into: q.goods, qty: o.picked[q]}
	if code := p.give(d, "scan", q.sku); code != "" {
		p.diverge("scan %s to put it back: %s", q.sku, code)
	}
	for _, choice := range d.Screen.List {
		if strings.Contains(fmt.Sprint(choice["detail"]), q.lot) {
			p.give(d, "key", choice["code"])
			break
		}
	}
	if code := p.give(d, "key", number(m.qty)); code != "" {
		p.diverge("%v of %+v to put back: %s", number(m.qty), q, code)
	}
	then, why := p.stock.after(m)
	if p.judge("put back what was chosen", why, p.give(d, "scan", "D-01")) {
		p.backed(o, d, m, then, 4)
		return
	}
	p.leave(d)
}

func (p *player) backed(o *order, d *device, m move, then *stock, inputs int) {
	q := pile{m.from, m.goods}
	add(o.picked, q, -m.qty)
	p.moved("put back", then, &deed{at: d, inputs: inputs, moves: []move{m}, undone: func() {
		if add(o.picked, q, m.qty); !slices.Contains(p.orders, o) {
			p.orders = append(p.orders, o)
		}
	}})
	p.drop()
}
