package batching

import (
	"cmp"
	"slices"
)

// batch is a pick bill under construction. An empty batch costs nothing.
type batch struct {
	orders []int
	zones  zones
	load   load
	key    uint64 // identifies the set of orders
	cost   int64
}

// draft is a plan under construction. Its last batch is always empty: the place
// for an order that fits nowhere else.
type draft struct {
	batches []batch
	cost    int64
}

// copyFrom makes d equal to other, in the memory that d already has.
func (d *draft) copyFrom(other *draft) {
	for len(d.batches) < len(other.batches) {
		d.batches = append(d.batches, batch{})
	}
	d.batches = d.batches[:len(other.batches)]
	for i := range other.batches {
		from, to := &other.batches[i], &d.batches[i]
		to.orders = append(to.orders[:0], from.orders...)
		to.zones = append(to.zones[:0], from.zones...)
		to.load, to.key, to.cost = from.load, from.key, from.cost
	}
	d.cost = other.cost
}

// tidy drops empty batches but one, which it puts last.
func (d *draft) tidy() {
	kept := 0
	for i := range d.batches {
		if len(d.batches[i].orders) > 0 {
			d.batches[kept], d.batches[i] = d.batches[i], d.batches[kept]
			kept++
		}
	}
	if kept == len(d.batches) {
		d.batches = append(d.batches, batch{})
	}
	d.batches = d.batches[:kept+1]
}

// find returns the batch of an order and the place in it.
func (d *draft) find(order int) (in, at int) {
	for in := range d.batches {
		if at := slices.Index(d.batches[in].orders, order); at >= 0 {
			return in, at
		}
	}
	return nobody, nobody
}

// plan turns the draft into bills.
func (s *search) plan(d *draft, first int64) Plan {
	plan := Plan{Bills: []Bill{}, First: first}
	for _, b := range d.batches {
		if len(b.orders) == 0 {
			continue
		}
		orders := slices.Sorted(slices.Values(b.orders))
		bill := Bill{Orders: orders, Length: s.measure(orders), Over: !b.load.within(s.limit)}
		plan.Bills = append(plan.Bills, bill)
		plan.Length += bill.Length
	}
	slices.SortFunc(plan.Bills, func(a, b Bill) int { return cmp.Compare(a.Orders[0], b.Orders[0]) })
	return plan
}
