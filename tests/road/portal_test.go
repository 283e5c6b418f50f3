package road

import (
	"fmt"
	"maps"
	"strings"
	"testing"
	"time"
)

// portal has the owner ACME at the door of the portal, with the warehouse's own people
// in the house.
func portal(t *testing.T, run func(house, owner *floor)) {
	each(t, func(f *floor) {
		run(f, f.owner("acme"))
	})
}

// asks is what an owner says of an order, and more.
func asks(number string, more m) m {
	order := m{
		"warehouse_id": m{"code": "SH1"}, "ext_no": number, "receiver": "Ana", "phone": "5512345678", "country": "MX",
		"city": "CDMX", "detail": "Reforma 1", "lines": []m{{"product_id": m{"consignor_id": m{"code": "ACME"}, "sku": "AC-1001"}, "qty": 2}},
	}
	maps.Copy(order, more)
	return order
}

// TestAnOwnerLooksOnInThePortal: the portal's list of orders finds an owner's own by
// what he knows of them, and he takes none of the warehouse's steps.
func TestAnOwnerLooksOnInThePortal(t *testing.T) {
	portal(t, func(house, f *floor) {
		own, other := house.Find("sale_order", "ext_no", "DEMO-SO-02"), house.Find("sale_order", "ext_no", "DEMO-SO-01")
		draft := house.Find("sale_order", "ext_no", "DEMO-SO-12")
		for _, words := range []any{own["doc_no"], "demo-so-02", own["receiver"]} {
			if n := f.searched("sale_order", words.(string)); n == 0 {
				t.Errorf("nothing is found by %s", words)
			}
		}
		if n := f.searched("sale_order", other["doc_no"].(string)); n != 0 {
			t.Error("another owner's order is found")
		}
		for _, action := range []string{"audit", "unaudit", "allocate", "hold", "ship_without", "intercept"} {
			f.Wont("data/sale_order/act", m{"name": action, "id": id(draft)}, "right")
		}
		f.Wont("data/sale_order/delete", m{"ids": []int64{id(draft)}}, "right")
		for _, table := range []string{"position", "wave", "stock_move", "receipt", "client"} {
			f.Wont("data/"+table+"/query", m{}, "right")
		}
	})
}

// TestAnOwnerOrdersInThePortal: an owner places an order and corrects it while it is new;
// once the warehouse has taken it on he takes it back first, until its stock is allocated.
func TestAnOwnerOrdersInThePortal(t *testing.T) {
	portal(t, func(house, f *floor) {
		var made m
		if offered := f.offers("product", m{"table": "sale_order_line", "field": "product_id", "record": m{}}, m{"search": "AC-1001"}); len(offered) != 1 {
			t.Errorf("of his goods the owner may choose %v", offered)
		}
		f.Ask("data/sale_order/save", asks("MINE-1", nil)).Into(f, &made)
		kept := house.Find("sale_order", "ext_no", "MINE-1")
		if kept["source"] != "portal" || kept["status"] != "new" || kept["consignor_id__label"] == nil {
			t.Errorf("the order is %v", kept)
		}
		f.Ask("data/sale_order/save", m{"id": id(made), "receiver": "Bea"})
		house.Act("sale_order", id(made), "audit", nil)
		f.Wont("data/sale_order/save", m{"id": id(made), "ship_by": "2030-01-01T00:00:00Z"}, "right")
		if can := fmt.Sprint(f.mayDo(id(made))); can != "[revise cancel]" {
			t.Errorf("of an audited order the owner may do %v", can)
		}
		f.Act("sale_order", id(made), "revise", nil)
		if can := fmt.Sprint(f.mayDo(id(made))); can != "[update cancel]" {
			t.Errorf("of a new order the owner may do %v", can)
		}
		f.Ask("data/sale_order/save", m{"id": id(made), "receiver": "Eva"})
		house.Act("sale_order", id(made), "audit", nil)
		if house.Try("data/sale_order/act", m{"name": "revise", "id": id(made)}).Result {
			t.Error("the warehouse takes an order back as its owner would")
		}
		f.Act("sale_order", id(made), "cancel", nil)
		f.State("sale_order", id(made), "cancelled")
	})
}

