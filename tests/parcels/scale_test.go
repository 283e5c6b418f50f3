package parcels

import (
	"fmt"
	"slices"
)

// weigh brings the weights of a day in by a file, and a person decides on those that differ.
func (y *yard) weigh() {
	y.Helper()
	rows := [][]string{{"waybill_id", "pieces", "gross_weight", "length", "width", "height"}}
	lying := y.book.among(func(p *parcel) bool { return p.status == "received" || p.status == "measured" && y.chance(8) })
	for _, p := range lying {
		weighed := p.announced
		if y.chance(15) {
			weighed = 50 + y.random.Int64N(12_000)
		}
		size := []string{"", "", ""}
		var sides [3]int64
		if p.length > 0 || y.chance(60) {
			for i := range sides {
				sides[i] = 20 + y.random.Int64N(500)
				size[i] = fixed(sides[i], 1)
			}
		}
		rows = append(rows, append([]string{p.no, fmt.Sprint(p.pieces), fixed(max(weighed, 1), 3)}, size...))
		if !p.held {
			y.weighed(p, max(weighed, 1), sides)
		}
	}
	if len(lying) == 0 {
		return
	}
	held := len(y.book.among(func(p *parcel) bool { return p.held && slices.Contains(lying, p) }))
	if out := y.files("package_weight_import", rows); out.Failed != held || out.OK != len(lying)-held {
		y.Fatalf("weights: %+v, want %d refused of %d", out, held, len(lying))
	}
	y.decide()
}

// weighed writes a weight down; one that differs from what is known waits for a person.
func (y *yard) weighed(p *parcel, grams int64, sides [3]int64) {
	known := p.announced
	if p.gross > 0 {
		known = p.gross
	}
	off := grams - known
	if known > 0 && max(off, -off)*100 > max(known*10, 50*100) {
		y.differing = append(y.differing, differing{p, grams, sides})
		y.book.done["weight differs"]++
		return
	}
	y.weighs(p, grams, sides)
}

// weighs takes a weight over.
func (y *yard) weighs(p *parcel, grams int64, sides [3]int64) {
	if p.gross > 0 {
		y.book.done["weighed again"]++
	}
	if sides[0] > 0 {
		p.length, p.width, p.height = sides[0], sides[1], sides[2]
	}
	p.gross, p.status = grams, "measured"
	p.volume = (2*p.length*p.width*p.height + ports[p.port].ratio) / (2 * ports[p.port].ratio)
	p.chargeable = up(max(p.gross, p.volume), ports[p.port].step) * ports[p.port].step
	y.book.done["measure"]++
}

// differing is a weight that waits for a person.
type differing struct {
	parcel *parcel
	grams  int64
	sides  [3]int64
}

// decide takes weights over that differ, or not.
func (y *yard) decide() {
	y.Helper()
	for _, d := range y.differing {
		var ids []int64
		y.read(&ids, `SELECT id FROM parcel_weight WHERE waybill_id = ? AND status = 'differs'`, d.parcel.id)
		if len(ids) != 1 {
			y.Fatalf("%d weights of %s differ", len(ids), d.parcel.no)
		}
		if y.chance(20) {
			y.Act("parcel_weight", ids[0], "reject", m{"reason": "wrong scale"})
			continue
		}
		y.Act("parcel_weight", ids[0], "accept", m{"reason": "looked again"})
		y.weighs(d.parcel, d.grams, d.sides)
	}
	y.differing = nil
}
