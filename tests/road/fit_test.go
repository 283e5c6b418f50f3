package road

import "testing"

// A head does not change under its lines, and nothing of another owner or another
// building gets into a document: not by a save, not by an action's parameter.
func TestDocumentsStayWithTheirOwnerAndBuilding(t *testing.T) {
	each(t, func(f *floor) {
		var order m
		f.Ask("data/sale_order/save", m{
			"consignor_id": m{"code": "ACME"}, "warehouse_id": m{"code": "SH1"}, "ext_no": "FIT-1", "receiver": "Li", "country": "CN", "phone": "13900000000", "city": "上海", "detail": "1", "lines": []m{line("AC-1001", 1)},
		}).Into(f, &order)
		f.Wont("data/sale_order/save", m{"id": id(order), "consignor_id": m{"code": "GLOBEX"}}, "Line 10: Product AC-1001")
		f.Wont("data/sale_order/upsert", m{
			"key": []string{"doc_no"}, "rows": []m{{"doc_no": order["doc_no"], "consignor_id": m{"code": "GLOBEX"}}},
		}, "Line 10: Product AC-1001")

		opening := f.Other("in", "opening", []m{line("AC-1001", 10, "position_id", m{"code": "A-01-01-1"})})
		f.Wont("data/other_io/save", m{"id": opening, "warehouse_id": m{"code": "MX1"}}, "Line 10: Position A-01-01-1")
		f.Act("other_io", opening, "audit", nil)
		f.Act("other_io", opening, "post", nil)
		f.Holds("A-01-01-1", 10)

		var back m
		f.Ask("data/rma/save", m{"consignor_id": m{"code": "ACME"}, "warehouse_id": m{"code": "SH1"}, "lines": []m{line("AC-1001", 1)}}).Into(f, &back)
		for _, action := range []string{"wait", "receive", "grade"} {
			f.Act("rma", id(back), action, nil)
		}
		abroad := m{"position_id": m{"warehouse_id": m{"code": "MX1"}, "code": "MX-D-01"}}
		f.Wont("data/rma/act", m{"name": "dispose", "id": id(back), "params": abroad}, "does not match the Warehouse")
		f.Act("rma", id(back), "dispose", m{"position_id": m{"warehouse_id": m{"code": "SH1"}, "code": "A-01-01-1"}})
	})
}
