package batching

import (
	"cmp"
	"slices"
)

// batch is a pick bill under construction. An empty batch costs nothing.
type batch struct {
	orders []int
	load   load
	key    uint64 // identifies the set of orders
	cost   int64  // millimetres
	excess int64  // by how much it is beyond the limits
}

// draft is a plan under construction. Its last batch, and no other, is empty: the
// place for an order that fits nowhere else.
type draft struct {
	batches []batch
	home    []int // batch of each order
	cost    int64 // of all batches
	excess  int64
}

// copyFrom makes d equal to other, in the memory that d already has.
func (d *draft) copyFrom(other *draft) {
	for len(d.batches) < len(other.batches) {
		d.batches = append(d.batches, batch{})
	}
	d.batches = d.batches[:len(other.batches)]
	for i := range other.batches {
		from, to := &other.batches[i], &d.batches[i]
		orders := append(to.orders[:0], from.orders...)
		*to = *from
		to.orders = orders
	}
	d.home = append(d.home[:0], other.home...)
	d.cost, d.excess = other.cost, other.excess
}

// tidy drops empty batches but one, which it puts last.
func (d *draft) tidy() {
	d.batches = slices.DeleteFunc(d.batches, func(b batch) bool { return len(b.orders) == 0 })
	for i := range d.batches {
		d.settle(i)
	}
	d.batches = append(d.batches, batch{})
}

// settle notes where the orders of a batch are.
func (d *draft) settle(i int) {
	for _, order := range d.batches[i].orders {
		d.home[order] = i
	}
}

// closeAt fills the place of a batch that has become empty with the last one.
func (d *draft) closeAt(i int) {
	last := len(d.batches) - 2
	d.batches[i], d.batches[last] = d.batches[last], d.batches[i]
	d.settle(i)
	d.batches = d.batches[:last+1]
}

// plan turns the draft into the bills of a plan.
func (s *search) plan(d *draft, plan Plan) Plan {
	plan.Bills = []Bill{}
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
