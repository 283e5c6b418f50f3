package road

import (
	"context"
	"fmt"
	"slices"
	"sync"
	"testing"

	"github.com/wareloom/wareloom/engine/store"
)

// wants makes an order of ACME for pieces of AC-1001 and audits it.
func (f *floor) wants(number string, qty int, more m) int64 {
	f.Helper()
	head := m{
		"consignor_id": m{"code": "ACME"}, "warehouse_id": m{"code": "SH1"}, "ext_no": number, "receiver": "Road", "country": "CN",
		"province": "上海", "city": "上海", "detail": "1", "phone": "13800000000", "lines": []m{line("AC-1001", qty)},
	}
	for key, value := range more {
		head[key] = value
	}
	var made m
	f.Ask("data/sale_order/save", head).Into(f, &made)
	f.Act("sale_order", id(made), "audit", nil)
	return id(made)
}

// short makes an order that finds no stock.
func (f *floor) short(number string, qty int, more m) int64 {
	f.Helper()
	order := f.wants(number, qty, more)
	f.Act("sale_order", order, "allocate", nil)
	f.State("sale_order", order, "short")
	return order
}

// allocated makes an order that has its stock.
func (f *floor) allocated(number string, qty int) int64 {
	f.Helper()
	order := f.wants(number, qty, nil)
	f.Act("sale_order", order, "allocate", nil)
	f.State("sale_order", order, "allocated")
	return order
}

func (f *floor) opening(qty int, position string) {
	f.Helper()
	f.Other("in", "opening", []m{line("AC-1001", qty, "position_id", m{"code": position})}, "audit", "post")
}

// TestStockThatComesServesTheMostUrgent: two orders wait; five pieces become free,
// one way or another. The later order is the more urgent one, and gets them.
func TestStockThatComesServesTheMostUrgent(t *testing.T) {
	for _, way := range []struct {
		name   string
		before func(f *floor) int64 // takes all stock, or leaves none
		come   func(f *floor, before int64)
	}{
		{"shelving", nil, func(f *floor, _ int64) {
			f.Stocked("ACME", "IN-1", []m{line("AC-1001", 5)}, m{"item": "AC-1001", "qty": 5, "position": "A-01-01-1"})
		}},
		{"other inbound", nil, func(f *floor, _ int64) { f.opening(5, "A-01-01-1") }},
		{"release", func(f *floor) int64 { f.opening(5, "A-01-01-1"); return f.allocated("HAS", 5) }, func(f *floor, has int64) {
			f.Act("sale_order", has, "unallocate", nil)
		}},
		{"cancel", func(f *floor) int64 { f.opening(5, "A-01-01-1"); return f.allocated("HAS", 5) }, func(f *floor, has int64) {
			f.Act("sale_order", has, "cancel", nil)
		}},
		{"put back", func(f *floor) int64 { f.opening(5, "A-01-01-1"); return f.picked("ACME", "HAS", line("AC-1001", 5)) }, func(f *floor, has int64) {
			f.Act("sale_order", has, "cancel", nil)
			s := f.Start("put_back")
			s.Must("scan", "HAS", "item")
			s.Must("form", m{"item": "AC-1001", "qty": 5, "position": "A-01-01-1"}, "done")
		}},
		{"position opened", func(f *floor) int64 {
			f.opening(5, "A-01-01-1")
			bin := f.Find("position", "code", "A-01-01-1")
			f.Ask("data/position/save", m{"id": bin["id"], "status": "frozen"})
			return id(bin)
		}, func(f *floor, bin int64) { f.Ask("data/position/save", m{"id": bin, "status": "normal"}) }},
		{"return restocked", nil, func(f *floor, _ int64) {
			var made m
			f.Ask("data/rma/save", m{
				"consignor_id": m{"code": "ACME"}, "warehouse_id": m{"code": "SH1"}, "lines": []m{line("AC-1001", 5)},
			}).Into(f, &made)
			for _, action := range []string{"wait", "receive", "grade"} {
				f.Act("rma", id(made), action, nil)
			}
			f.Act("rma", id(made), "dispose", m{"position_id": m{"warehouse_id": made["warehouse_id"], "code": "A-01-01-1"}})
		}},
	} {
		t.Run(way.name, func(t *testing.T) {
			each(t, func(f *floor) {
				var before int64
				if way.before != nil {
					before = way.before(f)
				}
				first, urgent := f.short("FIRST", 5, nil), f.short("URGENT", 5, m{"priority": 5})
				way.come(f, before)
				f.Work()
				f.State("sale_order", urgent, "allocated")
				f.State("sale_order", first, "short")
			})
		})
	}
}

