package station

import (
	"context"
	"crypto/sha256"
	"database/sql"
	"encoding/hex"
	"encoding/json"
	"errors"
	"fmt"
	"slices"
	"strings"

	"github.com/wareloom/wareloom/engine/store"
)

// inputRow is a row of station_input.
type inputRow struct {
	Seq          int64         `db:"seq"`
	Hash         string        `db:"hash"`
	Kind         string        `db:"kind"`
	Value        string        `db:"value"`
	Result       string        `db:"result"`
	OK           bool          `db:"ok"`
	BeforeStep   string        `db:"before_step"`
	BeforeState  string        `db:"before_state"`
	BeforePacked store.Packed  `db:"before_packed"`
	SharedStart  sql.NullInt64 `db:"shared_start"`
	SharedEnd    sql.NullInt64 `db:"shared_end"`
	Undo         string        `db:"undo"`
	UndoneBy     sql.NullInt64 `db:"undone_by"`
}

// Older inputs say the step that they were made at twice.
const inputColumns = "seq, hash, kind, value, result, ok, coalesce(nullif(before_step, ''), step) as before_step, " +
	"before_state, before_packed, shared_start, shared_end, undo, undone_by"

// What is kept of an input's hash where its row tells it whole.
const (
	atItsStep = ""  // it named the step that it was made at
	atNoStep  = "-" // it named none
)

// keptHash is what is kept to know an input again. One that named a step of before, and was
// refused for it, is not told by its row.
func keptHash(in Input, at string) string {
	switch in.Step {
	case at:
		return atItsStep
	case "":
		return atNoStep
	}
	return hashOf(in)
}

// is reports whether an input that has the same number is the same, all but the time.
func (r *inputRow) is(in Input) bool {
	switch r.Hash {
	case atItsStep, atNoStep:
		return keptHash(in, r.BeforeStep) == r.Hash && in.Kind == r.Kind && string(in.Value) == r.Value
	}
	return strings.HasPrefix(r.Hash, hashOf(in))
}

// hashOf is what two inputs with the same number must share: 96 bits, the beginning of what
// was kept of inputs before.
func hashOf(in Input) string {
	sum := sha256.Sum256([]byte(in.Step + "\n" + in.Kind + "\n" + string(in.Value)))
	return hex.EncodeToString(sum[:12])
}

// shared tells how many bytes at their start and at their end two states have in common;
// none is counted twice.
func shared(before, after json.RawMessage) (start, end int) {
	most := min(len(before), len(after))
	for start < most && before[start] == after[start] {
		start++
	}
	for end < most-start && before[len(before)-1-end] == after[len(after)-1-end] {
		end++
	}
	return start, end
}

// before is the state that the flow had before the input, by the one that it had after it.
// Inputs of before that was so have it whole, packed or as text.
func (r *inputRow) before(after json.RawMessage) (json.RawMessage, error) {
	if !r.SharedStart.Valid {
		if r.BeforePacked == nil {
			return json.RawMessage(r.BeforeState), nil
		}
		return json.RawMessage(r.BeforePacked), nil
	}
	start, end := int(r.SharedStart.Int64), int(r.SharedEnd.Int64)
	if start < 0 || end < 0 || start+end > len(after) {
		return nil, fmt.Errorf("the state after input %d has %d bytes, fewer than it shares", r.Seq, len(after))
	}
	return slices.Concat(after[:start], json.RawMessage(r.BeforePacked), after[len(after)-end:]), nil
}

// stateBefore is what the flow remembered before an earlier input: what each input since
// then changed is put back, the newest first.
func (s *Session) stateBefore(ctx context.Context, seq int64) (json.RawMessage, error) {
	var since []inputRow
	const text = `SELECT ` + inputColumns + ` FROM station_input WHERE session_id = ? AND seq >= ? ORDER BY seq DESC`
	if err := s.tx.Select(ctx, &since, text, s.ID, seq); err != nil {
		return nil, fmt.Errorf("read inputs of station session %d: %w", s.ID, err)
	}
	state := s.state
	for i := range since {
		var err error
		if state, err = since[i].before(state); err != nil {
			return nil, fmt.Errorf("read state of station session %d: %w", s.ID, err)
		}
	}
	return state, nil
}

// keptResult is a result without what its row says anyway.
type keptResult struct {
	Result
	Seq *int64 `json:"seq,omitempty"`
	OK  *bool  `json:"ok,omitempty"`
}

// result is what the input was answered.
func (r *inputRow) result() (*Result, error) {
	var result Result
	err := json.Unmarshal([]byte(r.Result), &result)
	result.Seq, result.OK = r.Seq, r.OK
	return &result, err
}

// readInput reads an earlier input; nil when there is none with that number.
func readInput(ctx context.Context, tx *store.Tx, session, seq int64) (*inputRow, error) {
	return oneInput(ctx, tx, `SELECT `+inputColumns+` FROM station_input WHERE session_id = ? AND seq = ?`, session, seq)
}

// lastUndoable reads the newest accepted input that was not taken back.
func lastUndoable(ctx context.Context, tx *store.Tx, session int64) (*inputRow, error) {
	return oneInput(ctx, tx, `SELECT `+inputColumns+` FROM station_input
		WHERE session_id = ? AND ok AND undone_by IS NULL AND kind NOT IN ('undo', 'park', 'close')
		ORDER BY seq DESC LIMIT 1`, session)
}

func oneInput(ctx context.Context, tx *store.Tx, text string, args ...any) (*inputRow, error) {
	var row inputRow
	err := tx.Get(ctx, &row, text, args...)
	if errors.Is(err, sql.ErrNoRows) {
		return nil, nil // no such input is an answer, not a failure
	}
	return &row, err
}

// lastRefused reads the input that an override is about: the newest one beside
// refused overrides, if it was refused; nil when it was not.
func lastRefused(ctx context.Context, tx *store.Tx, session int64) (*inputRow, error) {
	row, err := oneInput(ctx, tx, `SELECT `+inputColumns+` FROM station_input
		WHERE session_id = ? AND (ok OR kind <> 'override') ORDER BY seq DESC LIMIT 1`, session)
	if err != nil || row == nil || row.OK {
		return nil, err
	}
	return row, nil
}
