package spool

import (
	"context"

	"github.com/wareloom/wareloom/engine/access"
	"github.com/wareloom/wareloom/engine/catalog"
	"github.com/wareloom/wareloom/engine/record"
	"github.com/wareloom/wareloom/engine/store"
)

// follow takes the action of a template on the records that it printed, as the system
// under the name of who printed. What its state does not allow it is left as it is; what
// its rules refuse refuses the print.
func (s *Spool) follow(ctx context.Context, tx *store.Tx, rights *access.Rights, template *catalog.Print, ids []int64) error {
	action, ok := template.Table.Document.Action(template.Meta.Act)
	if !ok {
		return nil
	}
	system, err := s.Records.Elevate(ctx, tx, rights)
	if err != nil {
		return err
	}
	for _, id := range ids {
		row, err := s.Records.Get(ctx, tx, system, template.Table.Key, id, true)
		if err != nil {
			return err
		}
		if !action.From(record.Text(row, catalog.StatusField)) {
			continue
		}
		if err := s.Act(ctx, tx, system, template.Table.Key, action.Key, id); err != nil {
			return err
		}
	}
	return nil
}
