package road

import "testing"

// TestTheLabelOfAUnitCountsItsPieces: the content and count of a logistic unit (GS1 02
// and 37, an SSCC before them or not) are so many pieces wherever goods are counted:
// what the barcode stands for, as often as the label says.
func TestTheLabelOfAUnitCountsItsPieces(t *testing.T) {
	inbound(t, func(f *floor) {
		f.heartHolders()
		product := f.find("product", "sku", "AC-1001")
		var whole m
		f.ask("data/product/get", m{"id": id(product)}).Into(t, &whole)
		f.ask("data/product/save", m{"id": id(product), "version": whole["version"], "barcodes": []m{{"barcode": "036000291452", "pack_qty": 1}, {"barcode": "19506000134359", "pack_qty": 12}}})
		const cartons, pieces = "(00)395060001343520017(02)19506000134359(37)2", "0200036000291452" + "374"

		f.unload("ACME", "IN-U", line("AC-1001", 40))
		s := f.dockAt("IN-U")
		s.must("scan", cartons, "qty")
		s.offers("24", "40")
		s.must("scan", pieces, "qty")
		s.offers("28", "40")
		s.refused("scan", "(02)19506000134359(37)9", "inbound.over_receipt")
		s.must("key", "28", "item")

		put := f.start("shelve_no_order")
		put.must("scan", "R-01", "item")
		put.must("scan", cartons, "qty")
		put.must("scan", cartons, "position")
		put.must("scan", "A-01-01-1", "item")

		order := f.asks("UNIT-1", line("AC-1001", 6))
		f.act("sale_order", order, "allocate", nil)
		f.ask("data/sale_order/act", m{"name": "wave", "ids": []int64{order}, "params": m{"max_orders": 20, "max_lines": 60, "release": true}})
		d := f.start("pick")
		d.must("button", "next", "cart")
		d.must("scan", "TOTE-1", "position")
		d.must("scan", d.fact("position"), "item")
		d.must("scan", pieces, "qty")
		d.refused("scan", cartons, "station.over")
		d.refused("scan", "NO-SUCH", "station.bad_qty")
		d.must("scan", pieces, "position")
	})
}
