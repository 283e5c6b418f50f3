package road

import (
	"maps"
	"slices"
	"testing"
	"time"

	"github.com/wareloom/wareloom/engine/live"
)

// TestOpenPagesHearOfWhatIsWrittenInSets: browsers are told of the tables whose rows a
// job or a station changed, with or without a save.
func TestOpenPagesHearOfWhatIsWrittenInSets(t *testing.T) {
	each(t, func(f *floor) {
		f.Other("in", "opening", chocolate(3, "lot_no", "L1", "exp_date", "2031-01-31"), "audit", "post")
		f.waved("AC-2002", 3)
		heard := f.listen()
		hears := func(of string, tables ...string) {
			f.Helper()
			got := heard()
			for _, table := range tables {
				if !slices.Contains(got, table) {
					t.Errorf("%s: open pages hear of %v, not of %s", of, got, table)
				}
			}
		}
		s := f.Start("pick")
		s.Must("button", "next", "cart")
		s.Must("scan", "TOTE-7", "position")
		for _, step := range []string{"position", "position", "done"} {
			hears("before a pick")
			s.Must("form", m{"position": "A-01-01-1", "item": "AC-2002", "qty": 1}, step)
			said := []string{"sale_order", "sale_order_line", "pick_bill", "pick_task", "quant", "stock_move", "reservation"}
			if step == "done" { // the wave counts a bill when it ends
				said = append(said, "wave")
			}
			hears("a pick", said...)
		}
		lot := id(f.Find("lot", "lot_no", "L1"))
		f.Act("lot", lot, "hold", m{"reason": "smells"})
		hears("a lot on hold", "sale_order")
		f.Act("lot", lot, "release", nil)
		hears("a lot that is let go", "sale_order")
		f.dated("L1", time.Now().AddDate(0, 0, 5).Format(time.DateOnly)) // a customer must have more days left
		f.hour("picking.mark_unfit")
		hears("goods whose date came", "sale_order")
	})
}

// listen gives what tells the tables of which open pages heard since it was last asked.
func (f *floor) listen() func() []string {
	stream := f.Server.Live.Subscribe(1)
	f.Cleanup(stream.Close)
	return func() []string {
		tables := map[string]bool{}
		for _, e := range stream.Take() {
			if e.Name == live.Data {
				tables[e.Key] = true
			}
		}
		return slices.Sorted(maps.Keys(tables))
	}
}
