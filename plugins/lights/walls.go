package lights

import (
	"context"
	"database/sql"
	"errors"
	"fmt"
	"slices"
	"time"

	"github.com/wareloom/wareloom/engine/fault"
	"github.com/wareloom/wareloom/engine/plugin"
	stock "github.com/wareloom/wareloom/plugins/inventory/contract"
	"github.com/wareloom/wareloom/plugins/lights/contract"
)

// Walls are the light walls of the house.
type Walls struct{}

var _ contract.Walls = Walls{}

// idle is how long a station may leave a wall alone before another takes it.
const idle = 30 * time.Minute

// wallRow is a wall with who has it.
type wallRow struct {
	ID          int64         `db:"id"`
	Code        string        `db:"code"`
	WarehouseID int64         `db:"warehouse_id"`
	SessionID   sql.NullInt64 `db:"session_id"`
	UserID      sql.NullInt64 `db:"used_by"`
	WorkedAt    int64         `db:"worked_at"`
	SeenAt      int64         `db:"seen_at"`
	Patience    int64         `db:"timeout_s"`
}

const wallQuestion = `SELECT id, code, warehouse_id, session_id, used_by, COALESCE(worked_at, 0) AS worked_at, COALESCE(seen_at, 0) AS seen_at,
	COALESCE(timeout_s, 0) AS timeout_s FROM light_wall WHERE `

// heldAgainst reports whether somebody else works at it. A person takes his wall along
// to another device, and whoever puts his task down leaves it to others.
func (w *wallRow) heldAgainst(ctx context.Context, s *plugin.Session) (bool, error) {
	own := w.SessionID.Int64 == s.ID || w.UserID.Int64 == s.Actor.UserID
	if !w.SessionID.Valid || own || s.Data.SQL().Now().Sub(time.UnixMilli(w.WorkedAt)) >= idle {
		return false, nil
	}
	return s.AtWork(ctx, w.SessionID.Int64)
}

// lost reports whether its controller has been silent for too long.
func (w *wallRow) lost(now time.Time) bool {
	return now.Sub(time.UnixMilli(w.SeenAt)) > time.Duration(w.Patience)*time.Second
}

// Take gives a wall to a session; see contract.Walls.
func (Walls) Take(ctx context.Context, s *plugin.Session, warehouse, wanted int64) (*contract.Wall, error) {
	where, args := `warehouse_id = ? AND enabled = ? ORDER BY id`, []any{warehouse, true}
	if wanted != 0 {
		where, args = `id = ?`, []any{wanted}
	}
	var list []wallRow
	if err := s.Data.SQL().Select(ctx, &list, wallQuestion+where+s.Data.SQL().ForUpdate(), args...); err != nil {
		return nil, fmt.Errorf("read light walls of warehouse %d: %w", warehouse, err)
	}
	for i := range list {
		w := &list[i]
		if w.WarehouseID != warehouse {
			return nil, fault.New(fault.Invalid, "lights.other_warehouse", "wall", w.Code)
		}
		held, err := w.heldAgainst(ctx, s)
		if err != nil {
			return nil, err
		}
		if !held {
			return give(ctx, s, w)
		}
		if wanted != 0 {
			return nil, fault.New(fault.Conflict, "lights.busy", "wall", w.Code)
		}
	}
	return nil, nil // no wall is free: the screen says it all
}

// give makes a wall that of the session, with all lamps off.
func give(ctx context.Context, s *plugin.Session, w *wallRow) (*contract.Wall, error) {
	row := plugin.Row{"id": w.ID, "session_id": s.ID, "used_by": s.Actor.UserID, "worked_at": s.Data.SQL().Now()}
	if err := s.Data.Set(ctx, "light_wall", []plugin.Row{row}); err != nil {
		return nil, fmt.Errorf("take light wall %s: %w", w.Code, err)
	}
	if err := show(ctx, s.Data, w.ID, nil); err != nil {
		return nil, err
	}
	w.SessionID = sql.NullInt64{Int64: s.ID, Valid: true}
	return wallOf(ctx, s.Data.SQL(), w)
}

// Read reads the wall of a session; see contract.Walls.
func (Walls) Read(ctx context.Context, s *plugin.Session, wall int64) (*contract.Wall, error) {
	var w wallRow
	err := s.Data.SQL().Get(ctx, &w, wallQuestion+`id = ? AND session_id = ?`, wall, s.ID)
	if errors.Is(err, sql.ErrNoRows) {
		return nil, nil // another station has it, which is an answer
	}
	if err != nil {
		return nil, fmt.Errorf("read light wall %d: %w", wall, err)
	}
	return wallOf(ctx, s.Data.SQL(), &w)
}

