package station

import (
	"context"
	"encoding/json"
	"fmt"
	"time"

	"github.com/wareloom/wareloom/engine/access"
	"github.com/wareloom/wareloom/engine/auth"
	"github.com/wareloom/wareloom/engine/catalog"
	"github.com/wareloom/wareloom/engine/fault"
	"github.com/wareloom/wareloom/engine/meta"
	"github.com/wareloom/wareloom/engine/query"
	"github.com/wareloom/wareloom/engine/record"
	"github.com/wareloom/wareloom/engine/store"
)

// Service runs the stations of a release.
type Service struct {
	DB    *store.DB
	Flows map[string]Flow
	// Data gives the door to records for a flow: the station's right has been
	// checked, so a flow may do what its plugin may, under the person's name.
	Data func(ctx context.Context, tx *store.Tx, release *catalog.Release, actor auth.Actor) (record.Data, error)
	// Records reads the params of a start.
	Records *record.Records
	// Translate gives the text of a key in a language, of the release of the answer.
	Translate func(release *catalog.Release, language, key string, params fault.Params) string
	// Vouch finds the supervisor who shows a proof on a device.
	Vouch func(ctx context.Context, proof auth.Proof, device auth.Device) (auth.Actor, error)
	// Rights gives what a supervisor may do.
	Rights func(ctx context.Context, tx *store.Tx, release *catalog.Release, actor auth.Actor) (*access.Rights, error)
	// Query finds what a code is that a step does not ask for.
	Query *query.Query
	// Weigh takes the weights of steps for them; nil takes what is typed.
	Weigh Weigh
	Now   func() time.Time
}

// Caller is who works at a station, and on which device.
type Caller struct {
	Rights *access.Rights
	Device auth.Device
	Knows  bool // has the screen before its first input, so that what to expect may be told as a difference
}

// Opening is how a task begins: what the start asks, and the code that the person
// brought along, as of the document that led here; none when empty.
type Opening struct {
	Params map[string]any
	Input  string
}

// Start begins a task at a station. A code that was brought along is its first
// input: refused, it leaves the task at its first question. A repeated call is
// answered with the session that the first one began.
//
// NotFound: no such station. Invalid: params it does not take. Faults of the flow
// refuse the start.
func (v *Service) Start(ctx context.Context, caller Caller, key string, o Opening) (*Answer, error) {
	answer, err := v.start(ctx, caller.Rights, key, o.Params)
	if err != nil || o.Input == "" {
		return answer, err
	}
	code, err := json.Marshal(o.Input)
	if err != nil {
		return nil, fmt.Errorf("write first input of station %s: %w", key, err)
	}
	return v.Input(ctx, caller, answer.Session, []Input{{Seq: 1, Step: answer.Screen.Step, Kind: KindScan, Value: code}})
}

func (v *Service) start(ctx context.Context, rights *access.Rights, key string, params map[string]any) (*Answer, error) {
	definition, ok := rights.Release().Stations[key]
	if !ok {
		return nil, fault.New(fault.NotFound, "station.unknown", "key", key)
	}
	flow, err := v.flow(definition.Meta.Flow)
	if err != nil {
		return nil, err
	}
	var answer *Answer
	err = v.DB.Write(ctx, func(ctx context.Context, tx *store.Tx) error {
		text, err := auth.Once(ctx, tx, "", func() ([]byte, error) {
			begun, err := v.begin(sourced(ctx, key), tx, rights, definition, flow, params)
			if err != nil {
				return nil, err
			}
			return json.Marshal(begun)
		})
		if err != nil {
			return err
		}
		answer = new(Answer)
		return json.Unmarshal(text, answer)
	})
	return answer, err
}

