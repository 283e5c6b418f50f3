package cartons_test

import (
	"testing"

	"github.com/shopspring/decimal"

	"github.com/wareloom/wareloom/plugins/packing/cartons"
)

func sides(a, b, c float64) cartons.Sides {
	return cartons.Sides{decimal.NewFromFloat(a), decimal.NewFromFloat(b), decimal.NewFromFloat(c)}
}

func TestSmallest(t *testing.T) {
	list := []cartons.Carton{
		{Sides: sides(40, 30, 30), Most: decimal.NewFromInt(20)},
		{Sides: sides(20, 15, 10), Most: decimal.NewFromInt(3)},
		{Sides: sides(60, 5, 5)},
	}
	goods := func(s cartons.Sides, weight, qty float64) cartons.Goods {
		return cartons.Goods{Sides: s, Weight: decimal.NewFromFloat(weight), Qty: decimal.NewFromFloat(qty)}
	}
	for name, c := range map[string]struct {
		goods []cartons.Goods
		want  int
	}{
		"one piece fills it to the edge":     {[]cartons.Goods{goods(sides(10, 20, 15), 1, 1)}, 1},
		"pieces leave air between them":      {[]cartons.Goods{goods(sides(10, 10, 15), 0.1, 2)}, 0},
		"two small pieces":                   {[]cartons.Goods{goods(sides(10, 8, 5), 0.3, 2)}, 1},
		"too heavy for the small one":        {[]cartons.Goods{goods(sides(10, 8, 5), 2, 2)}, 0},
		"long and thin, though little":       {[]cartons.Goods{goods(sides(4, 4, 55), 0.2, 1)}, 2},
		"nothing takes it":                   {[]cartons.Goods{goods(sides(70, 4, 4), 0.2, 1)}, -1},
		"a side is not known":                {[]cartons.Goods{goods(sides(10, 8, 0), 0.2, 1)}, -1},
		"nothing to pack":                    {nil, -1},
		"one of the kinds does not lie in":   {[]cartons.Goods{goods(sides(5, 5, 5), 0.1, 1), goods(sides(25, 10, 10), 0.1, 1)}, 0},
		"too much of it for every of them":   {[]cartons.Goods{goods(sides(10, 10, 10), 0.1, 40)}, -1},
		"as heavy as the small one carries":  {[]cartons.Goods{goods(sides(10, 8, 5), 1.5, 2)}, 1},
		"a quantity with digits after point": {[]cartons.Goods{goods(sides(10, 8, 5), 0.1, 0.5)}, 1},
	} {
		if got := cartons.Smallest(list, c.goods); got != c.want {
			t.Errorf("%s: carton %d, want %d", name, got, c.want)
		}
	}
}
