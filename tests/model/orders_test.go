package model

import (
	"context"
	"fmt"
	"slices"
	"strings"

	"github.com/wareloom/wareloom/engine/plugin"
	"github.com/wareloom/wareloom/engine/store"
)

// order is what a customer wants.
type order struct {
	id     int64
	number string
	owner  string
	wants  []want
	status string
	picked map[pile]int64   // of it in a tote, or packed at shipping
	parcel int64            // package that it is in
	back   map[string]int64 // came back, by SKU
	picker *device
	sentOn string // day
}

// want is goods that an order wants; any lot where none is said.
type want struct {
	sku, lot string
	qty      int64
}

func (o *order) doc() string { return fmt.Sprint("sale_order ", o.id) }

// newOrder takes an order in and has its goods reserved.
func (p *player) newOrder() {
	o := &order{owner: one(p, []string{"ACME", "ACME", "GLOBEX"}), picked: map[pile]int64{}, back: map[string]int64{}}
	var lines []any
	skus := skusOf(o.owner)
	p.random.Shuffle(len(skus), func(i, j int) { skus[i], skus[j] = skus[j], skus[i] })
	for _, sku := range skus[:1+p.random.IntN(2)] {
		w := want{sku: sku, qty: int64(1+p.random.IntN(5)) * piece}
		if p.chance(40) {
			w.lot = p.lotFor(sku)
		}
		o.wants = append(o.wants, w)
		lines = append(lines, plugin.Row{"product_id": p.products[sku], "qty": figure(w.qty), "lot_no": orNil(w.lot)})
	}
	row, code := p.save("sale_order", plugin.Row{
		"consignor_id": p.owners[o.owner], "warehouse_id": p.houses[here], "receiver": "Ada", "phone": "13900000000", "country": "CN", "province": "上海", "city": "上海",
		"detail": "1", "lines": lines,
	})
	o.id, o.number, o.status = plugin.ID(row), plugin.Text(row, "doc_no"), "audited"
	if code == "" {
		code = p.act("sale_order", "audit", o.id, nil)
	}
	if code != "" {
		p.diverge("an order is refused with %s", code)
	}
	p.orders = append(p.orders, o)
	p.allocate(o)
}

// allocate has the goods of an order reserved: all of them, or it waits.
func (p *player) allocate(o *order) {
	p.note("%s wants %v", o.number, o.wants)
	var why []string
	for _, w := range o.wants {
		if p.there(w, p.mayServe) < w.qty {
			why = append(why, "too few: short")
		}
	}
	code := p.act("sale_order", "allocate", o.id, nil)
	if code == "" && p.statusOf("sale_order", o.id) == "short" {
		code, o.status = "short", "short"
	}
	if p.judge("allocate", why, code) {
		o.status = "allocated"
		p.adopt(o.doc(), o.wants, p.mayServe)
	}
	p.did(&deed{ // it takes back what served a short order since, too
		name: "allocate", undo: func() string { return p.act("sale_order", "unallocate", o.id, nil) },
		why: func(*stock) []string { return gone(o.status != "short" && o.status != "allocated") }, undone: func() { p.unreserved(o, "audited") },
	})
}

// gone is why something is not taken back that went on.
func gone(so bool) []string {
	if so {
		return []string{"went on: document.wrong_state picking.went_on packing.went_on packing.returned_already"}
	}
	return nil
}

func (p *player) unreserved(o *order, status string) {
	p.stock.release(o.doc())
	o.status = status
}

// mayServe reports whether an order may have goods of a pile.
func (p *player) mayServe(q pile) bool {
	at := places[q.position]
	return q.house == here && at.bin && at.picked && q.quality == good && !p.stock.held[q] && p.stock.free(q) > 0
}

// there is how much there is for a want among the piles that may serve it.
func (p *player) there(w want, may func(pile) bool) (n int64) {
	for _, q := range p.piles(may) {
		if w.means(q) {
			n += p.stock.free(q)
		}
	}
	return n
}

