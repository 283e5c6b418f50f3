package packing_test

import (
	"context"
	"testing"

	"github.com/wareloom/wareloom/engine/plugin"
)

// open are the stations of the tasks that are offered to go on with.
func (h *house) open() (stations []string) {
	h.Helper()
	var list struct{ Rows []struct{ Station string } }
	h.Ask(h.T, h.packer, "/api/station/all/sessions", map[string]any{}, &list)
	for _, one := range list.Rows {
		stations = append(stations, one.Station)
	}
	return stations
}

// TestWhatWasPackedElsewhereIsNotOffered: a task that was left open at one station is
// offered no more when its order was packed at another.
func TestWhatWasPackedElsewhereIsNotOffered(t *testing.T) {
	eachHouse(t, func(h *house) {
		_, number := h.picked(1)
		left := h.Scanner(h.T, h.packer, "verify_by_order", nil)
		left.Want(h.T, "scan", number, "item", "")
		if got := left.Screen.Prints; len(got) != 1 || got[0]["table"] != "sale_order" || got[0]["label"] != number {
			h.Errorf("at work on order %s, %v can be printed", number, got)
		}
		if got := h.open(); len(got) != 1 || got[0] != "verify_by_order" {
			h.Fatalf("open is %v, want the order at work", got)
		}
		other := h.Scanner(h.T, h.packer, "verify_by_order", nil)
		other.Want(h.T, "scan", number, "item", "")
		other.Want(h.T, "scan", "P1", "box", "")
		other.Want(h.T, "button", "skip", "weight", "")
		if given := other.Give(h.T, "button", "skip"); !given.OK || other.Screen.Step != "order" {
			h.Fatalf("the order is not packed: %s", given.Message)
		}
		if got := other.Screen.Prints; len(got) != 1 || got[0]["table"] != "package" {
			h.Errorf("of an order that is packed %v can be printed", got)
		}
		if got := h.open(); len(got) != 0 {
			h.Errorf("%v are offered for an order that is packed", got)
		}
		left.Want(h.T, "scan", "P1", "item", "packing.taken_over")
		other.Want(h.T, "undo", nil, "weight", "")
		if got := h.open(); len(got) != 2 {
			h.Errorf("open is %v after the packing was taken back, want both", got)
		}
	})
}

// TestAnOrderWhosePackingIsTakenBackIsPicked, as before it, its wave as well, with no number
// of a package: a picker may still take his pick back.
func TestAnOrderWhosePackingIsTakenBackIsPicked(t *testing.T) {
	eachHouse(t, func(h *house) {
		id, number := h.picked(1)
		was := h.stands(id)
		s := h.Scanner(h.T, h.packer, "verify_by_order", nil)
		pack := func() {
			s.Want(h.T, "scan", number, "item", "")
			s.Want(h.T, "scan", "P1", "box", "")
			s.Want(h.T, "button", "skip", "weight", "")
			if given := s.Give(h.T, "button", "skip"); !given.OK || s.Screen.Step != "order" {
				h.Fatalf("the order is not packed: %s", given.Message)
			}
		}
		pack()
		s.Want(h.T, "undo", nil, "weight", "")
		if got := h.stands(id); got != was {
			h.Errorf("the order is %q after its packing was taken back, %q before", got, was)
		}
		for _, step := range []string{"box", "item", "order"} {
			s.Want(h.T, "undo", nil, step, "")
		}
		pack()
		if got := h.stands(id); got == was {
			h.Errorf("packed again, the order is %q", got)
		}
	})
}

// stands is the state of an order and of its wave, and its number for tracking.
func (h *house) stands(id int64) (text string) {
	h.Helper()
	h.Do(h.T, func(ctx context.Context, data plugin.Data) error {
		return data.SQL().QueryRow(ctx, `SELECT o.status || ' ' || w.status || ' ' || COALESCE(o.tracking_no, '')
			FROM sale_order o JOIN wave w ON w.id = o.wave_id WHERE o.id = ?`, id).Scan(&text)
	})
	return text
}
