package inbound_test

import (
	"fmt"
	"math/rand/v2"
	"testing"
	"time"
)

// TestAFullBinIsNotProposed: what fits is proposed, then the next bin, for others
// as well while somebody walks there.
func TestAFullBinIsNotProposed(t *testing.T) {
	each(t, func(f *floor) {
		f.Rule(m{"max_weight": 1}, "A-01-01-1") // two and a half pieces of 0.4 kg
		f.Rule(m{"max_weight": 4, "mix_product": false}, "B-01-01-1")
		s := f.Staged("IN-1", []m{line("AC-1001", 30)}, m{"item": "AC-1001", "qty": 30})
		weight := f.Find("product", "sku", "AC-1001")["weight"].(float64)
		f.Ask("data/product/save", m{"id": f.Find("product", "sku", "AC-1001")["id"], "weight": 0.4})
		defer f.Ask("data/product/save", m{"id": f.Find("product", "sku", "AC-1001")["id"], "weight": weight})
		s.Must("scan", "AC-1001", "qty")
		big := s.Proposed() // one that takes all thirty
		s.Must("key", "2", "position")
		if got := s.Proposed(); got != "A-01-01-1" {
			t.Errorf("two pieces are to go to %s", got)
		}
		other := f.Start("shelve_no_order")
		other.Must("scan", "R-01", "item")
		other.Must("scan", "AC-1001", "qty")
		other.Must("key", "2", "position")
		if got := other.Proposed(); got != "B-01-01-1" {
			t.Errorf("two more, while somebody carries two to the first bin, are to go to %s", got)
		}
		s.Must("scan", "A-01-01-1", "item")
		s.Takes("AC-1001", big, "28")
		s.Must("button", "back", "item")
		other.Must("scan", "B-01-01-1", "item")
		s.Must("scan", "AC-1001", "qty")
		s.Must("key", "8", "position")
		if got := s.Proposed(); got != "B-01-01-1" {
			t.Errorf("eight pieces are to go to %s", got)
		}
		s.Refused("scan", "A-01-01-1", "stock.capacity")
		s.Must("scan", "B-01-01-1", "item")
	})
}

// TestAreasAndMixingAreKept: chemicals do not go to food, nor another's goods into
// an owner's area, nor a lot beside another where that is not allowed.
func TestAreasAndMixingAreKept(t *testing.T) {
	each(t, func(f *floor) {
		a, b := f.Find("storage_area", "name", "拣货区 A Picking"), f.Find("storage_area", "name", "存储区 B Storage")
		f.Ask("data/storage_area/save", m{"id": a["id"], "product_type_ids": []m{{"code": "FOOD"}}})
		s := f.Staged("IN-1", []m{line("AC-1001", 5), line("AC-2001", 5), line("AC-2002", 5, "lot_no", "L1", "exp_date", "2031-01-31"), line("AC-2002", 5, "lot_no", "L2", "exp_date", "2031-02-28")},
			m{"item": "AC-1001", "qty": 5}, m{"item": "AC-2001", "qty": 5, "lot": "W1", "expiry": "2031-01-31"}, m{"item": "AC-2002", "qty": 5, "lot": "L1"}, m{"item": "AC-2002", "qty": 5, "lot": "L2"})
		s.Takes("AC-2001", "A-01-01-1", "5") // drinks are food
		s.Must("button", "back", "item")
		f.Ask("data/storage_area/save", m{"id": b["id"], "consignor_id": m{"code": "GLOBEX"}})
		f.Rule(m{"mix_lot": false}, "A-01-01-1")
		s.Must("form", m{"item": "AC-2002", "lot": "L1", "qty": 5, "position": "A-01-01-1"}, "item")
		s.Takes("AC-2002", "A-01-01-2", "5")
		s.Must("key", "5", "position")
		s.Refused("scan", "A-01-01-1", "stock.mix")
		s.Refused("scan", "B-02-01-1", "stock.area_of_other")
		s.Must("scan", "A-01-01-2", "item")
		f.Ask("data/storage_area/save", m{"id": b["id"], "consignor_id": nil})

		s.Takes("AC-1001", "B-01-01-1", "5")
		s.Must("key", "5", "position")
		s.Refused("scan", "A-01-01-1", "stock.area_of_types")
		s.Must("scan", "B-01-01-1", "item")
	})
}

