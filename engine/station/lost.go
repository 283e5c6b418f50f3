package station

import (
	"context"
	"encoding/json"
)

// Reader is a flow that can tell whether it reads what a session remembers, which
// another version of the flow may have written.
type Reader interface {
	Reads(state json.RawMessage) bool
}

// stepGone is the code of the answer to whom a new release took the step away.
const stepGone = "station.step_gone"

// fits reports whether a task can go on at a step with a state: the station has the
// step, and the flow reads the state.
func (s *Session) fits(flow Flow, step string, state json.RawMessage) bool {
	if _, err := stepOf(s.Station, step); err != nil && step != StepDone {
		return false
	}
	reader, ok := flow.(Reader)
	return !ok || reader.Reads(state)
}

// begin begins the task anew, at its first question.
func (s *Session) begin(ctx context.Context, flow Flow) error {
	s.step = firstStep(s.Station)
	return flow.Start(ctx, s)
}

// tellLost answers an input to a task whose step is gone: nothing of it is done, and
// from now on the task stands at its first question. What it did before stays done.
func (v *Service) tellLost(ctx context.Context, s *Session, in Input) (*Result, error) {
	s.lost = false
	before := *s
	before.step, before.state = s.row.Step, json.RawMessage(s.row.State)
	message := v.Translate(s.release, s.Actor.Language, stepGone, nil)
	result := &Result{Seq: in.Seq, Sound: SoundError, Code: stepGone, Message: message}
	return result, v.keep(ctx, s, &before, in, result, nil)
}
