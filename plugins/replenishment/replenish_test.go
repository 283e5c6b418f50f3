package replenishment_test

import (
	"fmt"
	"math/rand/v2"
	"sync"
	"testing"
	"time"

	"github.com/wareloom/wareloom/tests/world"
)

// reserve makes an area of SH1 that nothing is picked from, with two positions, puts
// goods of ACME there and gives AC-1001 the face A-01-01-1.
func (f *floor) reserve(minimum, most float64) (face int64) {
	f.Helper()
	sh1 := m{"code": "SH1"}
	var area, made m
	f.Ask("data/storage_area/save", m{"warehouse_id": sh1, "code": "TC", "name": "Reserve", "area_kind": "storage", "pick_allowed": false}).Into(f, &area)
	for _, code := range []string{"TC-1", "TC-2"} {
		f.Ask("data/position/save", m{"warehouse_id": sh1, "storage_area_id": area["id"], "code": code})
	}
	at := func(code string) m { return m{"warehouse_id": sh1, "code": code} }
	f.Other("in", "found", []m{
		{"product_id": m{"sku": "AC-1001"}, "position_id": at("TC-1"), "qty": 30},
		{"product_id": m{"sku": "AC-1001"}, "position_id": at("TC-2"), "qty": 20},
		{"product_id": m{"sku": "AC-1001"}, "position_id": at("A-01-01-1"), "qty": 3},
	}, "audit", "post")
	f.Ask("data/product_wh/save", m{"warehouse_id": sh1, "consignor_id": m{"code": "ACME"}, "product_id": m{"sku": "AC-1001"}, "face_position_id": at("A-01-01-1"), "min_qty": minimum, "max_qty": most}).Into(f, &made)
	return id(made)
}

// replenishAt begins to replenish in SH1.
func (f *floor) replenishAt() *world.Task {
	f.Helper()
	return f.StartIn("replenish_scan", m{"warehouse_id": f.Find("warehouse", "code", "SH1")["id"]})
}

// until has the jobs run that wait, and wants what they do.
func (f *floor) until(what string, holds func() bool) {
	f.Helper()
	if f.Work(); !holds() {
		f.Errorf("%s does not come", what)
	}
}

// TestAFaceIsFilled: what is below its least is proposed once, to its most; what is
// worked, given up, taken back and reversed.
func TestAFaceIsFilled(t *testing.T) {
	each(t, func(f *floor) {
		face := f.reserve(10, 38)
		if answer := f.Try("data/product_wh/save", m{"id": face, "max_qty": 5}); answer.Result {
			t.Error("a face may have more at least than at most")
		}
		f.Ask("data/product_wh/act", m{"name": "propose", "ids": []int64{face}, "params": m{"release": true}})
		order := id(f.Find("replenish_order", "kind", "lower_limit"))
		f.State("replenish_order", order, "released")
		f.Lines("replenish_order", order, "qty", 30, 5)
		f.Ask("data/product_wh/act", m{"name": "propose", "ids": []int64{face}, "params": m{"release": true}})
		if n := f.Count(`SELECT COUNT(*) FROM replenish_order`); n != 1 {
			t.Errorf("asked twice, there are %d orders", n)
		}
		f.until("the figure", func() bool { return f.Find("product_wh", "id", face)["incoming_qty"] == 35.0 })
		s := f.replenishAt()
		s.Refused("scan", "RP-NONE", "station.code_unknown")
		s.Must("button", "next", "source")
		s.Refused("scan", "TC-2", "transfers.wrong_source")
		s.Must("scan", "TC-1", "item")
		s.Refused("scan", "AC-1002", "transfers.wrong_item")
		s.Must("scan", "6900000001001", "qty")
		s.Offers("30", "30")
		s.Must("key", "20", "target")
		s.Must("button", "to_cart", "cart")
		s.Must("scan", "RCART-1", "source") // ten are left there
		s.Must("form", m{"from": "TC-1", "item": "AC-1001", "qty": 10, "to": "A-01-01-1"}, "source")
		s.Must("undo", m{"seq": s.Seq}, "source")
		s.Must("form", m{"from": "TC-1", "item": "AC-1001", "qty": 10, "to": "A-01-01-1"}, "source")
		s.Must("button", "short", "short_reason")
		s.Must("key", "less", "target")
		if got := f.Pieces("A-01-01-1", "AC-1001"); got != 13 {
			t.Errorf("%v lie in the face", got)
		}
		s.Refused("scan", "A-01-01-2", "transfers.wrong_target")
		s.Must("scan", "A-01-01-1", "done")
		f.State("replenish_order", order, "done")
		f.Lie(map[string]float64{"A-01-01-1": 33, "TC-1": 0, "TC-2": 20})
		if n := f.Count(`SELECT COUNT(*) FROM count_task WHERE status = 'open'`); n != 1 {
			t.Errorf("%d counts are asked for what was not there", n)
		}
		for _, record := range []string{"10", "20"} {
			var page struct{ Rows []m }
			f.Ask("data/replenish_record/query", m{"filter": m{"field": "qty", "op": "eq", "value": record}}).Into(f, &page)
			f.Act("replenish_record", id(page.Rows[0]), "reverse", m{"reason": "not needed"})
			if answer := f.Try("data/replenish_record/act", m{"name": "reverse", "id": id(page.Rows[0]), "params": m{"reason": "again"}}); answer.Result {
				t.Error("a record is reversed twice")
			}
		}
		f.Lie(map[string]float64{"A-01-01-1": 3, "TC-1": 30, "TC-2": 20})
	})
}

