package road

import (
	"fmt"
	"testing"
	"time"
)

// stands gives the open row of an order on the exceptions desk, after the jobs have run
// that wait; nil where it is not there.
func (f *floor) stands(order int64) m {
	f.Helper()
	f.Work()
	var page struct {
		Rows []m
		Next map[string]m
	}
	f.Ask("data/stopped_order/query", m{"list": "stopped_order", "next": true, "filter": m{"field": "sale_order_id", "op": "eq", "value": order}}).Into(f, &page)
	if len(page.Rows) == 0 {
		return nil
	}
	if len(page.Rows) > 1 {
		f.Errorf("order %d stands %d times", order, len(page.Rows))
	}
	row := page.Rows[0]
	row["step"] = page.Next[fmt.Sprintf("%.0f", row["id"])]
	return row
}

// standsFor holds the desk to a reason, who must act, and the step that leads on.
func (f *floor) standsFor(order int64, reason, duty, step string) {
	f.Helper()
	row := f.stands(order)
	if row == nil {
		f.Fatalf("the order is not on the desk, %s is wanted", reason)
	}
	next, _ := row["step"].(m)
	if row["reason"] != reason || row["duty"] != duty || next["key"] != step {
		f.Errorf("it stands for %v, %v must act by %v; want %s, %s, %s", row["reason"], row["duty"], next, reason, duty, step)
	}
}

// TestTheDeskTellsWhatIsTrue walks one shortage over all that may keep stock from an
// order: each time the desk says the reason that the stock has.
func TestTheDeskTellsWhatIsTrue(t *testing.T) {
	each(t, func(f *floor) {
		order := f.asks("SHORT", line("AC-2002", 10))
		if f.stands(order) != nil {
			t.Error("an order that has just been audited is on the desk")
		}
		f.Act("sale_order", order, "allocate", nil)
		f.standsFor(order, "short_none", "owner", "why")

		at := func(code, lot, date string, qty int) m {
			return line("AC-2002", qty, "position_id", m{"code": code}, "lot_no", lot, "exp_date", date)
		}
		soon := time.Now().AddDate(0, 0, 5).Format(time.DateOnly) // a customer must have sixty days left
		f.Other("in", "opening", []m{at("A-02-05-1", "L3", soon, 10)}, "audit", "post")
		f.again(order)
		f.standsFor(order, "short_expired", "owner", "why")

		f.Other("in", "opening", []m{at("A-01-02-1", "L2", "2031-01-31", 10)}, "audit", "post")
		lot := id(f.Find("lot", "lot_no", "L2"))
		f.Work() // served by what came
		f.State("sale_order", order, "allocated")
		if f.stands(order) != nil {
			t.Error("an order that has its stock is still on the desk")
		}
		f.Act("sale_order", order, "unallocate", nil)
		f.Act("lot", lot, "hold", m{"reason": "smells"})
		f.again(order)
		f.standsFor(order, "short_lot", "lead", "why")
		f.Act("sale_order", order, "hold", m{"reason": "asked the buyer"})
		f.standsFor(order, "held", "service", "unhold")
		row := f.stands(order)
		f.Act("stopped_order", id(row), "unhold", nil)
		f.standsFor(order, "short_lot", "lead", "why")
		f.Act("sale_order", order, "cancel", nil)
		if f.stands(order) != nil {
			t.Error("a cancelled order is on the desk")
		}
		if n := f.Count(`SELECT COUNT(*) FROM stopped_order WHERE status = 'open'`); n != 0 {
			t.Errorf("%d rows are open", n)
		}
	})
}

// again has an order allocated anew, in whatever state it is.
func (f *floor) again(order int64) {
	f.Helper()
	f.Ask("data/sale_order/act", m{"name": "allocate", "ids": []int64{order}})
}

// TestAnOrderStandsWhenNobodyWorksOnIt: patience is a setting, and each state has the
// station or the act that leads on.
func TestAnOrderStandsWhenNobodyWorksOnIt(t *testing.T) {
	each(t, func(f *floor) {
		var made m
		f.Ask("data/sale_order/save", m{
			"consignor_id": m{"code": "ACME"}, "warehouse_id": m{"code": "SH1"}, "receiver": "R", "country": "CN", "lines": []m{line("AC-1001", 1)},
		}).Into(f, &made)
		f.watch()
		f.standsFor(id(made), "address", "service", "order")
	})
}

// watch has the desk looked at now, as it is each minute.
func (f *floor) watch() {
	f.Helper()
	f.Act("sale_order", f.asks("ANY", line("AC-1001", 1)), "hold", m{"reason": "so that the desk is looked at"})
}
