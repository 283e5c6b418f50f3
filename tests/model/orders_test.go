package model

import (
	"context"
	"fmt"
	"slices"
	"strings"
	"time"

	"github.com/wareloom/wareloom/engine/document"
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
	was := o.status
	p.did(&deed{
		name: "allocate", undo: func() string { return p.act("sale_order", "unallocate", o.id, nil) },
		why: func(*stock) []string { return gone(o.status != was) }, undone: func() { p.unreserved(o, "audited") },
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
		return p.each(ctx, tx, func(q pile, r row) { add(kept, claim{doc, q}, r.Qty) },
			`SELECT r.id, q.warehouse_id, q.position_id, COALESCE(q.lpn_id, 0) AS lpn_id, q.consignor_id, q.product_id, COALESCE(q.lot_id, 0) AS lot_id, q.quality,
			r.qty - r.consumed AS qty, 0 AS reserved, false AS held, '' AS doc FROM reservation r JOIN quant q ON q.id = r.quant_id
			WHERE r.status = 'active' AND r.doc_type = ? AND r.doc_id = ?`, key, id)
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

// stopOf is what the station asks for next of an order.
func (p *player) stopOf(o *order, d *device) (q pile, left int64) {
	p.Helper()
	facts := map[string]string{}
	for _, t := range d.Screen.Target {
		facts[fmt.Sprint(t["field"])] = fmt.Sprint(t["value"])
	}
	sku, _, _ := strings.Cut(facts["item"], " ")
	for c, n := range p.stock.keptFor(o.doc()) {
		if c.position == facts["position"] && c.sku == sku && c.lot == facts["lot"] && number(n).String() == d.Screen.Max {
			return c.pile, n
		}
	}
	p.diverge("the station asks for %v of %v, and %v is reserved for %s", d.Screen.Max, facts, p.stock.keptFor(o.doc()), o.number)
	return q, 0
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