// TestAShortOrderIsReplenishedAndServed: an order that waits for goods in an area that
// nothing is picked from is listed, its goods are brought, and it is allocated.
func TestAShortOrderIsReplenishedAndServed(t *testing.T) {
	each(t, func(f *floor) {
		f.reserve(0, 0)
		var made m
		f.Ask("data/sale_order/save", m{
			"consignor_id": m{"code": "ACME"}, "warehouse_id": m{"code": "SH1"}, "ext_no": "ROAD-1", "receiver": "Road", "country": "CN", "phone": "13900000000", "city": "上海", "detail": "1", "lines": []m{line("AC-1001", 12)},
		}).Into(f, &made)
		f.Act("sale_order", id(made), "audit", nil)
		f.Act("sale_order", id(made), "allocate", nil)
		f.State("sale_order", id(made), "short")
		waits := func() int64 { return f.Count(`SELECT COUNT(*) FROM short_line WHERE missing_qty = 12000`) }
		f.until("the line", func() bool { return waits() == 1 })
		row := f.Find("short_line", "sale_order_id", made["id"])
		f.Ask("data/short_line/act", m{"name": "propose", "ids": []int64{id(row)}, "params": m{"release": false}})
		order := id(f.Find("replenish_order", "kind", "short_order"))
		f.Lines("replenish_order", order, "qty", 9) // three lie free already
		f.Ask("data/short_line/act", m{"name": "propose", "ids": []int64{id(row)}, "params": m{"release": true}})
		if n := f.Count(`SELECT COUNT(*) FROM replenish_order`); n != 1 {
			t.Errorf("asked twice, there are %d orders", n)
		}
		f.Act("replenish_order", order, "release", nil)
		s := f.replenishAt()
		s.Must("scan", fmt.Sprint(f.Find("replenish_order", "id", order)["doc_no"]), "source")
		s.Refused("scan", "TC-2", "transfers.wrong_source")
		s.Must("scan", "TC-1", "item")
		s.Must("scan", "AC-1001", "qty")
		s.Must("key", "9", "target")
		s.Must("scan", "A-01-01-1", "done")
		f.until("the allocation", func() bool { return f.Find("sale_order", "id", made["id"])["status"] == "allocated" })
		f.until("the line's end", func() bool { return waits() == 0 })
	})
}

