// Package cartons finds the carton that goods fit into. It knows no database.
package cartons

import (
	"slices"

	"github.com/shopspring/decimal"
)

// Sides are length, width and height in centimetres, in any order.
type Sides [3]decimal.Decimal

// Carton is a kind of carton by its inside.
type Carton struct {
	Sides Sides
	Most  decimal.Decimal // kilograms that it carries; 0: no limit is known
}

// Goods are pieces of one kind.
type Goods struct {
	Sides  Sides // of one piece
	Weight decimal.Decimal
	Qty    decimal.Decimal
}

// full is which share of its inside several pieces fill; the rest is air between them.
var full = decimal.RequireFromString("0.85")

// Smallest is the place in the list of the smallest carton that the goods go into: each
// piece lies in it by its sides, and all together by volume and weight. It is -1 where
// none takes them, and where a side of a piece is not known.
func Smallest(list []Carton, goods []Goods) int {
	best := -1
	for i, c := range list {
		if c.takes(goods) && (best < 0 || c.Sides.volume().LessThan(list[best].Sides.volume())) {
			best = i
		}
	}
	return best
}

// takes reports whether the goods go into it.
func (c Carton) takes(goods []Goods) bool {
	var volume, weight, pieces decimal.Decimal
	for _, g := range goods {
		if !g.Sides.in(c.Sides) {
			return false
		}
		volume, weight, pieces = volume.Add(g.Sides.volume().Mul(g.Qty)), weight.Add(g.Weight.Mul(g.Qty)), pieces.Add(g.Qty)
	}
	room := c.Sides.volume()
	if pieces.GreaterThan(decimal.NewFromInt(1)) {
		room = room.Mul(full)
	}
	return len(goods) > 0 && volume.LessThanOrEqual(room) && (c.Most.IsZero() || weight.LessThanOrEqual(c.Most))
}

// in reports whether the sides are known and lie within others, turned as they fit.
func (s Sides) in(outer Sides) bool {
	own, other := s.sorted(), outer.sorted()
	for i := range own {
		if own[i].Sign() <= 0 || own[i].GreaterThan(other[i]) {
			return false
		}
	}
	return true
}

func (s Sides) sorted() Sides {
	slices.SortFunc(s[:], decimal.Decimal.Cmp)
	return s
}

func (s Sides) volume() decimal.Decimal { return s[0].Mul(s[1]).Mul(s[2]) }
