package packing_test

import (
	"slices"
	"testing"

	"github.com/wareloom/wareloom/engine/cmd/wareloom/apptest"
)

func TestACartonIsUsedWhereAnOrderIsPacked(t *testing.T) {
	eachHouse(t, func(h *house) {
		small, large := h.carton("S", 15, 1), h.carton("L", 40, 5)
		h.carton("GONE", 12, 0)

		_, first := h.picked(1)
		s := h.Scanner(t, h.packer, "verify_by_order", nil)
		s.Want(t, "scan", first, "item", "")
		s.Want(t, "scan", "P1", "box", "")
		s.Want(t, "scan", "GONE", "box", "packing.no_material")
		s.Want(t, "scan", "S", "weight", "")
		packs(t, s, "button", "skip")
		h.wants(small, 0)
		s.Want(t, "undo", nil, "weight", "")
		h.wants(small, 1)
		s.Want(t, "button", "back", "box", "")
		s.Want(t, "scan", "L", "weight", "")
		packs(t, s, "button", "skip")
		h.wants(small, 1)
		h.wants(large, 4)

		_, other := h.picked(2)
		s.Want(t, "scan", other, "item", "")
		s.Want(t, "form", map[string]any{"item": "P1", "qty": 2}, "box", "")
		if given := s.Give(t, "scan", "FREE"); !given.OK || given.Message == "" {
			t.Errorf("a box that is no carton: %+v, want it noted with a word", given)
		}
		packs(t, s, "button", "skip")
		h.wants(large, 4)
		want := []string{"L L 1 0 2 CNY", "S S 0 0 0 CNY"}
		if got := h.usage(); !slices.Equal(got, want) {
			t.Errorf("usage %q, want %q", got, want)
		}
	})
}

func TestAStationThatDoesNotAskTakesTheSuggestedCarton(t *testing.T) {
	eachHouse(t, func(h *house) {
		small, large := h.carton("S", 15, 1), h.carton("L", 40, 5)
		h.picked(1)
		s := h.Scanner(t, h.packer, "match_order", nil)
		packs(t, s, "scan", "P1")
		h.wants(small, 0)
		h.picked(1) // the small one has run out
		packs(t, s, "scan", "P1")
		h.wants(large, 4)
		s.Want(t, "undo", nil, "item", "")
		h.wants(large, 5)
		want := []string{"S S 1 1 2 CNY", "L L 0 0 0 CNY"}
		if got := h.usage(); !slices.Equal(got, want) {
			t.Errorf("usage %q, want %q", got, want)
		}
	})
}

// packs gives the input that an order is packed by.
func packs(t *testing.T, s *apptest.Scanner, kind, value string) {
	t.Helper()
	if given := s.Give(t, kind, value); !given.OK {
		t.Errorf("%s %s: %s", kind, value, given.Message)
	}
}

func (h *house) wants(product, pieces int64) {
	h.Helper()
	if left := h.left(product); left != pieces {
		h.Errorf("%d cartons are left, want %d", left, pieces)
	}
}
