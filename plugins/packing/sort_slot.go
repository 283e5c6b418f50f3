package packing

import (
	"cmp"
	"context"
	"fmt"
	"slices"

	"github.com/shopspring/decimal"

	"github.com/wareloom/wareloom/engine/fault"
	"github.com/wareloom/wareloom/engine/plugin"
	"github.com/wareloom/wareloom/plugins/inventory/contract"
)

// slot is an order of a wave with what is picked of it and what was scanned. One that
// is still being picked has no number yet.
type slot struct {
	order
	No   int
	list []line
}

// open reports whether goods may be put into it.
func (s slot) open() bool { return s.No > 0 && s.mustBePicked() == nil }

// unseated reports whether it could be sorted and no slot is free for it.
func (s slot) unseated() bool { return s.No == 0 && s.mustBePicked() == nil }

// packed reports whether its order is ready to be sent, or sent.
func (s slot) packed() bool {
	return slices.Contains([]string{"packed", "weighed", "shipped", "signed"}, s.Status)
}

// unresolved reports whether somebody has to look after it when the wave ends.
func (s slot) unresolved() bool { return !s.packed() || s.Held || s.Intercepted }

// needs is how much of a product it still takes.
func (s slot) needs(product int64) contract.Qty {
	if !s.open() {
		return 0
	}
	left, _ := leftOf(s.list, product)
	return left
}

func (s slot) missing() (left contract.Qty) {
	for _, l := range s.list {
		left += l.left
	}
	return left
}

func (s slot) scanned() (n contract.Qty) {
	for _, l := range s.list {
		n += l.Qty - l.left
	}
	return n
}

// count puts pieces of a product, in thousandths, on its lines.
func (s slot) count(did *sorted, product int64, n contract.Qty, serials []string) {
	for i := range s.list {
		l := &s.list[i]
		if l.ProductID != product {
			continue
		}
		part := min(n, l.left)
		did.Scanned[l.LineID] += part
		l.left, n = l.left-part, n-part
		if pieces := part.Floor(); len(serials) > 0 && pieces > 0 {
			did.Serials[l.LineID], serials = append(did.Serials[l.LineID], serials[:pieces]...), serials[pieces:]
		}
	}
}

// serials are the numbers scanned for it, by product.
func (s slot) serials(did *sorted) map[int64][]string {
	byProduct := map[int64][]string{}
	for _, l := range s.list {
		if numbers := did.Serials[l.LineID]; len(numbers) > 0 {
			byProduct[l.ProductID] = append(byProduct[l.ProductID], numbers...)
		}
	}
	return byProduct
}

// slots are the orders of the wave, those with slots first. Orders whose picking has
// ended since get the next slots.
func (t *sorting) slots(ctx context.Context) ([]slot, error) {
	if t.orders != nil {
		return t.orders, nil
	}
	if _, err := t.atWall(ctx); err != nil {
		return nil, err
	}
	orders, err := ordersOfWave(ctx, t.Data.SQL(), t.WaveID, t.Slots)
	if err != nil {
		return nil, err
	}
	ids := make([]int64, len(orders))
	for i, o := range orders {
		ids[i] = o.ID
		if (o.Status == "picked" || o.Status == "checked") && !slices.Contains(t.Slots, o.ID) {
			t.seat(o.ID)
		}
	}
	picked, err := pickedOf(ctx, t.Data.SQL(), ids)
	if err != nil {
		return nil, err
	}
	for _, o := range orders {
		t.orders = append(t.orders, slot{order: o, No: slices.Index(t.Slots, o.ID) + 1, list: linesOf(picked[o.ID], t.Scanned)})
	}
	slices.SortStableFunc(t.orders, func(a, b slot) int { return cmp.Compare(uint(a.No-1), uint(b.No-1)) }) // those without one last
	return t.orders, nil
}

