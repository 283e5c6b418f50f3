package carriers_test

import (
	"context"
	"math/rand/v2"
	"net/http/httptest"
	"sync"
	"testing"
	"time"

	"github.com/shopspring/decimal"

	"github.com/wareloom/wareloom/engine/cmd/wareloom/apptest"
	"github.com/wareloom/wareloom/engine/enginetest"
	"github.com/wareloom/wareloom/engine/plugin"
	"github.com/wareloom/wareloom/plugins/carriers/simulator"
	"github.com/wareloom/wareloom/tests/world"
)

// secret is what the simulated house knows us by.
const secret = "the-secret-of-the-test"

// bench is the small building with 1000 of the product P1 on a shelf, a person who packs,
// and a simulated carrier with an account. Jobs run while the test does.
type bench struct {
	*testing.T
	*world.World
	packer  *apptest.Session
	product int64
	carrier int64
	account int64
	sim     *simulator.Carrier
	url     string
}

// eachBench runs a test on either database, against a house that is spoken with in a
// format. When it ends, every invariant is checked.
func eachBench(t *testing.T, format string, run func(b *bench)) {
	t.Helper()
	t.Parallel()
	enginetest.EachDSN(t, func(t *testing.T, dsn string) {
		b := &bench{T: t, World: world.StartWith(t, dsn)}
		seed := uint64(time.Now().UnixNano())
		t.Logf("seed %d", seed)
		dice, lock := rand.New(rand.NewPCG(seed, 1)), sync.Mutex{}
		b.sim = simulator.New(secret, time.Now, func() float64 {
			lock.Lock()
			defer lock.Unlock()
			return dice.Float64()
		})
		server := httptest.NewServer(b.sim.Handler())
		t.Cleanup(server.Close)
		b.url = server.URL + "/" + format
		b.packer = b.Login(t, "user", world.Administrator)
		b.product = b.Product(t, b.Owners[0], "P1", plugin.Row{"weight": decimal.NewFromInt(1)})
		b.Receive(t, world.Goods(b.Owners[0], b.product), "A-01", 1000)
		b.open(format)
		ctx, stop := context.WithCancel(context.WithoutCancel(t.Context()))
		var running sync.WaitGroup
		running.Go(func() { b.Jobs.Run(ctx) })
		t.Cleanup(func() { stop(); running.Wait() })
		run(b)
	})
}

// open makes a carrier and its account.
func (b *bench) open(format string) {
	b.Helper()
	b.Do(b.T, func(ctx context.Context, data plugin.Data) error {
		row, err := data.Save(ctx, "carrier", plugin.Row{"code": "SIM", "name": "Simulated"})
		if err != nil {
			return err
		}
		b.carrier = plugin.ID(row)
		row, err = data.Save(ctx, "carrier_account", plugin.Row{
			"code": "SIM", "name": "Simulated", "carrier_id": b.carrier, "account_env": "test", "endpoint": b.url, "carrier_format": format,
			"number_source": "carrier", "app_key": "WL", "secret": secret, "customer_code": "C1",
		})
		b.account = plugin.ID(row)
		return err
	})
}

// ordered makes an allocated order of one piece by the carrier.
func (b *bench) ordered(more plugin.Row) (id int64) {
	b.Helper()
	b.Do(b.T, func(ctx context.Context, data plugin.Data) error {
		order := plugin.Row{
			"consignor_id": b.Owners[0], "warehouse_id": b.Warehouse, "carrier_id": b.carrier, "receiver": "Wang 王*~ +", "country": "CN", "phone": "13900000000",
			"province": "浙江", "city": "杭州", "detail": "文三路 1 号", "lines": []any{plugin.Row{"product_id": b.product, "qty": 1, "price": decimal.NewFromInt(9)}},
		}
		for key, value := range more {
			order[key] = value
		}
		row, err := data.Save(ctx, "sale_order", order)
		id = plugin.ID(row)
		for _, action := range []string{"audit", "allocate"} {
			if err == nil {
				_, err = data.Act(ctx, "sale_order", action, id, nil)
			}
		}
		return err
	})
	return id
}

// packed picks an order and packs it, and gives its package.
func (b *bench) packed(order int64) (box int64) {
	b.Helper()
	if _, err := b.Wave(b.Context(), nil, order); err != nil {
		b.Fatal(err)
	}
	pick := b.Scanner(b.T, b.packer, "pick", nil)
	pick.Want(b.T, "button", "next", "cart", "")
	pick.Want(b.T, "scan", "TOTE-1", "position", "")
	for pick.Screen.Step == "position" {
		if given := pick.Give(b.T, "form", map[string]any{"position": "A-01", "item": "P1", "qty": pick.Screen.Max}); !given.OK {
			b.Fatal(given.Message)
		}
	}
	b.pack()
	return b.one("SELECT id FROM package WHERE sale_order_id = ? AND status = 'packed'", order)
}

// pack packs the only picked order of one piece.
func (b *bench) pack() {
	b.Helper()
	s := b.Scanner(b.T, b.packer, "match_order", nil)
	if given := s.Give(b.T, "scan", "P1"); !given.OK {
		b.Fatal(given.Message)
	}
}

// one is the figure that a question gives.
func (b *bench) one(question string, args ...any) (n int64) {
	b.Helper()
	b.Do(b.T, func(ctx context.Context, data plugin.Data) error { return data.SQL().Get(ctx, &n, question, args...) })
	return n
}

// text is the text that a question gives; "" for none.
func (b *bench) text(question string, args ...any) (s string) {
	b.Helper()
	b.Do(b.T, func(ctx context.Context, data plugin.Data) error {
		return data.SQL().Get(ctx, &s, "SELECT COALESCE(("+question+"), '')", args...)
	})
	return s
}

// waits waits until a text is as it must be.
func (b *bench) waits(want, question string, args ...any) {
	b.Helper()
	for end := time.Now().Add(time.Minute); time.Now().Before(end); time.Sleep(20 * time.Millisecond) {
		if b.text(question, args...) == want {
			return
		}
	}
	b.Fatalf("%s %v stays %q, want %q; orders: %s", question, args, b.text(question, args...), want,
		b.text("SELECT MAX(doc_no || ' ' || status || ' ' || COALESCE(waits_for, '') || ' ' || COALESCE(failure, '')) FROM carrier_order"))
}

// act takes an action as the system.
func (b *bench) act(document, action string, id int64, params plugin.Row) {
	b.Helper()
	if err := b.tries(document, action, id, params); err != nil {
		b.Fatal(err)
	}
}

func (b *bench) tries(document, action string, id int64, params plugin.Row) error {
	return b.Try(b.Context(), func(ctx context.Context, data plugin.Data) error {
		_, err := data.Act(ctx, document, action, id, params)
		return err
	})
}

const (
	numberOfOrder  = "SELECT tracking_no FROM sale_order WHERE id = ?"
	numberOfBox    = "SELECT tracking_no FROM package WHERE id = ?"
	stateOfOrder   = "SELECT status FROM sale_order WHERE id = ?"
	stateOfWaybill = "SELECT status FROM waybill WHERE package_id = ?"
	stateOfAsked   = "SELECT status FROM carrier_order WHERE sale_order_id = ? ORDER BY id DESC LIMIT 1"
)
