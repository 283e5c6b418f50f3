package model

import (
	"fmt"

	"github.com/wareloom/wareloom/engine/plugin"
)

// Documents that change stock by themselves: goods that come or go for other reasons than
// an order, adjustments, goods that become others, stock on hold, and goods that change
// hands.

// lotFor is a lot for goods that come: mostly one where the product has lots.
func (p *player) lotFor(sku string) string {
	if !products[sku].lots || p.chance(4) {
		return ""
	}
	return fmt.Sprintf("%s-L%d", sku, 1+p.random.IntN(3))
}

// dateOf is when a lot expires: the last ones first.
func dateOf(lot string) any {
	if lot == "" || lot[:2] != "K3" {
		return nil
	}
	return fmt.Sprintf("2099-0%d-01", 9-int(lot[len(lot)-1]-'0'))
}

// otherIn has goods come for another reason.
func (p *player) otherIn() {
	q := pile{bin(one(p, bins(one(p, []string{here, here, there})))), goods{sku: one(p, sorted(products)), quality: p.quality()}}
	q.lot = p.lotFor(q.sku)
	m := move{from: outside(q.house, "vendor"), to: q.spot, goods: q.goods, into: q.goods, qty: p.some(6)}
	then, why := p.stock.after(m)
	if products[q.sku].ages && q.lot == "" {
		why = append(why, "no date: stock.expiry_needed")
	}
	doc, code := p.otherIO("in", q, m.qty)
	if p.judge("other in", why, code) {
		p.moved("other in", then, p.reversed("other_io", doc, m))
	}
}

// otherOut has goods go for another reason.
func (p *player) otherOut() {
	q, ok := p.any(inBin)
	if !ok {
		return
	}
	m := move{from: q.spot, to: outside(q.house, "scrap"), goods: q.goods, into: q.goods, qty: p.asked(q)}
	then, why := p.stock.after(m)
	doc, code := p.otherIO("out", q, m.qty)
	if p.judge("other out", why, code) {
		p.moved("other out", then, p.reversed("other_io", doc, m))
	}
}

// otherIO draws up a document of one line and posts it.
func (p *player) otherIO(direction string, q pile, qty int64) (doc int64, code string) {
	p.Helper()
	kind := map[string]string{"in": "found", "out": "scrap"}[direction]
	doc = p.must("other_io", plugin.Row{
		"direction": direction, "io_type": kind, "consignor_id": p.owners[products[q.sku].owner], "warehouse_id": p.houses[q.house],
		"lines": []any{plugin.Row{
			"product_id": p.products[q.sku], "position_id": p.Places[q.position], "qty": figure(qty), "lot_no": orNil(q.lot), "exp_date": dateOf(q.lot), "quality": q.quality,
		}},
	})
	p.note("%s %v of %+v", direction, figure(qty), q)
	return doc, p.acts("other_io", doc, "audit", "post")
}

// reversed is a deed that the reversal of a document takes back.
func (p *player) reversed(table string, doc int64, moves ...move) *deed {
	return &deed{moves: moves, undo: func() string { return p.act(table, "reverse", doc, plugin.Row{"reason": "mistake"}) }}
}

func orNil(text string) any {
	if text == "" {
		return nil
	}
	return text
}

func (p *player) quality() string {
	if p.chance(12) {
		return "CC"
	}
	return good
}

// any is one of the piles.
func (p *player) any(take func(pile) bool) (pile, bool) {
	list := p.piles(take)
	if len(list) == 0 {
		return pile{}, false
	}
	return one(p, list), true
}

// asked is a quantity of a pile: mostly what is free or less, at times all that lies
// there, or more.
func (p *player) asked(q pile) int64 {
	lies, free := p.stock.lies[q], p.stock.free(q)
	switch n := p.random.IntN(10); {
	case n == 0:
		return lies + p.some(2)
	case n < 4:
		return lies
	case n < 6 && free > 0:
		return free
	}
	return min(p.some(4), lies)
}

// adjust gives a pile more or less.
func (p *player) adjust() {
	q, ok := p.any(inBin)
	if !ok {
		return
	}
	qty := p.asked(q)
	diff := outside(q.house, "count_diff")
	m, sign := move{from: q.spot, to: diff, goods: q.goods, into: q.goods, qty: qty, settles: true}, int64(-1)
	if p.chance(40) {
		m.from, m.to, sign = diff, q.spot, 1
	}
	doc := p.adjustment(q, "qty", plugin.Row{"quant_id": p.quantOf(q), "qty": figure(sign * qty)})
	then, why := p.stock.after(m)
	if p.judge("adjust", why, p.acts("adjustment", doc, "audit", "post")) {
		p.moved("adjustment", then, &deed{ // its opposite brings goods with the date of what lay there, which may go again
			moves: []move{m}, anew: true, undo: func() string { return p.oppose(doc) }, undone: func() { p.mixed = p.mixed || sign < 0 },
		})
	}
}