// TestAnOwnerCancelsUntilPacked: what was reserved is free again, what was picked has to
// be put back, and a packed order is past it.
func TestAnOwnerCancelsUntilPacked(t *testing.T) {
	portal(t, func(house, f *floor) {
		house.Receive()
		house.Shelve()
		var made m
		f.Ask("data/sale_order/save", asks("MINE-2", nil)).Into(f, &made)
		for _, action := range []string{"audit", "allocate"} {
			house.Act("sale_order", id(made), action, nil)
		}
		house.State("sale_order", id(made), "allocated")
		if can := fmt.Sprint(f.mayDo(id(made))); can != "[cancel]" {
			t.Errorf("of an allocated order the owner may do %v", can)
		}
		f.Act("sale_order", id(made), "cancel", nil)
		f.State("sale_order", id(made), "cancelled")
		if n := house.Count(`SELECT COUNT(*) FROM reservation WHERE status = 'active' AND doc_type = 'sale_order'`); n != 0 {
			t.Errorf("%d reservations are left", n)
		}
		order := house.order()
		house.pick(order)
		if can := fmt.Sprint(f.mayDo(order)); can != "[cancel]" {
			t.Errorf("of a picked order the owner may do %v", can)
		}
		house.pack(order)
		if can := fmt.Sprint(f.mayDo(order)); can != "[]" {
			t.Errorf("of a packed order the owner may do %v", can)
		}
	})
}

// mayDo is what a person is offered for an order.
func (f *floor) mayDo(order int64) []any {
	f.Helper()
	var row m
	f.Ask("data/sale_order/get", m{"id": order}).Into(f, &row)
	can, _ := row["_can"].([]any)
	return can
}

// TestAnOwnerReadsWhatIsMissing: of an order that stock does not reach for its owner is told
// how much is missing of each line, by the order's own page.
func TestAnOwnerReadsWhatIsMissing(t *testing.T) {
	portal(t, func(house, f *floor) {
		var made struct {
			ID    int64
			Lines []m
		}
		f.Ask("data/sale_order/save", asks("MINE-9", nil)).Into(f, &made)
		house.Act("sale_order", made.ID, "audit", nil)
		house.Ask("data/sale_order/act", m{"name": "allocate", "id": made.ID})
		house.State("sale_order", made.ID, "short")
		f.Ask("data/sale_order/get", m{"id": made.ID}).Into(f, &made)
		if why := fmt.Sprint(made.Lines[0]["short_reason"]); !strings.Contains(why, `"missing":"2"`) {
			t.Errorf("the owner reads %s, want that 2 are missing", why)
		}
	})
}

// TestAnArrivalLeadsToItsDifferences: from what came its owner goes on to what differs, on a
// page of the portal.
func TestAnArrivalLeadsToItsDifferences(t *testing.T) {
	portal(t, func(_, f *floor) {
		var screen struct {
			Form struct{ Related []m }
		}
		f.Ask("meta/screen", m{"key": "list:portal_asn"}).Into(f, &screen)
		if ways := screen.Form.Related; len(ways) != 1 || ways[0]["route"] != "/inbound/way/difference" {
			t.Errorf("an arrival leads to %v", ways)
		}
	})
}

// TestAnOwnerSaysOnlyWhatIsHis: what the warehouse decides, prices and other owners'
// goods are no part of an owner's order.
func TestAnOwnerSaysOnlyWhatIsHis(t *testing.T) {
	portal(t, func(house, f *floor) {
		ofOrder := m{
			"priority": 9, "seller_note": "x", "source": "manual", "order_type": "B2BCK", "tracking_no": "T1", "shop": "x", "status": "audited",
			"held_at": "2030-01-01T00:00:00Z", "audited_at": "2030-01-01T00:00:00Z", "wave_id": 1, "waits_in": "x",
		}
		for field, value := range ofOrder {
			f.keepsOut(house, m{field: value}, field)
		}
		f.keepsOut(house, m{"consignor_id": m{"code": "GLOBEX"}}, "consignor_id")
		goods := house.Find("product", "sku", "AC-1001")
		ofLine := m{"price": 1, "currency": "USD", "quality": "CC", "lot_no": "L1", "allocated_qty": 2}
		for field, value := range ofLine {
			f.keepsOut(house, m{"lines": []m{{"product_id": id(goods), "qty": 1, field: value}}}, field)
		}
		foreign := house.Find("product", "sku", "GX-01")
		f.keepsOut(house, m{"lines": []m{{"product_id": id(foreign), "qty": 1}}}, "product_id")
		own := house.Find("sale_order", "ext_no", "DEMO-SO-02")
		var seen m
		f.Ask("data/sale_order/get", m{"id": id(own)}).Into(f, &seen)
		for _, field := range []string{"priority", "seller_note", "waits_in", "wave_id", "unfit"} {
			if _, shown := seen[field]; shown {
				t.Errorf("the owner sees %s", field)
			}
		}
	})
}

