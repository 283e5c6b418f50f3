package document

import (
	"context"
	"errors"

	"github.com/wareloom/wareloom/engine/auth"
	"github.com/wareloom/wareloom/engine/hook"
	"github.com/wareloom/wareloom/engine/store"
)

// ActEvent is an action on its way. A function before it may refuse by a fault
// but writes nothing; one after it may write through Data.
type ActEvent struct {
	Document string
	Action   string
	Head     Row              // the first of Heads
	Heads    []Row            // more than one for an action over a set
	Lines    map[string][]Row // by set, of all heads
	Params   Row
	Actor    auth.Actor
	Tx       *store.Tx
	Data     Data
}

// Hooks are the functions that run before and after actions. They are filled at
// start, and then only run.
type Hooks struct {
	before map[actionKey]*hook.List[*ActEvent]
	after  map[actionKey]*hook.List[*ActEvent]
}

type actionKey struct{ document, action string }

// NewHooks gives an empty list.
func NewHooks() *Hooks {
	return &Hooks{before: map[actionKey]*hook.List[*ActEvent]{}, after: map[actionKey]*hook.List[*ActEvent]{}}
}

// Before adds a function that runs when the guard has passed and before the
// effects.
func (h *Hooks) Before(document, action, key string, order int, fn hook.Func[*ActEvent]) {
	listOf(h.before, actionKey{document, action}).Add(key, order, fn)
}

// After adds a function that runs after the effects.
func (h *Hooks) After(document, action, key string, order int, fn hook.Func[*ActEvent]) {
	listOf(h.after, actionKey{document, action}).Add(key, order, fn)
}

// Check gives all mistakes of the registration together.
func (h *Hooks) Check() error {
	var all []error
	for _, lists := range []map[actionKey]*hook.List[*ActEvent]{h.before, h.after} {
		for _, list := range lists {
			all = append(all, list.Check())
		}
	}
	return errors.Join(all...)
}

// Actions lists document and action of every hook, so that a misspelt one stops
// the start.
func (h *Hooks) Actions() [][2]string {
	var actions [][2]string
	for _, lists := range []map[actionKey]*hook.List[*ActEvent]{h.before, h.after} {
		for key := range lists {
			actions = append(actions, [2]string{key.document, key.action})
		}
	}
	return actions
}

func listOf(lists map[actionKey]*hook.List[*ActEvent], key actionKey) *hook.List[*ActEvent] {
	list, ok := lists[key]
	if !ok {
		list = &hook.List[*ActEvent]{}
		lists[key] = list
	}
	return list
}

// run calls the hooks of a move's action.
func (m *move) run(ctx context.Context, lists map[actionKey]*hook.List[*ActEvent]) error {
	list, ok := lists[actionKey{m.document.Key, m.action.Key}]
	if !ok {
		return nil
	}
	event := &ActEvent{
		Document: m.document.Key, Action: m.action.Key, Heads: m.rows(), Lines: m.allLines(), Params: m.params,
		Actor: m.data.Actor(), Tx: m.tx, Data: m.data,
	}
	if len(event.Heads) == 0 {
		return nil
	}
	event.Head = event.Heads[0]
	return list.Run(ctx, event)
}