// adjustment draws up an adjustment of one line.
func (p *player) adjustment(q pile, kind string, line plugin.Row) int64 {
	p.Helper()
	p.note("%s %v of %+v", kind, line, q)
	return p.must("adjustment", plugin.Row{
		"adjust_type": kind, "consignor_id": p.owners[products[q.sku].owner], "warehouse_id": p.houses[q.house], "reason": "seen", "lines": []any{line},
	})
}

// oppose takes an adjustment back by its opposite; a refused one is cancelled.
func (p *player) oppose(doc int64) (code string) {
	p.Helper()
	result, code := p.made("adjustment", "oppose", doc, plugin.Row{"reason": "mistake"})
	if code != "" {
		return code
	}
	if code = p.acts("adjustment", result, "audit", "post"); code != "" {
		if again := p.act("adjustment", "cancel", result, nil); again != "" {
			p.diverge("cancel the opposite: %s", again)
		}
	}
	return code
}

// become gives goods another lot or quality where they lie.
func (p *player) become() {
	q, ok := p.any(inBin)
	if !ok {
		return
	}
	into, line := q.goods, plugin.Row{"quant_id": p.quantOf(q)}
	if products[q.sku].lots && p.chance(70) {
		into.lot = fmt.Sprintf("%s-L%d", q.sku, 1+p.random.IntN(3))
		line["to_lot_no"], line["to_exp_date"] = into.lot, dateOf(into.lot)
	} else {
		into.quality = one(p, []string{good, "CC"})
		line["to_quality"] = into.quality
	}
	if p.chained && p.stock.held[pile{q.spot, into}] { // an opposite takes nothing that is on hold
		return
	}
	m := move{from: q.spot, to: q.spot, goods: q.goods, into: into, qty: p.asked(q)}
	line["qty"] = figure(m.qty)
	doc := p.adjustment(q, "goods", line)
	then, why := p.stock.after(m)
	if into == q.goods {
		why = append(why, "nothing changes: stock.nothing_changes")
	}
	if p.judge("become", why, p.acts("adjustment", doc, "audit", "post")) {
		p.moved("goods that became others", then, &deed{
			moves: []move{m}, anew: true, undo: func() string { return p.oppose(doc) }, undone: func() { p.mixed = true },
		})
	}
}

// hold is stock on hold.
type hold struct {
	doc  int64
	pile pile
}

// freeze puts stock on hold.
func (p *player) freeze() {
	q, ok := p.any(inBin)
	if !ok || len(p.holds) > 3 {
		return
	}
	doc := p.must("stock_hold", plugin.Row{
		"consignor_id": p.owners[products[q.sku].owner], "warehouse_id": p.houses[q.house], "reason": "to be looked at", "lines": []any{plugin.Row{"quant_id": p.quantOf(q)}},
	})
	p.note("%+v", q)
	var why []string
	if p.stock.held[q] {
		why = append(why, "held")
	}
	if p.stock.reserved(q) > 0 {
		why = append(why, "reserved: stock.hold_reserved")
	}
	if !p.judge("freeze", why, p.act("stock_hold", "freeze", doc, plugin.Row{"reason": "to be looked at"})) {
		return
	}
	h := &hold{doc, q}
	p.stock.held[q] = true
	p.holds = append(p.holds, h)
	p.did(&deed{name: "freeze", undo: func() string { return p.act("stock_hold", "release", doc, nil) }, undone: func() { p.free(h) }})
}

// free ends a hold in the model.
func (p *player) free(h *hold) {
	delete(p.stock.held, h.pile)
	for i, other := range p.holds {
		if other == h {
			p.holds = append(p.holds[:i], p.holds[i+1:]...)
			return
		}
	}
}

// handOver has goods become those of the other owner.
func (p *player) handOver() {
	q, ok := p.any(func(q pile) bool { return inBin(q) && like[q.sku] != "" })
	if !ok {
		return
	}
	into := goods{sku: like[q.sku], quality: q.quality}
	if q.lot != "" {
		into.lot = q.lot
	}
	m := move{from: q.spot, to: q.spot, goods: q.goods, into: into, qty: p.asked(q)}
	doc := p.must("owner_transfer", plugin.Row{
		"consignor_id": p.owners[products[q.sku].owner], "to_consignor_id": p.owners[products[into.sku].owner], "warehouse_id": p.houses[q.house], "reason": "sold",
		"lines": []any{plugin.Row{"quant_id": p.quantOf(q), "to_product_id": p.products[into.sku], "qty": figure(m.qty)}},
	})
	p.note("%v of %+v", figure(m.qty), q)
	then, why := p.stock.after(m)
	if p.judge("hand over", why, p.acts("owner_transfer", doc, "submit", "confirm", "post")) {
		p.moved("hand over", then, p.reversed("owner_transfer", doc, m))
	}
}
