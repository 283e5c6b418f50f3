package station

import (
	"context"
	"database/sql"
	"embed"
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"strings"
	"time"

	"github.com/wareloom/wareloom/engine/access"
	"github.com/wareloom/wareloom/engine/auth"
	"github.com/wareloom/wareloom/engine/catalog"
	"github.com/wareloom/wareloom/engine/fault"
	"github.com/wareloom/wareloom/engine/meta"
	"github.com/wareloom/wareloom/engine/record"
	"github.com/wareloom/wareloom/engine/store"
)

//go:embed sql/*.sql
var migrations embed.FS

// Migrations are the package's own tables.
func Migrations() store.Migrations {
	files, err := fs.Sub(migrations, "sql")
	if err != nil { // the folder is embedded above
		files = migrations
	}
	return store.Migrations{Owner: "station", FS: files}
}

// States of a session. Only one that is open or parked has something to go on with; the code
// calls unused and resting ones open, too.
const (
	unused  = "unused" // without an input so far
	open    = "open"
	resting = "resting" // at its first question, or done
	parked  = "parked"
	closed  = "closed"
)

// StepDone is the step of a finished task; a flow goes there when nothing is left.
const StepDone = meta.FlowEnd

// Session is a person's task at a station. A flow reads Params, keeps what it
// must remember in its state, and moves by GoTo.
type Session struct {
	ID      int64
	Station *meta.Station
	Actor   auth.Actor
	Params  record.Row  // of the start, typed as the station declares them
	Data    record.Data // reads and writes in the input's transaction

	step  string
	state json.RawMessage
	tx    *store.Tx
	row   sessionRow

	release *catalog.Release
	rights  *access.Rights // the person's own; Data goes by the station's
	leave   leave          // of a supervisor, for one input
	knows   bool           // the device has the screen before the input
	kept    bool           // the input left what may be expected as it was
	took    map[string]string
	lost    bool // what was kept does not fit this release; the task stands at its first question
}

// Step is the key of the step the session is on.
func (s *Session) Step() string { return s.step }

// GoTo moves the session to a step.
func (s *Session) GoTo(step string) { s.step = step }

// Scope narrows codes to those of the start's params that were given.
func (s *Session) Scope(params ...string) Scope {
	scope := Scope{}
	for _, key := range params {
		if v := s.Params[key]; v != nil {
			scope[key] = v
		}
	}
	return scope
}

// Load fills the flow's state from the session; a session without one leaves it
// as it is.
func (s *Session) Load(state any) error {
	if len(s.state) == 0 {
		return nil
	}
	if err := json.Unmarshal(s.state, state); err != nil {
		return fmt.Errorf("read state of station session %d: %w", s.ID, err)
	}
	return nil
}

// Store keeps the flow's state in the session.
func (s *Session) Store(state any) error {
	raw, err := json.Marshal(state)
	if err != nil {
		return fmt.Errorf("write state of station session %d: %w", s.ID, err)
	}
	s.state = raw
	return nil
}

// sessionRow is a row of station_session.
type sessionRow struct {
	ID      int64  `db:"id"`
	Station string `db:"station"`
	UserID  int64  `db:"user_id"`
	Status  string `db:"status"`
	Step    string `db:"step"`
	Params  string `db:"params"`
	State   string `db:"state"`
	LastSeq int64  `db:"last_seq"`
	progress
}

const sessionColumns = "id, station, user_id, status, step, params, state, last_seq"

// insert makes the session's row.
func (s *Session) insert(ctx context.Context, now int64) error {
	id, err := s.tx.NextIDs(ctx, 1)
	if err != nil {
		return err
	}
	params, err := json.Marshal(s.Params)
	if err != nil {
		return fmt.Errorf("write params of station session: %w", err)
	}
	s.ID = id
	return s.tx.Put(ctx, nil, `INSERT INTO station_session (`+sessionColumns+`, created_at, updated_at)
		VALUES (?, ?, ?, ?, ?, ?, ?, 0, ?, ?)`, id, s.Station.Key, s.Actor.UserID, unused, s.step, string(params), string(s.state), now, now)
}

// keepUnused is how long a session without an input is kept: its device may come back.
const keepUnused = 12 * time.Hour

// dropUnused removes what the person opened at the station long ago and left
// without an input.
func (s *Session) dropUnused(ctx context.Context, now time.Time) error {
	return s.tx.Put(ctx, nil, `DELETE FROM station_session WHERE user_id = ? AND status = ? AND station = ? AND updated_at < ?`,
		s.Actor.UserID, unused, s.Station.Key, now.Add(-keepUnused).UnixMilli())
}

// update keeps step, state, status and the last number of an input. What does not fit
// this release stays until the person was told.
func (s *Session) update(ctx context.Context, seq, now int64) error {
	step, state := s.step, string(s.state)
	if s.lost {
		step, state = s.row.Step, s.row.State
	}
	return s.tx.AtEnd(ctx, `UPDATE station_session SET step = ?, state = ?, status = ?, user_id = ?, last_seq = ?, updated_at = ? WHERE id = ?`,
		step, state, s.status(step, seq), s.row.UserID, seq, now, s.ID)
}

// status is the one that is kept of a session at a step.
func (s *Session) status(step string, seq int64) string {
	switch {
	case s.row.Status != open:
		return s.row.Status
	case seq == 0:
		return unused
	case step == StepDone || step == firstStep(s.Station):
		return resting
	}
	return open
}

// AtWork reports whether a session, this one or another, is neither put down nor ended.
func (s *Session) AtWork(ctx context.Context, id int64) (working bool, err error) {
	err = s.tx.Get(ctx, &working, `SELECT COUNT(*) > 0 FROM station_session WHERE id = ? AND status NOT IN ?`, id, []string{parked, closed})
	if err != nil {
		return false, fmt.Errorf("read status of station session %d: %w", id, err)
	}
	return working, nil
}

// readParams gives the kept params of a start their types back.
func readParams(definition *catalog.Station, text string) (record.Row, error) {
	kept := map[string]any{}
	decoder := json.NewDecoder(strings.NewReader(text))
	decoder.UseNumber()
	if err := decoder.Decode(&kept); err != nil {
		return nil, err
	}
	params := record.Row{}
	for _, f := range definition.Params {
		value, bad := f.Parse(kept[f.Key])
		if bad != nil {
			return nil, bad
		}
		if value != nil {
			params[f.Key] = value
		}
	}
	return params, nil
}

// readSession reads a session's row, locked against other inputs when the
// transaction writes. NotFound when there is none.
func readSession(ctx context.Context, tx *store.Tx, id int64, lock bool) (sessionRow, error) {
	text := `SELECT ` + sessionColumns + `, ` + progressColumns + ` FROM station_session WHERE id = ?`
	if lock {
		text += tx.ForUpdate()
	}
	var row sessionRow
	err := tx.Get(ctx, &row, text, id)
	if errors.Is(err, sql.ErrNoRows) {
		return row, fault.New(fault.NotFound, "station.session_unknown", "id", id)
	}
	if row.Status == unused || row.Status == resting {
		row.Status = open
	}
	return row, err
}
