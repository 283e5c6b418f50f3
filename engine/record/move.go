package record

import (
	"context"
	"maps"
	"slices"

	"github.com/wareloom/wareloom/engine/access"
	"github.com/wareloom/wareloom/engine/catalog"
	"github.com/wareloom/wareloom/engine/expression"
	"github.com/wareloom/wareloom/engine/store"
)

// Lock reads and locks the heads that an operation of the caller may reach, in
// the order of their ids; those that it may not are left out. Denied: one of them is
// a user or a role that has more than the caller.
func (r *Records) Lock(ctx context.Context, tx *store.Tx, rights *access.Rights, table *catalog.Table, op access.Op, ids []int64) (map[int64]Row, error) {
	rows := rights.RowsAs(table, op, access.Alias)
	found, err := r.plans.of(rights.Release(), table).byIDs(ctx, tx, ids, true, &rows)
	if err != nil {
		return nil, err
	}
	return found, rights.Within(ctx, tx, table.Key, slices.Collect(maps.Values(found)))
}

// Lines reads all lines of a set by the ids of their heads, in their order.
func (r *Records) Lines(ctx context.Context, tx *store.Tx, rights *access.Rights, set *catalog.LineSet, heads []int64) (map[int64][]Row, error) {
	return r.plans.of(rights.Release(), set.Table).linesOf(ctx, tx, set, heads)
}

// Move gives documents, locked and read before, another state, and nothing else:
// no hooks, no checks. The rows are changed in place. It belongs into a unit, in
// whose audit it bears the action's name.
//
// Conflict record.changed: somebody else changed one meanwhile.
func (r *Records) Move(ctx context.Context, tx *store.Tx, rights *access.Rights, table *catalog.Table, action, to string, heads []Row) error {
	s, err := r.begin(tx, rights, table.Key)
	if err != nil {
		return err
	}
	var moved []*change
	for _, head := range heads {
		if head[catalog.StatusField] == to {
			continue
		}
		c := &change{table: table, old: maps.Clone(head), new: head}
		c.new[catalog.StatusField] = to
		s.stamp(c)
		moved = append(moved, c)
	}
	if err := s.plan.update(ctx, tx, moved, nil); err != nil {
		return err
	}
	u, ok := ctx.Value(unitKey{}).(*unit)
	for _, c := range moved {
		if ok {
			from, to := Row{catalog.StatusField: c.old[catalog.StatusField]}, Row{catalog.StatusField: c.new[catalog.StatusField]}
			u.record(recordRef{table, c.id()}, action, from, to, s.actor, s.release.Number)
		}
	}
	return nil
}

// Scope gives what the expressions of a document see: its row, its lines by set
// and the caller, and what these refer to.
func (r *Records) Scope(tx *store.Tx, rights *access.Rights, head *catalog.Table, row Row, lines map[string][]Row) expression.Scope {
	vars := map[string]any{"row": row, "old": nil, "user": rights.Actor().Values}
	for set, list := range lines {
		vars[set] = anys(list)
	}
	sight := func(yield func(*catalog.Table, Row) bool) { catalog.Whole(yield, head, row, lines) }
	return newLookups(r, tx, rights.Release(), sight).scope(vars)
}
