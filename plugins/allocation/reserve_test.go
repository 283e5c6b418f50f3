package allocation_test

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"sync"
	"testing"

	"github.com/wareloom/wareloom/engine/fault"
	"github.com/wareloom/wareloom/engine/plugin"
	"github.com/wareloom/wareloom/plugins/allocation"
	"github.com/wareloom/wareloom/tests/world"
)

// TestTheOwnersRuleGoesOverTheHouses: the same three places are emptied in another order as
// the rule is another one, and each time to the last piece.
func TestTheOwnersRuleGoesOverTheHouses(t *testing.T) {
	eachHouse(t, func(h *house) {
		dated := func(sku string) int64 {
			p := h.Product(h.T, h.Owners[0], sku, plugin.Row{"lot_ctl": true})
			h.lay(p, laid{place: "A-01", qty: 2, since: "2026-01-01", lot: sku + "1", expires: "2039-03-01"},
				laid{place: "A-02", qty: 2, since: "2026-03-01", lot: sku + "2", expires: "2039-01-01"},
				laid{place: "A-03", qty: 2, since: "2026-02-01", lot: sku + "3", expires: "2039-02-01"})
			return p
		}
		h.allocate(h.order(dated("FEFO"), 5, nil), "allocated", "A-02 2", "A-03 2", "A-01 1")
		h.rule("lifo", 0)
		h.allocate(h.order(dated("LIFO"), 5, nil), "allocated", "A-02 2", "A-03 2", "A-01 1")
		h.rule("fifo", h.Owners[1])
		h.allocate(h.order(dated("SAME"), 3, nil), "allocated", "A-02 2", "A-03 1")
		h.rule("fifo", h.Owners[0])
		p := dated("FIFO")
		h.allocate(h.order(p, 5, nil), "allocated", "A-01 2", "A-03 2", "A-02 1")
		h.allocate(h.order(p, 1, nil), "allocated", "A-02 1")
		h.allocate(h.order(p, 1, nil), "short")
	})
}

// TestWhatMayNotLeaveIsNotReserved: each stands in the way by itself, the order says that it
// is short, and it is served as soon as nothing does.
func TestWhatMayNotLeaveIsNotReserved(t *testing.T) {
	eachHouse(t, func(h *house) {
		set := func(table string, id int64, row plugin.Row) {
			row["id"] = id
			h.Do(h.T, func(ctx context.Context, data plugin.Data) error {
				_, err := data.Save(ctx, table, row)
				return err
			})
		}
		area := func(code string) int64 {
			var id int64
			h.Do(h.T, func(ctx context.Context, data plugin.Data) error {
				return data.SQL().Get(ctx, &id, `SELECT storage_area_id FROM position WHERE id = ?`, h.Places[code])
			})
			return id
		}
		quant := func(product int64) (id int64) {
			h.Do(h.T, func(ctx context.Context, data plugin.Data) error {
				return data.SQL().Get(ctx, &id, `SELECT id FROM quant WHERE product_id = ?`, product)
			})
			return id
		}
		for i, tt := range []struct {
			name  string
			stock laid
			stop  func(product int64)
			again func(product int64) // nil: it never may
		}{
			{"held", laid{place: "A-01", qty: 2}, func(p int64) {
				id := quant(p)
				h.Do(h.T, func(ctx context.Context, data plugin.Data) error { return h.Stock.Hold(ctx, data, id, "wet") })
			}, func(p int64) {
				id := quant(p)
				h.Do(h.T, func(ctx context.Context, data plugin.Data) error { return h.Stock.Unhold(ctx, data, id) })
			}},
			{
				"frozen",
				laid{place: "A-02", qty: 2},
				func(int64) { set("position", h.Places["A-02"], plugin.Row{"status": "frozen"}) },
				func(int64) { set("position", h.Places["A-02"], plugin.Row{"status": "normal"}) },
			},
			{
				"gives nothing out",
				laid{place: "A-02", qty: 2},
				func(int64) { set("position", h.Places["A-02"], plugin.Row{"status": "no_out"}) },
				func(int64) { set("position", h.Places["A-02"], plugin.Row{"status": "no_in"}) },
			},
			{"set apart", laid{place: "D-01", qty: 2}, func(int64) {}, func(int64) { set("storage_area", area("D-01"), plugin.Row{"pick_allowed": true}) }},
			{"not put away", laid{place: "R-01", qty: 2}, func(int64) { set("storage_area", area("R-01"), plugin.Row{"pick_allowed": true}) }, nil},
			{"expired", laid{place: "A-03", qty: 2, lot: "OLD", expires: "2020-01-01"}, func(int64) {}, nil},
			{"damaged", laid{place: "A-03", qty: 2, quality: "CC"}, func(int64) {}, nil},
		} {
			p := h.Product(h.T, h.Owners[0], fmt.Sprintf("P%d", i), nil)
			h.lay(p, tt.stock)
			tt.stop(p)
			order := h.order(p, 2, nil)
			h.Run(tt.name, func(t *testing.T) {
				h.allocate(order, "short")
				if tt.again != nil {
					tt.again(p)
					h.allocate(order, "allocated", tt.stock.place+" 2")
				}
			})
		}
	})
}

