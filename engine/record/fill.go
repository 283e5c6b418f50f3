package record

import (
	"context"
	"slices"

	"github.com/shopspring/decimal"

	"github.com/wareloom/wareloom/engine/catalog"
	"github.com/wareloom/wareloom/engine/expression"
	"github.com/wareloom/wareloom/engine/setting"
)

// scope is what the expressions of a record see.
func (s *saving) scope(c *change) expression.Scope {
	vars := map[string]any{"row": c.new, "user": s.actor.Values, "old": nil}
	if c.old != nil {
		vars["old"] = c.old
	}
	if c.head != nil {
		vars["head"] = c.head.new
	} else if c.table.Head != nil {
		head, _ := c.new[c.table.HeadField.Key].(int64)
		vars["head"] = s.parents[head]
	}
	for set, lines := range c.all {
		vars[set] = lines
	}
	return s.look.scope(vars)
}

// fill gives new records their defaults and documents their first state.
func (s *saving) fill(ctx context.Context) error {
	return s.each(func(p *plan, c *change) error {
		if !c.isNew() {
			return nil
		}
		if d := p.table.Document; d != nil && c.new[catalog.StatusField] == nil {
			c.new[catalog.StatusField] = d.States[0].Key
		}
		s.numberLine(p, c)
		return s.defaults(ctx, p, c)
	})
}

// defaults works out the defaults of the fields that were not given.
func (s *saving) defaults(ctx context.Context, p *plan, c *change) error {
	var scope expression.Scope
	for _, f := range p.defaults {
		if _, given := c.given[f.Key]; given && c.new[f.Key] != nil {
			continue
		}
		if v, constant := f.Default.Constant(); constant { // most are, and every line has some
			c.new[f.Key] = rounded(f, v)
			continue
		}
		if scope.Vars == nil {
			scope, ctx = s.scope(c), s.about(ctx, c)
		}
		v, err := f.Default.Eval(ctx, scope)
		if err == nil {
			v = rounded(f, v)
			c.new[f.Key] = v
			continue
		}
		bad, err := asFault(err)
		if err != nil {
			return err
		}
		s.faults.add(c, f.Key, bad)
	}
	return nil
}

// lineGap is the distance of two line numbers, so that lines fit in between.
const lineGap = 10

// numberLine puts a new line behind the others of its set.
func (s *saving) numberLine(p *plan, c *change) {
	if c.head == nil || c.new[lineNo] != nil {
		return
	}
	if _, numbered := p.table.Field(lineNo); !numbered {
		return
	}
	if c.head.lastLine == nil {
		c.head.lastLine = map[*plan]int64{}
	}
	last, known := c.head.lastLine[p]
	if !known {
		last = c.head.largestLine(p)
	}
	last = last - last%lineGap + lineGap
	c.new[lineNo] = last
	c.head.lastLine[p] = last
}

// largestLine is the largest number among a head's lines of one table.
func (c *change) largestLine(p *plan) int64 {
	var largest int64
	for _, set := range c.table.Sets {
		if set.Table != p.table {
			continue
		}
		for _, line := range c.all[set.Key] {
			if n, ok := lineOf(line)[lineNo].(int64); ok {
				largest = max(largest, n)
			}
		}
	}
	return largest
}

// compute works out the stored values, those of lines before those of heads.
func (s *saving) compute(ctx context.Context) error {
	for _, batch := range s.lines {
		for _, line := range batch.lines {
			if line.drop {
				continue
			}
			if err := s.computeOne(ctx, batch.plan, line); err != nil {
				return err
			}
		}
	}
	for _, head := range s.heads {
		if err := s.computeOne(ctx, s.plan, head); err != nil {
			return err
		}
	}
	return nil
}

func (s *saving) computeOne(ctx context.Context, p *plan, c *change) error {
	if len(p.computed) == 0 {
		return nil
	}
	scope := s.scope(c)
	ctx = s.about(ctx, c)
	for _, f := range p.computed {
		if !c.isNew() && slices.Contains(p.sums, f) && !slices.ContainsFunc(p.reads[f], c.isGathered) {
			continue // none of its lines changed
		}
		v, err := f.Computed.Eval(ctx, scope)
		if err == nil {
			c.new[f.Key] = rounded(f, v)
			continue
		}
		bad, err := asFault(err)
		if err != nil {
			return err
		}
		s.faults.add(c, f.Key, bad)
	}
	return nil
}

// rounded brings a value that was worked out to the digits of its field.
func rounded(f *catalog.Field, v any) any {
	if n, ok := v.(decimal.Decimal); ok && int(-n.Exponent()) > f.Scale {
		return n.Round(int32(f.Scale))
	}
	return v
}

// about tells the functions of expressions which record they are asked about.
func (s *saving) about(ctx context.Context, c *change) context.Context {
	return setting.With(ctx, setting.Scope{Tx: s.tx, Release: s.release, Record: c.new})
}
