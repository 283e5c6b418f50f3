package document

import (
	"context"
	"errors"
	"fmt"

	"github.com/wareloom/wareloom/engine/access"
	"github.com/wareloom/wareloom/engine/auth"
	"github.com/wareloom/wareloom/engine/catalog"
	"github.com/wareloom/wareloom/engine/expression"
	"github.com/wareloom/wareloom/engine/fault"
	"github.com/wareloom/wareloom/engine/record"
	"github.com/wareloom/wareloom/engine/store"
)

// Effect is something that an action does. It is called once per action with the
// whole batch: one row of evaluated parameters for each element of its list, or
// for each head when it has no list.
type Effect struct {
	Key string // <plugin>.<name>; the engine's own have no dot
	Run func(ctx context.Context, event *EffectEvent, batch []Row) error

	// Plan reads, on a snapshot, what Run of an action over a set is going to need,
	// and gives the function that works out how it is best done. That one runs when
	// no transaction is open, and may take long. Nil: Run needs no plan.
	Plan func(ctx context.Context, event *EffectEvent) (Thought, error)
}

// Thought works out a plan from what was read.
type Thought = func(ctx context.Context) (any, error)

// EffectEvent is what an effect knows of the action. A fault refuses the whole
// action; Leave gives up one head of a set.
type EffectEvent struct {
	Tx       *store.Tx
	Actor    auth.Actor
	Rights   *access.Rights // of the system, under the caller's name
	Document *catalog.Document
	Action   string
	Head     Row   // the first of Heads
	Heads    []Row // those for which the effect's condition holds
	Lines    map[string][]Row
	Params   Row
	Data     Data
	Plan     any // what the effect's Plan worked out; nil: Run plans by itself

	move  *move
	lines []Row // behind the elements of the batch that are lines; nil else
	heads []*head
}

// Created tells the caller about a record that was made.
func (e *EffectEvent) Created(table string, id int64) {
	e.move.created = append(e.move.created, Created{Table: table, ID: id})
}

// Leave gives up one head of a set: it stays as it was, and the caller is told why.
func (e *EffectEvent) Leave(id int64, why *fault.Fault) error {
	for _, h := range e.move.heads {
		if record.ID(h.row) == id && !h.left {
			return e.move.refuse(id, h, why)
		}
	}
	return nil
}

// Tell adds a sentence to the answer of an action over a set.
func (e *EffectEvent) Tell(key string, args ...any) {
	e.move.told = append(e.move.told, Told{Text: fault.New(fault.Conflict, key, args...)})
}

// TellOf is Tell with the way to the rows of a list that the sentence speaks of: those
// whose fields equal the values.
func (e *EffectEvent) TellOf(list string, rows map[string]any, key string, args ...any) {
	e.move.told = append(e.move.told, Told{fault.New(fault.Conflict, key, args...), list, rows})
}

// errStale rolls a transaction back whose plan does not hold any more.
var errStale = errors.New("the plan does not hold any more")

// Stale is the error of an effect that finds things changed since its plan was
// made. The action is planned anew.
func (e *EffectEvent) Stale() error { return errStale }

// addEffect keeps an effect under its key.
func (d *Documents) addEffect(effect Effect) error {
	if _, taken := d.effects[effect.Key]; taken {
		return fmt.Errorf("effect %q is registered twice", effect.Key)
	}
	if effect.Key == "" || effect.Run == nil {
		return fmt.Errorf("effect %q needs a key and a function", effect.Key)
	}
	d.effects[effect.Key] = effect
	return nil
}

// effect runs the effects of the action in their order.
func (m *move) effect(ctx context.Context) error {
	for _, do := range m.action.Do {
		if err := m.runEffect(ctx, do); err != nil {
			return err
		}
	}
	return nil
}

// runEffect evaluates the parameters of an effect for all heads and calls it once.
func (m *move) runEffect(ctx context.Context, do *catalog.Effect) error {
	effect, ok := m.effects[do.Key]
	if !ok {
		return fmt.Errorf("effect %s of %s.%s is not registered", do.Key, m.document.Key, m.action.Key)
	}
	event, batch, err := m.event(ctx, do)
	if err != nil || len(batch) == 0 {
		return err
	}
	event.Plan = m.plans[do]
	if err := effect.Run(ctx, event, batch); err != nil {
		return err
	}
	return m.reread(ctx)
}

// event is what an effect knows of the action, and its batch.
func (m *move) event(ctx context.Context, do *catalog.Effect) (*EffectEvent, []Row, error) {
	event := &EffectEvent{
		Tx: m.tx, Actor: m.data.Actor(), Rights: m.data.rights, Document: m.document, Action: m.action.Key,
		Params: m.params, Lines: map[string][]Row{}, Data: m.data, move: m,
	}
	var batch []Row
	for _, h := range m.taken() {
		more, err := m.elements(ctx, event, do, h)
		if err != nil {
			return nil, nil, err
		}
		batch = append(batch, more...)
	}
	if len(batch) > 0 {
		event.Head = event.Heads[0]
	}
	return event, batch, nil
}

// elements evaluates an effect for one head: once, or for each element of its
// list for which the condition holds.
func (m *move) elements(ctx context.Context, event *EffectEvent, do *catalog.Effect, h *head) ([]Row, error) {
	ctx = m.about(ctx, h)
	scope := m.scope(h, h.row)
	list := []any{nil}
	if do.For != nil {
		v, err := do.For.Eval(ctx, scope)
		if err != nil {
			return nil, err
		}
		list, _ = v.([]any)
	}
	var batch []Row
	for _, element := range list {
		scope.Vars["line"] = element
		row, applies, err := evaluate(ctx, do, scope)
		if err != nil {
			return nil, err
		}
		if !applies {
			continue
		}
		batch = append(batch, row)
		event.heads = append(event.heads, h)
		if do.For != nil {
			line, _ := element.(map[string]any)
			event.lines = append(event.lines, line)
		}
	}
	if len(batch) > 0 {
		event.Heads = append(event.Heads, h.row)
		for set, lines := range h.lines {
			event.Lines[set] = append(event.Lines[set], lines...)
		}
	}
	return batch, nil
}

// evaluate works out the parameters of one element.
func evaluate(ctx context.Context, do *catalog.Effect, scope expression.Scope) (row Row, applies bool, err error) {
	if do.When != nil {
		if applies, err = do.When.Holds(ctx, scope); err != nil || !applies {
			return nil, false, err
		}
	}
	row = make(Row, len(do.With))
	for _, with := range do.With {
		if row[with.Key], err = with.Value.Eval(ctx, scope); err != nil {
			return nil, false, err
		}
	}
	return row, true, nil
}

// reread takes what an effect made of heads and lines.
func (m *move) reread(ctx context.Context) error {
	ids := make([]int64, 0, len(m.heads))
	for _, h := range m.taken() {
		ids = append(ids, record.ID(h.row))
	}
	if len(ids) == 0 {
		return nil
	}
	found, err := m.Records.Lock(ctx, m.tx, m.data.rights, m.document.Head, access.Read, ids)
	if err != nil {
		return err
	}
	for _, h := range m.taken() {
		if row, ok := found[record.ID(h.row)]; ok {
			h.row = row
		}
	}
	return m.readLines(ctx)
}
