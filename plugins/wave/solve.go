package wave

import (
	"context"
	"fmt"
	"maps"
	"slices"
	"time"

	"github.com/shopspring/decimal"

	"github.com/wareloom/wareloom/engine/plugin"
	"github.com/wareloom/wareloom/plugins/picking/routing"
	"github.com/wareloom/wareloom/plugins/wave/batching"
)

// share is what one pick bill picks of an order: all, or what lies in one area.
type share struct {
	priority int64
	picks    []pick
}

// solve splits the orders into pick bills with short walks.
func (d *draft) solve(ctx context.Context) error {
	groups := d.groups()
	for _, group := range groups {
		if err := d.split(ctx, group, len(groups)); err != nil {
			return err
		}
	}
	return nil
}

// groups are the shares that may go into one bill together. Where each area is
// picked by itself, there is a group per area.
func (d *draft) groups() [][]share {
	byArea := map[int64][]share{}
	apart := plugin.Bool(d.params, "by_area")
	for _, order := range d.orders {
		picks := map[int64][]pick{}
		for _, p := range d.picks[plugin.ID(order)] {
			area := int64(0)
			if apart {
				area = p.Area
			}
			picks[area] = append(picks[area], p)
		}
		for area, some := range picks {
			byArea[area] = append(byArea[area], share{plugin.Int(order, "priority"), some})
		}
	}
	var groups [][]share
	for _, area := range slices.Sorted(maps.Keys(byArea)) {
		groups = append(groups, byArea[area])
	}
	return groups
}

// split makes bills of one of some groups, which share the patience.
func (d *draft) split(ctx context.Context, group []share, groups int) error {
	orders := make([]batching.Order[routing.Spot], len(group))
	for i, s := range group {
		orders[i] = d.order(s)
	}
	seconds := d.patience.Mul(decimal.NewFromInt(int64(time.Second))).IntPart()
	effort := batching.Effort{Seed: 1, Patience: time.Duration(seconds) / time.Duration(groups)}
	plan, err := batching.Split(ctx, d.house, orders, d.limits(), effort)
	if err != nil {
		return fmt.Errorf("split %d orders: %w", len(orders), err)
	}
	for _, found := range plan.Bills {
		var picks []pick
		var priority int64
		for _, i := range found.Orders {
			picks = append(picks, group[i].picks...)
			priority = max(priority, group[i].priority)
		}
		b := d.route(picks)
		b.priority = priority
		d.bills = append(d.bills, b)
		d.figures.kind = max(d.figures.kind, b.kind)
	}
	d.figures.length += plan.Length
	d.figures.firstCome += plan.FirstCome
	d.figures.alone += plan.Alone
	d.figures.steps += plan.Steps
	return nil
}

// order is a share as the split sees it. It takes a compartment of the cart, or as
// many as its volume needs.
func (d *draft) order(s share) batching.Order[routing.Spot] {
	o := batching.Order[routing.Spot]{Stops: d.house.spots(s.picks), Lines: int64(len(s.picks)), Slots: 1}
	for _, p := range s.picks {
		o.Units += measure(p.Qty.Decimal())
		o.Weight += measure(p.weight())
		o.Volume += measure(p.volume())
	}
	if slot := d.limit("slot_volume"); slot > 0 {
		o.Slots = max(1, (o.Volume+slot-1)/slot)
	}
	return o
}

// finest is the digits in which the split measures quantities, weights and volumes: so
// many that those of single pieces add up.
type finest struct{}

func (finest) Digits() int32 { return 7 }

func measure(of decimal.Decimal) int64 { return int64(plugin.Fix[finest](of)) }

// limits are what a pick bill may hold.
func (d *draft) limits() batching.Limits {
	return batching.Limits{
		Orders: plugin.Int(d.params, "max_orders"), Lines: plugin.Int(d.params, "max_lines"), Slots: plugin.Int(d.params, "slots"),
		Units: d.limit("max_qty"), Weight: d.limit("max_weight"), Volume: d.limit("max_volume"),
	}
}

// limit is a parameter as the split measures; 0 without one.
func (d *draft) limit(param string) int64 { return measure(plugin.Decimal(d.params, param)) }
