package road

import "testing"

// Barcodes of a notice's lines are collected for whoever asked, and the list is
// emptied.
func TestBarcodesToPrintAreCollected(t *testing.T) {
	each(t, func(f *floor) {
		notice := f.Unload("ACME", "ROAD-1", line("AC-1001", 3), line("AC-1002", 5000))
		f.Act("asn", notice, "add_barcodes", nil)
		f.State("asn", notice, "unloading")

		list := func(f *floor) (rows []m) {
			var page struct{ Rows []m }
			f.Ask("data/print_barcode/query", m{"list": "print_barcode", "sort": []string{"id"}}).Into(f, &page)
			return page.Rows
		}
		rows := list(f)
		if len(rows) != 2 || rows[0]["code"] != "AC-1001" || rows[0]["copies"] != 3.0 || rows[1]["copies"] != 999.0 {
			f.Fatalf("the list holds %v", rows)
		}
		if others := list(f.as("lead")); len(others) != 0 {
			f.Errorf("another person sees %v", others)
		}
		f.Ask("data/print_barcode/delete", m{"ids": []int64{id(rows[0]), id(rows[1])}})
		if rows := list(f); len(rows) != 0 {
			f.Errorf("emptied, the list holds %v", rows)
		}
	})
}
