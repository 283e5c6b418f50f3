package month

import (
	"context"
	"fmt"
	"math/rand/v2"
	"slices"
	"time"

	"github.com/wareloom/wareloom/engine/access"
	"github.com/wareloom/wareloom/engine/cmd/wareloom/app"
	"github.com/wareloom/wareloom/engine/record"
)

// days is when the first order came: what is compared with the thirty days before finds
// nothing there, rather than too little.
const days = 29

var (
	receivers = []string{"grace", "picker"}
	pickers   = []string{"picker", "mei", "mei", "tomas"}
	packers   = []string{"packer", "packer", "lin"}
)

// Play plays the month before now, with the people and goods of its seeds, and sets the
// clock right.
func Play(ctx context.Context, a *app.App, clock *app.Clock) error {
	p := &player{app: a, clock: clock, now: clock.Now(), random: rand.New(rand.NewPCG(11, 30)), people: map[string]*access.Rights{}, skus: map[int64]string{}}
	defer clock.Right()
	if err := p.moveIn(ctx); err != nil {
		return fmt.Errorf("move in: %w", err)
	}
	for _, early := range slowSellers {
		p.morning(early.ago)
		if err := p.takeIn(ctx, early.owner, early.list()); err != nil {
			return fmt.Errorf("%d days ago: %w", early.ago, err)
		}
	}
	for ago := days; ago > 0; ago-- {
		p.morning(ago)
		if err := p.workday(ctx, ago); err != nil {
			return fmt.Errorf("%d days ago: %w", ago, err)
		}
	}
	p.morning(0)
	if err := p.today(ctx); err != nil {
		return fmt.Errorf("today: %w", err)
	}
	return nil
}

// moveIn learns the building.
func (p *player) moveIn(ctx context.Context) error {
	p.zone = time.UTC
	p.morning(slowSellers[0].ago)
	houses, err := p.find(ctx, "warehouse", record.Where{Match: row{"code": building}})
	if err != nil {
		return err
	}
	p.house = record.ID(houses[0])
	if p.zone, err = time.LoadLocation(record.Text(houses[0], "time_zone")); err != nil {
		return err
	}
	list, err := p.find(ctx, "product", record.Where{})
	for _, product := range list {
		p.skus[record.ID(product)] = record.Text(product, "sku")
	}
	return err
}

// workday is a day of which nothing is left to do.
func (p *player) workday(ctx context.Context, ago int) error {
	if err := p.deliveries(ctx, ago); err != nil {
		return err
	}
	count := p.between(3, 6)
	switch p.at.Weekday() {
	case time.Sunday:
		return nil
	case time.Saturday:
		count = 3
	default:
	}
	if err := p.fulfil(ctx, count, 6); err != nil {
		return err
	}
	if ago%5 == 2 {
		return p.comeBack(ctx, true)
	}
	return nil
}

// deliveries come at the beginning, and then every week.
func (p *player) deliveries(ctx context.Context, ago int) error {
	if ago%7 != 2 && ago != days {
		return nil
	}
	for _, owner := range owners {
		if err := p.takeIn(ctx, owner, p.load(owner, ago)); err != nil {
			return err
		}
	}
	return nil
}

// takeIn takes a delivery from its notice to the bins.
func (p *player) takeIn(ctx context.Context, owner string, list []delivery) error {
	no, err := p.announce(ctx, owner, list, 3)
	if err == nil {
		err = p.receive(ctx, one(p, receivers), no, list)
	}
	if err == nil {
		err = p.shelve(ctx, one(p, receivers), no, list)
	}
	return err
}

