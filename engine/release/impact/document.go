package impact

import (
	"context"
	"encoding/json"
	"slices"
	"strings"

	"github.com/wareloom/wareloom/engine/access"
	"github.com/wareloom/wareloom/engine/catalog"
	"github.com/wareloom/wareloom/engine/document"
	"github.com/wareloom/wareloom/engine/fault"
	"github.com/wareloom/wareloom/engine/meta"
	"github.com/wareloom/wareloom/engine/record"
	"github.com/wareloom/wareloom/engine/store"
)

// mostJudged is how many documents, the newest, are held to a guard that changes.
const mostJudged = 1000

// over are the phases in which nothing more becomes of a document.
var over = []string{"done", "stopped"}

// weighDocuments finds open documents that would lose their state, a step that they
// may take, or what keeps them from one.
func (w *weighing) weighDocuments(ctx context.Context) error {
	for key, before := range meta.Sorted(w.before.Documents) {
		after, stays := w.after.Documents[key]
		if !stays {
			w.loses(ctx, before, "document", "", stateKeys(before.States, open), fault.Params{"title": before.Meta.Title})
			continue
		}
		w.weighStates(ctx, before, after)
		for _, action := range before.Actions {
			if err := w.weighAction(ctx, before, after, action); err != nil {
				return err
			}
		}
	}
	return nil
}

func open(s *catalog.State) bool { return !slices.Contains(over, s.Meta.Phase) }

func stateKeys(states []*catalog.State, which func(*catalog.State) bool) (keys []string) {
	for _, s := range states {
		if which(s) {
			keys = append(keys, s.Key)
		}
	}
	return keys
}

// loses tells that documents in some states lose something, if there are any.
func (w *weighing) loses(ctx context.Context, d *catalog.Document, code, path string, states []string, params fault.Params) {
	if len(states) == 0 {
		return
	}
	count := w.counter.count(ctx, Records, "select count(*) from "+store.Quote(d.Key)+" where status in ?", states)
	if !count.Known || count.N > 0 {
		w.breaks(Break{Code: code, Params: params, Kind: "document", Key: d.Key, Path: path, Count: count})
	}
}

func (w *weighing) weighStates(ctx context.Context, before, after *catalog.Document) {
	for _, state := range before.States {
		if _, stays := after.State(state.Key); !stays {
			w.loses(ctx, before, "state", "states/"+state.Key, []string{state.Key}, fault.Params{"title": before.Meta.Title, "state": state.Meta.Title})
		}
	}
}

// weighAction finds open documents that may take an action no more, or would pass its
// guard otherwise than now.
func (w *weighing) weighAction(ctx context.Context, before, after *catalog.Document, action *catalog.Action) error {
	path, params := "actions/"+action.Key, fault.Params{"title": before.Meta.Title, "action": action.Meta.Title}
	next, stays := after.Action(action.Key)
	lost := stateKeys(before.States, func(s *catalog.State) bool {
		_, known := after.State(s.Key)
		return known && open(s) && action.From(s.Key) && (!stays || !next.From(s.Key))
	})
	if !action.Meta.System {
		w.loses(ctx, before, "action", path, lost, params)
	}
	if !stays || guardOf(action.Meta) == guardOf(next.Meta) {
		return nil
	}
	both := stateKeys(before.States, func(s *catalog.State) bool { return open(s) && action.From(s.Key) && next.From(s.Key) })
	if len(both) == 0 {
		return nil
	}
	g := guard{w, before, after, action, next, both}
	held, freed, err := g.judge(ctx)
	if err != nil {
		return err
	}
	for code, count := range meta.Sorted(map[string]Count{"guard": held, "guard_lost": freed}) {
		if !count.Known || count.N > 0 {
			w.breaks(Break{Code: code, Params: params, Kind: "document", Key: before.Key, Path: path, Count: count})
		}
	}
	return nil
}

// guardOf writes what an action asks of a document, without the words of it.
func guardOf(a *meta.Action) string {
	said, _ := json.Marshal([]any{a.Must, a.Needs}) // of texts
	return string(said)
}

// guard is an action as it is, and as it would be.
type guard struct {
	*weighing
	before, after *catalog.Document
	is, would     *catalog.Action
	states        []string
}

// judge counts the documents that would be refused and are not now, and the other way
// round. A guard over parameters, and one that reads what is not built yet, give no
// number.
func (g guard) judge(ctx context.Context) (held, freed Count, err error) {
	held, freed = Count{Of: Records}, Count{Of: Records}
	if asksParams(g.is) || asksParams(g.would) {
		return held, Count{Known: true}, nil
	}
	err = g.DB.Read(ctx, func(ctx context.Context, tx *store.Tx) error {
		held.N, freed.N = 0, 0
		rights := access.System(g.weighing.before, "preview")
		where := record.Where{Match: record.Row{"status": g.states}, Sort: []string{"-id"}, Limit: mostJudged + 1}
		found, err := g.Documents.Wholes(ctx, tx, rights, g.before, where)
		if err != nil {
			return err
		}
		held.Least = len(found) > mostJudged
		for _, one := range found[:min(mostJudged, len(found))] {
			now, then, err := g.refuses(ctx, tx, one)
			if err != nil {
				return err
			}
			if then && !now {
				held.N++
			}
			if now && !then {
				freed.N++
			}
		}
		return nil
	})
	if _, told := fault.As(err); told || store.IsMissing(err) {
		return held, Count{Known: true}, nil
	}
	held.Known, freed.Known, freed.Least = true, true, held.Least
	return held, freed, err
}

// refuses tells whether a document is refused now, and would be.
func (g guard) refuses(ctx context.Context, tx *store.Tx, one document.Whole) (now, then bool, err error) {
	if now, err = g.Documents.Refuses(ctx, tx, access.System(g.weighing.before, "preview"), g.before, g.is, one); err != nil {
		return now, then, err
	}
	then, err = g.Documents.Refuses(ctx, tx, access.System(g.weighing.after, "preview"), g.after, g.would, one)
	return now, then, err
}

// asksParams reports whether what an action asks depends on its parameters.
func asksParams(a *catalog.Action) bool { return strings.Contains(guardOf(a.Meta), "params.") }
