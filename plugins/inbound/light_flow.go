package inbound

import (
	"context"
	"maps"
	"slices"
	"strconv"

	"github.com/wareloom/wareloom/engine/fault"
	"github.com/wareloom/wareloom/engine/plugin"
	lights "github.com/wareloom/wareloom/plugins/lights/contract"
)

// stepSlot asks that goods are put into the slot whose lamp is on.
const stepSlot = "slot"

// slotNotFull refuses to free a slot that is not full.
const slotNotFull = "inbound.slot_not_full"

// seats is what a station at a light wall remembers beside the notice.
type seats struct {
	lights.At
	Seats []kindSeat `json:"seats,omitempty"` // by slot, the first is slot 1
	Slot  int        `json:"slot,omitempty"`  // that the goods at hand go into
	Last  int        `json:"last,omitempty"`  // that goods went into before
}

// kindSeat is a slot with the kind of goods that is collected in it.
type kindSeat struct {
	LineID int64  `json:"line,omitempty"` // first of the lines of its kind; 0: it is free
	SKU    string `json:"sku,omitempty"`
	Full   bool   `json:"full,omitempty"` // until it is emptied
}

// sorting is the flow of the station receive_light: receive_by_order, whose goods go into
// the slots of a light wall, each kind into its own, and count when they are in.
func (d dock) sorting() plugin.Machine[*receiving] {
	m := d.receiving(stepSlot)
	m.New = func() *receiving { return &receiving{dock: d, lit: true} }
	full := plugin.Press[*receiving]{Code: "full", Do: (*receiving).closeSlot, To: []string{stepItem}}
	for i := range m.Steps {
		switch s := &m.Steps[i]; s.Key {
		case stepOrder:
			s.Accept = append(s.Accept, "light_wall")
		case stepItem:
			s.Accept = append(s.Accept, "light_slot")
			s.Buttons = append(s.Buttons, full, plugin.Press[*receiving]{Code: lights.ButtonPressed, Do: (*receiving).hearEmptied})
		}
	}
	m.Steps = append(m.Steps, plugin.Step[*receiving]{
		Key: stepSlot, Kind: "scan", Accept: []string{"light_slot"}, Ready: (*receiving).look, Take: plugin.TakeText((*receiving).slotScanned), To: []string{stepItem}, Back: []string{stepItem},
		Buttons: []plugin.Press[*receiving]{{Code: "put", Do: (*receiving).book, To: []string{stepItem}}, {Code: lights.ButtonPressed, Do: (*receiving).hear, To: []string{stepItem}}, full},
	})
	m.ShowRefusal = (*receiving).alarm
	return m
}

// takeWall takes the wall that was scanned, or one of the warehouse that is free.
func (t *receiving) takeWall(ctx context.Context, warehouse int64) error {
	if !t.lit {
		return nil
	}
	_, err := t.Take(ctx, t.walls, t.Session, warehouse)
	return err
}

// wall is the wall at work; nil where there is none, or another station took it.
func (t *receiving) wall(ctx context.Context) (*lights.Wall, error) {
	return t.Wall(ctx, t.walls, t.Session)
}

// leaveWall gives the wall back, with what is collected in it.
func (t *receiving) leaveWall(ctx context.Context) error {
	t.seats = seats{At: t.At}
	return t.At.Leave(ctx, t.walls, t.Session)
}

// light lights the slot that the goods at hand go into.
func (t *receiving) light(ctx context.Context) error {
	if err := t.mayCome(ctx, t.Qty); err != nil {
		return err
	}
	undo := t.before()
	slot, err := t.seat(ctx)
	if err != nil {
		return err
	}
	t.Slot = slot
	t.GoTo(stepSlot)
	t.Reply = plugin.Reply{Key: "inbound.into_slot", Params: fault.Params{"slot": t.Slot, "sku": t.wanted[0].SKU, "qty": t.Qty.String()}, Undo: undo}
	return t.showLamps(ctx)
}

// seat is the slot of the kind of goods at hand: the one that has some, or the next that
// is free.
//
// Conflict inbound.wall_full.
func (t *receiving) seat(ctx context.Context) (int, error) {
	wall, err := t.wall(ctx)
	if err != nil {
		return 0, err
	}
	kind := t.wanted[0]
	at := slices.IndexFunc(t.Seats, func(b kindSeat) bool { return b.LineID == kind.LineID && !b.Full })
	if at >= 0 {
		return at + 1, nil
	}
	for no := 1; ; no++ {
		if no > len(t.Seats) {
			t.Seats = append(t.Seats, kindSeat{})
		}
		if wall != nil && wall.At(no) == nil {
			if no > lastOf(wall) {
				return 0, fault.New(fault.Conflict, "inbound.wall_full", "sku", kind.SKU, "wall", wall.Code)
			}
			continue // a slot that is switched off
		}
		if t.Seats[no-1] == (kindSeat{}) {
			t.Seats[no-1] = kindSeat{LineID: kind.LineID, SKU: kind.SKU}
			return no, nil
		}
	}
}

// lastOf is the largest number of a wall's slots.
func lastOf(wall *lights.Wall) (no int) {
	for _, s := range wall.Slots {
		no = max(no, s.No)
	}
	return no
}

