package model

import (
	"context"
	"fmt"
	"slices"

	"github.com/wareloom/wareloom/engine/plugin"
	"github.com/wareloom/wareloom/engine/store"
)

// truck is goods that go from one warehouse to the other.
type truck struct {
	id, line int64
	number   string
	from, to string
	want     want
	status   string
	left     map[goods]int64 // on their way
}

func (t *truck) doc() string { return fmt.Sprint("transfer ", t.id) }
func (t *truck) road() spot  { return outside(t.to, "in_transit") }

// newTruck asks for goods of the other warehouse.
func (p *player) newTruck() {
	t := &truck{from: here, to: there, want: want{sku: one(p, sorted(products)), qty: p.some(4)}, status: "submitted", left: map[goods]int64{}}
	if p.chance(40) {
		t.from, t.to = there, here
	}
	if p.chance(30) {
		t.want.lot = p.lotFor(t.want.sku)
	}
	row, code := p.save("transfer", plugin.Row{
		"consignor_id": p.owners[products[t.want.sku].owner], "warehouse_id": p.houses[t.from], "to_warehouse_id": p.houses[t.to],
		"lines": []any{plugin.Row{"product_id": p.products[t.want.sku], "qty": figure(t.want.qty), "lot_no": orNil(t.want.lot)}},
	})
	t.id, t.number = plugin.ID(row), plugin.Text(row, "doc_no")
	if code == "" {
		code = p.act("transfer", "submit", t.id, nil)
	}
	if code != "" {
		p.diverge("ask for goods: %s", code)
	}
	p.trucks = append(p.trucks, t)
	p.loadTruck(t)
}

// driveTruck goes on with one of the trucks.
func (p *player) driveTruck() {
	if len(p.trucks) == 0 {
		return
	}
	t := one(p, p.trucks)
	switch {
	case t.status == "submitted":
		p.loadTruck(t)
	case t.status == "audited" && p.chance(20):
		p.judge("unload truck", nil, p.act("transfer", "unaudit", t.id, nil))
		p.unloaded(t)
	case t.status == "audited":
		p.shipTruck(t)
	case p.chance(10):
		p.lose(t)
	default:
		p.enter(t)
	}
}

// sendTruck asks for goods and sends them at once, as one thing that is taken back.
func (p *player) sendTruck() {
	p.newTruck()
	if t := p.trucks[len(p.trucks)-1]; t.status == "audited" {
		p.deeds = p.deeds[:len(p.deeds)-1]
		p.shipTruck(t)
	}
}

// enterTruck receives goods of one of the trucks on their way.
func (p *player) enterTruck() {
	var list []*truck
	for _, t := range p.trucks {
		if t.status == "shipped" && t.sum() > 0 {
			list = append(list, t)
		}
	}
	if len(list) > 0 {
		p.enter(one(p, list))
	}
}

// mayLeave reports whether a truck may have goods of a pile.
func (p *player) mayLeave(t *truck) func(pile) bool {
	return func(q pile) bool {
		return q.house == t.from && inBin(q) && q.quality == good && !p.stock.held[q] && p.stock.free(q) > 0
	}
}

// loadTruck has the goods of a truck reserved: all of them.
func (p *player) loadTruck(t *truck) {
	var why []string
	if p.there(t.want, p.mayLeave(t)) < t.want.qty {
		why = append(why, "too few: transfers.house_lacks")
	}
	p.note("%s from %s wants %+v", t.number, t.from, t.want)
	if !p.judge("load truck", why, p.act("transfer", "audit", t.id, nil)) {
		return
	}
	t.status = "audited"
	p.adopt(t.doc(), []want{t.want}, p.mayLeave(t))
	p.did(&deed{
		name: "load truck", undo: func() string { return p.act("transfer", "unaudit", t.id, nil) },
		why: func(*stock) []string { return gone(t.status != "audited") }, undone: func() { p.unloaded(t) },
	})
}

func (p *player) unloaded(t *truck) {
	p.stock.release(t.doc())
	t.status = "submitted"
}