// TestAnOrderTakesAllOrWhatThereIs: one that ships complete reserves nothing where a piece
// misses; one that ships what there is goes on, and its rest waits under a number of its own.
func TestAnOrderTakesAllOrWhatThereIs(t *testing.T) {
	eachHouse(t, func(h *house) {
		p := h.Product(h.T, h.Owners[0], "P1", nil)
		h.lay(p, laid{place: "A-01", qty: 3})
		whole := h.order(p, 5, plugin.Row{"ext_no": "WHOLE"})
		h.allocate(whole, "short")
		parted := h.order(p, 5, plugin.Row{"ext_no": "PART", "ship_policy": "available", "priority": int64(4)})
		h.allocate(parted, "allocated", "A-01 3")
		rest := h.text(`SELECT o.status || ' ' || l.base_qty || ' ' || o.priority || ' ' || CASE WHEN o.ext_no = 'PART/' || p.doc_no THEN 'numbered' ELSE o.ext_no END FROM sale_order o
			JOIN sale_order_line l ON l.sale_order_id = o.id JOIN sale_order p ON p.id = o.split_from_id WHERE p.id = ?`, parted)
		if rest != "short 2000 4 numbered" {
			h.Errorf("the rest is %q", rest)
		}
		if left := h.text(`SELECT base_qty || ' ' || allocated_qty FROM sale_order_line WHERE sale_order_id = ?`, parted); left != "3000 3000" {
			h.Errorf("what goes on says %q of its pieces", left)
		}
		h.act(parted, "unallocate")
		h.lay(p, laid{place: "A-02", qty: 2})
		h.allocate(whole, "allocated", "A-01 3", "A-02 2")
	})
}

// TestWhatIsGivenBackIsFreeForOthers: all of it, once.
func TestWhatIsGivenBackIsFreeForOthers(t *testing.T) {
	eachHouse(t, func(h *house) {
		p := h.Product(h.T, h.Owners[0], "P1", nil)
		h.lay(p, laid{place: "A-01", qty: 3}, laid{place: "A-02", qty: 2})
		first, second := h.order(p, 5, nil), h.order(p, 5, nil)
		h.allocate(first, "allocated", "A-01 3", "A-02 2")
		h.allocate(second, "short")
		if got := h.act(first, "unallocate"); got != "audited" || len(h.kept(first)) != 0 {
			h.Errorf("given back, the first is %s with %v", got, h.kept(first))
		}
		if has := h.text(`SELECT CAST(allocated_qty AS text) FROM sale_order_line WHERE sale_order_id = ?`, first); has != "0" {
			h.Errorf("its line still has %s", has)
		}
		h.allocate(second, "allocated", "A-01 3", "A-02 2")
		h.allocate(first, "short")
	})
}

