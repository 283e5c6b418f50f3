package packing_test

import (
	"context"
	"fmt"
	"slices"
	"strings"
	"sync"
	"testing"

	"github.com/wareloom/wareloom/engine/cmd/wareloom/app"
	"github.com/wareloom/wareloom/engine/cmd/wareloom/apptest"
	"github.com/wareloom/wareloom/engine/plugin"
)

// wall makes a light wall W of so many slots.
func (h *house) wall(slots int) {
	h.Helper()
	h.Ask(h.T, h.packer, "/api/data/light_wall/save", map[string]any{"warehouse_id": h.Warehouse, "code": "W", "name": "W", "slot_count": slots, "columns": 2, "timeout_s": 60}, nil)
}

// press presses a button of the wall, and gives what became of it.
func (h *house) press(slot int, event string, lit int) string {
	h.Helper()
	var pressed struct{ Outcome string }
	h.Ask(h.T, h.packer, "/api/x/lights/press", map[string]any{"wall": "W", "slot": slot, "event": event, "lit": lit}, &pressed)
	return pressed.Outcome
}

// lamps are what the wall shows, slot by slot.
func (h *house) lamps() (list []string) {
	h.Helper()
	h.Do(h.T, func(ctx context.Context, data plugin.Data) error {
		rows, err := data.Find(ctx, "light_slot", plugin.Where{Sort: []string{"slot_no"}})
		for _, r := range rows {
			list = append(list, fmt.Sprint(r["state"]))
		}
		return err
	})
	return list
}

// another signs in as a further packer.
func (h *house) another(name string) *apptest.Session {
	h.Helper()
	if err := h.AddAccount(h.Context(), app.Account{UserType: "user", Name: name, Password: apptest.Password, Role: "admin"}); err != nil {
		h.Fatal(err)
	}
	return h.Login(h.T, "user", name)
}

func (h *house) shows(want ...string) {
	h.Helper()
	if got := h.lamps(); !slices.Equal(got, want) {
		h.Errorf("the wall shows %q, want %q", got, want)
	}
}

// facts are the fields that the station shows.
func facts(s *apptest.Scanner) (list []string) {
	for _, target := range s.Screen.Target {
		list = append(list, fmt.Sprint(target["field"]))
	}
	return list
}

func TestAWaveIsVerifiedAtALightWall(t *testing.T) {
	eachHouse(t, func(h *house) {
		h.wall(2)
		first, _ := h.ordered(1)
		second, _ := h.ordered(2)
		third, _ := h.ordered(1)
		wave := h.pick(first, second, third)
		h.Product(t, h.Owners[0], "P2", nil)

		s := h.Scanner(t, h.packer, "verify_light", nil)
		s.Want(t, "scan", "W", "wave", "")
		s.Want(t, "scan", wave, "item", "")
		h.shows("off", "off")
		s.Want(t, "scan", "P2", "item", "packing.not_in_wave")
		if !h.alarm() {
			t.Error("a wrong item does not alarm the wall")
		}
		s.Want(t, "scan", "P1", "slot", "")
		h.shows("lit", "off")
		if h.alarm() {
			t.Error("the alarm goes on")
		}
		s.Want(t, "scan", "W-02", "slot", "lights.other_slot")
		h.press(2, "a", 0) // a wrong button
		if s.Look(t); s.Screen.Heard != "pressed" {
			t.Error("the station did not hear the wrong button")
		}
		s.Want(t, "button", "pressed", "slot", "lights.wrong_slot")
		if s.Screen.Heard != "" {
			t.Error("the station hears the wrong button again")
		}
		if got := h.press(1, "late", 7); got != "late" {
			t.Errorf("a press for a lamp that changed is %s, want late", got)
		}
		h.press(1, "b", 0)
		if got := h.press(1, "b", 0); got != "repeated" {
			t.Errorf("the second of one press is %s, want repeated", got)
		}
		h.hears(s, "item")
		h.shows("done", "off")

		s.Want(t, "scan", "P1", "slot", "")
		h.shows("done", "lit")
		h.pressed(s, 2, "c", "item")
		s.Want(t, "undo", nil, "slot", "")
		h.shows("done", "lit")
		s.Want(t, "button", "back", "item", "")
		h.shows("done", "off")
		s.Want(t, "scan", "P1", "slot", "")
		s.Want(t, "scan", "W-02", "item", "")
		s.Want(t, "scan", "P1", "slot", "")
		s.Want(t, "button", "put", "item", "")
		h.shows("done", "done")

		s.Want(t, "scan", "P1", "item", "packing.wall_full")
		h.pressed(s, 1, "d", "item")
		h.shows("off", "done")
		s.Want(t, "scan", "P1", "slot", "")
		h.pressed(s, 1, "e", "wave")
		h.shows("off", "off")
		if got := h.press(1, "f", 0); got != "stray" {
			t.Errorf("a press at a wall without a person is %s, want stray", got)
		}
		h.packed(first, second, third)
		s.Want(t, "undo", nil, "slot", "")
		h.shows("lit", "done")
		h.pressed(s, 1, "g", "wave")
		h.packed(first, second, third)
	})
}