// shipTruck sends the goods off.
func (p *player) shipTruck(t *truck) {
	var moves []move
	kept := p.stock.keptFor(t.doc())
	for c, n := range kept {
		moves = append(moves, move{from: c.spot, to: t.road(), goods: c.goods, into: c.goods, qty: n, doc: t.doc()})
	}
	then, why := p.stock.after(moves...)
	p.note("%s", t.number)
	if !p.judge("ship truck", why, p.acts("transfer", t.id, "pick", "ship")) {
		return
	}
	t.status = "shipped"
	for c, n := range kept {
		add(t.left, c.goods, n)
	}
	p.moved("ship truck", then, &deed{
		moves: moves, undo: func() string { return p.act("transfer", "recall", t.id, plugin.Row{"reason": "wrong lorry"}) },
		why: func(*stock) []string { return gone(t.sum() != sum(kept)) }, undone: func() { p.forgetTruck(t) },
	})
}

// sum is how much is on the way.
func (t *truck) sum() int64 { return sum(t.left) }

func (p *player) forgetTruck(t *truck) {
	t.left, t.status = map[goods]int64{}, "recalled"
	p.trucks = slices.DeleteFunc(p.trucks, func(other *truck) bool { return other == t })
}

// enter receives goods of a truck.
func (p *player) enter(t *truck) {
	if t.sum() == 0 {
		p.forgetTruck(t)
		t.status = "received"
		return
	}
	d := p.begin("enter "+t.number, "allocate_enter", map[string]any{"warehouse_id": p.houses[t.to]}, t.number)
	g := one(p, sortedGoods(t.left))
	m := move{from: t.road(), to: bin(one(p, bins(t.to))), goods: g, into: g, qty: min(p.some(3), t.left[g])}
	if p.chance(15) {
		m.qty = t.left[g] + piece
	}
	then, why := p.stock.after(m)
	if m.qty > t.left[g] {
		why = append(why, "not sent: transfers.more_than_sent")
	}
	form := map[string]any{"item": g.sku, "qty": number(m.qty), "position": m.to.position}
	if g.lot != "" {
		form["lot"] = g.lot
	}
	p.note("%v of %+v of %s to %s", number(m.qty), g, t.number, m.to.position)
	if !p.judge("enter", why, p.give(d, "form", form)) {
		return
	}
	add(t.left, g, -m.qty)
	p.moved("enter", then, &deed{at: d, moves: []move{m}, undone: func() {
		add(t.left, g, m.qty)
		if t.status == "received" {
			t.status = "shipped"
			p.trucks = append(p.trucks, t)
		}
	}})
}

// lose gives up goods that do not arrive.
func (p *player) lose(t *truck) {
	if t.sum() == 0 {
		return
	}
	qty := p.some(2)
	var why []string
	if qty > t.sum() {
		why = append(why, "not on the way: transfers.lose_too_much")
	}
	if t.line == 0 {
		p.read(func(ctx context.Context, tx *store.Tx) error {
			return tx.Get(ctx, &t.line, `SELECT id FROM transfer_line WHERE transfer_id = ?`, t.id)
		})
	}
	p.note("%v of %s", figure(qty), t.number)
	if !p.judge("lose", why, p.act("transfer", "lose", t.id, plugin.Row{"line_id": t.line, "qty": figure(qty), "reason": "lost"})) {
		return
	}
	for _, g := range sortedGoods(t.left) {
		n := min(qty, t.left[g])
		qty -= n
		if n > 0 {
			p.stock, _ = p.stock.after(move{from: t.road(), to: outside(t.to, "scrap"), goods: g, into: g, qty: n})
			add(t.left, g, -n)
		}
	}
}

func sortedGoods(left map[goods]int64) (list []goods) {
	piles := map[pile]int64{}
	for g := range left {
		piles[pile{goods: g}] = 1
	}
	for _, q := range sortedPiles(piles) {
		list = append(list, q.goods)
	}
	return list
}
