package record

import (
	"context"
	"database/sql"
	"errors"
	"fmt"
	"slices"
	"strings"

	"github.com/Masterminds/squirrel"

	"github.com/wareloom/wareloom/engine/catalog"
	"github.com/wareloom/wareloom/engine/fault"
	"github.com/wareloom/wareloom/engine/store"
)

// guarded runs a statement that stores changes and turns broken constraints into
// faults on fields. When several records are stored at once, it runs behind a
// savepoint, so that the one to blame can be looked for afterwards.
func (s *saving) guarded(ctx context.Context, p *plan, changes []*change, run func(ctx context.Context, word wording) error) error {
	if len(changes) == 1 || len(p.table.Uniques) == 0 {
		return run(ctx, func(err error) error { return s.broken(ctx, p, changes, err) })
	}
	err := s.tx.Savepoint(ctx, func(ctx context.Context) error { return run(ctx, nil) })
	if err == nil {
		return nil
	}
	return s.broken(ctx, p, changes, err)
}

// broken words a constraint that changes broke; other failures stay.
func (s *saving) broken(ctx context.Context, p *plan, changes []*change, err error) error {
	if name, broken := store.IsUnique(err); broken {
		return s.uniqueFault(ctx, p, changes, name, err)
	}
	if name, broken := store.IsCheck(err); broken {
		return checkFault(p.table, name, err)
	}
	if _, broken := store.IsForeignKey(err); broken {
		return fault.New(fault.Invalid, "record.reference_gone", "table", p.table.Meta.Title).Because(err)
	}
	return err
}

// uniqueFault names the record and field of a key that exists already.
func (s *saving) uniqueFault(ctx context.Context, p *plan, changes []*change, name string, cause error) error {
	i := slices.IndexFunc(p.table.Uniques, func(u *catalog.Unique) bool { return u.Name == name })
	if i < 0 {
		return fmt.Errorf("save %s: %w", p.table.Key, cause)
	}
	unique := p.table.Uniques[i]
	c := changes[0]
	if len(changes) > 1 {
		var err error
		if c, err = s.taken(ctx, p, unique, changes); err != nil {
			return err
		}
	}
	field := unique.Fields[len(unique.Fields)-1]
	bad := invalid("taken", "field", field.Meta.Title, "value", keyText(unique, c.new)).Because(cause)
	if unique.Message != nil {
		bad = Said(fault.Invalid, *unique.Message).Breaking("taken").Because(cause)
	}
	return fault.Join([]*fault.Fault{bad.On(c.path + field.Key)})
}

// keyText writes the values of a key.
func keyText(unique *catalog.Unique, row Row) string {
	texts := make([]string, len(unique.Fields))
	for i, f := range unique.Fields {
		texts[i] = plain(row[f.Key])
	}
	return strings.Join(texts, ", ")
}

// taken finds the first of several records whose key exists already, among the
// others or in the table.
func (s *saving) taken(ctx context.Context, p *plan, unique *catalog.Unique, changes []*change) (*change, error) {
	seen := map[string]bool{}
	for _, c := range changes {
		key := keyText(unique, c.new)
		if seen[key] {
			return c, nil
		}
		seen[key] = true
		exists, err := s.keyExists(ctx, p, unique, c)
		if err != nil {
			return nil, err
		}
		if exists {
			return c, nil
		}
	}
	return changes[0], nil
}

func (s *saving) keyExists(ctx context.Context, p *plan, unique *catalog.Unique, c *change) (bool, error) {
	statement := squirrel.Select("1").From(p.name).Where(squirrel.NotEq{"id": c.id()}).Limit(1)
	for _, f := range unique.Fields {
		v, err := f.Encode(c.new[f.Key])
		if err != nil {
			return false, err
		}
		statement = statement.Where(squirrel.Eq{store.Quote(f.Key): v})
	}
	text, args, err := statement.ToSql()
	if err != nil {
		return false, err
	}
	var one int
	err = s.tx.Get(ctx, &one, text, args...)
	if errors.Is(err, sql.ErrNoRows) {
		return false, nil
	}
	return err == nil, err
}

// checkFault tells a condition that the database keeps in its own words.
func checkFault(table *catalog.Table, name string, cause error) error {
	for _, check := range table.Checks {
		if check.Name == name {
			return Said(fault.Invalid, check.Message).Breaking("check").Because(cause)
		}
	}
	return fmt.Errorf("save %s: %w", table.Key, cause)
}

// asDeleteFault tells that a record cannot go because others refer to it, and what
// takes it out of sight instead.
func asDeleteFault(table *catalog.Table, err error) error {
	if _, broken := store.IsForeignKey(err); !broken {
		return err
	}
	if offer := table.OfferField(); offer != nil {
		return fault.New(fault.Conflict, "record.in_use_archive", "table", table.Meta.Title, "field", offer.Meta.Title).Because(err)
	}
	return fault.New(fault.Conflict, "record.in_use", "table", table.Meta.Title).Because(err)
}