func wallOf(ctx context.Context, tx plugin.Tx, w *wallRow) (*contract.Wall, error) {
	slots, err := slotsOf(ctx, tx, w.ID, "")
	if err != nil {
		return nil, err
	}
	wall := &contract.Wall{ID: w.ID, Code: w.Code, Lost: w.lost(tx.Now())}
	for _, s := range slots {
		if s.Enabled {
			wall.Slots = append(wall.Slots, contract.Slot{ID: s.ID, No: s.No, Code: s.Code, State: s.State, Pressed: s.Pressed})
		}
	}
	return wall, nil
}

// slotRow is a slot as it stands.
type slotRow struct {
	ID      int64         `db:"id"`
	No      int           `db:"slot_no"`
	Code    string        `db:"code"`
	Enabled bool          `db:"enabled"`
	State   string        `db:"state"`
	Qty     stock.Qty     `db:"qty"`
	Label   string        `db:"label"`
	LitNo   int64         `db:"lit_no"`
	Pressed bool          `db:"pressed"`
	WallID  sql.NullInt64 `db:"light_wall_id"`
}

func slotsOf(ctx context.Context, tx plugin.Tx, wall int64, lock string) (slots []slotRow, err error) {
	err = tx.Select(ctx, &slots, slotQuestion+`light_wall_id = ? ORDER BY slot_no`+lock, wall)
	if err != nil {
		return nil, fmt.Errorf("read slots of light wall %d: %w", wall, err)
	}
	return slots, nil
}

const slotQuestion = `SELECT id, light_wall_id, slot_no, code, COALESCE(enabled, TRUE) AS enabled, state, COALESCE(qty, 0) AS qty, COALESCE(label, '') AS label,
	COALESCE(lit_no, 0) AS lit_no, pressed_at IS NOT NULL AS pressed FROM light_slot WHERE `

// Show has lamps show something; see contract.Walls.
func (Walls) Show(ctx context.Context, s *plugin.Session, wall int64, lamps []contract.Lamp) error {
	own := plugin.Row{"id": wall, "session_id": s.ID}
	held, err := s.Data.SetWhere(ctx, "light_wall", own, plugin.Row{"worked_at": s.Data.SQL().Now(), "alarm": false})
	if err != nil || held == 0 { // another has it: this station goes on by its screen
		return err
	}
	return show(ctx, s.Data, wall, lamps)
}

// show changes what is not shown yet.
func show(ctx context.Context, data plugin.Data, wall int64, lamps []contract.Lamp) error {
	slots, err := slotsOf(ctx, data.SQL(), wall, data.SQL().ForUpdate())
	if err != nil {
		return err
	}
	var rows []plugin.Row
	for _, s := range slots {
		lamp := contract.Lamp{No: s.No, State: contract.Off}
		if at := slices.IndexFunc(lamps, func(l contract.Lamp) bool { return l.No == s.No }); at >= 0 {
			lamp = lamps[at]
		}
		if s.shows(lamp) {
			continue
		}
		rows = append(rows, plugin.Row{
			"id": s.ID, "state": lamp.State, "qty": lamp.Qty, "label": plugin.OrNil(lamp.Label), "lit_no": s.LitNo + 1, "lit_at": data.SQL().Now(), "pressed_at": nil,
		})
	}
	if len(rows) == 0 {
		return nil
	}
	if err := data.Set(ctx, "light_slot", rows); err != nil {
		return fmt.Errorf("light %d slots of wall %d: %w", len(rows), wall, err)
	}
	return nil
}

// shows reports whether the slot's lamp is as it shall be.
func (s *slotRow) shows(l contract.Lamp) bool {
	return s.State == l.State && s.Qty == stock.QtyOf(l.Qty) && s.Label == l.Label
}

// Forget forgets presses; see contract.Walls.
func (Walls) Forget(ctx context.Context, s *plugin.Session, wall int64, slots []int) error {
	for _, no := range slots {
		if _, err := s.Data.SetWhere(ctx, "light_slot", plugin.Row{"light_wall_id": wall, "slot_no": no}, plugin.Row{"pressed_at": nil}); err != nil {
			return fmt.Errorf("forget the press of slot %d: %w", no, err)
		}
	}
	return nil
}

// Alarm has the wall say that something is wrong; see contract.Walls.
func (Walls) Alarm(ctx context.Context, s *plugin.Session, wall int64) error {
	_, err := s.Data.SetWhere(ctx, "light_wall", plugin.Row{"id": wall, "session_id": s.ID}, plugin.Row{"alarm": true})
	return err
}

// Leave gives a wall back; see contract.Walls.
func (w Walls) Leave(ctx context.Context, s *plugin.Session, wall int64) error {
	if err := w.Show(ctx, s, wall, nil); err != nil {
		return err
	}
	_, err := s.Data.SetWhere(ctx, "light_wall", plugin.Row{"id": wall, "session_id": s.ID}, plugin.Row{"session_id": nil, "used_by": nil})
	return err
}
