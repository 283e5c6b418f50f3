package packing

import (
	"context"
	"maps"
	"slices"
	"strconv"
	"strings"

	"github.com/shopspring/decimal"

	"github.com/wareloom/wareloom/engine/fault"
	"github.com/wareloom/wareloom/engine/plugin"
	lights "github.com/wareloom/wareloom/plugins/lights/contract"
)

// stepSlot asks that goods are put into the slot whose lamp is on.
const stepSlot = "slot"

// slotInUse refuses to free a slot whose order is not packed.
const slotInUse = "packing.slot_in_use"

// lamps is what a station at a light wall remembers beside the wave.
type lamps struct {
	lights.At
	Put *put `json:"put,omitempty"` // goods on their way into a slot
}

// put is goods on their way into a slot.
type put struct {
	OrderID int64           `json:"order"`
	Slot    int             `json:"slot"`
	Qty     decimal.Decimal `json:"qty"`
	Serials []string        `json:"serials,omitempty"`
}

// lighting is the flow of the station verify_light: verify_by_wave, whose slots are those
// of a light wall and say themselves when goods are in.
func (b bench) lighting() plugin.Machine[*sorting] {
	m := b.sorting(stepSlot)
	m.New = func() *sorting { return &sorting{bench: b, sorted: sortedOf(plugin.Meaning{}), lit: true} }
	for i := range m.Steps {
		switch m.Steps[i].Key {
		case stepWave:
			m.Steps[i].Accept = append(m.Steps[i].Accept, "light_wall")
		case stepItem:
			m.Steps[i].Accept = append(m.Steps[i].Accept, "light_slot")
			m.Steps[i].Buttons = append(m.Steps[i].Buttons, plugin.Press[*sorting]{Code: lights.ButtonPressed, Do: (*sorting).hearCleared})
		}
	}
	on := []string{stepItem, stepWave, stepUnresolved}
	m.Steps = append(m.Steps, plugin.Step[*sorting]{
		Key: stepSlot, Kind: "scan", Accept: []string{"light_slot"}, Ready: (*sorting).heed, Take: plugin.TakeText((*sorting).slotScanned), To: on, Back: []string{stepItem},
		Buttons: []plugin.Press[*sorting]{{Code: "put", Do: (*sorting).confirm, To: on}, {Code: lights.ButtonPressed, Do: (*sorting).hear, To: on}},
	})
	m.ShowRefusal = (*sorting).alarm
	return m
}

// goodsCodes are the kinds of codes that the step of items takes.
func (t *sorting) goodsCodes() []string {
	if t.lit {
		return []string{"product", "sku", "light_slot"}
	}
	return []string{"product", "sku"}
}

// takeWall takes a wall for the wave at hand: the one that was scanned, or one that is
// free.
func (t *sorting) takeWall(ctx context.Context) (err error) {
	if !t.lit {
		return nil
	}
	wave, err := t.Data.Get(ctx, "wave", t.WaveID)
	if err != nil {
		return err
	}
	t.wall, err = t.Take(ctx, t.walls, t.Session, plugin.Int(wave, "warehouse_id"))
	return err
}

// atWall is the wall at work; nil where there is none, or another station took it.
func (t *sorting) atWall(ctx context.Context) (_ *lights.Wall, err error) {
	if t.wall == nil {
		t.wall, err = t.Wall(ctx, t.walls, t.Session)
	}
	return t.wall, err
}

func (t *sorting) leaveWall(ctx context.Context) error {
	t.wall, t.Put = nil, nil
	return t.Leave(ctx, t.walls, t.Session)
}

// seat gives an order the next slot: at a wall the first that is free, if one is.
func (t *sorting) seat(order int64) {
	if t.wall == nil {
		t.Slots = append(t.Slots, order)
		return
	}
	for _, s := range t.wall.Slots {
		for len(t.Slots) < s.No {
			t.Slots = append(t.Slots, 0)
		}
		if t.Slots[s.No-1] == 0 {
			t.Slots[s.No-1] = order
			return
		}
	}
}

// light lights the slot that goods at hand go into.
func (t *sorting) light(ctx context.Context, s *slot, qty decimal.Decimal, serials []string) error {
	undo, err := t.before(ctx)
	if err != nil {
		return err
	}
	t.Put = &put{OrderID: s.ID, Slot: s.No, Qty: qty, Serials: serials}
	t.LastSlot = s.No
	t.GoTo(stepSlot)
	t.Reply = plugin.Reply{Key: "packing.put_in", Params: t.putParams(), Undo: undo}
	return t.showLamps(ctx)
}

func (t *sorting) putParams() fault.Params {
	return fault.Params{"slot": t.Put.Slot, "qty": t.Put.Qty.String()}
}

// slotScanned takes the code of a slot in the place of its button.
func (t *sorting) slotScanned(ctx context.Context, code string) error {
	wall, err := t.atWall(ctx)
	if err != nil {
		return err
	}
	if err := wall.MustBe(t.Put.Slot, code); err != nil {
		return err
	}
	return t.confirm(ctx)
}

// confirm counts the goods that are in their slot now.
func (t *sorting) confirm(ctx context.Context) error {
	undo, err := t.before(ctx)
	if err != nil {
		return err
	}
	p := t.Put
	slots, err := t.slots(ctx)
	if err != nil {
		return err
	}
	at := slices.IndexFunc(slots, func(s slot) bool { return s.ID == p.OrderID })
	if at < 0 || slots[at].needs(t.ProductID).Decimal().LessThan(p.Qty) {
		return fault.New(fault.Conflict, "packing.line_gone")
	}
	t.Put = nil
	if err := t.fill(ctx, &slots[at], p.Qty, p.Serials); err != nil {
		return err
	}
	if did, ok := t.Reply.Undo.(undoSort); ok {
		undo.Claimed, undo.Packed, undo.Left = did.Claimed, did.Packed, did.Left
	}
	t.Reply.Undo = undo
	return t.showLamps(ctx)
}

