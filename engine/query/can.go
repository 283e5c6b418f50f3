package query

import (
	"slices"
	"strings"

	"github.com/wareloom/wareloom/engine/access"
	"github.com/wareloom/wareloom/engine/catalog"
	"github.com/wareloom/wareloom/engine/expression"
)

// canPlan tells what the actor may do with a row now, by his rights and the
// row's state.
type canPlan struct {
	document *catalog.Document // nil: the table has no states
	state    int               // column of the state
	verbs    []canVerb
	needs    map[string][]string // fields that guards read, by what they belong to: "row" or a line set
}

// canVerb is an action, or one of the verbs update and delete.
type canVerb struct {
	key    string
	action *catalog.Action // nil for a verb
	flag   int             // column that tells whether the right reaches the row; -1: it does
}

func newCanPlan(rights *access.Rights, table *catalog.Table, s *source, chosen *selection) *canPlan {
	plan := &canPlan{document: table.Document}
	if table.Document != nil {
		if state, ok := table.Field(catalog.StatusField); ok {
			plan.state = chosen.add(columnRef{field: state, in: s.root}.plain())
		}
	}
	add := func(key string, action *catalog.Action, reach access.Predicate) {
		switch {
		case reach.Never():
		case reach.All() || reach.Equal(rights.RowsAs(table, access.Read, s.root.alias)):
			plan.verbs = append(plan.verbs, canVerb{key, action, -1})
		default:
			plan.verbs = append(plan.verbs, canVerb{key, action, chosen.add(predicate(reach))})
		}
	}
	if table.Meta.OfPeople() && !table.Meta.InsertOnly {
		add(string(access.Update), nil, rights.Changeable(table, s.root.alias))
		add(string(access.Delete), nil, rights.RowsAs(table, access.Delete, s.root.alias))
	}
	if table.Document != nil {
		for _, action := range table.Document.Actions {
			if action.Right != "" {
				add(action.Key, action, rights.RowsAs(table, access.Op(action.Key), s.root.alias))
			}
		}
	}
	plan.needs = needsOf(plan.judges())
	return plan
}

// judges are the expressions over a whole record: guards, and the steps that lead
// on.
func (c *canPlan) judges() []*expression.Program {
	var all []*expression.Program
	for _, verb := range c.verbs {
		if verb.action != nil {
			all = append(all, verb.action.Must)
		}
	}
	if c.document != nil {
		for _, next := range c.document.Next {
			all = append(all, next.Programs()...)
		}
	}
	return all
}

func needsOf(programs []*expression.Program) map[string][]string {
	needs := map[string][]string{}
	for _, program := range programs {
		if program == nil {
			continue
		}
		for _, path := range program.Refs() {
			root, rest, _ := strings.Cut(path, ".")
			field, _, _ := strings.Cut(rest, ".")
			if field == "" {
				field = "id" // the list itself, for its length
			}
			needs[root] = append(needs[root], field)
		}
	}
	return needs
}

// Why an action is not possible.
const (
	outOfState = "state" // the record is in another state
	outOfReach = "right" // the right does not reach the record
	guarded    = "guard" // the action's own condition does not hold
)

// names lists what may be done with the row of these cells.
func (c *canPlan) names(cells []any, allowed func(*catalog.Action) bool) []string {
	names, _ := c.judge(cells, allowed)
	return names
}

// judge lists what may be done with the row of these cells, and says of the
// other actions why not.
func (c *canPlan) judge(cells []any, allowed func(*catalog.Action) bool) (names []string, refused []refusal) {
	var state *catalog.State
	if c.document != nil {
		key, _ := cells[c.state].(string)
		state, _ = c.document.State(key)
	}
	for _, verb := range c.verbs {
		switch reason := c.reason(verb, cells, state, allowed); {
		case reason == "":
			names = append(names, verb.key)
		case verb.action != nil:
			refused = append(refused, refusal{verb.key, reason})
		}
	}
	return names, refused
}

// refusal is an action that is not possible, and why.
type refusal struct{ action, reason string }

// reason says why a verb is not possible; "" when it is.
func (c *canPlan) reason(verb canVerb, cells []any, state *catalog.State, allowed func(*catalog.Action) bool) string {
	switch {
	case !c.fits(verb, state):
		return outOfState
	case verb.flag >= 0 && !isTrue(cells[verb.flag]):
		return outOfReach
	case verb.action != nil && allowed != nil && !allowed(verb.action):
		return guarded
	}
	return ""
}

// fits reports whether the state allows the verb.
func (c *canPlan) fits(verb canVerb, state *catalog.State) bool {
	switch {
	case c.document == nil:
		return true
	case state == nil:
		return false
	case verb.action != nil:
		return verb.action.From(state.Key)
	case verb.key == string(access.Delete):
		return state.Meta.Phase == draftPhase
	}
	return state.EditAll || slices.ContainsFunc(c.document.Head.Fields, func(f *catalog.Field) bool { return state.MayEdit(f.Key) }) ||
		slices.ContainsFunc(c.document.Sets, func(s *catalog.LineSet) bool { return state.MayEdit(s.Key) })
}

// draftPhase is the phase of states in which a document may still be deleted.
const draftPhase = "draft"
