package road

import (
	"strings"
	"testing"
)

// Master data under stock and under open documents stays as it is: each field that
// other rows stand on is refused with what stands there, and free without.
func TestMasterDataUnderStockIsLocked(t *testing.T) {
	each(t, func(f *floor) {
		var goods, carton m
		f.Ask("data/product/save", m{"consignor_id": m{"code": "ACME"}, "sku": "LOCK-1", "name": "锁", "base_unit": "pcs"}).Into(f, &goods)
		f.Ask("data/product_unit/save", m{"product_id": id(goods), "unit": "carton", "factor": 10}).Into(f, &carton)
		free := m{"lot_ctl": true, "serial_ctl": true, "expiry_ctl": true, "base_unit": "set"}
		back := m{"lot_ctl": false, "serial_ctl": false, "expiry_ctl": false, "base_unit": "pcs"}
		for _, change := range []m{free, back} {
			change["id"] = id(goods)
			f.Ask("data/product/save", change)
		}

		f.lockedByAnOrder(goods, carton)
		f.lockedByStock(goods)
	})
}

// lockedByAnOrder holds units to the open documents that count in them.
func (f *floor) lockedByAnOrder(goods, carton m) {
	f.Helper()
	var order m
	f.Ask("data/sale_order/save", m{
		"consignor_id": m{"code": "ACME"}, "warehouse_id": m{"code": "SH1"}, "ext_no": "LOCK-1", "receiver": "Li", "country": "CN", "phone": "13900000000", "city": "上海", "detail": "1",
		"lines": []m{line("LOCK-1", 2, "unit", "carton")},
	}).Into(f, &order)
	number := order["doc_no"].(string)
	f.Wont("data/product_unit/save", m{"id": id(carton), "factor": 12}, number)
	f.Wont("data/product_unit/delete", m{"ids": []int64{id(carton)}}, number)
	f.Wont("data/product/save", m{"id": id(goods), "base_unit": "set"}, number)
	f.Ask("data/product/save", m{"id": id(goods), "lot_ctl": false, "name": "锁具"})
	f.Act("sale_order", id(order), "cancel", nil)
	f.Ask("data/product_unit/save", m{"id": id(carton), "factor": 12})
	f.Ask("data/product/save", m{"id": id(goods), "base_unit": "set"})
}

// lockedByStock holds goods and places to what lies there.
func (f *floor) lockedByStock(goods m) {
	f.Helper()
	place := f.Find("position", "code", "A-01-01-1")
	at := []m{line("LOCK-1", 3, "position_id", m{"code": "A-01-01-1"})}
	f.Other("in", "opening", at, "audit", "post")

	area, other := int64(place["storage_area_id"].(float64)), id(f.Find("storage_area", "code", "D"))
	byStock := []struct {
		table  string
		change m
	}{
		{"product", m{"id": id(goods), "lot_ctl": true}},
		{"product", m{"id": id(goods), "serial_ctl": true}},
		{"product", m{"id": id(goods), "expiry_ctl": true}},
		{"position", m{"id": id(place), "storage_area_id": other}},
		{"storage_area", m{"id": area, "consignor_id": m{"code": "GLOBEX"}}},
	}
	for _, one := range byStock {
		f.Wont("data/"+one.table+"/save", one.change, "LOCK-1 A-01-01-1")
	}
	f.Wont("data/storage_area/save", m{"id": area, "warehouse_id": m{"code": "MX1"}}, "It has positions")
	f.Wont("data/position/save", m{"id": id(place), "warehouse_id": m{"code": "MX1"}}, "There is stock here")
	f.Wont("data/product/save", m{"id": id(goods), "base_unit": "pcs"}, "Create a new product")
	var shown struct {
		Locked map[string]string `json:"_locked"`
	}
	f.Ask("data/product/get", m{"id": id(goods)}).Into(f, &shown)
	if len(shown.Locked) != 4 || !strings.Contains(shown.Locked["lot_ctl"], "A-01-01-1") {
		f.Errorf("the record tells as locked: %v", shown.Locked)
	}

	f.Other("out", "scrap", at, "audit", "post")
	for _, one := range byStock {
		if one.table == "product" {
			f.Ask("data/product/save", one.change)
		}
	}
	f.Wont("data/product/save", m{"id": id(goods), "base_unit": "pcs"}, "Create a new product")
}
