package sorting_test

import (
	"fmt"
	"strings"
	"testing"

	"github.com/shopspring/decimal"

	"github.com/wareloom/wareloom/engine/auth"
	"github.com/wareloom/wareloom/engine/exchange"
	"github.com/wareloom/wareloom/engine/plugin"
)

// announced makes a received parcel of pieces and an announced weight.
func (h *hall) announced(no string, pieces int64, kg string) (id int64) {
	h.Helper()
	id = h.save("waybill", plugin.Row{
		"consignor_id": h.Owners[0], "warehouse_id": h.Warehouse, "port_id": h.ports[0], "inbound_no": no, "receiver": "R", "phone": "1", "detail": "1",
		"pieces": pieces, "announced_weight": decimal.RequireFromString(kg),
		"lines": []any{plugin.Row{"name": "Tea", "qty": 1, "price": decimal.NewFromInt(5)}},
	})
	h.act("waybill", "receive", id, nil)
	return id
}

// weights takes a file of weights in.
func (h *hall) weights(text string) *exchange.Outcome {
	h.Helper()
	ask := exchange.Import{Mapping: "package_weight_import", Language: "en", Actor: auth.System("test")}
	out, err := h.Exchange.Import(h.Context(), ask, "w.csv", []byte(text), func(int, int) error { return nil }, nil)
	if err != nil {
		h.Fatal(err)
	}
	return out
}

const kgOf = "SELECT CAST(gross_weight AS TEXT) FROM waybill WHERE id = ?"

// TestWeightsComeByFile: what agrees is taken over, what differs waits for a person, and
// what cannot be is told by its row and leaves the parcel as it was.
func TestWeightsComeByFile(t *testing.T) {
	eachHall(t, func(h *hall) {
		good, off, heavy := h.announced("IN-1", 1, "2"), h.announced("IN-2", 1, "2"), h.announced("IN-3", 5, "20")
		held, few := h.announced("IN-4", 1, "2"), h.announced("IN-5", 2, "2")
		h.act("waybill", "hold", held, plugin.Row{"reason": "test"})
		out := h.weights("Waybill,Pieces,Gross weight,Length,Width,Height\n" +
			"IN-1,,2.1,30,20,10\nIN-2,,3,,,\nIN-3,5,950,,,\nIN-4,,2,,,\nNOBODY,,2,,,\nIN-1,,0,,,\nIN-1,,2,30,,\nIN-1,,2,900,1,1\nIN-5,1,2,,,\n")
		told := map[int]string{}
		for _, e := range out.Errors {
			told[e.Row] = e.Column + ": " + e.Message
		}
		if out.OK != 3 || out.Failed != 6 {
			t.Errorf("%+v", out)
		}
		for row, want := range map[int]string{
			4: "weight 950 kg, pieces 5, limit 70 kg", 5: "on hold", 6: "NOBODY", 7: "ross weight", 8: "length, width and height", 9: "ength",
		} {
			if !strings.Contains(told[row], want) {
				t.Errorf("row %d is told as %q, want %s", row, told[row], want)
			}
		}
		for id, want := range map[int64]string{good: "measured", off: "received", heavy: "received", held: "received", few: "received"} {
			if got := h.text(stateOf, id); got != want {
				t.Errorf("parcel %d is %s, want %s", id, got, want)
			}
		}
		if kg := h.text(kgOf, good); kg != "2100" {
			t.Errorf("it weighs %s g", kg)
		}
	})
}

// TestAWeightThatDiffersIsDecidedByAPerson: accepted it is the parcel's, rejected it never
// was, and either way it stays as it was found.
func TestAWeightThatDiffersIsDecidedByAPerson(t *testing.T) {
	eachHall(t, func(h *hall) {
		first, second := h.announced("IN-1", 1, "2"), h.announced("IN-2", 1, "2")
		for i, id := range []int64{first, second} {
			s := h.Scanner(t, h.person, "weigh_parcel", nil)
			s.Want(t, "scan", fmt.Sprintf("IN-%d", i+1), "weight", "")
			if given := s.Give(t, "weight", "2.5"); given.Code != "sorting.differs" || h.text(stateOf, id) != "received" {
				t.Errorf("%+v: the parcel is %s", given, h.text(stateOf, id))
			}
		}
		of := func(id int64) (weight int64) {
			for _, row := range h.find("parcel_weight", plugin.Row{"waybill_id": id}) {
				weight = plugin.ID(row)
			}
			return weight
		}
		h.act("parcel_weight", "accept", of(first), plugin.Row{"reason": "weighed twice"})
		h.act("parcel_weight", "reject", of(second), plugin.Row{"reason": "another parcel"})
		if h.text(stateOf, first) != "measured" || h.text(kgOf, first) != "2500" || h.text(stateOf, second) != "received" {
			t.Errorf("the parcels are %s of %s g, %s", h.text(stateOf, first), h.text(kgOf, first), h.text(stateOf, second))
		}
	})
}

// TestAParcelIsWeighedByScan: near what was announced it is taken over; weighed again it
// is compared with the scale, and keeps the sizes that it had.
func TestAParcelIsWeighedByScan(t *testing.T) {
	eachHall(t, func(h *hall) {
		id := h.announced("IN-1", 1, "0.2")
		s := h.Scanner(t, h.person, "weigh_parcel", nil)
		s.Want(t, "scan", "NOBODY", "parcel", "sorting.unknown")
		s.Want(t, "scan", "IN-1", "weight", "")
		if len(s.Screen.Next) != 0 {
			t.Errorf("a parcel that is not weighed leads on to %v", s.Screen.Next)
		}
		s.Want(t, "weight", "0.25", "parcel", "") // within 50 g
		if len(s.Screen.Next) != 1 {
			t.Errorf("a parcel that is weighed leads on to %v", s.Screen.Next)
		}
		h.act("waybill", "measure", id, plugin.Row{"gross_weight": decimal.NewFromInt(1), "length": 30, "width": 20, "height": 10})
		h.act("waybill", "measure", id, plugin.Row{"gross_weight": decimal.NewFromInt(1)})
		s.Want(t, "scan", "IN-1", "weight", "")
		s.Want(t, "weight", "1.05", "parcel", "")
		if kg, cm := h.text(kgOf, id), h.text(`SELECT CAST("length" AS TEXT) FROM waybill WHERE id = ?`, id); kg != "1050" || cm != "300" {
			t.Errorf("it weighs %s g and is %s mm long", kg, cm)
		}
		h.numbered(id, "T1")
		s.Want(t, "scan", "T1", "parcel", "sorting.not_weighable")
	})
}
