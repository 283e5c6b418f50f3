package record

import (
	"context"
	"fmt"
	"maps"
	"slices"

	"github.com/shopspring/decimal"

	"github.com/wareloom/wareloom/engine/access"
	"github.com/wareloom/wareloom/engine/catalog"
	"github.com/wareloom/wareloom/engine/store"
)

// Set gives fields of records new values. Each row has the id of its record and the
// values; in as few statements as possible they are read, locked in the order of their
// ids, and written, with version, audit and notice to who looks at them. Values that the
// record works out follow.
//
// It is for the system's own figures and marks: no hooks run and no rules are asked, only
// the types of the fields and what the database keeps. A field that a head sums up is an
// error, since heads are locked before their lines; Save works those out.
//
// NotFound when there is no such record.
func (r *Records) Set(ctx context.Context, tx *store.Tx, rights *access.Rights, table string, rows []Row) error {
	return r.alter(ctx, tx, rights, table, rows, func(f *catalog.Field, _, given any) (any, error) {
		value, bad := f.Parse(given)
		if bad != nil {
			return nil, bad.On(f.Key)
		}
		return value, nil
	})
}

// Add is Set for figures: the values are added to those of the records, an empty one
// counts as 0. Rows of the same record add up.
func (r *Records) Add(ctx context.Context, tx *store.Tx, rights *access.Rights, table string, rows []Row) error {
	return r.alter(ctx, tx, rights, table, rows, added)
}

// added is the sum of what a figure was and what is given to it.
func added(f *catalog.Field, was, given any) (any, error) {
	more, bad := f.Parse(given)
	if bad != nil {
		return nil, bad.On(f.Key)
	}
	switch more := more.(type) {
	case int64:
		count, _ := was.(int64)
		return count + more, nil
	case decimal.Decimal:
		figure, _ := was.(decimal.Decimal)
		return figure.Add(more), nil
	}
	return nil, fmt.Errorf("add to %s: its values are no figures", f.Key)
}

// valueOf gives what a field becomes, of what it was and what is given.
type valueOf = func(f *catalog.Field, was, given any) (any, error)

func (r *Records) alter(ctx context.Context, tx *store.Tx, rights *access.Rights, table string, rows []Row, value valueOf) error {
	if len(rows) == 0 {
		return nil
	}
	return r.Together(ctx, tx, func(ctx context.Context) error {
		s, err := r.begin(tx, rights, table)
		if err != nil {
			return err
		}
		if !s.trusted() || s.plan.table.Meta.InsertOnly {
			return fmt.Errorf("alter %s: only the system does, and only what may change", table)
		}
		if err := s.alterations(ctx, rows, value); err != nil {
			return err
		}
		for _, step := range []func(context.Context) error{s.compute, s.report, s.leaveHeads, s.write, s.noteOwn} {
			if err := step(ctx); err != nil {
				return err
			}
		}
		tx.Changed(table)
		return nil
	})
}

// alterations reads and locks the records, and gives them the values of the rows.
func (s *saving) alterations(ctx context.Context, rows []Row, value valueOf) error {
	ids := make([]int64, len(rows))
	for i, row := range rows {
		ids[i] = ID(row)
	}
	slices.Sort(ids)
	found, err := s.plan.byIDs(ctx, s.tx, slices.Compact(ids), true, nil)
	if err != nil {
		return err
	}
	changes := map[int64]*change{}
	for _, row := range rows {
		id := ID(row)
		if found[id] == nil {
			return notFound(s.plan.table, id)
		}
		if changes[id] == nil {
			changes[id] = &change{table: s.plan.table, given: Row{}, old: found[id], new: maps.Clone(found[id])}
			s.heads = append(s.heads, changes[id])
		}
		if err := s.alterOne(changes[id], row, value); err != nil {
			return err
		}
	}
	return nil
}

func (s *saving) alterOne(c *change, row Row, value valueOf) error {
	for key, given := range row {
		if key == "id" {
			continue
		}
		f, known := s.plan.table.Field(key)
		if !known || f.System || f.Computed != nil || f.Item != nil {
			return fmt.Errorf("alter %s: %q is no field that takes a value", s.plan.table.Key, key)
		}
		made, err := value(f, c.new[key], given)
		if err != nil {
			return err
		}
		c.set(f, made)
	}
	return nil
}

// leaveHeads refuses changes of what a stored value of the head is worked out of.
func (s *saving) leaveHeads(context.Context) error {
	head := s.plan.table.Head
	if head == nil {
		return nil
	}
	summed := s.plans.of(s.release, head).sums
	for _, set := range head.Sets {
		for _, f := range s.plan.stored {
			isRead := func(sum *catalog.Field) bool { return slices.Contains(sum.Computed.Refs(), set.Key+"."+f.Key) }
			isChanged := func(c *change) bool { return !f.System && !same(c.old[f.Key], c.new[f.Key]) }
			if set.Table == s.plan.table && slices.ContainsFunc(summed, isRead) && slices.ContainsFunc(s.heads, isChanged) {
				return fmt.Errorf("alter %s: its head sums %q up; save the line", s.plan.table.Key, f.Key)
			}
		}
	}
	return nil
}

// noteOwn hands the changes to the unit's audit; no head is concerned.
func (s *saving) noteOwn(ctx context.Context) error {
	if u, ok := ctx.Value(unitKey{}).(*unit); ok {
		for _, c := range s.heads {
			s.noteChange(u, s.plan, c)
		}
	}
	return nil
}
