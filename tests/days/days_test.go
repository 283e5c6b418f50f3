package days

import (
	"context"
	"flag"
	"maps"
	"math/rand/v2"
	"slices"
	"testing"
	"time"

	"github.com/wareloom/wareloom/engine/enginetest"
	"github.com/wareloom/wareloom/engine/store"
)

var (
	ops   = flag.Int("ops", 400, "operations to play on each database")
	every = flag.Int("every", 0, "operations between two looks at the figures; 0 looks thirty times")
	seed  = flag.Uint64("seed", 0, "seed of the days; 0 takes the clock")
)

// TestRandomDays plays days of chance and looks at every figure on the way.
func TestRandomDays(t *testing.T) {
	t.Parallel()
	if *seed == 0 {
		*seed = uint64(time.Now().UnixNano())
	}
	between := max(*ops/30, 1)
	if *every > 0 {
		between = *every
	}
	enginetest.EachDSN(t, func(t *testing.T, dsn string) {
		t.Logf("seed %d", *seed)
		f := enter(t, dsn, rand.New(rand.NewPCG(*seed, 1)))
		for next := 0; f.steps < *ops && !t.Failed(); {
			f.play()
			if f.steps >= next {
				f.look()
				next = f.steps + between
			}
		}
		f.look()
		t.Logf("%d operations, %+v", f.steps, f.count)
		f.tell()
	})
}

// play does one thing that people do in a day, common things more often.
func (f *floor) play() {
	f.Helper()
	acts := []struct {
		weight int
		do     func()
	}{
		{12, f.receive},
		{14, f.shelve},
		{16, f.order},
		{8, f.wave},
		{14, f.pick},
		{14, f.pack},
		{10, f.send},
		{4, f.cancel},
		{4, f.comeBack},
		{4, f.other},
		{3, f.recount},
		{1, f.expire},
	}
	total := 0
	for _, a := range acts {
		total += a.weight
	}
	at := f.random.IntN(total)
	for _, a := range acts {
		if at -= a.weight; at < 0 {
			a.do()
			return
		}
	}
}

// expire lets the days pass that a lot had left.
func (f *floor) expire() {
	f.Helper()
	f.steps++
	g := goods[3]
	if f.chance(50) {
		g = goods[6]
	}
	lot := f.lot(g.sku)["lot"]
	err := f.server.DB.Write(f.Context(), func(ctx context.Context, tx *store.Tx) error {
		for _, text := range []string{
			`UPDATE lot SET exp_date = '2026-01-01' WHERE lot_no = ?`,
			`UPDATE quant SET exp_date = '2026-01-01', ship_until = NULL WHERE lot_id IN (SELECT id FROM lot WHERE lot_no = ?)`,
		} {
			if _, err := tx.Exec(ctx, text, lot); err != nil {
				return err
			}
		}
		return nil
	})
	if err != nil {
		f.Fatal(err)
	}
	f.done["expire"]++
}

// enough operations that every kind of work must have happened.
const enough = 3000

// musts are what no days of some length go without.
var musts = []string{
	"receive_by_order undo", "receipt.reverse", "shelve_no_order undo", "pick form", "pick undo", "pick key", "verify_by_order undo",
	"send_check undo", "package.cancel_ship", "sale_order.cancel", "put_back scan", "rma.receive", "rma.dispose", "other_io.reverse", "expire", "count_task.count",
}

// tell logs what was done and what was refused, so that nobody believes in days on
// which nothing happened.
func (f *floor) tell() {
	f.Helper()
	for _, kind := range slices.Sorted(maps.Keys(f.done)) {
		f.Logf("%6d %s", f.done[kind], kind)
	}
	for _, kind := range slices.Sorted(maps.Keys(f.refused)) {
		f.Logf("%6d refused: %s", f.refused[kind], kind)
	}
	for _, kind := range musts {
		if f.steps >= enough && f.done[kind] == 0 {
			f.Errorf("%s never happened", kind)
		}
	}
}
