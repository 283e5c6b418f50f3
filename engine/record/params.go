package record

import (
	"context"
	"maps"

	"github.com/wareloom/wareloom/engine/access"
	"github.com/wareloom/wareloom/engine/catalog"
	"github.com/wareloom/wareloom/engine/expression"
	"github.com/wareloom/wareloom/engine/fault"
	"github.com/wareloom/wareloom/engine/setting"
	"github.com/wareloom/wareloom/engine/store"
)

// Params asks for the parameters of an action, a station or a mapping.
type Params struct {
	Fields  []*catalog.Field
	Given   Row
	Names   map[string]any // what their expressions see beside params, user and value
	Of      *catalog.Table // of an action: the table of its records
	Records []Row          // of an action: the records that it is taken on
}

// ReadParams reads the parameters of an action as a save reads fields: types,
// references by key, defaults, required, rules. A reference has to fit every
// record that the action is taken on.
//
// Invalid lists all faults, with paths that begin with "params.".
func (r *Records) ReadParams(ctx context.Context, tx *store.Tx, rights *access.Rights, ask Params) (Row, error) {
	s := &saving{Records: r, tx: tx, rights: rights, release: rights.Release(), actor: rights.Actor()}
	if ask.Of != nil {
		s.plan = r.plans.of(s.release, ask.Of)
	}
	s.look = newLookups(r, tx, s.release, nil)
	if ask.Of != nil && ask.Records == nil {
		ask.Records = []Row{} // a set of which none was taken
	}
	c := &change{path: "params.", given: ask.Given, new: Row{}}
	keyed := s.readParams(c, ask.Fields)
	if err := s.resolveKeys(ctx, keyed); err != nil {
		return nil, err
	}
	vars := map[string]any{"params": c.new, "user": s.actor.Values}
	for name, v := range ask.Names {
		vars[name] = v
	}
	scope := s.look.scope(vars)
	for _, f := range ask.Fields {
		if err := s.checkParam(ctx, c, f, ask.Records, scope); err != nil {
			return nil, err
		}
	}
	return c.new, s.report(ctx)
}

// Propose works out what the parameters of an action begin with, as ReadParams would
// fill them where nothing is given; those without a default are left out.
func (r *Records) Propose(ctx context.Context, tx *store.Tx, rights *access.Rights, fields []*catalog.Field, names map[string]any) (Row, error) {
	proposed := Row{}
	vars := map[string]any{"params": Row{}, "user": rights.Actor().Values}
	maps.Copy(vars, names)
	scope := newLookups(r, tx, rights.Release(), nil).scope(vars)
	about := setting.With(ctx, setting.Scope{Tx: tx, Release: rights.Release(), Record: Row{}})
	for _, f := range fields {
		if f.Default == nil {
			continue
		}
		v, err := f.Default.Eval(about, scope)
		if err != nil {
			return nil, err
		}
		if v != nil {
			proposed[f.Key] = rounded(f, v)
		}
	}
	return proposed, nil
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
func (s *saving) checkParam(ctx context.Context, c *change, f *catalog.Field, records []Row, scope expression.Scope) error {
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
	if id, isID := v.(int64); isID && f.To != nil {
		if err := s.judge(ctx, []reference{{change: c, field: f, id: id, kept: s.trusted(), records: records}}); err != nil {
			return err
		}
	}
	scope.Vars["value"] = v
	for _, rule := range f.Rules {
		holds, err := rule.Must.Holds(s.about(ctx, c), scope)
		if err != nil {
			return err
		}
		if !holds {
			s.faults.add(c, f.Key, Said(fault.Invalid, rule.Message).Breaking("rule"))
		}
	}
	return nil
}
