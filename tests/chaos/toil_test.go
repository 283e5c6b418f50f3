package chaos

import (
	"context"
	"fmt"
	"sync"
	"testing"
	"time"
)

// hands are how many people give the server long work, one job after another.
const hands = 2

// toil is the long work that goes on while a server is killed: imports of orders, each
// followed by an audit of all of them and by an export.
type toil struct {
	*crowd
	clerks sync.WaitGroup

	tags  []string // of orders that were imported and audited
	ended map[string]int
	told  []string // why jobs ended early
}

// toil has people give long work until they are told to rest.
func (c *crowd) toil(ctx context.Context) *toil {
	w := &toil{crowd: c, ended: map[string]int{}}
	for n := range hands {
		w.clerks.Go(func() {
			for i := 0; ctx.Err() == nil; i++ {
				w.round(fmt.Sprintf("T%s-%d-%d", c.tag, n, i))
			}
		})
	}
	return w
}

// round imports orders, audits them and exports them.
func (w *toil) round(tag string) {
	var made struct{ Job int64 }
	for w.UploadOnce(context.Background(), tag, "import/sale_order_import", nil, "orders.csv", []byte(ordersOf(tag)), &made) != nil {
		time.Sleep(30 * time.Millisecond)
	}
	if !w.await("import", made.Job) {
		return
	}
	ask := func(kind string, body m) bool {
		made.Job = 0
		w.insist(context.Background(), 0, tag+kind, "data/sale_order/"+kind, body, &made)
		return w.await(kind, made.Job)
	}
	if !ask("act", m{"name": "audit", "filter": byTag(tag), "expect": imported}) {
		return
	}
	ask("export", m{"format": "csv", "filter": byTag(tag)})
	w.mu.Lock()
	defer w.mu.Unlock()
	w.tags = append(w.tags, tag)
}

// await waits for the end of a job; false when it ended early, and told why.
func (w *toil) await(kind string, job int64) bool {
	for {
		var now struct{ State, Message string }
		err := w.Call(context.Background(), "job", fmt.Sprintf("job/%d/get", job), m{}, &now)
		if err == nil && now.State != "queued" && now.State != "running" {
			w.mu.Lock()
			defer w.mu.Unlock()
			w.ended[kind]++
			if now.State != "done" {
				w.told = append(w.told, kind+": "+now.Message)
			}
			return now.State == "done"
		}
		time.Sleep(100 * time.Millisecond)
	}
}

// rest lets the work at hand come to its end, and wants each order of it once, audited
// once.
func (w *toil) rest(t *testing.T, s *server) {
	t.Helper()
	w.clerks.Wait()
	for _, why := range w.told {
		if len(why) < 12 {
			t.Errorf("a job ended early and does not tell why: %s", why)
		}
	}
	for _, tag := range w.tags {
		c := &clerk{server: s}
		if n := c.number("select count(*) from sale_order where remark = ?", tag); n != imported {
			t.Errorf("%d orders of an import of %d are there", n, imported)
		}
		c.historyOnce(tag)
	}
	t.Logf("jobs that ended: %v, of them early and told: %q; %d orders imported and audited once", w.ended, w.told, len(w.tags)*imported)
}
