package workorders_test

import (
	"testing"

	"github.com/wareloom/wareloom/tests/world"
)

type m = world.M

var id = world.ID

// bench is where the demo building, which has no area for work, works: its first place for
// goods that come in.
const bench = "R-01"

// floor is the demo building with a person in it.
type floor struct{ *world.Floor }

// each runs a test in the demo building, on both databases.
func each(t *testing.T, test func(f *floor)) {
	t.Helper()
	world.EachFloor(t, func(_ *testing.T, f *world.Floor) { test(&floor{f}) })
}

// product makes one of ACME.
func (f *floor) product(sku string, more m) int64 {
	f.Helper()
	row := m{"consignor_id": m{"code": "ACME"}, "sku": sku, "name": sku, "base_unit": "pcs"}
	for key, value := range more {
		row[key] = value
	}
	var saved m
	f.Ask("data/product/save", row).Into(f, &saved)
	return id(saved)
}

// of is a component of a kit.
func of(sku string, qty float64) m { return m{"component_id": m{"sku": sku}, "qty": qty} }

// gift makes the kit GIFT of two AC-1001 and one AC-1002.
func (f *floor) gift() int64 {
	f.Helper()
	return f.product("GIFT", m{"components": []m{of("AC-1001", 2), of("AC-1002", 1)}})
}

// lies has goods of ACME lie in a bin of SH1.
func (f *floor) lies(sku, position string, qty float64, more ...any) {
	f.Helper()
	line := world.Line(sku, 1, append([]any{"position_id", m{"code": position}, "qty", qty}, more...)...)
	f.Other("in", "found", []m{line}, "audit", "post")
}

// parts has what twenty kits GIFT are made of lie in bins.
func (f *floor) parts() {
	f.Helper()
	f.lies("AC-1001", "A-01-01-1", 25)
	f.lies("AC-1001", "A-01-01-2", 15)
	f.lies("AC-1002", "A-02-01-1", 20)
}

// order makes a work order of ACME in SH1.
func (f *floor) order(kind, sku string, qty float64, more m) int64 {
	f.Helper()
	row := m{"consignor_id": m{"code": "ACME"}, "warehouse_id": m{"code": "SH1"}, "kind": kind, "product_id": m{"sku": sku}, "qty": qty}
	for key, value := range more {
		row[key] = value
	}
	var saved m
	f.Ask("data/work_order/save", row).Into(f, &saved)
	return id(saved)
}

// started makes a work order and takes it to where work is reported.
func (f *floor) started(kind, sku string, qty float64, more m) int64 {
	f.Helper()
	order := f.order(kind, sku, qty, more)
	f.Act("work_order", order, "release", nil)
	f.Act("work_order", order, "start", nil)
	return order
}

// does reports work, and gives its record.
func (f *floor) does(order int64, qty float64, minutes int) int64 {
	f.Helper()
	f.Act("work_order", order, "make", f.report(qty, minutes))
	return f.newest("work_record", "work_order_id", order)
}

func (f *floor) report(qty float64, minutes int) m {
	return m{"qty": qty, "minutes": minutes, "worker_id": f.Find("user", "account", "admin")["id"]}
}

// newest is the newest record of a table that has a value.
func (f *floor) newest(table, field string, value any) int64 {
	f.Helper()
	var page struct{ Rows []m }
	f.Ask("data/"+table+"/query", m{"filter": m{"field": field, "op": "eq", "value": value}, "sort": []string{"-id"}}).Into(f, &page)
	if len(page.Rows) == 0 {
		f.Fatalf("there is no %s with %s %v", table, field, value)
	}
	return id(page.Rows[0])
}

// lie wants pieces of products at positions of SH1, and every invariant to hold.
func (f *floor) lie(position string, want map[string]float64) {
	f.Helper()
	for sku, qty := range want {
		if got := f.Pieces(position, sku); got != qty {
			f.Errorf("%v of %s lie at %s, want %v", got, sku, position, qty)
		}
	}
	f.Verify()
}

// keeps wants so much to be reserved for work orders.
func (f *floor) keeps(want int64) {
	f.Helper()
	got := f.Count(`SELECT CAST(COALESCE(SUM(qty - consumed), 0) AS BIGINT) FROM reservation WHERE doc_type = 'work_order' AND status = 'active'`)
	if got != want*1000 {
		f.Errorf("%d thousandths are reserved, want those of %d pieces", got, want)
	}
}

// dated is the lot and date of expiry of the stock of a product at a position.
func (f *floor) dated(sku, position string) (lot, expires any) {
	f.Helper()
	var page struct{ Rows []m }
	f.Ask("data/quant/query", m{"filter": m{"and": []m{
		{"field": "product_id.sku", "op": "eq", "value": sku}, {"field": "position_id.code", "op": "eq", "value": position}, {"field": "on_hand", "op": "gt", "value": 0},
	}}}).Into(f, &page)
	if len(page.Rows) != 1 {
		f.Fatalf("%s lies as %d kinds of goods at %s", sku, len(page.Rows), position)
	}
	row := page.Rows[0]
	if number, ok := row["lot_id"].(float64); ok {
		lot = f.Find("lot", "id", number)["lot_no"]
	}
	return lot, row["exp_date"]
}
