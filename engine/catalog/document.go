package catalog

import (
	"slices"

	"github.com/wareloom/wareloom/engine/expression"
	"github.com/wareloom/wareloom/engine/meta"
)

// StatusField is the field of a document's head that holds its state.
const StatusField = meta.StatusField

// Document is a compiled document: a head, its lines, states and actions.
type Document struct {
	Key     string
	Meta    *meta.Document
	Head    *Table
	Sets    []*LineSet
	States  []*State // the first is where a document begins
	Actions []*Action
	Next    []*Next               // where the work goes on, the first that holds
	Badges  []*expression.Program // when each holds, in their order
}

// State finds a state by its key.
func (d *Document) State(key string) (*State, bool) {
	i := slices.IndexFunc(d.States, func(s *State) bool { return s.Key == key })
	if i < 0 {
		return nil, false
	}
	return d.States[i], true
}

// Action finds an action by its key.
func (d *Document) Action(key string) (*Action, bool) {
	i := slices.IndexFunc(d.Actions, func(a *Action) bool { return a.Key == key })
	if i < 0 {
		return nil, false
	}
	return d.Actions[i], true
}

// Set finds a line set by its key.
func (d *Document) Set(key string) (*LineSet, bool) {
	i := slices.IndexFunc(d.Sets, func(s *LineSet) bool { return s.Key == key })
	if i < 0 {
		return nil, false
	}
	return d.Sets[i], true
}

// State is a state of a document.
type State struct {
	Key     string
	Meta    *meta.State
	EditAll bool            // every field and line set may be edited
	edit    map[string]bool // else these
}

// MayEdit reports whether a field of the head, or a line set, may be edited in
// the state.
func (s *State) MayEdit(key string) bool { return s.EditAll || s.edit[key] }

// Action is a compiled action of a document.
type Action struct {
	Key    string
	Meta   *meta.Action
	Right  string // "<document>.<action>"; "" for an action of the system
	Set    bool   // one transaction over all records
	To     string // state it leads to; "": stays
	Must   *expression.Program
	Needs  []*Need
	Params []*Field
	Do     []*Effect

	from map[string]bool
}

// From reports whether the action may be taken in a state.
func (a *Action) From(state string) bool { return len(a.from) == 0 || a.from[state] }

// Param finds a parameter by its key.
func (a *Action) Param(key string) (*Field, bool) {
	i := slices.IndexFunc(a.Params, func(f *Field) bool { return f.Key == key })
	if i < 0 {
		return nil, false
	}
	return a.Params[i], true
}

// Need is something that a document must have before an action.
type Need struct {
	Meta *meta.Need
	When *expression.Program // nil: always asked
	Must *expression.Program
	Of   *Table              // whose rows must not be like None; nil: nothing is asked of them
	None *expression.Program // row is one of them, record is the head
}

// Effect is a compiled effect of an action.
type Effect struct {
	Key  string // set, create, act, job or <plugin>.<name>
	Meta *meta.Effect
	For  *expression.Program // list to repeat for, its element is named line; nil: once
	When *expression.Program
	With []With // in the order of their keys
}

// With is a parameter of an effect.
type With struct {
	Key   string
	Value *expression.Program
}
