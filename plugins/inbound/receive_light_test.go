package inbound_test

import (
	"fmt"
	"slices"
	"testing"
)

// lamps are what the slots of the demo's light wall show that show something.
func (f *floor) lamps() (list []string) {
	f.Helper()
	var page struct{ Rows []m }
	f.Ask("data/light_slot/query", m{"fields": []string{"slot_no", "state", "label"}, "sort": []string{"slot_no"}, "size": 50}).Into(f, &page)
	for _, row := range page.Rows {
		if row["state"] != "off" {
			list = append(list, fmt.Sprint(row["slot_no"], " ", row["state"], " ", row["label"]))
		}
	}
	return list
}

func (f *floor) lit(want ...string) {
	f.Helper()
	if got := f.lamps(); !slices.Equal(got, want) {
		f.Errorf("the wall shows %q, want %q", got, want)
	}
}

// pressLamp presses a button of the demo's light wall.
func (f *floor) pressLamp(slot int, event string) {
	f.Helper()
	f.Ask("x/lights/press", m{"wall": "LW1", "slot": slot, "event": event})
}

func TestGoodsAreSortedIntoALightWall(t *testing.T) {
	each(t, func(f *floor) {
		notice := f.Unload("ACME", "LIGHT-1", line("AC-1001", 14), line("AC-1003", 2))
		s := f.Start("receive_light")
		s.Must("scan", "LW1", "order")
		s.Must("scan", "LIGHT-1", "staging")
		s.Must("scan", "R-01", "item")
		s.Must("scan", "16900000001008", "slot") // a carton of twelve
		f.lit("1 lit AC-1001")
		f.Lines("asn", notice, "received_qty", 0, 0)
		s.Refused("scan", "LW1-02", "lights.other_slot")
		f.pressLamp(1, "a")
		s.Must("button", "pressed", "item")
		f.lit()
		f.Lines("asn", notice, "received_qty", 12, 0)
		s.Refused("scan", "16900000001008", "inbound.over_receipt")

		s.Must("scan", "AC-1003", "slot")
		f.lit("2 lit AC-1003")
		s.Must("scan", "LW1-02", "item")
		s.Must("scan", "AC-1001", "slot")
		s.Must("button", "full", "item")
		f.lit("1 full AC-1001")
		s.Must("scan", "AC-1001", "slot")
		f.lit("1 full AC-1001", "3 lit AC-1001")
		s.Must("button", "put", "item")
		s.Must("undo", nil, "slot")
		f.lit("1 full AC-1001", "3 lit AC-1001")
		f.Lines("asn", notice, "received_qty", 12, 1)
		s.Must("key", "3", "item")
		f.pressLamp(1, "b") // it was emptied
		s.Must("button", "pressed", "item")
		f.lit()

		s.Must("scan", "AC-1001", "slot")
		s.Must("button", "put", "item")
		s.Must("scan", "AC-1003", "slot")
		s.Must("button", "put", "item")
		f.Lines("asn", notice, "received_qty", 14, 2)
		s.Must("button", "finish", "done")
		f.lit()
		f.State("asn", notice, "counted")
	})
}