// TestPartsOfAPieceWeigh: a quantity with decimals is not cut before it is weighed.
func TestPartsOfAPieceWeigh(t *testing.T) {
	each(t, func(f *floor) {
		f.Ask("data/product/save", m{"id": f.Find("product", "sku", "AC-1001")["id"], "weight": 1, "length": 1.9, "width": 1.9, "height": 1.9})
		at := func(position string) m {
			return m{
				"direction": "in", "io_type": "opening", "consignor_id": m{"code": "ACME"}, "warehouse_id": m{"code": "SH1"},
				"lines": []m{{"product_id": m{"sku": "AC-1001"}, "qty": 1.9, "position_id": m{"code": position}}},
			}
		}
		f.Rule(m{"max_weight": 1.5}, "A-01-01-1")
		f.Rule(m{"max_volume": 0.013}, "A-01-01-2") // 1.9 pieces of 6.859 cm³ are 13.03
		for _, position := range []string{"A-01-01-1", "A-01-01-2"} {
			var made m
			f.Ask("data/other_io/save", at(position)).Into(f, &made)
			f.Act("other_io", id(made), "audit", nil)
			f.Wont("data/other_io/act", m{"name": "post", "id": made["id"]}, "exceed its capacity")
		}
	})
}

// TestWhatIsProposedIsAccepted puts random goods into bins of random rules where it
// is told to, until no bin takes more.
func TestWhatIsProposedIsAccepted(t *testing.T) {
	seed := uint64(time.Now().UnixNano())
	each(t, func(f *floor) {
		dice := rand.New(rand.NewPCG(seed, 1))
		bins := f.fewBins(dice, 12)
		goods := []m{{"item": "AC-1001"}, {"item": "AC-1002"}, {"item": "AC-1003"}, {"item": "AC-2002", "lot": "L1"}, {"item": "AC-2002", "lot": "L2"}}
		var lines, forms []m
		for _, g := range goods {
			more := []any{}
			if g["lot"] != nil {
				more = []any{"lot_no", g["lot"], "exp_date", "2031-01-31"}
			}
			lines = append(lines, line(g["item"].(string), 60, more...))
			form := m{"qty": 60}
			for key, value := range g {
				form[key] = value
			}
			forms = append(forms, form)
		}
		s := f.Staged("IN-1", lines, forms...)
		for range 40 {
			g := goods[dice.IntN(len(goods))]
			if result := s.Input("scan", g["item"]); result["ok"] != true { // all of it is put
				continue
			}
			if s.Screen["step"] == "choose" {
				s.Must("key", s.Screen["list"].([]any)[0].(m)["code"], "qty")
			}
			if s.Proposed() == "–" {
				s.Must("button", "back", "item")
				continue
			}
			qty := s.Screen["default"]
			s.Must("key", qty, "position")
			if result := s.Input("scan", s.Proposed()); result["ok"] != true {
				t.Fatalf("seed %d: %v of %v were told to go to %s: %v; bins %v", seed, qty, g, s.Proposed(), result["message"], bins)
			}
			if s.Screen["step"] == "done" {
				return
			}
		}
	})
}

// fewBins closes all bins of SH1 but some, and gives those random rules.
func (f *floor) fewBins(dice *rand.Rand, count int) (bins []m) {
	f.Helper()
	for _, area := range []string{"拣货区 A Picking", "存储区 B Storage"} {
		types := []m{}
		if dice.IntN(2) == 0 {
			types = []m{{"code": "HOME"}}
		}
		f.Ask("data/storage_area/save", m{"id": f.Find("storage_area", "name", area)["id"], "product_type_ids": types})
	}
	var page struct{ Rows []m }
	f.Ask("data/position/query", m{"filter": m{"field": "position_use", "op": "eq", "value": "bin"}, "size": 500}).Into(f, &page)
	for _, row := range page.Rows {
		f.Ask("data/position/save", m{"id": row["id"], "enabled": false})
	}
	for i := range count {
		code := fmt.Sprintf("%c-01-%02d-1", "AB"[i%2], i/2+1)
		values := m{
			"enabled": true, "mix_product": dice.IntN(2) == 0, "mix_lot": dice.IntN(2) == 0, "max_weight": dice.IntN(12) + 1, "max_volume": dice.IntN(40) + 1,
		}
		f.Rule(values, code)
		bins = append(bins, values)
	}
	return bins
}