// TestWhoIsServedFirst: priority, then the earlier deadline, then the earlier
// order; one that is held is passed over, one that ships complete takes nothing
// that does not help it, and what is served says so to the lead and in its history.
func TestWhoIsServedFirst(t *testing.T) {
	each(t, func(f *floor) {
		held := f.short("HELD", 1, m{"priority": 9})
		f.Act("sale_order", held, "hold", m{"reason": "unpaid"})
		large := f.short("LARGE", 50, m{"priority": 8})
		late := f.short("LATE", 3, m{"ship_by": "2031-02-01T00:00:00Z"})
		soon := f.short("SOON", 3, m{"ship_by": "2031-01-01T00:00:00Z"})
		rest := f.short("REST", 9, m{"priority": 3, "ship_policy": "available"})
		f.opening(10, "A-01-01-1")
		f.Work()
		for order, state := range map[int64]string{held: "short", large: "short", rest: "allocated", late: "short", soon: "short"} {
			f.State("sale_order", order, state)
		}
		f.opening(4, "A-01-01-1")
		f.Work()
		for order, state := range map[int64]string{held: "short", large: "short", late: "short", soon: "allocated"} {
			f.State("sale_order", order, state)
		}
		f.Act("sale_order", held, "unhold", nil)
		f.Work()
		f.State("sale_order", held, "allocated")

		var told int
		err := f.Server.DB.Read(f.Context(), func(ctx context.Context, tx *store.Tx) error {
			return tx.Get(ctx, &told, `SELECT COUNT(*) FROM record_audit a JOIN record_phrase s ON s.id = a.phrase WHERE a.record_id = ? AND s.action = 'mark_served'
				AND EXISTS (SELECT 1 FROM notice n WHERE n.text_key = 'notice.order_served' AND n.link = 'document:sale_order/' || a.record_id)`, soon)
		})
		if err != nil || told != 1 {
			f.Errorf("history and notice tell %d times that the order is served: %v", told, err)
		}
	})
}

// TestManyBringStockAtOnce: sixteen devices bring stock that orders wait for, while
// these are served; nobody is refused, and in the end everybody has his goods.
func TestManyBringStockAtOnce(t *testing.T) {
	each(t, func(f *floor) {
		var orders []int64
		for i := range 16 {
			orders = append(orders, f.short(fmt.Sprint("W", i), 2, m{"priority": i % 4}))
		}
		var notices []int64
		for range 32 {
			notices = append(notices, f.Other("in", "opening", []m{line("AC-1001", 1, "position_id", m{"code": "A-01-01-1"})}, "audit"))
		}
		ctx, stop := context.WithCancel(f.Context())
		var running, done sync.WaitGroup
		running.Go(func() { f.Server.Jobs.Run(ctx) })
		for device := range 16 {
			done.Go(func() {
				for _, id := range notices[2*device : 2*device+2] {
					if answer := f.Try("data/other_io/act", m{"name": "post", "id": id}); !answer.Result {
						t.Errorf("post: %s", answer.Text)
					}
				}
			})
		}
		done.Wait()
		stop()
		running.Wait()
		f.Work()
		for _, order := range orders {
			f.State("sale_order", order, "allocated")
		}
	})
}

// TestManyAreAllocatedInTheirOrder: the most urgent order gets what there is, not
// the one with the lowest number.
func TestManyAreAllocatedInTheirOrder(t *testing.T) {
	each(t, func(f *floor) {
		f.opening(3, "A-01-01-1")
		orders := []int64{
			f.wants("A", 1, nil), f.wants("B", 1, m{"ship_by": "2031-02-01T00:00:00Z"}), f.wants("C", 1, m{"ship_by": "2031-01-01T00:00:00Z"}),
			f.wants("D", 1, m{"ordered_at": "2031-01-01T00:00:00Z"}), f.wants("E", 1, m{"priority": 1}),
		}
		f.Ask("data/sale_order/act", m{"name": "allocate", "ids": orders})
		for i, state := range []string{"short", "allocated", "allocated", "short", "allocated"} {
			f.State("sale_order", orders[i], state)
		}
		more := slices.Clone(orders[:1])
		f.opening(1, "A-01-01-1")
		f.Ask("data/sale_order/act", m{"name": "allocate", "ids": append(more, orders[3])})
		f.State("sale_order", orders[3], "allocated") // it has a date, the other none
		f.State("sale_order", orders[0], "short")
	})
}