// keepsOut wants an order with something in it to be refused, and none to be made.
func (f *floor) keepsOut(house *floor, more m, field string) {
	f.Helper()
	f.Wont("data/sale_order/save", asks("FORGED", more), field)
	if n := house.searched("sale_order", "FORGED"); n != 0 {
		f.Errorf("an order with %v is made", more)
	}
}

// TestAnOwnerIsToldWhatHeMayOrder: what stands beside a product in an owner's order is
// what an order of it gets, of his own goods in that warehouse.
func TestAnOwnerIsToldWhatHeMayOrder(t *testing.T) {
	portal(t, func(house, f *floor) {
		goods, place := house.Find("product", "sku", "AC-1001"), house.Find("warehouse", "code", "MX1")
		free := f.orderable(id(goods), id(place))
		if free <= 0 || f.orderable(id(house.Find("product", "sku", "GX-01")), id(place)) != 0 {
			f.Fatalf("of his goods %v may be ordered, %v as the house sees it", free, house.orderable(id(goods), id(place)))
		}
		f.getsNoMoreThan(house, goods, place, free)
	})
}

// getsNoMoreThan demands that an order of what is said to be free is allocated whole,
// and one of one more is not.
func (f *floor) getsNoMoreThan(house *floor, goods, place m, free float64) {
	f.Helper()
	for number, more := range map[string]float64{"MINE-1": 0, "MINE-2": 1} {
		var made m
		f.Ask("data/sale_order/save", asks(number, m{"warehouse_id": id(place), "lines": []m{{"product_id": id(goods), "qty": free + more}}})).Into(f, &made)
		house.Act("sale_order", id(made), "audit", nil)
		house.Ask("data/sale_order/act", m{"name": "allocate", "id": id(made)})
		if got := house.Find("sale_order", "id", id(made))["status"] == "allocated"; got != (more == 0) {
			f.Errorf("of %v beyond what is said to be free the whole is allocated: %v", more, got)
		}
		house.Act("sale_order", id(made), "cancel", nil)
	}
}

// TestAnOwnerIsNotPromisedWhatExpires: goods that would not last the days that a
// customer must have left, counted from the warehouse's day, are no more to be ordered
// than allocated, nor is what stands at the dock. The figure follows product and lot.
func TestAnOwnerIsNotPromisedWhatExpires(t *testing.T) {
	portal(t, func(house, f *floor) {
		place := house.Find("warehouse", "code", "SH1")
		shanghai, err := time.LoadLocation("Asia/Shanghai")
		if err != nil {
			t.Fatal(err)
		}
		in := func(days int) string { return time.Now().In(shanghai).AddDate(0, 0, days).Format(time.DateOnly) }
		house.Other("in", "opening", chocolate(5, "lot_no", "SOON", "exp_date", in(60)), "audit", "post")
		house.Other("in", "opening", chocolate(7, "lot_no", "LATER", "exp_date", in(61)), "audit", "post")
		house.Unload("ACME", "IN-DOCK", line("AC-2002", 9, "lot_no", "DOCK", "exp_date", in(400)))
		house.DockAt("IN-DOCK").Must("form", m{"item": "AC-2002", "qty": 9, "lot": "DOCK"}, "item")
		goods := house.Find("product", "sku", "AC-2002")
		says := func(want float64, when string) {
			t.Helper()
			if free := f.orderable(id(goods), id(place)); free != want {
				t.Errorf("%s %v may be ordered, want %v", when, free, want)
			}
		}
		says(7, "at first")
		f.getsNoMoreThan(house, goods, place, 7)
		keep := func(days int) {
			var whole m
			house.Ask("data/product/get", m{"id": id(goods)}).Into(t, &whole)
			house.Ask("data/product/save", m{"id": id(goods), "version": whole["version"], "min_ship_days": days})
		}
		keep(61)
		says(0, "once a customer must have a day more left")
		keep(59)
		says(12, "once he may have a day less left")
		house.Act("lot", id(house.Find("lot", "lot_no", "SOON")), "correct", m{"exp_date": in(59), "reason": "misread"})
		says(7, "once a lot is dated anew")
	})
}