func TestALostControllerLeavesTheScreen(t *testing.T) {
	eachHouse(t, func(h *house) {
		h.wall(4)
		first, _ := h.ordered(1)
		second, _ := h.ordered(1)
		wave := h.pick(first, second)
		h.Ask(t, h.packer, "/api/x/lights/alive", map[string]any{"wall": "W"}, nil)
		s := h.Scanner(t, h.packer, "verify_light", nil)
		s.Want(t, "scan", wave, "item", "")
		s.Want(t, "scan", "P1", "slot", "")
		if slices.Contains(facts(s), "lost") {
			t.Errorf("a controller that answers is lost: %v", facts(s))
		}
		h.pressed(s, 1, "a", "item")
		h.Do(t, func(ctx context.Context, data plugin.Data) error {
			_, err := data.SetWhere(ctx, "light_wall", plugin.Row{"code": "W"}, plugin.Row{"seen_at": data.SQL().Now().AddDate(0, 0, -1)})
			return err
		})
		s.Want(t, "scan", "P1", "slot", "")
		if !slices.Contains(facts(s), "lost") || !slices.Contains(facts(s), "slot") {
			t.Errorf("facts %v, want the slot, and that the controller is lost", facts(s))
		}
		s.Want(t, "scan", "W-02", "wave", "")
		h.packed(first, second)
	})
}

func TestWithoutAWallTheScreenSaysTheSlot(t *testing.T) {
	eachHouse(t, func(h *house) {
		order, _ := h.ordered(1)
		wave := h.pick(order)
		s := h.Scanner(t, h.packer, "verify_light", nil)
		s.Want(t, "scan", wave, "item", "")
		s.Want(t, "scan", "P1", "slot", "")
		s.Want(t, "key", "1", "wave", "")
		h.packed(order)
	})
}

func TestWithoutAWallTheQuestionIsWhole(t *testing.T) {
	eachHouse(t, func(h *house) {
		order, _ := h.ordered(2)
		wave := h.pick(order)
		s := h.Scanner(t, h.packer, "verify_light", nil)
		s.Want(t, "scan", wave, "item", "")
		s.Want(t, "scan", "P1", "slot", "")
		if strings.Contains(s.Screen.Prompt, "{") {
			t.Errorf("it asks %q, which has a gap", s.Screen.Prompt)
		}
	})
}

