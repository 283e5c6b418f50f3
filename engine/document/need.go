package document

import (
	"context"

	"github.com/wareloom/wareloom/engine/catalog"
	"github.com/wareloom/wareloom/engine/expression"
	"github.com/wareloom/wareloom/engine/fault"
	"github.com/wareloom/wareloom/engine/meta"
	"github.com/wareloom/wareloom/engine/record"
)

// need refuses documents that lack what the action asks of them, with all that is
// missing at once.
func (m *move) need(ctx context.Context) error {
	for _, h := range m.taken() {
		missing, err := m.missing(ctx, h)
		if err != nil {
			return err
		}
		if len(missing) == 0 {
			continue
		}
		bad := fault.New(fault.Invalid, "document.needs", "action", m.action.Meta.Title, "count", len(missing))
		bad.Errors = missing
		if err := m.refuse(record.ID(h.row), h, bad); err != nil {
			return err
		}
	}
	return nil
}

// missing lists what a head lacks, one fault per field.
func (m *move) missing(ctx context.Context, h *head) ([]*fault.Fault, error) {
	var list []*fault.Fault
	known := map[string]bool{}
	for _, n := range m.action.Needs {
		if known[n.Meta.Field] {
			continue
		}
		met, err := m.met(ctx, h, n)
		if err != nil {
			return nil, err
		}
		if !met {
			known[n.Meta.Field] = true
			list = append(list, m.lacking(n))
		}
	}
	return list, nil
}

// met reports whether a head has what is needed, or need not have it.
func (m *move) met(ctx context.Context, h *head, n *catalog.Need) (bool, error) {
	about, scope := m.about(ctx, h), m.scope(h, h.old)
	if n.When != nil {
		if asked, err := n.When.Holds(about, scope); err != nil || !asked {
			return true, err
		}
	}
	switch {
	case n.Must != nil:
		return n.Must.Holds(about, scope)
	case n.None != nil:
		scope = expression.Scope{Vars: map[string]any{"record": h.old, "user": scope.Vars["user"]}, Resolve: scope.Resolve, Roll: scope.Roll}
		found, err := m.Records.Any(about, m.tx, m.rights, n.Of, n.None, scope)
		return !found, err
	}
	if lines, isSet := h.lines[n.Meta.Field]; isSet {
		return len(lines) > 0, nil
	}
	v := h.old[n.Meta.Field]
	return v != nil && v != "", nil
}

// lacking says what is missing, in the need's own words if it has any.
func (m *move) lacking(n *catalog.Need) *fault.Fault {
	switch set, isSet := m.document.Set(n.Meta.Field); {
	case n.Meta.Message != nil:
		return record.Said(fault.Invalid, *n.Meta.Message).Breaking("need").On(n.Meta.Field)
	case isSet && set.Meta.Title != nil:
		return unfilled(n.Meta.Field, *set.Meta.Title)
	case isSet:
		return unfilled(n.Meta.Field, set.Table.Meta.Title)
	}
	f, _ := m.document.Head.Field(n.Meta.Field)
	return unfilled(n.Meta.Field, f.Meta.Title)
}

func unfilled(path string, title meta.Text) *fault.Fault {
	return fault.New(fault.Invalid, "record.required", "field", title).Breaking("required").On(path)
}
