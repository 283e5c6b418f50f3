package query

import (
	"context"
	"encoding/json"
	"fmt"
	"slices"

	"github.com/wareloom/wareloom/engine/catalog"
	"github.com/wareloom/wareloom/engine/expression"
	"github.com/wareloom/wareloom/engine/fault"
	"github.com/wareloom/wareloom/engine/store"
)

// onward is a step of the road that leads on from a record, as a client takes it.
type onward struct {
	Key    string         `json:"key"`
	Action string         `json:"action,omitempty"` // that is taken
	Route  string         `json:"route,omitempty"`  // address of the screen that opens
	Label  string         `json:"label,omitempty"`  // what the record that opens is called
	With   map[string]any `json:"with,omitempty"`   // parameters of an action
}

// appendNext adds in _next the first step on from the record that holds and that
// the actor may take; nothing where there is none.
func (g *getting) appendNext(ctx context.Context, tx *store.Tx, cells cells, can []string) error {
	step, err := g.next(ctx, tx, cells, can)
	if err != nil || step == nil {
		return err
	}
	g.page.data, err = appendStep(append(g.page.data, `,"_next":`...), step)
	return err
}

// next is that step; nil where there is none.
func (g *getting) next(ctx context.Context, tx *store.Tx, cells cells, can []string) (*onward, error) {
	if g.table.Document == nil || len(g.table.Document.Next) == 0 {
		return nil, nil
	}
	state, _ := cells.values[g.can.state].(string)
	for _, next := range g.table.Document.Next {
		if !next.From(state) || next.Action != nil && !slices.Contains(can, next.Action.Key) {
			continue
		}
		scope, err := g.scope(ctx, tx)
		if err != nil {
			return nil, err
		}
		step, ok, err := g.onward(g.about(ctx, tx, scope), tx, next, *scope)
		if err != nil {
			return nil, fmt.Errorf("work out the step %s: %w", next.Key, err)
		}
		if ok {
			return &step, nil
		}
	}
	return nil, nil
}

func appendStep(dst []byte, step *onward) ([]byte, error) {
	text, err := json.Marshal(step)
	if err != nil {
		return dst, fmt.Errorf("write the step %s: %w", step.Key, err)
	}
	return append(dst, text...), nil
}

// onward works a step out; false where it does not hold, or leads to what the
// actor may not see.
func (g *getting) onward(ctx context.Context, tx *store.Tx, next *catalog.Next, scope expression.Scope) (onward, bool, error) {
	step := onward{Key: next.Key}
	carried, holds, err := next.Carry(ctx, scope)
	if err != nil || !holds {
		return step, false, err
	}
	if next.Action != nil {
		step.Action, step.With = next.Action.Key, carried.With
		return step, true, nil
	}
	entry := g.rights.Entry(next.Meta.Opens)
	if entry == nil {
		return step, false, nil
	}
	if step.Route, err = carried.Address(entry.Route); err != nil {
		return step, false, err
	}
	if table := next.Shows(); table != "" {
		row, err := g.q.One(ctx, tx, g.rights, table, carried.Record)
		if code := fault.CodeOf(err); code == fault.NotFound || code == fault.Denied {
			return step, false, nil
		}
		if err != nil {
			return step, false, err
		}
		step.Label = g.rights.Release().Tables[table].Called(row)
	}
	return step, true, nil
}