// TestWhatExpiresFollowsTheDayOfItsWarehouse: where the day begins 26 hours later, the
// same goods may be shipped as much longer, and are to be ordered meanwhile.
func TestWhatExpiresFollowsTheDayOfItsWarehouse(t *testing.T) {
	portal(t, func(house, f *floor) {
		goods, place := house.Find("product", "sku", "AC-2002"), house.Find("warehouse", "code", "SH1")
		const first, last = "Pacific/Kiritimati", "Etc/GMT+12" // whose day begins first, and last
		zone, err := time.LoadLocation(first)
		if err != nil {
			t.Fatal(err)
		}
		year, month, day := time.Now().In(zone).Date()
		begun := time.Date(year, month, day, 0, 0, 0, 0, zone)
		const keep = 60 // days that a customer must have left
		house.Other("in", "opening", chocolate(5, "lot_no", "ZONED", "exp_date", begun.AddDate(0, 0, keep).Format(time.DateOnly)), "audit", "post")
		for _, tt := range []struct {
			zone  string
			until time.Time
			free  float64
		}{{first, begun, 0}, {last, begun.Add(26 * time.Hour), 5}, {first, begun, 0}} {
			var whole m
			house.Ask("data/warehouse/get", m{"id": id(place)}).Into(t, &whole)
			house.Ask("data/warehouse/save", m{"id": id(place), "version": whole["version"], "time_zone": tt.zone})
			until := house.Count(`SELECT q.ship_until FROM quant q JOIN lot l ON l.id = q.lot_id WHERE l.lot_no = 'ZONED'`)
			if free := f.orderable(id(goods), id(place)); until != tt.until.UnixMilli() || free != tt.free {
				t.Errorf("in %s goods may be shipped until %v, want %v; %v may be ordered, want %v", tt.zone, time.UnixMilli(until).UTC(), tt.until.UTC(), free, tt.free)
			}
		}
	})
}

// orderable is what an order of a product in a warehouse would get.
func (f *floor) orderable(product, place int64) float64 {
	f.Helper()
	both := m{"and": []m{{"field": "product_id", "op": "eq", "value": product}, {"field": "warehouse_id", "op": "eq", "value": place}}}
	asked := m{"list": "orderable", "filter": both, "group": []string{"product_id"}, "measures": []m{{"field": "on_hand", "less": "reserved", "fn": "sum", "as": "available"}}}
	var found struct{ Rows []m }
	f.Ask("data/quant/aggregate", asked).Into(f, &found)
	if len(found.Rows) == 0 {
		return 0
	}
	return found.Rows[0]["available"].(float64)
}

// TestAnOwnerAnnouncesAReturn: an owner says what a buyer sends back, corrects it and takes
// it back; what the warehouse does with it is not his, and nobody else sees it.
func TestAnOwnerAnnouncesAReturn(t *testing.T) {
	portal(t, func(house, f *floor) {
		var made m
		announced := m{
			"warehouse_id": m{"code": "SH1"}, "ext_no": "BACK-1", "tracking_no": "SF99001",
			"lines": []m{{"product_id": m{"consignor_id": m{"code": "ACME"}, "sku": "AC-1001"}, "qty": 1}},
		}
		f.Ask("data/rma/save", announced).Into(f, &made)
		kept := house.Find("rma", "ext_no", "BACK-1")
		if kept["source"] != "portal" || kept["status"] != "new" || kept["consignor_id__label"] == nil {
			t.Errorf("the return is %v", kept)
		}
		f.Ask("data/rma/save", m{"id": id(made), "tracking_no": "SF99002"})
		for _, action := range []string{"wait", "receive", "grade", "dispose"} {
			f.Wont("data/rma/act", m{"name": action, "id": id(made)}, "right")
		}
		foreign := maps.Clone(announced)
		foreign["ext_no"], foreign["consignor_id"] = "BACK-2", m{"code": "GLOBEX"}
		if f.Try("data/rma/save", foreign).Result && house.Find("rma", "ext_no", "BACK-2")["consignor_id"] != kept["consignor_id"] {
			t.Error("a return is announced for another owner")
		}
		house.Act("rma", id(made), "wait", nil)
		f.Wont("data/rma/save", m{"id": id(made), "tracking_no": "SF99003"}, "")
		f.Act("rma", id(made), "cancel", nil)
		f.State("rma", id(made), "cancelled")
	})
}
