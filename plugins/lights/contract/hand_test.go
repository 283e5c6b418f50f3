package contract_test

import (
	"errors"
	"slices"
	"testing"

	"github.com/wareloom/wareloom/engine/fault"
	"github.com/wareloom/wareloom/engine/plugin"
	"github.com/wareloom/wareloom/plugins/lights/contract"
)

// wall is one of three slots, of which the second is not in use, with buttons pressed.
func wall(pressed ...int) *contract.Wall {
	w := &contract.Wall{Code: "W"}
	for no, code := range map[int]string{1: "W-01", 3: "W-03"} {
		w.Slots = append(w.Slots, contract.Slot{No: no, Code: code, Pressed: slices.Contains(pressed, no)})
	}
	slices.SortFunc(w.Slots, func(a, b contract.Slot) int { return a.No - b.No })
	return w
}

func wants(t *testing.T, what string, err error, key string) {
	t.Helper()
	if key == "" && err != nil || key != "" && !fault.IsKey(err, key) {
		t.Errorf("%s gives %v, want %q", what, err, key)
	}
}

func TestASlotIsNamedByItsCodeOrItsNumber(t *testing.T) {
	t.Parallel()
	for _, c := range []struct {
		wall *contract.Wall
		code string
		no   int
		key  string
	}{
		{wall(), "W-03", 3, ""},
		{wall(), "3", 3, ""},
		{wall(), "W-02", 0, "lights.no_such_slot"},
		{nil, "2", 2, ""}, // without a wall its number is typed
		{nil, "W-02", 0, "lights.no_such_slot"},
	} {
		no, err := c.wall.Number(c.code)
		if wants(t, "the slot "+c.code, err, c.key); no != c.no {
			t.Errorf("%s is slot %d, want %d", c.code, no, c.no)
		}
	}
	wants(t, "the slot that is lit", wall().MustBe(3, "W-03"), "")
	wants(t, "another slot", wall().MustBe(1, "W-03"), "lights.other_slot")
	wants(t, "no slot", wall().MustBe(1, "P1"), "lights.no_such_slot")
}

func TestOnlyTheButtonOfTheSlotThatIsLitConfirms(t *testing.T) {
	t.Parallel()
	for _, c := range []struct {
		what      string
		wall      *contract.Wall
		confirmed bool
		key       string
	}{
		{"no button", wall(), false, ""},
		{"no wall", nil, false, ""},
		{"the right button", wall(1), true, ""},
		{"both buttons", wall(1, 3), true, ""},
		{"a wrong button", wall(3), false, "lights.wrong_slot"},
	} {
		confirmed, err := c.wall.Confirmed(1)
		if wants(t, c.what, err, c.key); confirmed != c.confirmed {
			t.Errorf("%s confirms: %v", c.what, confirmed)
		}
	}
}

func TestASlotThatIsNotInUseIsNoSlot(t *testing.T) {
	t.Parallel()
	if w := wall(); w.At(2) != nil || w.At(3).Code != "W-03" || (*contract.Wall)(nil).At(1) != nil {
		t.Errorf("slots are %v, %v", w.At(2), w.At(3))
	}
}

func TestAScreenHearsTheWallWhereItListens(t *testing.T) {
	t.Parallel()
	for _, c := range []struct {
		what    string
		wall    *contract.Wall
		listens bool
		heard   string
		facts   int
	}{
		{"a press", wall(3), true, contract.ButtonPressed, 0},
		{"a press at a step that does not listen", wall(3), false, "", 0},
		{"silence", wall(), true, "", 0},
		{"no wall", nil, true, "", 0},
		{"a controller that is gone", &contract.Wall{Code: "W", Lost: true}, true, "", 1},
	} {
		var view plugin.View
		c.wall.Tell(&view, c.listens)
		if view.Heard != c.heard || len(view.Target) != c.facts {
			t.Errorf("%s: the screen hears %q and shows %v", c.what, view.Heard, view.Target)
		}
	}
}

// TestAStationWithoutAWallGoesOnByItsScreen: none of these asks a wall, which would be nil.
func TestAStationWithoutAWallGoesOnByItsScreen(t *testing.T) {
	t.Parallel()
	at := &contract.At{}
	w, err := at.Wall(t.Context(), nil, nil)
	if err = errors.Join(err, at.Show(t.Context(), nil, nil, nil), at.Leave(t.Context(), nil, nil),
		at.Alarm(t.Context(), nil, nil, fault.New(fault.Invalid, "lights.other_slot")), at.Relight(t.Context(), nil, nil, 0, nil)); err != nil || w != nil {
		t.Errorf("no wall gives %v, %v", w, err)
	}
}

func TestClearingFreesWhatItCan(t *testing.T) {
	t.Parallel()
	refused := fault.New(fault.Conflict, "lights.busy")
	for _, c := range []struct {
		slots []int
		key   string
	}{
		{nil, ""}, {[]int{1}, ""}, {[]int{2}, "lights.busy"}, {[]int{2, 3}, ""}, {[]int{1, 2}, ""},
	} {
		var freed []int
		err := contract.Clear(c.slots, func(slot int) error {
			if slot == 2 {
				return refused
			}
			freed = append(freed, slot)
			return nil
		})
		wants(t, "clearing", err, c.key)
		if want := slices.DeleteFunc(slices.Clone(c.slots), func(n int) bool { return n == 2 }); !slices.Equal(freed, want) {
			t.Errorf("of %v are freed %v", c.slots, freed)
		}
	}
}
