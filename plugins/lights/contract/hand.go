package contract

import (
	"context"
	"slices"
	"strconv"

	"github.com/wareloom/wareloom/engine/fault"
	"github.com/wareloom/wareloom/engine/plugin"
)

// ButtonPressed is the button that a station is given when one of its wall was pressed.
const ButtonPressed = "pressed"

// Number is the number of the slot with a code, or that was typed, which is all that is
// left without a wall.
//
// Invalid lights.no_such_slot.
func (w *Wall) Number(code string) (int, error) {
	if w != nil {
		if at := slices.IndexFunc(w.Slots, func(s Slot) bool { return s.Code == code }); at >= 0 {
			return w.Slots[at].No, nil
		}
	}
	no, err := strconv.Atoi(code)
	if err != nil {
		return 0, fault.New(fault.Invalid, "lights.no_such_slot", "code", code)
	}
	return no, nil
}

// MustBe holds the code of a slot, or its typed number, to the slot that is lit.
//
// Invalid lights.no_such_slot, lights.other_slot.
func (w *Wall) MustBe(lit int, code string) error {
	no, err := w.Number(code)
	if err == nil && no != lit {
		err = fault.New(fault.Invalid, "lights.other_slot", "slot", lit, "code", code)
	}
	return err
}

// wrongSlot refuses the press of a slot that is not lit.
const wrongSlot = "lights.wrong_slot"

// Confirmed reports whether the button of the slot that is lit was pressed; false without
// a fault when no button was: another device of the person has heard it before.
//
// Invalid lights.wrong_slot.
func (w *Wall) Confirmed(lit int) (bool, error) {
	pressed := w.Pressed()
	if len(pressed) == 0 || slices.Contains(pressed, lit) {
		return len(pressed) > 0, nil
	}
	return false, fault.New(fault.Invalid, wrongSlot, "slot", lit, "pressed", pressed[0])
}

// Tell shows at a station how the wall is, and at the steps at which it listens that a
// button was pressed there.
func (w *Wall) Tell(view *plugin.View, listens bool) {
	if w == nil {
		return
	}
	if listens && len(w.Pressed()) > 0 {
		view.Heard = ButtonPressed
	}
	if w.Lost {
		view.Target = append(view.Target, plugin.Target{Label: "lights.lost", Value: w.Code, Size: plugin.SizeMedium, Field: "lost"})
	}
}

// At is what a station remembers of its wall from scan to scan. Without a wall its
// screen says it all, and what At does is nothing.
type At struct {
	Wanted int64 `json:"wanted,omitempty"` // the wall that was scanned
	WallID int64 `json:"wall,omitempty"`   // the one at work
}

// Take takes the wall that was scanned, or one of the warehouse that is free; nil where
// none is.
func (a *At) Take(ctx context.Context, walls Walls, s *plugin.Session, warehouse int64) (*Wall, error) {
	wall, err := walls.Take(ctx, s, warehouse, a.Wanted)
	if err != nil || wall == nil {
		return nil, err
	}
	a.WallID = wall.ID
	return wall, nil
}

// Wall is the wall at work; nil where there is none, or another station took it.
func (a *At) Wall(ctx context.Context, walls Walls, s *plugin.Session) (*Wall, error) {
	if a.WallID == 0 {
		return nil, nil // the screen says it all
	}
	return walls.Read(ctx, s, a.WallID)
}

// Show has the lamps of the wall show this and no more.
func (a *At) Show(ctx context.Context, walls Walls, s *plugin.Session, lamps []Lamp) error {
	if a.WallID == 0 {
		return nil
	}
	return walls.Show(ctx, s, a.WallID, lamps)
}

// Leave gives the wall back; the one that was scanned is taken for the next task as well.
func (a *At) Leave(ctx context.Context, walls Walls, s *plugin.Session) error {
	id := a.WallID
	a.WallID = 0
	if id == 0 {
		return nil
	}
	return walls.Leave(ctx, s, id)
}

// Alarm has the wall say that an input was refused. A press that was, for a wrong slot or
// one of the further reasons, is heard, and not heard again.
func (a *At) Alarm(ctx context.Context, walls Walls, s *plugin.Session, why *fault.Fault, reasons ...string) error {
	if a.WallID == 0 {
		return nil
	}
	if why.Key == wrongSlot || slices.Contains(reasons, why.Key) {
		wall, err := walls.Read(ctx, s, a.WallID)
		if err != nil {
			return err
		}
		if err := walls.Forget(ctx, s, a.WallID, wall.Pressed()); err != nil {
			return err
		}
	}
	return walls.Alarm(ctx, s, a.WallID)
}

// Relight has a wall, 0 for none, show again what it showed before an input that is taken
// back. One that the session has left by then is taken anew.
func (a *At) Relight(ctx context.Context, walls Walls, s *plugin.Session, wall int64, lamps []Lamp) error {
	if wall == 0 {
		return nil
	}
	if a.WallID == 0 {
		row, err := s.Data.Get(ctx, "light_wall", wall)
		if err != nil {
			return err
		}
		if _, err := walls.Take(ctx, s, plugin.Int(row, "warehouse_id"), wall); err != nil {
			return err
		}
	}
	return walls.Show(ctx, s, wall, lamps)
}

// Clear frees slots, each if it may be, and refuses only when none was freed.
func Clear(slots []int, free func(slot int) error) error {
	refused, freed := error(nil), false
	for _, no := range slots {
		if err := free(no); err != nil {
			refused = err
			continue
		}
		freed = true
	}
	if freed {
		return nil
	}
	return refused
}
