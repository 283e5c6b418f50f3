package road

import (
	"net/http"
	"testing"

	"github.com/wareloom/wareloom/engine/cmd/wareloom/apptest"
)

// TestAPickerSeesWhatHeIsToTake: the picture of the product at a station is his to see
// while his task shows it, though he may not read the products; it is nobody else's.
func TestAPickerSeesWhatHeIsToTake(t *testing.T) {
	inbound(t, func(f *floor) {
		f.heartHolders()
		f.act("sale_order", f.asks("PICTURE", line("AC-1001", 2)), "allocate", nil)
		f.ask("data/sale_order/act", m{"name": "wave", "ids": []int64{id(f.find("sale_order", "ext_no", "PICTURE"))}, "params": m{"max_orders": 20, "max_lines": 60, "release": true}})
		picture, _ := f.find("product", "sku", "AC-1001")["image"].(string)
		picker, packer := *f, *f
		picker.session, packer.session = f.server.Login(t, "user", "picker"), f.server.Login(t, "user", "packer")
		link := func(who *floor) int { return who.try("files/"+picture+"/link", m{}).Status }
		if got := link(&picker); got != http.StatusNotFound {
			t.Errorf("before his task a picker's link is %d", got)
		}
		s := picker.start("pick")
		s.must("button", "next", "cart")
		s.must("scan", "TOTE-1", "position")
		if s.screen["image"] != picture {
			t.Fatalf("the task shows %v, want %v", s.screen["image"], picture)
		}
		var linked struct{ URL string }
		picker.ask("files/"+picture+"/link", m{}).Into(t, &linked)
		if got := f.server.Do(t, apptest.Call{Method: http.MethodGet, Path: linked.URL, Sign: -1}).Status; got != http.StatusOK {
			t.Errorf("the picture itself is %d", got)
		}
		if got := link(&packer); got != http.StatusNotFound {
			t.Errorf("another's link is %d", got)
		}
		s.must("button", "pause", "task")
		if got := link(&picker); got != http.StatusNotFound {
			t.Errorf("once the task is put aside the link is %d", got)
		}
	})
}

// TestEveryHandSeesWhatItHolds: who receives goods and who packs them sees their picture
// as who picks them does.
func TestEveryHandSeesWhatItHolds(t *testing.T) {
	inbound(t, func(f *floor) {
		picture := f.find("product", "sku", "AC-1001")["image"]
		shows := func(s *station) {
			t.Helper()
			if picture == "" || s.screen["image"] != picture {
				t.Errorf("%s shows %v of the goods, want %v", s.key, s.screen["image"], picture)
			}
		}
		f.unload("ACME", "IN-P", line("AC-1001", 2))
		receiving := f.dockAt("IN-P")
		receiving.must("scan", "AC-1001", "qty")
		shows(receiving)
		f.heartHolders()
		f.picked("ACME", "PICTURE", line("AC-1001", 2))
		packing := f.verifying("PICTURE")
		packing.must("scan", "AC-1001", "item")
		shows(packing)
	})
}
