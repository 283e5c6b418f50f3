package station

import (
	"context"
	"slices"

	"github.com/wareloom/wareloom/engine/access"
	"github.com/wareloom/wareloom/engine/fault"
	"github.com/wareloom/wareloom/engine/store"
)

// Play is a task that is played from its start, in a transaction of the caller.
type Play struct {
	Station string
	Params  map[string]any
	Inputs  []Input // their numbers are those of their places
}

// played are the kinds of inputs that a play may have: what ends a session or shows
// somebody else's badge is not of the station's flow.
var played = []string{KindScan, KindKey, KindButton, KindForm, KindPhoto, KindWeight, KindUndo}

// Play plays a task and gives the opening and the answer to each input. A refused input
// changes nothing and the play goes on, as people do.
//
// NotFound: no such station. Invalid: params or inputs that it does not take.
func (v *Service) Play(ctx context.Context, tx *store.Tx, rights *access.Rights, p Play) ([]*Answer, error) {
	definition, ok := rights.Release().Stations[p.Station]
	if !ok {
		return nil, fault.New(fault.NotFound, "station.unknown", "key", p.Station)
	}
	flow, err := v.flow(definition.Meta.Flow)
	if err != nil {
		return nil, err
	}
	ctx = sourced(ctx, p.Station)
	begun, err := v.begin(ctx, tx, rights, definition, flow, p.Params)
	if err != nil {
		return nil, err
	}
	answers := []*Answer{begun}
	for i, in := range p.Inputs {
		if !slices.Contains(played, in.Kind) {
			return nil, fault.New(fault.Invalid, "request.wrong_value", "field", "inputs").On("inputs")
		}
		in.Seq = int64(i) + 1
		answer, err := v.playOne(ctx, tx, rights, begun.Session, in)
		if err != nil {
			return nil, err
		}
		answers = append(answers, answer)
	}
	return answers, nil
}

// playOne applies one input; what a refused one did is undone.
func (v *Service) playOne(ctx context.Context, tx *store.Tx, rights *access.Rights, session int64, in Input) (answer *Answer, err error) {
	err = tx.Savepoint(ctx, func(ctx context.Context) error {
		s, flow, err := v.open(ctx, tx, rights, session)
		if err != nil {
			return err
		}
		result, err := v.run(ctx, flow, s, in)
		if err == nil {
			answer, err = v.answer(ctx, rights, flow, s, result)
		}
		return err
	})
	refusal, refused := fault.As(err)
	if !refused || refusal.Code >= fault.Internal {
		return answer, err
	}
	s, flow, err := v.open(ctx, tx, rights, session)
	if err != nil {
		return nil, err
	}
	result, err := v.tellRefusal(ctx, flow, s, in, refusal)
	if err != nil {
		return nil, err
	}
	return v.answer(ctx, rights, flow, s, result)
}
