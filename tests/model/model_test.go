package model

import (
	"flag"
	"math/rand/v2"
	"testing"
	"time"

	"github.com/wareloom/wareloom/engine/enginetest"
	"github.com/wareloom/wareloom/tests/world"
)

var (
	ops    = flag.Int("ops", 300, "operations to play on each database")
	chains = flag.Int("chains", 15, "chains of operations to take back on each database")
	most   = flag.Int("most", 20000, "most operations in one world")
	first  = flag.Uint64("first", 0, "world to begin with, where an earlier play of the seed stopped")
	seed   = flag.Uint64("seed", 0, "seed of the play; 0 takes the clock")
)

// step is after how many operations a long play says how far it is.
const step = 10_000

// TestStockIsTheModels plays operations and looks after each.
func TestStockIsTheModels(t *testing.T) {
	eachWorld(t, 1, *ops, *most, func(p *player, ops int) {
		began := time.Now()
		for next := step; p.played < ops; {
			p.play()
			p.look()
			if p.played >= next {
				p.Logf("%d operations after %v", p.played, time.Since(began).Round(time.Second))
				next += step
			}
		}
	})
}

// eachWorld runs a play of so many rounds on either database, in as many worlds as it
// takes when each sees at most some of them. When a world ends, every invariant is checked.
func eachWorld(t *testing.T, play uint64, rounds, each int, run func(p *player, rounds int)) {
	t.Helper()
	t.Parallel()
	base := *seed
	if base == 0 {
		base = uint64(time.Now().UnixNano())
	}
	for n := *first; rounds > 0 && !t.Failed(); n++ {
		now := min(rounds, each)
		rounds -= now
		enginetest.EachDSN(t, func(t *testing.T, dsn string) {
			t.Logf("seed %d, world %d", base, n)
			p := newPlayer(build(t, dsn), rand.New(rand.NewPCG(base, 1000*play+n)))
			began := time.Now()
			t.Cleanup(func() { p.tell(time.Since(began)) })
			run(p, now)
		})
	}
}

// tell logs what was done and what was refused.
func (p *player) tell(in time.Duration) {
	p.Logf("%d operations, %.0f a second", p.played, float64(p.played)/in.Seconds())
	for _, name := range sorted(p.tally) {
		p.Logf("%6d %s", p.tally[name], name)
	}
}

// act is an operation, and how often it is played.
type act struct {
	weight int
	do     func()
}

// play plays one operation, common ones more often.
func (p *player) play() {
	p.playOf([]act{
		{10, p.receive},
		{14, p.shelve},
		{14, p.carry},
		{16, p.otherIn},
		{5, p.otherOut},
		{6, p.adjust},
		{6, p.become},
		{2, p.freeze},
		{4, p.handOver},
		{10, p.newOrder},
		{2, p.serve},
		{2, p.serveAgain},
		{3, p.cancel},
		{16, p.pick},
		{6, p.putBack},
		{5, p.pack},
		{5, p.send},
		{2, p.comeBack},
		{2, p.dispose},
		{4, p.newTruck},
		{10, p.driveTruck},
		{4, p.newPlan},
		{4, p.follow},
		{2, p.count},
		{12, p.undo},
		{4, p.strange},
		{1, p.sleep},
	})
}

func (p *player) playOf(acts []act) {
	total := 0
	for _, a := range acts {
		total += a.weight
	}
	at := p.random.IntN(total)
	for _, a := range acts {
		if at -= a.weight; at < 0 {
			a.do()
			return
		}
	}
}

// sleep lets a day pass, so that goods come on different ones.
func (p *player) sleep() {
	p.day++
	p.Clock.Put(time.Now().AddDate(0, 0, p.day))
	*p.session = *p.Login(p, "user", world.Administrator)
	p.note("a day passes")
}

// undo takes something back, mostly of what was done just now.
func (p *player) undo() {
	if len(p.deeds) == 0 {
		return
	}
	last := p.deeds[max(len(p.deeds)-1-p.random.IntN(8), 0)]
	if last.at != nil {
		last = last.at.deeds[len(last.at.deeds)-1]
	}
	p.takeBack(last)
}
