package document

import (
	"context"
	"maps"
	"slices"

	"github.com/wareloom/wareloom/engine/access"
	"github.com/wareloom/wareloom/engine/catalog"
	"github.com/wareloom/wareloom/engine/expression"
	"github.com/wareloom/wareloom/engine/fault"
	"github.com/wareloom/wareloom/engine/record"
	"github.com/wareloom/wareloom/engine/setting"
	"github.com/wareloom/wareloom/engine/store"
)

// move is one action in one transaction: on one head, or on a set of them.
type move struct {
	*Documents
	tx       *store.Tx
	rights   *access.Rights // the caller's
	document *catalog.Document
	action   *catalog.Action
	ids      []int64
	several  bool   // these are one of several that were asked for
	version  *int64 // wanted of the one head; nil: any
	given    Row    // parameters as asked for

	data    *data // for hooks and effects, with the system's rights
	params  Row
	heads   []*head
	created []Created
	left    []Left
	told    []Told
	plans   map[*catalog.Effect]any // of the effects that plan
}

// head is a document's head on its way, with its lines.
type head struct {
	old   Row // before the action
	row   Row // as it is now
	lines map[string][]Row
	left  bool // not taken, or given up by an effect
}

// walk is an action from lock to the last hook; the call's row comes before it,
// audit, answer and commit after it.
func (m *move) walk(ctx context.Context) error {
	steps := []func(context.Context) error{
		m.claim,     // lock the heads, judge state and version
		m.advance,   // move them
		m.readLines, // all lines of the heads
		m.fit,       // what heads and lines refer to still fits them
		m.ask,       // the parameters
		m.judge,     // the guard
		m.need,      // what the documents must have
		m.before,    // hooks that may refuse
		m.effect,    // what the action does, in order
		m.giveBack,  // heads of a set that were not taken after all
		m.after,     // hooks that follow
	}
	for _, step := range steps {
		if err := step(ctx); err != nil {
			return err
		}
	}
	return nil
}

// refuse ends the action over one record, or leaves the record out of a set.
func (m *move) refuse(id int64, h *head, why *fault.Fault) error {
	if !m.action.Set {
		return why
	}
	if h != nil {
		h.left = true
	}
	m.left = append(m.left, Left{ID: id, Err: why})
	return nil
}

// claim locks the heads in the order of their ids and takes those that are in a
// state for the action.
func (m *move) claim(ctx context.Context) error {
	elevated, err := m.Records.Elevate(ctx, m.tx, m.rights)
	if err != nil {
		return err
	}
	m.data = &data{m.Documents, m.tx, elevated}
	found, err := m.Records.Lock(ctx, m.tx, m.rights, m.document.Head, access.Op(m.action.Key), m.ids)
	if err != nil {
		return err
	}
	for _, id := range m.ids {
		row, ok := found[id]
		if !ok {
			err = m.refuse(id, nil, fault.New(fault.NotFound, "record.not_found", "table", m.document.Meta.Title, "id", id))
		} else if bad := m.claimable(row); bad != nil {
			err = m.refuse(id, nil, bad)
		} else {
			m.heads = append(m.heads, &head{old: maps.Clone(row), row: row, lines: map[string][]Row{}})
		}
		if err != nil {
			return err
		}
	}
	return nil
}

// advance moves the claimed heads.
func (m *move) advance(ctx context.Context) error {
	if m.action.To == "" {
		return nil
	}
	return m.Records.Move(ctx, m.tx, m.rights, m.document.Head, m.action.Key, m.action.To, m.rows())
}

// claimable judges state and version of a head.
func (m *move) claimable(row Row) *fault.Fault {
	status, _ := row[catalog.StatusField].(string)
	if !m.action.From(status) {
		return wrongState(m.document, m.action, row)
	}
	if m.version != nil && row["version"] != *m.version {
		return fault.New(fault.Conflict, "record.changed", "table", m.document.Meta.Title, "id", row["id"]).
			With(map[string]any{"id": row["id"], "version": *m.version, "current": row["version"]})
	}
	return nil
}

// wrongState is the fault of a head that is in no state for an action.
func wrongState(d *catalog.Document, a *catalog.Action, row Row) *fault.Fault {
	status, _ := row[catalog.StatusField].(string)
	var title any = status
	if state, ok := d.State(status); ok {
		title = state.Meta.Title
	}
	return fault.New(fault.Conflict, "document.wrong_state", "action", a.Meta.Title, "state", title).
		With(map[string]any{"id": row["id"], "status": status})
}

