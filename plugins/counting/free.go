package counting

import (
	"context"
	"fmt"
	"slices"

	"github.com/wareloom/wareloom/engine/plugin"
)

// free is the effect counting.free: a count has another counter, or none, and so have the
// positions that are being counted. One of which something was counted stays with who
// counts it as long as nobody else is named.
func (c Counts) free(ctx context.Context, e *plugin.EffectEvent, _ []plugin.Row) error {
	head, err := e.Data.Get(ctx, countTable, plugin.ID(e.Head))
	if err != nil {
		return err
	}
	var spots []spot
	err = e.Data.SQL().Select(ctx, &spots, spotQuestion+`l.stock_count_id = ? AND l.status IN ('counting', 'recounting') ORDER BY l.id`, plugin.ID(head))
	if err != nil {
		return fmt.Errorf("read positions of count %d: %w", plugin.ID(head), err)
	}
	var rows []plugin.Row
	for i := range spots {
		row, err := spots[i].handed(ctx, e.Data.SQL(), plugin.Int(head, "counter_id"))
		if err != nil {
			return err
		}
		if row != nil {
			rows = append(rows, row)
		}
	}
	return e.Data.Set(ctx, positionTable, rows)
}

// handed is the position in the hands of another person, 0 for nobody; nil where it stays
// as it is.
func (s *spot) handed(ctx context.Context, tx plugin.Tx, to int64) (plugin.Row, error) {
	list, err := lines(ctx, tx, s)
	if err != nil {
		return nil, err
	}
	begun := slices.ContainsFunc(list, func(l tallied) bool { _, so := l.now(s.second()); return so != nil })
	switch {
	case !begun || s.second() && s.By == to:
		return s.anybodys(), nil
	case to == 0:
		return nil, nil
	case s.second():
		return plugin.Row{"id": s.ID, "recounted_by": to}, nil
	}
	return plugin.Row{"id": s.ID, "counted_by": to}, nil
}
