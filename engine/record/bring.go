package record

import (
	"context"
	"maps"

	"github.com/wareloom/wareloom/engine/access"
	"github.com/wareloom/wareloom/engine/catalog"
	"github.com/wareloom/wareloom/engine/fault"
	"github.com/wareloom/wareloom/engine/store"
)

// Brought is what choosing a record brings along.
type Brought struct {
	Values Row              // by field
	Lines  map[string][]Row // by line set
}

// Brings works out what choosing a record in a field of a table brings along; nothing
// for a field that brings nothing. What the caller may not write is left out.
//
// NotFound: there is no such record for the caller.
func (r *Records) Brings(ctx context.Context, tx *store.Tx, rights *access.Rights, table *catalog.Table, field *catalog.Field, id int64) (Brought, error) {
	s, err := r.begin(tx, rights, table.Key)
	if err != nil || field.Brings == nil {
		return Brought{}, err
	}
	return s.brings(ctx, field, id)
}

func (s *saving) brings(ctx context.Context, f *catalog.Field, id int64) (Brought, error) {
	row, err := s.Get(ctx, s.tx, s.rights, f.To.Key, id, false)
	if err != nil {
		return Brought{}, err
	}
	vars := map[string]any{"row": row, "old": nil, "user": s.actor.Values}
	for _, set := range f.To.Sets {
		lines, err := s.Lines(ctx, s.tx, s.rights, set, []int64{id})
		if err != nil {
			return Brought{}, err
		}
		vars[set.Key] = anys(lines[id])
	}
	found := Brought{Lines: map[string][]Row{}}
	if found.Values, err = s.brought(ctx, s.plan.table, f.Brings.With, vars); err != nil || f.Brings.Set == nil {
		return found, err
	}
	list, err := f.Brings.For.Eval(ctx, s.look.scope(vars))
	if err != nil {
		return found, err
	}
	elements, _ := list.([]any)
	for _, element := range elements {
		vars["line"] = element
		line, err := s.brought(ctx, f.Brings.Set.Table, f.Brings.Lines, vars)
		if err != nil {
			return found, err
		}
		found.Lines[f.Brings.Set.Key] = append(found.Lines[f.Brings.Set.Key], line)
	}
	return found, nil
}

// brought works out the values of a record or line that comes along.
func (s *saving) brought(ctx context.Context, table *catalog.Table, with []catalog.With, vars map[string]any) (Row, error) {
	row := Row{}
	for _, w := range with {
		f, _ := table.Field(w.Key)
		if s.refusal(&change{table: table}, f) != nil {
			continue
		}
		v, err := w.Value.Eval(ctx, s.look.scope(vars))
		if err != nil {
			return nil, err
		}
		if v != nil {
			row[w.Key] = rounded(f, v)
		}
	}
	return row, nil
}

// bring completes what people ask for by what the records that they choose bring
// along: empty fields, and lines where there are none.
func (s *saving) bring(ctx context.Context) error {
	if s.trusted() {
		return nil
	}
	for _, f := range s.plan.references {
		if f.Brings == nil {
			continue
		}
		for _, c := range s.heads {
			if err := s.bringInto(ctx, c, f); err != nil {
				return err
			}
		}
	}
	return nil
}

func (s *saving) bringInto(ctx context.Context, c *change, f *catalog.Field) error {
	id, err := s.chosen(ctx, c, f)
	if err != nil || id == 0 {
		return err
	}
	var old Row
	if own, _ := wantedID(c); own != 0 {
		if old, err = s.Get(ctx, s.tx, s.rights, c.table.Key, own, false); err != nil || same(old[f.Key], id) {
			return err
		}
	}
	found, err := s.brings(ctx, f, id)
	if fault.CodeOf(err) == fault.NotFound {
		return nil // the check of references tells
	}
	if err != nil {
		return err
	}
	return s.takeIn(ctx, c, old, found)
}

// chosen is the id of the record that a request chooses in a field; 0 when it chooses
// none, or one that reading it will refuse.
func (s *saving) chosen(ctx context.Context, c *change, f *catalog.Field) (int64, error) {
	if c.given[f.Key] == nil {
		return 0, nil
	}
	known := len(s.faults)
	alone := &change{table: c.table, path: c.path, new: Row{}}
	var keyed []keyedReference
	for _, r := range s.plan.references {
		if parts, isKey := c.given[r.Key].(map[string]any); isKey {
			keyed = append(keyed, keyedReference{change: alone, field: r, parts: parts})
		} else if v, bad := r.Parse(c.given[r.Key]); bad == nil && v != nil {
			alone.new[r.Key] = v
		}
	}
	err := s.resolveKeys(ctx, keyed)
	s.faults = s.faults[:known]
	id, _ := alone.new[f.Key].(int64)
	return id, err
}

// takeIn puts what was brought into the request, where it and the record as it was
// have nothing.
func (s *saving) takeIn(ctx context.Context, c *change, old Row, found Brought) error {
	given := maps.Clone(c.given)
	for key, v := range found.Values {
		if given[key] == nil && old[key] == nil {
			given[key] = v
		}
	}
	for key, lines := range found.Lines {
		if _, named := given[key]; named {
			continue
		}
		if old != nil {
			there, err := s.Lines(ctx, s.tx, s.rights, lineSet(c.table, key), []int64{ID(old)})
			if err != nil {
				return err
			}
			if len(there[ID(old)]) > 0 {
				continue
			}
		}
		list := make([]any, len(lines))
		for i, line := range lines {
			list[i] = line
		}
		given[key] = list
	}
	c.given = given
	return nil
}
