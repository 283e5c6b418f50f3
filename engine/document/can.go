package document

import (
	"context"

	"github.com/wareloom/wareloom/engine/access"
	"github.com/wareloom/wareloom/engine/catalog"
	"github.com/wareloom/wareloom/engine/fault"
	"github.com/wareloom/wareloom/engine/store"
)

// Can is whether an action may be taken on a record now.
type Can struct {
	Action string
	Err    *fault.Fault // why not; nil: it may
}

// ByState tells for every action that people take whether right and state allow
// it, without a look at the database, as lists do.
func (d *Documents) ByState(rights *access.Rights, document *catalog.Document, row Row) []Can {
	var all []Can
	for _, action := range document.Actions {
		if action.Meta.System {
			continue
		}
		all = append(all, Can{Action: action.Key, Err: d.byState(rights, document, action, row)})
	}
	return all
}

func (d *Documents) byState(rights *access.Rights, document *catalog.Document, action *catalog.Action, row Row) *fault.Fault {
	if err := rights.Require(action.Right); err != nil {
		return refused(err)
	}
	status, _ := row[catalog.StatusField].(string)
	if !action.From(status) {
		return wrongState(document, action, row)
	}
	return nil
}

// Can tells for every action that people take whether right, state and guard
// allow it on one record. A guard that asks for parameters is left to the action.
func (d *Documents) Can(ctx context.Context, tx *store.Tx, rights *access.Rights, document *catalog.Document, row Row) ([]Can, error) {
	all := d.ByState(rights, document, row)
	h := &head{old: row, row: row, lines: map[string][]Row{}}
	m := &move{Documents: d, tx: tx, rights: rights, document: document, heads: []*head{h}, params: Row{}}
	if err := m.readLines(ctx); err != nil {
		return nil, err
	}
	for i := range all {
		action, _ := document.Action(all[i].Action)
		if all[i].Err != nil || action.When == nil || len(action.Params) > 0 {
			continue
		}
		holds, err := action.When.Holds(ctx, m.scope(h, row))
		if err != nil {
			return nil, err
		}
		if !holds {
			all[i].Err = guardFault(action)
		}
	}
	return all, nil
}