// load is what an owner sends: the first time all that does not lie there yet, later some
// of it, once goods that will not keep.
func (p *player) load(owner string, ago int) []delivery {
	var list []delivery
	for _, g := range products {
		lies := slices.ContainsFunc(slowSellers, func(e early) bool { return products[e.products[0]] == g })
		if g.owner != owner || ago == days && lies || ago != days && p.between(0, 2) == 0 {
			continue
		}
		d := delivery{goods: g, qty: 12 * p.between(3, 6)}
		if ago == days {
			d.qty *= 2
		}
		if g.life > 0 {
			d.left = g.life - p.between(0, 30)
		}
		if g.life > 0 && ago == 16 {
			d.left = 40 - ago + p.between(0, 9)
		}
		list = append(list, d)
	}
	return list
}

// fulfil makes orders and takes them all the way.
func (p *player) fulfil(ctx context.Context, count, most int) error {
	if err := p.toPick(ctx, count, most); err != nil {
		return err
	}
	if err := p.pick(ctx, one(p, pickers)); err != nil {
		return err
	}
	if err := p.pack(ctx, one(p, packers), count); err != nil {
		return err
	}
	return p.send(ctx, one(p, packers), count)
}

// toPick makes orders and releases a wave of what has stock.
func (p *player) toPick(ctx context.Context, count, most int) error {
	for range count {
		if err := p.order(ctx, one(p, owners), most, "audit", "allocate"); err != nil {
			return err
		}
	}
	ready, err := p.in(ctx, "sale_order", "allocated")
	if err != nil || len(ready) == 0 {
		return err
	}
	ids := make([]int64, len(ready))
	for i, order := range ready {
		ids[i] = record.ID(order)
	}
	return p.wave(ctx, ids)
}

// today leaves work in every phase.
func (p *player) today(ctx context.Context) error {
	for _, step := range []func(context.Context) error{
		func(ctx context.Context) error { return p.fulfil(ctx, 3, 6) },
		p.atTheDock,
		func(ctx context.Context) error { return p.halfWay(ctx, 4, 2) },
		func(ctx context.Context) error { return p.toPick(ctx, 3, 6) },
		p.waiting,
		func(ctx context.Context) error { return p.comeBack(ctx, false) },
	} {
		if err := step(ctx); err != nil {
			return err
		}
	}
	return nil
}

// atTheDock leaves goods at the dock, a lorry that is unloaded, one at the gate and one
// on the way.
func (p *player) atTheDock(ctx context.Context) error {
	list := p.load("ACME", days)[:3]
	no, err := p.announce(ctx, "ACME", list, 3)
	if err == nil {
		err = p.receive(ctx, "grace", no, list)
	}
	if err == nil {
		err = p.shelve(ctx, "grace", no, list[:1])
	}
	if err == nil {
		_, err = p.announce(ctx, "GLOBEX", p.load("GLOBEX", days)[:1], 3)
	}
	if err == nil {
		_, err = p.announce(ctx, "GLOBEX", p.load("GLOBEX", days)[:2], 2)
	}
	if err == nil {
		_, err = p.announce(ctx, "ACME", p.load("ACME", days)[2:], 1)
	}
	return err
}

// halfWay leaves some orders packed and the others picked.
func (p *player) halfWay(ctx context.Context, count, packed int) error {
	if err := p.toPick(ctx, count, 6); err != nil {
		return err
	}
	if err := p.pick(ctx, "mei"); err != nil {
		return err
	}
	return p.pack(ctx, "lin", packed)
}

// waiting leaves orders that wait for a wave, for stock and for an audit.
func (p *player) waiting(ctx context.Context) error {
	for _, o := range []struct {
		owner string
		most  int
		steps []string
	}{
		{"ACME", 5, []string{"audit", "allocate"}},
		{"GLOBEX", 5, []string{"audit", "allocate"}},
		{"ACME", 2400, []string{"audit", "allocate"}},
		{"GLOBEX", 2400, []string{"audit", "allocate"}},
		{"ACME", 5, []string{"audit"}},
		{"GLOBEX", 5, nil},
	} {
		if err := p.order(ctx, o.owner, o.most, o.steps...); err != nil {
			return err
		}
	}
	return nil
}
