package record

import (
	"context"

	"github.com/wareloom/wareloom/engine/access"
	"github.com/wareloom/wareloom/engine/catalog"
	"github.com/wareloom/wareloom/engine/expression"
	"github.com/wareloom/wareloom/engine/fault"
	"github.com/wareloom/wareloom/engine/store"
)

// ReadParams reads the parameters of an action as a save reads fields: types,
// references by key, defaults, required, rules. The names are what expressions
// see beside params, user and value.
//
// Invalid lists all faults, with paths that begin with "params.".
func (r *Records) ReadParams(ctx context.Context, tx *store.Tx, rights *access.Rights, fields []*catalog.Field, given Row, names map[string]any) (Row, error) {
	s := &saving{Records: r, tx: tx, rights: rights, release: rights.Release(), actor: rights.Actor()}
	s.look = newLookups(r, tx, s.release)
	c := &change{path: "params.", given: given, new: Row{}}
	keyed := s.readParams(c, fields)
	if err := s.resolveKeys(ctx, keyed); err != nil {
		return nil, err
	}
	vars := map[string]any{"params": c.new, "user": s.actor.Values}
	for name, v := range names {
		vars[name] = v
	}
	scope := expression.Scope{Vars: vars, Resolve: s.look.resolve}
	for _, f := range fields {
		if err := s.checkParam(ctx, c, f, scope); err != nil {
			return nil, err
		}
	}
	return c.new, s.report(ctx)
}

// readParams reads the values given and finds those that nobody asked for.
func (s *saving) readParams(c *change, fields []*catalog.Field) (keyed []keyedReference) {
	known := make(map[string]bool, len(fields))
	for _, f := range fields {
		known[f.Key] = true
		v, given := c.given[f.Key]
		if parts, isKey := v.(map[string]any); isKey && f.To != nil {
			keyed = append(keyed, keyedReference{change: c, field: f, parts: parts})
			continue
		}
		value, bad := f.Parse(v)
		s.faults.add(c, f.Key, bad)
		if given {
			c.new[f.Key] = value
		}
	}
	for key := range c.given {
		if !known[key] {
			s.faults.add(c, key, invalid("unknown_field", "field", key))
		}
	}
	return keyed
}

// checkParam fills and judges one parameter.
func (s *saving) checkParam(ctx context.Context, c *change, f *catalog.Field, scope expression.Scope) error {
	if s.faults.has(c, f.Key) {
		return nil
	}
	if c.new[f.Key] == nil && f.Default != nil {
		v, err := f.Default.Eval(s.about(ctx, c), scope)
		if err != nil {
			return err
		}
		c.new[f.Key] = rounded(f, v)
	}
	v := c.new[f.Key]
	if v == nil {
		if f.Meta.Required {
			s.faults.add(c, f.Key, invalid("required", "field", f.Meta.Title))
		}
		return nil
	}
	if id, isID := v.(int64); isID && f.To != nil && !s.trusted() {
		if err := s.checkReferencesTo(ctx, f.To, []reference{{c, f, id}}); err != nil {
			return err
		}
	}
	scope.Vars["value"] = v
	for _, rule := range f.Rules {
		holds, err := rule.When.Holds(s.about(ctx, c), scope)
		if err != nil {
			return err
		}
		if !holds {
			s.faults.add(c, f.Key, Said(fault.Invalid, rule.Message).Breaking("rule"))
		}
	}
	return nil
}
