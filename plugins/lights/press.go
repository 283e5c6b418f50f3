package lights

import (
	"context"
	"database/sql"
	"encoding/json"
	"errors"
	"fmt"

	"github.com/wareloom/wareloom/engine/fault"
	"github.com/wareloom/wareloom/engine/plugin"
	"github.com/wareloom/wareloom/plugins/lights/contract"
)

// Press is what a controller says of a button.
type Press struct {
	Wall  string `json:"wall"`  // code
	Slot  int    `json:"slot"`  // number
	Event string `json:"event"` // number that the controller gives each press, and gives again when it is not sure
	LitNo int64  `json:"lit"`   // which lighting it answers; 0 where the controller does not say
}

// What became of a press, values of the dropdown light_outcome.
const (
	taken    = "taken"    // the station hears it
	repeated = "repeated" // the same press came before
	late     = "late"     // it answers a lamp that shows something else by now
	stray    = "stray"    // nobody works at the wall
)

// Pressed answers a press.
type Pressed struct {
	Outcome string `json:"outcome"`
}

// press takes a press once, however often it comes.
//
// Invalid lights.bad_press, lights.no_slot.
func press(ctx context.Context, data plugin.Data, p Press) (Pressed, error) {
	if p.Event == "" || len(p.Event) > 64 || p.Wall == "" {
		return Pressed{}, fault.New(fault.Invalid, "lights.bad_press").On("event")
	}
	slot, busy, err := lockSlot(ctx, data.SQL(), p)
	if err != nil {
		return Pressed{}, err
	}
	known, err := data.Find(ctx, "light_event", plugin.Where{Match: plugin.Row{"light_wall_id": slot.WallID.Int64, "event_no": p.Event}, Limit: 1})
	if err != nil {
		return Pressed{}, err
	}
	if len(known) > 0 {
		return Pressed{Outcome: repeated}, nil
	}
	outcome := taken
	switch {
	case !busy:
		outcome = stray
	case p.LitNo != 0 && p.LitNo != slot.LitNo:
		outcome = late
	}
	if outcome == taken {
		if err := data.Set(ctx, "light_slot", []plugin.Row{{"id": slot.ID, "pressed_at": data.SQL().Now()}}); err != nil {
			return Pressed{}, fmt.Errorf("press slot %s: %w", slot.Code, err)
		}
	}
	return Pressed{Outcome: outcome}, note(ctx, data, slot, p.Event, outcome)
}

// lockSlot reads the slot of a press, and whether somebody works at its wall. Presses of
// one slot come one after the other.
func lockSlot(ctx context.Context, tx plugin.Tx, p Press) (slot slotRow, busy bool, err error) {
	var w wallRow
	err = tx.Get(ctx, &w, wallQuestion+`code = ?`, p.Wall)
	if err == nil {
		err = tx.Get(ctx, &slot, slotQuestion+`light_wall_id = ? AND slot_no = ?`+tx.ForUpdate(), w.ID, p.Slot)
	}
	if errors.Is(err, sql.ErrNoRows) {
		return slot, false, fault.New(fault.Invalid, "lights.no_slot", "wall", p.Wall, "slot", p.Slot).On("slot")
	}
	return slot, w.SessionID.Valid, err
}

// note keeps the press: what was pressed when, and what became of it.
func note(ctx context.Context, data plugin.Data, slot slotRow, event, outcome string) error {
	_, err := data.Save(ctx, "light_event", plugin.Row{
		"light_wall_id": slot.WallID.Int64, "light_slot_id": slot.ID, "event_no": event, "outcome": outcome, "state": slot.State, "label": plugin.OrNil(slot.Label),
		"qty": slot.Qty.Decimal(), "at": data.SQL().Now(),
	})
	if err != nil {
		return fmt.Errorf("note press %s: %w", event, err)
	}
	return nil
}

// alive notes that the controller of a wall answers.
func alive(ctx context.Context, data plugin.Data, wall string) error {
	_, err := data.SetWhere(ctx, "light_wall", plugin.Row{"code": wall}, plugin.Row{"seen_at": data.SQL().Now()})
	return err
}

// pressEndpoint answers a controller that speaks HTTP, and the simulator.
func pressEndpoint(ctx context.Context, data plugin.Data, body json.RawMessage) (any, error) {
	var p Press
	if err := json.Unmarshal(body, &p); err != nil {
		return nil, fault.New(fault.Invalid, "lights.bad_press").On("event")
	}
	return press(ctx, data, p)
}

// aliveEndpoint hears that a controller, or the simulator, is there.
func aliveEndpoint(ctx context.Context, data plugin.Data, body json.RawMessage) (any, error) {
	var p Press
	if err := json.Unmarshal(body, &p); err != nil || p.Wall == "" {
		return nil, fault.New(fault.Invalid, "lights.bad_press").On("wall")
	}
	return Pressed{Outcome: taken}, alive(ctx, data, p.Wall)
}

// slotsOfWall makes the slots that a wall has by its count and that are not there yet.
func slotsOfWall(ctx context.Context, e *plugin.SaveEvent) error {
	id, code := plugin.ID(e.New), plugin.Text(e.New, "code")
	known, err := slotsOf(ctx, e.Data.SQL(), id, "")
	if err != nil {
		return err
	}
	var rows []plugin.Row
	for no := len(known) + 1; no <= int(plugin.Int(e.New, "slot_count")); no++ {
		rows = append(rows, plugin.Row{"light_wall_id": id, "warehouse_id": e.New["warehouse_id"], "slot_no": no, "code": fmt.Sprintf("%s-%02d", code, no), "state": contract.Off})
	}
	if len(rows) == 0 {
		return nil
	}
	_, err = e.Data.SaveMany(ctx, "light_slot", rows)
	return err
}