func (w want) means(q pile) bool { return q.sku == w.sku && (w.lot == "" || q.lot == w.lot) }

func (p *player) statusOf(table string, id int64) (status string) {
	p.Helper()
	p.read(func(ctx context.Context, tx *store.Tx) error {
		return tx.Get(ctx, &status, `SELECT status FROM `+table+` WHERE id = ?`, id)
	})
	return status
}

// adopt takes over where the product reserved what a document wants, when it may: goods
// that may serve, no more than is free, all that is wanted, the first expired first.
func (p *player) adopt(doc string, wants []want, may func(pile) bool) {
	p.Helper()
	kept := map[claim]int64{}
	p.read(func(ctx context.Context, tx *store.Tx) error {
		key, id, _ := strings.Cut(doc, " ")
		return p.each(ctx, tx, func(q pile, r row) { add(kept, claim{doc, q}, r.qty) }, keeping+` AND r.doc_type = ? AND r.doc_id = ?`, key, id)
	})
	for _, w := range wants {
		p.fair(w, kept, may)
	}
	for c, n := range kept {
		if !may(c.pile) || n > p.stock.free(c.pile) {
			p.diverge("%s has %d of %+v, of which %d are free", doc, n, c.pile, p.stock.free(c.pile))
		}
	}
	for c, n := range kept {
		add(p.stock.kept, c, n)
	}
}

// fair holds that a want has all it wants, and nothing while goods are left that expire
// sooner.
func (p *player) fair(w want, kept map[claim]int64, may func(pile) bool) {
	p.Helper()
	got, last := int64(0), ""
	for c, n := range kept {
		if w.means(c.pile) {
			got, last = got+n, max(last, expiry(c.pile))
		}
	}
	if got != w.qty {
		p.diverge("%d are reserved for %+v", got, w)
	}
	for _, q := range p.piles(func(q pile) bool { return w.means(q) && may(q) }) {
		left := p.stock.free(q)
		for c, n := range kept {
			if c.pile == q {
				left -= n
			}
		}
		if left > 0 && expiry(q) < last {
			p.diverge("%+v is left, and goods are reserved that expire later", q)
		}
	}
}

func expiry(q pile) string {
	if date := dateOf(q.lot); date != nil {
		return fmt.Sprint(date)
	}
	return "9999"
}

// ordersAt are the orders in some states.
func (p *player) ordersAt(states ...string) (list []*order) {
	for _, o := range p.orders {
		for _, s := range states {
			if o.status == s {
				list = append(list, o)
			}
		}
	}
	return list
}

// serve has an order served that nobody tried to serve, or again one that waits.
func (p *player) serve()      { p.serveOneOf("audited") }
func (p *player) serveAgain() { p.serveOneOf("short") }

func (p *player) serveOneOf(state string) {
	if list := p.ordersAt(state); len(list) > 0 {
		p.allocate(one(p, list))
	}
}

// cancel cancels an order wherever it stands: what was picked is to be put back.
func (p *player) cancel() {
	list := p.ordersAt("audited", "short", "allocated", "picking", "picked", "packed", "shipped")
	if len(list) == 0 {
		return
	}
	o := one(p, list)
	p.note("%s is %s", o.number, o.status)
	if !p.judge("cancel", gone(o.status == "packed" || o.status == "shipped"), p.act("sale_order", "cancel", o.id, nil)) {
		return
	}
	if o.status == "picking" { // there is nothing to be picked any more
		p.deeds = slices.DeleteFunc(p.deeds, func(one *deed) bool { return one.at == o.picker })
	}
	p.unreserved(o, "cancelled")
	p.drop()
}

// drop forgets orders that nothing is to be done for any more.
func (p *player) drop() {
	var left []*order
	for _, o := range p.orders {
		if o.status != "cancelled" || len(o.picked) > 0 {
			left = append(left, o)
		}
	}
	p.orders = left
}
