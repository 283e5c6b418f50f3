package station

import (
	"context"
	"encoding/json"
	"slices"

	"github.com/wareloom/wareloom/engine/auth"
	"github.com/wareloom/wareloom/engine/fault"
	"github.com/wareloom/wareloom/engine/record"
)

// leave is a supervisor's leave for one refused input, or why there is none.
type leave struct {
	by      auth.Actor
	refusal error
	code    string // of the refusal that it is for
}

// supervisor is who gave the leave; nil for nobody.
func (l leave) supervisor() any {
	if l.by.UserID == 0 {
		return nil
	}
	return l.by.UserID
}

// Allows reports whether a supervisor lets the input pass a refusal.
func (s *Session) Allows(code string) bool { return s.leave.code == code && code != "" }

// leave finds the supervisor of an override before its transaction, since proving
// takes a while and counts guesses. What proves the supervisor is forgotten. A fault
// is kept for the input's answer.
func (v *Service) leave(ctx context.Context, caller Caller, in *Input) (leave, error) {
	if in.Kind != KindOverride {
		return leave{}, nil
	}
	var proof auth.Proof
	err := json.Unmarshal(in.Value, &proof)
	in.Value = nil
	if err != nil {
		return leave{refusal: fault.New(fault.Invalid, "station.override_proof").Because(err)}, nil
	}
	by, err := v.Vouch(ctx, proof, caller.Device)
	if _, ok := fault.As(err); ok {
		return leave{refusal: err}, nil
	}
	return leave{by: by}, err
}

// override repeats the input that was refused last, with a supervisor's leave for
// that refusal. Audit and input bear both names.
//
// Invalid: nothing was refused, or nobody may let that pass. Denied: the supervisor
// has no right to.
func (v *Service) override(ctx context.Context, flow Flow, s *Session, in Input) (Reply, error) {
	if s.leave.refusal != nil {
		return Reply{}, s.leave.refusal
	}
	refused, err := lastRefused(ctx, s.tx, s.ID)
	if err != nil {
		return Reply{}, err
	}
	if refused == nil || !slices.Contains(s.Station.Override, refused.code()) {
		return Reply{}, fault.New(fault.Invalid, "station.override_unknown")
	}
	rights, err := v.Rights(ctx, s.tx, s.release, s.leave.by)
	if err != nil {
		return Reply{}, err
	}
	if !rights.Can(s.release.Stations[s.Station.Key].Lead) {
		return Reply{}, fault.New(fault.Denied, "station.override_right", "name", s.leave.by.TrueName)
	}
	s.leave.code = refused.code()
	ctx = record.WithLeave(ctx, s.leave.by.UserID)
	return flow.Input(ctx, s, Input{Seq: in.Seq, Step: s.step, Kind: refused.Kind, Value: json.RawMessage(refused.Value), At: in.At})
}

// overridable reports whether a refusal may be let pass; that of an override leaves
// this as it was.
func (s *Session) overridable(ctx context.Context, in Input, code string) (bool, error) {
	if in.Kind == KindOverride {
		refused, err := lastRefused(ctx, s.tx, s.ID)
		if err != nil || refused == nil {
			return false, err
		}
		code = refused.code()
	}
	return slices.Contains(s.Station.Override, code), nil
}

// code is the machine code of the input's result.
func (r *inputRow) code() string {
	result, err := r.result()
	if err != nil {
		return ""
	}
	return result.Code
}
