package record

import (
	"context"
	"fmt"
	"maps"

	"github.com/wareloom/wareloom/engine/catalog"
	"github.com/wareloom/wareloom/engine/fault"
)

// read takes the request's values: by their types first, then references that
// are given by a key, heads before lines, since a line's key may need its head's
// values.
func (s *saving) read(ctx context.Context) error {
	var keyed []keyedReference
	_ = s.each(func(p *plan, c *change) error {
		c.new = make(Row, len(p.stored)+1)
		maps.Copy(c.new, c.old)
		keyed = append(keyed, s.readChange(p, c)...)
		return nil
	})
	if err := s.resolveKeys(ctx, keyed); err != nil {
		return err
	}
	s.takeLists()
	return s.markIDs(ctx)
}

// readChange reads the values of one record and gives the references that are
// still to be looked up.
func (s *saving) readChange(p *plan, c *change) (keyed []keyedReference) {
	for key, v := range c.given {
		field, known := p.table.Field(key)
		switch {
		case key == "id" || key == "version":
		case key == deleteMark && c.head != nil:
		case !known && lineSet(p.table, key) != nil:
		case !known:
			s.faults.add(c, key, invalid("unknown_field", "field", key))
		case c.head != nil && field == p.table.HeadField && c.head.old != nil && v == c.head.old["id"]:
		default:
			keyed = append(keyed, s.readField(c, field, v)...)
		}
	}
	return keyed
}

// readField reads one value.
func (s *saving) readField(c *change, field *catalog.Field, v any) []keyedReference {
	if bad := s.refusal(c, field); bad != nil {
		s.faults.add(c, field.Key, bad)
		return nil
	}
	if parts, isKey := v.(map[string]any); isKey && field.To != nil {
		return []keyedReference{{change: c, field: field, parts: parts}}
	}
	if field.Item != nil {
		list, bad := asList(field, v)
		if s.faults.add(c, field.Key, bad); bad != nil {
			return nil
		}
		return s.readList(c, field, list)
	}
	value, bad := field.Parse(v)
	if bad != nil {
		s.faults.add(c, field.Key, bad)
		return nil
	}
	c.set(field, value)
	s.faults.add(c, field.Key, frozen(c, field))
	return nil
}

// set gives a field its value.
func (c *change) set(field *catalog.Field, value any) { c.new[field.Key] = value }

// refusal says why a field may not be given; nil when it may.
func (s *saving) refusal(c *change, field *catalog.Field) *fault.Fault {
	switch {
	case field.System || field.Meta.Derived():
		return invalid("readonly", "field", field.Meta.Title)
	case s.trusted():
		return nil
	case field.Meta.Readonly:
		return invalid("readonly", "field", field.Meta.Title)
	case !s.rights.FieldWrite(c.table, field):
		return invalid("field_denied", "field", field.Meta.Title)
	}
	return nil
}

// frozen refuses to change a value that never changes; a line stays with its head.
// Parameters of an action belong to no table.
func frozen(c *change, field *catalog.Field) *fault.Fault {
	frozen := field.Meta.Immutable || c.table != nil && field == c.table.HeadField
	if !frozen || c.isNew() || same(c.old[field.Key], c.new[field.Key]) {
		return nil
	}
	return invalid("immutable", "field", field.Meta.Title)
}

// markIDs gives new records their ids, in one block, and lines their heads.
func (s *saving) markIDs(ctx context.Context) error {
	fresh := 0
	count := func(_ *plan, c *change) error {
		if c.isNew() {
			fresh++
		}
		return nil
	}
	if err := s.each(count); err != nil || fresh == 0 {
		return err
	}
	next, err := s.tx.NextIDs(ctx, fresh)
	if err != nil {
		return fmt.Errorf("new ids for %s: %w", s.plan.table.Key, err)
	}
	return s.each(func(p *plan, c *change) error {
		if c.isNew() {
			c.new["id"] = next
			next++
		}
		if c.head != nil {
			c.new[p.table.HeadField.Key] = c.head.new["id"]
		}
		return nil
	})
}

