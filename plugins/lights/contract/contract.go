// Package contract is what stations may ask of light walls. Every call works in the
// transaction of its Data. A station that has no wall, or lost it, goes on by its screen.
package contract

import (
	"context"

	"github.com/shopspring/decimal"

	"github.com/wareloom/wareloom/engine/plugin"
)

// States of a slot's lamp, values of the dropdown light_state.
const (
	Off  = "off"
	Lit  = "lit"  // goods are put in, so many
	Done = "done" // what it is for is complete
	Full = "full" // nothing more goes in
)

// Wall is a wall at work.
type Wall struct {
	ID    int64
	Code  string
	Slots []Slot // those that are in use, by their numbers
	Lost  bool   // its controller does not answer
}

// Slot is a place of a wall.
type Slot struct {
	ID      int64
	No      int
	Code    string
	State   string
	Pressed bool // since its lamp last changed
}

// At is the slot with a number; nil when the wall has none in use.
func (w *Wall) At(no int) *Slot {
	if w == nil {
		return nil
	}
	for i := range w.Slots {
		if w.Slots[i].No == no {
			return &w.Slots[i]
		}
	}
	return nil
}

// Pressed are the numbers of the slots whose buttons were pressed.
func (w *Wall) Pressed() (list []int) {
	if w == nil {
		return nil
	}
	for _, s := range w.Slots {
		if s.Pressed {
			list = append(list, s.No)
		}
	}
	return list
}

// Lamp is what one slot shows.
type Lamp struct {
	No    int
	State string
	Qty   decimal.Decimal // of Lit
	Label string          // what the slot is for
}

// Walls are the light walls of the house.
type Walls interface {
	// Take gives a wall of a warehouse to a session: the wanted one or, with 0, the first
	// that nobody has. Nil: there is none. Conflict lights.busy, lights.other_warehouse.
	Take(ctx context.Context, s *plugin.Session, warehouse, wanted int64) (*Wall, error)
	// Read reads the wall that a session has; nil when another has taken it.
	Read(ctx context.Context, s *plugin.Session, wall int64) (*Wall, error)
	// Show has the lamps of a wall show this and no more; slots that are not named are off.
	// Presses of slots whose lamps stay as they are, are kept.
	Show(ctx context.Context, s *plugin.Session, wall int64, lamps []Lamp) error
	// Forget forgets that slots were pressed: the station has heard it.
	Forget(ctx context.Context, s *plugin.Session, wall int64, slots []int) error
	// Alarm has the wall say that something is wrong, until it shows something else.
	Alarm(ctx context.Context, s *plugin.Session, wall int64) error
	// Leave gives a wall back, with all its lamps off.
	Leave(ctx context.Context, s *plugin.Session, wall int64) error
}
