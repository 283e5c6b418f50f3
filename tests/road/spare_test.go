package road

import (
	"fmt"
	"math/rand/v2"
	"sync"
	"testing"
	"time"
)

// spares files a range of numbers of SF that no other test data has.
func (f *floor) spares(from, to string) {
	f.Helper()
	f.Ask("data/spare_number/save", m{"carrier_account_id": m{"code": "SF-TEST"}, "carrier_id": m{"code": "SF"}, "tracking_no": from, "range_to": to})
}

// voidDemo voids the numbers of SF that the demo brings.
func (f *floor) voidDemo() {
	f.Helper()
	var page struct{ Rows []m }
	f.Ask("data/spare_number/query", m{"filter": m{"field": "carrier_id.code", "op": "eq", "value": "SF"}, "size": 500}).Into(f, &page)
	for _, row := range page.Rows {
		f.Act("spare_number", id(row), "void", m{"reason": "test"})
	}
}

type given struct {
	Created []m
	Left    []struct {
		ID  int64
		Msg string
	}
}

func (f *floor) match(orders ...int64) (g given) {
	f.Helper()
	f.Ask("data/sale_order/act", m{"name": "match_number", "ids": orders}).Into(f, &g)
	return g
}

func (f *floor) trackingNo(order int64) string {
	f.Helper()
	no, _ := f.Find("sale_order", "id", order)["tracking_no"].(string)
	return no
}

// A spare number goes to one order, through its package to the send check, and returns
// only until it was packed.
func TestASpareNumberGoesWithItsOrder(t *testing.T) {
	each(t, func(f *floor) {
		f.HeartHolders()
		f.voidDemo()
		bad := f.Try("data/spare_number/save", m{"carrier_id": m{"code": "SF"}, "tracking_no": "T1", "range_to": "S2"})
		if bad.Result {
			f.Error("a range of two prefixes was filed")
		}
		f.spares("T01", "T03")
		if again := f.Try("data/spare_number/save", m{"carrier_id": m{"code": "SF"}, "tracking_no": "t02"}); again.Result {
			f.Error("a number was filed twice")
		}
		var orders []int64
		for i := range 4 {
			orders = append(orders, f.wants(fmt.Sprint("SP-", i), 1, m{"carrier_id": m{"code": "SF"}}))
		}
		none := f.wants("SP-NONE", 1, nil)
		if g := f.match(append(orders, none)...); len(g.Left) != 2 {
			f.Errorf("left without a number are %v", g.Left)
		}
		for i, want := range []string{"T01", "T02", "T03", ""} {
			if got := f.trackingNo(orders[i]); got != want {
				f.Errorf("order %d has %q, want %q", i, got, want)
			}
		}
		if change := f.Try("data/sale_order/save", m{"id": orders[0], "carrier_id": m{"code": "ZTO"}}); change.Result {
			f.Error("an order with a number of SF goes by ZTO")
		}
		f.Ask("data/sale_order/act", m{"name": "unmatch_number", "ids": []int64{orders[1]}})
		f.Act("sale_order", orders[2], "cancel", nil)
		f.match(orders[3])
		if got := f.trackingNo(orders[3]); got != "T02" {
			f.Errorf("the number that is free again is not given: %q", got)
		}
		f.State("spare_number", id(f.Find("spare_number", "tracking_no", "T03")), "free")
		f.Act("sale_order", orders[0], "allocate", nil)
		f.pickTogether(orders[0])
		bench := f.Start("match_order")
		bench.Must("scan", "6900000001001", "item")
		f.State("spare_number", id(f.Find("spare_number", "tracking_no", "T01")), "used")
		bench.Must("undo", m{"seq": bench.Seq}, "item")
		var g given
		f.Ask("data/sale_order/act", m{"name": "unmatch_number", "ids": []int64{orders[0]}}).Into(f, &g)
		if len(g.Left) != 1 || f.trackingNo(orders[0]) != "T01" {
			f.Error("a number that was printed returned")
		}
		bench.Must("scan", "6900000001001", "item")
		f.Start("send_check_fast").Must("scan", "T01", "package")
		f.State("sale_order", orders[0], "shipped")
	})
}

// Many clients match and unmatch at once; no number is on two orders.
func TestNoSpareNumberIsGivenTwice(t *testing.T) {
	each(t, func(f *floor) {
		f.voidDemo()
		f.spares("M0001", "M0060")
		var orders []int64
		for i := range 40 {
			orders = append(orders, f.wants(fmt.Sprint("M-", i), 1, m{"carrier_id": m{"code": "SF"}}))
		}
		seed := uint64(time.Now().UnixNano())
		f.Logf("seed %d", seed)
		var all sync.WaitGroup
		for client := range 8 {
			dice := rand.New(rand.NewPCG(seed, uint64(client)))
			all.Go(func() {
				for range 6 {
					var some []int64
					for range 6 {
						some = append(some, orders[dice.IntN(len(orders))])
					}
					name := "match_number"
					if dice.IntN(3) == 0 {
						name = "unmatch_number"
					}
					f.Try("data/sale_order/act", m{"name": name, "ids": some})
				}
			})
		}
		all.Wait()
		f.match(orders...)
		seen := map[string]int64{}
		for _, order := range orders {
			no := f.trackingNo(order)
			if other, twice := seen[no]; twice || no == "" {
				f.Errorf("orders %d and %d have %q", other, order, no)
			}
			seen[no] = order
		}
	})
}