// stamp fills the fields that the engine keeps of every record.
func (s *saving) stamp(c *change) {
	if c.isNew() {
		c.new["version"] = int64(1)
		c.new["created_at"], c.new["created_by"] = s.now, s.by()
	} else {
		version, _ := c.old["version"].(int64)
		c.new["version"] = version + 1
	}
	if !c.table.Meta.InsertOnly {
		c.new["updated_at"], c.new["updated_by"] = s.now, s.by()
	}
}

// by is the user who writes; nil when the system does by itself.
func (s *saving) by() any {
	if s.actor.UserID == 0 {
		return nil
	}
	return s.actor.UserID
}

// current refuses what is no longer true: an old version, or an edit that the
// document's state does not allow.
func (s *saving) current(context.Context) error {
	return s.each(func(_ *plan, c *change) error {
		if c.isNew() {
			return s.editableLine(c)
		}
		if err := versionGiven(c); err != nil {
			return err
		}
		if err := s.editable(c); err != nil {
			return err
		}
		return s.editableLine(c)
	})
}

// versionGiven compares the version of the request with the stored one.
func versionGiven(c *change) error {
	v, given := c.given["version"]
	if !given || v == nil {
		return nil
	}
	field, _ := c.table.Field("version")
	wanted, bad := field.Parse(v)
	if bad != nil {
		return fault.Join([]*fault.Fault{bad.On(c.path + "version")})
	}
	if wanted != c.old["version"] {
		return fault.New(fault.Conflict, "record.changed", "table", c.table.Meta.Title, "id", ID(c.old)).
			With(map[string]any{"id": ID(c.old), "version": wanted, "current": c.old["version"]})
	}
	return nil
}

// changedMeanwhile is the fault of a record that another writer changed first.
func changedMeanwhile(c *change) error {
	return fault.New(fault.Conflict, "record.changed", "table", c.table.Meta.Title, "id", ID(c.old)).
		With(map[string]any{"id": ID(c.old), "version": c.old["version"]})
}

// editable refuses changes of a head that its state does not allow.
func (s *saving) editable(c *change) error {
	state := stateOf(c.table, c.old)
	if s.trusted() || state == nil || state.EditAll {
		return nil
	}
	for key := range c.given {
		if lines, isSet := c.lines[key]; isSet && len(lines) > 0 && !state.MayEdit(key) {
			return notEditable(state, key)
		}
		field, known := c.table.Field(key)
		if known && !field.System && !state.MayEdit(key) && !same(c.old[key], c.new[key]) {
			return notEditable(state, key)
		}
	}
	return nil
}

// editableLine refuses changes of a line that is saved by itself when the state
// of its head does not allow them.
func (s *saving) editableLine(c *change) error {
	if s.trusted() || c.head != nil || c.table.Head == nil {
		return nil
	}
	head := Int(c.new, c.table.HeadField.Key)
	if s.parents[head] == nil {
		return notFound(c.table.Head, head)
	}
	state := stateOf(c.table.Head, s.parents[head])
	if state == nil {
		return nil
	}
	for _, set := range c.table.Head.Sets {
		if set.Table == c.table && !state.MayEdit(set.Key) {
			return notEditable(state, set.Key)
		}
	}
	return nil
}

// stateOf finds the state that a document's head is in; nil for other tables.
func stateOf(table *catalog.Table, head Row) *catalog.State {
	if table.Document == nil || head == nil {
		return nil
	}
	key, _ := head[catalog.StatusField].(string)
	state, _ := table.Document.State(key)
	return state
}

func notEditable(state *catalog.State, key string) error {
	return fault.New(fault.Conflict, "document.not_editable", "field", key, "state", state.Meta.Title).On(key)
}