// slotScanned takes the code of the slot in the place of its button.
func (t *receiving) slotScanned(ctx context.Context, code string) error {
	wall, err := t.wall(ctx)
	if err != nil {
		return err
	}
	if err := wall.MustBe(t.Slot, code); err != nil {
		return err
	}
	return t.book(ctx)
}

// hear takes what was pressed at the wall while goods are on their way.
func (t *receiving) hear(ctx context.Context) error {
	wall, err := t.wall(ctx)
	if err != nil {
		return err
	}
	if confirmed, err := wall.Confirmed(t.Slot); err != nil || !confirmed {
		return err
	}
	return t.book(ctx)
}

// closeSlot closes the slot at hand, or that goods went into last: it is full, and its
// goods go on in the next.
func (t *receiving) closeSlot(ctx context.Context) error {
	undo := t.before()
	no := t.Slot
	if no == 0 {
		no = t.Last
	}
	if no == 0 || t.Seats[no-1].LineID == 0 || t.Seats[no-1].Full {
		return fault.New(fault.Invalid, "inbound.no_slot_to_close")
	}
	t.Seats[no-1].Full, t.Slot, t.item = true, 0, item{}
	t.GoTo(stepItem)
	t.Reply = plugin.Reply{Key: "inbound.slot_closed", Params: fault.Params{"slot": no}, Undo: undo}
	return t.showLamps(ctx)
}

// hearEmptied takes what was pressed while no goods are on their way: full slots were
// emptied.
func (t *receiving) hearEmptied(ctx context.Context) error {
	wall, err := t.wall(ctx)
	if err != nil {
		return err
	}
	pressed := wall.Pressed()
	if err := t.walls.Forget(ctx, t.Session, t.WallID, pressed); err != nil {
		return err
	}
	return t.empty(ctx, pressed)
}

// scannedSlot takes the code of a full slot that was emptied; false when the code is of
// something else.
func (t *receiving) scannedSlot(ctx context.Context, code string) (bool, error) {
	wall, err := t.wall(ctx)
	if err != nil || wall == nil {
		return false, err
	}
	at := slices.IndexFunc(wall.Slots, func(s lights.Slot) bool { return s.Code == code })
	if at < 0 {
		return false, nil
	}
	return true, t.empty(ctx, []int{wall.Slots[at].No})
}

// empty makes full slots free again.
func (t *receiving) empty(ctx context.Context, slots []int) error {
	undo := t.before()
	if err := lights.Clear(slots, t.free); err != nil {
		return err
	}
	t.Reply.Undo = undo
	return t.showLamps(ctx)
}

// free makes a full slot ready for other goods.
//
// Invalid inbound.slot_not_full.
func (t *receiving) free(no int) error {
	if no < 1 || no > len(t.Seats) || !t.Seats[no-1].Full {
		return fault.New(fault.Invalid, slotNotFull, "slot", no)
	}
	t.Seats[no-1] = kindSeat{}
	t.Reply = plugin.Reply{Key: "lights.slot_cleared", Params: fault.Params{"slot": no}}
	return nil
}

// lamps are those that the task asks for.
func (t *receiving) lamps() (list []lights.Lamp) {
	for i, b := range t.Seats {
		lamp := lights.Lamp{No: i + 1, State: lights.Off, Label: b.SKU}
		switch {
		case b.Full:
			lamp.State = lights.Full
		case t.Slot == i+1:
			lamp.State, lamp.Qty = lights.Lit, t.Qty
		}
		list = append(list, lamp)
	}
	return list
}

func (t *receiving) showLamps(ctx context.Context) error {
	return t.Show(ctx, t.walls, t.Session, t.lamps())
}

// before notes what the wall shows, for taking an input back.
func (t *receiving) before() undoReceive {
	return undoReceive{NoticeID: t.NoticeID, WallID: t.WallID, Lamps: t.lamps()}
}

// relight has the wall show again what it showed before an input that is taken back.
func (t *receiving) relight(ctx context.Context, did undoReceive) error {
	return t.Relight(ctx, t.walls, t.Session, did.WallID, did.Lamps)
}

// alarm has the wall say that an input was refused.
func (t *receiving) alarm(ctx context.Context, why *fault.Fault) error {
	return t.Alarm(ctx, t.walls, t.Session, why, slotNotFull)
}

// showWall shows the slot of the goods at hand, how the wall is, and what was pressed.
func (t *receiving) showWall(ctx context.Context, view *plugin.View) error {
	if t.Slot != 0 {
		maps.Copy(view.Prompt, fault.Params{"slot": t.Slot, "qty": t.Qty.String()})
		view.Target = append([]plugin.Target{{Label: "lights.slot", Value: strconv.Itoa(t.Slot), Size: plugin.SizeHuge, Field: "slot"}}, view.Target...)
		view.Speak = strconv.Itoa(t.Slot)
	}
	wall, err := t.wall(ctx)
	if err != nil {
		return err
	}
	wall.Tell(view, t.Step() == stepSlot || t.Step() == stepItem)
	return nil
}
