package record

import (
	"context"
	"slices"

	"github.com/wareloom/wareloom/engine/catalog"
)

// gather puts together the lines of heads as they will be: the stored ones that
// stay, with the changes of the request, and the new ones.
func (s *saving) gather(ctx context.Context) error {
	for _, set := range s.plan.table.Sets {
		var stored map[int64][]Row
		var ids []int64
		for _, head := range s.heads {
			if head.wants(s.plan, set.Key) && !head.isNew() {
				ids = append(ids, head.id())
			}
		}
		if len(ids) > 0 {
			var err error
			if stored, err = s.plans.of(s.release, set.Table).linesOf(ctx, s.tx, set, ids); err != nil {
				return err
			}
		}
		for _, head := range s.heads {
			if head.isNew() || head.wants(s.plan, set.Key) {
				head.merge(set.Key, stored[head.id()])
			}
		}
	}
	return nil
}

// wants reports whether the lines of a set count in the save of a head: they are named,
// or something is worked out from them and from others that are.
func (c *change) wants(p *plan, set string) bool {
	return p.lines || c.hasLines(set) || slices.ContainsFunc(p.sums, func(sum *catalog.Field) bool {
		return slices.Contains(p.reads[sum], set) && slices.ContainsFunc(p.reads[sum], c.hasLines)
	})
}

// hasLines reports whether the request names lines of a set.
func (c *change) hasLines(set string) bool {
	_, named := c.lines[set]
	return named
}

// isGathered reports whether the lines of a set are known as they will be.
func (c *change) isGathered(set string) bool {
	_, known := c.all[set]
	return known
}

// merge keeps the lines of a set as they will be.
func (c *change) merge(set string, stored []Row) {
	touched := make(map[int64]*change, len(c.lines[set]))
	for _, line := range c.lines[set] {
		if !line.isNew() {
			touched[ID(line.old)] = line
		}
	}
	all := make([]any, 0, len(stored)+len(touched))
	for _, row := range stored {
		switch line := touched[ID(row)]; {
		case line == nil:
			all = append(all, row)
		case !line.drop:
			all = append(all, line.new)
		}
	}
	for _, line := range c.lines[set] {
		if line.isNew() && !line.drop {
			all = append(all, line.new)
		}
	}
	if c.all == nil {
		c.all = map[string][]any{}
	}
	c.all[set] = all
}

// lineOf takes a line out of a gathered list.
func lineOf(element any) Row {
	row, _ := element.(Row)
	return row
}
