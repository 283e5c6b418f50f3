package record

import (
	"context"
	"fmt"
	"slices"

	"github.com/wareloom/wareloom/engine/access"
	"github.com/wareloom/wareloom/engine/store"
)

// lockHeads reads and locks the heads of lines that are saved by themselves,
// always before the lines, so that two writers never wait for each other.
func (s *saving) lockHeads(ctx context.Context) error {
	table := s.plan.table
	if table.Head == nil {
		return nil
	}
	ids, lines, err := s.headIDs(ctx)
	if err != nil || len(ids) == 0 {
		return err
	}
	s.parents, err = s.plans.of(s.release, table.Head).byIDs(ctx, s.tx, ids, true, s.reach(table.Head, access.Update))
	if err != nil {
		return err
	}
	return s.reached(ids, lines)
}

// reached refuses heads that the caller does not reach: first those that he named, as he
// did, else the line, for who may not see a head is not told that it has one.
func (s *saving) reached(ids []int64, lines map[int64]int64) error {
	refused := error(nil)
	for _, id := range ids {
		switch line := lines[id]; {
		case s.parents[id] != nil:
		case line == 0:
			return notFound(s.plan.table.Head, id)
		case refused == nil:
			refused = notFound(s.plan.table, line)
		}
	}
	return refused
}

// headIDs lists the heads of the lines to save: as given for new lines, by their
// ids, and as stored for the others: those that nobody named have one of their lines.
func (s *saving) headIDs(ctx context.Context) (ids []int64, lines map[int64]int64, err error) {
	field := s.plan.table.HeadField
	lines = map[int64]int64{}
	for _, c := range s.heads {
		v, bad := field.Parse(c.given[field.Key])
		if parts, isKey := c.given[field.Key].(map[string]any); isKey {
			found, err := s.headByKey(ctx, c, parts)
			if err != nil {
				return nil, nil, err
			}
			v, bad = found, nil
		}
		if id, isID := v.(int64); isID && bad == nil {
			ids = append(ids, id)
		}
	}
	named := slices.Clone(ids)
	for part := range slices.Chunk(wantedIDs(s.heads), largestIn) {
		var stored []struct{ Line, Head int64 }
		err := s.tx.Select(ctx, &stored, "select min(id) as line, "+store.Quote(field.Key)+" as head from "+s.plan.name+" where id in ? group by "+store.Quote(field.Key), part)
		if err != nil {
			return nil, nil, fmt.Errorf("read heads of %s: %w", s.plan.table.Key, err)
		}
		for _, row := range stored {
			if ids = append(ids, row.Head); !slices.Contains(named, row.Head) {
				lines[row.Head] = row.Line
			}
		}
	}
	return sorted(ids), lines, nil
}
