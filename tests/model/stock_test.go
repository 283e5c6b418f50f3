package model

import (
	"cmp"
	"maps"
	"slices"
)

// goods is what lies somewhere.
type goods struct{ sku, lot, quality string }

// anyLot is the lot among those of all products.
func (g goods) anyLot() string {
	if g.lot == "" {
		return ""
	}
	return g.sku + " " + g.lot
}

// good is the quality of goods without a fault.
const good = "ZP"

// piece is one piece.
const piece = 1000

// spot is where it lies: a position, and the tote in it, if any. A position whose code
// begins with ~ is outside the building.
type spot struct{ house, position, tote string }

// pile is goods at a spot.
type pile struct {
	spot
	goods
}

func (q pile) compare(other pile) int {
	return cmp.Or(
		cmp.Compare(q.house, other.house), cmp.Compare(q.position, other.position), cmp.Compare(q.tote, other.tote),
		cmp.Compare(q.sku, other.sku), cmp.Compare(q.lot, other.lot), cmp.Compare(q.quality, other.quality),
	)
}

// claim is a pile that a document has reserved some of.
type claim struct {
	doc string
	pile
}

// place is what a position is for and what it takes.
type place struct {
	bin, picked, shut            bool // shut: nothing comes in
	oneProduct, oneLot, oneOwner bool
	most                         int64  // 0 is no limit
	owner                        string // whose goods alone are kept there; "" is anybody's
}

// product is what the stock must know of an SKU.
type product struct {
	owner      string
	lots, ages bool // it has lots; each has a date of expiry
}

// stock is what lies where, in thousandths of a piece: the whole model.
type stock struct {
	places   map[string]place
	products map[string]product
	lies     map[pile]int64 // outside the building less than nothing may lie
	kept     map[claim]int64
	held     map[pile]bool // nobody may take of it
}

// move is goods that go from one spot to another, and may become other goods.
type move struct {
	from, to   spot
	goods      goods
	into       goods
	qty        int64
	doc        string // whose reservation is used up; "" takes what nobody has reserved
	settles    bool   // it says what really lies there, so that goods on hold may go
	back       bool   // it takes another back: neither closed places nor holds matter
	takesAlong bool   // what is reserved of goods that all go goes with them, to where it may be picked
}

// opposites lead moves back, the last first: by reversals or by moves like any others.
func opposites(moves []move, reversals bool) []move {
	list := make([]move, 0, len(moves))
	for _, m := range slices.Backward(moves) {
		m.from, m.to, m.goods, m.into, m.doc, m.back = m.to, m.from, m.into, m.goods, "", reversals
		list = append(list, m)
	}
	return list
}

func (s spot) outside() bool { return s.position[0] == '~' }

// copied is a stock of its own.
func (s *stock) copied() *stock {
	return &stock{places: s.places, products: s.products, lies: maps.Clone(s.lies), kept: maps.Clone(s.kept), held: maps.Clone(s.held)}
}

// after is the stock when moves were made, and why they must not be made.
func (s *stock) after(moves ...move) (then *stock, why []string) {
	then = s.copied()
	for _, m := range moves {
		why = append(why, then.take(m)...)
		why = append(why, then.give(m)...)
	}
	for _, m := range moves {
		if !m.to.outside() {
			why = append(why, then.wrongs(m.to)...)
		}
	}
	return then, why
}

// take takes goods from their spot.
func (s *stock) take(m move) (why []string) {
	from := pile{m.from, m.goods}
	if !m.from.outside() {
		why = s.mayTake(m, from)
	}
	add(s.lies, from, -m.qty)
	if m.doc != "" {
		add(s.kept, claim{m.doc, from}, -m.qty)
	}
	return why
}

// mayTake says what stands in the way of taking.
func (s *stock) mayTake(m move, from pile) (why []string) {
	if s.lies[from] < m.qty {
		why = append(why, "not so many")
	}
	if s.held[from] && !m.settles && !m.back {
		why = append(why, "held")
	}
	to := pile{m.to, m.into}
	all := m.takesAlong && s.lies[from] == m.qty && s.places[to.position].picked && !s.held[to]
	if m.doc == "" && !all && s.lies[from] >= m.qty && s.free(from) < m.qty {
		why = append(why, "reserved")
	}
	if m.doc != "" && s.kept[claim{m.doc, from}] < m.qty {
		why = append(why, "not reserved for it")
	}
	return why
}

// give puts goods to their spot, with what is reserved of them where that goes along.
func (s *stock) give(m move) (why []string) {
	from, to := pile{m.from, m.goods}, pile{m.to, m.into}
	if m.takesAlong && s.lies[from] == 0 {
		for c, n := range s.kept {
			if c.pile == from {
				add(s.kept, c, -n)
				add(s.kept, claim{c.doc, to}, n)
			}
		}
	}
	add(s.lies, to, m.qty)
	if m.to.outside() {
		return nil
	}
	if s.places[m.to.position].shut && !m.back {
		why = append(why, "shut")
	}
	if own := s.places[m.to.position].owner; own != "" && own != s.products[m.into.sku].owner {
		why = append(why, "another's area")
	}
	if s.products[m.into.sku].lots && m.into.lot == "" {
		why = append(why, "no lot")
	}
	return why
}

// wrongs says which rules of a position what lies there breaks.
func (s *stock) wrongs(at spot) (why []string) {
	p, sum := s.places[at.position], int64(0)
	skus, lots, owners := map[string]bool{}, map[string]bool{}, map[string]bool{}
	for q, n := range s.lies {
		if q.position == at.position && n > 0 {
			skus[q.sku], lots[q.anyLot()], owners[s.products[q.sku].owner] = true, true, true
			sum += n
		}
	}
	if p.oneProduct && len(skus) > 1 || p.oneLot && len(lots) > 1 || p.oneOwner && len(owners) > 1 {
		why = append(why, "mixed")
	}
	if p.most > 0 && sum > p.most {
		why = append(why, "full")
	}
	return why
}

// reserved is what is reserved of a pile.
func (s *stock) reserved(p pile) (n int64) {
	for c, qty := range s.kept {
		if c.pile == p {
			n += qty
		}
	}
	return n
}

// free is what anybody may take of a pile.
func (s *stock) free(p pile) int64 { return s.lies[p] - s.reserved(p) }

// keptFor are the claims of a document.
func (s *stock) keptFor(doc string) map[claim]int64 {
	list := map[claim]int64{}
	for c, n := range s.kept {
		if c.doc == doc {
			list[c] = n
		}
	}
	return list
}

// release gives back what is reserved for a document.
func (s *stock) release(doc string) {
	maps.DeleteFunc(s.kept, func(c claim, _ int64) bool { return c.doc == doc })
}

// add adds to a figure, and forgets one that becomes nothing.
func add[K comparable](to map[K]int64, key K, n int64) {
	if to[key] += n; to[key] == 0 {
		delete(to, key)
	}
}

// countOf is how many piles a function takes.
func countOf(piles map[pile]int64, take func(pile) bool) (n int) {
	for q := range piles {
		if take(q) {
			n++
		}
	}
	return n
}

// sortedPiles are piles in an order that does not change.
func sortedPiles(piles map[pile]int64) []pile {
	return slices.SortedFunc(maps.Keys(piles), pile.compare)
}

// sum adds up figures.
func sum[K comparable](of map[K]int64) (n int64) {
	for _, qty := range of {
		n += qty
	}
	return n
}
