package record

import "context"

// ceiling holds that the caller has himself what the touched users and roles have;
// see access.Rights.Within. It runs before the write for what is there and after
// it for what was made of it.
func (s *saving) ceiling(ctx context.Context) error {
	for _, batch := range s.batches() {
		var rows []map[string]any
		for _, c := range batch.lines {
			rows = append(rows, c.old, c.new)
		}
		if err := s.rights.Within(ctx, s.tx, batch.plan.table.Key, rows); err != nil {
			return err
		}
	}
	return nil
}

// ceilingOf is ceiling for records as they are, with what belongs to them.
func (s *saving) ceilingOf(ctx context.Context, parts []part) error {
	for _, p := range parts {
		if err := s.rights.Within(ctx, s.tx, p.plan.table.Key, p.rows); err != nil {
			return err
		}
	}
	return nil
}