// ordersOfWave reads the orders of a wave, and those that have slots in it still.
func ordersOfWave(ctx context.Context, tx plugin.Tx, wave int64, slots []int64) ([]order, error) {
	var orders []order
	if err := tx.Select(ctx, &orders, orderQuestion+`wave_id = ? OR id IN ? ORDER BY id`, wave, slots); err != nil {
		return nil, fmt.Errorf("read orders of wave %d: %w", wave, err)
	}
	return orders, nil
}

// slotFor is the slot that pieces of the product at hand go into: of those that take
// them all the one that is complete soonest.
//
// Invalid station.over, packing.over. Conflict packing.serial_not_picked.
func (t *sorting) slotFor(ctx context.Context, qty decimal.Decimal, serials []string) (*slot, error) {
	slots, err := t.slots(ctx)
	if err != nil {
		return nil, err
	}
	most, err := t.most(ctx)
	if err != nil {
		return nil, err
	}
	if most == 0 {
		return nil, fault.New(fault.Conflict, "packing.line_gone")
	}
	refusal := error(fault.New(fault.Invalid, "station.over", "max", most.Text(), "value", qty.String()))
	var best *slot
	for i := range slots {
		s := &slots[i]
		if s.needs(t.ProductID).Decimal().LessThan(qty) || best != nil && best.missing() <= s.missing() {
			continue
		}
		if len(serials) > 0 {
			if err := t.mustFit(ctx, s, serials); err != nil {
				refusal = err
				continue
			}
		}
		best = s
	}
	if best == nil {
		return nil, refusal
	}
	return best, nil
}

// mustFit refuses a number that is not among what was picked for the slot's order, or
// was scanned before.
func (t *sorting) mustFit(ctx context.Context, s *slot, serials []string) error {
	known := s.serials(&t.sorted)[t.ProductID]
	if slices.Contains(known, serials[0]) {
		return fault.New(fault.Invalid, "packing.serial_twice", "serial", serials[0])
	}
	picked, err := pickedItems(ctx, t.Data.SQL(), s.ID)
	if err != nil {
		return err
	}
	_, err = assign(ctx, t.Data.SQL(), picked, t.ProductID, append(slices.Clone(known), serials...))
	return err
}

// most is how much of the product at hand one slot takes at most, in thousandths.
func (t *sorting) most(ctx context.Context) (most contract.Qty, err error) {
	slots, err := t.slots(ctx)
	for _, s := range slots {
		most = max(most, s.needs(t.ProductID))
	}
	return most, err
}

// noneNeeds says why goods are not taken: their order must not go on, all of them are
// there, or they are not of this wave.
func (t *sorting) noneNeeds(slots []slot, found []plugin.Candidate) error {
	complete, unseated := false, false
	for _, c := range found {
		for _, s := range slots {
			left, known := leftOf(s.list, c.ID)
			if err := s.mustGoOn(); err != nil && left > 0 {
				return err
			}
			unseated = unseated || left > 0 && s.unseated()
			complete = complete || known
		}
	}
	if unseated {
		return fault.New(fault.Invalid, "packing.wall_full", "sku", found[0].Label, "slots", t.finished(slots))
	}
	if complete {
		return fault.New(fault.Invalid, overScanned, "sku", found[0].Label)
	}
	return fault.New(fault.Invalid, "packing.not_in_wave", "sku", found[0].Label, "wave", t.WaveNo)
}

// heed tells, once, of an order that must not go on though goods of it lie in a slot.
func (t *sorting) heed(ctx context.Context) error {
	slots, err := t.slots(ctx)
	if err != nil {
		return err
	}
	for _, s := range slots {
		if s.No == 0 || s.scanned() == 0 && !s.packed() {
			continue
		}
		stopped, because := fault.As(s.mustNotStop())
		if !because || t.Told[s.ID] == stopped.Key {
			continue
		}
		t.Told[s.ID] = stopped.Key
		t.LastSlot = s.No
		t.Reply = plugin.Reply{Key: stopped.Key, Params: stopped.Params, Sound: plugin.SoundStop, Code: stopped.Key}
		return nil
	}
	return nil
}
