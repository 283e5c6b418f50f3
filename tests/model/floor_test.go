package model

import (
	"slices"

	"github.com/wareloom/wareloom/engine/plugin"
)

// Work at stations with goods that nobody ordered: they are received, shelved and moved.

// dock is where goods are received, and announced how many pieces of a product at once.
const (
	dock      = "R-01"
	announced = 60 * piece
)

// receive takes goods of a notice in at the dock.
func (p *player) receive() {
	owner := one(p, []string{"ACME", "ACME", "GLOBEX"})
	d := p.dockOf(owner)
	sku := one(p, skusOf(owner))
	q := pile{spot{house: here, position: dock}, goods{sku: sku, lot: p.lotFor(sku), quality: good}}
	m := move{from: outside(here, "vendor"), to: q.spot, goods: q.goods, into: q.goods, qty: p.some(5)}
	if p.chance(5) {
		m.qty = d.due[sku] + piece
	}
	then, why := p.stock.after(m)
	if m.qty > d.due[sku] {
		why = append(why, "not announced: inbound.over_receipt")
	}
	if products[sku].ages && q.lot == "" {
		why = append(why, "no date: stock.expiry_needed inbound.expiry_needed")
	}
	p.note("%v of %+v", number(m.qty), q)
	form := map[string]any{"item": sku, "qty": number(m.qty)}
	if q.lot != "" {
		form["lot"] = q.lot
	}
	if date := dateOf(q.lot); date != nil {
		form["expiry"] = date
	}
	if !p.judge("receive", why, p.give(d, "form", form)) {
		return
	}
	d.due[sku] -= m.qty
	came := &arrival{q, m.qty}
	p.arrivals = append(p.arrivals, came)
	p.moved("receive", then, &deed{
		at: d, moves: []move{m}, why: func(*stock) []string {
			if came.left < m.qty {
				return []string{"put away: inbound.shelved_already"}
			}
			return nil
		},
		undone: func() {
			d.due[sku] += m.qty
			p.arrivals = slices.DeleteFunc(p.arrivals, func(a *arrival) bool { return a == came })
		},
	})
	if d.due[sku] == 0 { // the notice has had it: another is announced
		p.leave(d)
	}
}

// arrival is goods that were received, and what of them is not put away.
type arrival struct {
	pile
	left int64
}

// putAway takes goods that are put away off the arrivals, the oldest first; back undoes it.
func (p *player) putAway(q pile, qty int64) (back func()) {
	shares := map[*arrival]int64{}
	for _, a := range p.arrivals {
		if a.pile == q {
			shares[a] = min(a.left, qty)
			a.left -= shares[a]
			qty -= shares[a]
		}
	}
	return func() {
		for a, n := range shares {
			a.left += n
		}
	}
}

// dockOf is the station where goods of an owner are received; a notice is announced
// where nobody receives one.
func (p *player) dockOf(owner string) *device {
	p.Helper()
	name := "receive " + owner
	if d := p.devices[name]; d != nil {
		return d
	}
	var lines []any
	due := map[string]int64{}
	for _, sku := range skusOf(owner) {
		lines = append(lines, plugin.Row{"product_id": p.products[sku], "qty": figure(announced)})
		due[sku] = announced
	}
	doc, code := p.save("asn", plugin.Row{"consignor_id": p.owners[owner], "warehouse_id": p.houses[here], "lines": lines})
	if code == "" {
		code = p.acts("asn", plugin.ID(doc), "confirm", "arrive", "unload")
	}
	if code != "" {
		p.diverge("announce: %s", code)
	}
	d := p.begin(name, "receive_by_order", nil, plugin.Text(doc, "doc_no"), dock)
	d.due = due
	return d
}

func skusOf(owner string) (list []string) {
	for _, sku := range sorted(products) {
		if products[sku].owner == owner {
			list = append(list, sku)
		}
	}
	return list
}

// shelve takes goods from the dock to a bin.
func (p *player) shelve() {
	q, ok := p.any(func(q pile) bool { return q.position == dock })
	if !ok {
		return
	}
	d := p.begin("shelve", "shelve_no_order", nil, dock)
	m := move{from: q.spot, to: bin(one(p, bins(here))), goods: q.goods, into: q.goods, qty: p.asked(q)}
	then, why := p.stock.after(m)
	p.note("%v of %+v to %s", number(m.qty), q, m.to.position)
	form := map[string]any{"item": q.sku, "qty": number(m.qty), "position": m.to.position}
	if q.lot != "" {
		form["lot"] = q.lot
	}
	code := p.give(d, "form", form)
	if p.judge("shelve", why, code) {
		p.moved("shelve", then, &deed{at: d, moves: []move{m}, undone: p.putAway(q, m.qty)})
	}
	if d.Screen.Step != "item" {
		p.leave(d)
	}
}

// carry moves goods from a bin to another one of the same warehouse.
func (p *player) carry() {
	q, ok := p.any(inBin)
	if !ok {
		return
	}
	q, why := p.meant(q)
	d := p.begin("carry "+q.house, "transfer_scan", map[string]any{"warehouse_id": p.houses[q.house]})
	m := move{from: q.spot, to: bin(one(p, bins(q.house))), goods: q.goods, into: q.goods, qty: p.asked(q)}
	then, wrong := p.stock.after(m)
	if why = append(why, wrong...); m.to == m.from {
		why = append(why, "no way: transfers.same_place")
	}
	p.note("%v of %+v to %s", number(m.qty), q, m.to.position)
	form := map[string]any{"from": q.position, "item": q.sku, "qty": number(m.qty), "to": m.to.position}
	if q.lot != "" {
		form["lot"] = q.lot
	}
	if p.judge("carry", why, p.give(d, "form", form)) {
		m.takesAlong = true // when it is taken back
		p.moved("carry", then, &deed{at: d, moves: []move{m}})
	}
}

// meant is the pile that a form at a bin means: it does not tell the quality, and what
// nobody may take is not offered.
func (p *player) meant(q pile) (pile, []string) {
	offered := p.piles(func(o pile) bool {
		return o.spot == q.spot && o.sku == q.sku && p.stock.free(o) > 0 && !p.stock.held[o] && (q.lot == "" || o.lot == q.lot)
	})
	switch len(offered) {
	case 0:
		return q, []string{"nothing free: transfers.held transfers.reserved transfers.not_here"}
	case 1:
		return offered[0], nil
	}
	return q, []string{"several: station.choose"}
}
