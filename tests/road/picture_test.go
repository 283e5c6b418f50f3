package road

import (
	"net/http"
	"testing"

	"github.com/wareloom/wareloom/engine/cmd/wareloom/apptest"
)

// TestAPickerSeesWhatHeIsToTake: the picture of the product at a station is his to see
// while his task shows it, though he may not read the products; it is nobody else's.
func TestAPickerSeesWhatHeIsToTake(t *testing.T) {
	each(t, func(f *floor) {
		f.HeartHolders()
		f.Act("sale_order", f.asks("PICTURE", line("AC-1001", 2)), "allocate", nil)
		f.Ask("data/sale_order/act", m{"name": "wave", "ids": []int64{id(f.Find("sale_order", "ext_no", "PICTURE"))}, "params": m{"max_orders": 20, "max_lines": 60, "release": true}})
		picture, _ := f.Find("product", "sku", "AC-1001")["image"].(string)
		picker, packer := f.as("picker"), f.as("packer")
		link := func(who *floor) int { return who.Try("files/"+picture+"/link", m{}).Status }
		if got := link(picker); got != http.StatusNotFound {
			t.Errorf("before his task a picker's link is %d", got)
		}
		s := picker.Start("pick")
		s.Must("button", "next", "cart")
		s.Must("scan", "TOTE-1", "position")
		if s.Screen["image"] != picture {
			t.Fatalf("the task shows %v, want %v", s.Screen["image"], picture)
		}
		var linked struct{ URL string }
		picker.Ask("files/"+picture+"/link", m{}).Into(t, &linked)
		if got := f.Server.Do(t, apptest.Call{Method: http.MethodGet, Path: linked.URL, Sign: -1}).Status; got != http.StatusOK {
			t.Errorf("the picture itself is %d", got)
		}
		if got := link(packer); got != http.StatusNotFound {
			t.Errorf("another's link is %d", got)
		}
		s.Must("button", "pause", "task")
		if got := link(picker); got != http.StatusNotFound {
			t.Errorf("once the task is put aside the link is %d", got)
		}
	})
}

// TestEveryHandSeesWhatItHolds: who receives goods and who packs them sees their picture
// as who picks them does.
func TestEveryHandSeesWhatItHolds(t *testing.T) {
	each(t, func(f *floor) {
		picture := f.Find("product", "sku", "AC-1001")["image"]
		shows := func(s *station) {
			t.Helper()
			if picture == "" || s.Screen["image"] != picture {
				t.Errorf("%s shows %v of the goods, want %v", s.Key, s.Screen["image"], picture)
			}
		}
		f.Unload("ACME", "IN-P", line("AC-1001", 2))
		receiving := f.DockAt("IN-P")
		receiving.Must("scan", "AC-1001", "qty")
		shows(receiving)
		f.HeartHolders()
		f.picked("ACME", "PICTURE", line("AC-1001", 2))
		packing := f.verifying("PICTURE")
		packing.Must("scan", "AC-1001", "item")
		shows(packing)
	})
}
