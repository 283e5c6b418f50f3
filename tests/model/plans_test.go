package model

import (
	"fmt"
	"slices"

	"github.com/wareloom/wareloom/engine/plugin"
)

// plan is goods that are to be moved within a warehouse, and reserved for it.
type plan struct {
	id       int64
	from, to string
	want     want
}

func (n *plan) doc() string { return fmt.Sprint("position_transfer ", n.id) }

// newPlan plans a move.
func (p *player) newPlan() {
	q, ok := p.any(inBin)
	if !ok {
		return
	}
	n := &plan{from: q.position, to: one(p, bins(q.house)), want: want{sku: q.sku, qty: p.asked(q)}}
	if p.chance(50) {
		n.want.lot = q.lot
	}
	if n.to == n.from {
		return
	}
	n.id = p.must("position_transfer", plugin.Row{
		"consignor_id": p.owners[products[q.sku].owner], "warehouse_id": p.houses[q.house],
		"lines": []any{plugin.Row{
			"product_id": p.products[q.sku], "qty": figure(n.want.qty), "from_position_id": p.Places[n.from], "to_position_id": p.Places[n.to], "lot_no": orNil(n.want.lot),
		}},
	})
	may := func(q pile) bool {
		return q.position == n.from && q.quality == good && !p.stock.held[q] && p.stock.free(q) > 0
	}
	var why []string
	if p.there(n.want, may) < n.want.qty {
		why = append(why, "too few: transfers.not_free")
	}
	p.note("%+v from %s to %s", n.want, n.from, n.to)
	if !p.judge("plan", why, p.act("position_transfer", "release", n.id, nil)) {
		return
	}
	p.adopt(n.doc(), []want{n.want}, may)
	p.plans = append(p.plans, n)
	p.did(&deed{
		name: "plan", undo: func() string { return p.act("position_transfer", "unrelease", n.id, nil) },
		why: func(*stock) []string { return gone(!p.planned(n)) }, undone: func() { p.unplanned(n) },
	})
}

func (p *player) planned(n *plan) bool { return slices.Contains(p.plans, n) }

func (p *player) unplanned(n *plan) {
	p.stock.release(n.doc())
	p.plans = slices.DeleteFunc(p.plans, func(other *plan) bool { return other == n })
}

// follow does what is planned, or gives it up.
func (p *player) follow() {
	if len(p.plans) == 0 {
		return
	}
	if n := one(p, p.plans); p.chance(20) {
		p.cancelPlan(n)
	} else {
		p.moveAsPlanned(n)
	}
}

func (p *player) cancelPlan(n *plan) {
	p.judge("cancel plan", nil, p.act("position_transfer", "cancel", n.id, nil))
	p.unplanned(n)
}

func (p *player) moveAsPlanned(n *plan) bool {
	var moves []move
	for c, qty := range p.stock.keptFor(n.doc()) {
		moves = append(moves, move{from: c.spot, to: bin(n.to), goods: c.goods, into: c.goods, qty: qty, doc: n.doc()})
	}
	then, why := p.stock.after(moves...)
	p.note("%+v from %s to %s", n.want, n.from, n.to)
	if !p.judge("move as planned", why, p.act("position_transfer", "move_all", n.id, nil)) {
		return false
	}
	for i := range moves {
		moves[i].takesAlong = true
	}
	p.moved("move as planned", then, p.reversed("position_transfer", n.id, moves...))
	p.unplanned(n)
	return true
}

// planAndMove plans a move and makes it at once, as one thing that is taken back.
func (p *player) planAndMove() {
	before := len(p.plans)
	if p.newPlan(); len(p.plans) == before {
		return
	}
	n := p.plans[before]
	p.deeds = p.deeds[:len(p.deeds)-1]
	if !p.moveAsPlanned(n) {
		p.cancelPlan(n)
	}
}
