package road

import (
	"fmt"
	"strings"
	"testing"
)

// shipped sends an order of two products and gives its id.
func (f *floor) shipped(number string, lines ...m) int64 {
	f.Helper()
	f.HeartHolders()
	order := f.picked("ACME", number, lines...)
	f.send(fmt.Sprint(f.packed(f.verifying(number))["package_no"]))
	return order
}

func TestAReturnTakesWhatItsOrderHas(t *testing.T) {
	each(t, func(f *floor) {
		order := f.shipped("ROAD-1", line("AC-1001", 2))
		var brought struct {
			Values m
			Lines  map[string][]m
		}
		f.Ask("data/rma/brings", m{"field": "sale_order_id", "id": order}).Into(f, &brought)
		lines := brought.Lines["lines"]
		if brought.Values["consignor_id__label"] == nil || len(lines) != 1 || lines[0]["qty"] != 2.0 || !strings.Contains(fmt.Sprint(lines[0]["product_id__label"]), "AC-1001") {
			t.Errorf("an order brings %+v", brought)
		}

		var back struct {
			ID        float64
			Consignor float64 `json:"consignor_id"`
			Warehouse float64 `json:"warehouse_id"`
			Lines     []m
		}
		f.Ask("data/rma/save", m{"sale_order_id": order}).Into(f, &back)
		owner, house := f.Find("consignor", "code", "ACME"), f.Find("warehouse", "code", "SH1")
		if back.Consignor != owner["id"] || back.Warehouse != house["id"] || len(back.Lines) != 1 || back.Lines[0]["qty"] != 2.0 || back.Lines[0]["sale_order_line_id"] == nil {
			t.Fatalf("a return of the order alone is %+v", back)
		}
		rma := int64(back.ID)
		f.Ask("data/rma/save", m{"id": rma, "lines": []m{{"id": back.Lines[0]["id"], "qty": 1}}})
		f.Act("rma", rma, "wait", nil)
		f.Act("rma", rma, "receive", nil)
		f.Lines("sale_order", order, "returned_qty", 1)

		f.Ask("data/rma/save", m{"sale_order_id": m{"doc_no": f.Find("sale_order", "ext_no", "ROAD-1")["doc_no"]}, "warehouse_id": m{"code": "SH1"}}).Into(f, &back)
		f.Lines("rma", int64(back.ID), "qty", 1) // what is left
		f.Ask("data/rma/save", m{"sale_order_id": order, "lines": []m{line("AC-1001", 1, "quality", "CC")}}).Into(f, &back)
		if len(back.Lines) != 1 || back.Lines[0]["quality"] != "CC" {
			t.Errorf("lines that were given are not kept: %+v", back.Lines)
		}
		var bare m
		f.Ask("data/rma/save", m{"sale_order_id": order, "lines": []m{}}).Into(f, &bare) // what was brought was removed
		f.Lines("rma", id(bare), "qty")
		f.Ask("data/rma/save", m{"consignor_id": m{"code": "ACME"}, "warehouse_id": m{"code": "SH1"}}).Into(f, &back)
		f.Ask("data/rma/save", m{"id": int64(back.ID), "sale_order_id": order}) // chosen later
		f.Lines("rma", int64(back.ID), "qty", 1)
		f.Wont("data/rma/save", m{"consignor_id": m{"code": "GLOBEX"}, "warehouse_id": m{"code": "SH1"}, "sale_order_id": order}, "does not match")
	})
}

func TestAWaybillTakesWhatItsOrderSends(t *testing.T) {
	each(t, func(f *floor) {
		order := f.shipped("ROAD-1", line("AC-1001", 2))
		var brought struct {
			Values m
			Lines  map[string][]m
		}
		f.Ask("data/waybill/brings", m{"field": "sale_order_id", "id": order}).Into(f, &brought)
		sold := f.Find("sale_order", "ext_no", "ROAD-1")
		for _, field := range []string{"consignor_id", "warehouse_id", "receiver", "phone", "country", "city", "detail"} {
			if brought.Values[field] == nil || brought.Values[field] != sold[field] {
				t.Errorf("%s is %v, the order's %v", field, brought.Values[field], sold[field])
			}
		}
		lines := brought.Lines["lines"]
		if len(lines) != 1 || lines[0]["qty"] != 2.0 || lines[0]["name"] == nil {
			t.Fatalf("an order brings the lines %+v", lines)
		}

		port := m{"code": "MEX"}
		priced := []m{{"name": lines[0]["name"], "qty": 2, "price": 5}}
		var made m
		f.Ask("data/waybill/save", m{"sale_order_id": order, "port_id": port, "lines": priced}).Into(f, &made)
		if linked := f.Find("waybill", "sale_order_id", order); linked["id"] != made["id"] || linked["receiver"] != sold["receiver"] {
			t.Errorf("the order leads to %+v, not to %+v", linked, made)
		}
		f.Wont("data/waybill/save", m{"consignor_id": m{"code": "GLOBEX"}, "sale_order_id": order, "port_id": port, "lines": priced}, "does not match")
	})
}

