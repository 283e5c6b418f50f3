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
// record works out follow, and so does what a head sums up of the field alone: such heads
// are locked before their lines.
//
// It is for the system's own figures and marks: no hooks run and no rules are asked, only
// the types of the fields and what the database keeps. What a head works out otherwise of
// a field is an error; Save does that.
//
// NotFound when there is no such record.
func (r *Records) Set(ctx context.Context, tx *store.Tx, rights *access.Rights, table string, rows []Row) error {
	return r.alterRows(ctx, tx, rights, table, rows, parsed)
}

// Add is Set for figures: the values are added to those of the records, an empty one
// counts as 0. Rows of the same record add up. A nil empties its field, figure or not.
func (r *Records) Add(ctx context.Context, tx *store.Tx, rights *access.Rights, table string, rows []Row) error {
	return r.alterRows(ctx, tx, rights, table, rows, added)
}

// SetWhere is Set for all records that match, as Where says, with the same values: what
// does not match when it is locked stays as it is. It tells how many matched, so that who
// takes a record in one state knows whether another came before; to match again what was
// set is no change. What a head sums up is an error.
func (r *Records) SetWhere(ctx context.Context, tx *store.Tx, rights *access.Rights, table string, match, values Row) (int, error) {
	matched := 0
	err := r.alter(ctx, tx, rights, table, func(ctx context.Context, s *saving) error {
		text, args, err := Where{Match: match}.sql(s.plan.table)
		if err != nil {
			return err
		}
		found, err := s.plan.read(ctx, tx, text+" order by id"+locking(tx, true), args...)
		if err != nil {
			return err
		}
		matched = len(found)
		for _, old := range found {
			if err := s.alterOne(s.changeOf(old), values, parsed); err != nil {
				return err
			}
		}
		return nil
	})
	return matched, err
}

// parsed is what is given to a field, by its type.
func parsed(f *catalog.Field, _, given any) (any, error) {
	value, bad := f.Parse(given)
	if bad != nil {
		return nil, bad.On(f.Key)
	}
	return value, nil
}

// added is the sum of what a figure was and what is given to it.
func added(f *catalog.Field, was, given any) (any, error) {
	more, bad := f.Parse(given)
	if bad != nil {
		return nil, bad.On(f.Key)
	}
	switch more := more.(type) {
	case nil:
		return nil, nil
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

func (r *Records) alterRows(ctx context.Context, tx *store.Tx, rights *access.Rights, table string, rows []Row, value valueOf) error {
	if len(rows) == 0 {
		return nil
	}
	return r.alter(ctx, tx, rights, table, func(ctx context.Context, s *saving) error { return s.alterations(ctx, rows, value) })
}

// alter writes the changes that find makes of records which it reads and locks.
func (r *Records) alter(ctx context.Context, tx *store.Tx, rights *access.Rights, table string, find func(context.Context, *saving) error) error {
	return r.Together(ctx, tx, func(ctx context.Context) error {
		s, err := r.begin(tx, rights, table)
		if err != nil {
			return err
		}
		if err := leave(s.plan.table); err != nil {
			return err
		}
		if !s.trusted() || s.plan.table.Meta.InsertOnly {
			return fmt.Errorf("alter %s: only the system does, and only what may change", table)
		}
		if err := find(ctx, s); err != nil {
			return err
		}
		for _, step := range []func(context.Context) error{s.compute, s.report, s.leaveHeads, s.write, s.writeSums, s.noteOwn} {
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
	ids = sorted(ids)
	if err := s.lockSums(ctx, ids, rows); err != nil {
		return err
	}
	found, err := s.plan.byIDs(ctx, s.tx, ids, true, nil)
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
			changes[id] = s.changeOf(found[id])
		}
		if err := s.alterOne(changes[id], row, value); err != nil {
			return err
		}
	}
	return nil
}

// changeOf begins the change of a record that was read.
func (s *saving) changeOf(old Row) *change {
	c := &change{table: s.plan.table, given: Row{}, old: old, new: maps.Clone(old)}
	s.heads = append(s.heads, c)
	return c
}

func (s *saving) alterOne(c *change, row Row, value valueOf) error {
	for key, given := range row {
		if key == "id" {
			continue
		}
		f, known := s.plan.table.Field(key)
		if !known || f.System || f.Meta.Derived() || f.Item != nil {
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

// noteOwn hands the changes to the unit's audit, those of heads that were summed up too.
func (s *saving) noteOwn(ctx context.Context) error {
	u, ok := ctx.Value(unitKey{}).(*unit)
	if !ok {
		return nil
	}
	for _, c := range s.heads {
		s.noteChange(u, s.plan, c)
	}
	for _, id := range slices.Sorted(maps.Keys(s.summed.heads)) {
		s.noteChange(u, s.summed.plan, s.summed.heads[id])
	}
	return nil
}
