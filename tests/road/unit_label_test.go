package road

import "testing"

// TestTheLabelOfAUnitCountsItsPieces: the content and count of a logistic unit (GS1 02
// and 37, an SSCC before them or not) are so many pieces wherever goods are counted:
// what the barcode stands for, as often as the label says.
func TestTheLabelOfAUnitCountsItsPieces(t *testing.T) {
	each(t, func(f *floor) {
		f.HeartHolders()
		product := f.Find("product", "sku", "AC-1001")
		var whole m
		f.Ask("data/product/get", m{"id": id(product)}).Into(t, &whole)
		f.Ask("data/product/save", m{"id": id(product), "version": whole["version"], "barcodes": []m{{"barcode": "036000291452", "pack_qty": 1}, {"barcode": "19506000134359", "pack_qty": 12}}})
		const cartons, pieces = "(00)395060001343520017(02)19506000134359(37)2", "0200036000291452" + "374"

		f.Unload("ACME", "IN-U", line("AC-1001", 40))
		s := f.DockAt("IN-U")
		s.Must("scan", cartons, "qty")
		s.Offers("24", "40")
		s.Must("scan", pieces, "qty")
		s.Offers("28", "40")
		s.Refused("scan", "(02)19506000134359(37)9", "inbound.over_receipt")
		s.Must("key", "28", "item")

		put := f.Start("shelve_no_order")
		put.Must("scan", "R-01", "item")
		put.Must("scan", cartons, "qty")
		put.Must("scan", cartons, "position")
		put.Must("scan", "A-01-01-1", "item")

		order := f.asks("UNIT-1", line("AC-1001", 6))
		f.Act("sale_order", order, "allocate", nil)
		f.Ask("data/sale_order/act", m{"name": "wave", "ids": []int64{order}, "params": m{"max_orders": 20, "max_lines": 60, "release": true}})
		d := f.Start("pick")
		d.Must("button", "next", "cart")
		d.Must("scan", "TOTE-1", "position")
		d.Must("scan", d.Fact("position"), "item")
		d.Must("scan", pieces, "qty")
		d.Refused("scan", cartons, "station.over")
		d.Refused("scan", "NO-SUCH", "station.bad_qty")
		d.Must("scan", pieces, "position")
	})
}