// offers are the labels that a field offers for a record.
func (f *floor) offers(table string, choice m, more m) []string {
	f.Helper()
	var page struct {
		Rows []struct {
			Label string `json:"_label"`
		}
	}
	f.Ask("data/"+table+"/query", mixed(m{"choose": true, "for": choice, "size": 500}, more)).Into(f, &page)
	var labels []string
	for _, row := range page.Rows {
		labels = append(labels, row.Label)
	}
	return labels
}

// TestWhatIsOfferedIsAccepted asks for choices of a head, of lines and of an action, and
// wants those of the record alone.
func TestWhatIsOfferedIsAccepted(t *testing.T) {
	each(t, func(f *floor) {
		acme, globex := f.Find("consignor", "code", "ACME"), f.Find("consignor", "code", "GLOBEX")
		shanghai, mexico := f.Find("warehouse", "code", "SH1"), f.Find("warehouse", "code", "MX1")
		only := func(what string, labels []string, part string) {
			t.Helper()
			if len(labels) == 0 {
				t.Errorf("%s: nothing is offered", what)
			}
			for _, label := range labels {
				if !strings.Contains(label, part) {
					t.Errorf("%s offers %s", what, label)
				}
			}
		}
		goods := func(owner any) m {
			return m{"table": "sale_order_line", "field": "product_id", "record": m{"consignor_id": owner, "lot_no": "L"}}
		}
		only("a line of ACME", f.offers("product", goods(acme["id"]), nil), "AC-")
		only("a line of GLOBEX", f.offers("product", goods(globex["id"]), nil), "GX-")
		only("a search", f.offers("product", goods(globex["id"]), m{"search": "gx"}), "GX-")
		if none := f.offers("product", goods(nil), nil); len(none) != 0 {
			t.Errorf("without an owner %v is offered", none)
		}
		staging := func(house any) m {
			return m{"table": "rma", "field": "position_id", "record": m{"warehouse_id": house}}
		}
		only("a return in Shanghai", f.offers("position", staging(shanghai["id"]), nil), "RET-")
		if none := f.offers("position", staging(mexico["id"]), nil); len(none) != 0 { // it has no place for returns
			t.Errorf("a return in Mexico may go to %v", none)
		}
		all := f.offers("sale_order", m{"table": "rma", "field": "sale_order_id", "record": m{"consignor_id": nil}}, nil)
		own := f.offers("sale_order", m{"table": "rma", "field": "sale_order_id", "record": m{"consignor_id": acme["id"]}}, nil)
		if len(own) == 0 || len(own) >= len(all) {
			t.Errorf("%d orders of an owner among %d of all", len(own), len(all))
		}

		var back m
		f.Ask("data/rma/save", m{"consignor_id": acme["id"], "warehouse_id": shanghai["id"], "lines": []m{line("AC-1001", 1)}}).Into(f, &back)
		bins := f.offers("position", m{"table": "rma", "action": "dispose", "field": "position_id", "ids": []int64{id(back)}}, nil)
		for _, bin := range bins {
			if strings.HasPrefix(bin, "MX-") {
				t.Errorf("a return in Shanghai may be put to %s", bin)
			}
		}
		if len(bins) == 0 {
			t.Error("no position is offered")
		}

		gx := f.Find("product", "sku", "GX-01")
		still := f.Ask("data/product/query", m{"for": goods(acme["id"]), "filter": m{"field": "id", "op": "eq", "value": gx["id"]}})
		if strings.Contains(still.Text, "GX-01") {
			t.Errorf("another owner's goods still fit: %s", still.Text)
		}
		for _, bad := range []m{{"table": "ghost", "field": "x"}, {"table": "rma", "field": "warehouse_id"}, {"table": "rma", "action": "dispose", "field": "x"}} {
			if answer := f.Try("data/product/query", m{"choose": true, "for": bad}); answer.Result {
				t.Errorf("%v is taken", bad)
			}
		}
	})
}