// readLines reads the lines of all heads, one question per set.
func (m *move) readLines(ctx context.Context) error {
	ids := make([]int64, len(m.heads))
	for i, h := range m.heads {
		ids[i] = record.ID(h.row)
	}
	if len(ids) == 0 {
		return nil
	}
	for _, set := range m.document.Sets {
		lines, err := m.Records.Lines(ctx, m.tx, m.rights, set, ids)
		if err != nil {
			return err
		}
		for _, h := range m.heads {
			h.lines[set.Key] = lines[record.ID(h.row)]
		}
	}
	return nil
}

// fit refuses documents whose references fit them no longer; an action that stops a
// document or takes it back to its draft is how that is mended.
func (m *move) fit(ctx context.Context) error {
	if to, moves := m.document.State(m.action.To); moves && slices.Contains(mending, to.Meta.Phase) {
		return nil
	}
	for _, h := range m.heads {
		err := m.Records.Fit(ctx, m.tx, m.rights, m.document, h.row, h.lines)
		bad, isFault := fault.As(err)
		if err != nil && !isFault {
			return err
		}
		if bad == nil {
			continue
		}
		if err := m.refuse(record.ID(h.row), h, bad); err != nil {
			return err
		}
	}
	return nil
}

// mending are the phases in which a document may be wrong.
var mending = []string{"draft", "stopped"}

// ask reads the parameters; their expressions see the record when there is one.
func (m *move) ask(ctx context.Context) error {
	names := map[string]any{}
	if len(m.heads) == 1 {
		names = m.Records.Scope(m.tx, m.rights, m.document.Head, m.heads[0].row, m.heads[0].lines).Vars
	}
	params, err := m.Records.ReadParams(ctx, m.tx, m.rights, record.Params{
		Fields: m.action.Params, Given: m.given, Names: names, Of: m.document.Head, Records: m.rows(),
	})
	m.params = params
	return err
}

// judge asks the guard about every head as it was.
func (m *move) judge(ctx context.Context) error {
	if m.action.Must == nil {
		return nil
	}
	for _, h := range m.heads {
		holds, err := m.action.Must.Holds(m.about(ctx, h), m.scope(h, h.old))
		if err != nil {
			return err
		}
		if holds {
			continue
		}
		if err := m.refuse(record.ID(h.row), h, guardFault(m.action)); err != nil {
			return err
		}
	}
	return nil
}

// guardFault is the refusal of a guard, in the action's own words.
func guardFault(a *catalog.Action) *fault.Fault {
	return record.Said(fault.Conflict, *a.Meta.Message).Breaking("guard")
}

// scope is what the action's expressions see.
func (m *move) scope(h *head, row Row) expression.Scope {
	scope := m.Records.Scope(m.tx, m.rights, m.document.Head, row, h.lines)
	scope.Vars["params"], scope.Vars["old"] = m.params, h.old
	return scope
}

// about tells the functions of expressions which record they are asked about.
func (m *move) about(ctx context.Context, h *head) context.Context {
	return setting.With(ctx, setting.Scope{Tx: m.tx, Release: m.rights.Release(), Record: h.row})
}

func (m *move) before(ctx context.Context) error { return m.run(ctx, m.Hooks.before) }

func (m *move) after(ctx context.Context) error {
	m.tx.Changed(m.document.Key)
	return m.run(ctx, m.Hooks.after)
}

// giveBack puts the heads that were not taken after all back into their states.
func (m *move) giveBack(ctx context.Context) error {
	if m.action.To == "" {
		return nil
	}
	for _, h := range m.heads {
		if !h.left {
			continue
		}
		row, err := m.Records.Get(ctx, m.tx, m.data.rights, m.document.Key, record.ID(h.row), false)
		if err != nil {
			return err
		}
		status, _ := h.old[catalog.StatusField].(string)
		if err := m.Records.Move(ctx, m.tx, m.rights, m.document.Head, m.action.Key, status, []Row{row}); err != nil {
			return err
		}
	}
	return nil
}

// taken lists the heads that the action goes on with.
func (m *move) taken() []*head {
	var taken []*head
	for _, h := range m.heads {
		if !h.left {
			taken = append(taken, h)
		}
	}
	return taken
}

// rows lists the rows of the heads that the action goes on with.
func (m *move) rows() []Row {
	var rows []Row
	for _, h := range m.taken() {
		rows = append(rows, h.row)
	}
	return rows
}

// allLines lists the lines of those heads by set.
func (m *move) allLines() map[string][]Row {
	all := make(map[string][]Row, len(m.document.Sets))
	for _, h := range m.taken() {
		for set, lines := range h.lines {
			all[set] = append(all[set], lines...)
		}
	}
	return all
}
