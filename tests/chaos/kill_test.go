// Package chaos kills the server while people work, and looks whether what was
// acknowledged is there, once.
package chaos

import (
	"context"
	"flag"
	"fmt"
	"sync"
	"testing"
	"time"

	"github.com/wareloom/wareloom/engine/enginetest"
	"github.com/wareloom/wareloom/tests/client"
)

var (
	kills   = flag.Int("kills", 2, "how often the server is killed on each database")
	between = flag.Duration("between", 700*time.Millisecond, "work between two kills")
)

const workers = 8

type m = map[string]any

func TestNothingAcknowledgedIsLost(t *testing.T) {
	t.Parallel()
	enginetest.EachDSN(t, func(t *testing.T, dsn string) {
		s := newDemo(t, dsn)
		s.start()
		crowd := s.work(t.Context())
		toiling, stop := context.WithCancel(t.Context())
		defer stop()
		toil := crowd.toil(toiling)
		for range *kills {
			time.Sleep(*between)
			crowd.worked(t, 10)
			s.kill()
			s.start()
		}
		stop()
		crowd.rest()
		toil.rest(t, s)
		t.Logf("%d documents acknowledged in spite of %d kills, %d calls sent again", len(crowd.acknowledged), *kills, crowd.again)
		if lost, doubled := crowd.look(t); lost != 0 || doubled != 0 {
			t.Errorf("%d documents lost, %d doubled", lost, doubled)
		}
		s.verify(s.dsn)
		crowd.plantALoss(t)
	})
}

// worked waits until the crowd has documents acknowledged, so that a kill meets work.
func (c *crowd) worked(t *testing.T, least int) {
	t.Helper()
	for range 1200 {
		c.mu.Lock()
		done := len(c.acknowledged)
		c.mu.Unlock()
		if done >= least {
			return
		}
		time.Sleep(50 * time.Millisecond)
	}
	t.Fatal("nobody works")
}

// crowd are people who enter orders and audit them.
type crowd struct {
	*client.Client
	doors []*client.Client // the session before each of the servers
	tag   string
	stop  context.CancelFunc
	group sync.WaitGroup

	mu           sync.Mutex
	acknowledged map[string]bool // numbers of documents; true: its audit, too
	again        int
}

// work has the crowd begin, at this server and its replicas.
func (s *server) work(ctx context.Context, replicas ...*server) *crowd {
	s.Helper()
	device, err := client.Login(ctx, s.base(), "admin", password)
	if err != nil {
		s.Fatal(err)
	}
	ctx, stop := context.WithCancel(ctx)
	c := &crowd{Client: device, doors: []*client.Client{device}, tag: fmt.Sprint(time.Now().UnixNano()), stop: stop, acknowledged: map[string]bool{}}
	for _, replica := range replicas {
		c.doors = append(c.doors, device.At(replica.base()))
	}
	for n := range workers {
		c.group.Go(func() {
			for i := 0; ctx.Err() == nil; i++ {
				c.enter(ctx, n, fmt.Sprintf("%s-%d-%d", c.tag, n, i))
			}
		})
	}
	return c
}

// order is one of the crowd's.
func (c *crowd) order() m {
	return m{
		"consignor_id": m{"code": "ACME"}, "warehouse_id": m{"code": "SH1"}, "receiver": "Chaos", "country": "CN", "phone": "13900000000", "city": "上海", "detail": "1", "customer_code": c.tag,
		"lines": []m{{"product_id": m{"sku": "AC-1001"}, "qty": 1}, {"product_id": m{"sku": "AC-1002"}, "qty": 2}},
	}
}

// enter enters one order, as often as it takes to hear of it.
func (c *crowd) enter(ctx context.Context, worker int, key string) {
	var made struct {
		ID    int64
		DocNo string `json:"doc_no"`
	}
	if !c.insist(ctx, worker, key, "data/sale_order/save", c.order(), &made) {
		return
	}
	c.note(made.DocNo, false)
	c.insist(ctx, worker, key+"-audit", "data/sale_order/act", m{"name": "audit", "id": made.ID}, nil)
	c.note(made.DocNo, true)
}

func (c *crowd) note(number string, audited bool) {
	c.mu.Lock()
	defer c.mu.Unlock()
	c.acknowledged[number] = audited
}

// insist repeats a call under its key, each time at the next door, until there is an answer.
func (c *crowd) insist(ctx context.Context, worker int, key, path string, body, into any) bool {
	for try := worker; ; try++ {
		door := c.doors[try%len(c.doors)]
		// The work that is at hand is ended even when the crowd is told to rest.
		if door.Repeatable(context.WithoutCancel(ctx), key, path, body, into) == nil {
			return true
		}
		c.mu.Lock()
		c.again++
		c.mu.Unlock()
		time.Sleep(30 * time.Millisecond)
	}
}

// done is how many documents were acknowledged so far.
func (c *crowd) done() int {
	c.mu.Lock()
	defer c.mu.Unlock()
	return len(c.acknowledged)
}

func (c *crowd) rest() {
	c.stop()
	c.group.Wait()
}

// look compares what was acknowledged with what is there.
func (c *crowd) look(t *testing.T) (lost, doubled int) {
	t.Helper()
	there := map[string]int{}
	count := 0
	for page := 1; ; page++ {
		var answer struct {
			Rows []struct {
				DocNo  string `json:"doc_no"`
				Status string `json:"status"`
			}
		}
		ask := m{"filter": m{"field": "customer_code", "op": "eq", "value": c.tag}, "fields": []string{"doc_no", "status"}, "sort": []string{"id"}, "size": 500, "page": page}
		if err := c.Call(t.Context(), "query", "data/sale_order/query", ask, &answer); err != nil {
			t.Fatal(err)
		}
		for _, row := range answer.Rows {
			there[row.DocNo]++
			count++
			if c.acknowledged[row.DocNo] && row.Status != "audited" {
				t.Errorf("%s is %s, and its audit was acknowledged", row.DocNo, row.Status)
			}
		}
		if len(answer.Rows) < 500 {
			break
		}
	}
	for number := range c.acknowledged {
		if there[number] == 0 {
			lost++
		}
	}
	return lost, count - (len(c.acknowledged) - lost)
}

// plantALoss takes an acknowledged document away: the harness must see it.
func (c *crowd) plantALoss(t *testing.T) {
	t.Helper()
	var page struct{ Rows []struct{ ID int64 } }
	ask := m{"filter": m{"field": "customer_code", "op": "eq", "value": c.tag}, "size": 1}
	if err := c.Call(t.Context(), "query", "data/sale_order/query", ask, &page); err != nil {
		t.Fatal(err)
	}
	id := page.Rows[0].ID
	for _, step := range []struct {
		path string
		body m
	}{{"act", m{"name": "unaudit", "id": id}}, {"delete", m{"ids": []int64{id}}}} {
		if err := c.Call(t.Context(), step.path, "data/sale_order/"+step.path, step.body, nil); err != nil {
			t.Fatal(err)
		}
	}
	if lost, _ := c.look(t); lost != 1 {
		t.Errorf("one document was taken away, the harness sees %d lost", lost)
	}
}
