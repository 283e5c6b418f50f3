package parcels

import (
	"slices"

	"github.com/wareloom/wareloom/tests/world"
)

// packAnew merges parcels of one receiver and splits others.
func (y *yard) packAnew() {
	y.Helper()
	lying := y.book.among(func(p *parcel) bool {
		return (p.status == "received" || p.status == "measured") && !p.held && !p.express
	})
	for _, first := range y.some(6, lying) {
		for _, other := range lying {
			if other != first && other.status != "merged" && first.status != "merged" && alike(first, other) {
				y.merge(first, other)
				break
			}
		}
	}
	for _, p := range y.some(6, lying) {
		if p.status == "received" || p.status == "measured" {
			y.split(p)
		}
	}
}

func alike(a, b *parcel) bool {
	return a.owner == b.owner && a.port == b.port && a.receiver == b.receiver && a.currency == b.currency
}

// merge packs two parcels, and one that must stay out, into the oldest.
func (y *yard) merge(a, b *parcel) {
	y.Helper()
	into, gone := a, b
	if b.id < a.id {
		into, gone = b, a
	}
	ids := []int64{gone.id, into.id}
	for _, p := range y.book.in("received", "measured") {
		if !p.held && !p.express && p.id > into.id && !alike(p, into) {
			ids = append(ids, p.id)
			break
		}
	}
	y.Ask("data/waybill/act", m{"name": "merge", "ids": ids, "params": m{"pieces": 1}})
	into.goods, gone.goods = append(into.goods, gone.goods...), nil
	gone.status, gone.into = "merged", into
	into.packed()
	into.pieces = 1
	y.book.done["merge"]++
}

// packed forgets the weight of a parcel that was packed anew.
func (p *parcel) packed() {
	p.status, p.gross, p.length, p.width, p.height, p.volume, p.chargeable = "received", 0, 0, 0, 0, 0, 0
}

// split takes some of a line into a parcel of its own, and wants it refused where nothing
// would stay.
func (y *yard) split(p *parcel) {
	y.Helper()
	at := y.random.IntN(len(p.goods))
	line := p.goods[at]
	var lines []int64
	y.read(&lines, `SELECT id FROM waybill_line WHERE waybill_id = ? AND name = ? AND qty = ? AND price = ? ORDER BY id`, p.id, line.name, line.qty*1000, line.price)
	part := 1 + y.random.Int64N(line.qty)
	ask := m{"name": "split", "id": p.id, "params": m{"line_id": lines[0], "qty": part, "pieces": 1}}
	answer := y.Try("data/waybill/act", ask)
	if all := part == line.qty && len(p.goods) == 1; answer.Result == all {
		y.Fatalf("a split of %d of %v: %s", part, p.goods, answer.Text)
	} else if all {
		y.book.refused["split"]++
		return
	}
	var told struct{ Created []m }
	answer.Into(y.T, &told)
	y.made++
	made := &parcel{
		made: y.made, id: world.ID(told.Created[0]), owner: p.owner, port: p.port, receiver: p.receiver, currency: p.currency, pieces: 1, status: "received",
		goods: []goods{{line.name, part, line.price}},
	}
	var nos []string
	y.read(&nos, `SELECT doc_no FROM waybill WHERE id = ?`, made.id)
	made.no = nos[0]
	y.book.parcels = append(y.book.parcels, made)
	p.goods = slices.Clone(p.goods)
	if p.goods[at].qty -= part; p.goods[at].qty == 0 {
		p.goods = slices.Delete(p.goods, at, at+1)
	}
	p.packed()
	y.book.done["split"]++
}
