package station

import (
	"context"
	"encoding/json"
	"fmt"
	"slices"

	"github.com/wareloom/wareloom/engine/meta"
	"github.com/wareloom/wareloom/engine/store"
)

// kindOfWeight is how a step asks for a weight.
const kindOfWeight = "weight"

// Weighing is an input at a step for weights.
type Weighing struct {
	User    int64  `json:"-"`
	Station string `json:"-"`
	Session int64  `json:"-"`

	Weight string `json:"weight"` // kg
	Scale  bool   `json:"scale"`  // read off the scale of the workstation
	Reason string `json:"reason"` // why it was typed where there is a scale
}

// Weigh gives the weight that an input means. A fault refuses it.
type Weigh func(ctx context.Context, tx *store.Tx, w Weighing) (string, error)

// weigh has the weight of an input taken from the scale, or its reason noted; what the
// flow gets is the weight alone.
func (v *Service) weigh(ctx context.Context, s *Session, in Input) (Input, error) {
	at := slices.IndexFunc(s.Station.Steps, func(step meta.Step) bool { return step.Key == s.step })
	if v.Weigh == nil || at < 0 || s.Station.Steps[at].Kind != kindOfWeight || !weighs(in.Kind) {
		return in, nil
	}
	w := Weighing{User: s.Actor.UserID, Station: s.Station.Key, Session: s.ID}
	if err := json.Unmarshal(in.Value, &w); err != nil {
		w.Weight = in.Text()
	}
	weight, err := v.Weigh(ctx, s.tx, w)
	if err != nil {
		return in, err
	}
	in.Value, err = json.Marshal(weight)
	if err != nil {
		return in, fmt.Errorf("write a weight: %w", err)
	}
	return in, nil
}

func weighs(kind string) bool { return kind == KindWeight || kind == KindKey || kind == KindScan }
