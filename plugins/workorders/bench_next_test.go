package workorders_test

import (
	"sync"
	"testing"

	"github.com/wareloom/wareloom/tests/world"
)

// TestTwoTakeTheNextAtOnce: each gets an order of his own, which stays his until he leaves it;
// then it is the next of the other.
func TestTwoTakeTheNextAtOnce(t *testing.T) {
	each(t, func(f *floor) {
		f.gift()
		f.parts()
		orders := []int64{f.order("build", "GIFT", 2, m{"priority": 5}), f.order("build", "GIFT", 2, nil)}
		for _, order := range orders {
			f.Act("work_order", order, "release", nil)
		}
		people := []*floor{f, {f.As("user", "lead")}}
		benches := make([]*world.Task, len(people))
		var wait sync.WaitGroup
		for i, who := range people {
			benches[i] = who.bench()
			wait.Go(func() { benches[i].Must("button", "next", "bring") })
		}
		wait.Wait()
		benches[0] = people[0].bench()
		benches[0].Must("button", "next", "bring") // his own again, and no third
		if n := f.Count(`SELECT COUNT(DISTINCT assigned_id) FROM work_order WHERE taken_at IS NOT NULL`); n != 2 {
			f.Errorf("%d people have an order", n)
		}
		benches[0].Must("button", "back", "order")
		benches[1].Must("scan", "AC-1002", "bring")
		benches[1].Must("scan", "AC-1001", "qty")
		benches[1].Must("key", "2", "done")
		benches[1] = people[1].bench()
		benches[1].Must("button", "next", "bring")
		people[0].bench().Refused("button", "next", "workorders.none_waits")
		benches[1].Must("scan", "AC-1002", "bring")
		benches[1].Must("scan", "AC-1001", "qty")
		benches[1].Must("button", "finish", "done")
		people[0].bench().Must("button", "next", "qty")
	})
}
