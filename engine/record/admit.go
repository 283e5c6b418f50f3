package record

import (
	"context"
	"slices"

	"github.com/wareloom/wareloom/engine/access"
	"github.com/wareloom/wareloom/engine/catalog"
	"github.com/wareloom/wareloom/engine/fault"
)

// Names that mean something in every table.
const (
	lineNo     = "line_no"
	deleteMark = "_delete"
)

// admit refuses tables that are not for the caller to write, and callers without
// the right.
func (s *saving) admit(context.Context) error {
	table := s.plan.table
	if err := s.writable(); err != nil {
		return err
	}
	for _, c := range s.heads {
		id, err := wantedID(c)
		if err != nil {
			return err
		}
		if err := s.require(table, id == 0); err != nil {
			return err
		}
		if id != 0 && table.Meta.InsertOnly {
			return fault.New(fault.Conflict, "record.insert_only", "table", table.Meta.Title)
		}
	}
	return nil
}

// writable refuses a table that is not for the caller to write, and for everybody one
// that another program writes.
func (s *saving) writable() error {
	table := s.plan.table
	if err := leave(table); err != nil {
		return err
	}
	if !s.trusted() && !table.Meta.OfPeople() {
		return fault.New(fault.Denied, "record.not_writable", "table", table.Meta.Title).With(map[string]any{"reason": "right", "name": table.Key})
	}
	return nil
}

// leave refuses to change an adopted table, whoever asks.
func leave(table *catalog.Table) error {
	if !table.Adopted() {
		return nil
	}
	return fault.New(fault.Denied, "record.adopted", "table", table.Meta.Title).With(map[string]any{"reason": "adopted", "name": table.Key})
}

// require asks for the right to make or change records; lines take their head's.
func (s *saving) require(table *catalog.Table, isNew bool) error {
	verb := ".update"
	if isNew && table.Head == nil {
		verb = ".create"
	}
	return s.rights.Require(table.Root().Key + verb)
}

// wantedID reads the id that a change is asked for; 0 is a new record.
func wantedID(c *change) (int64, error) {
	v, given := c.given["id"]
	if !given || v == nil {
		return 0, nil
	}
	if id, ok := v.(int64); ok {
		return id, nil
	}
	id, bad := idField(c.table).Parse(v)
	if bad != nil {
		return 0, fault.Join([]*fault.Fault{bad.On(c.path + "id")})
	}
	n, _ := id.(int64)
	return n, nil
}

// idField is the field of a table's ids.
func idField(table *catalog.Table) *catalog.Field { return table.Fields[0] }

// load reads what is there: the records to change, locked in the order of their
// ids, and the lines of the sets that the request names.
func (s *saving) load(ctx context.Context) error {
	if err := s.lockHeads(ctx); err != nil {
		return err
	}
	ids := wantedIDs(s.heads)
	if len(ids) > 0 {
		found, err := s.plan.byIDs(ctx, s.tx, ids, true, s.reach(s.plan.table, access.Update))
		if err != nil {
			return err
		}
		if err := s.place(s.heads, found); err != nil {
			return err
		}
	}
	return s.loadLines(ctx)
}

// wantedIDs gives the ids of the records to change.
func wantedIDs(changes []*change) []int64 {
	var ids []int64
	for _, c := range changes {
		if id, err := wantedID(c); err == nil && id != 0 {
			ids = append(ids, id)
		}
	}
	return ids
}

// place gives every change the record as it was.
func (s *saving) place(changes []*change, found map[int64]Row) error {
	for _, c := range changes {
		id, err := wantedID(c)
		if err != nil {
			return err
		}
		if id == 0 {
			continue
		}
		old, ok := found[id]
		if !ok {
			return notFound(c.table, id)
		}
		c.old = old
	}
	return nil
}

// notFound is the fault of a record that is not there for the caller.
func notFound(table *catalog.Table, id int64) *fault.Fault {
	return fault.New(fault.NotFound, "record.not_found", "table", table.Meta.Title, "id", id)
}

// loadLines takes the line sets out of the request and reads the lines there are.
func (s *saving) loadLines(ctx context.Context) error {
	for _, set := range s.plan.table.Sets {
		batch := lineBatch{plan: s.plans.of(s.release, set.Table)}
		var heads []int64
		for _, head := range s.heads {
			asked, given := head.given[set.Key]
			if !given {
				continue
			}
			lines, err := s.linesAsked(head, set, asked)
			if err != nil {
				return err
			}
			head.keepLines(set.Key, lines)
			batch.lines = append(batch.lines, lines...)
			if head.old != nil {
				heads = append(heads, ID(head.old))
			}
		}
		if len(batch.lines) == 0 {
			continue
		}
		if err := s.placeLines(ctx, batch, set, heads); err != nil {
			return err
		}
		s.lines = append(s.lines, batch)
	}
	return nil
}

func (c *change) keepLines(set string, lines []*change) {
	if c.lines == nil {
		c.lines = map[string][]*change{}
	}
	c.lines[set] = lines
}

// linesAsked makes changes of the list under a set's key.
func (s *saving) linesAsked(head *change, set *catalog.LineSet, asked any) ([]*change, error) {
	rows, ok := rowsOf(asked)
	if !ok {
		return nil, fault.Join([]*fault.Fault{invalid("not_lines").On(head.path + set.Key)})
	}
	lines := make([]*change, len(rows))
	for i, row := range rows {
		lines[i] = &change{table: set.Table, path: linePath(head.path+set.Key, i), given: row, head: head}
		lines[i].drop = row[deleteMark] == true
	}
	return lines, nil
}

// rowsOf takes a list of rows as requests and plugins give it.
func rowsOf(v any) ([]Row, bool) {
	switch v := v.(type) {
	case nil:
		return nil, true
	case []Row:
		return v, true
	case []any:
		rows := make([]Row, len(v))
		for i, element := range v {
			row, ok := element.(map[string]any)
			if !ok {
				return nil, false
			}
			rows[i] = row
		}
		return rows, true
	}
	return nil, false
}

// placeLines reads the lines to change; a line of another head is not found.
func (s *saving) placeLines(ctx context.Context, batch lineBatch, set *catalog.LineSet, heads []int64) error {
	ids := wantedIDs(batch.lines)
	if len(ids) == 0 {
		return nil
	}
	found, err := batch.plan.byIDs(ctx, s.tx, ids, false, nil)
	if err != nil {
		return err
	}
	for id, row := range found {
		head, _ := row[set.Field.Key].(int64)
		if !slices.Contains(heads, head) {
			delete(found, id)
		}
	}
	if err := s.place(batch.lines, found); err != nil {
		return err
	}
	for _, line := range batch.lines {
		if line.old != nil && line.old[set.Field.Key] != line.head.old["id"] {
			return notFound(line.table, ID(line.old))
		}
	}
	return nil
}

// reach is the condition of the rows that the caller may do something with.
func (s *saving) reach(table *catalog.Table, op access.Op) *access.Predicate {
	rows := s.rights.RowsAs(table, op, access.Alias)
	return &rows
}
