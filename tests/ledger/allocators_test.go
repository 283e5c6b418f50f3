package ledger

import (
	"context"
	"flag"
	"fmt"
	"math/rand/v2"
	"slices"
	"sync"
	"testing"
	"time"

	"github.com/wareloom/wareloom/engine/access"
	"github.com/wareloom/wareloom/engine/auth"
	"github.com/wareloom/wareloom/engine/document"
	"github.com/wareloom/wareloom/engine/enginetest"
	"github.com/wareloom/wareloom/engine/plugin"
	"github.com/wareloom/wareloom/engine/store"
	"github.com/wareloom/wareloom/tests/world"
)

var (
	orders     = flag.Int("orders", 320, "orders to allocate")
	allocators = flag.Int("allocators", 64, "how many allocate at once")
)

const (
	products  = 100
	perOrder  = 3 // lines
	perCall   = 10
	shortness = 0.8 // stock as a part of what is asked for
)

// TestNobodyPromisesTwice lets many people allocate orders for the same few goods at once.
func TestNobodyPromisesTwice(t *testing.T) {
	t.Parallel()
	enginetest.EachDSN(t, func(t *testing.T, dsn string) {
		h := &hall{T: t, World: world.Start(t, dsn)}
		ids := h.fill()
		began := time.Now()
		h.allocate(ids)
		t.Logf("%d orders by %d allocators in %.1f s", len(ids), *allocators, time.Since(began).Seconds())
		h.judge(len(ids))
	})
}

// hall is a warehouse with hot goods.
type hall struct {
	*testing.T
	*world.World
	rights *access.Rights
}

// fill makes goods, and audited orders that ask for more than there is.
func (h *hall) fill() []int64 {
	h.Helper()
	seed := uint64(time.Now().UnixNano())
	h.Logf("seed %d", seed)
	random := rand.New(rand.NewPCG(seed, 0))
	asked := make([]int64, products)
	rows := make([]plugin.Row, *orders)
	goods := make([]int64, products)
	for i := range goods {
		goods[i] = h.Product(h.T, h.Owners[0], fmt.Sprintf("HOT-%03d", i), nil)
	}
	for i := range rows {
		var lines []any
		for range perOrder {
			p, qty := random.IntN(products), int64(1+random.IntN(4))
			asked[p] += qty
			lines = append(lines, plugin.Row{"product_id": goods[p], "qty": qty})
		}
		rows[i] = plugin.Row{
			"consignor_id": h.Owners[0], "warehouse_id": h.Warehouse, "ext_no": fmt.Sprintf("HOT-%d", i), "receiver": "Hot", "country": "CN", "phone": "13900000000", "city": "上海", "detail": "1",
			"ship_policy": "complete", "lines": lines,
		}
	}
	for i, qty := range asked {
		if stock := int64(float64(qty) * shortness); stock > 0 {
			h.Receive(h.T, world.Goods(h.Owners[0], goods[i]), "A-01", stock)
		}
	}
	return h.enter(rows)
}

// enter saves and audits the orders.
func (h *hall) enter(rows []plugin.Row) []int64 {
	h.Helper()
	var ids []int64
	for part := range slices.Chunk(rows, 200) {
		var made []int64
		h.Do(h.T, func(ctx context.Context, data plugin.Data) error {
			made = nil
			saved, err := data.SaveMany(ctx, "sale_order", part)
			for _, row := range saved {
				made = append(made, plugin.ID(row))
				if err == nil {
					_, err = data.Act(ctx, "sale_order", "audit", plugin.ID(row), nil)
				}
			}
			return err
		})
		ids = append(ids, made...)
	}
	err := h.DB.Read(h.Context(), func(ctx context.Context, tx *store.Tx) (err error) {
		h.rights, err = h.Access.For(ctx, tx, h.Catalog.Current(), auth.System("test"))
		return err
	})
	if err != nil {
		h.Fatal(err)
	}
	return ids
}

// allocate has all allocators work off the orders.
func (h *hall) allocate(ids []int64) {
	parts := make(chan []int64)
	var group sync.WaitGroup
	for range *allocators {
		group.Go(func() {
			for part := range parts {
				result, err := h.Documents.Act(h.Context(), h.rights, "sale_order", document.Request{Name: "allocate", IDs: part})
				if err != nil {
					h.Errorf("allocate %v: %v", part, err)
				}
				h.refusals(result)
			}
		})
	}
	for part := range slices.Chunk(ids, perCall) {
		parts <- part
	}
	close(parts)
	group.Wait()
}

// refusals tells which orders an answer left as they were, and why.
func (h *hall) refusals(result document.Result) {
	for _, item := range result.Items {
		if item.Err != nil {
			h.Errorf("order %d was left out: %v", item.ID, item.Err)
		}
	}
}

// judge holds what was promised to what is there. The invariants of the ledger,
// which the world verifies at its end, hold it to the reservations.
func (h *hall) judge(count int) {
	var oversold, undecided, allocated int
	err := h.DB.Read(h.Context(), func(ctx context.Context, tx *store.Tx) error {
		err := tx.Get(ctx, &oversold, `SELECT COUNT(*) FROM (SELECT q.product_id FROM quant q GROUP BY q.product_id
			HAVING SUM(q.on_hand) < COALESCE((SELECT SUM(r.qty - r.consumed) FROM reservation r WHERE r.product_id = q.product_id AND r.status = 'active'), 0)) x`)
		if err == nil {
			err = tx.Get(ctx, &undecided, `SELECT COUNT(*) FROM sale_order WHERE ext_no LIKE 'HOT-%' AND status NOT IN ('allocated', 'short')`)
		}
		if err == nil {
			err = tx.Get(ctx, &allocated, `SELECT COUNT(*) FROM sale_order WHERE ext_no LIKE 'HOT-%' AND status = 'allocated'`)
		}
		return err
	})
	if err != nil {
		h.Fatal(err)
	}
	if oversold != 0 || undecided != 0 || allocated == 0 || allocated == count {
		h.Errorf("%d goods oversold, %d orders undecided, %d of %d allocated", oversold, undecided, allocated, count)
	}
	h.Logf("%d of %d orders allocated, %d goods oversold", allocated, count, oversold)
}
