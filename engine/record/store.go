package record

import (
	"context"
	"slices"

	"github.com/wareloom/wareloom/engine/access"
	"github.com/wareloom/wareloom/engine/catalog"
)

// write stores the changes: heads first, then lines, what goes before what comes.
func (s *saving) write(ctx context.Context) error {
	for _, batch := range s.lines {
		for _, line := range batch.lines {
			if line.drop || line.isNew() || line.differs(batch.plan) {
				line.head.touch = true
			}
		}
	}
	for _, batch := range s.batches() {
		if err := s.writeBatch(ctx, batch); err != nil {
			return err
		}
	}
	if !access.Decides(s.plan.table.Root().Key) {
		return nil
	}
	return s.access.Changed(ctx, s.tx)
}

// writeBatch stores the changed records of one table.
func (s *saving) writeBatch(ctx context.Context, batch lineBatch) error {
	var gone []int64
	var fresh []Row
	var newly, changed []*change
	for _, c := range batch.lines {
		switch {
		case c.drop:
			gone = append(gone, ID(c.old))
		case c.isNew():
			s.stamp(c)
			fresh, newly = append(fresh, c.new), append(newly, c)
		case c.differs(batch.plan):
			if c.touch || c.tells(batch.plan) {
				s.stamp(c)
			}
			changed = append(changed, c)
		}
	}
	if len(gone) > 0 {
		if err := batch.plan.delete(ctx, s.tx, gone); err != nil {
			return asDeleteFault(batch.plan.table, err)
		}
	}
	if len(changed) > 0 {
		if err := s.guarded(ctx, batch.plan, changed, func(ctx context.Context, word wording) error { return batch.plan.update(ctx, s.tx, changed, word) }); err != nil {
			return err
		}
	}
	if len(fresh) == 0 {
		return nil
	}
	return s.guarded(ctx, batch.plan, newly, func(ctx context.Context, word wording) error { return batch.plan.insert(ctx, s.tx, fresh, word) })
}

// differs reports whether anything but the engine's own fields changed. A save
// that changes nothing writes nothing.
func (c *change) differs(p *plan) bool {
	if c.touch {
		return true
	}
	return slices.ContainsFunc(p.stored, c.changes)
}

// tells reports whether something changed that makes a version: not figures that repeat
// what other records say, nor signs of life.
func (c *change) tells(p *plan) bool {
	return slices.ContainsFunc(p.stored, func(f *catalog.Field) bool { return !f.Meta.Unaudited && c.changes(f) })
}

func (c *change) changes(f *catalog.Field) bool {
	return !f.System && !same(c.old[f.Key], c.new[f.Key])
}