// begin makes the session.
func (v *Service) begin(ctx context.Context, tx *store.Tx, rights *access.Rights, definition *catalog.Station, flow Flow, params map[string]any) (*Answer, error) {
	read, err := v.Records.ReadParams(ctx, tx, rights, record.Params{Fields: definition.Params, Given: params})
	if err != nil {
		return nil, err
	}
	s := &Session{Station: definition.Meta, Actor: rights.Actor(), Params: read, tx: tx, step: firstStep(definition.Meta), release: rights.Release(), rights: rights}
	s.row.Status, s.row.UserID = open, s.Actor.UserID
	if s.Data, err = v.Data(ctx, tx, rights.Release(), s.Actor); err != nil {
		return nil, err
	}
	if err := flow.Start(ctx, s); err != nil {
		return nil, err
	}
	now := v.Now()
	if err := s.dropUnused(ctx, now); err != nil {
		return nil, err
	}
	if err := s.insert(ctx, now.UnixMilli()); err != nil {
		return nil, err
	}
	return v.answer(ctx, rights, flow, s, nil)
}

// firstStep is the question that a station opens in.
func firstStep(definition *meta.Station) string { return definition.Steps[0].Key }

// sourced says in the audit that a station makes the changes.
func sourced(ctx context.Context, key string) context.Context {
	return record.WithSource(ctx, "station "+key)
}

// Input applies inputs in order and stops at the first that is refused or meant
// for another step; the rest comes back unapplied.
func (v *Service) Input(ctx context.Context, caller Caller, id int64, inputs []Input) (*Answer, error) {
	if len(inputs) == 0 {
		return nil, fault.New(fault.Invalid, "station.no_input").On("inputs")
	}
	answer := &Answer{Session: id}
	caller.Knows = caller.Knows && len(inputs) == 1
	for i, in := range inputs {
		one, err := v.apply(ctx, caller, id, in, i == len(inputs)-1)
		if err != nil {
			return nil, err
		}
		answer.Results = append(answer.Results, one.Results...)
		answer.Screen, answer.Seq = one.Screen, one.Seq
		if !one.Results[0].OK {
			break
		}
		answer.Applied++
	}
	return answer, nil
}

// apply applies one input in its own transaction; the screen is drawn after the
// last one only. A fault of the flow rolls it back; its answer is then kept in a
// transaction of its own, so that a repeated input is answered alike.
func (v *Service) apply(ctx context.Context, caller Caller, id int64, in Input, last bool) (*Answer, error) {
	leave, err := v.leave(ctx, caller, &in)
	if err != nil {
		return nil, err
	}
	var answer *Answer
	var refusal *fault.Fault
	err = v.DB.Write(ctx, func(ctx context.Context, tx *store.Tx) error {
		refusal = nil
		s, flow, shut := v.open(ctx, tx, caller.Rights, id)
		if shut != nil && !fault.IsKey(shut, sessionClosed) {
			return shut
		}
		s.leave = leave
		result, err := repeated(ctx, tx, s, in)
		if shut != nil && (err != nil || result == nil) {
			return shut // what closed it may come again, nothing else
		}
		if err != nil {
			return err
		}
		if result == nil {
			s.knows = caller.Knows
			result, err = v.run(sourced(ctx, s.Station.Key), flow, s, in)
			if f, ok := fault.As(err); ok && f.Code < fault.Internal {
				refusal = f
			}
			if err != nil {
				return err
			}
		}
		if !last && result.OK {
			answer = &Answer{Session: id, Results: []Result{*result}}
			return nil
		}
		answer, err = v.answer(ctx, caller.Rights, flow, s, result)
		return err
	})
	if refusal != nil {
		return v.refuse(ctx, caller, id, in, refusal)
	}
	return answer, err
}