// TestTheSortingRuleOrdersTheWork: the same lines, walked by the expiry or by the walk.
func TestTheSortingRuleOrdersTheWork(t *testing.T) {
	each(t, func(f *floor) {
		f.reserve(0, 0)
		f.Rule(m{"pick_seq": 9}, "TC-1")
		f.Rule(m{"pick_seq": 2}, "TC-2")
		var made m
		f.Ask("data/replenish_order/save", m{"consignor_id": m{"code": "ACME"}, "warehouse_id": m{"code": "SH1"}, "lines": []m{world.FromTo("AC-1001", 1, "TC-1", "A-01-01-1"), world.FromTo("AC-1001", 1, "TC-2", "A-01-01-1")}}).Into(f, &made)
		f.Act("replenish_order", id(made), "release", nil)
		first := func(want string) {
			t.Helper()
			s := f.replenishAt()
			s.Must("button", "next", "source")
			if got := s.Screen["target"].([]any)[0].(m)["value"]; got != want {
				t.Errorf("the first stop is %v, want %s", got, want)
			}
		}
		first("TC-2")
		f.Ask("data/replenish_rule/save", m{"seq": 1, "criterion": "route", "direction": "desc", "weight": 1})
		first("TC-1")
		if answer := f.Try("data/replenish_rule/save", m{"seq": 1, "criterion": "luck", "direction": "desc", "weight": 1}); answer.Result {
			t.Error("there is a criterion luck")
		}
	})
}

// TestTwoShareAnOrder has two people work one order at the same time, by chance, with
// a printed seed: nothing is brought twice and nothing is lost.
func TestTwoShareAnOrder(t *testing.T) {
	each(t, func(f *floor) {
		seed := uint64(time.Now().UnixNano())
		t.Logf("seed %d", seed)
		f.reserve(0, 0)
		var made m
		var lines []m
		for i := range 8 {
			lines = append(lines, world.FromTo("AC-1001", 3, []string{"TC-1", "TC-2"}[i%2], fmt.Sprintf("A-02-%02d-1", i+1)))
		}
		f.Ask("data/replenish_order/save", m{"consignor_id": m{"code": "ACME"}, "warehouse_id": m{"code": "SH1"}, "lines": lines}).Into(f, &made)
		f.Act("replenish_order", id(made), "release", nil)
		number := fmt.Sprint(f.Find("replenish_order", "id", made["id"])["doc_no"])
		var all sync.WaitGroup
		for worker := range 2 {
			all.Go(func() {
				dice := rand.New(rand.NewPCG(seed, uint64(worker)))
				s := f.replenishAt()
				s.Input("scan", number)
				for range 400 {
					switch s.Screen["step"] {
					case "done":
						return
					case "order": // all was taken back, the order too
						if f.Find("replenish_order", "id", made["id"])["status"] == "done" {
							return
						}
						s.Input("scan", number)
					default:
						anything(s, dice, fmt.Sprintf("RCART-%d", worker))
					}
				}
				f.Errorf("worker %d does not come to the end: %v", worker, s.Screen)
			})
		}
		all.Wait()
		f.State("replenish_order", id(made), "done")
		total := f.Count(`SELECT COALESCE(SUM(q.on_hand), 0) FROM quant q JOIN position p ON p.id = q.position_id WHERE p.code LIKE 'A-02-%'`)
		if total != 24000 {
			t.Errorf("%d thousandths were brought, want 24000", total)
		}
	})
}

// anything does what the screen asks, now and then something else.
func anything(s *world.Task, dice *rand.Rand, cart string) {
	facts := map[string]string{}
	targets, _ := s.Screen["target"].([]any)
	for _, target := range targets {
		facts[target.(m)["field"].(string)] = target.(m)["value"].(string)
	}
	if dice.IntN(8) == 0 && s.Seq > 1 {
		s.Input("undo", m{"seq": s.Seq})
		return
	}
	switch s.Screen["step"] {
	case "source":
		if dice.IntN(6) == 0 {
			s.Input("button", "skip")
			return
		}
		s.Input("scan", facts["from"])
	case "item":
		s.Input("scan", "AC-1001")
	case "qty":
		s.Input("key", fmt.Sprint(1+dice.IntN(3)))
	case "cart":
		s.Input("scan", cart)
	case "target":
		if dice.IntN(3) == 0 {
			s.Input("button", "to_cart")
			return
		}
		s.Input("scan", facts["to"])
	}
}