func TestAParkedTaskLeavesItsWallToOthers(t *testing.T) {
	eachHouse(t, func(h *house) {
		h.wall(2)
		first, _ := h.ordered(1)
		second, _ := h.ordered(1)
		one, two := h.pick(first), h.pick(second)
		s := h.Scanner(t, h.packer, "verify_light", nil)
		s.Want(t, "scan", "W", "wave", "")
		s.Want(t, "scan", one, "item", "")
		s.Want(t, "scan", "P1", "slot", "")
		other := h.Scanner(t, h.another("ann"), "verify_light", nil)
		other.Want(t, "scan", "W", "wave", "")
		other.Want(t, "scan", two, "wave", "lights.busy")
		s.Give(t, "park", nil)
		other.Want(t, "scan", two, "item", "")
		h.shows("off", "off")
		s.Look(t)
		s.Want(t, "key", "1", "wave", "") // by the screen, as it asks
		h.packed(first)
		other.Want(t, "scan", "P1", "slot", "")
		h.shows("lit", "off")
		other.Want(t, "scan", "W-01", "wave", "")
		h.packed(second)
	})
}

func TestSixteenPressesAtOnceAreOne(t *testing.T) {
	eachHouse(t, func(h *house) {
		h.wall(1)
		order, _ := h.ordered(2)
		wave := h.pick(order)
		s := h.Scanner(t, h.packer, "verify_light", nil)
		s.Want(t, "scan", wave, "item", "")
		s.Want(t, "scan", "P1", "slot", "")
		outcomes := make([]string, 16)
		var all sync.WaitGroup
		for i := range outcomes {
			all.Go(func() { outcomes[i] = h.press(1, "same", 0) })
		}
		all.Wait()
		took := 0
		for _, o := range outcomes {
			if o == "taken" {
				took++
			} else if o != "repeated" {
				t.Errorf("a press is %s", o)
			}
		}
		if took != 1 {
			t.Errorf("%d of 16 presses were taken, want 1: %v", took, outcomes)
		}
		h.hears(s, "item")
		if len(s.Screen.List) != 1 || s.Screen.List[0]["detail"] != "1 / 2" {
			t.Errorf("the slot holds %v, want 1 / 2", s.Screen.List)
		}
		s.Want(t, "scan", "P1", "slot", "")
		s.Want(t, "button", "pressed", "slot", "") // nothing was
		s.Want(t, "button", "put", "wave", "")
		h.packed(order)
	})
}

// pressed presses a button, which the station hears, and wants the step that follows.
func (h *house) pressed(s *apptest.Scanner, slot int, event, step string) {
	h.Helper()
	if got := h.press(slot, event, 0); got != "taken" {
		h.Errorf("press %s is %s, want taken", event, got)
	}
	h.hears(s, step)
}

// hears has the station look again and give what was pressed, as the client does.
func (h *house) hears(s *apptest.Scanner, step string) {
	h.Helper()
	if s.Look(h.T); s.Screen.Heard != "pressed" {
		h.Errorf("the station heard %q, want that a button was pressed", s.Screen.Heard)
	}
	if given := s.Give(h.T, "button", s.Screen.Heard); !given.OK || s.Screen.Step != step {
		h.Errorf("the press leads to %s (%s), want %s", s.Screen.Step, given.Message, step)
	}
	if s.Screen.Heard != "" {
		h.Errorf("the station hears the press again")
	}
}

func (h *house) alarm() (on bool) {
	h.Helper()
	h.Do(h.T, func(ctx context.Context, data plugin.Data) error {
		rows, err := data.Find(ctx, "light_wall", plugin.Where{})
		on = err == nil && plugin.Bool(rows[0], "alarm")
		return err
	})
	return on
}

// packed wants orders to be packed.
func (h *house) packed(orders ...int64) {
	h.Helper()
	h.Do(h.T, func(ctx context.Context, data plugin.Data) error {
		for _, id := range orders {
			row, err := data.Get(ctx, "sale_order", id)
			if err != nil {
				return err
			}
			if row["status"] != "packed" {
				h.Errorf("order %v is %v, want packed", row["doc_no"], row["status"])
			}
		}
		return nil
	})
}
