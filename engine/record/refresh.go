package record

import (
	"cmp"
	"context"
	"slices"

	"github.com/wareloom/wareloom/engine/access"
	"github.com/wareloom/wareloom/engine/store"
)

// stale is a head whose lines were saved by themselves, and under which rights.
type stale struct {
	recordRef
	rights *access.Rights
}

// refresh works out the stored values of heads whose lines were saved by
// themselves, each head once.
func (r *Records) refresh(ctx context.Context, tx *store.Tx, u *unit) error {
	slices.SortFunc(u.stale, func(a, b stale) int {
		return cmp.Or(cmp.Compare(a.table.Key, b.table.Key), cmp.Compare(a.id, b.id))
	})
	heads := slices.CompactFunc(u.stale, func(a, b stale) bool { return a.recordRef == b.recordRef })
	for len(heads) > 0 {
		n := slices.IndexFunc(heads, func(h stale) bool { return h.table != heads[0].table })
		if n < 0 {
			n = len(heads)
		}
		if err := r.refreshTable(ctx, tx, heads[:n]); err != nil {
			return err
		}
		heads = heads[n:]
	}
	return nil
}

// refreshTable works out heads of one table, as a save that asks for nothing.
func (r *Records) refreshTable(ctx context.Context, tx *store.Tx, heads []stale) error {
	rights, err := r.Elevate(ctx, tx, heads[0].rights)
	if err != nil {
		return err
	}
	s, err := r.begin(tx, rights, heads[0].table.Key)
	if err != nil || len(s.plan.sums) == 0 {
		return err
	}
	for _, head := range heads {
		c := &change{table: s.plan.table, given: Row{"id": head.id}, lines: map[string][]*change{}}
		for _, set := range s.plan.table.Sets {
			c.lines[set.Key] = nil
		}
		s.heads = append(s.heads, c)
	}
	for _, step := range []func(context.Context) error{s.load, s.read, s.gather, s.compute, s.report, s.write, s.note} {
		if err := step(ctx); err != nil {
			return err
		}
	}
	return nil
}