// hear takes what was pressed at the wall while goods are on their way.
func (t *sorting) hear(ctx context.Context) error {
	wall, err := t.atWall(ctx)
	if err != nil {
		return err
	}
	if confirmed, err := wall.Confirmed(t.Put.Slot); err != nil || !confirmed {
		return err
	}
	return t.confirm(ctx)
}

// hearCleared takes what was pressed at the wall while no goods are on their way: the
// parcels of green slots were taken out.
func (t *sorting) hearCleared(ctx context.Context) error {
	wall, err := t.atWall(ctx)
	if err != nil {
		return err
	}
	undo, err := t.before(ctx)
	if err != nil {
		return err
	}
	pressed := wall.Pressed()
	if err := lights.Clear(pressed, func(no int) error { return t.free(ctx, no) }); err != nil {
		return err
	}
	t.Reply.Undo = undo
	if err := t.walls.Forget(ctx, t.Session, t.WallID, pressed); err != nil {
		return err
	}
	return t.showLamps(ctx)
}

// clear takes the code of a slot whose parcel was taken out.
func (t *sorting) clear(ctx context.Context, code string) error {
	wall, err := t.atWall(ctx)
	if err != nil {
		return err
	}
	no, err := wall.Number(code)
	if err != nil {
		return err
	}
	undo, err := t.before(ctx)
	if err != nil {
		return err
	}
	if err := t.free(ctx, no); err != nil {
		return err
	}
	t.Reply.Undo = undo
	return t.showLamps(ctx)
}

// free makes a slot whose order is packed ready for another.
//
// Invalid packing.slot_in_use.
func (t *sorting) free(ctx context.Context, no int) error {
	slots, err := t.slots(ctx)
	if err != nil {
		return err
	}
	at := slices.IndexFunc(slots, func(s slot) bool { return s.No == no })
	if at < 0 || !slots[at].packed() {
		return fault.New(fault.Invalid, slotInUse, "slot", no)
	}
	t.Slots[no-1], t.orders = 0, nil
	t.Reply = plugin.Reply{Key: "lights.slot_cleared", Params: fault.Params{"slot": no}}
	return nil
}

// finished names the slots whose parcels may be taken out.
func (t *sorting) finished(slots []slot) string {
	var list []string
	for _, s := range slots {
		if s.No > 0 && s.packed() {
			list = append(list, strconv.Itoa(s.No))
		}
	}
	return strings.Join(list, ", ")
}

// shown are the lamps that the task asks for.
func (t *sorting) shown(ctx context.Context) (list []lights.Lamp, err error) {
	slots, err := t.slots(ctx)
	if err != nil {
		return nil, err
	}
	for _, s := range slots {
		if s.No == 0 {
			continue
		}
		lamp := lights.Lamp{No: s.No, State: lights.Off, Label: s.DocNo}
		switch {
		case s.packed():
			lamp.State = lights.Done
		case t.Put != nil && t.Put.Slot == s.No:
			lamp.State, lamp.Qty = lights.Lit, t.Put.Qty
		}
		list = append(list, lamp)
	}
	return list, nil
}

// showLamps has the wall show what the task asks for; where the wave has ended it is
// left already.
func (t *sorting) showLamps(ctx context.Context) error {
	if t.WallID == 0 {
		return nil
	}
	t.wall = nil
	if _, err := t.atWall(ctx); err != nil {
		return err
	}
	list, err := t.shown(ctx)
	if err != nil {
		return err
	}
	return t.Show(ctx, t.walls, t.Session, list)
}

// before notes what the wall shows, for taking an input back.
func (t *sorting) before(ctx context.Context) (undoSort, error) {
	if t.WallID == 0 {
		return undoSort{}, nil
	}
	list, err := t.shown(ctx)
	return undoSort{WallID: t.WallID, Lamps: list}, err
}

// relight has the wall show again what it showed before an input that is taken back.
func (t *sorting) relight(ctx context.Context, did undoSort) error {
	if did.Took != 0 {
		return t.walls.Leave(ctx, t.Session, did.Took)
	}
	return t.Relight(ctx, t.walls, t.Session, did.WallID, did.Lamps)
}

// putDown leaves goods out of the slot that they were for.
func (t *sorting) putDown(ctx context.Context) error {
	if t.Put == nil {
		return nil
	}
	undo, err := t.before(ctx)
	if err != nil {
		return err
	}
	t.Put, t.Reply.Undo = nil, undo
	return t.showLamps(ctx)
}

// alarm has the wall say that an input was refused.
func (t *sorting) alarm(ctx context.Context, why *fault.Fault) error {
	return t.Alarm(ctx, t.walls, t.Session, why, slotInUse)
}

// showWall shows what goes into the slot that is lit, how the wall is, and what was
// pressed there.
func (t *sorting) showWall(ctx context.Context, view *plugin.View) error {
	if t.Put != nil {
		maps.Copy(view.Prompt, t.putParams())
		view.Target = append(view.Target, plugin.Target{Label: "packing.put_qty", Value: "× " + t.Put.Qty.String(), Size: plugin.SizeLarge, Field: "qty"})
	}
	wall, err := t.atWall(ctx)
	if err != nil {
		return err
	}
	wall.Tell(view, t.Step() == stepSlot || t.Step() == stepItem)
	return nil
}