// refuse keeps the answer to a refused input; nothing else changes.
func (v *Service) refuse(ctx context.Context, caller Caller, id int64, in Input, refusal *fault.Fault) (*Answer, error) {
	var answer *Answer
	err := v.DB.Write(ctx, func(ctx context.Context, tx *store.Tx) error {
		s, flow, err := v.open(ctx, tx, caller.Rights, id)
		if err != nil {
			return err
		}
		result, err := repeated(ctx, tx, s, in) // the same input may have been answered since the rollback
		if err != nil {
			return err
		}
		if result == nil {
			s.knows, s.kept = caller.Knows, true
			result, err = v.tellRefusal(sourced(ctx, s.Station.Key), flow, s, in, refusal)
		}
		if err != nil {
			return err
		}
		answer, err = v.answer(ctx, caller.Rights, flow, s, result)
		return err
	})
	return answer, err
}

// tellRefusal has the flow show a refusal in its way, and keeps it.
func (v *Service) tellRefusal(ctx context.Context, flow Flow, s *Session, in Input, refusal *fault.Fault) (*Result, error) {
	message, err := v.say(ctx, s, refusal)
	if err != nil {
		return nil, err
	}
	before := *s
	if shows, ok := flow.(Refuser); ok {
		if err := shows.Refused(ctx, s, in, refusal); err != nil {
			return nil, err
		}
	}
	return v.keepRefusal(ctx, s, &before, in, refusal, message)
}

// say gives the text of a refusal. Of a code that is not asked for here it says what it is of,
// as far as the person may see that: whoever scans the goods where their place is asked for
// has no wrong label in hand.
func (v *Service) say(ctx context.Context, s *Session, refusal *fault.Fault) (string, error) {
	key, params := refusal.Key, refusal.Params
	if code, told := params["code"].(string); told && key == codeUnknown {
		of, err := v.recordOf(ctx, s, code)
		if err != nil {
			return "", err
		}
		if of != nil {
			key, params = "station.not_asked", of
		}
	}
	return v.Translate(s.release, s.Actor.Language, key, params), nil
}

// recordOf tells the first record that a code is of, and its table; nil for none that the
// person may see.
func (v *Service) recordOf(ctx context.Context, s *Session, code string) (fault.Params, error) {
	meaning, err := v.Query.CodeIn(ctx, s.tx, s.rights, query.Scanned{Text: code})
	if err != nil || len(meaning.Found) == 0 {
		return nil, err
	}
	one := meaning.Found[0]
	label, err := labelOf(one)
	if err != nil {
		return nil, err
	}
	return fault.Params{"table": s.release.Tables[one.Table].Meta.Title, "record": label}, nil
}

func (v *Service) keepRefusal(ctx context.Context, s, before *Session, in Input, refusal *fault.Fault, message string) (*Result, error) {
	overridable, err := s.overridable(ctx, in, refusal.Key)
	if err != nil {
		return nil, err
	}
	result := &Result{Seq: in.Seq, Sound: SoundError, Code: refusal.Key, Message: message, Override: overridable}
	if refusal.Rule == SoundStop {
		result.Sound = SoundStop
	}
	return result, v.keep(ctx, s, before, in, result, nil)
}

// run does what the input says and keeps its result.
func (v *Service) run(ctx context.Context, flow Flow, s *Session, in Input) (*Result, error) {
	if s.lost && in.Kind != KindPark && in.Kind != KindClose {
		return v.tellLost(ctx, s, in)
	}
	if in.Step != "" && in.Step != s.step {
		return nil, fault.New(fault.Conflict, "station.other_step", "step", in.Step, "now", s.step)
	}
	before := *s
	reply, err := v.dispatch(ctx, flow, s, in)
	if err != nil {
		return nil, err
	}
	result := &Result{Seq: in.Seq, OK: true, Sound: reply.Sound, Code: reply.Code}
	if reply.Sound == "" {
		result.Sound = SoundOK
	}
	if reply.Key != "" {
		result.Message = v.Translate(s.release, s.Actor.Language, reply.Key, reply.Params)
	}
	return result, v.keep(ctx, s, &before, in, result, reply.Undo)
}