// TestTwoAtOnceDoNotHaveTheSamePieces: of two who allocate the last pieces at the same time
// one has them all, and the other hears that he is short.
func TestTwoAtOnceDoNotHaveTheSamePieces(t *testing.T) {
	eachHouse(t, func(h *house) {
		p := h.Product(h.T, h.Owners[0], "P1", nil)
		h.lay(p, laid{place: "A-01", qty: 3})
		orders := []int64{h.order(p, 2, nil), h.order(p, 2, nil)}
		states := make([]string, len(orders))
		var all sync.WaitGroup
		for i, id := range orders {
			all.Go(func() { states[i] = h.act(id, "allocate") })
		}
		all.Wait()
		slices.Sort(states)
		if !slices.Equal(states, []string{"allocated", "short"}) {
			h.Errorf("the two are %v", states)
		}
	})
}

// TestOrdersOfOneTransactionShareTheStock: what one will reserve is not free for the next, and
// what was taken back with its part of the transaction is.
func TestOrdersOfOneTransactionShareTheStock(t *testing.T) {
	eachHouse(t, func(h *house) {
		p := h.Product(h.T, h.Owners[0], "P1", nil)
		h.lay(p, laid{place: "A-01", qty: 3}, laid{place: "A-02", qty: 3})
		undone, first, second := h.order(p, 4, nil), h.order(p, 4, nil), h.order(p, 2, nil)
		tries, errUndone := 0, errors.New("undone")
		h.Do(h.T, func(ctx context.Context, data plugin.Data) error {
			tries++
			err := data.SQL().Savepoint(ctx, func(ctx context.Context) error {
				_, err := data.Act(ctx, "sale_order", "allocate", undone, nil)
				return errors.Join(err, errUndone)
			})
			if !errors.Is(err, errUndone) {
				return err
			}
			for _, id := range []int64{first, second} {
				if _, err := data.Act(ctx, "sale_order", "allocate", id, nil); err != nil {
					return err
				}
			}
			return nil
		})
		if got := h.kept(undone); tries != 1 || len(got) != 0 {
			h.Errorf("after %d tries the one that was undone has %v", tries, got)
		}
		if a, b := h.kept(first), h.kept(second); !slices.Equal(a, []string{"A-01 3", "A-02 1"}) || !slices.Equal(b, []string{"A-02 2"}) {
			h.Errorf("the first has %v, the second %v", a, b)
		}
	})
}

// TestOthersGoodsAreNeverTaken: of the same number, and by whose rule ever.
func TestOthersGoodsAreNeverTaken(t *testing.T) {
	eachHouse(t, func(h *house) {
		mine, theirs := h.Product(h.T, h.Owners[0], "P1", nil), h.Product(h.T, h.Owners[1], "P1", nil)
		h.Receive(h.T, world.Goods(h.Owners[1], theirs), "A-01", 9)
		order := h.order(mine, 1, nil)
		h.allocate(order, "short")
		h.Do(h.T, func(ctx context.Context, data plugin.Data) error {
			causes, err := allocation.Shortages{}.Causes(ctx, data.SQL(), []int64{order})
			if causes[order] != allocation.NoStock {
				h.Errorf("the cause is %q", causes[order])
			}
			return err
		})
		err := h.Try(h.Context(), func(ctx context.Context, data plugin.Data) error {
			_, err := data.Save(ctx, "sale_order", plugin.Row{
				"consignor_id": h.Owners[0], "warehouse_id": h.Warehouse, "receiver": "R", "country": "CN", "lines": []any{plugin.Row{"product_id": theirs, "qty": 1}},
			})
			return err
		})
		if fault.CodeOf(err) != fault.Invalid {
			h.Errorf("an order for goods of another: %v", err)
		}
	})
}
