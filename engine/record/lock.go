package record

import (
	"context"
	"fmt"
	"slices"
	"strings"

	"github.com/wareloom/wareloom/engine/access"
	"github.com/wareloom/wareloom/engine/catalog"
	"github.com/wareloom/wareloom/engine/fault"
	"github.com/wareloom/wareloom/engine/meta"
	"github.com/wareloom/wareloom/engine/store"
)

// mostNamed is how many of the rows that lock a record are named.
const mostNamed = 3

// checkLocks refuses to change what rows of other tables stand on, whoever asks.
func (s *saving) checkLocks(ctx context.Context) error {
	return s.each(func(_ *plan, c *change) error {
		if c.isNew() {
			return nil
		}
		for _, lock := range c.table.Locks {
			changed := slices.DeleteFunc(slices.Clone(lock.Fields), func(f *catalog.Field) bool { return same(c.old[f.Key], c.new[f.Key]) })
			if len(changed) == 0 {
				continue
			}
			words, locked, err := s.lockedBy(ctx, lock, c.table, c.old)
			if err != nil {
				return err
			}
			for _, f := range changed {
				if locked && !s.faults.has(c, f.Key) {
					s.faults.add(c, f.Key, invalid("locked", "field", f.Meta.Title, "words", words))
				}
			}
		}
		return nil
	})
}

// Locked says of a record which of its fields are locked now, and why; nil for most.
func (r *Records) Locked(ctx context.Context, tx *store.Tx, rights *access.Rights, table *catalog.Table, id int64) (map[string]meta.Text, error) {
	if len(table.Locks) == 0 {
		return nil, nil
	}
	s, err := r.begin(tx, rights, table.Key)
	if err != nil {
		return nil, err
	}
	row, err := r.Get(ctx, tx, rights, table.Key, id, false)
	if err != nil {
		return nil, err
	}
	found := map[string]meta.Text{}
	for _, lock := range table.Locks {
		words, locked, err := s.lockedBy(ctx, lock, table, row)
		if err != nil {
			return nil, err
		}
		for _, f := range lock.Fields {
			if _, known := found[f.Key]; locked && !known {
				found[f.Key] = words
			}
		}
	}
	return found, nil
}

// keepLocked refuses to delete a record while a lock is on it.
func (s *saving) keepLocked(ctx context.Context, row Row) error {
	for _, lock := range s.plan.table.Locks {
		words, locked, err := s.lockedBy(ctx, lock, s.plan.table, row)
		if err != nil {
			return err
		}
		if locked {
			return fault.New(fault.Conflict, "record.locked_delete", "id", ID(row), "words", words).Breaking("locked")
		}
	}
	return nil
}

// lockedBy looks for rows that lock a record and says so in the lock's words.
func (s *saving) lockedBy(ctx context.Context, lock *catalog.Lock, table *catalog.Table, row Row) (words meta.Text, locked bool, err error) {
	record, err := s.withHead(ctx, table, row)
	if err != nil {
		return nil, false, err
	}
	scope := s.look.scope(map[string]any{"record": record, "user": s.actor.Values})
	where, args, err := lock.Where.SQL(ctx, scope, access.NewColumns(lock.By, access.Alias))
	if err != nil {
		return nil, false, err
	}
	by := s.plans.of(s.release, lock.By)
	rows, err := by.readSome(ctx, s.tx, newSelection(named(lock.By)), fmt.Sprintf("where %s order by id limit %d", where, mostNamed+1), args...)
	if err != nil || len(rows) == 0 {
		return nil, false, err
	}
	names := make([]string, 0, mostNamed+1)
	for _, row := range rows[:min(mostNamed, len(rows))] {
		name, err := s.nameOf(ctx, lock.By, row)
		if err != nil {
			return nil, false, err
		}
		names = append(names, name)
	}
	if len(rows) > mostNamed {
		names = append(names, "…")
	}
	return filled(lock.Message, strings.Join(names, ", ")), true, nil
}

// withHead is a record as a lock's condition sees it: a line has what it lacks from
// its head.
func (s *saving) withHead(ctx context.Context, table *catalog.Table, row Row) (Row, error) {
	if table.Head == nil {
		return row, nil
	}
	head, err := s.look.resolve(ctx, table.Head.Key, Int(row, table.HeadField.Key))
	if err != nil {
		return nil, err
	}
	whole := Row{}
	for _, part := range []Row{head, row} {
		for key, v := range part {
			whole[key] = v
		}
	}
	return whole, nil
}

// filled puts the names of records into a message.
func filled(message meta.Text, names string) meta.Text {
	made := meta.Text{}
	for language, words := range message {
		made[language] = strings.ReplaceAll(words, "{records}", names)
	}
	return made
}

// named are the columns that name the records of a table to people, the id, and of a
// line its head.
func named(table *catalog.Table) []*catalog.Field {
	return slices.DeleteFunc(table.Columns(), func(f *catalog.Field) bool {
		return f.Key != "id" && f != table.HeadField && !slices.ContainsFunc(table.Label, func(path catalog.Path) bool { return path[0] == f })
	})
}

// nameOf joins what names a record to people, references followed, as far as the
// caller may read it; a line's name begins with that of its head.
func (s *saving) nameOf(ctx context.Context, table *catalog.Table, row Row) (string, error) {
	var parts []string
	if table.Head != nil {
		head, err := s.look.resolve(ctx, table.Head.Key, Int(row, table.HeadField.Key))
		if err != nil {
			return "", err
		}
		name, err := s.nameOf(ctx, table.Head, head)
		if err != nil {
			return "", err
		}
		parts = append(parts, name)
	}
	for _, path := range table.Label {
		v, of := row[path[0].Key], table
		readable := s.rights.FieldRead(of, path[0]).All()
		for i, f := range path[1:] {
			id, isID := v.(int64)
			if !isID {
				break
			}
			of = path[i].To
			next, err := s.look.resolve(ctx, of.Key, id)
			if err != nil {
				return "", err
			}
			v, readable = next[f.Key], readable && s.rights.FieldRead(of, f).All()
		}
		if v != nil && readable {
			parts = append(parts, fmt.Sprint(v))
		}
	}
	if len(parts) == 0 {
		return fmt.Sprintf("#%d", ID(row)), nil
	}
	return strings.Join(parts, " "), nil
}