// dispatch answers what every station does alike, and asks the flow for the rest.
func (v *Service) dispatch(ctx context.Context, flow Flow, s *Session, in Input) (Reply, error) {
	switch in.Kind {
	case KindUndo:
		return v.undo(ctx, flow, s, in)
	case KindPark:
		s.row.Status = parked
		return Reply{Key: "station.parked"}, nil
	case KindClose:
		s.row.Status = closed
		return Reply{Key: "station.closed"}, nil
	case KindOverride:
		return v.override(ctx, flow, s, in)
	default:
		return v.input(ctx, flow, s, in)
	}
}

// input gives an input to the flow. At the end of a task it is the first of the
// next one.
func (v *Service) input(ctx context.Context, flow Flow, s *Session, in Input) (Reply, error) {
	if s.step == StepDone {
		if err := s.begin(ctx, flow); err != nil {
			return Reply{}, err
		}
	}
	weighed, err := v.weigh(ctx, s, in)
	if err != nil {
		return Reply{}, err
	}
	return flow.Input(ctx, s, weighed)
}

// meant refuses an undo that names another input than the newest: one that was
// taken back before, that something was built on, or that never came. A refusal
// or an undo is nothing to take back, so naming it means the input before.
func meant(ctx context.Context, s *Session, in Input, last *inputRow) error {
	var value struct {
		Seq int64 `json:"seq"`
	}
	if json.Unmarshal(in.Value, &value) != nil || value.Seq == 0 || value.Seq == last.Seq {
		return nil
	}
	named, err := readInput(ctx, s.tx, s.ID, value.Seq)
	if err != nil {
		return err
	}
	if named == nil || named.UndoneBy.Valid || named.Seq < last.Seq {
		return fault.New(fault.Conflict, "station.not_newest", "seq", value.Seq)
	}
	return nil
}

// undo takes back the newest accepted input: state and step are put back, and
// the flow takes back what the input did beyond them.
func (v *Service) undo(ctx context.Context, flow Flow, s *Session, in Input) (Reply, error) {
	if !s.Station.Undo {
		return Reply{}, fault.New(fault.Invalid, "station.no_undo")
	}
	last, err := lastUndoable(ctx, s.tx, s.ID)
	if err != nil {
		return Reply{}, err
	}
	if last == nil {
		return Reply{}, fault.New(fault.Invalid, "station.nothing_to_undo")
	}
	if err := meant(ctx, s, in, last); err != nil {
		return Reply{}, err
	}
	before, err := s.stateBefore(ctx, last.Seq)
	if err != nil {
		return Reply{}, err
	}
	if !s.fits(flow, last.BeforeStep, before) {
		return Reply{}, fault.New(fault.Conflict, stepGone)
	}
	if undoer, ok := flow.(Undoer); ok && last.Undo != "" {
		if err := undoer.Undo(ctx, s, json.RawMessage(last.Undo)); err != nil {
			return Reply{}, err
		}
	}
	s.step, s.state = last.BeforeStep, before
	err = s.tx.Put(ctx, nil, `UPDATE station_input SET undone_by = ? WHERE session_id = ? AND seq = ?`, in.Seq, s.ID, last.Seq)
	return Reply{Key: "station.undone"}, err
}

// repeated answers an input that was applied before. Conflict: the same number
// came with other content, or a number was left out.
func repeated(ctx context.Context, tx *store.Tx, s *Session, in Input) (*Result, error) {
	if in.Seq == s.row.LastSeq+1 {
		return nil, nil // a new input
	}
	if in.Seq > s.row.LastSeq {
		return nil, fault.New(fault.Conflict, "station.seq_gap", "seq", in.Seq, "next", s.row.LastSeq+1).On("seq")
	}
	known, err := readInput(ctx, tx, s.ID, in.Seq)
	if err != nil {
		return nil, err
	}
	if known == nil || !known.is(in) {
		return nil, fault.New(fault.Conflict, "station.seq_reused", "seq", in.Seq).On("seq")
	}
	result, err := known.result()
	if err != nil {
		return nil, fmt.Errorf("read result %d of station session %d: %w", in.Seq, s.ID, err)
	}
	return result, nil
}

