package record

import (
	"cmp"
	"context"
	"fmt"
	"slices"

	"github.com/wareloom/wareloom/engine/access"
	"github.com/wareloom/wareloom/engine/catalog"
	"github.com/wareloom/wareloom/engine/expression"
	"github.com/wareloom/wareloom/engine/fault"
	"github.com/wareloom/wareloom/engine/meta"
	"github.com/wareloom/wareloom/engine/store"
)

// check judges the records as they will be.
func (s *saving) check(ctx context.Context) error {
	err := s.each(func(p *plan, c *change) error {
		s.checkRequired(p, c)
		s.checkGrants(c)
		return s.checkRules(ctx, p, c)
	})
	if err != nil {
		return err
	}
	if err := s.checkSets(); err != nil {
		return err
	}
	if err := s.checkChoices(ctx); err != nil {
		return err
	}
	if err := s.checkLocks(ctx); err != nil {
		return err
	}
	return s.checkReferences(ctx)
}

// report ends the save with all faults found so far.
func (s *saving) report(context.Context) error {
	slices.SortStableFunc(s.faults, func(a, b *fault.Fault) int { return cmp.Compare(a.Path, b.Path) })
	return fault.Join(s.faults)
}

// checkRequired finds the values that are missing, but not those that were
// missing before, since a field may have become required later. A code comes
// after the checks.
func (s *saving) checkRequired(p *plan, c *change) {
	for _, f := range p.required {
		missing := c.new[f.Key] == nil && (c.isNew() || c.old[f.Key] != nil)
		if missing && f.CodeRule == nil && !s.faults.has(c, f.Key) {
			s.faults.add(c, f.Key, invalid("required", "field", f.Meta.Title))
		}
	}
}

// checkGrants finds what a role or a person is granted that does not exist.
func (s *saving) checkGrants(c *change) {
	for _, bad := range access.Unsound(s.release, c.table.Key, c.old, c.new) {
		s.faults.add(c, bad.Path, bad)
	}
}

// has reports whether a field has a fault already.
func (f *faults) has(c *change, field string) bool {
	return slices.ContainsFunc(*f, func(bad *fault.Fault) bool { return bad.Path == c.path+field })
}

// checkRules evaluates the rules of fields that have a value.
func (s *saving) checkRules(ctx context.Context, p *plan, c *change) error {
	var scope expression.Scope
	for _, f := range p.ruled {
		if s.faults.has(c, f.Key) || !ruleApplies(f, c) {
			continue
		}
		if scope.Vars == nil {
			scope, ctx = s.scope(c), s.about(ctx, c)
		}
		scope.Vars["value"] = c.new[f.Key]
		for _, rule := range f.Rules {
			holds, err := rule.Must.Holds(ctx, scope)
			bad, err := asFault(err)
			if err != nil {
				return err
			}
			if bad == nil && !holds {
				bad = Said(fault.Invalid, rule.Message).Breaking("rule")
			}
			s.faults.add(c, f.Key, bad)
		}
	}
	return nil
}

// ruleApplies reports whether a field's rules judge a record: an empty value is
// for required to refuse, unless the rule itself speaks of other fields.
func ruleApplies(f *catalog.Field, c *change) bool {
	if c.new[f.Key] != nil {
		return true
	}
	return slices.ContainsFunc(f.Rules, func(rule catalog.Rule) bool {
		return slices.ContainsFunc(rule.Must.Refs(), func(path string) bool { return path != "value" })
	})
}

// checkSets counts the lines of documents.
func (s *saving) checkSets() error {
	for _, head := range s.heads {
		for key := range head.lines {
			set := lineSet(head.table, key)
			n := len(head.all[key])
			if most := set.Meta.Max; most > 0 && n > most {
				s.faults.add(head, key, invalid("too_many_lines", "max", most, "count", n))
			}
			if least := set.Meta.Min; n < least {
				s.faults.add(head, key, invalid("too_few_lines", "min", least, "count", n))
			}
		}
	}
	return nil
}

// checkChoices looks for the values of choices that are data: rows of another
// table, or what people added.
func (s *saving) checkChoices(ctx context.Context) error {
	return s.each(func(p *plan, c *change) error {
		for _, f := range p.choices {
			v := c.new[f.Key]
			if v == nil || same(c.old[f.Key], v) {
				continue
			}
			found, err := s.offered(ctx, s.release.Dropdowns[f.Dropdown.Key], v)
			if err != nil {
				return err
			}
			if !found {
				s.faults.add(c, f.Key, fault.New(fault.Invalid, "field.not_in_list", "value", v).Breaking("not_in_list"))
			}
		}
		return nil
	})
}

// offered reports whether a dropdown has a value: among its own, those that were
// added, or the rows behind it that the caller may see.
func (s *saving) offered(ctx context.Context, d *catalog.Dropdown, v any) (bool, error) {
	if slices.ContainsFunc(d.Meta.Items, func(item meta.DropdownItem) bool { return item.Key == v }) {
		return true, nil
	}
	if d.Meta.Open {
		if added, err := s.wasAdded(ctx, d.Key, v); added || err != nil {
			return added, err
		}
	}
	return s.inTable(ctx, d, v)
}

// wasAdded reports whether people added a value to an open dropdown.
func (s *saving) wasAdded(ctx context.Context, dropdown string, v any) (bool, error) {
	var n int
	if err := s.tx.Get(ctx, &n, "select count(*) from dropdown_value where dropdown = ? and value = ?", dropdown, v); err != nil {
		return false, fmt.Errorf("look for an added value of %s: %w", dropdown, err)
	}
	return n > 0, nil
}

// inTable reports whether the table behind a dropdown has a value.
func (s *saving) inTable(ctx context.Context, d *catalog.Dropdown, v any) (bool, error) {
	if d.Table == nil {
		return false, nil
	}
	value, bad := d.Value.Parse(v)
	if bad != nil {
		return false, nil
	}
	encoded, err := d.Value.Encode(value)
	if err != nil {
		return false, err
	}
	where, args := within(s.reach(d.Table, access.Read), store.Quote(d.Value.Key)+" = ?", []any{encoded})
	var n int
	text := "select count(*) from " + d.Table.From() + " as " + access.Alias + " where " + where
	if err := s.tx.Get(ctx, &n, text, args...); err != nil {
		return false, fmt.Errorf("look for a value of %s: %w", d.Key, err)
	}
	return n > 0, nil
}

// confirm judges the rows as they are now: they must still be the caller's.
func (s *saving) confirm(ctx context.Context) error {
	if s.trusted() {
		return nil
	}
	return s.each(func(p *plan, c *change) error {
		given := make([]string, 0, len(c.given))
		for key := range c.given {
			if f, known := p.table.Field(key); known && !f.System {
				given = append(given, key)
			}
		}
		slices.Sort(given)
		return s.rights.CheckWrite(ctx, s.tx, p.table, c.new, given...)
	})
}
