package model

import "github.com/wareloom/wareloom/engine/plugin"

// giveBack is a return of a customer that was received and is to be put away.
type giveBack struct {
	id int64
	of pile
	n  int64
}

// comeBack receives a part of a sent order.
func (p *player) comeBack() {
	list := p.ordersAt("shipped")
	if len(list) == 0 {
		return
	}
	o := one(p, list)
	q := one(p, sortedPiles(o.picked))
	m := move{from: outside(here, "customer"), to: spot{house: here, position: "T-01"}, goods: q.goods, into: q.goods, qty: p.some(2)}
	then, why := p.stock.after(m)
	if m.qty > wanted(o, q.sku)-o.back[q.sku] {
		why = append(why, "not sent: returns.too_many")
	}
	id := p.must("rma", plugin.Row{
		"consignor_id": p.owners[o.owner], "warehouse_id": p.houses[here], "sale_order_id": o.id,
		"lines": []any{plugin.Row{"product_id": p.products[q.sku], "qty": figure(m.qty), "lot_no": orNil(q.lot), "exp_date": dateOf(q.lot)}},
	})
	p.note("%v of %+v of %s", number(m.qty), q.goods, o.number)
	if p.judge("come back", why, p.acts("rma", id, "wait", "receive")) {
		p.stock = then
		add(o.back, q.sku, m.qty)
		p.returns = append(p.returns, giveBack{id, pile{m.to, q.goods}, m.qty})
	}
}

// wanted is how much of a product an order wanted, and got.
func wanted(o *order, sku string) (n int64) {
	for _, w := range o.wants {
		if w.sku == sku {
			n += w.qty
		}
	}
	return n
}

// dispose puts a return away.
func (p *player) dispose() {
	if len(p.returns) == 0 {
		return
	}
	r := p.returns[0]
	if p.statusOf("rma", r.id) == "received" {
		if code := p.act("rma", "grade", r.id, nil); code != "" {
			p.diverge("grade: %s", code)
		}
	}
	m := move{from: r.of.spot, to: bin(one(p, bins(here))), goods: r.of.goods, into: r.of.goods, qty: r.n}
	then, why := p.stock.after(m)
	p.note("%v of %+v to %s", number(r.n), r.of.goods, m.to.position)
	if p.judge("dispose", why, p.act("rma", "dispose", r.id, plugin.Row{"position_id": p.Places[m.to.position]})) {
		p.stock, p.returns = then, p.returns[1:]
	}
}