// keep keeps an input with its result and what was there before it.
func (v *Service) keep(ctx context.Context, s, before *Session, in Input, result *Result, undo any) error {
	s.row.LastSeq = in.Seq
	now := v.Now().UnixMilli()
	text, err := json.Marshal(keptResult{Result: *result})
	if err != nil {
		return fmt.Errorf("write result of station input: %w", err)
	}
	token := ""
	if undo != nil {
		raw, err := json.Marshal(undo)
		if err != nil {
			return fmt.Errorf("write undo of station input: %w", err)
		}
		token = string(raw)
	}
	start, end := shared(before.state, s.state)
	between := before.state[start : len(before.state)-end]
	err = s.tx.AtEnd(ctx, `INSERT INTO station_input
		(session_id, seq, hash, step, kind, value, result, ok, before_step, before_state, before_packed, shared_start, shared_end, undo, by_user, override_by, at)
		VALUES (?, ?, ?, ?, ?, ?, ?, ?, '', '', ?, ?, ?, ?, ?, ?, ?)`,
		s.ID, in.Seq, keptHash(in, before.step), before.step, in.Kind, string(in.Value), string(text), result.OK,
		store.Packed(between), start, end, token, s.Actor.UserID, s.leave.supervisor(), now)
	if err != nil {
		return err
	}
	return s.update(ctx, in.Seq, now)
}

// open reads a session for an input. NotFound also for a session of another
// person; Conflict when it is closed.
func (v *Service) open(ctx context.Context, tx *store.Tx, rights *access.Rights, id int64) (*Session, Flow, error) {
	s, flow, err := v.read(ctx, tx, rights, id)
	if s != nil && s.row.UserID != s.Actor.UserID {
		err = fault.New(fault.NotFound, "station.session_unknown", "id", id)
	}
	return s, flow, err
}

// read reads a session of anybody, locked. NotFound when there is none at a station
// of the release, Conflict when it is closed.
func (v *Service) read(ctx context.Context, tx *store.Tx, rights *access.Rights, id int64) (*Session, Flow, error) {
	row, err := readSession(ctx, tx, id, true)
	if err != nil {
		return nil, nil, err
	}
	definition, ok := rights.Release().Stations[row.Station]
	if !ok {
		return nil, nil, fault.New(fault.NotFound, "station.session_unknown", "id", id)
	}
	s := &Session{
		ID: id, Station: definition.Meta, Actor: rights.Actor(),
		tx: tx, row: row, step: row.Step, state: json.RawMessage(row.State), release: rights.Release(), rights: rights,
	}
	if s.Params, err = readParams(definition, row.Params); err != nil {
		return nil, nil, fmt.Errorf("read params of station session %d: %w", id, err)
	}
	if s.Data, err = v.Data(ctx, tx, rights.Release(), s.Actor); err != nil {
		return nil, nil, err
	}
	flow, err := v.flow(definition.Meta.Flow)
	if err == nil && !s.fits(flow, s.step, s.state) {
		err = s.begin(ctx, flow)
		s.lost = true
	}
	if err == nil && row.Status == closed {
		err = fault.New(fault.Conflict, sessionClosed, "id", id)
	}
	return s, flow, err
}

// sessionClosed is the fault of a task that was ended; it comes with the session.
const sessionClosed = "station.session_closed"

func (v *Service) flow(key string) (Flow, error) {
	flow, ok := v.Flows[key]
	if !ok {
		return nil, fmt.Errorf("station flow %s is not registered", key)
	}
	return flow, nil
}

// Plan describes the flow of a station; nil when the flow does not describe itself.
func (v *Service) Plan(definition *meta.Station) *meta.Flow {
	if told, ok := v.Flows[definition.Flow].(Described); ok {
		return told.Plan()
	}
	return nil
}
