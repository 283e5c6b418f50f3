package document

import (
	"context"
	"errors"
	"fmt"

	"github.com/wareloom/wareloom/engine/catalog"
	"github.com/wareloom/wareloom/engine/store"
)

// foresights is how often an action over a set is planned outside of its
// transaction. If things change faster, it is planned inside.
const foresights = 3

// foreseen takes an action with the plans of its effects, made before anything is
// locked, and plans anew while they do not hold any more.
func (d *Documents) foreseen(ctx context.Context, ask move, take func(ask move) error) error {
	if !d.plansAhead(ask.action) {
		return take(ask)
	}
	for range foresights {
		plans, err := d.foresee(ctx, ask)
		if err != nil {
			return err
		}
		one := ask
		one.plans = plans
		if err := take(one); !errors.Is(err, errStale) {
			return err
		}
	}
	return take(ask)
}

func (d *Documents) plansAhead(action *catalog.Action) bool {
	for _, do := range action.Do {
		if d.effects[do.Key].Plan != nil {
			return true
		}
	}
	return false
}

// foresee makes the plans of the action's effects: it reads on a snapshot as far as
// the effects, and thinks when that is closed.
func (d *Documents) foresee(ctx context.Context, ask move) (map[*catalog.Effect]any, error) {
	thoughts := map[*catalog.Effect]Thought{}
	err := d.DB.Read(ctx, func(ctx context.Context, tx *store.Tx) error {
		m := ask
		m.tx = tx
		for _, step := range []func(context.Context) error{m.claim, m.readLines, m.ask, m.judge, m.need} {
			if err := step(ctx); err != nil {
				return err
			}
		}
		return m.think(ctx, thoughts)
	})
	if err != nil {
		return nil, err
	}
	plans := map[*catalog.Effect]any{}
	for do, thought := range thoughts {
		if plans[do], err = thought(ctx); err != nil {
			return nil, fmt.Errorf("plan %s: %w", do.Key, err)
		}
	}
	return plans, nil
}

// think has the effects read what they need.
func (m *move) think(ctx context.Context, thoughts map[*catalog.Effect]Thought) error {
	for _, do := range m.action.Do {
		plan := m.effects[do.Key].Plan
		if plan == nil {
			continue
		}
		event, batch, err := m.event(ctx, do)
		if err != nil || len(batch) == 0 {
			return err
		}
		if thoughts[do], err = plan(ctx, event); err != nil {
			return err
		}
	}
	return nil
}
